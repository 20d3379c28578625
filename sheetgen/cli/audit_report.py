"""The audit as tables for people, with the rows in their colours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from sheetgen.layout.theme import texts
from sheetgen.rules.audit import Audit
from sheetgen.rules.games import ENDING, Game
from sheetgen.rules.legality import how_sentences, how_title
from sheetgen.rules.marks import counts
from sheetgen.rules.span import Span
from sheetgen.rules.terms import Term
from sheetgen.rules.texts import join, place_name, row_name, symbol_name
from sheetgen.rules.violations import Violation
from sheetgen.sheet import Cell, Row

if TYPE_CHECKING:
    from sheetgen.auditing import TypedSheet
    from sheetgen.checking import CheckedPhoto

_STYLES = {
    "red": "bold red",
    "yellow": "bold yellow",
    "green": "bold green",
    "blue": "bold blue",
    "orange": "bold dark_orange",
    "grey": "bold",
}
_SEVERITIES = {"error": "bold red", "warning": "yellow", "hint": "dim"}
_PLAIN_WIDTH = 100
_NAME_WIDTH = 30


def print_report(
    photos: Sequence[CheckedPhoto], games: Iterable[Game], language: str, *, how: bool
) -> None:
    """Print sheets, doubts, violations and games; problems of photos last, on standard error.

    ``how``: also an order of play that leads to each sheet.
    """
    console = report_console()
    for photo in photos:
        for sheet in photo.sheets:
            _print_audit(console, sheet.audit, sheet.marks, language, photo.name, how=how)
        for note in photo.notes:
            console.print(Text("· ", "dim") + Text(f"{photo.name}: {note}"))
    print_games(console, games, language)
    errors = Console(stderr=True, highlight=False, soft_wrap=True)
    for photo in photos:
        for problem in photo.problems:
            errors.print(Text("error: ", "bold red") + Text(problem.message))
            if problem.hint:
                errors.print(Text(f"  {problem.hint}"))


def print_typed(
    sheets: Iterable[TypedSheet], games: Iterable[Game], language: str, *, how: bool
) -> None:
    """Print sheets whose crosses were typed, and their games; ``how`` as for ``print_report``."""
    console = report_console()
    for sheet in sheets:
        _print_audit(console, sheet.audit, sheet.marks, language, how=how)
    print_games(console, games, language)


def report_console() -> Console:
    """As wide as the terminal, or of a fixed width in a pipe."""
    console = Console(highlight=False, soft_wrap=False)
    return console if console.is_terminal else Console(highlight=False, width=_PLAIN_WIDTH)


def _print_audit(
    console: Console,
    audit: Audit,
    marks: Mapping[str, str],
    language: str,
    source: str = "",
    *,
    how: bool,
) -> None:
    words, sheet = texts(language), audit.sheet
    title = sheet.variant.text(sheet.variant.title, language)
    named = " · ".join(part for part in (title, sheet.code.text, source) if part)
    console.print(Text(named, "italic"), soft_wrap=True)  # a table's title breaks long paths
    table = Table()
    table.add_column("", max_width=_NAME_WIDTH)
    table.add_column(words["crosses"])
    table.add_column("n", justify="right")
    table.add_column(words["points"], justify="right")
    for line in _lines(audit, marks, language):
        table.add_row(*line)
    table.add_section()
    total = _points(audit.as_marked, audit.by_the_rules or audit.as_marked)
    table.add_row(Text(words["total"], "bold"), "", "", Text(total, "bold"))
    console.print(table)
    if audit.unsure:
        names = ", ".join(cell_names(audit, audit.unsure, language))
        console.print(Text("? ", "bold magenta") + Text(f"{words['unsure']}: {names}"))
    for violation in (*audit.violations, *audit.possible):
        _print_violation(console, violation, language)
    if audit.depends or audit.by_the_rules is None or audit.by_the_rules != audit.as_marked:
        console.print(Text(verdict(audit, language), "bold"))
    if how:
        _print_order(console, audit, language)
    console.print()


def _print_order(console: Console, audit: Audit, language: str) -> None:
    """How legal play may have led to the sheet."""
    title = how_title(audit.legality, language)
    console.print(Text(title[:1].upper() + title[1:]))
    order = Table.grid(padding=(0, 1))
    order.add_column(justify="right")
    order.add_column()
    for number, line in enumerate(how_sentences(audit.legality, language), 1):
        order.add_row(f"{number}.", Text(line))
    console.print(Padding(order, (0, 0, 0, 2), expand=False))


def cell_names(audit: Audit, ids: Iterable[str], language: str) -> list[str]:
    """How players call cells."""
    cells = {cell.id: cell for cell in audit.sheet.cells}
    return [place_name(cells[name], language, audit.sheet) for name in ids]


def verdict(audit: Audit, language: str) -> str:
    """The totals in a sentence, and which unsure cells they depend on."""
    text = audit.verdict(language)
    if audit.depends and audit.total.exact is None:
        names = join(cell_names(audit, audit.depends, language), language)
        text += f", {texts(language)['depending'].format(cells=names)}"
    return text


_Line = tuple[Text, Text, str, str]


def _lines(audit: Audit, marks: Mapping[str, str], language: str) -> Iterator[_Line]:
    """The rows, the strips that score nothing, the terms, the misthrows."""
    sheet = audit.sheet
    doubles = {row.doubles_of: row for row in sheet.doubles}
    for row, result in zip(sheet.rows, audit.rows, strict=True):
        found = _marks_of(row, marks)
        if row.id in doubles:
            found.append_text(_marks_of(doubles[row.id], marks))
        points = _points(result.as_marked, result.by_the_rules) if result.scored else ""
        name = Text(row_name(row.id, language), _STYLES[row.colours[0]])
        yield name, found, _number(result.crosses), points
    terms = {term.id: term for term in audit.terms}
    for strip in sheet.extras:
        if strip.id not in terms:
            name = Text(row_name(strip.id, language), _STYLES[strip.colours[0]])
            yield name, _marks_of(strip, marks, language), "", ""
    for term in audit.terms:
        cells = [cell for cell in sheet.cells if term.id in (cell.special, cell.row)]
        within = [cell for cell in cells if cell.kind != "legend"]
        found = _labels(within, marks, language)
        points = _points(term.as_marked, term.by_the_rules)
        yield Text(_term_name(term, language)), found, "", points
    misthrows = audit.penalties
    yield (
        Text(row_name("penalty", language)),
        _marks_of(sheet.penalties, marks),
        _number(misthrows.crosses),
        _points(misthrows.points, misthrows.by_the_rules),
    )


def _term_name(term: Term, language: str) -> str:
    """What the template calls it, with the row that is doubled where that is clear."""
    name = term.text(language)
    if len(term.rows) == 1 and term.as_marked.high > 0:
        name += f" ({row_name(term.rows[0], language)})"
    return name


def _print_violation(console: Console, violation: Violation, language: str) -> None:
    sign = "! " if violation.severity == "error" else "· "
    console.print(Text(sign, _SEVERITIES[violation.severity]) + Text(violation.text(language)))


def _marks_of(row: Row, marks: Mapping[str, str], language: str = "") -> Text:
    return _labels(row.cells, marks, language, row)


def _labels(
    cells: Iterable[Cell], marks: Mapping[str, str], language: str, row: Row | None = None
) -> Text:
    """The crossed cells; unsure ones with a question mark, undone ones in brackets."""
    text = Text()
    for cell in cells:
        mark, label = marks.get(cell.id, "empty"), _label(cell, language, row)
        if counts(cell, mark):
            text.append(f"{label} ", _STYLES[cell.colour])
        elif mark == "unsure":
            text.append(f"{label}? ", "bold magenta")
        elif mark == "cancelled":
            text.append(f"({label}) ", "dim")
    return text


def _label(cell: Cell, language: str, row: Row | None) -> str:
    """A cell in its row: a square as the number before it with a plus, a second box squared."""
    match cell.kind:
        case "lock":
            return "🔒"
        case "penalty":
            return "×"
        case "bar":
            return str(cell.position + 1)
        case "square" if row:
            return f"{row.cells[cell.position - 1].number}+"
        case "double":
            return f"{cell.number}²"
        case "legend":
            return symbol_name(cell, language)
        case "diamond" if cell.swap:
            return f"{cell.swap[0]}/{cell.swap[1]}"
    return str(cell.number)


def _number(span: Span) -> str:
    return str(span.low) if span.exact is not None else f"{span.low}…{span.high}"


def _points(as_marked: Span, by_the_rules: Span) -> str:
    if as_marked == by_the_rules:
        return _number(as_marked)
    return f"{_number(as_marked)} → {_number(by_the_rules)}"


def print_games(console: Console, games: Iterable[Game], language: str) -> None:
    """The games of several sheets, and of a single one what is wrong or bears on it."""
    for game in games:
        if len(game.audits) > 1:
            _print_ranking(console, game, language)
        told = [v for v in game.violations if len(game.audits) > 1 or not _tells_of_end(v)]
        for violation in told:
            _print_violation(console, violation, language)
        if told or len(game.audits) > 1:
            console.print()


def _tells_of_end(violation: Violation) -> bool:
    """Whether the game is finished, which a single sheet can hardly say."""
    return violation.question == ENDING and violation.severity == "hint"


def _print_ranking(console: Console, game: Game, language: str) -> None:
    words = texts(language)
    table = Table(title=words["game"], title_justify="left")
    table.add_column("#", justify="right")
    table.add_column(words["sheet"])
    table.add_column(words["total"], justify="right")
    for standing in game.standings:
        first = standing.place == Span(1, 1)
        table.add_row(
            _number(standing.place) + ("=" if standing.shared else ""),
            standing.audit.sheet.code.text,
            _number(standing.audit.total),
            style="bold" if first else "",
        )
    if game.standings:
        console.print(table)
