"""Paper dice to cut out, fold and glue: nets with tabs of cubes and octahedra. In mm, y down."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sheetgen.errors import UsageError
from sheetgen.geometry import Affine, Point, Rect
from sheetgen.layout import shapes
from sheetgen.layout.die import dice_of, die_colours, pips
from sheetgen.layout.fonts import DIGIT_HEIGHT
from sheetgen.layout.model import Element, Paint, Path, Primitive, Text
from sheetgen.layout.page_head import INNER, SIDE, page_head
from sheetgen.layout.placing import placed
from sheetgen.layout.theme import Palette, texts, words_of
from sheetgen.variant import Variant

PER_PAGE = 6
_NETS_TOP = 46.0
_ROW_HEIGHT = 82.0
_COLUMN = INNER / 2
_CUBE, _OCTAHEDRON = 18.5, 23.0
"""Lengths of the edges."""

_TAB = 5.2
_CUT = 0.3


@dataclass(frozen=True, slots=True)
class Face:
    value: int
    corners: tuple[Point, ...]

    @property
    def middle(self) -> Point:
        count = len(self.corners)
        return Point(sum(p.x for p in self.corners) / count, sum(p.y for p in self.corners) / count)


@dataclass(frozen=True, slots=True)
class Net:
    faces: tuple[Face, ...]
    tabs: tuple[tuple[Point, Point], ...]
    """Edges that bear a tab, each with the net on its right hand when y points down."""


def cube(edge: float) -> Net:
    """Four squares in a row, one above and one below the second; opposite faces add up to 7.

    1, 2 and 3 run anticlockwise around their corner, as on most dice of the western world.
    """
    places = {3: (0, 1), 1: (1, 1), 4: (2, 1), 6: (3, 1), 2: (1, 0), 5: (1, 2)}
    faces = {
        value: Face(value, Rect(x * edge, y * edge, edge, edge).corners)
        for value, (x, y) in places.items()
    }
    top, bottom, last = faces[2].corners, faces[5].corners, faces[6].corners
    tabs = [(top[3], top[0]), (top[0], top[1]), (top[1], top[2])]
    tabs += [(bottom[3], bottom[0]), (bottom[2], bottom[3]), (bottom[1], bottom[2])]
    return Net(tuple(faces.values()), (*tabs, (last[1], last[2])))


def octahedron(edge: float) -> Net:
    """Six triangles in a band, one above and one below; opposite faces add up to 9."""
    high = edge * math.sqrt(3) / 2

    def point(halves: int, row: int) -> Point:
        return Point(halves * edge / 2, row * high)

    faces = []
    for i, value in enumerate((1, 7, 3, 8, 2, 6)):
        base, tip = (2, 1) if i % 2 == 0 else (1, 2)
        faces.append(Face(value, (point(i, base), point(i + 2, base), point(i + 1, tip))))
    faces.append(Face(4, (point(3, 1), point(5, 1), point(4, 0))))
    faces.append(Face(5, (point(2, 2), point(4, 2), point(3, 3))))
    tabs = [(point(3, 1), point(4, 0)), (point(4, 0), point(5, 1))]
    tabs += [(point(4, 2), point(3, 3)), (point(3, 3), point(2, 2)), (point(7, 1), point(6, 2))]
    return Net(tuple(faces), tuple(tabs))


def nets_of(sides: int) -> Net:
    """Raises UsageError for dice that cannot be folded from paper here."""
    if sides == 6:
        return cube(_CUBE)
    if sides == 8:
        return octahedron(_OCTAHEDRON)
    raise UsageError(f"no paper dice with {sides} sides", "there are nets for 6 and 8 sides")


def lay_out_dice(variant: Variant, palette: Palette, language: str) -> Iterator[list[Element]]:
    """Pages of up to six nets. Raises UsageError if the dice have neither 6 nor 8 sides."""
    net = nets_of(variant.dice.sides)
    dice, words = dice_of(variant), words_of("pages", language)
    for start in range(0, len(dice), PER_PAGE):
        head, _ = page_head(words["dice"], words["dice-hint"], palette)
        elements = [head]
        for i, colour in enumerate(dice[start : start + PER_PAGE]):
            x = SIDE + i % 2 * _COLUMN
            y = _NETS_TOP + i // 2 * _ROW_HEIGHT
            letter = "" if colour == "white" else texts(language)[f"letter-{colour}"]
            drawn = _draw_net(net, colour, letter, palette)
            elements += placed([drawn], _middle(net, Rect(x, y, _COLUMN, _ROW_HEIGHT)))
        yield elements


def _middle(net: Net, area: Rect) -> Affine:
    points = [point for face in net.faces for point in face.corners]
    width, height = max(p.x for p in points), max(p.y for p in points)
    return Affine.placing(area.centre.x - width / 2, area.centre.y - height / 2, 1)


def _draw_net(net: Net, colour: str, letter: str, palette: Palette) -> Element:
    """Tabs first, then faces with their cut lines, then folds, pips and the colour's letter."""
    fill, ink = die_colours(colour, palette)
    line = Paint(fill=palette.paper, stroke=palette.faint, width=_CUT)
    primitives: list[Primitive] = [Path(shapes.polygon(_tab(*edge)), line) for edge in net.tabs]
    for face in net.faces:
        paint = Paint(fill=fill, stroke=palette.text, width=_CUT)
        primitives.append(Path(shapes.polygon(face.corners), paint))
    primitives += [Path(shapes.line(*a, *b), _fold(palette, fill)) for a, b in _folds(net)]
    for face in net.faces:
        primitives += _value(face, ink)
    if letter:
        one = next(face for face in net.faces if face.value == 1)
        size, gap = (2.7, 1.4) if len(one.corners) == 3 else (3.6, 2.0)
        y = max(point.y for point in one.corners) - gap
        primitives.append(Text(one.middle.x, y, letter, size, ink))
    return Element("net", tuple(primitives))


def _fold(palette: Palette, fill: str) -> Paint:
    """Dashes over the solid line that the faces have in common."""
    colour = palette.paper if fill == palette.paper else fill
    return Paint(stroke=colour, width=_CUT * 1.6, dash=(1.2, 1.2))


def _folds(net: Net) -> Iterator[tuple[Point, Point]]:
    """Edges that two faces share, and those between a face and its tab."""
    seen: set[frozenset[tuple[float, float]]] = set()
    for face in net.faces:
        for a, b in zip(face.corners, (*face.corners[1:], face.corners[0]), strict=True):
            edge = frozenset(((round(a.x, 3), round(a.y, 3)), (round(b.x, 3), round(b.y, 3))))
            if edge in seen:
                yield a, b
            seen.add(edge)
    yield from net.tabs


def _tab(a: Point, b: Point) -> Sequence[Point]:
    """A tab outside an edge: to the left of the way from a to b, y down."""
    dx, dy = b.x - a.x, b.y - a.y
    length = math.hypot(dx, dy)
    out_x, out_y = dy / length * _TAB, -dx / length * _TAB
    slant = _TAB * 0.8 / length
    return (
        a,
        Point(a.x + dx * slant + out_x, a.y + dy * slant + out_y),
        Point(b.x - dx * slant + out_x, b.y - dy * slant + out_y),
        b,
    )


def _value(face: Face, ink: str) -> list[Primitive]:
    """Pips on squares, a digit on triangles."""
    middle = face.middle
    if len(face.corners) == 3:
        size = 7.2
        return [Text(middle.x, middle.y + size * DIGIT_HEIGHT / 2, str(face.value), size, ink)]
    return [*pips(middle, _CUBE, face.value, ink)]
