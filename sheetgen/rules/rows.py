"""The score of one row: crossed positions in, points and faults out.

``score_row`` is pure: it knows no unsure marks, no other rows and no texts. Faults are applied one
after the other, each with the points that it changes, so that the effects of a row add up to the
difference between as marked and by the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from sheetgen.rules.texts import Either, Facts, Place
from sheetgen.sheet import Cell, Row
from sheetgen.variant import Points, Variant


@dataclass(frozen=True, slots=True)
class Terms:
    """What a variant says about a row: crosses needed before a closing number, and points."""

    need: int
    points: Points


@dataclass(frozen=True, slots=True)
class Fault:
    """One broken rule; ``positions`` in the row, ``effect`` in points."""

    id: str
    question: int
    positions: tuple[int, ...]
    effect: int
    facts: Facts


@dataclass(frozen=True, slots=True)
class RowScore:
    crosses: int
    """Crosses as marked, the lock included."""
    counted: int
    """Crosses by the rules."""
    as_marked: int
    by_the_rules: int
    lock: bool
    """The lock is crossed."""
    closed: bool
    """The player closed the row by the rules."""
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class _Count:
    """The cells that count so far, while one rule after the other is applied."""

    cells: frozenset[int]
    faults: tuple[Fault, ...] = ()


def score_row(row: Row, crossed: frozenset[int], terms: Terms) -> RowScore:
    """Points of a row. More crosses than the table has count as its last entry.

    The order of crosses is no matter: any set of them can be made from left to right (question 1).
    """
    count = _Count(crossed)
    for rule in (_one_closing_number, _enough_crosses, _lock_with_closing, _lock_needs_closing):
        count = rule(row, count, crossed, terms)
    lock = row.lock
    return RowScore(
        crosses=len(crossed),
        counted=len(count.cells),
        as_marked=terms.points.of(len(crossed)),
        by_the_rules=terms.points.of(len(count.cells)),
        lock=lock is not None and lock.position in crossed,
        closed=lock is not None and any(c.position in count.cells for c in _closing(row)),
        faults=count.faults,
    )


def role(row: Row, position: int) -> str:
    """Closing numbers and lock stand for themselves; all other numbers are alike."""
    cell = row.cells[position]
    return cell.id if cell.closing or cell.kind == "lock" else cell.kind


@dataclass(frozen=True, slots=True)
class Scoring:
    """A way to score rows, registered under a key."""

    score: Callable[[Row, frozenset[int], Terms], RowScore]
    role: Callable[[Row, int], str]
    """Cells of one role are interchangeable: only how many of them are crossed matters."""


STANDARD = "standard"
SCORINGS: dict[str, Scoring] = {STANDARD: Scoring(score_row, role)}


@dataclass(frozen=True, slots=True)
class Scorer:
    """Scores one row of one variant: positions of its crosses in, score out."""

    row: Row
    terms: Terms
    scoring: Scoring

    def __call__(self, crossed: frozenset[int]) -> RowScore:
        return self.scoring.score(self.row, crossed, self.terms)

    def role(self, position: int) -> str:
        return self.scoring.role(self.row, position)


def scorer_of(variant: Variant, row: Row, key: str = STANDARD) -> Scorer:
    """The scorer of a row of a variant. Raises ValueError for a strip that is not scored so."""
    if row.spec is None:
        raise ValueError(f"{row.id} is not a scoring row")
    terms = Terms(variant.closing_of(row.spec).need, variant.points)
    return Scorer(row, terms, SCORINGS[key])


def _closing(row: Row) -> tuple[Cell, ...]:
    return tuple(cell for cell in row.cells if cell.closing)


def _places(cells: Iterable[Cell]) -> tuple[Place, ...]:
    return tuple(Place.of(cell) for cell in cells)


def _apply(
    count: _Count,
    terms: Terms,
    fault: Fault,
    *,
    add: Iterable[Cell] = (),
    remove: Iterable[Cell] = (),
) -> _Count:
    """The cells that count after a fault, which gets the points that this changes."""
    cells = count.cells - {cell.position for cell in remove} | {cell.position for cell in add}
    effect = terms.points.of(len(cells)) - terms.points.of(len(count.cells))
    return _Count(cells, (*count.faults, replace(fault, effect=effect)))


def _one_closing_number(row: Row, count: _Count, crossed: frozenset[int], terms: Terms) -> _Count:
    """Question 6: the first closing number ends the row, so a second one cannot count."""
    closing = [cell for cell in _closing(row) if cell.position in crossed]
    if len(closing) < 2:
        return count
    lost = closing[1:]
    return _apply(
        count,
        terms,
        remove=lost,
        fault=Fault(
            "both-closing-numbers",
            6,
            tuple(cell.position for cell in closing),
            0,
            (
                ("closing", _places(closing)),
                ("lost", _places(lost)),
                ("table", len(terms.points.table)),
            ),
        ),
    )


def _enough_crosses(row: Row, count: _Count, crossed: frozenset[int], terms: Terms) -> _Count:
    """Question 2: a closing number wants enough crosses before it, else lock and number lapse.

    A closing number that does not count is no help to the next one.
    """
    closing = [cell for cell in _closing(row) if cell.position in count.cells]
    if not closing:
        return count
    first = closing[0]
    found = sum(1 for position in count.cells if position < first.position)
    if found >= terms.need:
        return count
    lock = row.lock
    lost = [first, *([lock] if lock and lock.position in count.cells else [])]
    return _apply(
        count,
        terms,
        remove=lost,
        fault=Fault(
            "closing-without-enough-crosses",
            2,
            tuple(cell.position for cell in lost),
            0,
            (
                ("closing", Place.of(first)),
                ("found", found),
                ("need", terms.need),
                ("lost", _places(lost)),
            ),
        ),
    )


def _lock_with_closing(row: Row, count: _Count, crossed: frozenset[int], terms: Terms) -> _Count:
    """Question 3: the lock belongs to the closing number and counts even where it was forgotten."""
    lock = row.lock
    closing = [cell for cell in _closing(row) if cell.position in count.cells]
    if lock is None or not closing or lock.position in crossed:
        return count
    fault = Fault(
        "lock-forgotten",
        3,
        (closing[0].position, lock.position),
        0,
        (("lock", Place.of(lock)), ("closing", Place.of(closing[0]))),
    )
    return _apply(count, terms, add=[lock], fault=fault)


def _lock_needs_closing(row: Row, count: _Count, crossed: frozenset[int], terms: Terms) -> _Count:
    """Question 4: who did not cross a closing number has no lock, whoever closed the row."""
    lock = row.lock
    closing = _closing(row)
    if lock is None or lock.position not in crossed:
        return count
    if any(cell.position in crossed for cell in closing):
        return count
    fault = Fault(
        "lock-without-closing-number",
        4,
        (lock.position,),
        0,
        (("lock", Place.of(lock)), ("closing", Either(_places(closing)))),
    )
    return _apply(count, terms, remove=[lock], fault=fault)
