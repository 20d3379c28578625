"""The search for an order of play, where crosses force others.

Depth first over states, each once. Two things are put off until they make a difference, which loses
no order: plain crosses (see ``rowmoves``) until their row is touched, and another player's closing
until a bar field is passed over, a forced cross lapses, or the end (an open colour allows more).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal

from sheetgen.rules.legality.barroom import room_of
from sheetgen.rules.legality.board import (
    FULL_HOUSE,
    ONE_IN_EVERY_ROW,
    STRIKE_BAR,
    TWO_IN_FEWEST,
    Board,
)
from sheetgen.rules.legality.facts import Known
from sheetgen.rules.legality.orders import steps_to
from sheetgen.rules.legality.rowmoves import RowMoves, Touch
from sheetgen.rules.legality.states import (
    Done,
    Effort,
    Found,
    Frame,
    Guide,
    Others,
    Probe,
    State,
    Successor,
    touch_row,
)
from sheetgen.rules.legality.steps import Link

CrossKind = Literal["cross", "forced"]

MOST_COMPARED = 32
"""States with which a new one is compared."""

_STRIKE, _FORCE, _FEWEST, _RAISE, _TWO, _EVERY = range(6)


class Search:
    """One search on a board with some facts."""

    def __init__(
        self, board: Board, known: Known, rows: Sequence[RowMoves], others: Others
    ) -> None:
        self.board = board
        self.rows = rows
        self.may_close = others.may_close
        self.colour = [line.colour for line in board.lines]
        self.struck = _bits(board, known, True)
        self.free = _bits(board, known, False)
        self.misthrows = tuple(cell for cell in board.misthrows if known.get(cell))
        self.four = len(self.misthrows) == len(board.misthrows)
        """Every misthrow box is crossed: the game ended so, not with closed colours."""
        self.may_end = others.may_end and not self.four
        effects = [effect for line in board.lines for effect in line.effects if effect]
        chains = any(effect.rule != STRIKE_BAR for effect in effects)
        self.room = room_of(board.bar_bits, self.struck, self.free, self.may_end, chains)
        self._closes = {1 << i: Link("others-close", name) for i, name in enumerate(board.colours)}
        self._frames: dict[str, Frame] = {
            STRIKE_BAR: (_STRIKE, 0, 0),
            TWO_IN_FEWEST: (_FEWEST, 0, 0),
            ONE_IN_EVERY_ROW: (_EVERY, (1 << len(rows)) - 1, 0),
        }
        self.came_from: dict[State, tuple[State, Done]] = {}
        self.end: State | None = None
        """Where the order that was found ends."""
        self._idle: dict[tuple[int, int, int, int], list[tuple[int, ...]]] = {}
        """The rows of the states between events, by everything else."""

    def run(self, effort: Effort, probe: Probe | None = None, guide: Guide | None = None) -> Found:
        """Search while the effort lasts; as a probe in another order and for fewer states.

        ``guide``: only through states that it admits.
        """
        start = State((0,) * len(self.rows))
        stack, seen = [start], {start}
        self.came_from.clear()
        self._idle.clear()
        most = min(effort.left, probe.states) if probe else effort.left
        shuffled = random.Random(probe.seed).random if probe else None
        for count in range(1, most + 1):
            state = stack.pop()
            if self.closed_at_end(state) is not None:
                effort.left -= count
                self.end = state
                return Found(True, steps_to(self, state))
            successors = list(self.successors(state))
            if shuffled:
                successors.sort(key=lambda _: shuffled())
            for successor, done in reversed(successors):
                if successor in seen or self.hopeless(successor):
                    continue
                if guide and not guide.admits(successor):
                    continue
                if successor.pending or not self._outdone(successor):
                    seen.add(successor)
                    self.came_from[successor] = (state, done)
                    stack.append(successor)
            if not stack:
                effort.left -= count
                return Found(False)
        effort.left -= most
        return Found(None)

    def way(self) -> Iterator[State]:
        """The states of the order that was found, the last one first."""
        at = self.end
        while at is not None:
            yield at
            at = self.came_from[at][0] if at in self.came_from else None

    # The end.

    def closed_at_end(self, state: State) -> int | None:
        """The colours closed if play stops here, None if it cannot.

        Fields that no bonus cell struck are void: their colours must be closed. Where an event is
        cut short, the game has ended, so at least two colours are closed.
        """
        for i, (moves, row) in enumerate(zip(self.rows, state.rows, strict=True)):
            if not moves.done[row] and (
                state.touched >> i & 1 or state.closed & self.colour[i] or not moves.finished[row]
            ):
                return None
        closed = state.closed
        void = self.struck & ~state.used
        for i, bit in enumerate(self.board.bar_bits if void else ()):
            if void >> i & 1 and not closed & bit:
                if not bit & self.may_close:
                    return None
                closed |= bit
        for i in range(len(self.board.colours) if state.pending else 0):
            if closed.bit_count() < FULL_HOUSE and self.may_close >> i & 1:
                closed |= 1 << i
        over = closed.bit_count() >= FULL_HOUSE
        return None if (state.pending and not over) or (over and not self.may_end) else closed

    def hopeless(self, state: State) -> bool:
        """The bar cannot do with any number of bonus cells that may still be crossed."""
        least = most = sum(frame[0] == _STRIKE for frame in state.pending)
        for i, row in enumerate(state.rows):
            if not state.closed & self.colour[i]:
                least += self.rows[i].strikes[row]
                most += self.rows[i].most_strikes[row]
        return not self.room.allows(state.used, state.closed, least, most)

    def _outdone(self, state: State) -> bool:
        """Plain crosses lead from a state that was seen to this one, so it adds nothing.

        Where that is not found, the state is noted as seen. To miss it costs time alone, and so
        does comparing with too many.
        """
        seen = self._idle.setdefault((state.closed, state.used, state.symbols, state.touched), [])
        before = [
            moves.before[row]
            if not (state.touched >> i & 1 or state.closed & self.colour[i])
            else 1 << row
            for i, (moves, row) in enumerate(zip(self.rows, state.rows, strict=True))
        ]
        for rows in seen[-MOST_COMPARED:]:
            for mask, row in zip(before, rows, strict=True):
                if not mask >> row & 1:
                    break
            else:
                return True
        seen.append(state.rows)
        return False

    # What can happen next.

    def successors(self, state: State) -> Iterator[Successor]:
        if state.pending:
            yield from self._continue(state)
        elif state.closed.bit_count() < FULL_HOUSE:
            for row, moves in enumerate(self.rows):
                if not state.closed & self.colour[row]:
                    for touch in moves.events[state.rows[row]]:
                        yield from self._cross(state, row, touch, (), "cross")

    def _continue(self, state: State) -> Iterator[Successor]:
        """One link of the event in progress."""
        kind, a, b = state.pending[-1]
        rest = state.pending[:-1]
        if kind == _STRIKE:
            yield from self._strike(state, rest)
        elif kind == _FORCE:
            yield from self._force(state, a, rest, rest)
        elif kind == _FEWEST:
            yield from self._fewest(state, rest)
        elif kind == _RAISE:
            yield from self._raise(state, a, rest)
        elif kind == _TWO:
            left = (*rest, (_TWO, a, b - 1)) if b > 1 else rest
            yield from self._force(state, a, left, rest)
        else:
            for row in range(len(self.rows)):
                if a >> row & 1:
                    mask = a & ~(1 << row)
                    left = (*rest, (_EVERY, mask, 0)) if mask else rest
                    yield from self._force(state, row, left, left)

    def _strike(self, state: State, rest: tuple[Frame, ...]) -> Iterator[Successor]:
        """The leftmost free field of an open colour is struck; none left: nothing happens."""
        board = self.board
        for i, bit in enumerate(board.bar_bits):
            if state.used >> i & 1 or state.closed & bit:
                continue
            if not self.free >> i & 1:
                line = board.bar_lines[i]
                pending = rest if line is None else (*rest, (_FORCE, line, 0))
                done = Done((), (Link("strike", board.bar[i].id),))
                yield self._reached(state, pending, used=state.used | 1 << i), done
            yield from self._others_close(state, bit, state.pending, ())
            return
        yield self._reached(state, rest), Done((), ())

    def _fewest(self, state: State, rest: tuple[Frame, ...]) -> Iterator[Successor]:
        """A row with fewest crosses is chosen: its plain crosses before must be made by now."""
        for row, moves in enumerate(self.rows):
            pending = (*rest, (_RAISE, row, 0))
            if state.touched >> row & 1 or state.closed & self.colour[row]:
                yield self._reached(state, pending), Done((), ())
                continue
            for touch in moves.waiting[state.rows[row]]:
                done = Done(self.cells(row, touch.path), ())
                yield self._reached(touch_row(state, row, touch.state), pending), done

    def _raise(self, state: State, fewest: int, rest: tuple[Frame, ...]) -> Iterator[Successor]:
        """The other rows have as many crosses, closed and empty ones too; as few as will do."""
        count = self.rows[fewest].fewest[state.rows[fewest]]
        for row, moves in enumerate(self.rows):
            at = state.rows[row]
            if moves.most[at] >= count:
                continue
            if state.touched >> row & 1 or state.closed & self.colour[row]:
                return
            for touch in moves.waiting[at]:
                if moves.fewest[touch.state] <= count <= moves.most[touch.state]:
                    raised = touch_row(state, row, touch.state, mask=0)
                    yield raised, Done(self.cells(row, touch.path), ())
            return
        yield self._reached(state, (*rest, (_TWO, fewest, 2))), Done((), ())

    def _force(
        self, state: State, row: int, after: tuple[Frame, ...], lapsed: tuple[Frame, ...]
    ) -> Iterator[Successor]:
        """The next possible cell of a row is crossed, or the cross lapses.

        ``after``: what is still pending after the cross, ``lapsed``: after none.
        """
        lapse = (Link("lapse", self.board.lines[row].row.id),)
        if state.closed & self.colour[row]:
            yield self._reached(state, lapsed), Done((), lapse)
            return
        moves, at = self.rows[row], state.rows[row]
        for touch in (moves.forced_now if state.touched >> row & 1 else moves.forced)[at]:
            if touch.position is not None:
                yield from self._cross(state, row, touch, after, "forced")
                continue
            done = Done(self.cells(row, touch.path), lapse)
            yield self._reached(touch_row(state, row, touch.state), lapsed), done
        yield from self._others_close(state, self.colour[row], lapsed, lapse)

    def _others_close(
        self, state: State, bit: int, pending: tuple[Frame, ...], links: tuple[Link, ...]
    ) -> Iterator[Successor]:
        """Another player closes a colour just now: no row of it may still need crosses."""
        closed = state.closed | bit
        if not bit & self.may_close or (not self.may_end and closed.bit_count() >= FULL_HOUSE):
            return
        happens = (self._closes[bit], *links)
        options: list[Successor] = [
            (touch_row(state, 0, state.rows[0], closed, 0), Done((), happens))
        ]
        for row, colour in enumerate(self.colour):
            if colour & bit:
                options = [finished for option in options for finished in self._finish(option, row)]
        for finished, done in options:
            yield self._reached(finished, pending), done

    def _finish(self, option: Successor, row: int) -> Iterator[Successor]:
        """The last plain crosses of a row before it is closed by another player."""
        state, done = option
        at = state.rows[row]
        if state.touched >> row & 1:
            if self.rows[row].done[at]:
                yield option
            return
        for touch in self.rows[row].finished[at]:
            before = (*done.before, *self.cells(row, touch.path))
            yield touch_row(state, row, touch.state, mask=0), Done(before, done.links)

    def _cross(
        self, state: State, row: int, touch: Touch, pending: tuple[Frame, ...], kind: CrossKind
    ) -> Iterator[Successor]:
        """A cross with the lock that goes with it, and what it forces put on top.

        The texts leave open whether an effect within an effect runs at once or after it.
        """
        line, position = self.board.lines[row], touch.position
        assert position is not None
        closed = state.closed | (line.colour if touch.closes else 0)
        if touch.closes and not self.may_end and closed.bit_count() >= FULL_HOUSE:
            return
        lock = line.lock.id if touch.closes and line.lock else None
        links = _cross_links(kind, line.cells[position].id, lock)
        done = Done(self.cells(row, touch.path), links)
        symbols, frame = state.symbols, None
        effect = line.effects[position]
        if effect is not None:
            symbols |= effect.bit
            if effect.rule == STRIKE_BAR or symbols & effect.full == effect.full:
                frame = self._frames[effect.rule]
        made = touch_row(state, row, touch.state, closed)
        after = (*pending, frame) if frame else pending
        yield self._reached(made, after, symbols=symbols), done
        if frame and pending and frame[0] != _STRIKE:
            after = (*pending[:-1], frame, pending[-1])
            yield self._reached(made, after, symbols=symbols), done

    def _reached(
        self,
        state: State,
        pending: tuple[Frame, ...],
        used: int | None = None,
        symbols: int | None = None,
    ) -> State:
        """A state with what is pending; where an event ends and play goes on, rows are free."""
        touched = state.touched
        if touched and not pending and state.closed.bit_count() < FULL_HOUSE:
            touched = 0
        return State(
            state.rows,
            state.closed,
            state.used if used is None else used,
            state.symbols if symbols is None else symbols,
            pending,
            touched,
        )

    def cells(self, row: int, path: tuple[int, ...]) -> tuple[str, ...]:
        if not path:
            return ()
        return tuple(self.board.lines[row].cells[position].id for position in path)


@lru_cache(maxsize=4096)
def _cross_links(kind: CrossKind, cell: str, lock: str | None) -> tuple[Link, ...]:
    return (Link(kind, cell), Link("lock", lock)) if lock else (Link(kind, cell),)


def _bits(board: Board, known: Known, value: bool) -> int:
    return sum(1 << i for i, cell in enumerate(board.bar) if known.get(cell.id) is value)
