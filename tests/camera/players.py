"""Players fill sheets.

In: a blank sheet, marks by cell id ("cross", "dash", "cancelled"; absent = "empty"), a hand.
Out: the filled sheet with the truth of every cell and what was drawn in it. `random_marks` makes
up a plausible play for any sheet. Lengths in mm.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby

import numpy as np

from .hands import Hand, random_hand
from .ink import InkLayer, Pen
from .paper import BlankSheet, CellBox, Drawn, FilledSheet, check_level
from .scribbles import scribble
from .strokes import CROSSES, Stroke, dash, frame_of, line
from .texture import near, pick

__all__ = ["Hand", "fill_sheet", "random_hand", "random_marks"]

MARKS = ("empty", "cross", "dash", "cancelled")
INNER = 0.15  # a cell without this margin is its inner part
COVERED = 0.74  # share of the inner part that a scribble hides at least
MAX_PASSES = 8


def fill_sheet(
    sheet: BlankSheet, marks: Mapping[str, str], hand: Hand, rng: np.random.Generator
) -> FilledSheet:
    """Draw the marks onto the sheet."""
    known = {cell.id for cell in sheet.cells}
    for cell_id, mark in marks.items():
        if cell_id not in known:
            raise ValueError(f"no cell {cell_id!r} on the sheet")
        if mark not in MARKS:
            raise ValueError(f"cell {cell_id!r}: unknown mark {mark!r}")
    truth = {cell.id: marks.get(cell.id, "empty") for cell in sheet.cells}
    drawn: dict[str, Drawn] = {}
    height, width = sheet.image.shape[:2]
    layer = InkLayer(height, width, sheet.px_per_mm)
    for run in _dash_runs(sheet.cells, truth, hand):
        pen = _pen(hand, rng)
        several = len(run) > 1
        layer.draw(
            line(run, hand.wavy, hand.wobble_mm, rng)
            if several
            else dash(run[0], hand.wobble_mm, rng),
            pen,
            rng,
        )
        for cell in run:
            drawn[cell.id] = Drawn(pen.kind, pen.colour, "line" if several else "dash")
    for cell in sheet.cells:
        mark = truth[cell.id]
        if mark not in ("cross", "cancelled"):
            continue
        pen = _pen(hand, rng)
        style, strokes = _cross(cell, hand, rng)
        if mark == "cancelled":
            style = hand.scribble
            strokes = _cancel(cell, hand, pen, layer, strokes, rng)
        layer.draw(strokes, pen, rng)
        drawn[cell.id] = Drawn(pen.kind, pen.colour, style)
    return FilledSheet(sheet, layer.image, truth, drawn)


def _pen(hand: Hand, rng: np.random.Generator) -> Pen:
    if hand.second_pen is not None and rng.random() < hand.second_share:
        return hand.second_pen
    return hand.pen


def _cross(cell: CellBox, hand: Hand, rng: np.random.Generator) -> tuple[str, list[Stroke]]:
    style = pick(hand.cross_styles, rng)
    size = near(rng, hand.size, hand.size_spread * hand.size, *hand.size_range)
    return style, CROSSES[style](frame_of(cell, size, rng, hand.stray), hand.wobble_mm, rng)


def _cancel(
    cell: CellBox,
    hand: Hand,
    pen: Pen,
    layer: InkLayer,
    strokes: list[Stroke],
    rng: np.random.Generator,
) -> list[Stroke]:
    """Scribble over the cell until little of it is to be seen."""
    if rng.random() >= hand.cross_first:
        strokes = []
    for passed in range(MAX_PASSES):
        strokes = [
            *strokes,
            scribble(cell, hand.scribble, pen.width_mm, hand.wobble_mm, rng, passed),
        ]
        left, top, amount = layer.amount(strokes, pen, rng)
        scale = layer.px_per_mm
        x0, x1 = cell.x + INNER * cell.width, cell.x + (1 - INNER) * cell.width
        y0, y1 = cell.y + INNER * cell.height, cell.y + (1 - INNER) * cell.height
        inner = amount[
            max(0, round(y0 * scale) - top) : round(y1 * scale) - top,
            max(0, round(x0 * scale) - left) : round(x1 * scale) - left,
        ]
        wanted = (y1 - y0) * (x1 - x0) * scale * scale
        if float((inner > 0.4).sum()) >= COVERED * wanted:
            break
    return strokes


def _adjacent(a: CellBox, b: CellBox) -> bool:
    return (
        a.row == b.row
        and b.position == a.position + 1
        and abs(a.y + a.height / 2 - b.y - b.height / 2) < 0.3 * a.height
        and b.x - a.x - a.width < 0.6 * a.width
    )


def _dash_runs(
    cells: Sequence[CellBox], truth: Mapping[str, str], hand: Hand
) -> list[list[CellBox]]:
    """The dashed cells, neighbours together where the hand draws lines."""
    runs: list[list[CellBox]] = []
    for cell in cells:
        if truth[cell.id] != "dash":
            continue
        if hand.dash_style == "line" and runs and _adjacent(runs[-1][-1], cell):
            runs[-1].append(cell)
        else:
            runs.append([cell])
    return runs


def random_marks(sheet: BlankSheet, rng: np.random.Generator, level: str) -> dict[str, str]:
    """A plausible play (not always a legal one): crosses, dashes by habit, now and then an undo."""
    check_level(level)
    marks: dict[str, str] = {}
    dashes = float(rng.choice([0.0, 0.5, 1.0], p=[0.45, 0.2, 0.35]))
    undo = 0.1 if level == "careful" else 0.2
    for _, group in groupby(sheet.cells, key=lambda cell: cell.row):
        row = list(group)
        numbers = [cell for cell in row if cell.kind == "number"]
        locks = [cell for cell in row if cell.kind == "lock"]
        if numbers:
            marks |= _number_row(numbers, locks, dashes, rng)
            others = [cell for cell in row if cell.kind not in ("number", "lock")]
        elif row[0].kind == "penalty":
            for cell in row[: int(rng.choice(4, p=[0.35, 0.3, 0.2, 0.15]))]:
                marks[cell.id] = "cross"
            continue
        else:
            others = row
        for cell in others:
            if rng.random() < 0.25:
                marks[cell.id] = "cross"
    if rng.random() < undo:
        spare = [c.id for c in sheet.cells if c.id not in marks and c.kind != "lock"]
        if spare:
            marks[spare[int(rng.integers(len(spare)))]] = "cancelled"
    return marks


def _number_row(
    numbers: Sequence[CellBox], locks: Sequence[CellBox], dashes: float, rng: np.random.Generator
) -> dict[str, str]:
    marks: dict[str, str] = {}
    count = len(numbers)
    step = rng.uniform(1.2, 2.6)
    at = float(rng.exponential(0.8))
    end = count * float(rng.beta(3, 1.6))
    crossed: list[int] = []
    while at < end and int(at) < count:
        crossed.append(int(at))
        at = int(at) + 1 + float(rng.exponential(step - 1))
    if crossed and crossed[-1] == count - 1 and len(crossed) < 6:
        crossed.pop()
    elif len(crossed) >= 5 and crossed[-1] != count - 1 and rng.random() < 0.12:
        crossed.append(count - 1)
    for index in crossed:
        marks[numbers[index].id] = "cross"
    if crossed and crossed[-1] == count - 1:
        for lock in locks[:1]:
            marks[lock.id] = "cross"
    last = crossed[-1] if crossed else 0
    for index in range(last):
        if index not in crossed and rng.random() < dashes:
            marks[numbers[index].id] = "dash"
    return marks
