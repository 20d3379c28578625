"""The band of a row: its ground in the row's colours and the tag at its start."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from sheetgen.geometry import Rect
from sheetgen.layout import shapes
from sheetgen.layout.fonts import DIGIT_HEIGHT, fitting_size
from sheetgen.layout.model import Paint, Path, Primitive, Text
from sheetgen.layout.theme import Colouring, Palette
from sheetgen.sheet import Row

START_WIDTH = 8.2
OUTLINE = 0.3
"""Width of the lines of bands that are not filled."""

DIVIDER = 0.18
"""Width of the lines between their cells."""

_RADIUS = 2.6
_TAG_WIDTH = 6.0
_TAG_HEIGHT = 5.6
_TAG_POINT = 1.7
_LETTER_SIZE = 3.9


def many_coloured(row: Row) -> bool:
    """Whether the cells of a row have colours of their own."""
    return bool(row.spec and row.spec.colours)


@lru_cache(256)
def draw_band(
    band: Rect, row: Row, letters: tuple[str, ...], palette: Palette, edges: tuple[float, ...]
) -> tuple[Primitive, ...]:
    """The band with its tag, which tells the colour by its letter; two colours by two letters.

    ``edges``: x in mm of the left side of each cell's part of the band.
    """
    ground = row.cells[-1].colour if many_coloured(row) else row.colours[0]
    colours = (row.cells[0].colour,) if many_coloured(row) else row.colours
    primitives = [_ground(shapes.rounded, band, palette[ground], palette)]
    if len(row.colours) > 1:
        lower = palette[row.colours[1]]
        primitives.append(_ground(shapes.lower_half, band, lower, palette))
    start = band._replace(width=edges[0] - band.x)
    if palette.outline:
        primitives += _lines(band, row, palette, edges)
    elif many_coloured(row):
        primitives.append(
            Path(shapes.left_rounded(start, _RADIUS), Paint(fill=palette[colours[0]].band))
        )
    return (*primitives, *_tag(band, letters, colours, palette))


def _lines(band: Rect, row: Row, palette: Palette, edges: tuple[float, ...]) -> list[Path]:
    """The lines of a band that is not filled: between cells, and along cells of other colours."""
    half = OUTLINE / 2
    paths: list[Path] = []
    if many_coloured(row):
        box = Rect(band.x + half, band.y + half, edges[0] - band.x - half, band.height - OUTLINE)
        paint = Paint(stroke=palette[row.cells[0].colour].band, width=OUTLINE)
        paths.append(Path(shapes.left_bracket(box, _RADIUS), paint))
    for cell, x, right in zip(row.cells, edges, edges[1:], strict=False):
        if many_coloured(row):
            paint = Paint(stroke=palette[cell.colour].band, width=OUTLINE)
            for y in (band.y + half, band.bottom - half):
                paths.append(Path(shapes.line(x + half, y, right - half, y), paint))
    for before, cell, x in zip((None, *row.cells), row.cells, edges, strict=False):
        if cell.kind == "field" or "square" in (cell.kind, before.kind if before else None):
            continue
        paint = Paint(stroke=palette[cell.colour].band, width=DIVIDER)
        paths.append(Path(shapes.line(x, band.y + OUTLINE, x, band.bottom - OUTLINE), paint))
    return paths


def _ground(shape: shapes.Rounding, band: Rect, tones: Colouring, palette: Palette) -> Path:
    if not palette.outline:
        return Path(shape(band, _RADIUS), Paint(fill=tones.band))
    paint = Paint(fill=palette.paper, stroke=tones.band, width=OUTLINE)
    return Path(shape(band.inset(OUTLINE / 2), _RADIUS), paint)


def _tag(
    band: Rect, letters: tuple[str, ...], colours: Sequence[str], palette: Palette
) -> list[Primitive]:
    """A label with a letter, or with one above the other."""
    height = min(_TAG_HEIGHT, band.height * 0.6)
    box = Rect(band.x + 1.3, band.centre.y - height / 2, _TAG_WIDTH, height)
    stroke = palette[colours[0]].band if palette.outline else None
    primitives: list[Primitive] = [
        Path(shapes.tag(box, _TAG_POINT), Paint(fill=palette.paper, stroke=stroke, width=DIVIDER))
    ]
    x = box.x + (box.width - _TAG_POINT * 0.55) / 2
    room = height / len(letters)
    most = min(_LETTER_SIZE * min(palette.enlarge, 1.1), room * (0.72 if len(letters) == 1 else 1))
    for i, (letter, colour) in enumerate(zip(letters, colours, strict=True)):
        size = fitting_size(letter, most, box.width - _TAG_POINT - 0.5)
        y = box.y + (i + 0.5) * room + size * DIGIT_HEIGHT / 2
        primitives.append(Text(x, y, letter, size, palette[colour].ink, palette.heavy))
    return primitives


def segment_starts(row: Row) -> frozenset[str]:
    """Ids of the cells at which a further colour begins, where cells have colours of their own."""
    if not many_coloured(row):
        return frozenset()
    return frozenset(
        cell.id
        for before, cell in zip(row.cells, row.cells[1:], strict=False)
        if cell.colour != before.colour
    )
