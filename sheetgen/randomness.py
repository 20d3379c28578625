"""Random draws that come out the same for years.

Only ``random.Random.random`` is promised to be stable between Python versions, so every draw is
built on it. Each purpose has a stream of its own: a new draw never shifts an old one.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")


class Stream:
    """A named stream of random draws."""

    def __init__(self, seed: int, *name: str | int) -> None:
        text = "\x1f".join(str(part) for part in (seed, *name))
        digest = hashlib.sha256(text.encode()).digest()
        self._random = random.Random(int.from_bytes(digest[:16], "big")).random

    def below(self, n: int) -> int:
        """A whole number from 0 to ``n - 1``, all equally likely (to 1 in 2**53)."""
        return int(self._random() * n)

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """A new list in random order (Fisher-Yates)."""
        result = list(items)
        for i in range(len(result) - 1, 0, -1):
            j = self.below(i + 1)
            result[i], result[j] = result[j], result[i]
        return result
