"""The shapes that a pen makes in a box.

In: a cell box and sizes in mm. Out: strokes as dense polylines in mm (x right, y down) with the
pressure at each point. Proportions follow a collection of human pen crosses: arms 42-49 degrees,
bowed by 2-3 % of their length, ends off the corners by a few percent.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .paper import CellBox, Points
from .texture import near

STEP_MM = 0.25
BOW = 0.025
CORNER_JITTER = 0.06
MAX_SLOPE = 15.0  # of a dash, degrees
BEYOND = 0.25  # how far a line may run on past its last cell, share of a cell


@dataclass(frozen=True)
class Stroke:
    """One stroke: (N, 2) points in mm; at each the pressure, 1 = usual, and the share of ink."""

    points: Points
    pressure: NDArray[np.float64]
    flow: NDArray[np.float64] | float = 1.0


@dataclass(frozen=True)
class Frame:
    """The area that a mark takes: centre and half extents in mm."""

    cx: float
    cy: float
    rx: float
    ry: float

    def at(self, u: float, v: float) -> tuple[float, float]:
        """A point of the frame, u and v from -1 to 1."""
        return self.cx + u * self.rx, self.cy + v * self.ry


def frame_of(cell: CellBox, size: float, rng: np.random.Generator, stray: float) -> Frame:
    """A frame of `size` times the cell (long boxes are not filled), `stray` off the centre."""
    wide, high = min(cell.width, 1.25 * cell.height), min(cell.height, 1.25 * cell.width)
    squash = float(np.exp(rng.normal(0, 0.07)))
    dx, dy = rng.normal(0, stray, 2).clip(-2 * stray, 2 * stray)
    return Frame(
        cell.x + cell.width * (0.5 + float(dx)),
        cell.y + cell.height * (0.5 + float(dy)),
        wide * size * squash / 2,
        high * size / squash / 2,
    )


def spline(knots: Sequence[tuple[float, float]]) -> Points:
    """A smooth curve through the knots, a point about every STEP_MM."""
    pts = np.asarray(knots, np.float64)
    gaps = np.hypot(*np.diff(pts, axis=0).T)
    keep = np.concatenate([[True], gaps > 1e-6])
    pts, gaps = pts[keep], gaps[gaps > 1e-6]
    if len(pts) < 2:
        return np.asarray([pts[0], pts[0] + [0.05, 0]], np.float64)
    time = np.concatenate([[0], np.cumsum(np.sqrt(gaps))])
    slope = np.gradient(pts, time, axis=0) if len(pts) > 2 else np.diff(pts, axis=0) / time[1]
    slope = np.broadcast_to(slope, pts.shape)
    count = max(8, int(gaps.sum() / STEP_MM * 1.1))
    at = np.linspace(0, time[-1], count)
    seg = np.clip(np.searchsorted(time, at, side="right") - 1, 0, len(pts) - 2)
    step = time[seg + 1] - time[seg]
    s = ((at - time[seg]) / step)[:, None]
    h = step[:, None]
    a, b, ma, mb = pts[seg], pts[seg + 1], slope[seg] * h, slope[seg + 1] * h
    curve = (
        (2 * s**3 - 3 * s**2 + 1) * a
        + (s**3 - 2 * s**2 + s) * ma
        + (3 * s**2 - 2 * s**3) * b
        + (s**3 - s**2) * mb
    )
    return np.asarray(curve, np.float64)


def by_hand(points: Points, wobble: float, rng: np.random.Generator) -> Stroke:
    """Shake a curve by `wobble` mm of low frequency and give it a pressure."""
    along = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
    shake = np.zeros_like(points)
    for length in (2.2, 5.0, 11.0):
        wave = length * rng.uniform(0.7, 1.4)
        phase = rng.uniform(0, 2 * np.pi, 2)
        size = wobble * rng.normal(0, 0.6, 2) * (length / 11) ** 0.7
        shake += size * np.sin(2 * np.pi * along[:, None] / wave + phase)
    wave = rng.uniform(6, 25)
    pressure = 1 + rng.uniform(0.03, 0.16) * np.sin(along * 2 * np.pi / wave + rng.uniform(0, 6))
    pressure *= np.linspace(rng.uniform(0.95, 1.1), rng.uniform(0.8, 1.0), len(points))
    return Stroke(points + shake, np.asarray(pressure * rng.uniform(0.88, 1.08), np.float64))


def bowed(
    a: tuple[float, float], b: tuple[float, float], wobble: float, rng: np.random.Generator
) -> Stroke:
    """A nearly straight stroke from a to b, bent a little to one side."""
    start, end = np.array(a), np.array(b)
    length = float(np.hypot(*(end - start)))
    t = np.linspace(0, 1, max(8, int(length / STEP_MM)))[:, None]
    normal = np.array([start[1] - end[1], end[0] - start[0]])
    peak = rng.uniform(0.8, 1.25)
    curve = start + (end - start) * t + normal * rng.normal(0, BOW) * 4 * t**peak * (1 - t)
    return by_hand(np.asarray(curve, np.float64), wobble, rng)


def _corner(frame: Frame, u: float, v: float, rng: np.random.Generator) -> tuple[float, float]:
    du, dv = rng.normal(0, CORNER_JITTER, 2)
    return frame.at(u * (1 - abs(float(du))), v * (1 - abs(float(dv))))


def two_stroke(frame: Frame, wobble: float, rng: np.random.Generator) -> list[Stroke]:
    """An X: two diagonals, either first, drawn downwards or now and then upwards."""
    arms = [((-1, -1), (1, 1)), ((1, -1), (-1, 1))]
    if rng.random() < 0.4:
        arms.reverse()
    lean = rng.normal(0, 0.1)
    out = []
    for (u0, v0), (u1, v1) in arms:
        a = _corner(frame, u0 - lean * v0, v0, rng)
        b = _corner(frame, u1 - lean * v1, v1, rng)
        if rng.random() < 0.2:
            a, b = b, a
        out.append(bowed(a, b, wobble, rng))
    return out


def one_stroke(frame: Frame, wobble: float, rng: np.random.Generator) -> list[Stroke]:
    """An X without lifting the pen: down one diagonal, round a loop, down the other."""
    side = 1 if rng.random() < 0.8 else -1
    bulge = rng.uniform(0.0, 0.25)
    high = rng.uniform(0.75, 1.0)
    knots = [
        _corner(frame, -side, -high, rng),
        frame.at(side * rng.normal(0, 0.06), rng.normal(0, 0.06)),
        _corner(frame, side * 0.85, rng.uniform(0.65, 0.95), rng),
        frame.at(side * (0.88 + bulge), rng.uniform(-0.15, 0.2)),
        _corner(frame, side * 0.85, -rng.uniform(0.65, 0.95), rng),
        frame.at(side * rng.normal(0, 0.06), rng.normal(0, 0.06)),
        _corner(frame, -side, high, rng),
    ]
    return [by_hand(spline(knots), wobble, rng)]


def plus(frame: Frame, wobble: float, rng: np.random.Generator) -> list[Stroke]:
    """An upright cross."""
    out = []
    shift = rng.normal(0, 0.08, 2)
    for turn in (0.0, 90.0):
        angle = np.radians(turn + near(rng, 0, 5, -12, 12))
        u, v = 0.92 * np.cos(angle), 0.92 * np.sin(angle)
        sx, sy = (0.0, float(shift[0])) if turn == 0 else (float(shift[1]), 0.0)
        out.append(bowed(frame.at(sx - u, sy - v), frame.at(sx + u, sy + v), wobble, rng))
    return out if rng.random() < 0.5 else out[::-1]


def slash(frame: Frame, wobble: float, rng: np.random.Generator) -> list[Stroke]:
    """One diagonal, 30 to 75 degrees from the row."""
    angle = np.radians(near(rng, 51, 9, 34, 71))
    reach = min(frame.rx / np.cos(angle), frame.ry / np.sin(angle))
    dx, dy = reach * np.cos(angle), -reach * np.sin(angle)
    if rng.random() < 0.25:
        dy = -dy
    a, b = (frame.cx - dx, frame.cy - dy), (frame.cx + dx, frame.cy + dy)
    if rng.random() < 0.5:
        a, b = b, a
    return [bowed(a, b, wobble, rng)]


def tick(frame: Frame, wobble: float, rng: np.random.Generator) -> list[Stroke]:
    """A check mark: short down, long up."""
    foot = (rng.uniform(-0.4, -0.1), rng.uniform(0.75, 1.0))
    knots = [
        frame.at(rng.uniform(-0.95, -0.75), rng.uniform(0.0, 0.3)),
        frame.at(foot[0] - 0.18, foot[1] - 0.25),
        frame.at(*foot),
        frame.at(foot[0] + 0.15, foot[1] - 0.3),
        frame.at(rng.uniform(0.8, 1.0), rng.uniform(-1.0, -0.75)),
    ]
    return [by_hand(spline(knots), wobble, rng)]


CROSSES = {
    "two-stroke": two_stroke,
    "one-stroke": one_stroke,
    "plus": plus,
    "slash": slash,
    "tick": tick,
}


def dash(cell: CellBox, wobble: float, rng: np.random.Generator) -> list[Stroke]:
    """One stroke along the row through one cell."""
    length = cell.width * rng.uniform(0.42, 0.98)
    angle = np.radians(near(rng, 0, 5, -MAX_SLOPE, MAX_SLOPE))
    if rng.random() < 0.15:
        angle = np.radians(rng.uniform(-MAX_SLOPE, MAX_SLOPE))
    free = max(0.0, cell.width - length) / 2
    cx = cell.x + cell.width / 2 + rng.uniform(-free, free)
    cy = cell.y + cell.height * near(rng, 0.5, 0.07, 0.34, 0.66)
    dx, dy = length / 2 * np.cos(angle), length / 2 * np.sin(angle)
    return [bowed((cx - dx, cy - dy), (cx + dx, cy + dy), wobble, rng)]


def line(
    cells: Sequence[CellBox], wavy: float, wobble: float, rng: np.random.Generator
) -> list[Stroke]:
    """One stroke through adjacent cells; now and then it runs on a bit beyond them."""
    first, last = cells[0], cells[-1]
    x0 = first.x + first.width * rng.uniform(0.06, 0.4)
    x1 = last.x + last.width * rng.uniform(0.6, 0.94)
    if rng.random() < 0.2:
        x0 = first.x - first.width * rng.uniform(0, BEYOND / 2)
    if rng.random() < 0.25:
        x1 = last.x + last.width * (1 + rng.uniform(0, BEYOND))
    y0 = first.y + first.height * near(rng, 0.5, 0.06, 0.35, 0.65)
    y1 = last.y + last.height * near(rng, 0.5, 0.06, 0.35, 0.65)
    x = np.arange(x0, x1, STEP_MM)
    wave = rng.uniform(6.0, 14.0)
    swing = min(wavy * 0.05 * wave, 0.14 * first.height)
    phase = rng.uniform(0, 2 * np.pi)
    y = np.interp(x, [x0, x1], [y0, y1]) + swing * np.sin(2 * np.pi * (x - x0) / wave + phase)
    return [by_hand(np.column_stack([x, y]), wobble, rng)]
