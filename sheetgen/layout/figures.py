"""The page of figures for a board: to cut out and fold so that they stand, or to lay flat; mm."""

from __future__ import annotations

from collections.abc import Sequence

from sheetgen.geometry import Affine, Rect
from sheetgen.layout import shapes
from sheetgen.layout.fonts import fitting_size
from sheetgen.layout.model import Element, Font, Paint, Path, Primitive, Segment, Text
from sheetgen.layout.placing import placed
from sheetgen.layout.theme import Palette, words_of

FIGURES_WIDTH, FIGURES_HEIGHT = 190.0, 172.0
_FIGURES = (
    ("#7b4fa3", "star"), ("#128585", "circle"), ("#d3690f", "diamond"),
    ("#c64684", "square"), ("#7a5230", "hexagon"), ("#3a3f47", "clover"),
)  # fmt: skip
"""Colour and emblem of each: no colour of a row, so that nobody takes them for one."""

_WIDTH, _BODY, _FOOT, _GAP = 24.0, 40.0, 11.0, 8.0
_DISC = 21.0


def lay_out_figures(palette: Palette, language: str) -> tuple[Element, ...]:
    """A strip for each standing figure, and below a disc for each."""
    words = words_of("board", language)
    top = 27.0
    elements = [
        Element("title", (_line(words["figures"], 9.5, 11, palette),)),
        Element("fold", (_line(words["fold"], 18.5, 4, palette, "regular"),)),
        Element("flat", (_line(words["flat"], 143, 4, palette, "regular"),)),
    ]
    first = (FIGURES_WIDTH - len(_FIGURES) * (_WIDTH + _GAP) + _GAP) / 2
    for i, (colour, emblem) in enumerate(_FIGURES):
        x = first + i * (_WIDTH + _GAP)
        elements += _standing(x, top, colour, emblem, palette)
        disc = Rect(x + (_WIDTH - _DISC) / 2, 148, _DISC, _DISC)
        elements.append(Element(f"disc-{i}", _flat(disc, colour, emblem)))
    return tuple(elements)


def _line(string: str, y: float, size: float, palette: Palette, font: Font = "bold") -> Text:
    size = fitting_size(string, size, FIGURES_WIDTH - 2, font)
    return Text(1.0, y, string, size, palette.text, font, "start")


def _standing(x: float, y: float, colour: str, emblem: str, palette: Palette) -> list[Element]:
    """Foot, the back upside down, the front, foot: folded into a tent."""
    height = 2 * _BODY + 2 * _FOOT
    fold = y + _FOOT + _BODY
    foot = Paint(fill=palette.line)
    dashed = Paint(stroke=palette.text, width=0.25, dash=(1.2, 1.2))
    folds = (y + _FOOT, fold, fold + _BODY)
    sides = [
        Path(shapes.polygon(Rect(x, y, _WIDTH, _FOOT).corners), foot),
        Path(shapes.polygon(Rect(x, fold + _BODY, _WIDTH, _FOOT).corners), foot),
        *(Path(shapes.line(x, level, x + _WIDTH, level), dashed) for level in folds),
        Path(
            shapes.polygon(Rect(x, y, _WIDTH, height).corners),
            Paint(stroke=palette.text, width=0.3),
        ),
    ]
    front = Element("front", tuple(_pawn(_WIDTH / 2, _BODY, colour, emblem)))
    up = Affine.placing(x, fold, 1)
    down = Affine.placing(x + _WIDTH, fold, 1, 2)
    return [*placed([front], up), *placed([front], down), Element("strip", tuple(sides))]


def _pawn(cx: float, bottom: float, colour: str, emblem: str) -> Sequence[Primitive]:
    """A pawn on the bottom line: a head, a collar, a body that widens, an emblem in white."""
    paint = Paint(fill=colour)
    base, neck, top = 9.2, 3.0, bottom - 23.5
    body: tuple[Segment, ...] = (
        ("M", cx - neck, top),
        ("C", cx - neck, top + 11, cx - base, bottom - 9, cx - base, bottom - 1.2),
        ("L", cx + base, bottom - 1.2),
        ("C", cx + base, bottom - 9, cx + neck, top + 11, cx + neck, top),
        ("Z",),
    )
    return (
        Path(body, paint),
        Path(shapes.rounded(Rect(cx - 5.6, top - 0.6, 11.2, 2.8), 1.4), paint),
        Path(shapes.circle(cx, top - 5.6, 6.4), paint),
        Path(shapes.circle(cx - 2.2, top - 7.6, 1.5), Paint(fill="#ffffff")),
        *_emblem(cx, bottom - 7.6, 4.1, emblem),
    )


def _emblem(cx: float, cy: float, radius: float, emblem: str) -> list[Primitive]:
    white = Paint(fill="#ffffff")
    if emblem == "clover":
        return [Path(leaf, white) for leaf in shapes.clover(cx, cy, radius)]
    if emblem == "star":
        return [Path(shapes.burst(cx, cy, radius * 1.15, radius * 0.5, 5), white)]
    inset = radius * (0.82 if emblem == "square" else 1)
    box = Rect(cx - inset, cy - inset, 2 * inset, 2 * inset)
    return [Path(shapes.special(emblem, box), white)]


def _flat(box: Rect, colour: str, emblem: str) -> tuple[Primitive, ...]:
    cx, cy = box.centre
    return (
        Path(shapes.circle(cx, cy, box.width / 2), Paint(fill=colour)),
        Path(shapes.circle(cx, cy, box.width / 2 - 1.3), Paint(stroke="#ffffff", width=0.5)),
        *_emblem(cx, cy, box.width * 0.27, emblem),
    )
