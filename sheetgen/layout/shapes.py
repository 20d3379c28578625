"""Outlines as path segments, in mm: rounded boxes, circles, arrows, the lock, the clover."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from sheetgen.geometry import Rect
from sheetgen.layout.model import Segment

Outline = tuple[Segment, ...]
Rounding = Callable[[Rect, float], Outline]
"""A shape from its box and the radius of its corners."""

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


def tag(box: Rect, point: float) -> tuple[Segment, ...]:
    """A label whose right side is a point of the given length, its left corners rounded."""
    x, y, right, bottom, cy = box.x, box.y, box.right, box.bottom, box.centre.y
    r = min(0.9, box.height / 4)
    k = r * (1 - _K)
    return (
        ("M", x + r, y),
        ("L", right - point, y),
        ("L", right, cy),
        ("L", right - point, bottom),
        ("L", x + r, bottom),
        ("C", x + k, bottom, x, bottom - k, x, bottom - r),
        ("L", x, y + r),
        ("C", x, y + k, x + k, y, x + r, y),
        ("Z",),
    )


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


def regular(cx: float, cy: float, radius: float, corners: int, turn: float = 0.0) -> Outline:
    """A regular polygon; ``turn`` in parts of a corner angle."""
    angle = 2 * math.pi / corners
    return polygon(
        [
            (cx + radius * math.sin((i + turn) * angle), cy - radius * math.cos((i + turn) * angle))
            for i in range(corners)
        ]
    )


def burst(cx: float, cy: float, outer: float, inner: float, points: int) -> Outline:
    """A star with ``points`` points."""
    step = math.pi / points
    return polygon(
        [
            (cx + r * math.sin(i * step), cy - r * math.cos(i * step))
            for i in range(2 * points)
            for r in ((outer, inner)[i % 2],)
        ]
    )


def notched_square(cx: float, cy: float, half: float, notch: float) -> Outline:
    """A square with a small square cut out of each corner."""
    inner = half - notch
    quarter = [(-half, -inner), (-inner, -inner), (-inner, -half)]
    points = []
    for _ in range(4):
        points += [(cx + x, cy + y) for x, y in quarter]
        quarter = [(-y, x) for x, y in quarter]
    return polygon(points)


def special(shape: str, box: Rect) -> Outline:
    """The outline of a special cell, as large as fits inside a box."""
    cx, cy = box.centre
    r = min(box.width, box.height) / 2
    if shape == "circle":
        return circle(cx, cy, r)
    if shape == "square":
        return polygon([(cx - r, cy - r), (cx + r, cy - r), (cx + r, cy + r), (cx - r, cy + r)])
    if shape == "octagon":
        return regular(cx, cy, r / math.cos(math.pi / 8), 8, 0.5)
    if shape == "star":
        return burst(cx, cy, r * 1.12, r * 0.74, 8)
    if shape == "notched":
        return notched_square(cx, cy, r, r * 0.3)
    half = min(box.width / 2, r * 1.28)
    if shape == "hexagon":
        knee = half - r * 0.5
        return polygon(
            [(cx - half, cy), (cx - knee, cy - r), (cx + knee, cy - r), (cx + half, cy),
             (cx + knee, cy + r), (cx - knee, cy + r)]
        )  # fmt: skip
    return polygon([(cx, cy - r), (cx + half, cy), (cx, cy + r), (cx - half, cy)])


def half_disc(cx: float, cy: float, radius: float) -> Outline:
    """The lower half of a disc; a stroke leaves its diameter out."""
    k = radius * _K
    return (
        ("M", cx - radius, cy),
        ("C", cx - radius, cy + k, cx - k, cy + radius, cx, cy + radius),
        ("C", cx + k, cy + radius, cx + radius, cy + k, cx + radius, cy),
    )


def left_rounded(box: Rect, radius: float) -> Outline:
    """A rectangle with the two left corners rounded."""
    k = radius * (1 - _K)
    x, y, right, bottom = box.x, box.y, box.right, box.bottom
    return (
        ("M", x + radius, y),
        ("L", right, y),
        ("L", right, bottom),
        ("L", x + radius, bottom),
        ("C", x + k, bottom, x, bottom - k, x, bottom - radius),
        ("L", x, y + radius),
        ("C", x, y + k, x + k, y, x + radius, y),
        ("Z",),
    )


def left_bracket(box: Rect, radius: float) -> Outline:
    """The same without its right side, an open path."""
    k = radius * (1 - _K)
    x, y, right, bottom = box.x, box.y, box.right, box.bottom
    return (
        ("M", right, y),
        ("L", x + radius, y),
        ("C", x + k, y, x, y + k, x, y + radius),
        ("L", x, bottom - radius),
        ("C", x, bottom - k, x + k, bottom, x + radius, bottom),
        ("L", right, bottom),
    )


def lower_half(box: Rect, radius: float) -> Outline:
    """The lower half of a rounded rectangle."""
    k = radius * (1 - _K)
    x, y, right, bottom = box.x, box.centre.y, box.right, box.bottom
    return (
        ("M", x, y),
        ("L", right, y),
        ("L", right, bottom - radius),
        ("C", right, bottom - k, right - k, bottom, right - radius, bottom),
        ("L", x + radius, bottom),
        ("C", x + k, bottom, x, bottom - k, x, bottom - radius),
        ("Z",),
    )
