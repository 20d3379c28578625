"""Simple players: they choose a cross among the options, or none."""

from __future__ import annotations

from dataclasses import dataclass

from sheetgen.play.position import Option
from sheetgen.randomness import Stream
from sheetgen.sheet import Row


@dataclass(frozen=True)
class RandomPlayer:
    """Crosses anything; passes one time in ``passes`` (0: never)."""

    stream: Stream
    passes: int = 3

    def choose(self, options: list[Option], *, misthrow: bool) -> Option | None:
        """``misthrow``: to pass costs a misthrow."""
        if not options or (self.passes and self.stream.below(self.passes) == 0):
            return None
        return self.stream.choice(options)

    def choose_row(self, rows: list[Row]) -> Row:
        return self.stream.choice(rows)

    def order_rows(self, rows: list[Row]) -> list[Row]:
        return self.stream.shuffled(rows)


@dataclass(frozen=True)
class GreedyPlayer:
    """Crosses where fewest cells are lost, unless too many are; closes rows where it can."""

    stream: Stream
    most_skipped: int = 1
    """Cells lost at most, without need."""

    def choose(self, options: list[Option], *, misthrow: bool) -> Option | None:
        closing = [option for option in options if option.cell.closing]
        if closing:
            return self.stream.choice(closing)
        limit = self.most_skipped + 2 * misthrow
        best = min((option.skipped for option in options), default=limit + 1)
        if best > limit:
            return None
        return self.stream.choice([option for option in options if option.skipped == best])

    def choose_row(self, rows: list[Row]) -> Row:
        return self.stream.choice(rows)

    def order_rows(self, rows: list[Row]) -> list[Row]:
        return self.stream.shuffled(rows)
