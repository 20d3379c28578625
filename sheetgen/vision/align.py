"""Follow curl: shift every point of the blank print to where it is in the photo.

The homography of four fiducials fits flat paper. On bent paper the print between them is up to
several millimetres off. Each cell of the blank is looked for near its place, first coarsely in
large patches, then finely; a smooth surface through the finds gives the shift everywhere, and what
remains at a cell is taken over cell by cell where the match is clear.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetgen.geometry import Point, Rect
from sheetgen.vision.photo import Pixels
from sheetgen.vision.rectify import rectify_bent, shift_nodes
from sheetgen.vision.settings import SETTINGS

_PATCH_MARGIN_MM = 1.4
_HUBER_MM = 0.25


@dataclass(frozen=True, slots=True, eq=False)
class Alignment:
    shift_mm: NDArray[np.float32]
    """Shifts at the nodes of ``rectify.shift_nodes``, (rows, columns, 2)."""
    misfit_mm: float
    """Median distance of the cells' finds from the smooth surface."""
    match: float
    """Correlation with the blank, 0..1, that four fifths of the boxes reach."""


def align(
    image: Pixels,
    mm_to_px: NDArray[np.float64],
    blank: Pixels,
    blank_px_per_mm: float,
    boxes: Sequence[Rect],
) -> Alignment:
    """Shifts from the blank to the photo. ``boxes``: printed boxes to look for, in mm.

    ``blank``: raster of the blank print, RGB, ``blank_px_per_mm`` pixels per mm.
    """
    size_mm = (blank.shape[1] / blank_px_per_mm, blank.shape[0] / blank_px_per_mm)
    shift = np.zeros((*shift_nodes(size_mm), 2), np.float32)
    centres = np.array([box.centre for box in boxes])
    misfit = match = 0.0
    passes = (
        (SETTINGS.coarse_px_per_mm, SETTINGS.coarse_range_mm, 9.0, 2),
        (SETTINGS.fine_px_per_mm, SETTINGS.fine_range_mm, _PATCH_MARGIN_MM, 3),
    )
    for px_per_mm, reach, margin, degree in passes:
        photo = _structure(rectify_bent(image, mm_to_px, shift, size_mm, px_per_mm))
        print_ = _structure(_resized(blank, photo.shape[1], photo.shape[0]))
        found, quality = _find_all(photo, print_, boxes, px_per_mm, reach, margin)
        fitted = _surface(centres, found, quality, size_mm, degree)
        shift += _evaluate(fitted, shift.shape[0], shift.shape[1], degree)
        at_cells = _basis(centres / size_mm * 2 - 1, degree) @ fitted
        good = quality >= SETTINGS.min_match
        rest = np.linalg.norm(found - at_cells, axis=1)
        misfit = float(np.median(rest[good])) if good.any() else np.inf
        match = float(np.percentile(quality, 20))
    return Alignment(shift, misfit, match)


def shifted_points(
    alignment: Alignment,
    mm_to_px: NDArray[np.float64],
    points: Sequence[Point],
    bounds: Rect,
) -> list[Point]:
    """Points of the sheet in mm as points of the photo in pixels, curl included."""
    rows, columns = alignment.shift_mm.shape[:2]
    mm = np.array(points, np.float32)
    x = (mm[:, 0] / bounds.width * (columns - 1)).reshape(1, -1)
    y = (mm[:, 1] / bounds.height * (rows - 1)).reshape(1, -1)
    shift = cv2.remap(alignment.shift_mm, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    moved = (mm + shift.reshape(-1, 2)).astype(np.float64).reshape(1, -1, 2)
    pixels = cv2.perspectiveTransform(moved, mm_to_px).reshape(-1, 2)
    return [Point(float(px), float(py)) for px, py in pixels]


def _structure(rgb: Pixels) -> NDArray[np.float32]:
    """The darkest colour channel: bands and digits are dark in it, paper and tints light."""
    darkest: NDArray[np.float32] = rgb.min(axis=2).astype(np.float32)
    return darkest


def _resized(blank: Pixels, width: int, height: int) -> Pixels:
    return cv2.resize(blank, (width, height), interpolation=cv2.INTER_AREA).astype(np.uint8)


def _find_all(
    photo: NDArray[np.float32],
    blank: NDArray[np.float32],
    boxes: Sequence[Rect],
    px_per_mm: float,
    reach_mm: float,
    margin_mm: float,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Shift in mm of each box and the correlation there."""
    found, quality = np.zeros((len(boxes), 2)), np.zeros(len(boxes))
    reach = round(reach_mm * px_per_mm)
    padded = cv2.copyMakeBorder(photo, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
    for i, box in enumerate(boxes):
        patch = box.inset(-margin_mm)
        x0, y0 = max(round(patch.x * px_per_mm), 0), max(round(patch.y * px_per_mm), 0)
        x1, y1 = round(patch.right * px_per_mm), round(patch.bottom * px_per_mm)
        template = blank[y0:y1, x0:x1]
        if template.size == 0 or template.std() < 4:
            continue
        height, width = template.shape
        area = padded[y0 : y0 + height + 2 * reach, x0 : x0 + width + 2 * reach]
        scores = cv2.matchTemplate(area, template, cv2.TM_CCOEFF_NORMED)
        dx, dy, quality[i] = _peak(scores.astype(np.float32, copy=False))
        found[i] = ((dx - reach) / px_per_mm, (dy - reach) / px_per_mm)
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


def _basis(unit: NDArray[np.float64], degree: int) -> NDArray[np.float64]:
    """Monomials up to ``degree`` of points in -1..1."""
    u, v = unit[..., 0], unit[..., 1]
    terms = [u**i * v**j for i in range(degree + 1) for j in range(degree + 1 - i)]
    return np.stack(terms, axis=-1)


def _surface(
    centres: NDArray[np.float64],
    found: NDArray[np.float64],
    quality: NDArray[np.float64],
    size_mm: tuple[float, float],
    degree: int,
) -> NDArray[np.float64]:
    """Coefficients (terms, 2) of the smooth shift: least squares, far finds weighted down."""
    basis = _basis(centres / size_mm * 2 - 1, degree)
    weight = np.clip(quality - SETTINGS.min_match, 0, None) + 1e-6
    ridge = np.eye(basis.shape[1]) * 1e-4
    coefficients = np.zeros((basis.shape[1], 2))
    robust = np.ones(len(weight))
    for _ in range(6):
        w = (weight * robust)[:, None]
        normal = basis.T @ (basis * w) + ridge
        coefficients[:] = np.linalg.solve(normal, basis.T @ (found * w))
        rest = np.linalg.norm(found - basis @ coefficients, axis=1)
        robust = 1 / np.maximum(1, rest / _HUBER_MM) ** 2
    return coefficients


def _evaluate(
    coefficients: NDArray[np.float64], rows: int, columns: int, degree: int
) -> NDArray[np.float32]:
    u, v = np.meshgrid(np.linspace(-1, 1, columns), np.linspace(-1, 1, rows))
    values: NDArray[np.float32] = (_basis(np.stack([u, v], axis=-1), degree) @ coefficients).astype(
        np.float32
    )
    return values
