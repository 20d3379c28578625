"""Cells as the classifier sees them: aligned photo and blank print, cut out and normalised.

A crop is square, ``SIZE`` pixels wide, with the cell in its middle and the longer side of the cell
``CELL`` pixels long, so that strokes of neighbours that reach in can be told apart. Channels:
0-2 the photo's red, green, blue relative to the light paper around; 3-4 the blank print's
brightness and darkest colour; 5 the cell's shape.
"""

from __future__ import annotations

from collections.abc import Sequence

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


def cut_crops(
    aligned: Pixels, blank: Pixels, px_per_mm: float, boxes: Sequence[MarkBox]
) -> NDArray[np.float32]:
    """Crops of all boxes, (boxes, CHANNELS, SIZE, SIZE), from two pictures of one size."""
    crops = np.empty((len(boxes), CHANNELS, SIZE, SIZE), np.float32)
    margin = SIZE
    photo = cv2.copyMakeBorder(aligned, margin, margin, margin, margin, cv2.BORDER_REPLICATE)
    printed = cv2.copyMakeBorder(blank, margin, margin, margin, margin, cv2.BORDER_REPLICATE)
    for i, mark_box in enumerate(boxes):
        box = mark_box.box
        side = max(box.width, box.height) * SIZE / CELL * px_per_mm
        left = round(box.centre.x * px_per_mm - side / 2) + margin
        top = round(box.centre.y * px_per_mm - side / 2) + margin
        part = np.s_[max(top, 0) : top + round(side), max(left, 0) : left + round(side)]
        seen = cv2.resize(photo[part], (SIZE, SIZE), interpolation=cv2.INTER_AREA)
        known = cv2.resize(printed[part], (SIZE, SIZE), interpolation=cv2.INTER_AREA)
        crops[i, :3] = _relative(seen.astype(np.uint8), known.astype(np.uint8)).transpose(2, 0, 1)
        crops[i, 3] = known.mean(axis=2) / 255
        crops[i, 4] = known.min(axis=2) / 255.0
        crops[i, 5] = _shape(mark_box)
    return crops


def _relative(seen: Pixels, known: Pixels) -> NDArray[np.float32]:
    """The photo divided by its colour where the print is light."""
    light = known.min(axis=2) >= _LIGHT
    if light.sum() < SIZE:
        light = np.ones_like(light)
    paper = np.maximum(np.percentile(seen[light], _PAPER_PERCENTILE, axis=0), 8.0)
    relative: NDArray[np.float32] = np.minimum(seen / paper, 1.5).astype(np.float32)
    return relative


def _shape(mark_box: MarkBox) -> NDArray[np.float32]:
    """1 inside the cell, 0 outside."""
    longest = max(mark_box.box.width, mark_box.box.height)
    width = mark_box.box.width / longest * CELL
    height = mark_box.box.height / longest * CELL
    mask = np.zeros((SIZE, SIZE), np.float32)
    x, y = round((SIZE - width) / 2), round((SIZE - height) / 2)
    mask[y : SIZE - y, x : SIZE - x] = 1
    return mask
