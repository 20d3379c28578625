"""States and transitions of the search for an order of play, and what limits it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sheetgen.rules.legality.steps import Link, Step

Frame = tuple[int, int, int]
"""What is still forced: kind, then row and number of crosses left, or a mask of rows left."""


class State(NamedTuple):
    rows: tuple[int, ...]
    closed: int = 0
    """Bits of the closed colours."""
    used: int = 0
    """Bits of the bar fields that were struck by bonus cells."""
    symbols: int = 0
    """Bits of the crossed cells among those that act together."""
    pending: tuple[Frame, ...] = ()
    """What the event in progress still forces, the innermost effect last."""
    touched: int = 0
    """Bits of the rows that the event has touched: no plain crosses before it any more."""


@dataclass(frozen=True, slots=True)
class Found:
    """The answer of a search: an order, none, or out of time."""

    possible: bool | None
    steps: tuple[Step, ...] = ()


@dataclass(slots=True)
class Effort:
    """How many states may still be looked at: a measure of time that is the same everywhere."""

    left: int

    def part(self, percent: int) -> Effort:
        """An effort of its own, of at most that part of what is left."""
        return Effort(self.left * percent // 100)


@dataclass(frozen=True, slots=True)
class Probe:
    """A short search with the choices in random order.

    Where a first choice was unlucky, a search can be lost for long among its consequences; another
    order hardly ever is at the same place.
    """

    states: int
    seed: int


class Guide:
    """The order that a coarser search found, for a search that follows it.

    Coarse states lump together the row states of the exact search, so only those numbers are left
    to be found that the coarse one forgot.
    """

    def __init__(self, way: Iterable[State], coarse: Sequence[Sequence[int]]) -> None:
        self.way = frozenset(way)
        self.coarse = coarse
        """By row and by exact state of the row: the coarse one."""

    def admits(self, state: State) -> bool:
        rows = tuple(states[row] for states, row in zip(self.coarse, state.rows, strict=True))
        return state._replace(rows=rows) in self.way


class Done(NamedTuple):
    """One transition: plain crosses made before the event, then what happened."""

    before: tuple[str, ...]
    links: tuple[Link, ...]


Successor = tuple[State, Done]


class Others(NamedTuple):
    """What may have happened at the table, apart from this player's crosses."""

    may_close: int
    """Bits of the colours that other players may close."""
    may_end: bool = True
    """Whether the game may have ended with closed colours."""


def touch_row(state: State, row: int, to: int, closed: int | None = None, mask: int = -1) -> State:
    """A row in another state, and touched (unless the mask takes that out)."""
    return State(
        (*state.rows[:row], to, *state.rows[row + 1 :]),
        state.closed if closed is None else closed,
        state.used,
        state.symbols,
        state.pending,
        state.touched | (1 << row & mask),
    )
