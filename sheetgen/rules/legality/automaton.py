"""One row of cells as an automaton: how its crosses can be made from left to right.

A state is the position of the last cross with the number of crosses so far. With every cell known
the position tells the number; where cells are unknown it does not, and a second, smaller automaton
forgets it: that one allows all that the first allows, perhaps more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from sheetgen.rules.legality.board import Line
from sheetgen.rules.legality.facts import Known


class Move(NamedTuple):
    """A cross that can be made."""

    position: int
    state: int
    """The state after it."""
    closes: bool
    """It closes the row; its lock is crossed with it."""


class RowAutomaton(NamedTuple):
    """Everything by state; state 0 is the empty row."""

    own: list[tuple[Move, ...]]
    """Own crosses: any cell to the right that the facts allow."""
    forced: list[tuple[Move | None, ...]]
    """What a forced cross can be: the next cell, or None where it lapses. Empty: impossible."""
    done: list[bool]
    """Every cell that must be crossed is."""
    fewest: list[int]
    most: list[int]
    """Least and most crosses of the row, the lock included."""
    exact: bool
    """The least is the most, and the same holds for the crosses that the closing number needs."""


_State = tuple[int, int, int, bool]
"""Position of the last cross, crosses that the closing number needs, all crosses, closed."""


def row_automaton(line: Line, known: Known, *, counting: bool) -> RowAutomaton:
    """The automaton of a row with these facts.

    ``counting``: the number of all crosses matters, not only of those that closing needs.
    """
    row = _Row(line, known, counting)
    start: _State = (-1, 0, 0, False)
    index = {start: 0}
    order = [start]
    own: list[tuple[Move, ...]] = []
    forced: list[tuple[Move | None, ...]] = []

    def move(target: _State) -> Move:
        if target not in index:
            index[target] = len(order)
            order.append(target)
        return Move(target[0], index[target], target[3])

    for state in order:
        own.append(tuple(move(target) for target in row.own(state)))
        forced.append(
            tuple(None if target is None else move(target) for target in row.forced(state))
        )
    alive = _alive(own, [row.done(state) for state in order])
    return RowAutomaton(
        own=[tuple(m for m in moves if m.state in alive) for moves in own],
        forced=[tuple(m for m in moves if m is None or m.state in alive) for moves in forced],
        done=[row.done(state) for state in order],
        fewest=[state[2] for state in order],
        most=[state[2] for state in order],
        exact=True,
    )


class _Row:
    """A row and its facts."""

    def __init__(self, line: Line, known: Known, counting: bool) -> None:
        self.line = line
        self.counting = counting
        self.facts = [known.get(cell.id) for cell in line.cells]
        self.lock = known.get(line.lock.id) if line.lock else False
        self.last = max((i for i, fact in enumerate(self.facts) if fact), default=-1)

    def done(self, state: _State) -> bool:
        position, _, _, closed = state
        return position >= self.last and not (self.lock and not closed)

    def own(self, state: _State) -> Iterable[_State]:
        """Cells that must be crossed are not passed over; those first that must be."""
        targets: list[_State] = []
        if state[3]:
            return targets
        for position in range(state[0] + 1, len(self.facts)):
            target = self._cross(state, position)
            if target is not None:
                targets.append(target)
            if self.facts[position]:
                break
        return reversed(targets)

    def forced(self, state: _State) -> Iterable[_State | None]:
        position = state[0] + 1
        if state[3] or position >= len(self.facts) or self._lapses(state, position):
            return (None,)
        target = self._cross(state, position)
        return () if target is None else (target,)

    def _lapses(self, state: _State, position: int) -> bool:
        cell = self.line.cells[position]
        return cell.closing and state[1] < self.line.need

    def _cross(self, state: _State, position: int) -> _State | None:
        """The state after a cross, None if the facts or the rules forbid it."""
        if self.facts[position] is False or self._lapses(state, position):
            return None
        _, counted, crosses, _ = state
        if self.line.cells[position].closing:
            return None if self.lock is False else self._state(position, counted, crosses + 2, True)
        return self._state(position, counted + self.line.counts(position), crosses + 1, False)

    def _state(self, position: int, counted: int, crosses: int, closed: bool) -> _State:
        counted = min(counted, self.line.need)
        if closed or self._never_closes():
            counted = 0
        return position, counted, crosses if self.counting else 0, closed

    def _never_closes(self) -> bool:
        """No closing number can be crossed, nor be the next possible cell of a forced cross."""
        return self.line.lock is None


def forgetful(automaton: RowAutomaton, positions: list[int]) -> RowAutomaton:
    """The automaton without the numbers of crosses; ``positions``: those of the states."""
    groups = sorted(set(positions))
    index = {position: i for i, position in enumerate(groups)}
    members = [[s for s, p in enumerate(positions) if p == position] for position in groups]

    def merged(move: Move | None) -> Move | None:
        return move and Move(move.position, index[positions[move.state]], move.closes)

    def union(moves: Callable[[int], Iterable[Move | None]], group: list[int]) -> list[Move | None]:
        return list(dict.fromkeys(merged(move) for state in group for move in moves(state)))

    return RowAutomaton(
        own=[tuple(m for m in union(automaton.own.__getitem__, group) if m) for group in members],
        forced=[tuple(union(automaton.forced.__getitem__, group)) for group in members],
        done=[any(automaton.done[s] for s in group) for group in members],
        fewest=[min(automaton.fewest[s] for s in group) for group in members],
        most=[max(automaton.most[s] for s in group) for group in members],
        exact=len(groups) == len(positions),
    )


def lumped(positions: list[int]) -> list[int]:
    """For each state the one of the automaton without numbers."""
    index = {position: i for i, position in enumerate(sorted(set(positions)))}
    return [index[position] for position in positions]


def positions_of(automaton: RowAutomaton) -> list[int]:
    """The position of the last cross by state, -1 for the empty row."""
    found = [-1] * len(automaton.own)
    for moves in (*automaton.own, *automaton.forced):
        for move in moves:
            if move is not None:
                found[move.state] = move.position
    return found


def completable(automaton: RowAutomaton) -> bool:
    """Whether the row on its own can come about at all."""
    return automaton.done[0] or bool(automaton.own[0])


def _alive(own: list[tuple[Move, ...]], done: list[bool]) -> set[int]:
    """The states from which the row can still come about; own crosses allow more than forced."""
    before: list[list[int]] = [[] for _ in own]
    for state, moves in enumerate(own):
        for move in moves:
            before[move.state].append(state)
    alive = {state for state, value in enumerate(done) if value}
    edge = list(alive)
    while edge:
        for state in before[edge.pop()]:
            if state not in alive:
                alive.add(state)
                edge.append(state)
    return alive
