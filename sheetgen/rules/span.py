"""Numbers that unsure marks leave open: the least and the greatest value."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Whole numbers from ``low`` to ``high``, both reachable; one number if they are equal."""

    low: int
    high: int

    @classmethod
    def of(cls, value: int) -> Span:
        return cls(value, value)

    @classmethod
    def over(cls, values: Iterable[int | Span]) -> Span:
        """The smallest span that holds all values; raises ValueError if there are none."""
        spans = [value if isinstance(value, Span) else cls.of(value) for value in values]
        return cls(min(span.low for span in spans), max(span.high for span in spans))

    @property
    def exact(self) -> int | None:
        """The number, where it is certain."""
        return self.low if self.low == self.high else None

    def __add__(self, other: Span) -> Span:
        return Span(self.low + other.low, self.high + other.high)

    def __contains__(self, value: int) -> bool:
        return self.low <= value <= self.high


def agreed(values: Iterable[bool]) -> bool | None:
    """True or False where all values say so, None where they differ."""
    found = set(values)
    return found.pop() if len(found) == 1 else None
