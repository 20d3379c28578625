"""The rows of a sheet: coloured bands, cells with their numbers, start arrows and locks."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise
from typing import Literal

from sheetgen.errors import LayoutError
from sheetgen.geometry import Rect
from sheetgen.layout import shapes
from sheetgen.layout.bands import START_WIDTH, draw_band, many_coloured, segment_starts
from sheetgen.layout.cells import Look, draw_cell
from sheetgen.layout.fonts import fitting_size
from sheetgen.layout.model import Element, MarkBox, Paint, Path
from sheetgen.layout.theme import Palette
from sheetgen.sheet import Cell, Row, Sheet

MIN_CELL = 5.5
"""The smallest cell in mm at the sheet's nominal size: below it a cross and a number do not fit."""

MAX_BAND = 16.6
"""The highest band in mm; bands with second boxes may be higher by ``DOUBLES_SHARE``."""

DOUBLES_SHARE = 0.55
_GAP_SHARE = 0.085
_CELL_GAP = 1.2
_LOCK_GAP = 1.6
_SQUARE_WIDTH = 0.66
_PADDING = 1.0
_MAX_SIZE = 8.6


def band_boxes(area: Rect, rows: tuple[Row, ...]) -> list[Rect]:
    """A band per row from the top of an area. Raises LayoutError if they would be too low."""
    shares = [1 + DOUBLES_SHARE if row.spec and row.spec.doubles else 1.0 for row in rows]
    unit = min(area.height / (sum(shares) + _GAP_SHARE * (len(rows) - 1)), MAX_BAND)
    lacking = MIN_CELL + 2 * _PADDING - unit
    if lacking > 0:
        raise LayoutError(
            f"{len(rows)} rows are too many for the frame: each lacks {lacking:.1f} mm of height",
            "use a larger frame",
        )
    boxes, y = [], area.y
    for share in shares:
        boxes.append(Rect(area.x, y, area.width, unit * share))
        y += unit * (share + _GAP_SHARE)
    return boxes


def lay_out_row(
    row: Row,
    doubles: Row | None,
    band: Rect,
    sheet: Sheet,
    palette: Palette,
    words: dict[str, str],
    linked: Collection[str],
) -> tuple[list[MarkBox], list[Element]]:
    """Mark boxes and elements of one row inside its band. Raises LayoutError if too narrow.

    ``doubles``: its second boxes; ``linked``: ids of cells that are linked to others.
    """
    boxes = _cell_boxes(row, band, any(other.lock for other in sheet.rows))
    if doubles:
        upper = (band.height - 2 * _PADDING - 0.9) / (1 + DOUBLES_SHARE * 0.86)
        lower = [_below(box, upper) for box in boxes if box.cell.kind == "number"]
        boxes = [_cut(box, upper) if box.cell.kind == "number" else box for box in boxes]
    size = _number_size(row, boxes, palette)
    colours = (row.cells[0].colour,) if many_coloured(row) else row.colours
    letters = tuple(words[f"letter-{colour}"] for colour in colours)
    edges = _edges(boxes)
    elements = [Element(f"band/{row.id}", draw_band(band, row, letters, palette, edges))]
    patches = _patches(row, edges, band, palette)
    starts = segment_starts(row)
    for mark, patch in zip(boxes, patches, strict=True):
        special = sheet.special_of(mark.cell)
        look = Look(
            mark.box,
            patch,
            size,
            special.shape if special else None,
            linked=mark.cell.id in linked,
            letter=words[f"letter-{mark.cell.colour}"] if mark.cell.id in starts else None,
        )
        elements.append(Element(f"cell/{mark.cell.id}", draw_cell(mark.cell, look, palette)))
    if doubles:
        seconds = [MarkBox(cell, box) for cell, box in zip(doubles.cells, lower, strict=True)]
        for mark in seconds:
            primitives = draw_cell(mark.cell, Look(mark.box), palette)
            elements.append(Element(f"cell/{mark.cell.id}", primitives))
        boxes = boxes + seconds
    return boxes, elements


