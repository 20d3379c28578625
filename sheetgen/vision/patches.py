"""The blank print as patches that are looked for in a photo on about the same grid.

In: the raster of a blank print and the boxes on it, in mm. Out: where each patch is in a rectified
photo, as a shift in mm, and how well it fits there, as a correlation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetgen.geometry import Rect
from sheetgen.vision.photo import Pixels
from sheetgen.vision.settings import SETTINGS

_WIDE_MARGIN_MM = 9.0
_WIDE_GAP_MM = 18.0
_PATCH_MARGIN_MM = 1.4
_PATCH_GAP_MM = 12.0
_LEAST_CONTRAST = 4.0


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """A box of the blank print and its surroundings, to be looked for."""

    box: int
    """Index of the printed box."""
    x: int
    y: int
    picture: NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class PatchSet:
    px_per_mm: float
    reach_mm: float
    degree: int
    """Of the surface that is laid through what is found."""
    patches: tuple[Patch, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Print:
    """A blank print, prepared for the alignment of photos of it."""

    size_mm: tuple[float, float]
    centres: NDArray[np.float64]
    """Of the printed boxes, (boxes, 2), in mm."""
    passes: tuple[PatchSet, ...]


def prepare_print(blank: Pixels, px_per_mm: float, boxes: Sequence[Rect]) -> Print:
    """What is looked for in photos of a print.

    ``blank``: its raster, RGB, ``px_per_mm`` pixels per mm. ``boxes``: printed boxes, in mm.
    """
    size_mm = (blank.shape[1] / px_per_mm, blank.shape[0] / px_per_mm)
    centres = np.array([box.centre for box in boxes])
    plans = (
        (SETTINGS.coarse_px_per_mm, SETTINGS.coarse_range_mm, _WIDE_MARGIN_MM, 2, _WIDE_GAP_MM),
        (SETTINGS.fine_px_per_mm, SETTINGS.fine_range_mm, _PATCH_MARGIN_MM, 3, _PATCH_GAP_MM),
    )
    passes = []
    for scale, reach, margin, degree, gap in plans:
        width, height = round(size_mm[0] * scale), round(size_mm[1] * scale)
        grey = structure(
            cv2.resize(blank, (width, height), interpolation=cv2.INTER_AREA).astype(np.uint8)
        )
        chosen = _spread(centres, gap)
        patches = (_cut_patch(grey, i, boxes[i].inset(-margin), scale) for i in chosen)
        passes.append(PatchSet(scale, reach, degree, tuple(patch for patch in patches if patch)))
    return Print(size_mm, centres, tuple(passes))


def _spread(centres: NDArray[np.float64], gap: float) -> list[int]:
    """Boxes at least ``gap`` apart: patches of neighbours tell nearly the same."""
    chosen: list[int] = []
    for i, centre in enumerate(centres):
        if not chosen or np.linalg.norm(centres[chosen] - centre, axis=1).min() >= gap:
            chosen.append(i)
    return chosen


def _cut_patch(grey: NDArray[np.float32], index: int, area: Rect, px_per_mm: float) -> Patch | None:
    """None where nothing is printed."""
    x, y = max(round(area.x * px_per_mm), 0), max(round(area.y * px_per_mm), 0)
    picture = grey[y : round(area.bottom * px_per_mm), x : round(area.right * px_per_mm)]
    if picture.size == 0 or picture.std() < _LEAST_CONTRAST:
        return None
    return Patch(index, x, y, np.ascontiguousarray(picture))


def structure(rgb: Pixels) -> NDArray[np.float32]:
    """The darkest colour channel: bands and digits are dark in it, paper and tints light."""
    red, green, blue = cv2.split(rgb)
    return cv2.min(cv2.min(red, green), blue).astype(np.float32)


def find_patches(
    photo: NDArray[np.float32], step: PatchSet
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Shift in mm of each patch and the correlation there."""
    found, quality = np.zeros((len(step.patches), 2)), np.zeros(len(step.patches))
    reach = round(step.reach_mm * step.px_per_mm)
    padded = cv2.copyMakeBorder(photo, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
    for i, patch in enumerate(step.patches):
        height, width = patch.picture.shape
        area = padded[patch.y : patch.y + height + 2 * reach, patch.x : patch.x + width + 2 * reach]
        scores = cv2.matchTemplate(area, patch.picture, cv2.TM_CCOEFF_NORMED)
        dx, dy, quality[i] = _peak(scores.astype(np.float32, copy=False))
        found[i] = ((dx - reach) / step.px_per_mm, (dy - reach) / step.px_per_mm)
    return found, quality


def _peak(scores: NDArray[np.float32]) -> tuple[float, float, float]:
    """Place of the highest score, to a part of a pixel by parabolas, and the score.

    A peak at the border of the search is no peak: its quality is 0.
    """
    _, top, _, (x, y) = cv2.minMaxLoc(scores)
    if not (0 < x < scores.shape[1] - 1 and 0 < y < scores.shape[0] - 1):
        return float(x), float(y), 0.0

    def vertex(before: float, here: float, after: float) -> float:
        bend = before - 2 * here + after
        return 0.0 if bend >= 0 else 0.5 * (before - after) / bend

    dx = vertex(scores[y, x - 1], scores[y, x], scores[y, x + 1])
    dy = vertex(scores[y - 1, x], scores[y, x], scores[y + 1, x])
    return x + dx, y + dy, max(float(top), 0.0)
