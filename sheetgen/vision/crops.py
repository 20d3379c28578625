"""Cells as the classifier sees them: aligned photo and blank print, cut out and normalised.

A crop is square, ``SIZE`` pixels wide, with the cell in its middle and the longer side of the cell
``CELL`` pixels long, so that strokes of neighbours that reach in can be told apart. Channels:
0-2 the photo's red, green, blue relative to the light paper around; 3-4 the blank print's
brightness and darkest colour; 5 the cell's shape.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetgen.layout.model import MarkBox
from sheetgen.vision.photo import Pixels

SIZE = 52
CELL = 36
CHANNELS = 6
_LIGHT = 200
_PAPER_PERCENTILE = 85.0
_BRIGHTEST = 1.5
_DARKEST_PAPER = 8


@dataclass(frozen=True, slots=True, eq=False)
class KnownCrops:
    """What is known of a blank print's cells before any photo of it is seen."""

    parts: tuple[tuple[slice, slice], ...]
    """Of the picture with a margin of SIZE pixels, a square around each cell."""
    channels: NDArray[np.float32]
    """The channels from 3 on, (boxes, CHANNELS - 3, SIZE, SIZE)."""
    light: NDArray[np.bool_]
    """Where the print is light, (boxes, SIZE, SIZE)."""


def prepare_crops(blank: Pixels, px_per_mm: float, boxes: Sequence[MarkBox]) -> KnownCrops:
    """The crops of a blank print."""
    printed = _with_margin(blank)
    parts = tuple(_part(mark_box, px_per_mm) for mark_box in boxes)
    channels = np.empty((len(boxes), CHANNELS - 3, SIZE, SIZE), np.float32)
    light = np.empty((len(boxes), SIZE, SIZE), np.bool_)
    for i, (mark_box, part) in enumerate(zip(boxes, parts, strict=True)):
        known = cv2.resize(printed[part], (SIZE, SIZE), interpolation=cv2.INTER_AREA)
        darkest = known.min(axis=2)
        channels[i, 0] = known.mean(axis=2) / 255
        channels[i, 1] = darkest / 255.0
        channels[i, 2] = _shape(mark_box)
        light[i] = darkest >= _LIGHT
        if light[i].sum() < SIZE:
            light[i] = True
    return KnownCrops(parts, channels, light)


def cut_crops(aligned: Pixels, known: KnownCrops) -> NDArray[np.float32]:
    """Crops of all boxes, (boxes, CHANNELS, SIZE, SIZE), from a photo that lies on its print."""
    crops = np.empty((len(known.parts), CHANNELS, SIZE, SIZE), np.float32)
    crops[:, 3:] = known.channels
    photo = _with_margin(aligned)
    for i, part in enumerate(known.parts):
        seen = cv2.resize(photo[part], (SIZE, SIZE), interpolation=cv2.INTER_AREA)
        crops[i, :3] = seen.transpose(2, 0, 1)
        crops[i, :3] /= _paper(seen[known.light[i]])[:, None, None]
    np.minimum(crops[:, :3], _BRIGHTEST, out=crops[:, :3])
    return crops


def _part(mark_box: MarkBox, px_per_mm: float) -> tuple[slice, slice]:
    box = mark_box.box
    side = max(box.width, box.height) * SIZE / CELL * px_per_mm
    left = max(round(box.centre.x * px_per_mm - side / 2) + SIZE, 0)
    top = max(round(box.centre.y * px_per_mm - side / 2) + SIZE, 0)
    return slice(top, top + round(side)), slice(left, left + round(side))


def _with_margin(picture: Pixels) -> Pixels:
    return cv2.copyMakeBorder(picture, SIZE, SIZE, SIZE, SIZE, cv2.BORDER_REPLICATE).astype(
        np.uint8, copy=False
    )


def _paper(values: NDArray[np.generic]) -> NDArray[np.float32]:
    """The colour of the light parts: nearly the brightest, (3,), from (pixels, 3)."""
    place = int(_PAPER_PERCENTILE / 100 * (len(values) - 1))
    paper: NDArray[np.float32] = np.maximum(
        np.partition(values, place, axis=0)[place], _DARKEST_PAPER
    ).astype(np.float32)
    return paper


def _shape(mark_box: MarkBox) -> NDArray[np.float32]:
    """1 inside the cell, 0 outside."""
    longest = max(mark_box.box.width, mark_box.box.height)
    width = mark_box.box.width / longest * CELL
    height = mark_box.box.height / longest * CELL
    mask = np.zeros((SIZE, SIZE), np.float32)
    x, y = round((SIZE - width) / 2), round((SIZE - height) / 2)
    mask[y : SIZE - y, x : SIZE - x] = 1
    return mask
