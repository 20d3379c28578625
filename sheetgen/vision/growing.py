"""Two fiducials to a whole registration: it grows from them over the printed structure.

The 2-D code may be one of them. From two fiducials the far side of a sheet may be centimetres off.
Close to them it is not, so the print is looked for there first; what is found tells where to look
next, until the sheet is covered. In: the photo, a provisional registration, the prepared blank
print. Out: a registration whose residual comes from the fiducials and the print together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetgen.geometry import Rect
from sheetgen.vision.patches import Print, find_patches, structure
from sheetgen.vision.photo import Pixels
from sheetgen.vision.rectify import rectify
from sheetgen.vision.registration import (
    Registration,
    fit_homography,
    homography_of,
    misses_mm,
)
from sheetgen.vision.settings import SETTINGS

_MOST_STEPS = 12

Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class _Grown:
    matrix: Matrix
    share: float
    """Of the patches of the print that were found."""
    residual_mm: float


def starts(registration: Registration, size_px: tuple[int, ...]) -> Iterator[Matrix]:
    """Guesses of the map from mm to pixels, good near what was found.

    ``size_px``: height and width of the photo.
    """
    mm, px = registration.anchors
    whole = fit_homography(mm, px)
    several = registration.code is not None and len(registration.found) > 1
    if several and whole is not None:
        yield whole
    for share in SETTINGS.grow_focal_lengths:
        yield from _poses(mm, px, size_px, share * max(size_px))
    yield registration.matrix
    if not several and whole is not None:
        yield whole


def views_of(registration: Registration, size_px: tuple[int, ...]) -> Iterator[Registration]:
    """The registration; of a provisional one, what it could be."""
    if not registration.provisional:
        yield registration
        return
    for start in starts(registration, size_px):
        yield replace(registration, mm_to_px=homography_of(start))


def grow(image: Pixels, registration: Registration, known: Print) -> Registration | None:
    """The registration over the whole sheet; None if the print is not found from any start."""
    best: _Grown | None = None
    anchors = registration.anchors
    for start in starts(registration, image.shape[:2]):
        grown = _grow_from(image, start, anchors, known)
        if grown and (best is None or grown.share > best.share):
            best = grown
        if best and best.share >= SETTINGS.grow_enough:
            break
    if best is None or best.residual_mm > SETTINGS.max_residual_mm:
        return None
    return replace(
        registration,
        mm_to_px=homography_of(best.matrix),
        residual_mm=best.residual_mm,
        provisional=False,
    )


def _poses(mm: Matrix, px: Matrix, size_px: tuple[int, ...], focal: float) -> Iterator[Matrix]:
    """Maps of a flat sheet in front of a camera with a focal length in pixels."""
    camera = np.array([[focal, 0, size_px[1] / 2], [0, focal, size_px[0] / 2], [0, 0, 1]])
    flat = np.hstack([mm, np.zeros((len(mm), 1))])
    _, turns, places, _ = cv2.solvePnPGeneric(flat, px, camera, None, flags=cv2.SOLVEPNP_IPPE)
    for turn, place in zip(turns, places, strict=True):
        turn, place = cv2.solvePnPRefineLM(flat, px, camera, None, turn, place)
        rotation, _ = cv2.Rodrigues(turn)
        matrix = camera @ np.column_stack([rotation[:, 0], rotation[:, 1], place.ravel()])
        if np.isfinite(matrix).all() and abs(matrix[2, 2]) > 1e-9:
            yield np.asarray(matrix / matrix[2, 2], np.float64)


def _grow_from(
    image: Pixels, start: Matrix, anchors: tuple[Matrix, Matrix], known: Print
) -> _Grown | None:
    step = known.passes[0]
    middles = known.centres[[patch.box for patch in step.patches]]
    matrix, trusted = start, np.zeros(len(middles), bool)
    looked = 0
    places = np.zeros_like(middles)
    bounds = Rect(0, 0, *known.size_mm)
    for _ in range(_MOST_STEPS):
        near = _near(middles, np.vstack([anchors[0], middles[trusted]]))
        if near.sum() == looked:
            break
        looked = int(near.sum())
        shown = structure(rectify(image, matrix, bounds, step.px_per_mm))
        found, quality = find_patches(shown, step)
        places = cv2.perspectiveTransform((middles + found).reshape(1, -1, 2), matrix)[0]
        trusted = near & (quality >= SETTINGS.grow_match)
        fitted, kept = _fit_kept(anchors, middles[trusted], places[trusted])
        if fitted is None:
            return None
        matrix = fitted
        trusted[np.flatnonzero(trusted)[~kept]] = False
    if not trusted.any():
        return None
    mm, px = np.vstack([anchors[0], middles[trusted]]), np.vstack([anchors[1], places[trusted]])
    residual = float(np.sqrt((misses_mm(matrix, mm, px) ** 2).mean()))
    return _Grown(matrix, float(trusted.mean()), residual)


def _near(middles: Matrix, known: Matrix) -> NDArray[np.bool_]:
    distance = np.linalg.norm(middles[:, None] - known[None], axis=2).min(axis=1)
    near: NDArray[np.bool_] = distance <= SETTINGS.grow_step_mm
    return near


def _fit_kept(
    anchors: tuple[Matrix, Matrix], mm: Matrix, px: Matrix
) -> tuple[Matrix | None, NDArray[np.bool_]]:
    """Homography of the anchors and those finds that agree with it, and which these are."""
    kept = np.ones(len(mm), bool)
    matrix = None
    for _ in range(4):
        matrix = fit_homography(
            np.vstack([anchors[0], mm[kept]]), np.vstack([anchors[1], px[kept]])
        )
        if matrix is None or not len(mm):
            break
        off = misses_mm(matrix, mm, px)
        worst = max(SETTINGS.grow_tolerance_mm, float(np.median(off)) * 3)
        again: NDArray[np.bool_] = off <= worst
        if (again == kept).all():
            break
        kept = again
    return matrix, kept
