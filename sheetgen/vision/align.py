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

_WIDE_MARGIN_MM = 9.0
_WIDE_GAP_MM = 18.0
_PATCH_MARGIN_MM = 1.4
_LEAST_CONTRAST = 4.0
_HUBER_MM = 0.25


@dataclass(frozen=True, slots=True, eq=False)
class Alignment:
    shift_mm: NDArray[np.float32]
    """Shifts at the nodes of ``rectify.shift_nodes``, (rows, columns, 2)."""
    misfit_mm: float
    """Median distance of the cells' finds from the smooth surface."""
    match: float
    """Correlation with the blank, 0..1, that four fifths of the boxes reach."""


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """A box of the blank print and its surroundings, to be looked for."""

    box: int
    """Index of the printed box."""
    x: int
    y: int
    picture: NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class _Pass:
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
    passes: tuple[_Pass, ...]


def prepare_print(blank: Pixels, px_per_mm: float, boxes: Sequence[Rect]) -> Print:
    """What is looked for in photos of a print.

    ``blank``: its raster, RGB, ``px_per_mm`` pixels per mm. ``boxes``: printed boxes, in mm.
    """
    size_mm = (blank.shape[1] / px_per_mm, blank.shape[0] / px_per_mm)
    centres = np.array([box.centre for box in boxes])
    plans = (
        (SETTINGS.coarse_px_per_mm, SETTINGS.coarse_range_mm, _WIDE_MARGIN_MM, 2, _WIDE_GAP_MM),
        (SETTINGS.fine_px_per_mm, SETTINGS.fine_range_mm, _PATCH_MARGIN_MM, 3, 0.0),
    )
    passes = []
    for scale, reach, margin, degree, gap in plans:
        width, height = round(size_mm[0] * scale), round(size_mm[1] * scale)
        grey = _structure(
            cv2.resize(blank, (width, height), interpolation=cv2.INTER_AREA).astype(np.uint8)
        )
        chosen = _spread(centres, gap)
        patches = (_cut_patch(grey, i, boxes[i].inset(-margin), scale) for i in chosen)
        passes.append(_Pass(scale, reach, degree, tuple(patch for patch in patches if patch)))
    return Print(size_mm, centres, tuple(passes))


def _spread(centres: NDArray[np.float64], gap: float) -> list[int]:
    """Boxes at least ``gap`` apart: wide patches of neighbours show the same."""
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


def align(image: Pixels, mm_to_px: NDArray[np.float64], known: Print) -> Alignment:
    """Shifts from the blank print to the photo."""
    shift = np.zeros((*shift_nodes(known.size_mm), 2), np.float32)
    unit = known.centres / known.size_mm * 2 - 1
    misfit = match = 0.0
    for step in known.passes:
        photo = _structure(rectify_bent(image, mm_to_px, shift, known.size_mm, step.px_per_mm))
        found, quality = _find_all(photo, step)
        used = [patch.box for patch in step.patches]
        fitted = _surface(unit[used], found, quality, step.degree)
        shift += _evaluate(fitted, shift.shape[0], shift.shape[1], step.degree)
        good = quality >= SETTINGS.min_match
        rest = np.linalg.norm(found - _basis(unit[used], step.degree) @ fitted, axis=1)
        misfit = float(np.median(rest[good])) if good.any() else np.inf
        match = float(np.percentile(quality, 20)) if len(quality) else 0.0
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
    red, green, blue = cv2.split(rgb)
    return cv2.min(cv2.min(red, green), blue).astype(np.float32)


def _find_all(
    photo: NDArray[np.float32], step: _Pass
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


def _basis(unit: NDArray[np.float64], degree: int) -> NDArray[np.float64]:
    """Monomials up to ``degree`` of points in -1..1."""
    u, v = unit[..., 0], unit[..., 1]
    terms = [u**i * v**j for i in range(degree + 1) for j in range(degree + 1 - i)]
    return np.stack(terms, axis=-1)


def _surface(
    unit: NDArray[np.float64],
    found: NDArray[np.float64],
    quality: NDArray[np.float64],
    degree: int,
) -> NDArray[np.float64]:
    """Coefficients (terms, 2) of the smooth shift at points in -1..1: least squares, far finds
    weighted down."""
    basis = _basis(unit, degree)
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
