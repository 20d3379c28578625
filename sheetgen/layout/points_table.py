"""The table of crosses and points, on sheets and rule pages. In mm, y down."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from sheetgen.geometry import Rect
from sheetgen.layout import shapes
from sheetgen.layout.fonts import text_width
from sheetgen.layout.model import Paint, Path, Primitive, Text
from sheetgen.layout.theme import Palette

_MAX_PITCH = 1.162
"""Widest column, as a share of the table's height."""


def points_table(
    points: Sequence[int],
    box: Rect,
    palette: Palette,
    words: dict[str, str],
    sizes: tuple[float, float, float],
    filled: bool = False,
) -> tuple[Primitive, ...]:
    """Points by the number of crosses, two rows high as the box.

    ``sizes``: font sizes of the words, the counts and the points; ``filled``: as wide as the box.
    """
    label_size, small, large = sizes
    counts, values = [f"{i + 1}×" for i in range(len(points))], [str(value) for value in points]
    label_width = max(
        text_width(words[key], label_size, "regular") for key in ("crosses", "points")
    )
    x = box.x + label_width + label_size * 0.75
    room = box.right - x
    pitch = room / len(points)
    even = pitch if filled else min(pitch, box.height * _MAX_PITCH)
    small, large, widths = _columns(counts, values, small, large, room, even)
    half = box.height / 2
    grid = Rect(x, box.y, sum(widths), box.height)
    middle = shapes.line(grid.x + 0.8, grid.centre.y, grid.right - 0.8, grid.centre.y)
    primitives: list[Primitive] = [Path(shapes.rounded(grid, 1.4), Paint(palette["grey"].tint))]
    for key, y in (("crosses", box.y + half * 0.74), ("points", box.y + half * 1.74)):
        primitives.append(Text(box.x, y, words[key], label_size, palette.text, "regular", "start"))
    primitives.append(Path(middle, Paint(stroke=palette.line, width=0.2)))
    for count, value, left, width in zip(
        counts, values, accumulate(widths, initial=x), widths, strict=False
    ):
        cx = left + width / 2
        primitives.append(Text(cx, box.y + half * 0.76, count, small, palette.text, "regular"))
        primitives.append(Text(cx, box.y + half * 1.82, value, large, palette.text, palette.heavy))
    return tuple(primitives)


_AIR = 0.8
"""Mm between neighbouring columns at least."""


def _columns(
    counts: Sequence[str],
    values: Sequence[str],
    small: float,
    large: float,
    room: float,
    even: float,
) -> tuple[float, float, list[float]]:
    """Font sizes and widths: columns are as wide as each other, or where they must as their words.

    So all numbers of a row of the table have the same size.
    """

    def needed(share: float) -> list[float]:
        return [
            max(text_width(c, small * share, "regular"), text_width(v, large * share))
            for c, v in zip(counts, values, strict=True)
        ]

    full = needed(1.0)
    if max(full) + _AIR <= even:
        return small, large, [even] * len(counts)
    share = min(1.0, (room - _AIR * len(counts)) / sum(full))
    widths = needed(share)
    air = (min(room, even * len(counts)) - sum(widths)) / len(counts)
    return small * share, large * share, [width + air for width in widths]
