"""Whether some legal play agrees with what is known of a sheet: an order, none, or undecided.

Undecided only where a budget of time runs out, or where an own template combines rules whose
combination nobody has written down (forced crosses with linked cells, second boxes or two-colour
fields; linked closing numbers): then only what is certainly impossible is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sheetgen.rules.legality.automaton import (
    RowAutomaton,
    completable,
    forgetful,
    positions_of,
    row_automaton,
)
from sheetgen.rules.legality.board import TWO_IN_FEWEST, Board
from sheetgen.rules.legality.facts import Known, implied
from sheetgen.rules.legality.plain import plain_order
from sheetgen.rules.legality.rowmoves import row_moves
from sheetgen.rules.legality.search import Search
from sheetgen.rules.legality.states import Effort, Found, Others, Probe
from sheetgen.rules.legality.steps import Link, Step

PROBES = tuple(Probe(300, seed) for seed in range(6))
"""Short searches before the long one."""

PLAIN_EFFORT = 5
"""What a verdict without a search costs, in states."""


def verdict(board: Board, known: Known, effort: Effort, others: Others) -> Found:
    """Search while the effort lasts; ``others``: what other players may have done."""
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
    found = _search(board, facts, effort, others)
    marks = tuple(_other_marks(board, facts)) if found.possible else ()
    return Found(found.possible, (*marks, *found.steps))


def _search(board: Board, facts: Known, effort: Effort, others: Others) -> Found:
    """Probes; then the coarser search, which may only refute; then the exact one to the end."""
    counting = any(e and e.rule == TWO_IN_FEWEST for line in board.lines for e in line.effects)

    def search(automata: Sequence[RowAutomaton]) -> Search:
        moves = [
            row_moves(line, row, facts, counting=counting)
            for line, row in zip(board.lines, automata, strict=True)
        ]
        return Search(board, facts, moves, others)

    rows = [row_automaton(line, facts, counting=counting) for line in board.lines]
    if not all(completable(row) for row in rows):
        return Found(False)
    exact = search(rows)
    for probe in PROBES:
        found = exact.run(effort, probe)
        if found.possible is not None:
            return found
    coarse = [forgetful(row, positions_of(row)) for row in rows]
    if not all(row.exact for row in coarse):
        part = effort.part(2)
        limit = part.left
        refuted = search(coarse).run(part).possible is False
        effort.left -= limit - part.left
        if refuted:
            return Found(False)
    return exact.run(effort)


def _other_marks(board: Board, facts: Known) -> Iterator[Step]:
    """Tracks and diamonds bear on nothing; legend boxes go with their cells."""
    for strip in board.sheet.extras:
        for cell in strip.cells:
            if cell.kind in ("track", "diamond") and facts.get(cell.id):
                yield Step((Link("cross", cell.id),))
