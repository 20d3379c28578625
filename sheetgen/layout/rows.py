"""The rows of a sheet: coloured bands, cells with their numbers, start arrows and locks.

Drawn sheets differ in numbers and colours, not in where the cells are: what depends on less than
the whole row is worked out once for all sheets of a run.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from sheetgen.errors import LayoutError
from sheetgen.geometry import Rect
from sheetgen.layout import shapes
from sheetgen.layout.bands import (
    START_WIDTH,
    band_element,
    many_coloured,
    segment_starts,
    stripe_of,
)
from sheetgen.layout.cells import Look, placed_cell
from sheetgen.layout.fonts import fitting_size
from sheetgen.layout.model import Element, MarkBox, Paint, Path
from sheetgen.layout.theme import Palette
from sheetgen.sheet import Row, Sheet

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


@dataclass(frozen=True, slots=True)
class _Grid:
    """Where the cells of a row are."""

    boxes: tuple[Rect, ...]
    seconds: tuple[Rect, ...]
    """The second boxes below them."""
    edges: tuple[float, ...]
    """X of the left side of each cell's part of the band."""
    patches: tuple[Rect, ...]
    """The part of the band that belongs to each cell but the last, edge to edge."""


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
    kinds = tuple(cell.kind for cell in row.cells)
    grid = _grid(row.id, kinds, band, sheet.has_locks, doubles is not None)
    many = many_coloured(row)
    numbers = frozenset(cell.number for cell in row.cells if cell.number is not None)
    size = _number_size(numbers, grid.boxes[0], many, palette)
    elements = [_band(row, band, grid.edges, palette, words)]
    marks: list[MarkBox] = []
    # The band itself has the colour of the last cell.
    patched = many and not palette.outline
    patches = (*grid.patches, None) if patched else (None,) * len(row.cells)
    starts, shapes_of = (
        segment_starts(row),
        {kind.id: kind.shape for kind in sheet.variant.specials},
    )
    for cell, box, patch in zip(row.cells, grid.boxes, patches, strict=True):
        letter = words[f"letter-{cell.colour}"] if cell.id in starts else None
        shape = shapes_of[cell.special] if cell.special else None
        look = Look(box, patch, size, shape, cell.id in linked, letter)
        mark, element = placed_cell(cell, look, palette)
        marks.append(mark)
        elements.append(element)
    if doubles:
        for cell, box in zip(doubles.cells, grid.seconds, strict=True):
            mark, element = placed_cell(cell, Look(box), palette)
            marks.append(mark)
            elements.append(element)
    return marks, elements


def _band(
    row: Row, band: Rect, edges: tuple[float, ...], palette: Palette, words: dict[str, str]
) -> Element:
    stripe = stripe_of(row)
    letters = tuple(words[f"letter-{colour}"] for colour in stripe.tag_colours)
    return band_element(stripe, band, letters, palette, edges)


@lru_cache(256)
def _number_size(numbers: frozenset[int], box: Rect, many_colours: bool, palette: Palette) -> float:
    """One font size for all numbers of a row; beside letters in the cells they stay smaller."""
    larger = palette.digits * (1.0 if many_colours else palette.enlarge)
    height = min(box.height * 0.74, _MAX_SIZE) * larger
    width = box.width * min(0.72 * larger, 0.8)
    return min(fitting_size(str(number), height, width) for number in numbers)


@lru_cache(256)
def _grid(
    row_id: str, kinds: tuple[str, ...], band: Rect, room_for_lock: bool, doubled: bool
) -> _Grid:
    """The boxes of a row by the kinds of its cells."""
    places = _cell_boxes(row_id, kinds, band, room_for_lock)
    boxes = places
    seconds: tuple[Rect, ...] = ()
    if doubled:
        upper = (band.height - 2 * _PADDING - 0.9) / (1 + DOUBLES_SHARE * 0.86)
        numbered = [kind == "number" for kind in kinds]
        seconds = tuple(
            _below(box, upper) for box, number in zip(places, numbered, strict=True) if number
        )
        boxes = tuple(
            box._replace(height=upper) if number else box
            for box, number in zip(places, numbered, strict=True)
        )
    edges = _edges(boxes)
    patches = tuple(Rect(start, band.y, end - start, band.height) for start, end in pairwise(edges))
    return _Grid(boxes, seconds, edges, patches)


def _cell_boxes(
    row_id: str, kinds: tuple[str, ...], band: Rect, room_for_lock: bool
) -> tuple[Rect, ...]:
    """The boxes of a row; with ``room_for_lock`` rows without a lock keep the others' columns."""
    widths = [_SQUARE_WIDTH if kind == "square" else 1.0 for kind in kinds]
    total = sum(widths) + (1 if room_for_lock and "lock" not in kinds else 0)
    gaps = _LOCK_GAP if room_for_lock else 0.0
    unit = (band.width - START_WIDTH - _PADDING - gaps) / total
    lacking = (MIN_CELL + _CELL_GAP - unit) * total
    if lacking > 0:
        raise LayoutError(
            f"row '{row_id}': {len(kinds)} cells are too many, it lacks {lacking:.0f} mm of width",
            "use a larger frame or fewer cells",
        )
    boxes, x = [], band.x + START_WIDTH
    for kind, width in zip(kinds, widths, strict=True):
        x += _LOCK_GAP if kind == "lock" else 0
        box = Rect(x, band.y + _PADDING, unit * width - _CELL_GAP, band.height - 2 * _PADDING)
        boxes.append(_mark_area(kind, box))
        x += unit * width
    return tuple(boxes)


def _mark_area(kind: str, box: Rect) -> Rect:
    """Squares and round fields take the middle of their place."""
    if kind not in ("square", "field"):
        return box
    side = min(box.width, box.height)
    return Rect(box.centre.x - side / 2, box.centre.y - side / 2, side, side)


def _below(box: Rect, upper: float) -> Rect:
    y = box.y + upper + 0.9
    return Rect(box.x + 0.8, y, box.width - 1.6, box.bottom - y)


def _edges(boxes: tuple[Rect, ...]) -> tuple[float, ...]:
    inner = [(a.right + b.x) / 2 for a, b in pairwise(boxes)]
    return (boxes[0].x - _CELL_GAP / 2, *inner)


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
