"""Find the fiducials of all sheets in a photo.

In: RGB or grey pixels. Out: markers with sub-pixel corners in pixels of that picture, pixel centres
at whole numbers. Found at a reduced size, refined on the full picture.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetgen.frame import Frame, frame_of_fiducial
from sheetgen.vision.settings import SETTINGS

DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


@dataclass(frozen=True, slots=True, eq=False)
class Marker:
    frame: Frame
    corner: int
    """0 upper left, 1 upper right, 2 lower right, 3 lower left."""
    points: NDArray[np.float64]
    """Its corners, (4, 2), clockwise from the top left of the upright fiducial."""

    @property
    def centre(self) -> NDArray[np.float64]:
        mean: NDArray[np.float64] = self.points.mean(axis=0)
        return mean

    @property
    def side(self) -> float:
        """Mean length of its sides in pixels."""
        return float(np.linalg.norm(self.points - np.roll(self.points, 1, axis=0), axis=1).mean())


@cache
def _detector(quick: bool = False) -> cv2.aruco.ArucoDetector:
    """``quick``: one local threshold in place of three, which finds nearly as many."""
    parameters = cv2.aruco.DetectorParameters()
    if quick:
        parameters.adaptiveThreshWinSizeMin = SETTINGS.quick_window_px
        parameters.adaptiveThreshWinSizeMax = SETTINGS.quick_window_px
    parameters.minMarkerPerimeterRate = SETTINGS.min_perimeter_share
    # Bits are read from the middle of larger cells: in noise and blur that finds 47 of 48
    # photos' fiducials where the defaults find 36.
    parameters.perspectiveRemovePixelPerCell = 8
    parameters.perspectiveRemoveIgnoredMarginPerCell = 0.25
    parameters.maxErroneousBitsInBorderRate = 0.5
    return cv2.aruco.ArucoDetector(DICTIONARY, parameters)


class Glance(NamedTuple):
    """A grey picture, reduced by a whole number for quick looks."""

    picture: NDArray[np.uint8]
    reduction: int


def glance_at(grey: NDArray[np.uint8]) -> Glance:
    """The picture at about the width for quick looks."""
    return reduced(grey, max(1, round(max(grey.shape) / SETTINGS.quick_width_px)))


def reduced(grey: NDArray[np.uint8], reduction: int) -> Glance:
    """The picture with so many times fewer pixels a side."""
    if reduction == 1:
        return Glance(grey, 1)
    height, width = (side // reduction for side in grey.shape)
    whole = grey[: height * reduction, : width * reduction]  # whole steps are reduced fastest
    small = cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA)
    return Glance(small.astype(np.uint8, copy=False), reduction)


def find_large_markers(grey: NDArray[np.uint8], glance: Glance) -> list[Marker]:
    """Fiducials that are far larger than what can just be found, looked for quickly.

    Empty if any is smaller: others as small may have been missed.
    """
    markers = _found(grey, glance.picture, 1 / glance.reduction, quick=True)
    least = SETTINGS.quick_side_px * glance.reduction
    return markers if all(marker.side >= least for marker in markers) else []


def find_markers(grey: NDArray[np.uint8], width_px: int | None = None) -> list[Marker]:
    """All fiducials in a grey picture, looked for at a long side of ``width_px``.

    ``None`` looks in the full picture, enlarged if it is small.
    """
    longest = max(grey.shape)
    factor = width_px / longest if width_px else max(1.0, min(2.0, 2400 / longest))
    if 0.95 <= factor <= 1.05:
        return _found(grey, grey, 1.0)
    method = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    small = cv2.resize(grey, None, fx=factor, fy=factor, interpolation=method)
    return _found(grey, small.astype(np.uint8, copy=False), factor)


def _found(
    grey: NDArray[np.uint8], small: NDArray[np.uint8], factor: float, *, quick: bool = False
) -> list[Marker]:
    """Fiducials found in a picture that is ``factor`` as large, refined on the full one."""
    corners, ids, _ = _detector(quick).detectMarkers(small)
    if ids is None:
        return []
    markers = []
    for quad, marker_id in zip(corners, np.ravel(ids), strict=True):
        known = frame_of_fiducial(int(marker_id))
        if known:
            points = (quad.reshape(4, 2).astype(np.float64) + 0.5) / factor - 0.5
            markers.append(Marker(known[0], known[1], _refine(grey, points)))
    return without_doubles(markers)


def find_marker_near(
    grey: NDArray[np.uint8], centre: NDArray[np.float64], side: float, frame: Frame, corner: int
) -> Marker | None:
    """A fiducial of which place and size are about known, looked for in an enlarged cut-out."""
    half = SETTINGS.near_reach * side
    x, y = (max(int(v - half), 0) for v in centre)
    patch = grey[y : int(centre[1] + half), x : int(centre[0] + half)]
    if min(patch.shape, default=0) < side:
        return None
    for marker in find_markers(
        np.ascontiguousarray(patch), round(SETTINGS.near_side_px * 2 * half / side)
    ):
        if marker.frame is frame and marker.corner == corner:
            return Marker(frame, corner, marker.points + np.array([x, y]))
    return None


def _refine(grey: NDArray[np.uint8], points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Corners moved to the edges' crossing by cv2.cornerSubPix, within a part of a module."""
    side = float(np.linalg.norm(points - np.roll(points, 1, axis=0), axis=1).mean())
    half = max(2, round(side * SETTINGS.refine_window_share))
    x, y = np.floor(points.min(axis=0)).astype(int) - 2 * half - 3
    x, y = max(int(x), 0), max(int(y), 0)
    right, bottom = np.ceil(points.max(axis=0)).astype(int) + 2 * half + 4
    patch = np.ascontiguousarray(grey[y : int(bottom), x : int(right)])
    local = (points - (x, y)).astype(np.float32).reshape(-1, 1, 2)
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.02)
    refined = cv2.cornerSubPix(patch, local.copy(), (half, half), (-1, -1), criteria)
    moved = np.linalg.norm((refined - local).reshape(4, 2), axis=1)
    result = np.where(moved[:, None] <= 1.5 * half, refined.reshape(4, 2), local.reshape(4, 2))
    refined_points: NDArray[np.float64] = result.astype(np.float64) + np.array([x, y])
    return refined_points


def without_doubles(markers: list[Marker]) -> list[Marker]:
    """Drop second finds of the same fiducial at the same place."""
    kept: list[Marker] = []
    for marker in sorted(markers, key=lambda m: -m.side):
        if all(
            (other.frame, other.corner) != (marker.frame, marker.corner)
            or np.linalg.norm(other.centre - marker.centre) > marker.side
            for other in kept
        ):
            kept.append(marker)
    return kept
