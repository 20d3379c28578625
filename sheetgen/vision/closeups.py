"""Cells cut out of the photo, turned upright and enlarged, for people to decide what they show.

In: the upright photo and a cell's corners in its pixels. Out: RGB pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from sheetgen.geometry import Point
from sheetgen.layout.fonts import font_path
from sheetgen.vision.photo import Pixels

_SURROUNDINGS = 0.45
"""How much of the cell's width and height is shown around it, on each side."""
_MOST = 24
_TILE = 150
_GAP = 12
_GROUND = (250, 245, 250)
_TEXT = (120, 0, 100)


@dataclass(frozen=True, slots=True)
class CloseUp:
    """A doubtful cell: its corners in the photo and what to write below it."""

    quad: tuple[Point, ...]
    label: str


def close_up(image: Pixels, quad: Sequence[Point], width: int) -> Pixels:
    """The cell and its surroundings, ``width`` pixels wide."""
    corners = np.array(quad, np.float32)
    across = float(np.linalg.norm(corners[1] - corners[0] + corners[2] - corners[3]))
    down = float(np.linalg.norm(corners[3] - corners[0] + corners[2] - corners[1]))
    height = int(np.clip(width * down / max(across, 1e-3), width / 3, 3 * width))
    edge = _SURROUNDINGS / (1 + 2 * _SURROUNDINGS)
    left, top = width * edge, height * edge
    shown = np.array(
        [[left, top], [width - left, top], [width - left, height - top], [left, height - top]],
        np.float32,
    )
    matrix = cv2.getPerspectiveTransform(corners, shown)
    return cv2.warpPerspective(
        image, matrix, (width, height), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
    ).astype(np.uint8, copy=False)


def strip_below(picture: Pixels, image: Pixels, close_ups: Sequence[CloseUp]) -> Pixels:
    """``picture`` with a strip of close-ups of ``image`` added below; as it is if there are none.

    At most ``_MOST`` are shown; how many more there are is written behind them.
    """
    if not close_ups:
        return picture
    per_line = max(1, (picture.shape[1] - _GAP) // (_TILE + _GAP))
    tiles = [_tile(image, one) for one in close_ups[:_MOST]]
    if len(close_ups) > _MOST:
        tiles.append(_more(len(close_ups) - _MOST))
    lines = [tiles[i : i + per_line] for i in range(0, len(tiles), per_line)]
    heights = [max(tile.height for tile in line) + _GAP for line in lines]
    strip = Image.new("RGB", (picture.shape[1], sum(heights) + _GAP), _GROUND)
    y = _GAP
    for line, height in zip(lines, heights, strict=True):
        for i, tile in enumerate(line):
            strip.paste(tile, (_GAP + i * (_TILE + _GAP), y))
        y += height
    return np.concatenate([picture, np.asarray(strip)])


@cache
def _face(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(font_path("bold")), size)


def _tile(image: Pixels, one: CloseUp) -> Image.Image:
    crop = Image.fromarray(close_up(image, one.quad, _TILE))
    size = 20
    while size > 9 and _face(size).getlength(one.label) > _TILE:
        size -= 1
    tile = Image.new("RGB", (_TILE, crop.height + 26), _GROUND)
    tile.paste(crop, (0, 0))
    ImageDraw.Draw(tile).text((0, crop.height + 2), one.label, _TEXT, _face(size))
    return tile


def _more(count: int) -> Image.Image:
    tile = Image.new("RGB", (_TILE, 40), _GROUND)
    ImageDraw.Draw(tile).text((0, 2), f"+ {count}", _TEXT, _face(26))
    return tile
