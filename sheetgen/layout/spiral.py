"""A spiral track: straight arms and round corners, from its outer end inwards. In mm, y down."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from sheetgen.geometry import Point, Rect

_CLOSE = 0.25
"""Mm from point to point of a track."""


@dataclass(frozen=True, slots=True)
class Track:
    """A curve by close points and the length of the way to each."""

    points: tuple[Point, ...]
    ways: tuple[float, ...]

    @property
    def length(self) -> float:
        return self.ways[-1]

    def at(self, way: float) -> Point:
        """The point after a way along the track."""
        return self.points[min(bisect_left(self.ways, way), len(self.points) - 1)]

    def heading(self, way: float) -> float:
        """The direction of the track there, in radians clockwise from the right."""
        a, b = self.at(max(0.0, way - 1)), self.at(way + 1)
        return math.atan2(b.y - a.y, b.x - a.x)

    def part(self, start: float, end: float) -> tuple[Point, ...]:
        """The points between two ways."""
        return self.points[bisect_left(self.ways, start) : bisect_left(self.ways, end) + 1]


def spiral(area: Rect, pitch: float, arms: int, radius: float, length: float) -> Track:
    """A spiral inside an area, from its lower left corner to the right, then up and inwards.

    ``pitch``: mm between neighbouring arms; ``radius`` of the corners; it ends after ``length`` mm.
    """
    corners = list(_corners(area, pitch, arms))
    points = [corners[0]]
    for before, corner, after in zip(corners, corners[1:], corners[2:], strict=False):
        points += _rounded(before, corner, after, radius)
    points.append(corners[-1])
    close = [points[0], *(point for a, b in pairwise(points) for point in _between(a, b))]
    steps = (math.dist(a, b) for a, b in pairwise(close))
    ways = tuple(accumulate(steps, initial=0.0))
    count = bisect_left(ways, length) + 1
    return Track(tuple(close[:count]), ways[:count])


def ribbon(points: Sequence[Point], width: float) -> tuple[Point, ...]:
    """The outline of a part of a track with a straight start and a round end."""
    half = width / 2
    sides: tuple[list[Point], list[Point]] = [], []
    for a, b in pairwise(points):
        dx, dy = _unit(a, b)
        sides[0].append(Point(a.x - dy * half, a.y + dx * half))
        sides[1].append(Point(a.x + dy * half, a.y - dx * half))
    end, angle = points[-1], math.atan2(dy, dx)
    turns = (angle + math.pi / 2 - math.pi * i / 40 for i in range(41))
    cap = [Point(end.x + half * math.cos(t), end.y + half * math.sin(t)) for t in turns]
    return (*sides[0], *cap, *reversed(sides[1]))


def _corners(area: Rect, pitch: float, arms: int) -> Iterator[Point]:
    left, top, right, bottom = area.x, area.y, area.right, area.bottom
    x, y = left, bottom
    yield Point(x, y)
    for arm in range(arms):
        if arm % 4 == 0:
            x, bottom = right, bottom - pitch
        elif arm % 4 == 1:
            y, right = top, right - pitch
        elif arm % 4 == 2:
            x, top = left, top + pitch
        else:
            y, left = bottom, left + pitch
        yield Point(x, y)


def _rounded(before: Point, corner: Point, after: Point, radius: float) -> Sequence[Point]:
    """A quarter circle instead of a corner."""
    (ax, ay), (bx, by) = _unit(corner, before), _unit(corner, after)
    count = 24
    arc = []
    for i in range(count + 1):
        angle = math.pi / 2 * i / count
        to_before, to_after = radius * (1 - math.sin(angle)), radius * (1 - math.cos(angle))
        arc.append(
            Point(
                corner.x + ax * to_before + bx * to_after, corner.y + ay * to_before + by * to_after
            )
        )
    return arc


def _unit(start: Point, end: Point) -> tuple[float, float]:
    length = math.dist(start, end)
    return (end.x - start.x) / length, (end.y - start.y) / length


def _between(a: Point, b: Point) -> Iterator[Point]:
    """Points on a line, without its start."""
    count = max(1, math.ceil(math.dist(a, b) / _CLOSE))
    for i in range(1, count + 1):
        yield Point(a.x + (b.x - a.x) * i / count, a.y + (b.y - a.y) * i / count)
