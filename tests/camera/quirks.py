"""Crosses that are unlike the others.

In: a cell and the strokes of a cross in it (mm). Out: the same cross reaching far into a neighbour,
drawn twice, with a gap, with a second stroke that hardly shows, or tiny.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from .hands import Hand
from .paper import CellBox, Points
from .strokes import STEP_MM, Stroke
from .texture import pick

ARMS = ("two-stroke", "one-stroke", "plus")
REACH = 0.45  # of the neighbour's width or height at most


def with_quirk(
    cell: CellBox, strokes: Sequence[Stroke], hand: Hand, style: str, rng: np.random.Generator
) -> tuple[str, list[Stroke]]:
    """The name of a quirk and the cross with it. Only what is a cross of two arms gets tiny."""
    weights = {k: w for k, w in hand.quirks.items() if k != "tiny" or style in ARMS}
    name = pick(weights, rng)
    out = list(strokes)
    which = int(rng.integers(len(out)))
    if name == "reaching":
        out[which] = _reaching(cell, out[which], rng)
    elif name == "retraced":
        out += [_again(stroke, hand.wobble_mm, rng) for stroke in strokes]
    elif name == "gap":
        out[which] = _gap(out[which], rng)
    elif name == "light":
        faint = float(rng.uniform(0.25, 0.5))
        if len(out) > 1:
            out[-1] = replace(out[-1], flow=faint)
        else:
            half = len(out[0].points) // 2
            flow = np.ones(len(out[0].points))
            flow[half:] = np.linspace(1, faint, len(flow) - half)
            out[0] = replace(out[0], flow=flow)
    else:
        out = [_smaller(cell, stroke, float(rng.uniform(0.33, 0.45))) for stroke in out]
        every = np.concatenate([stroke.points for stroke in out])
        span = np.ptp(every, axis=0)
        play = np.maximum(np.array([cell.width, cell.height]) * 0.9 - span, 0) / 2
        move = rng.uniform(-0.5, 0.5, 2) * play
        out = [replace(stroke, points=stroke.points + move) for stroke in out]
    return name, out


def _reaching(cell: CellBox, stroke: Stroke, rng: np.random.Generator) -> Stroke:
    """One end runs on by a third to most of a cell."""
    points, pressure = stroke.points, stroke.pressure
    backwards = rng.random() < 0.5
    if backwards:
        points, pressure = points[::-1], pressure[::-1]
    way = points[-1] - points[max(0, len(points) - 8)]
    way = way / max(float(np.hypot(*way)), 1e-6)
    length = rng.uniform(0.35, 0.9) * min(cell.width, cell.height)
    run = np.arange(STEP_MM, length, STEP_MM)
    more = points[-1] + way * run[:, None]
    low = np.array([cell.x - REACH * cell.width, cell.y - REACH * cell.height])
    high = np.array([cell.x + (1 + REACH) * cell.width, cell.y + (1 + REACH) * cell.height])
    more = more[((more > low) & (more < high)).all(axis=1)]
    points = np.concatenate([points, more])
    pressure = np.concatenate([pressure, np.full(len(more), pressure[-1])])
    return Stroke(points, pressure)


def _again(stroke: Stroke, wobble: float, rng: np.random.Generator) -> Stroke:
    """The same stroke once more, a little off."""
    centre = stroke.points.mean(axis=0)
    move = rng.normal(0, 0.25 + wobble, 2)
    turn = np.radians(rng.normal(0, 4))
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    points: Points = (stroke.points - centre) @ spin * rng.uniform(0.85, 1.12) + centre + move
    return Stroke(points, stroke.pressure)


def _gap(stroke: Stroke, rng: np.random.Generator) -> Stroke:
    """No ink for 15 to 35 % of the stroke."""
    count = len(stroke.points)
    size = int(count * rng.uniform(0.15, 0.35))
    start = int(rng.uniform(0.15, 0.85) * (count - size))
    flow = np.ones(count)
    flow[start : start + size] = rng.uniform(0, 0.15)
    return replace(stroke, flow=flow)


def _smaller(cell: CellBox, stroke: Stroke, share: float) -> Stroke:
    """Shrunk towards the cell's middle until it is `share` of the cell."""
    middle = np.array([cell.x + cell.width / 2, cell.y + cell.height / 2])
    span = np.ptp(stroke.points, axis=0)
    now = max(span[0] / cell.width, span[1] / cell.height, 1e-6)
    return replace(stroke, points=middle + (stroke.points - middle) * min(1.0, share / now))
