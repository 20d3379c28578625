"""The board of a variant: its sides, each a track of coloured numbers, drawn from a seed.

A side is playable: colours come in turn, each colour's numbers tend to move the way its row runs
(some leap back, which rewards numbers crossed before), and likely sums stand there more often than
rare ones, as often as two dice show them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, pairwise
from typing import TypeVar

from sheetgen.catalog import bundled
from sheetgen.drawing import ways
from sheetgen.errors import TemplateError
from sheetgen.randomness import Stream
from sheetgen.variant import BoardSpec, RowSpec, Variant

T = TypeVar("T")

SIDES = ("A", "B")
_SUFFIX = "-board"
_MAX_TRIES = 20_000
_MAX_ROUNDS = 60
_NOISE = 0.55
"""How far numbers stray from the order of their row, as a share of its length."""

_LEAST_ORDER, _MOST_ORDER = 0.5, 0.9
"""Share of a colour's pairs of different numbers in the order of its row, less those against it."""


@dataclass(frozen=True, slots=True)
class Space:
    position: int
    """From 1, along the track."""
    colour: str
    number: int
    points: int
    is_goal: bool
    """One of the last spaces: a figure there brings the last turns."""


@dataclass(frozen=True, slots=True)
class Side:
    variant: Variant
    seed: int
    name: str
    spaces: tuple[Space, ...]


def board_named(name: str) -> Variant | None:
    """The bundled variant whose board has this name, such as 'on-board-board'; None: no board."""
    variant = bundled().get(name.removesuffix(_SUFFIX)) if name.endswith(_SUFFIX) else None
    return variant if variant and variant.board else None


def draw_side(variant: Variant, seed: int, name: str) -> Side:
    """A side of the variant's board. Raises TemplateError if it has none, or none can be drawn."""
    board, rows = variant.board, [row for row in variant.rows if row.colour]
    if board is None or not rows or board.spaces % len(rows):
        raise TemplateError(f"{variant.name} has no board with as many spaces for every colour")
    stream = Stream(seed, "board", name)
    each = board.spaces // len(rows)
    track = _tried(variant, lambda: _merged(_orders(variant, rows, each, stream), stream))
    return Side(variant, seed, name, tuple(_spaces(board, track)))


def _tried(variant: Variant, draw: Callable[[], T | None]) -> T:
    """The first draw that comes to something."""
    for _ in range(_MAX_TRIES):
        found = draw()
        if found is not None:
            return found
    raise TemplateError(f"{variant.name}: no board satisfies its table 'board'")


def _spaces(board: BoardSpec, track: Sequence[tuple[str, int]]) -> list[Space]:
    return [
        Space(i, colour, number, -(-i // board.per_point), i > board.spaces - board.goal)
        for i, (colour, number) in enumerate(track, 1)
    ]


def _merged(
    numbers: dict[str, tuple[int, ...]], stream: Stream
) -> tuple[tuple[str, int], ...] | None:
    """Rounds of all colours in random order; None if neighbours have the same colour or number."""
    track: list[tuple[str, int]] = []
    for turn in range(len(next(iter(numbers.values())))):
        for _ in range(_MAX_ROUNDS):
            added = [(colour, numbers[colour][turn]) for colour in stream.shuffled(numbers)]
            pairs = list(pairwise([*track[-1:], *added]))
            if not any(a[1] == b[1] or (a[0] == b[0] and len(numbers) > 1) for a, b in pairs):
                break
        else:
            return None
        track += added
    return tuple(track)


def _orders(
    variant: Variant, rows: Sequence[RowSpec], each: int, stream: Stream
) -> dict[str, tuple[int, ...]]:
    """Each colour's numbers in the order of the track."""
    counts = _tried(variant, lambda: _counts(variant, rows, each, stream))
    found = {}
    for row, count in zip(rows, counts, strict=True):
        pack = [number for number in row.numbers for _ in range(count[number])]
        found[str(row.colour)] = _tried(variant, partial(_strayed, pack, row.numbers, stream))
    return found


def _counts(
    variant: Variant, rows: Sequence[RowSpec], each: int, stream: Stream
) -> list[dict[int, int]] | None:
    """How often each row's numbers stand on the board: in the mean as often as dice show them.


    The broken parts of the expected counts are rounded at random by one systematic sample over all
    rows, number by number, so that every number's count on the board is its expected one, rounded.
    None if a row does not come to ``each``.
    """
    sides = variant.dice.sides
    expected = []
    for row in rows:
        total = sum(ways(sides, number) for number in set(row.numbers)) or 1
        expected.append({n: each * ways(sides, n) / total for n in row.numbers})
    counts = [{n: int(value) for n, value in row.items()} for row in expected]
    reached, tick = 0.0, stream.below(2**20) / 2**20
    for number in sorted({n for row in rows for n in row.numbers}):
        for i in stream.shuffled(i for i, row in enumerate(rows) if number in row.numbers):
            reached += expected[i][number] - counts[i][number]
            if reached > tick:
                counts[i][number] += 1
                tick += 1
    return counts if all(sum(row.values()) == each for row in counts) else None


def _strayed(pack: Sequence[int], row: Sequence[int], stream: Stream) -> tuple[int, ...] | None:
    """The numbers roughly in the order of the row; None if too well or too badly ordered."""
    spread = _NOISE * len(pack)
    keys = [i + spread * (stream.below(2**20) / 2**20 - 0.5) for i in range(len(pack))]
    order = tuple(pack[i] for i in sorted(range(len(pack)), key=keys.__getitem__))
    if any(a == b for a, b in pairwise(order)):
        return None
    return order if _LEAST_ORDER <= tendency(order, row) <= _MOST_ORDER else None


def tendency(order: Sequence[int], row: Sequence[int]) -> float:
    """How well numbers follow their row: 1 always forward, 0 no order, -1 always backward."""
    steps = [row.index(b) - row.index(a) for a, b in combinations(order, 2) if a != b]
    return sum(1 if step > 0 else -1 for step in steps) / len(steps) if steps else 0.0
