"""Marks that are neither cross nor dash: a circle, an erased cross, a dot, a scratch, a "?".

In: a cell box, a pen. Out: what it is called, the pen that it was drawn with and its strokes in mm.
"""

from dataclasses import replace

import numpy as np

from .ink import Pen, make_pen
from .paper import CellBox, Points
from .strokes import STEP_MM, Stroke, by_hand, frame_of, one_stroke, spline, two_stroke
from .texture import pick

SHAPES = {"circle": 3.0, "ghost": 3.0, "dot": 1.0, "scratch": 1.0, "question": 1.5}
GHOST = (0.15, 0.35)  # what an eraser leaves of a pencil's darkness
RUBS = 3


def doubtful(
    cell: CellBox, pen: Pen, wobble: float, rng: np.random.Generator, shape: str | None = None
) -> tuple[str, Pen, list[Stroke]]:
    """A doubtful mark; `shape` is one of SHAPES, else any."""
    name = shape or pick(SHAPES, rng)
    if name == "ghost":
        return _ghost(cell, wobble, rng)
    if name == "circle":
        return name, pen, [_circle(cell, wobble, rng)]
    if name == "question":
        return name, pen, _question(cell, wobble, rng)
    if name == "dot":
        return name, pen, [_dot(cell, pen, rng)]
    return name, pen, [_scratch(cell, wobble, rng)]


def _circle(cell: CellBox, wobble: float, rng: np.random.Generator) -> Stroke:
    """Round the number, not quite closed or overlapping."""
    frame = frame_of(cell, float(rng.uniform(0.72, 1.05)), rng, 0.03)
    turn = np.radians(rng.uniform(335, 430))
    t = np.linspace(0, turn, max(40, int(turn * max(frame.rx, frame.ry) / STEP_MM)))
    start, way = rng.uniform(0, 6.28), 1 if rng.random() < 0.3 else -1
    drift = 1 + rng.normal(0, 0.05) * (t / turn - 0.5)
    x = frame.cx + frame.rx * drift * np.cos(start + way * t)
    y = frame.cy + frame.ry * drift * np.sin(start + way * t)
    return by_hand(np.column_stack([x, y]), wobble, rng)


def _ghost(cell: CellBox, wobble: float, rng: np.random.Generator) -> tuple[str, Pen, list[Stroke]]:
    """A pencil cross after the eraser: faint, soft, smeared along the rubbing."""
    pencil = make_pen("pencil", "grey", rng, pencil_tone=float(rng.uniform(0.32, 0.46)))
    soft = replace(pencil, soft_mm=float(rng.uniform(0.08, 0.22)), overlap=0.2)
    draw = two_stroke if rng.random() < 0.8 else one_stroke
    strokes = draw(frame_of(cell, float(rng.uniform(0.65, 1.05)), rng, 0.04), wobble, rng)
    left = float(rng.uniform(*GHOST))
    way = np.radians(rng.uniform(0, 180))
    smear = np.array([np.cos(way), np.sin(way)]) * rng.uniform(0.15, 0.5)
    out = [replace(stroke, flow=_worn(len(stroke.points), left, rng)) for stroke in strokes]
    for rub in range(1, RUBS + 1):
        for stroke in strokes:
            flow = left * rng.uniform(0.06, 0.2) / rub
            out.append(replace(stroke, points=stroke.points + smear * rub, flow=flow))
    return "ghost", soft, out


def _worn(count: int, left: float, rng: np.random.Generator) -> Points:
    """How much is left along a stroke: the eraser takes more here than there."""
    wave = np.sin(np.linspace(0, rng.uniform(2, 9), count) + rng.uniform(0, 6))
    return np.asarray(np.clip(left * (0.9 + 0.25 * wave), 0.0, 1.0), np.float64)


def _question(cell: CellBox, wobble: float, rng: np.random.Generator) -> list[Stroke]:
    high = cell.height * rng.uniform(0.5, 0.85)
    wide = high * rng.uniform(0.4, 0.6)
    spare_x, spare_y = (cell.width - wide) / 2, (cell.height - high) / 2
    cx = cell.x + cell.width / 2 + rng.uniform(-0.7, 0.7) * spare_x
    top = cell.y + spare_y * (1 + rng.uniform(-0.7, 0.7))
    knots = [(-0.5, 0.22), (-0.3, 0.03), (0.1, 0.0), (0.5, 0.18), (0.3, 0.42), (0.03, 0.55)]
    bow = spline([(cx + u * wide, top + v * high) for u, v in [*knots, (0.0, 0.75)]])
    point = np.array([cx, top + high])
    dot = spline([(float(point[0]), float(point[1])), (float(point[0]) + 0.2, float(point[1]))])
    return [by_hand(bow, wobble / 2, rng), Stroke(dot, np.ones(len(dot)))]


def _place(cell: CellBox, rng: np.random.Generator) -> Points:
    """A point well inside the cell."""
    u, v = rng.uniform(0.25, 0.75, 2)
    return np.array([cell.x + u * cell.width, cell.y + v * cell.height])


def _dot(cell: CellBox, pen: Pen, rng: np.random.Generator) -> Stroke:
    """A dot of 0.9 to 1.8 mm, made by going round on the spot."""
    at = _place(cell, rng)
    radius = max(rng.uniform(0.9, 1.8) - pen.width_mm, 0.1) / 2
    t = np.linspace(0, 4 * np.pi, 40)
    share = np.linspace(0.2, 1, 40) * radius
    points = at + np.column_stack([share * np.cos(t), share * np.sin(t) * rng.uniform(0.7, 1.3)])
    return Stroke(points, np.full(40, 1.0))


def _scratch(cell: CellBox, wobble: float, rng: np.random.Generator) -> Stroke:
    """A short crooked line, a fifth to a third of the cell: a hook, a comma, a squiggle."""
    at = _place(cell, rng)
    size = min(cell.width, cell.height) * rng.uniform(0.2, 0.32)
    turn = rng.uniform(0, 2 * np.pi)
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    shapes = (
        [(-0.5, -0.3), (0.1, -0.5), (0.5, 0.0), (0.1, 0.45), (-0.3, 0.3)],
        [(-0.6, 0.1), (-0.3, -0.4), (0.0, 0.2), (0.3, -0.3), (0.6, 0.2)],
        [(-0.4, -0.4), (0.3, -0.4), (0.4, 0.1), (0.0, 0.5)],
    )
    knots = np.array(shapes[int(rng.integers(len(shapes)))]) * size
    knots = at + (knots + rng.normal(0, 0.06, knots.shape) * size) @ spin
    return by_hand(spline([(float(x), float(y)) for x, y in knots]), wobble / 3, rng)