def _number_size(row: Row, boxes: list[MarkBox], palette: Palette) -> float:
    """One font size for all numbers of a row; beside letters in the cells they stay smaller."""
    larger = palette.digits * (1.0 if many_coloured(row) else palette.enlarge)
    box = boxes[0].box
    labels = [str(cell.number) for cell in row.numbers]
    height = min(box.height * 0.74, _MAX_SIZE) * larger
    return min(fitting_size(label, height, box.width * min(0.72 * larger, 0.8)) for label in labels)


def _cell_boxes(row: Row, band: Rect, room_for_lock: bool) -> list[MarkBox]:
    """The boxes of a row; with ``room_for_lock`` rows without a lock keep the others' columns."""
    widths = [_SQUARE_WIDTH if cell.kind == "square" else 1.0 for cell in row.cells]
    total = sum(widths) + (1 if room_for_lock and not row.lock else 0)
    gaps = _LOCK_GAP if room_for_lock else 0.0
    unit = (band.width - START_WIDTH - _PADDING - gaps) / total
    lacking = (MIN_CELL + _CELL_GAP - unit) * total
    if lacking > 0:
        raise LayoutError(
            f"row '{row.id}': {len(row.cells)} cells are too many, it lacks {lacking:.0f} mm of "
            "width",
            "use a larger frame or fewer cells",
        )
    boxes, x = [], band.x + START_WIDTH
    for cell, width in zip(row.cells, widths, strict=True):
        x += _LOCK_GAP if cell.kind == "lock" else 0
        box = Rect(x, band.y + _PADDING, unit * width - _CELL_GAP, band.height - 2 * _PADDING)
        boxes.append(MarkBox(cell, _mark_area(cell, box), _outline(cell)))
        x += unit * width
    return boxes


def _mark_area(cell: Cell, box: Rect) -> Rect:
    """Squares and round fields take the middle of their place."""
    if cell.kind not in ("square", "field"):
        return box
    side = min(box.width, box.height)
    return Rect(box.centre.x - side / 2, box.centre.y - side / 2, side, side)


def _outline(cell: Cell) -> Literal["box", "round"]:
    return "round" if cell.kind in ("lock", "field") else "box"


def _cut(mark: MarkBox, height: float) -> MarkBox:
    return MarkBox(mark.cell, mark.box._replace(height=height), mark.shape)


def _below(mark: MarkBox, upper: float) -> Rect:
    y = mark.box.y + upper + 0.9
    return Rect(mark.box.x + 0.8, y, mark.box.width - 1.6, mark.box.bottom - y)


def _edges(boxes: list[MarkBox]) -> tuple[float, ...]:
    """Where the part of the band that belongs to each cell begins."""
    inner = [(a.box.right + b.box.x) / 2 for a, b in pairwise(boxes)]
    return (boxes[0].box.x - _CELL_GAP / 2, *inner)


def _patches(row: Row, edges: tuple[float, ...], band: Rect, palette: Palette) -> list[Rect | None]:
    """Where cells have colours of their own, the ground of each, edge to edge.

    The band itself has the colour of the last.
    """
    if palette.outline or not many_coloured(row):
        return [None] * len(edges)
    patches: list[Rect | None] = [
        Rect(start, band.y, end - start, band.height) for start, end in pairwise(edges)
    ]
    return [*patches, None]


def link_elements(sheet: Sheet, marks: list[MarkBox], palette: Palette) -> list[Element]:
    """A connector between each two linked cells, from edge to edge."""
    boxes = {mark.cell.id: mark.box for mark in marks}
    elements = []
    for a, b in sheet.pairs:
        upper, lower = sorted((boxes[a.id], boxes[b.id]), key=lambda box: box.y)
        width = min(3.4, upper.width / 3)
        x = (upper.centre.x + lower.centre.x) / 2
        bar = Rect(x - width / 2, upper.bottom, width, lower.y - upper.bottom)
        paint = Paint(fill=palette.paper, stroke=palette.text, width=0.35)
        ring = shapes.circle(x, bar.centre.y, min(width, bar.height) * 0.24)
        elements.append(
            Element(
                f"link/{a.id}-{b.id}",
                (Path(shapes.polygon(bar.corners), paint), Path(ring, Paint(fill=palette.text))),
            )
        )
    return elements
