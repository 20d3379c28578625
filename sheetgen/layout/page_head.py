"""What the pages beside the sheets begin with: a stripe in the rows' colours, title, a few words.

Lengths in mm on a page of A4, y down.
"""

from __future__ import annotations

from sheetgen.geometry import Rect
from sheetgen.layout import shapes
from sheetgen.layout.fonts import DIGIT_HEIGHT, fitting_size
from sheetgen.layout.model import Element, Paint, Path, Primitive, Text
from sheetgen.layout.paragraphs import broken, height_of, set_lines
from sheetgen.layout.theme import Palette

WIDTH, HEIGHT = 210.0, 297.0
SIDE, FOOT = 17.0, 15.0
"""White margins left, right and below."""

INNER = WIDTH - 2 * SIDE
HUES = ("red", "yellow", "green", "blue")
_STRIPE_TOP, _STRIPE_HEIGHT, _STRIPE_GAP = 11.0, 2.0, 1.2
_TITLE_TOP, _TITLE_SIZE = 19.0, 11.0
_WORDS_GAP = 4.6


def page_head(
    title: str, words: str, palette: Palette, size: float = 4.2, beside: float = 0.0
) -> tuple[Element, float]:
    """The head of a page, and where what follows may begin.

    ``size`` of the words below the title; ``beside``: mm that the title leaves free at the right.
    """
    step = (INNER + _STRIPE_GAP) / len(HUES)
    primitives: list[Primitive] = []
    for i, hue in enumerate(HUES):
        bar = Rect(SIDE + i * step, _STRIPE_TOP, step - _STRIPE_GAP, _STRIPE_HEIGHT)
        primitives.append(Path(shapes.rounded(bar, 1.0), _filled(hue, palette)))
    title_size = fitting_size(title, _TITLE_SIZE, INNER - beside)
    y = title_middle() + title_size * DIGIT_HEIGHT / 2
    primitives.append(Text(SIDE, y, title, title_size, palette.text, palette.heavy, "start"))
    top = title_middle() + _TITLE_SIZE * DIGIT_HEIGHT / 2 + _WORDS_GAP
    lines = broken(words, size, INNER)
    primitives += set_lines(lines, SIDE, top, size, palette.text)
    return Element("head", tuple(primitives)), top + height_of(lines, size)


def title_middle() -> float:
    """Y of the middle of the title's capitals."""
    return _TITLE_TOP + _TITLE_SIZE * DIGIT_HEIGHT / 2


def _filled(hue: str, palette: Palette) -> Paint:
    if palette.outline:
        return Paint(fill=palette.paper, stroke=palette[hue].band, width=0.3)
    return Paint(fill=palette[hue].band)
