"""Plane geometry without pixels or points of its own.

Lengths are in whatever unit the caller works in (millimetres on the sheet and the page, pixels in
the photo); the y axis points down everywhere.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple


class Point(NamedTuple):
    x: float
    y: float


class Rect(NamedTuple):
    """An axis-parallel rectangle: top left corner, width, height."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def centre(self) -> Point:
        return Point(self.x + self.width / 2, self.y + self.height / 2)

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Top left, top right, bottom right, bottom left."""
        return (
            Point(self.x, self.y),
            Point(self.right, self.y),
            Point(self.right, self.bottom),
            Point(self.x, self.bottom),
        )

    def inset(self, dx: float, dy: float | None = None) -> Rect:
        """The rectangle made smaller by ``dx`` and ``dy`` on each side (larger if negative)."""
        dy = dx if dy is None else dy
        return Rect(self.x + dx, self.y + dy, self.width - 2 * dx, self.height - 2 * dy)

    def contains(self, other: Rect, tolerance: float = 1e-6) -> bool:
        return (
            other.x >= self.x - tolerance
            and other.y >= self.y - tolerance
            and other.right <= self.right + tolerance
            and other.bottom <= self.bottom + tolerance
        )

    def overlaps(self, other: Rect, tolerance: float = 1e-6) -> bool:
        return (
            self.x < other.right - tolerance
            and other.x < self.right - tolerance
            and self.y < other.bottom - tolerance
            and other.y < self.bottom - tolerance
        )


def bounding_box(points: Iterable[Point]) -> Rect:
    xs, ys = zip(*points, strict=True)
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


@dataclass(frozen=True, slots=True)
class Affine:
    """x' = a x + c y + e; y' = b x + d y + f."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def apply(self, x: float, y: float) -> Point:
        return Point(self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f)

    @property
    def scale(self) -> float:
        """The factor by which lengths grow (the map is a similarity everywhere in this program)."""
        return float((self.a * self.a + self.b * self.b) ** 0.5)

    @property
    def quarter_turns(self) -> int:
        """Quarter turns clockwise, 0 to 3 (slots on a page turn by nothing else)."""
        return round(math.degrees(math.atan2(self.b, self.a)) / 90) % 4

    @classmethod
    def placing(cls, x: float, y: float, scale: float, quarter_turns: int = 0) -> Affine:
        """Scale, turn clockwise by quarter turns about the origin, then shift by (x, y)."""
        cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarter_turns % 4]
        return cls(scale * cos, scale * sin, -scale * sin, scale * cos, x, y)


@dataclass(frozen=True, slots=True)
class Homography:
    """A projective map of the plane, row-major 3 x 3, last entry usually 1."""

    m: tuple[float, float, float, float, float, float, float, float, float]

    def apply(self, x: float, y: float) -> Point:
        m = self.m
        w = m[6] * x + m[7] * y + m[8]
        return Point((m[0] * x + m[1] * y + m[2]) / w, (m[3] * x + m[4] * y + m[5]) / w)
