"""How many more bonus cells the bar can do with: a bound for the search.

Looks at the bar alone: bonus cells strike its fields from the left, fields known to be free cannot
be struck, only those of closed colours are passed over, and in the end every struck field was used
or is void. Everything else is taken to go well.
"""

from __future__ import annotations

from functools import lru_cache

from sheetgen.rules.legality.board import FULL_HOUSE

ANY_NUMBER = (1 << 64) - 1


@lru_cache(maxsize=256)
def room_of(bits: tuple[int, ...], struck: int, free: int, may_end: bool, chains: bool) -> BarRoom:
    """A bound that remembers what other searches with the same bar worked out."""
    return BarRoom(bits, struck, free, may_end=may_end, chains=chains)


class BarRoom:
    """The bound for one bar, by used fields and closed colours."""

    def __init__(
        self, bits: tuple[int, ...], struck: int, free: int, *, may_end: bool, chains: bool
    ) -> None:
        self.bits = bits
        self.struck = struck
        self.free = free
        """Bits of the fields that are known to be struck, and not to be."""
        self.may_end = may_end
        self.chains = chains
        """An event may cross several bonus cells even without the bar."""
        self._known: dict[tuple[int, int], int] = {}

    def allows(self, used: int, closed: int, least: int, most: int) -> bool:
        """Whether it can do with some number of further bonus cells from ``least`` to ``most``."""
        key = (used, closed)
        if key not in self._known:
            self._known[key] = self._numbers(used, closed)
        return bool(self._known[key] >> least & (1 << max(0, most - least + 1)) - 1)

    def _numbers(self, used: int, closed: int) -> int:
        """Bit n: n more bonus cells can be crossed."""
        key = (used, closed)
        if key in self._known:
            return self._known[key]
        over = closed.bit_count() >= FULL_HOUSE
        first = next(
            (i for i, bit in enumerate(self.bits) if not used >> i & 1 and not bit & closed), None
        )
        found = 1 if self._may_stop(used, closed) else 0
        if self.may_end:
            found |= 2  # one with which the game ends, before it strikes
        if first is None:
            found |= 0 if over and not self.chains else ANY_NUMBER
        else:
            if not self.free >> first & 1:
                found |= self._numbers(used | 1 << first, closed) << 1
            bit = self.bits[first]
            if bit and (self.may_end or (closed | bit).bit_count() < FULL_HOUSE):
                found |= self._numbers(used, closed | bit)
        self._known[key] = found & ANY_NUMBER
        return self._known[key]

    def _may_stop(self, used: int, closed: int) -> bool:
        """The struck fields that were not used are void."""
        void = closed
        for i, bit in enumerate(self.bits):
            if self.struck >> i & 1 and not used >> i & 1 and not closed & bit:
                if not bit:
                    return False
                void |= bit
        return self.may_end or void.bit_count() < FULL_HOUSE
