"""Why a sheet is impossible: facts that contradict each other, and a change that mends it.

A set of facts is minimal if leaving out any one of them makes play possible. It is found by
leaving out facts, many at once while that works, with the same search on what is left. A single
change that mends the sheet must change one of these facts, so only they are tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from sheetgen.rules.legality.board import Board
from sheetgen.rules.legality.facts import Known
from sheetgen.rules.legality.states import Effort, Found

Judge = Callable[[Known, Effort], Found]
"""A verdict on facts, while the effort lasts."""

_EACH = 5_000
"""Most states for one easy question."""

_HARD_QUESTIONS = 4
"""Each may take one in so many of the states that are left."""


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


def find_conflict(board: Board, known: Known, judge: Judge, effort: Effort) -> Conflict:
    """A minimal set of contradicting facts; ``known`` is impossible.

    First only easy questions, then hard ones about the facts that are left.
    """
    search = _Deletion(judge, effort)
    kept = next(
        (part for part in _parts(board, known) if search.possible(part) is False), dict(known)
    )
    sure = search.reduce(kept, _groups(board, known))
    if not sure:
        search.most = max(_EACH, effort.left // _HARD_QUESTIONS)
        sure = search.reduce(kept, [[cell] for cell in kept])
    return Conflict(tuple(Fact(cell, value) for cell, value in kept.items()), sure)


class _Deletion:
    """Leaves out facts as long as the rest is impossible."""

    def __init__(self, judge: Judge, effort: Effort) -> None:
        self.judge = judge
        self.effort = effort
        self.most = _EACH
        """Most states for one question."""
        self.wrong: set[frozenset[str]] = set()
        """For each order that was found, the facts that do not hold on its sheet: what is without
        them is possible, so it need not be asked again."""

    def reduce(self, kept: dict[str, bool], groups: Iterable[list[str]]) -> bool:
        """Leave out what can be; False if a fact was kept only for want of effort."""
        decided = [
            self._leave_out(kept, [cell for cell in group if cell in kept]) for group in groups
        ]
        return all(decided)

    def _leave_out(self, kept: dict[str, bool], group: Sequence[str]) -> bool:
        """Leave out a group, or, where not all of it can go, its halves."""
        if not group:
            return True
        found = self._without(kept, frozenset(group))
        if found is False:
            for cell in group:
                del kept[cell]
            return True
        if len(group) == 1:
            return found is True
        half = len(group) // 2
        first = self._leave_out(kept, group[:half])
        return self._leave_out(kept, group[half:]) and first

    def _without(self, kept: Known, group: frozenset[str]) -> bool | None:
        """Whether the facts are possible without a group of them."""
        if any(wrong & kept.keys() <= group for wrong in self.wrong):
            return True
        return self.possible({cell: fact for cell, fact in kept.items() if cell not in group}, kept)

    def possible(self, known: Known, all_facts: Known | None = None) -> bool | None:
        """Whether facts are possible; ``all_facts``: those that are of interest besides."""
        if self.effort.left <= 0:
            return None
        limit = min(self.effort.left, self.most)
        part = Effort(limit)
        found = self.judge(known, part)
        self.effort.left -= limit - part.left
        if found.possible and all_facts is not None:
            made = {cell for step in found.steps for cell in step.crossed}
            self.wrong.add(
                frozenset(
                    cell
                    for cell, fact in all_facts.items()
                    if cell not in known and fact is not (cell in made)
                )
            )
        return found.possible


def _parts(board: Board, known: Known) -> Iterator[dict[str, bool]]:
    """Facts that may contradict each other alone: of a row, of the bar, of rows with the bar."""
    bar = {cell.id for cell in board.bar}
    strips = [{cell.id for cell in strip.cells} for strip in board.sheet.strips]
    end = set(board.misthrows)
    parts = [*strips, bar | end, *(strip | bar for strip in strips)] if bar else strips
    for part in (*parts, *([strip | bar | end for strip in strips] if bar else ())):
        yield {cell: fact for cell, fact in known.items() if cell in part}


def _groups(board: Board, known: Known) -> Iterator[list[str]]:
    """Facts that tend to be beside the point together: empty cells, then strips, row by row."""
    for strip in board.sheet.strips:
        empty = [cell.id for cell in strip.cells if known.get(cell.id) is False]
        yield empty
        yield [cell.id for cell in strip.cells if known.get(cell.id) is True]


def mending_changes(
    known: Known, conflict: Conflict, judge: Judge, effort: Effort
) -> Iterator[tuple[Fact, Found]]:
    """Single changes that make play possible, each as the fact that it makes true."""
    for fact in conflict.facts:
        if effort.left <= 0:
            return
        found = judge({**known, fact.cell: not fact.crossed}, effort)
        if found.possible:
            yield Fact(fact.cell, not fact.crossed), found
