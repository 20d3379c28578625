"""What the rows of a sheet tell the rules about the whole sheet, and how that adds up.

Rows and strips are judged on their own. What else matters is few and countable: locks, closed
rows, special cells, the row with fewest crosses. Two tallies of different parts add up to the
tally of both, so that the sheet is never tried cell by cell.
"""

from __future__ import annotations

from dataclasses import dataclass

from sheetgen.sheet import Sheet

CLOSED_ROWS_END = 2
"""The game ends with this many closed colours."""

_CAP = CLOSED_ROWS_END + 1

Pair = tuple[int, int]
"""As marked and by the rules."""


@dataclass(frozen=True, slots=True, order=True)
class SheetEnd:
    """How a sheet ended: crossed locks, rows closed by the rules, every misthrow box crossed."""

    locks: int = 0
    closed: int = 0
    misthrows: bool = False


@dataclass(frozen=True, slots=True)
class Tally:
    locks: int = 0
    """Crossed locks; more than those that matter are alike, here and in ``closed``."""
    closed: int = 0
    """Rows closed by the rules."""
    colours: frozenset[str] = frozenset()
    """Colours closed by the rules, where a rule asks for them."""
    fewest: Pair | None = None
    """Crosses of the row with fewest, where a rule asks for them."""
    counts: tuple[tuple[str, Pair], ...] = ()
    """Crossed special cells by kind, and crossed cells of pairs by number, in order; no zeros."""
    strips: tuple[tuple[str, frozenset[int]], ...] = ()
    """Crossed positions of every strip outside the rows."""
    reachable: bool = True
    """False if some row is as no legal play leaves it (question 14)."""

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            locks=min(self.locks + other.locks, _CAP),
            closed=min(self.closed + other.closed, _CAP),
            colours=self.colours | other.colours,
            fewest=_least(self.fewest, other.fewest),
            counts=_sum(self.counts, other.counts),
            strips=self.strips + other.strips,
            reachable=self.reachable and other.reachable,
        )

    def count(self, name: str) -> Pair:
        """How many cells of a kind are crossed."""
        return dict(self.counts).get(name, (0, 0))

    def strip(self, name: str) -> frozenset[int]:
        """The crossed positions of a strip."""
        return dict(self.strips)[name]

    def end(self, sheet: Sheet) -> SheetEnd:
        """How the sheet ended."""
        misthrows = len(self.strip(sheet.penalties.id)) == len(sheet.penalties.cells)
        return SheetEnd(self.locks, self.closed, misthrows)


def _least(first: Pair | None, second: Pair | None) -> Pair | None:
    if first is None or second is None:
        return first or second
    return min(first[0], second[0]), min(first[1], second[1])


def _sum(
    first: tuple[tuple[str, Pair], ...], second: tuple[tuple[str, Pair], ...]
) -> tuple[tuple[str, Pair], ...]:
    if not first or not second:
        return first or second
    total = dict(first)
    for name, (marked, counted) in second:
        before = total.get(name, (0, 0))
        total[name] = (before[0] + marked, before[1] + counted)
    return tuple(sorted(total.items()))
