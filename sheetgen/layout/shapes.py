"""Outlines as path segments, in mm: rounded boxes, circles, arrows, the lock, the clover."""

from __future__ import annotations

import math
from collections.abc import Sequence

from sheetgen.geometry import Rect
from sheetgen.layout.model import Segment

_K = 0.5523  # control points of a quarter circle


def rounded(box: Rect, radius: float) -> tuple[Segment, ...]:
    """A rectangle with rounded corners; ``radius`` is cut to half the shorter side."""
    x, y, right, bottom = box.x, box.y, box.right, box.bottom
    r = min(radius, box.width / 2, box.height / 2)
    k = r * (1 - _K)
    return (
        ("M", x + r, y),
        ("L", right - r, y),
        ("C", right - k, y, right, y + k, right, y + r),
        ("L", right, bottom - r),
        ("C", right, bottom - k, right - k, bottom, right - r, bottom),
        ("L", x + r, bottom),
        ("C", x + k, bottom, x, bottom - k, x, bottom - r),
        ("L", x, y + r),
        ("C", x, y + k, x + k, y, x + r, y),
        ("Z",),
    )


def circle(cx: float, cy: float, radius: float) -> tuple[Segment, ...]:
    return rounded(Rect(cx - radius, cy - radius, 2 * radius, 2 * radius), radius)


def polygon(points: Sequence[tuple[float, float]], close: bool = True) -> tuple[Segment, ...]:
    first, *rest = points
    segments: list[Segment] = [("M", *first)]
    segments += [("L", *point) for point in rest]
    if close:
        segments.append(("Z",))
    return tuple(segments)


def line(x1: float, y1: float, x2: float, y2: float) -> tuple[Segment, ...]:
    return (("M", x1, y1), ("L", x2, y2))


def arrow(box: Rect) -> tuple[Segment, ...]:
    """A triangle that points right, as large as fits."""
    return polygon(((box.x, box.y), (box.right, box.centre.y), (box.x, box.bottom)))


def lock_body(cx: float, cy: float, size: float) -> tuple[Segment, ...]:
    """The body of a padlock ``size`` high including its shackle, around a centre."""
    width, height = size * 0.78, size * 0.56
    return rounded(Rect(cx - width / 2, cy + size / 2 - height, width, height), size * 0.1)


def lock_shackle(cx: float, cy: float, size: float) -> tuple[Segment, ...]:
    """The shackle of the same padlock, an open path."""
    half, top, foot = size * 0.24, cy - size / 2 + size * 0.05, cy + size * 0.02
    knee = top + half
    k = half * (1 - _K)
    return (
        ("M", cx - half, foot),
        ("L", cx - half, knee),
        ("C", cx - half, top + k, cx - half + k, top, cx, top),
        ("C", cx + half - k, top, cx + half, top + k, cx + half, knee),
        ("L", cx + half, foot),
    )


def clover(cx: float, cy: float, radius: float) -> tuple[tuple[Segment, ...], ...]:
    """Four leaves of a clover around a centre, the whole within ``radius``."""
    leaf = radius * 0.56
    offset = (radius - leaf) * math.sqrt(0.5) * 1.05
    return tuple(
        circle(cx + sx * offset, cy + sy * offset, leaf) for sx in (-1, 1) for sy in (-1, 1)
    )
