"""Dice as they lie on the table: which ones a variant has, their colours and faces. In mm."""

from __future__ import annotations

from sheetgen.geometry import Point, Rect
from sheetgen.layout import shapes
from sheetgen.layout.fonts import DIGIT_HEIGHT
from sheetgen.layout.model import Paint, Path, Primitive, Text
from sheetgen.layout.theme import Palette
from sheetgen.variant import Variant

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Where the pips of each number are, in steps from the middle."""

PIP_STEP, PIP_RADIUS = 0.26, 0.095
"""As shares of the die's edge."""

_CUBE = 6


def dice_of(variant: Variant) -> list[str]:
    """The dice of a variant: 'white', then a colour for each coloured row."""
    colours = dict.fromkeys(str(row.colour) for row in variant.rows if row.colour)
    return ["white"] * variant.dice.white + list(colours)


def die_colours(colour: str, palette: Palette) -> tuple[str, str]:
    """Ground and pips: the lighter or darker of two, whichever stands out."""
    if colour == "white":
        return palette.paper, palette.text
    tones = palette[colour]
    if palette.outline:
        return palette.paper, tones.ink
    red, green, blue = (int(tones.band[i : i + 2], 16) for i in (1, 3, 5))
    is_light = 0.3 * red + 0.59 * green + 0.11 * blue > 150
    return tones.band, "#1a1a1a" if is_light else palette.paper


def pips(middle: Point, edge: float, value: int, ink: str) -> list[Path]:
    """The pips of a face around its middle."""
    return [
        Path(
            shapes.circle(
                middle.x + x * edge * PIP_STEP, middle.y + y * edge * PIP_STEP, edge * PIP_RADIUS
            ),
            Paint(fill=ink),
        )
        for x, y in PIPS[value]
    ]


def die(box: Rect, sides: int, value: int, colour: str, palette: Palette) -> list[Primitive]:
    """A die from above: a cube with pips, or a face with its number."""
    fill, ink = die_colours(colour, palette)
    edge = palette.text if colour == "white" else palette[colour].band
    paint = Paint(fill=fill, stroke=edge, width=box.width * 0.046)
    if sides == _CUBE:
        cube = Path(shapes.rounded(box, box.width * 0.215), paint)
        return [cube, *pips(box.centre, box.width, value, ink)]
    cx, cy = box.centre
    size = box.height * 0.4
    outline = shapes.regular(cx, cy, box.height * 0.56, 6)
    face = shapes.regular(cx, cy, box.height * 0.56, 3)
    return [
        Path(outline, paint),
        Path(face, Paint(stroke=ink, width=box.width * 0.03)),
        Text(cx, cy + size * DIGIT_HEIGHT / 2, str(value), size, ink, palette.heavy),
    ]
