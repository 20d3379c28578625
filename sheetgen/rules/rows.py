"""The score of one row: crossed positions in, points and faults out.

``score_row`` is pure: it knows no unsure marks, no other rows and no texts. Faults are applied one
after the other, each with the points that it changes, so that the effects of a row add up to the
difference between as marked and by the rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from sheetgen.rules.texts import Either, Place
from sheetgen.rules.violations import Fault
from sheetgen.sheet import Cell, Row
from sheetgen.variant import Points, Variant

NO_POINTS = Points(values=(0,))


@dataclass(frozen=True, slots=True)
class Terms:
    """What a variant says about a row: crosses needed before a closing number, and points."""

    need: int
    points: Points


@dataclass(frozen=True, slots=True)
class Extra:
    """Crosses outside a row that count in it."""

    fields: int = 0
    """Two-colour fields beside the row, as marked. They are no help to close it."""
    fields_counted: int = 0
    """Those that count by the rules."""
    doubled: frozenset[int] = frozenset()
    """Positions of the row whose second box is crossed. Each is one more cross, also to close."""


NO_EXTRA = Extra()


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
    cells: frozenset[int] = frozenset()
    """Positions of the row that count by the rules."""


@dataclass(frozen=True, slots=True)
class _Count:
    """What counts so far, while one rule after the other is applied."""

    cells: frozenset[int]
    fields: int
    doubled: frozenset[int]
    faults: tuple[Fault, ...] = ()

    @property
    def crosses(self) -> int:
        return len(self.cells) + self.fields + len(self.doubled)


def terms_of(variant: Variant, row: Row) -> Terms:
    """What a variant says about a row. Raises ValueError for a strip that is no scoring row.

    A row of two-colour fields has no points of its own: its crosses count in its neighbours.
    """
    if row.spec is None:
        raise ValueError(f"{row.id} is not a scoring row")
    points = NO_POINTS if row.spec.between else variant.points
    return Terms(variant.closing_of(row.spec).need, points)


def score_row(row: Row, crossed: frozenset[int], terms: Terms, extra: Extra = NO_EXTRA) -> RowScore:
    """Points of a row. More crosses than the table has count as its last entry (question 10).

    The order of crosses is no matter: any set of them can be made from left to right (question 1).
    """
    crosses = len(crossed) + extra.fields + len(extra.doubled)
    count = _Count(crossed, extra.fields_counted, extra.doubled)
    for rule in (_one_closing_number, _enough_crosses, _lock_with_closing, _lock_needs_closing):
        count = rule(row, count, crossed, terms)
    lock = row.lock
    return RowScore(
        crosses=crosses,
        counted=count.crosses,
        as_marked=terms.points.of(crosses),
        by_the_rules=terms.points.of(count.crosses),
        lock=lock is not None and lock.position in crossed,
        closed=lock is not None and any(c.position in count.cells for c in _closing(row)),
        faults=count.faults,
        cells=count.cells,
    )


def _closing(row: Row) -> tuple[Cell, ...]:
    return tuple(cell for cell in row.cells if cell.closing)


def _places(cells: Iterable[Cell]) -> tuple[Place, ...]:
    return tuple(Place.of(cell) for cell in cells)


def _ids(cells: Iterable[Cell]) -> tuple[str, ...]:
    return tuple(cell.id for cell in cells)


def _apply(
    count: _Count,
    terms: Terms,
    fault: Fault,
    *,
    add: Iterable[Cell] = (),
    remove: Iterable[Cell] = (),
) -> _Count:
    """What counts after a fault, which gets the points that this changes.

    The second box of a number goes with it.
    """
    lost = {cell.position for cell in remove}
    changed = replace(
        count,
        cells=count.cells - lost | {cell.position for cell in add},
        doubled=count.doubled - lost,
    )
    effect = terms.points.of(changed.crosses) - terms.points.of(count.crosses)
    return replace(changed, faults=(*count.faults, replace(fault, effect=effect)))


def _one_closing_number(row: Row, count: _Count, crossed: frozenset[int], terms: Terms) -> _Count:
    """Question 6: the first closing number ends the row, so a second one cannot count."""
    closing = [cell for cell in _closing(row) if cell.position in crossed]
    if len(closing) < 2:
        return count
    lost = closing[1:]
    fault = Fault(
        "both-closing-numbers",
        6,
        row.id,
        _ids(closing),
        0,
        (
            ("closing", _places(closing)),
            ("lost", _places(lost)),
            ("table", len(terms.points.table)),
        ),
    )
    return _apply(count, terms, fault, remove=lost)


def _enough_crosses(row: Row, count: _Count, crossed: frozenset[int], terms: Terms) -> _Count:
    """Question 2: a closing number wants enough crosses before it, else lock and number lapse.

    Numbers of the row and their second boxes help, squares and two-colour fields do not. A closing
    number that does not count is no help to the next one. A cross that was made out of order, as
    the partner of another one, is taken to help.
    """
    closing = [cell for cell in _closing(row) if cell.position in count.cells]
    if not closing:
        return count
    first = closing[0]
    before = {cell.position for cell in row.numbers if cell.position < first.position}
    found = len(before & count.cells) + len(before & count.doubled)
    if found >= terms.need:
        return count
    lock = row.lock
    lost = [first, *([lock] if lock and lock.position in count.cells else [])]
    fault = Fault(
        "closing-without-enough-crosses",
        2,
        row.id,
        _ids(lost),
        0,
        (
            ("closing", Place.of(first)),
            ("found", found),
            ("need", terms.need),
            ("lost", _places(lost)),
        ),
    )
    return _apply(count, terms, fault, remove=lost)


def _lock_with_closing(row: Row, count: _Count, crossed: frozenset[int], terms: Terms) -> _Count:
    """Question 3: the lock belongs to the closing number and counts even where it was forgotten."""
    lock = row.lock
    closing = [cell for cell in _closing(row) if cell.position in count.cells]
    if lock is None or not closing or lock.position in crossed:
        return count
    facts = (("lock", Place.of(lock)), ("closing", Place.of(closing[0])))
    fault = Fault("lock-forgotten", 3, row.id, (closing[0].id, lock.id), 0, facts)
    return _apply(count, terms, fault, add=[lock])


def _lock_needs_closing(row: Row, count: _Count, crossed: frozenset[int], terms: Terms) -> _Count:
    """Question 4: who did not cross a closing number has no lock, whoever closed the row."""
    lock = row.lock
    closing = _closing(row)
    if lock is None or lock.position not in crossed:
        return count
    if any(cell.position in crossed for cell in closing):
        return count
    facts = (("lock", Place.of(lock)), ("closing", Either(_places(closing))))
    fault = Fault("lock-without-closing-number", 4, row.id, (lock.id,), 0, facts)
    return _apply(count, terms, fault, remove=[lock])
