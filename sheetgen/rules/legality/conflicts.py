"""Why a sheet is impossible: facts that contradict each other, and a change that mends it.

A set of facts is minimal if leaving out any one of them makes play possible. It is found by
leaving out facts, many at once while that works, with the same search on what is left. A single
change that mends the sheet must change one of these facts, so only they are tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter

from sheetgen.rules.legality.board import Board
from sheetgen.rules.legality.facts import Known
from sheetgen.rules.legality.search import Found

Judge = Callable[[Known, float], Found]
"""A verdict on facts, until a deadline (``perf_counter``)."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A cell that is crossed (or struck), or empty."""

    cell: str
    crossed: bool


@dataclass(frozen=True, slots=True)
class Conflict:
    facts: tuple[Fact, ...]
    minimal: bool
    """No fact can be left out; False where the time was too short to make sure."""


def find_conflict(board: Board, known: Known, judge: Judge, seconds: float) -> Conflict:
    """A minimal set of contradicting facts; ``known`` is impossible."""
    deadline = perf_counter() + seconds
    kept = dict(known)
    sure = True
    for group in _groups(board, known):
        group_left = [cell for cell in group if cell in kept]
        sure = _leave_out(kept, group_left, judge, deadline) and sure
    facts = tuple(Fact(cell, value) for cell, value in kept.items())
    return Conflict(facts, sure)


def _leave_out(kept: dict[str, bool], group: Sequence[str], judge: Judge, deadline: float) -> bool:
    """Leave out as much of a group as can be, halving it where not all can go.

    False if some fact was kept only because the time was too short.
    """
    if not group:
        return True
    rest = {cell: value for cell, value in kept.items() if cell not in set(group)}
    now = perf_counter()
    if now >= deadline:
        return False
    found = judge(rest, min(deadline, now + (deadline - now) / 4)).possible
    if found is False:
        for cell in group:
            del kept[cell]
        return True
    if len(group) == 1:
        return found is True
    half = len(group) // 2
    first = _leave_out(kept, group[:half], judge, deadline)
    return _leave_out(kept, group[half:], judge, deadline) and first


def _groups(board: Board, known: Known) -> Iterator[list[str]]:
    """Facts that tend to be beside the point together: empty cells, then strips, row by row."""
    for strip in board.sheet.strips:
        empty = [cell.id for cell in strip.cells if known.get(cell.id) is False]
        yield empty
        yield [cell.id for cell in strip.cells if known.get(cell.id) is True]


def mending_changes(
    known: Known, conflict: Conflict, judge: Judge, seconds: float
) -> Iterator[tuple[Fact, Found]]:
    """Single changes that make play possible, each as the fact that it makes true."""
    deadline = perf_counter() + seconds
    for fact in conflict.facts:
        now = perf_counter()
        if now >= deadline:
            return
        changed = {**known, fact.cell: not fact.crossed}
        found = judge(changed, deadline)
        if found.possible:
            yield Fact(fact.cell, not fact.crossed), found
