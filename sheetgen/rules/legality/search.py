"""The search for an order of play, where crosses force others.

Depth first over states, each once: the state of every row, the closed colours, the used bar
fields, the crossed cells of symbols that act together, and what an event still forces. Another
player's closing is put off until it makes a difference (a bar field that is passed over, a forced
cross that lapses, the end); that loses no order, because a colour that is still open allows more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import NamedTuple

from sheetgen.rules.legality.automaton import Move, RowAutomaton
from sheetgen.rules.legality.board import (
    FULL_HOUSE,
    ONE_IN_EVERY_ROW,
    STRIKE_BAR,
    TWO_IN_FEWEST,
    Board,
)
from sheetgen.rules.legality.facts import Known
from sheetgen.rules.legality.steps import Link, Step

_STRIKE, _FORCE, _FEWEST, _TWO, _EVERY = range(5)
_LOOK_AT_CLOCK = 256

Frame = tuple[int, int, int]
"""What is still forced: kind, then row and number of crosses left, or a mask of rows left."""


class State(NamedTuple):
    rows: tuple[int, ...]
    closed: int
    """Bits of the closed colours."""
    used: int
    """Bits of the bar fields that were struck by bonus cells."""
    symbols: int
    pending: tuple[Frame, ...]
    """The innermost effect last."""


@dataclass(frozen=True, slots=True)
class Found:
    """The answer of a search: an order, none, or out of time."""

    possible: bool | None
    steps: tuple[Step, ...] = ()


class OutOfTime(Exception):
    """The budget of a search ran out."""


class Search:
    """One search on a board with some facts."""

    def __init__(
        self, board: Board, known: Known, rows: list[RowAutomaton], may_close: int
    ) -> None:
        self.board = board
        self.rows = rows
        self.may_close = may_close
        """Bits of the colours that other players may close."""
        self.colour = [line.colour for line in board.lines]
        self.struck = _bits(board, known, True)
        self.free = _bits(board, known, False)
        self.misthrows = tuple(cell for cell in board.misthrows if known.get(cell))
        self.four = len(self.misthrows) == len(board.misthrows)
        """Every misthrow box is crossed: the game ended so, not with closed colours."""
        self.full_rows = (1 << len(rows)) - 1
        self.came_from: dict[State, tuple[State, tuple[Link, ...]]] = {}
        self.states = 0

    def run(self, deadline: float, most_states: int = 10**9) -> Found:
        """Search until the deadline (``perf_counter``) or a number of states."""
        start = State((0,) * len(self.rows), 0, 0, 0, ())
        stack = [start]
        seen = {start}
        while stack:
            state = stack.pop()
            self.states += 1
            if self.accepts(state):
                return Found(True, self.steps_to(state))
            if self.states % _LOOK_AT_CLOCK == 0 and (
                perf_counter() > deadline or self.states > most_states
            ):
                return Found(None)
            successors = [item for item in self.successors(state) if item[0] not in seen]
            for successor, links in reversed(successors):
                if successor not in seen:
                    seen.add(successor)
                    self.came_from[successor] = (state, links)
                    stack.append(successor)
        return Found(False)

    # The end.

    def accepts(self, state: State) -> bool:
        """Whether the sheet may be left as it is here."""
        return self._closed_at_end(state) is not None

    def _closed_at_end(self, state: State) -> int | None:
        """The colours closed then, None if play cannot stop here.

        Fields that no bonus cell struck are void: their colours must be closed. Where an event is
        cut short, the game has ended, so at least two colours are closed.
        """
        for automaton, row in zip(self.rows, state.rows, strict=True):
            if not automaton.done[row]:
                return None
        closed = state.closed
        void = self.struck & ~state.used
        if void:
            for i, bit in enumerate(self.board.bar_bits):
                if void >> i & 1 and not closed & bit:
                    if not bit & self.may_close:
                        return None
                    closed |= bit
        if state.pending:
            for i in range(len(self.board.colours)):
                if closed.bit_count() < FULL_HOUSE and self.may_close >> i & 1:
                    closed |= 1 << i
            if closed.bit_count() < FULL_HOUSE:
                return None
        if closed.bit_count() >= FULL_HOUSE and self.four:
            return None
        return closed

    # What can happen next.

    def successors(self, state: State) -> Iterator[tuple[State, tuple[Link, ...]]]:
        if state.pending:
            yield from self._continue(state)
        elif state.closed.bit_count() < FULL_HOUSE:
            for row, automaton in enumerate(self.rows):
                if not state.closed & self.colour[row]:
                    for move in automaton.own[state.rows[row]]:
                        yield from self._cross(state, row, move, state.pending, "cross")

    def _continue(self, state: State) -> Iterator[tuple[State, tuple[Link, ...]]]:
        """One link of the event in progress."""
        kind, a, b = state.pending[-1]
        rest = state.pending[:-1]
        if kind == _STRIKE:
            yield from self._strike(state, rest)
        elif kind == _FORCE:
            yield from self._force(state, a, rest, rest)
        elif kind == _FEWEST:
            for row in self._rows_with_fewest(state):
                yield state._replace(pending=(*rest, (_TWO, row, 2))), ()
        elif kind == _TWO:
            left = (*rest, (_TWO, a, b - 1)) if b > 1 else rest
            yield from self._force(state, a, left, rest)
        else:
            for row in range(len(self.rows)):
                if a >> row & 1:
                    mask = a & ~(1 << row)
                    left = (*rest, (_EVERY, mask, 0)) if mask else rest
                    yield from self._force(state, row, left, left)

    def _strike(
        self, state: State, rest: tuple[Frame, ...]
    ) -> Iterator[tuple[State, tuple[Link, ...]]]:
        """The leftmost free field of an open colour is struck; none left: nothing happens."""
        board = self.board
        for i, bit in enumerate(board.bar_bits):
            if state.used >> i & 1 or state.closed & bit:
                continue
            if not self.free >> i & 1:
                line = board.bar_lines[i]
                pending = rest if line is None else (*rest, (_FORCE, line, 0))
                used = state.used | 1 << i
                links = (Link("strike", board.bar[i].id),)
                yield state._replace(used=used, pending=pending), links
            yield from self._others_close(state, bit, state.pending, ())
            return
        yield state._replace(pending=rest), ()

    def _force(
        self, state: State, row: int, after: tuple[Frame, ...], lapsed: tuple[Frame, ...]
    ) -> Iterator[tuple[State, tuple[Link, ...]]]:
        """The next possible cell of a row is crossed, or the cross lapses.

        ``after``: what is still pending after the cross, ``lapsed``: after none.
        """
        lapse = (Link("lapse", self.board.lines[row].row.id),)
        if state.closed & self.colour[row]:
            yield state._replace(pending=lapsed), lapse
            return
        can_cross = False
        for move in self.rows[row].forced[state.rows[row]]:
            if move is None:
                yield state._replace(pending=lapsed), lapse
            else:
                can_cross = True
                yield from self._cross(state, row, move, after, "forced")
        if can_cross or not self.rows[row].forced[state.rows[row]]:
            yield from self._others_close(state, self.colour[row], lapsed, lapse)

    def _others_close(
        self, state: State, bit: int, pending: tuple[Frame, ...], links: tuple[Link, ...]
    ) -> Iterator[tuple[State, tuple[Link, ...]]]:
        """Another player closes a colour just now: no row of it may still need crosses."""
        if not bit & self.may_close:
            return
        closed = state.closed | bit
        if self.four and closed.bit_count() >= FULL_HOUSE:
            return
        for row, colour in enumerate(self.colour):
            if colour & bit and not self.rows[row].done[state.rows[row]]:
                return
        (name,) = self.board.names(bit)
        close = Link("others-close", name)
        yield state._replace(closed=closed, pending=pending), (close, *links)

    def _cross(
        self, state: State, row: int, move: Move, pending: tuple[Frame, ...], kind: str
    ) -> Iterator[tuple[State, tuple[Link, ...]]]:
        """A cross with the lock that goes with it, and what it forces put on top.

        The texts leave open whether an effect within an effect runs at once or after it.
        """
        line = self.board.lines[row]
        position, target, closes = move
        closed = state.closed
        links: tuple[Link, ...] = (
            Link("cross" if kind == "cross" else "forced", line.cells[position].id),
        )
        if closes:
            closed |= line.colour
            if self.four and closed.bit_count() >= FULL_HOUSE:
                return
            assert line.lock is not None
            links = (*links, Link("lock", line.lock.id))
        rows = (*state.rows[:row], target, *state.rows[row + 1 :])
        symbols, frame = state.symbols, None
        effect = line.effects[position]
        if effect is not None:
            symbols |= effect.bit
            if effect.rule == STRIKE_BAR:
                frame = (_STRIKE, 0, 0)
            elif symbols & effect.full == effect.full:
                frame = self._frame_of(effect.rule)
        if frame is None:
            yield State(rows, closed, state.used, symbols, pending), links
            return
        yield State(rows, closed, state.used, symbols, (*pending, frame)), links
        if pending and frame[0] != _STRIKE:
            after = (*pending[:-1], frame, pending[-1])
            yield State(rows, closed, state.used, symbols, after), links

    def _frame_of(self, rule: str) -> Frame | None:
        frames: dict[str, Frame] = {
            TWO_IN_FEWEST: (_FEWEST, 0, 0),
            ONE_IN_EVERY_ROW: (_EVERY, self.full_rows, 0),
        }
        return frames.get(rule)

    def _rows_with_fewest(self, state: State) -> Iterator[int]:
        """The rows that may have fewest crosses: closed and empty ones count too."""
        most = min(
            automaton.most[row] for automaton, row in zip(self.rows, state.rows, strict=True)
        )
        for i, (automaton, row) in enumerate(zip(self.rows, state.rows, strict=True)):
            if automaton.fewest[row] <= most:
                yield i

    # The order that was found.

    def steps_to(self, state: State) -> tuple[Step, ...]:
        """The order that led to a state, with the closings and misthrows that end it."""
        events: list[list[Link]] = []
        last = state
        path: list[tuple[Link, ...]] = []
        while last in self.came_from:
            last, links = self.came_from[last]
            path.append(links)
        for links in reversed(path):
            if links and links[0].kind == "cross":
                events.append([])
            if links:
                events[-1].extend(links)
        return _with_end(self, state, events)


def _with_end(search: Search, state: State, events: list[list[Link]]) -> tuple[Step, ...]:
    """The steps of an order: misthrows before the end, then what others close in the end."""
    closed = search._closed_at_end(state)
    assert closed is not None
    board = search.board
    misthrows = [[Link("misthrow", cell)] for cell in search.misthrows]
    over = closed.bit_count() >= FULL_HOUSE
    if over:
        events = [*misthrows, *events]
    late = [Link("others-close", name) for name in board.names(closed & ~state.closed)]
    if state.pending:
        events[-1] += [*late, Link("cut")]
    elif late:
        events.append(late)
    if over and not state.pending:
        events[-1].append(Link("end"))
    if not over:
        events = [*events, *misthrows]
    if search.four:
        events[-1].append(Link("end"))
    return tuple(Step(tuple(links)) for links in events)


def _bits(board: Board, known: Known, value: bool) -> int:
    return sum(1 << i for i, cell in enumerate(board.bar) if known.get(cell.id) is value)
