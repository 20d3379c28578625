"""Several sheets of one game, judged together: ended or not, possible or not, who won.

Nothing is summed over sheets: a sheet that is there twice counts once, and sheets of different
variants are not compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sheetgen.rules.audit import Audit
from sheetgen.rules.span import Span
from sheetgen.rules.tally import CLOSED_ROWS_END
from sheetgen.rules.texts import Facts, RowName
from sheetgen.rules.violations import Severity, Violation
from sheetgen.sheet import Row
from sheetgen.sheetcode import SheetCode


@dataclass(frozen=True, slots=True)
class Standing:
    """The place of a sheet in the ranking; a span where unsure cells decide."""

    audit: Audit
    place: Span
    shared: bool
    """Another sheet certainly has the same total, so the place is shared (question 11)."""


@dataclass(frozen=True, slots=True)
class Game:
    audits: tuple[Audit, ...]
    """The sheets, each once."""
    over: bool | None
    """Ended by the rules (question 13); None where unsure cells decide or variants differ."""
    closed: tuple[str, ...]
    """Colours that are certainly closed."""
    standings: tuple[Standing, ...]
    """Best first; empty if the sheets are not of one variant."""
    violations: tuple[Violation, ...]

    @property
    def winners(self) -> tuple[Audit, ...]:
        """The sheets that certainly have the best total; several share the win."""
        return tuple(s.audit for s in self.standings if s.place == Span(1, 1))


def group_games(audits: Iterable[Audit]) -> tuple[tuple[Audit, ...], ...]:
    """The audits by game, as the sheet codes say, in the order in which each game is first seen."""
    games: dict[tuple[int, ...], list[Audit]] = {}
    for audit in audits:
        games.setdefault(audit.sheet.code.game_key, []).append(audit)
    return tuple(tuple(game) for game in games.values())


def judge_game(audits: Sequence[Audit]) -> Game:
    """Judge the sheets of one game together. Raises ValueError if there are none."""
    if not audits:
        raise ValueError("a game has at least one sheet")
    distinct = _distinct(audits)
    violations = [*_repeated(audits)]
    variants = dict.fromkeys(audit.sheet.variant.name for audit in distinct)
    if len({audit.sheet.code.template for audit in distinct}) > 1:
        facts: Facts = (("variants", ", ".join(variants)),)
        violations.append(_violation("different-variants", None, facts))
        return Game(distinct, None, (), (), tuple(violations))
    closed = _closed_rows(distinct, certain=True)
    violations += _impossible(distinct, closed)
    over = _is_over(distinct)
    if over is not True:
        key = "game-not-finished" if over is False else "game-end-unclear"
        violations.append(_violation(key, 13, (), severity="hint"))
    return Game(distinct, over, tuple(closed), _ranking(distinct), tuple(violations))


def _distinct(audits: Iterable[Audit]) -> tuple[Audit, ...]:
    """The first audit of each sheet."""
    found: dict[SheetCode, Audit] = {}
    for audit in audits:
        found.setdefault(audit.sheet.code, audit)
    return tuple(found.values())


def most_closed_colours(audits: Sequence[Audit]) -> int:
    """How many colours can be closed in a game of these sheets.

    One colour can be closed before the final moment. In that moment all players use the same white
    sum, so only colours with a closing number of that value can be closed together, except with
    lucky numbers, which let a player cross another number instead. Each player has one cross then,
    so a sheet adds one colour at most.
    """
    by_number: dict[int, set[str]] = {}
    for audit in audits:
        for row in audit.sheet.rows:
            for cell in row.cells:
                if cell.closing and cell.number is not None:
                    by_number.setdefault(cell.number, set()).add(_colour(row))
    colours = set().union(*by_number.values())
    if any(audit.sheet.lucky for audit in audits):
        return min(1 + len(audits), len(colours))
    together = max((len(group) for group in by_number.values()), default=0)
    return min(1 + together, 1 + len(audits), len(colours))


def _colour(row: Row) -> str:
    """The colour that closing a row takes out of the game: that of its end."""
    return row.lock.colour if row.lock else row.cells[-1].colour


def _closed_rows(audits: Iterable[Audit], *, certain: bool) -> dict[str, list[tuple[Audit, str]]]:
    """Colours that are closed (or may be), each with the lock cells of the sheets that did it."""
    found: dict[str, list[tuple[Audit, str]]] = {}
    for audit in audits:
        for row, result in zip(audit.sheet.rows, audit.rows, strict=True):
            if row.lock and (result.closed or (result.closed is None and not certain)):
                found.setdefault(_colour(row), []).append((audit, row.lock.id))
    return found


def _is_over(audits: Sequence[Audit]) -> bool | None:
    """Question 13: two closed colours over all sheets, or a sheet with every misthrow crossed."""
    full = [audit.penalties.full for audit in audits]
    if True in full or len(_closed_rows(audits, certain=True)) >= CLOSED_ROWS_END:
        return True
    if None in full or len(_closed_rows(audits, certain=False)) >= CLOSED_ROWS_END:
        return None
    return False


def _impossible(
    audits: Sequence[Audit], closed: dict[str, list[tuple[Audit, str]]]
) -> Iterable[Violation]:
    """What cannot be in one game although each sheet alone may be fine."""
    full = [audit for audit in audits if audit.penalties.full]
    misthrows = len(audits[0].sheet.penalties.cells)
    rows = tuple(RowName(colour) for colour in closed)
    facts: Facts = (("count", len(closed)), ("rows", rows), ("misthrows", misthrows))
    most = most_closed_colours(audits)
    if len(closed) > most:
        yield _violation("too-many-closed-colours", 13, (*facts, ("most", most)))
    if full and len(closed) >= CLOSED_ROWS_END:
        yield _violation("misthrows-and-closed-colours", 13, facts)
    if len(full) > 1:
        facts = (("count", len(full)), ("misthrows", misthrows))
        yield _violation("several-sheets-with-all-misthrows", 13, facts)


def _repeated(audits: Sequence[Audit]) -> Iterable[Violation]:
    """Sheets that are there more than once: said, never counted twice."""
    by_code: dict[str, list[Audit]] = {}
    for audit in audits:
        by_code.setdefault(audit.sheet.code.text, []).append(audit)
    for code, same in by_code.items():
        if len(same) > 1:
            facts: Facts = (("sheet", code), ("count", len(same)))
            alike = all(audit == same[0] for audit in same)
            key = "same-sheet-twice" if alike else "same-sheet-differs"
            yield _violation(key, None, facts, severity="warning")


def _ranking(audits: Sequence[Audit]) -> tuple[Standing, ...]:
    """Places by the totals that count; equal totals share a place (question 11)."""
    totals = [audit.total for audit in audits]
    standings = []
    for i, audit in enumerate(audits):
        others = totals[:i] + totals[i + 1 :]
        own = totals[i]
        place = Span(
            1 + sum(other.low > own.high for other in others),
            1 + sum(other.high > own.low for other in others),
        )
        shared = own.exact is not None and own in others
        standings.append(Standing(audit, place, shared))
    return tuple(sorted(standings, key=lambda s: (s.place, -s.audit.total.high)))


def _violation(
    key: str, question: int | None, facts: Facts, *, severity: Severity = "error"
) -> Violation:
    return Violation(key, severity, question, (), None, facts)
