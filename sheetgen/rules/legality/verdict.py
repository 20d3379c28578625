"""Whether some legal play agrees with what is known of a sheet: an order, none, or undecided.

Undecided only where a budget of time runs out, or where an own template combines rules whose
combination nobody has written down (forced crosses with linked cells, second boxes or two-colour
fields; linked closing numbers): then only what is certainly impossible is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sheetgen.rules.legality.automaton import (
    completable,
    forgetful,
    lumped,
    positions_of,
    row_automaton,
)
from sheetgen.rules.legality.board import TWO_IN_FEWEST, Board
from sheetgen.rules.legality.facts import Known, implied
from sheetgen.rules.legality.plain import plain_order
from sheetgen.rules.legality.rowmoves import RowMoves, row_moves
from sheetgen.rules.legality.search import Search
from sheetgen.rules.legality.states import Effort, Found, Guide, Others, Probe
from sheetgen.rules.legality.steps import Link, Step

PROBES = tuple(Probe(300, seed) for seed in range(2))
"""Short searches before the long one."""

COARSE_PERCENT = 80
"""Of the effort for the coarser search and what it leads to: it hardly ever fails to decide."""

PLAIN_EFFORT = 5
"""What a verdict without a search costs, in states."""


class _Row(NamedTuple):
    """What a row's facts allow."""

    exact: RowMoves
    coarse: RowMoves
    """The same without the numbers of crosses: allows all of it, perhaps more."""
    lumped: list[int]
    """For each exact state the coarse one."""
    alike: bool


class Verdicts:
    """Verdicts on one board. What the facts of a row allow is worked out once, as many questions
    are about the same facts in most of the rows."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.counting = any(
            effect and effect.rule == TWO_IN_FEWEST
            for line in board.lines
            for effect in line.effects
        )
        self._rows: dict[tuple[int, tuple[bool | None, ...]], _Row | None] = {}

    def on(self, known: Known, effort: Effort, others: Others) -> Found:
        """Search while the effort lasts; ``others``: what other players may have done."""
        board = self.board
        effort.left -= PLAIN_EFFORT
        if not board.searchable:
            certain = implied(board, known) is None
            return Found(False if certain else None)
        if not board.forcing:
            steps = plain_order(board, known)
            return Found(steps is not None, steps or ())
        facts = implied(board, known)
        if facts is None:
            return Found(False)
        found = self._search(facts, effort, others)
        marks = tuple(_other_marks(board, facts)) if found.possible else ()
        return Found(found.possible, (*marks, *found.steps))

    def _search(self, facts: Known, effort: Effort, others: Others) -> Found:
        """The coarser search, which can refute; what it finds instead is tried for exact numbers of
        crosses. Then probes, and the exact search to the end.
        """
        rows: list[_Row] = []
        for number in range(len(self.board.lines)):
            row = self._row(number, facts)
            if row is None:
                return Found(False)
            rows.append(row)
        exact = Search(self.board, facts, [row.exact for row in rows], others)
        if not all(row.alike for row in rows):
            found = self._with_guide(exact, rows, facts, effort, others)
            if found.possible is not None:
                return found
        for probe in PROBES:
            found = exact.run(effort, probe)
            if found.possible is not None:
                return found
        return exact.run(effort)

    def _with_guide(
        self, exact: Search, rows: list[_Row], facts: Known, effort: Effort, others: Others
    ) -> Found:
        """Refuted by the coarser search, or found where that leads; else undecided."""
        part = effort.part(COARSE_PERCENT)
        limit = part.left
        coarse = Search(self.board, facts, [row.coarse for row in rows], others)
        found = coarse.run(part)
        if found.possible:
            guide = Guide(coarse.way(), [row.lumped for row in rows])
            found = exact.run(part, guide=guide)
            found = found if found.possible else Found(None)
        effort.left -= limit - part.left
        return found

    def _row(self, number: int, facts: Known) -> _Row | None:
        """What the facts of a row allow; None if the row on its own cannot come about."""
        line = self.board.lines[number]
        cells = (*line.cells, *((line.lock,) if line.lock else ()))
        key = (number, tuple(facts.get(cell.id) for cell in cells))
        if key not in self._rows:
            self._rows[key] = self._work_out(number, facts)
        return self._rows[key]

    def _work_out(self, number: int, facts: Known) -> _Row | None:
        line = self.board.lines[number]
        automaton = row_automaton(line, facts, counting=self.counting)
        if not completable(automaton):
            return None
        exact = row_moves(line, automaton, facts, counting=self.counting)
        positions = positions_of(automaton)
        smaller = forgetful(automaton, positions)
        if smaller.exact:
            return _Row(exact, exact, list(range(len(positions))), True)
        coarse = row_moves(line, smaller, facts, counting=self.counting)
        return _Row(exact, coarse, lumped(positions), False)


def verdict(board: Board, known: Known, effort: Effort, others: Others) -> Found:
    """A single verdict."""
    return Verdicts(board).on(known, effort, others)


def _other_marks(board: Board, facts: Known) -> Iterator[Step]:
    """Tracks and diamonds bear on nothing; legend boxes go with their cells."""
    for strip in board.sheet.extras:
        for cell in strip.cells:
            if cell.kind in ("track", "diamond") and facts.get(cell.id):
                yield Step((Link("cross", cell.id),))
