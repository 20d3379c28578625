"""How many more bonus cells can be crossed before the bar gives out: a bound for the search.

Looks at the bar alone: bonus cells strike its fields from the left, fields known to be free cannot
be struck, and only those of closed colours are passed over. Everything else is taken to go well.
"""

from __future__ import annotations

from sheetgen.rules.legality.board import FULL_HOUSE

WITHOUT_END = 1_000
"""More than any sheet has."""


class BarRoom:
    """The bound for one bar, by used fields and closed colours."""

    def __init__(self, bits: tuple[int, ...], free: int, *, may_end: bool, chains: bool) -> None:
        self.bits = bits
        self.free = free
        """Bits of the fields that are known not to be struck."""
        self.may_end = may_end
        self.chains = chains
        """An event may cross several bonus cells even without the bar."""
        self._known: dict[tuple[int, int], int] = {}

    def __call__(self, used: int, closed: int) -> int:
        """Most bonus cells that can still be crossed."""
        key = (used, closed)
        if key not in self._known:
            self._known[key] = self._count(used, closed)
        return self._known[key]

    def _count(self, used: int, closed: int) -> int:
        over = closed.bit_count() >= FULL_HOUSE
        first = next(
            (
                i
                for i, bit in enumerate(self.bits)
                if not used >> i & 1 and not bit & closed
            ),
            None,
        )  # fmt: skip
        if first is None:
            return 1 if over and not self.chains else WITHOUT_END
        best = 1 if self.may_end else 0  # the one with which the game ends, before it strikes
        if not self.free >> first & 1:
            best = max(best, 1 + self(used | 1 << first, closed))
        bit = self.bits[first]
        if bit and (self.may_end or (closed | bit).bit_count() < FULL_HOUSE):
            best = max(best, self(used, closed | bit))
        return min(best, WITHOUT_END)
