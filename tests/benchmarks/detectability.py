"""How far a mark stands out in a photo: a misread one that nobody could see is another matter.

In: a simulated photo, and the same photo without the mark. Out: the detectability index d' of an
observer who knows both (Green and Swets, Signal Detection Theory and Psychophysics, 1966).
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from tests.camera.paper import FilledSheet, Image

FAINT = 25.0
"""Of 15 misread marks the author could see none of the five with a lower index than this on the
print, at most 21, and all of the ten others, at least 111. Those between were not judged."""
_FINE_PX = 1.5
"""What a blur of this deviation takes away is as fine as noise."""
_LEAST_NOISE = 0.5
"""Grey levels; pictures are rounded to whole ones."""


def unmarked(filled: FilledSheet, name: str) -> FilledSheet:
    """The sheet without the ink in a cell; strokes from the neighbours go, too."""
    cell = next(cell for cell in filled.blank.cells if cell.id == name)
    scale = filled.blank.px_per_mm
    left, top = round(cell.x * scale), round(cell.y * scale)
    right, bottom = round((cell.x + cell.width) * scale), round((cell.y + cell.height) * scale)
    ink = filled.ink.copy()
    ink[top:bottom, left:right] = 255
    return replace(filled, ink=ink)


def detectability(photo: Image, without: Image) -> float:
    """d' of what differs between two photos of the same noise, uint8 RGB.

    The root of the sum over all pixels of the squared difference of the grey levels, in standard
    deviations of what is as fine as noise where they differ, robustly measured.
    """
    seen, bare = (np.asarray(one, np.float32).mean(axis=2) for one in (photo, without))
    difference = seen - bare
    rows, columns = np.nonzero(np.abs(difference) >= 1)
    if not len(rows):
        return 0.0
    around = bare[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    grain = around - cv2.GaussianBlur(around, (0, 0), _FINE_PX)
    noise = max(1.4826 * float(np.median(np.abs(grain))), _LEAST_NOISE)
    return float(np.sqrt((difference**2).sum())) / noise
