"""Whole games: dice, both actions, closings, the end. Sheets in, filled sheets and histories out.

On Board is played without its third action (the board's numbers are not published), so its board
points are none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from sheetgen.play.players import GreedyPlayer, RandomPlayer
from sheetgen.play.position import CLOSED_COLOURS_END, Chooser, Option, Position
from sheetgen.play.totals import total_of
from sheetgen.randomness import Stream
from sheetgen.sheet import Sheet

MOST_TURNS = 400
"""A game of players who hardly cross anything is broken off."""

End = Literal["closed", "misthrows", "broken off"]


class Player(Chooser, Protocol):
    """Who chooses among the options."""

    def choose(self, options: list[Option], *, misthrow: bool) -> Option | None: ...


@dataclass(frozen=True, slots=True)
class Event:
    """What one player crossed in one action, in order; with the colours that this closed."""

    turn: int
    player: int
    action: int
    """1 or 2; 0 for a misthrow."""
    cells: tuple[str, ...]
    closed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayedSheet:
    sheet: Sheet
    crossed: frozenset[str]
    """Ids of all crossed and struck cells."""
    history: tuple[Event, ...]
    total: int

    @property
    def marks(self) -> dict[str, str]:
        return dict.fromkeys(sorted(self.crossed), "cross")


@dataclass(frozen=True, slots=True)
class PlayedGame:
    sheets: tuple[PlayedSheet, ...]
    turns: int
    closed: tuple[str, ...]
    end: End


@dataclass
class _Table:
    """A game in progress."""

    positions: list[Position]
    players: Sequence[Player]
    stream: Stream
    history: list[Event] = field(default_factory=list)
    turn: int = 0

    @property
    def closed(self) -> set[str]:
        return set().union(*(position.closed for position in self.positions))

    def roll(self) -> int:
        return 1 + self.stream.below(self.positions[0].sheet.variant.dice.sides)


def play_game(
    sheets: Sequence[Sheet], players: Sequence[Player], stream: Stream, *, at_once: bool = True
) -> PlayedGame:
    """Play a game to its end, a player per sheet.

    ``at_once``: effects within effects run at once, else after the one that they came from.
    """
    positions = [
        Position(sheet, player, at_once=at_once)
        for sheet, player in zip(sheets, players, strict=True)
    ]
    table = _Table(positions, players, stream)
    end: End | None = None
    while end is None:
        end = _take_turn(table) if table.turn < MOST_TURNS else "broken off"
        table.turn += 1
    return PlayedGame(
        sheets=tuple(_played(table, i) for i in range(len(sheets))),
        turns=table.turn,
        closed=tuple(sorted(table.closed)),
        end=end,
    )


def simulate(sheets: Sequence[Sheet], seed: int) -> PlayedGame:
    """A game of players with mixed styles, the same for the same seed."""
    style = Stream(seed, "styles")
    players = [_player(style, Stream(seed, "player", i)) for i in range(len(sheets))]
    at_once = style.below(2) == 0
    return play_game(sheets, players, Stream(seed, "game"), at_once=at_once)


def _player(style: Stream, own: Stream) -> Player:
    if style.below(5) == 0:
        return RandomPlayer(own, passes=style.below(4))
    return GreedyPlayer(own, most_skipped=1 + style.below(3))


def _played(table: _Table, index: int) -> PlayedSheet:
    position = table.positions[index]
    crossed = frozenset(position.crossed)
    history = tuple(event for event in table.history if event.player == index)
    return PlayedSheet(position.sheet, crossed, history, total_of(position.sheet, crossed))


def _take_turn(table: _Table) -> End | None:
    """Both actions of a turn, and the misthrow; how the game ends, if it does."""
    active = table.turn % len(table.positions)
    white = [table.roll() for _ in range(table.positions[0].sheet.variant.dice.white)]
    colours = {
        row.lock.colour: table.roll()
        for row in table.positions[0].sheet.rows
        if row.lock and row.lock.colour not in table.closed
    }
    acted = _action_1(table, active, white)
    if len(table.closed) >= CLOSED_COLOURS_END:
        return "closed"
    options = [
        option
        for colour, die in colours.items()
        if colour not in table.closed
        for one in sorted(set(white))
        for option in table.positions[active].colour_options(one + die, colour)
    ]
    choice = table.players[active].choose(options, misthrow=not acted)
    if choice:
        _make(table, active, 2, choice)
        _tell_closings(table)
    elif not acted and _misthrow(table, active):
        return "misthrows"
    return "closed" if len(table.closed) >= CLOSED_COLOURS_END else None


def _action_1(table: _Table, active: int, white: list[int]) -> bool:
    """Everybody may cross the white sum, at the same moment; whether the active player did."""
    total, double = sum(white), len(set(white)) == 1
    choices = [
        player.choose(position.white_options(total, double), misthrow=False)
        for player, position in zip(table.players, table.positions, strict=True)
    ]
    for i, choice in enumerate(choices):
        if choice:
            _make(table, i, 1, choice)
    _tell_closings(table)
    return choices[active] is not None


def _make(table: _Table, player: int, action: int, option: Option) -> None:
    position = table.positions[player]
    position.made = []
    before = set(position.closed)
    position.take(option)
    closed = tuple(sorted(position.closed - before))
    table.history.append(Event(table.turn, player, action, tuple(position.made), closed))


def _tell_closings(table: _Table) -> None:
    """Closed colours are closed for everybody; in the end, not everybody strikes void fields."""
    closed = table.closed
    over = len(closed) >= CLOSED_COLOURS_END
    for position in table.positions:
        for colour in closed - position.closed:
            position.close(colour)
        if not over or table.stream.below(2):
            position.strike_void()


def _misthrow(table: _Table, player: int) -> bool:
    """Cross the next misthrow box; whether it was the last."""
    position = table.positions[player]
    free = [c.id for c in position.sheet.penalties.cells if c.id not in position.crossed]
    position.crossed.add(free[0])
    table.history.append(Event(table.turn, player, 0, (free[0],)))
    return len(free) == 1
