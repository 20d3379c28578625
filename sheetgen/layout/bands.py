"""The band of a row: its ground in the row's colours and the tag at its start."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from sheetgen.geometry import Rect
from sheetgen.layout import shapes
from sheetgen.layout.fonts import DIGIT_HEIGHT, fitting_size
from sheetgen.layout.model import Element, Paint, Path, Primitive, Text
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


class Stripe(NamedTuple):
    """What the drawing of a band depends on of its row: all but the numbers."""

    row: str
    colours: tuple[str, ...]
    many: bool
    """The cells have colours of their own."""
    cells: tuple[tuple[str, str], ...]
    """Kind and colour of each cell."""

    @property
    def tag_colours(self) -> tuple[str, ...]:
        return (self.cells[0][1],) if self.many else self.colours


def stripe_of(row: Row) -> Stripe:
    cells = tuple((cell.kind, cell.colours[0]) for cell in row.cells)
    return Stripe(row.id, row.colours, many_coloured(row), cells)


@lru_cache(1024)
def band_element(
    stripe: Stripe,
    band: Rect,
    letters: tuple[str, ...],
    palette: Palette,
    edges: tuple[float, ...],
) -> Element:
    """The band with its tag, which tells the colour by its letter; two colours by two letters.

    ``edges``: x in mm of the left side of each cell's part of the band.
    """
    ground = stripe.cells[-1][1] if stripe.many else stripe.colours[0]
    primitives = [_ground(shapes.rounded, band, palette[ground], palette)]
    if len(stripe.colours) > 1:
        lower = palette[stripe.colours[1]]
        primitives.append(_ground(shapes.lower_half, band, lower, palette))
    start = band._replace(width=edges[0] - band.x)
    if palette.outline:
        primitives += _lines(band, stripe, palette, edges)
    elif stripe.many:
        paint = Paint(fill=palette[stripe.tag_colours[0]].band)
        primitives.append(Path(shapes.left_rounded(start, _RADIUS), paint))
    tag = _tag(band, letters, stripe.tag_colours, palette)
    return Element(f"band/{stripe.row}", (*primitives, *tag))


def _lines(band: Rect, stripe: Stripe, palette: Palette, edges: tuple[float, ...]) -> list[Path]:
    """The lines of a band that is not filled: between cells, and along cells of other colours."""
    half = OUTLINE / 2
    paths: list[Path] = []
    if stripe.many:
        box = Rect(band.x + half, band.y + half, edges[0] - band.x - half, band.height - OUTLINE)
        paint = Paint(stroke=palette[stripe.cells[0][1]].band, width=OUTLINE)
        paths.append(Path(shapes.left_bracket(box, _RADIUS), paint))
        for (_, colour), x, right in zip(stripe.cells, edges, edges[1:], strict=False):
            paint = Paint(stroke=palette[colour].band, width=OUTLINE)
            for y in (band.y + half, band.bottom - half):
                paths.append(Path(shapes.line(x + half, y, right - half, y), paint))
    before = ""
    for (kind, colour), x in zip(stripe.cells, edges, strict=True):
        if kind != "field" and "square" not in (kind, before):
            paint = Paint(stroke=palette[colour].band, width=DIVIDER)
            line = shapes.line(x, band.y + OUTLINE, x, band.bottom - OUTLINE)
            paths.append(Path(line, paint))
        before = kind
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
