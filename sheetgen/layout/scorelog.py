"""The score log: a page for the results of many games. In mm, y down."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sheetgen.geometry import Rect
from sheetgen.layout import shapes
from sheetgen.layout.fonts import DIGIT_HEIGHT, fitting_size
from sheetgen.layout.model import Element, Paint, Path, Primitive, Text
from sheetgen.layout.page_head import FOOT, HEIGHT, HUES, INNER, SIDE, page_head
from sheetgen.layout.theme import Palette, words_of

GAMES = 22
_NUMBER_WIDTH, _DATE_WIDTH, _VARIANT_WIDTH = 13.0, 23.0, 30.0
_HEAD_HEIGHT = 11.0
_SMALL = 3.6
MAX_PLAYERS = 8


def lay_out_score_log(
    palette: Palette, language: str, players: int, names: Sequence[str] = ()
) -> list[Element]:
    """A table with a row per game and a column per player, with their names or room for them."""
    words = words_of("pages", language)
    count = min(max(players, len(names), 2), MAX_PLAYERS)
    head, y = page_head(words["score-log"], words["log-hint"], palette)
    top = y + 5
    table = Rect(SIDE, top, INNER, HEIGHT - FOOT - top)
    edges = _edges(table, count)
    return [
        head,
        Element("columns", tuple(_columns(table, edges, palette, words, names))),
        Element("rows", tuple(_rows(table, edges, palette, words))),
    ]


def _edges(table: Rect, players: int) -> list[float]:
    """Left sides of the columns, and the right side of the last."""
    xs = [table.x]
    for width in (_NUMBER_WIDTH, _DATE_WIDTH, _VARIANT_WIDTH):
        xs.append(xs[-1] + width)
    step = (table.right - xs[-1]) / players
    return xs + [xs[-1] + step * (i + 1) for i in range(players)]


def _columns(
    table: Rect, edges: list[float], palette: Palette, words: dict[str, str], names: Sequence[str]
) -> list[Primitive]:
    """The heads: words for the first three, a coloured box with the name for each player."""
    primitives: list[Primitive] = []
    base = table.y + _HEAD_HEIGHT - 3.2
    for key, x, right in zip(("game", "date", "variant"), edges, edges[1:], strict=False):
        size = fitting_size(words[key], _SMALL, right - x - 2, "regular")
        primitives.append(Text(x + 1, base, words[key], size, palette.text, "regular", "start"))
    for i, (x, right) in enumerate(pairwise(edges[3:])):
        tones = palette[HUES[i % len(HUES)]]
        box = Rect(x + 0.6, table.y, right - x - 1.2, _HEAD_HEIGHT)
        paint = Paint(fill=tones.tint, stroke=tones.band, width=0.5)
        primitives.append(Path(shapes.rounded(box.inset(0.25), 1.6), paint))
        if i < len(names):
            size = fitting_size(names[i], 4.2, box.width - 2)
            primitives.append(Text(box.centre.x, base, names[i], size, palette.text, palette.heavy))
    return primitives


def _rows(
    table: Rect, edges: list[float], palette: Palette, words: dict[str, str]
) -> list[Primitive]:
    """A numbered line per game, every other on a light ground, and the sum below."""
    primitives: list[Primitive] = []
    height = (table.height - _HEAD_HEIGHT - 1.5) / (GAMES + 1)
    grey = palette["grey"]
    for i in range(GAMES + 1):
        row = Rect(table.x, table.y + _HEAD_HEIGHT + 1.5 + i * height, table.width, height)
        is_sum = i == GAMES
        if i % 2 == 0 and not is_sum:
            primitives.append(Path(shapes.rounded(row, 1.2), Paint(fill=grey.tint)))
        label = words["sum"] if is_sum else str(i + 1)
        base = row.centre.y + 3.8 * DIGIT_HEIGHT / 2
        primitives.append(Text(row.x + 1.5, base, label, 3.8, palette.text, "regular", "start"))
        y = row.y if is_sum else row.bottom
        width = 0.5 if is_sum else 0.2
        colour = palette.text if is_sum else palette.line
        primitives.append(
            Path(shapes.line(row.x, y, row.right, y), Paint(stroke=colour, width=width))
        )
    top, bottom = table.y + _HEAD_HEIGHT + 1.5, table.bottom
    for i, x in enumerate(edges[1:-1]):
        foot = bottom - height if i < 2 else bottom
        paint = Paint(stroke=palette.line, width=0.2)
        primitives.append(Path(shapes.line(x, top, x, foot), paint))
    return primitives
