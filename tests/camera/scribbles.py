"""Scribbles that undo a cross: zigzag, coil or spiral over the box.

In: a cell box and the pen's width in mm. Out: one stroke per pass, dense enough to hide the box.
"""

import numpy as np

from .paper import CellBox
from .strokes import Stroke, by_hand, spline


def zigzag(
    cell: CellBox, pitch: float, wobble: float, rng: np.random.Generator, turn: float
) -> Stroke:
    """To and fro at about `turn` degrees, moving on by `pitch` mm for each line."""
    angle = np.radians(turn + rng.uniform(-12, 12))
    along = np.array([np.cos(angle), np.sin(angle)])
    across = np.array([-along[1], along[0]])
    rx, ry = cell.width * rng.uniform(0.44, 0.54), cell.height * rng.uniform(0.44, 0.54)
    reach = abs(across[0]) * rx + abs(across[1]) * ry
    count = max(5, int(2 * reach / pitch))
    knots: list[tuple[float, float]] = []
    centre = np.array([cell.x + cell.width / 2, cell.y + cell.height / 2])
    for i in range(count):
        s = -reach + 2 * reach * (i + 0.5 + rng.normal(0, 0.25)) / count
        low, high = _chord(along, across * s, rx, ry)
        if high <= low:
            continue
        end = high if i % 2 else low
        end += rng.normal(0, 0.06) * min(rx, ry)
        x, y = centre + across * s + along * end
        knots.append((float(x), float(y)))
    return by_hand(spline(knots), wobble, rng)


def _chord(
    along: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
    base: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
    rx: float,
    ry: float,
) -> tuple[float, float]:
    """Where the line base + t * along crosses the box of half sizes rx, ry."""
    low, high = -1e9, 1e9
    for axis, radius in ((0, rx), (1, ry)):
        step = float(along[axis])
        if abs(step) < 1e-6:
            continue
        a, b = sorted(((-radius - float(base[axis])) / step, (radius - float(base[axis])) / step))
        low, high = max(low, a), min(high, b)
    return low, high


def coil(cell: CellBox, pitch: float, wobble: float, rng: np.random.Generator) -> Stroke:
    """Loops as high as the box, rolling from left to right and back."""
    rx, ry = cell.width * rng.uniform(0.42, 0.5), cell.height * rng.uniform(0.42, 0.52)
    cx, cy = cell.x + cell.width / 2, cell.y + cell.height / 2
    loops = max(3, int(2 * rx / (pitch * 1.1)))
    t = np.arange(0, loops, 1 / 40)
    phase = 2 * np.pi * t + rng.uniform(0, 6)
    radius = rx * rng.uniform(0.2, 0.35)
    drift = -rx + radius + (2 * rx - 2 * radius) * t / loops
    slow = 1 + 0.07 * np.sin(t * rng.uniform(0.5, 1.3) + rng.uniform(0, 6))
    x = cx + drift + radius * np.cos(phase)
    y = cy + ry * slow * np.sin(phase + rng.uniform(-0.4, 0.4))
    return by_hand(np.column_stack([x, y]), wobble, rng)


def spiral(cell: CellBox, pitch: float, wobble: float, rng: np.random.Generator) -> Stroke:
    """Round and round from the middle outwards (as a rounded square, to reach the corners)."""
    rx, ry = cell.width * rng.uniform(0.48, 0.56), cell.height * rng.uniform(0.48, 0.56)
    cx, cy = cell.x + cell.width / 2, cell.y + cell.height / 2
    turns = max(3.0, max(rx, ry) / pitch)
    t = np.linspace(0, turns, int(turns * 48))
    phase = 2 * np.pi * t + rng.uniform(0, 6)
    radius = t / turns * (1 + 0.06 * np.sin(t * 1.7 + rng.uniform(0, 6)))
    cos, sin = np.cos(phase), np.sin(phase)
    square = (np.abs(cos) ** 3.5 + np.abs(sin) ** 3.5) ** (-1 / 3.5)
    return by_hand(
        np.column_stack([cx + rx * radius * square * cos, cy + ry * radius * square * sin]),
        wobble,
        rng,
    )


def scribble(
    cell: CellBox, style: str, pen_mm: float, wobble: float, rng: np.random.Generator, passed: int
) -> Stroke:
    """One pass; later passes (`passed` counts them) turn the direction."""
    pitch = min(pen_mm * rng.uniform(0.85, 1.3), min(cell.width, cell.height) / 4)
    if style == "coil" and passed == 0:
        return coil(cell, pitch, wobble, rng)
    if style == "spiral" and passed == 0:
        return spiral(cell, pitch, wobble, rng)
    turns = {"zigzag": 62.0, "fill": 8.0}
    turn = turns.get(style, 45.0) + 71.0 * passed
    return zigzag(cell, pitch, wobble, rng, turn)
