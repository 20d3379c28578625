"""The rows of a sheet: coloured bands, cells with their numbers, start arrows and locks."""

from __future__ import annotations

from functools import lru_cache

from sheetgen.errors import LayoutError
from sheetgen.geometry import Rect
from sheetgen.layout import shapes
from sheetgen.layout.fonts import DIGIT_HEIGHT, fitting_size
from sheetgen.layout.model import Element, MarkBox, Paint, Path, Primitive, Text
from sheetgen.layout.theme import Colouring, Palette
from sheetgen.sheet import Cell, Row

MIN_CELL = 5.5
"""The smallest cell in mm at the sheet's nominal size: below it a cross and a number do not fit."""

MAX_BAND = 12.9
_GAP_SHARE = 0.085
_START_WIDTH = 8.2
_CELL_GAP = 1.2
_LOCK_GAP = 1.6
_CELL_RADIUS = 1.9
_BAND_RADIUS = 2.6
_PADDING = 1.0


def band_boxes(area: Rect, count: int) -> list[Rect]:
    """Equal bands for ``count`` rows from the top of an area. Raises LayoutError if too low."""
    pitch = min(area.height / (count - _GAP_SHARE), MAX_BAND / (1 - _GAP_SHARE))
    height = pitch * (1 - _GAP_SHARE)
    lacking = MIN_CELL + 2 * _PADDING - height
    if lacking > 0:
        raise LayoutError(
            f"{count} rows are too many for the frame: each lacks {lacking:.1f} mm of height",
            "use a larger frame",
        )
    return [Rect(area.x, area.y + i * pitch, area.width, height) for i in range(count)]


def lay_out_row(row: Row, band: Rect, palette: Palette) -> tuple[list[MarkBox], list[Element]]:
    """Mark boxes and elements of one row inside its band. Raises LayoutError if too narrow."""
    tones = palette[row.colours[0]]
    locks = 1 if row.lock else 0
    count = len(row.cells)
    width = band.width - _START_WIDTH - _PADDING
    pitch = (width - locks * _LOCK_GAP) / count
    lacking = MIN_CELL + _CELL_GAP - pitch
    if lacking > 0:
        raise LayoutError(
            f"row '{row.id}': {count} cells are too many, "
            f"it lacks {lacking * count:.0f} mm of width",
            "use a larger frame or fewer cells",
        )
    boxes = []
    for i, cell in enumerate(row.cells):
        x = band.x + _START_WIDTH + i * pitch + (_LOCK_GAP if cell.kind == "lock" else 0)
        box = Rect(x, band.y + _PADDING, pitch - _CELL_GAP, band.height - 2 * _PADDING)
        boxes.append(MarkBox(cell, box, "round" if cell.kind == "lock" else "box"))
    elements = [Element(f"band/{row.id}", _band(band, tones))]
    size = min(fitting_size(str(cell.number), *_number_room(boxes[0].box)) for cell in row.numbers)
    elements += [
        Element(f"cell/{box.cell.id}", draw_cell(box.cell, box.box, size, palette)) for box in boxes
    ]
    return boxes, elements


@lru_cache(64)
def _band(band: Rect, tones: Colouring) -> tuple[Primitive, ...]:
    arrow_height = min(4.6, band.height * 0.42)
    arrow = Rect(band.x + 2.6, band.centre.y - arrow_height / 2, arrow_height * 0.86, arrow_height)
    return (
        Path(shapes.rounded(band, _BAND_RADIUS), Paint(fill=tones.band)),
        Path(shapes.arrow(arrow), Paint(fill="#ffffff")),
    )


def _number_room(box: Rect) -> tuple[float, float]:
    """The largest font size and width of a number in a cell."""
    return box.height * 0.74, box.width * 0.72


@lru_cache(4096)
def draw_cell(cell: Cell, box: Rect, size: float, palette: Palette) -> tuple[Primitive, ...]:
    """A cell of a row: rounded, in the row's tint, with its number or lock in the row's ink."""
    tones = palette[cell.colour]
    if cell.kind == "lock":
        return _lock(box, tones)
    radius = min(_CELL_RADIUS, box.width / 4)
    primitives: list[Primitive] = [Path(shapes.rounded(box, radius), Paint(fill=tones.tint))]
    if cell.closing:
        inner = box.inset(0.75)
        paint = Paint(stroke=tones.ink, width=0.4)
        primitives.append(Path(shapes.rounded(inner, radius * 0.65), paint))
    label = str(cell.number)
    baseline = box.centre.y + size * DIGIT_HEIGHT / 2
    primitives.append(Text(box.centre.x, baseline, label, size, tones.ink))
    return tuple(primitives)


def _lock(box: Rect, tones: Colouring) -> tuple[Primitive, ...]:
    size = min(box.width, box.height) * 0.52
    cx, cy = box.centre
    return (
        Path(shapes.rounded(box, box.height), Paint(fill=tones.tint)),
        Path(shapes.lock_shackle(cx, cy, size), Paint(stroke=tones.ink, width=size * 0.13)),
        Path(shapes.lock_body(cx, cy, size), Paint(fill=tones.ink)),
    )
