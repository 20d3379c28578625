"""The picture of a side of a board, in mm on ``BOARD_WIDTH`` x ``BOARD_HEIGHT``, y down.

A spiral of coloured numbers from the start, lower left, to its middle. The points of each space
stand below it in a white circle; the last spaces lie on gold, behind a chequered line.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

from sheetgen.board import Side, Space
from sheetgen.geometry import Point, Rect
from sheetgen.layout import shapes
from sheetgen.layout.die import dice_of, die
from sheetgen.layout.fonts import DIGIT_HEIGHT, fitting_size, text_width
from sheetgen.layout.model import Element, Paint, Path, Primitive, Text
from sheetgen.layout.spiral import Track, ribbon, spiral
from sheetgen.layout.theme import Palette, mixed, texts, words_of

BOARD_WIDTH, BOARD_HEIGHT = 282.0, 195.0
_STEP = 30.4
"""From space to space where there are forty; arms lie as far apart. In mm."""

_RADIUS = 20.0
_CORNERS_CUT = 0.4292 * _RADIUS
"""By how much a round corner is shorter than a sharp one."""

_WIDTH, _HEIGHT = 8 * _STEP + _CORNERS_CUT, 5 * _STEP + _CORNERS_CUT
_TRACK_AREA = Rect((BOARD_WIDTH - _WIDTH) / 2, (BOARD_HEIGHT - _HEIGHT) / 2, _WIDTH, _HEIGHT)
"""With whole steps from corner to corner, every corner has a space in its middle."""

_ROAD = 28.2
"""Width of the track."""

_FIRST = 1.14
"""Way to the first space, in spaces; the start is before it."""

_MIDDLE = Rect(41, 69.5, 172, 57)
"""Where the words stand, inside the track."""


def lay_out_board(side: Side, palette: Palette, language: str) -> tuple[Element, ...]:
    """All elements of a side, in drawing order."""
    words = words_of("board", language)
    letters = texts(language)
    track = _track()
    step = track.length / (len(side.spaces) - 1 + _FIRST)
    ways = [step * (i + _FIRST) for i in range(len(side.spaces))]
    first_goal = sum(not space.is_goal for space in side.spaces)
    gold_from = ways[first_goal] - step / 2 if first_goal < len(ways) else track.length
    elements = [
        Element("road", _road(track, gold_from, palette)),
        Element("way", _chevrons(track, [way - step / 2 for way in ways], gold_from, palette)),
        Element("line", _chequered(track, gold_from)),
        Element("start", _start(track.at(step * 0.07), step, palette, words)),
    ]
    for way, space in zip(ways, side.spaces, strict=True):
        letter = letters[f"letter-{space.colour}"]
        elements.append(_space(space, track.at(way), step, letter, palette))
    return (*elements, Element("title", _title(side, palette, words)), _dice(side, palette))


@cache
def _track() -> Track:
    return spiral(_TRACK_AREA, _STEP, 7, _RADIUS, (39 + _FIRST) * _STEP)


def _road(track: Track, gold_from: float, palette: Palette) -> tuple[Primitive, ...]:
    """The ground under the spaces with its border; the last part is golden."""
    whole = shapes.polygon(track.points, close=False)
    edge, ground = palette.line, mixed(palette.line, palette.paper, 0.72)
    gold = palette["yellow"].band
    pale = mixed(gold, palette.paper, 0.66)
    if palette.outline:
        ground = pale = palette.paper
    paths = [
        Path(whole, Paint(stroke=edge, width=_ROAD + 0.7)),
        Path(whole, Paint(stroke=ground, width=_ROAD)),
    ]
    end = track.part(gold_from, track.length)
    if len(end) > 1:
        paths += [
            Path(shapes.polygon(ribbon(end, _ROAD + 0.7)), Paint(fill=gold)),
            Path(shapes.polygon(ribbon(end, _ROAD - 1.2)), Paint(fill=pale)),
        ]
    return tuple(paths)


def _chequered(track: Track, way: float) -> tuple[Primitive, ...]:
    """A line of black and white squares across the road; nothing if there is no goal."""
    if way >= track.length:
        return ()
    (x, y), angle = track.at(way), track.heading(way)
    along = Point(math.cos(angle), math.sin(angle))
    count, columns = 14, 2
    size = _ROAD / count
    squares: list[Primitive] = []
    for i in range(count):
        for j in range(columns):
            across, ahead = (i - count / 2) * size, (j - columns / 2) * size
            corners = [
                (x + along.x * a - along.y * b, y + along.y * a + along.x * b)
                for a, b in (
                    (ahead, across), (ahead + size, across),
                    (ahead + size, across + size), (ahead, across + size),
                )
            ]  # fmt: skip
            fill = "#26292e" if (i + j) % 2 else "#ffffff"
            squares.append(Path(shapes.polygon(corners), Paint(fill=fill)))
    return tuple(squares)


def _chevrons(
    track: Track, ways: Sequence[float], line: float, palette: Palette
) -> tuple[Primitive, ...]:
    """Small arrow heads in the way's direction, on level parts, where there is room for them."""
    paint = Paint(stroke=palette.faint, width=0.7)
    heads = []
    for way in ways:
        (x, y), cos = track.at(way), math.cos(track.heading(way))
        if abs(cos) > 0.95 and abs(way - line) > 1:
            points = [(x + cos * a, y + b) for a, b in ((-0.7, -2.0), (0.9, 0.0), (-0.7, 2.0))]
            heads.append(Path(shapes.polygon(points, close=False), paint))
    return tuple(heads)


