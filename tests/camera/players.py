"""Players fill sheets.

In: a blank sheet, marks by cell id ("cross", "dash", "cancelled", "unsure"; absent = "empty"), a
hand. Out: the filled sheet with the truth of every cell and what was drawn in it. Lengths in mm.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from .doubts import doubtful
from .hands import Hand, random_hand
from .handwriting import write
from .ink import InkLayer, Pen
from .paper import BlankSheet, CellBox, Drawn, FilledSheet, Image
from .plays import random_marks
from .quirks import with_quirk
from .scribbles import scribble
from .strokes import CROSSES, Stroke, dash, frame_of, line
from .texture import near, pick

__all__ = ["Hand", "fill_sheet", "random_hand", "random_marks"]

MARKS = ("empty", "cross", "dash", "cancelled", "unsure")
INNER = 0.15  # a cell without this margin is its inner part
COVERED = 0.74  # share of the inner part that a scribble hides at least
MAX_PASSES = 8
VISIBLE = 0.5  # share of a meaningless mark's ink that must not vanish in the print
VISIBLE_OF_STROKE = 0.3
TRIES = 20


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
        if mark not in ("cross", "cancelled", "unsure"):
            continue
        pen = _pen(hand, rng)
        if mark == "unsure":
            style, pen, strokes = _meaningless(sheet.image, cell, pen, layer, hand, rng)
        else:
            style, strokes = seen_cross(sheet.image, cell, pen, layer, hand, rng)
        if mark == "cancelled":
            style = hand.scribble
            strokes = _cancel(cell, hand, pen, layer, strokes, rng)
        layer.draw(strokes, pen, rng)
        drawn[cell.id] = Drawn(pen.kind, pen.colour, style)
    for box in sheet.write_boxes:
        if rng.random() < hand.writes:
            layer.draw(write(box, hand.wobble_mm, rng), _pen(hand, rng), rng)
    return FilledSheet(sheet, layer.image, truth, drawn)


def _pen(hand: Hand, rng: np.random.Generator) -> Pen:
    if hand.second_pen is not None and rng.random() < hand.second_share:
        return hand.second_pen
    return hand.pen


def _meaningless(
    print_: Image, cell: CellBox, pen: Pen, layer: InkLayer, hand: Hand, rng: np.random.Generator
) -> tuple[str, Pen, list[Stroke]]:
    """A doubtful mark that can be seen on the print."""
    for _ in range(TRIES):
        style, used, strokes = doubtful(cell, pen, hand.wobble_mm, rng)
        if _visible(print_, layer, strokes, used, rng) >= VISIBLE:
            break
    return style, used, strokes


def seen_cross(
    print_: Image, cell: CellBox, pen: Pen, layer: InkLayer, hand: Hand, rng: np.random.Generator
) -> tuple[str, list[Stroke]]:
    """A cross of which no stroke hides in the print: nobody could tell a plus from a dash."""
    for _ in range(TRIES):
        style, strokes = _cross(cell, hand, rng)
        if all(
            _visible(print_, layer, [stroke], pen, rng) >= VISIBLE_OF_STROKE for stroke in strokes
        ):
            break
    return style, strokes


def _visible(
    print_: Image, layer: InkLayer, strokes: Sequence[Stroke], pen: Pen, rng: np.random.Generator
) -> float:
    """The share of a mark's ink to be seen: a dot on a black digit is no mark for anybody."""
    left, top, amount = layer.amount(strokes, pen, rng)
    left, top, skip_x, skip_y = max(0, left), max(0, top), max(0, -left), max(0, -top)
    amount = amount[skip_y:, skip_x:]
    under = print_[top : top + amount.shape[0], left : left + amount.shape[1]] / 255.0
    absorbed = amount[: under.shape[0], : under.shape[1], None] * (1 - np.array(pen.transmit))
    return float((absorbed * under).sum()) / max(float(absorbed.sum()), 1e-6)


def _cross(cell: CellBox, hand: Hand, rng: np.random.Generator) -> tuple[str, list[Stroke]]:
    style = pick(hand.cross_styles, rng)
    size = near(rng, hand.size, hand.size_spread * hand.size, *hand.size_range)
    strokes = CROSSES[style](frame_of(cell, size, rng, hand.stray), hand.wobble_mm, rng)
    if rng.random() >= hand.quirk:
        return style, strokes
    quirk, strokes = with_quirk(cell, strokes, hand, style, rng)
    return f"{style}, {quirk}", strokes


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
