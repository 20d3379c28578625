"""How each kind of cell is drawn: numbers, special cells, fields, squares, locks, strips' cells."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sheetgen.geometry import Rect
from sheetgen.layout import shapes
from sheetgen.layout.bands import DIVIDER
from sheetgen.layout.fonts import DIGIT_HEIGHT, fitting_size
from sheetgen.layout.model import Element, Font, MarkBox, Paint, Path, Primitive, Text
from sheetgen.layout.theme import Colouring, Palette
from sheetgen.sheet import Cell

RADIUS = 1.9
_SPECIAL_INSET, _CLOSING_INSET = 0.35, 0.75
_LETTER_SIZE = 2.0


class Look(NamedTuple):
    """What a cell's drawing depends on besides the cell: equal looks are drawn once."""

    box: Rect
    patch: Rect | None = None
    """Ground in the cell's band colour, where the row's band has several colours."""
    size: float = 5.0
    """Font size of numbers, in mm."""
    shape: str | None = None
    """The outline of a special cell."""
    linked: bool = False
    letter: str | None = None
    """A letter in the corner, where a further colour begins in the row."""


@lru_cache(8192)
def placed_cell(cell: Cell, look: Look, palette: Palette) -> tuple[MarkBox, Element]:
    """A cell of a row: where its cross goes, and its drawing."""
    mark = MarkBox(cell, look.box, "round" if cell.kind in ("lock", "field") else "box")
    return mark, Element(f"cell/{cell.id}", _drawing(cell, look, palette))


def _drawing(cell: Cell, look: Look, palette: Palette) -> tuple[Primitive, ...]:
    tones = palette[cell.colour]
    primitives: list[Primitive] = []
    if look.patch:
        primitives.append(Path(shapes.polygon(look.patch.corners), Paint(fill=tones.band)))
    box = look.box
    if cell.kind == "lock":
        return (*primitives, *_lock(box, tones, palette))
    if cell.kind == "field":
        return (*primitives, *_field(cell, look, palette))
    if cell.kind == "square":
        return (*primitives, *_square(box, tones, palette))
    if cell.kind in ("double", "penalty"):
        stroked = cell.kind == "penalty" or palette.outline
        paint = Paint(fill=palette.paper, stroke=tones.band if stroked else None, width=0.4)
        inner = box.inset(0.2) if stroked else box
        return (*primitives, Path(shapes.rounded(inner, 1.3), paint))
    return (*primitives, *_number_cell(cell, look, tones, palette))


def ground(box: Rect, radius: float, tones: Colouring, palette: Palette) -> Path:
    """The light ground of a cell, with an outline where bands are not filled."""
    if not palette.outline:
        return Path(shapes.rounded(box, radius), Paint(fill=tones.tint))
    paint = Paint(fill=tones.tint, stroke=tones.band, width=DIVIDER)
    return Path(shapes.rounded(box.inset(DIVIDER / 2), radius), paint)


def _number_cell(cell: Cell, look: Look, tones: Colouring, palette: Palette) -> list[Primitive]:
    """Rounded, in the row's tint; special cells show their shape on a darker ground."""
    box, radius = look.box, min(RADIUS, look.box.width / 4)
    marked = look.shape is not None or look.linked
    fill = tones.mid if marked else tones.tint
    primitives: list[Primitive] = []
    if not palette.outline:
        primitives.append(Path(shapes.rounded(box, radius), Paint(fill=fill)))
    size = look.size
    if look.shape:
        outline = shapes.special(look.shape, box.inset(_SPECIAL_INSET))
        width = 0.3 if palette.outline else 0.45
        primitives.append(Path(outline, Paint(fill="#ffffff", stroke=tones.ink, width=width)))
        side = min(box.width, box.height)
        size = fitting_size(str(cell.number), min(size * 0.84, side * 0.64), side * 0.68)
    elif look.linked:
        inner = shapes.rounded(box.inset(0.9), radius * 0.6)
        primitives.append(Path(inner, Paint(fill="#ffffff", stroke=tones.ink, width=0.3)))
    if cell.closing:
        width = 0.22 if palette.outline else 0.4
        primitives.append(Path(_closing(look, radius), Paint(stroke=tones.ink, width=width)))
    primitives.append(label(box, str(cell.number), size, tones.ink, palette.heavy))
    if look.letter:
        spot = (box.x + 0.9, box.y + 0.55 + _LETTER_SIZE * DIGIT_HEIGHT)
        primitives.append(Text(*spot, look.letter, _LETTER_SIZE, tones.ink, anchor="start"))
    return primitives


def _closing(look: Look, radius: float) -> shapes.Outline:
    """The second outline of closing numbers, inside that of a special cell."""
    if look.shape:
        return shapes.special(look.shape, look.box.inset(_SPECIAL_INSET + _CLOSING_INSET))
    return shapes.rounded(look.box.inset(_CLOSING_INSET), radius * 0.65)


def label(box: Rect, string: str, size: float, colour: str, font: Font = "bold") -> Text:
    """A number in the middle of a box."""
    return Text(box.centre.x, box.centre.y + size * DIGIT_HEIGHT / 2, string, size, colour, font)


def _field(cell: Cell, look: Look, palette: Palette) -> list[Primitive]:
    """A round field, its upper half in the tint of the row above, its lower half below."""
    above, below = (palette[colour] for colour in cell.colours)
    cx, cy = look.box.centre
    radius = min(look.box.width, look.box.height) / 2
    inset = DIVIDER / 2 if palette.outline else 0.0
    size = min(look.size, radius * 1.1 * palette.enlarge)
    upper, lower = (
        Paint(fill=tones.tint, stroke=tones.band if palette.outline else None, width=DIVIDER)
        for tones in (above, below)
    )
    return [
        Path(shapes.circle(cx, cy, radius - inset), upper),
        Path(shapes.half_disc(cx, cy, radius - inset), lower),
        label(look.box, str(cell.number), size, palette["grey"].ink, palette.heavy),
    ]


def _square(box: Rect, tones: Colouring, palette: Palette) -> list[Primitive]:
    side = min(box.width, box.height)
    square = Rect(box.centre.x - side / 2, box.centre.y - side / 2, side, side)
    paint = Paint(fill=palette.paper, stroke=tones.ink, width=0.45)
    return [Path(shapes.polygon(square.inset(0.25).corners), paint)]


def _lock(box: Rect, tones: Colouring, palette: Palette) -> tuple[Primitive, ...]:
    size = min(box.width, box.height) * 0.52
    cx, cy = box.centre
    if palette.outline:
        line = Paint(stroke=tones.ink, width=size * 0.08)
        shapes_of = (shapes.lock_shackle(cx, cy, size), shapes.lock_body(cx, cy, size))
        return tuple(Path(outline, line) for outline in shapes_of)
    return (
        Path(shapes.rounded(box, box.height), Paint(fill=tones.tint)),
        Path(shapes.lock_shackle(cx, cy, size), Paint(stroke=tones.ink, width=size * 0.13)),
        Path(shapes.lock_body(cx, cy, size), Paint(fill=tones.ink)),
    )
