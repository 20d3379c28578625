"""Follow curl: shift every point of the blank print to where it is in the photo.

The homography of four fiducials fits flat paper. On bent paper the print between them is up to
several millimetres off. Each cell of the blank is looked for near its place, first coarsely in
large patches, then finely; a smooth surface through the finds gives the shift everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetgen.geometry import Point, Rect
from sheetgen.vision.patches import Print, find_patches, structure
from sheetgen.vision.photo import Pixels
from sheetgen.vision.rectify import rectify_bent, shift_nodes
from sheetgen.vision.settings import SETTINGS

_HUBER_MM = 0.25


@dataclass(frozen=True, slots=True, eq=False)
class Alignment:
    shift_mm: NDArray[np.float32]
    """Shifts at the nodes of ``rectify.shift_nodes``, (rows, columns, 2)."""
    misfit_mm: float
    """Median distance of the cells' finds from the smooth surface."""
    match: float
    """Correlation with the blank, 0..1, that four fifths of the boxes reach."""


def align(image: Pixels, mm_to_px: NDArray[np.float64], known: Print) -> Alignment:
    """Shifts from the blank print to the photo."""
    shift = np.zeros((*shift_nodes(known.size_mm), 2), np.float32)
    unit = known.centres / known.size_mm * 2 - 1
    misfit = match = 0.0
    for step in known.passes:
        photo = structure(rectify_bent(image, mm_to_px, shift, known.size_mm, step.px_per_mm))
        found, quality = find_patches(photo, step)
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
    values: NDArray[np.float32] = (_grid_basis(rows, columns, degree) @ coefficients).astype(
        np.float32
    )
    return values


@lru_cache(maxsize=16)
def _grid_basis(rows: int, columns: int, degree: int) -> NDArray[np.float64]:
    u, v = np.meshgrid(np.linspace(-1, 1, columns), np.linspace(-1, 1, rows))
    return _basis(np.stack([u, v], axis=-1), degree)
