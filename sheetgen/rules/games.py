"""Several sheets of one game, judged together: ended or not, possible or not, who won.

Nothing is summed over sheets: a sheet that is there twice counts once, and sheets of different
variants are not compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sheetgen.errors import UsageError
from sheetgen.rules.audit import Audit
from sheetgen.rules.closings import colour_of, is_complete, needed_closings, unmade_closings
from sheetgen.rules.span import Span
from sheetgen.rules.special_rules import forces_crosses
from sheetgen.rules.tally import CLOSED_ROWS_END
from sheetgen.rules.texts import Facts, RowName
from sheetgen.rules.violations import Severity, Violation
from sheetgen.sheetcode import SheetCode
from sheetgen.variant import Variant

STANDARD = "standard"
CARD_GAME = "card-game"
RULES = (STANDARD, CARD_GAME)
"""What a game is played by: dice, or the card game on the same sheets (question 15)."""

ENDING = 13
"""The question of the rules whether a game has ended."""


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


def judge_game(
    audits: Sequence[Audit], *, rules: str = STANDARD, board_ended: bool | None = None
) -> Game:
    """Judge the sheets of one game together.

    ``rules``: one of ``RULES``. ``board_ended``: whether a figure reached the end of the board,
    where a variant has one; None if that is not known. Raises ValueError if there are no sheets,
    UsageError for rules that are not those of the variant.
    """
    if not audits:
        raise ValueError("a game has at least one sheet")
    _check_rules(audits, rules)
    distinct = _distinct(audits)
    violations = [*_repeated(audits)]
    variants = dict.fromkeys(audit.sheet.variant.name for audit in distinct)
    if len({audit.sheet.code.template for audit in distinct}) > 1:
        facts: Facts = (("variants", ", ".join(variants)),)
        violations.append(_violation("different-variants", None, facts))
        return Game(distinct, None, (), (), tuple(violations))
    closed = _closed_colours(distinct, certain=True)
    violations += _impossible(distinct, closed, rules)
    over = _is_over(distinct, rules)
    key = "game-not-finished" if over is False else "game-end-unclear"
    if over is not True and _has_board(distinct[0].sheet.variant):
        over, key = _end_on_board(over, key, board_ended)
    if over is not True:
        violations.append(_violation(key, ENDING, (), severity="hint"))
    return Game(distinct, over, closed, _ranking(distinct), tuple(violations))


def _distinct(audits: Iterable[Audit]) -> tuple[Audit, ...]:
    """The first audit of each sheet."""
    found: dict[SheetCode, Audit] = {}
    for audit in audits:
        found.setdefault(audit.sheet.code, audit)
    return tuple(found.values())


def plays_cards(variant: Variant) -> bool:
    """Whether the card game is played on the sheets of a variant: numbers and colours alone."""
    plain = all(
        not (row.between or row.squares or row.doubles or variant.closing_of(row).cells > 1)
        for row in variant.rows
    )
    more = variant.specials or variant.strips or variant.boxes or variant.lucky
    return plain and not (more or variant.pairs or any(sheet.pairs for sheet in variant.sheets))


def _check_rules(audits: Sequence[Audit], rules: str) -> None:
    if rules not in RULES:
        raise UsageError(f"no rules '{rules}'", f"choose one of {', '.join(RULES)}")
    for audit in audits:
        variant = audit.sheet.variant
        if rules == CARD_GAME and not plays_cards(variant):
            raise UsageError(
                f"the card game is not played on sheets of {variant.name}",
                "it has those of the original and of gemixxt",
            )


def _has_board(variant: Variant) -> bool:
    """Points that a player writes come from a board, on which a game may end."""
    return bool(variant.boxes)


def _end_on_board(over: bool | None, key: str, ended: bool | None) -> tuple[bool | None, str]:
    """Question 13: the board ends a game too, of which sheets say nothing."""
    if ended is None:
        return None, "board-end-unclear"
    return (True if ended else over), key


def most_closed_colours(audits: Sequence[Audit]) -> int:
    """How many colours can be closed in a game of these sheets.

    One colour can be closed before the final moment. In that moment all players use the same white
    sum, so only colours with a closing number of that value can be closed together. Lucky numbers
    let a player cross another number, diamonds swap the sum. Each player has one cross then, so a
    sheet adds one colour at most; where crosses force others it may add all.
    """
    by_number: dict[int, set[str]] = {}
    for audit in audits:
        for row in audit.sheet.rows:
            for cell in row.cells:
                if cell.closing and cell.number is not None:
                    by_number.setdefault(cell.number, set()).add(colour_of(row))
    colours = set().union(*by_number.values())
    if any(forces_crosses(audit.sheet.variant) for audit in audits):
        return len(colours)
    if any(audit.sheet.lucky for audit in audits):
        return min(1 + len(audits), len(colours))
    swaps = {cell.swap for audit in audits for cell in audit.sheet.cells if cell.swap}
    together = max(
        (len(_closable(n, by_number, swaps)) for n in _sums(by_number, swaps)), default=0
    )
    return min(1 + together, 1 + len(audits), len(colours))


def _sums(by_number: dict[int, set[str]], swaps: set[tuple[int, int]]) -> set[int]:
    return set(by_number).union(*swaps)


def _closable(rolled: int, by_number: dict[int, set[str]], swaps: set[tuple[int, int]]) -> set[str]:
    """Colours that can be closed with a white sum, as it is or swapped by some player."""
    numbers = {rolled, *(n for swap in swaps if rolled in swap for n in swap)}
    return set().union(*(by_number.get(number, set()) for number in numbers))


def _closed_colours(audits: Sequence[Audit], *, certain: bool) -> tuple[str, ...]:
    """Colours that are closed (or may be), each once.

    With sheets missing, those too whose closing another sheet needs.
    """
    found = [
        colour_of(row)
        for audit in audits
        for row, result in zip(audit.sheet.rows, audit.rows, strict=True)
        if row.lock and (result.closed or (result.closed is None and not certain))
    ]
    if not is_complete(audits):
        found += [colour for audit in audits for colour in needed_closings(audit)]
    return tuple(dict.fromkeys(found))


def _is_over(audits: Sequence[Audit], rules: str) -> bool | None:
    """Question 13: two closed colours over all sheets, or a sheet with every misthrow crossed.

    In the card game (question 15) a row is closed for its player alone, and one player closes two.
    """
    full = [audit.penalties.full for audit in audits]
    if rules == CARD_GAME:
        full += [_closed_two(audit) for audit in audits]
        return True if True in full else None if None in full else False
    if True in full or len(_closed_colours(audits, certain=True)) >= CLOSED_ROWS_END:
        return True
    if None in full or len(_closed_colours(audits, certain=False)) >= CLOSED_ROWS_END:
        return None
    return False


def _closed_two(audit: Audit) -> bool | None:
    """Whether a player closed as many rows as end a game."""
    if sum(row.closed is True for row in audit.rows) >= CLOSED_ROWS_END:
        return True
    may_be = sum(row.closed is not False for row in audit.rows)
    return None if may_be >= CLOSED_ROWS_END else False


def _impossible(
    audits: Sequence[Audit], closed: tuple[str, ...], rules: str
) -> Iterable[Violation]:
    """What cannot be in one game although each sheet alone may be fine.

    In the card game the closed rows of different players have nothing to do with each other.
    """
    full = [audit for audit in audits if audit.penalties.full]
    misthrows = len(audits[0].sheet.penalties.cells)
    rows = tuple(RowName(colour) for colour in closed)
    facts: Facts = (("count", len(closed)), ("rows", rows), ("misthrows", misthrows))
    most = most_closed_colours(audits)
    if len(closed) > most and rules != CARD_GAME:
        yield _violation("too-many-closed-colours", ENDING, (*facts, ("most", most)))
    if full and len(closed) >= CLOSED_ROWS_END and rules != CARD_GAME:
        yield _violation("misthrows-and-closed-colours", ENDING, facts)
    if len(full) > 1:
        facts = (("count", len(full)), ("misthrows", misthrows))
        yield _violation("several-sheets-with-all-misthrows", ENDING, facts)
    if rules != CARD_GAME:
        yield from unmade_closings(audits)


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
