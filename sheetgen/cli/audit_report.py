"""The audit as tables for people, with the rows in their colours."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from sheetgen.checking import CheckedPhoto, CheckedSheet
from sheetgen.layout.theme import texts
from sheetgen.rules.games import Game
from sheetgen.rules.span import Span
from sheetgen.rules.texts import place_name, row_name
from sheetgen.rules.violations import Violation
from sheetgen.sheet import Row

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


def print_report(photos: Sequence[CheckedPhoto], games: Iterable[Game], language: str) -> None:
    """Print sheets, doubts, violations and games; problems of photos last, on standard error."""
    console = Console(highlight=False, soft_wrap=False)
    if not console.is_terminal:
        console = Console(highlight=False, width=_PLAIN_WIDTH)
    for photo in photos:
        for sheet in photo.sheets:
            _print_sheet(console, photo, sheet, language)
    for game in games:
        if len(game.audits) > 1 or any(v.severity != "hint" for v in game.violations):
            _print_game(console, game, language)
    errors = Console(stderr=True, highlight=False, soft_wrap=True)
    for photo in photos:
        for problem in photo.problems:
            errors.print(Text("error: ", "bold red") + Text(problem.message))
            if problem.hint:
                errors.print(Text(f"  {problem.hint}"))


def _print_sheet(
    console: Console, photo: CheckedPhoto, checked: CheckedSheet, language: str
) -> None:
    audit, words = checked.audit, texts(language)
    sheet = audit.sheet
    title = sheet.variant.text(sheet.variant.title, language)
    table = Table(title=f"{title} · {sheet.code.text} · {photo.path}", title_justify="left")
    table.add_column("", no_wrap=True)
    table.add_column(words["crosses"])
    table.add_column("n", justify="right")
    table.add_column(words["points"], justify="right")
    for row, result in zip(sheet.rows, audit.rows, strict=True):
        table.add_row(
            Text(row_name(row.id, language), _STYLES[row.colours[0]]),
            _marks_of(row, checked.marks),
            _number(result.crosses),
            _points(result.as_marked, result.by_the_rules),
        )
    penalties = audit.penalties
    table.add_row(
        row_name("penalty", language),
        _marks_of(sheet.penalties, checked.marks),
        _number(penalties.crosses),
        _number(penalties.points),
        end_section=True,
    )
    total = _points(audit.as_marked, audit.by_the_rules or audit.as_marked)
    table.add_row(Text(words["total"], "bold"), "", "", Text(total, "bold"))
    console.print(table)
    if audit.unsure:
        cells = {cell.id: cell for cell in sheet.cells}
        names = ", ".join(place_name(cells[cell_id], language) for cell_id in audit.unsure)
        console.print(Text("? ", "bold magenta") + Text(f"{words['unsure']}: {names}"))
    for violation in (*audit.violations, *audit.possible):
        _print_violation(console, violation, language)
    if audit.by_the_rules is None or audit.by_the_rules != audit.as_marked:
        console.print(Text(audit.verdict(language), "bold"))
    console.print()


def _print_violation(console: Console, violation: Violation, language: str) -> None:
    sign = "! " if violation.severity == "error" else "· "
    console.print(Text(sign, _SEVERITIES[violation.severity]) + Text(violation.text(language)))


def _marks_of(row: Row, marks: dict[str, str]) -> Text:
    """The crossed cells of a row; unsure ones with a question mark, undone ones in brackets."""
    text = Text()
    for cell in row.cells:
        mark = marks.get(cell.id, "empty")
        label = "🔒" if cell.kind == "lock" else "×" if cell.number is None else str(cell.number)
        if mark == "cross":
            text.append(f"{label} ", _STYLES[cell.colour])
        elif mark == "unsure":
            text.append(f"{label}? ", "bold magenta")
        elif mark == "cancelled":
            text.append(f"({label}) ", "dim")
    return text


def _number(span: Span) -> str:
    return str(span.low) if span.exact is not None else f"{span.low}…{span.high}"


def _points(as_marked: Span, by_the_rules: Span) -> str:
    if as_marked == by_the_rules:
        return _number(as_marked)
    return f"{_number(as_marked)} → {_number(by_the_rules)}"


def _print_game(console: Console, game: Game, language: str) -> None:
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
    for violation in game.violations:
        _print_violation(console, violation, language)
    console.print()
