"""What the search needs of a row: its moves, with plain crosses put off until they matter.

A plain cross closes nothing and forces nothing, so it can be made at any time before the row is
next touched. Every move here therefore begins with a path: plain crosses made earlier.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sheetgen.rules.legality.automaton import Move, RowAutomaton, positions_of
from sheetgen.rules.legality.board import STRIKE_BAR, Line
from sheetgen.rules.legality.facts import Known

Path = tuple[int, ...]
"""Positions of plain crosses."""


class Touch(NamedTuple):
    """Something done in a row after a path of plain crosses."""

    path: Path
    position: int | None
    """The cell that is crossed; None: none is (a forced cross lapses, or the row only waits)."""
    state: int
    closes: bool = False


class RowMoves(NamedTuple):
    """By state of the row's automaton."""

    events: list[tuple[Touch, ...]]
    """Own crosses that close the row or force something."""
    forced: list[tuple[Touch, ...]]
    """Forced crosses, and where they lapse."""
    forced_now: list[tuple[Touch, ...]]
    """The same without plain crosses before."""
    waiting: list[tuple[Touch, ...]]
    """Plain crosses only."""
    before: list[int]
    """Bits of the states from which plain crosses lead here, itself included."""
    finished: list[tuple[Touch, ...]]
    """Plain crosses after which the row has all that it must have."""
    done: list[bool]
    fewest: list[int]
    most: list[int]
    strikes: list[int]
    """Bonus cells that must still be crossed."""
    most_strikes: list[int]
    """Bonus cells that may still be crossed."""


def row_moves(line: Line, automaton: RowAutomaton, known: Known, *, counting: bool) -> RowMoves:
    """The moves of a row; ``counting``: how many crosses it has matters when it is finished."""
    plain, events = _split(line, automaton)
    waiting = [_waiting(plain, state) for state in range(len(plain))]
    finished = [tuple(w for w in ways if automaton.done[w.state]) for ways in waiting]
    return RowMoves(
        events=[
            _distinct(
                Touch(way.path, move.position, move.state, move.closes)
                for way in ways
                for move in events[way.state]
            )
            for ways in waiting
        ],
        forced=[
            _distinct(
                touch._replace(path=way.path)
                for way in ways
                for touch in _forced(automaton, way.state)
            )
            for ways in waiting
        ],
        forced_now=[_forced(automaton, state) for state in range(len(plain))],
        waiting=waiting,
        before=_before(waiting),
        finished=finished if counting else [ways[:1] for ways in finished],
        done=automaton.done,
        fewest=automaton.fewest,
        most=automaton.most,
        strikes=_strikes(line, automaton, known, (True,)),
        most_strikes=_strikes(line, automaton, known, (True, None)),
    )


def _before(waiting: list[tuple[Touch, ...]]) -> list[int]:
    found = [0] * len(waiting)
    for state, ways in enumerate(waiting):
        for way in ways:
            found[way.state] |= 1 << state
    return found


def _strikes(
    line: Line, automaton: RowAutomaton, known: Known, facts: tuple[bool | None, ...]
) -> list[int]:
    """The bonus cells right of the last cross of which one of these facts is known."""
    wanted = [
        i
        for i, (cell, effect) in enumerate(zip(line.cells, line.effects, strict=True))
        if effect and effect.rule == STRIKE_BAR and known.get(cell.id) in facts
    ]
    return [sum(i > position for i in wanted) for position in positions_of(automaton)]


def _split(line: Line, automaton: RowAutomaton) -> tuple[list[list[Move]], list[list[Move]]]:
    """Own crosses that are plain, and those that are not."""
    plain: list[list[Move]] = []
    events: list[list[Move]] = []
    for moves in automaton.own:
        rest = [move for move in moves if move.closes or line.effects[move.position] is not None]
        plain.append([move for move in moves if move not in rest])
        events.append(rest)
    return plain, events


def _waiting(plain: list[list[Move]], state: int) -> tuple[Touch, ...]:
    """All states that plain crosses lead to, the state itself first."""
    found = {state: Touch((), None, state)}
    order = [state]
    for at in order:
        for move in plain[at]:
            if move.state not in found:
                path = (*found[at].path, move.position)
                found[move.state] = Touch(path, None, move.state)
                order.append(move.state)
    return tuple(found[at] for at in order)


def _forced(automaton: RowAutomaton, state: int) -> tuple[Touch, ...]:
    return tuple(
        Touch((), None, state)
        if move is None
        else Touch((), move.position, move.state, move.closes)
        for move in automaton.forced[state]
    )


def _distinct(touches: Iterable[Touch]) -> tuple[Touch, ...]:
    """One touch for each result, the first."""
    found: dict[tuple[int | None, int], Touch] = {}
    for touch in touches:
        found.setdefault((touch.position, touch.state), touch)
    return tuple(found.values())