def _tile(step: float) -> float:
    return min(22.6, 0.745 * step)


def _start(
    at: Point, step: float, palette: Palette, words: dict[str, str]
) -> tuple[Primitive, ...]:
    height = _tile(step)
    box = Rect(at.x - height * 0.62, at.y - height / 2, height * 1.24, height)
    size = fitting_size(words["start"], 5.4, box.width - 6)
    fill = palette.paper if palette.outline else palette.text
    ink = palette.text if palette.outline else "#ffffff"
    arrow = Rect(box.centre.x - 2.6, box.y + 4, 5.6, 6.4)
    return (
        Path(shapes.rounded(box, height / 2), Paint(fill=fill, stroke=palette.text, width=0.6)),
        Path(shapes.arrow(arrow), Paint(fill=ink)),
        Text(box.centre.x, box.bottom - 5.4, words["start"], size, ink),
    )


def _space(space: Space, at: Point, step: float, letter: str, palette: Palette) -> Element:
    """A coloured space with its number, and its points below in a white circle."""
    tones, tile = palette[space.colour], _tile(step)
    box = Rect(at.x - tile / 2, at.y - tile / 2 - 2.4, tile, tile)
    inner = box.inset(tile * 0.1)
    round_, size = tile * 0.19, tile * 0.54
    ground = palette.paper if palette.outline else tones.band
    x, y = box.centre.x, box.bottom + 0.6
    baseline = box.centre.y - tile * 0.06 + size * DIGIT_HEIGHT / 2
    points = str(space.points)
    return Element(
        f"space-{space.position}",
        (
            Path(
                shapes.rounded(box, tile * 0.18), Paint(fill=ground, stroke=tones.band, width=0.5)
            ),
            Path(shapes.rounded(inner, tile * 0.12), Paint(fill=tones.tint)),
            Text(inner.x + 1.2, inner.bottom - 1.2, letter, 3.4, tones.ink, anchor="start"),
            Text(x, baseline, str(space.number), size, tones.ink),
            Path(
                shapes.circle(x, y, round_),
                Paint(fill="#ffffff", stroke=tones.band, width=0.5),
            ),
            Text(x, y + 4.3 * DIGIT_HEIGHT / 2, points, 4.3, palette.text),
        ),
    )


def _title(side: Side, palette: Palette, words: dict[str, str]) -> tuple[Primitive, ...]:
    """Title and side, what to do, and the seed that draws the board again."""
    title = side.variant.text(side.variant.title, "en")
    name = words["side"].format(name=side.name)
    left, base = _MIDDLE.x, _MIDDLE.y + 15.5
    badge = Rect(left + text_width(title, 22) + 6, base - 12, text_width(name, 6.4) + 8, 10)
    board = side.variant.board
    lines = (words["move"], words["goal"].format(count=board.goal if board else 0))
    size = min(fitting_size(line, 4.2, _MIDDLE.width, "regular") for line in lines)
    seed = f"{side.seed}-{side.name}"
    return (
        Text(left, base, title, 22, palette.text, anchor="start"),
        Path(shapes.rounded(badge, 5), Paint(fill=palette.text)),
        Text(badge.centre.x, badge.centre.y + 6.4 * DIGIT_HEIGHT / 2, name, 6.4, "#ffffff"),
        *(
            Text(left, _MIDDLE.bottom - 5.8 + 6 * i, line, size, palette.text, "regular", "start")
            for i, line in enumerate(lines)
        ),
        Text(_MIDDLE.right, base, seed, 2.8, palette.faint, "regular", "end"),
    )


def _dice(side: Side, palette: Palette) -> Element:
    """The dice of the game, the white ones first."""
    primitives: list[Primitive] = []
    size, gap = 13.0, 5.2
    for i, colour in enumerate(dice_of(side.variant)):
        box = Rect(_MIDDLE.x + i * (size + gap), _MIDDLE.y + 27, size, size)
        primitives += die(box, side.variant.dice.sides, i % 6 + 1, colour, palette)
    return Element("dice", tuple(primitives))
