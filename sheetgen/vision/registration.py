"""Markers to sheets: which fiducials belong together, and the homography of each sheet.

Out: for each sheet a ``Registration`` with ``mm_to_px`` and the residual of the fiducials in mm.
Four fiducials are best, three are accepted. Two, or one and the 2-D code, give a ``provisional``
one, good near them only, that has to grow over the printed structure (``growing``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetgen.frame import CORNER_NAMES, Frame
from sheetgen.geometry import Homography, Point, Rect
from sheetgen.vision.code_search import FoundCode
from sheetgen.vision.fiducials import Marker
from sheetgen.vision.settings import SETTINGS

_CORNERS = 4


@dataclass(frozen=True, slots=True, eq=False)
class Registration:
    frame: Frame
    mm_to_px: Homography
    residual_mm: float
    """Root mean square distance of the fiducials' corners from where they should be."""
    found: tuple[int, ...]
    """Corner indices of the fiducials used."""
    corners_px: NDArray[np.float64]
    """Their corners in the photo, (4 * found, 2)."""
    code: FoundCode | None = None
    """Its 2-D code, if that serves as a fiducial."""
    provisional: bool = False

    @property
    def matrix(self) -> NDArray[np.float64]:
        """``mm_to_px`` as a 3 x 3 array."""
        return np.array(self.mm_to_px.m).reshape(3, 3)

    @property
    def px_per_mm(self) -> float:
        """Resolution of the photo at the sheet, by area."""
        outline = np.array(self.outline(), dtype=np.float32)
        return float((cv2.contourArea(outline) / (self.frame.width * self.frame.height)) ** 0.5)

    @property
    def missing(self) -> tuple[str, ...]:
        return tuple(CORNER_NAMES[i] for i in range(_CORNERS) if i not in self.found)

    @property
    def anchors(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Corners of the fiducials, and of the code if it serves as one, in mm and in pixels."""
        mm = _corners_mm(self.frame, self.found)
        if self.code is None:
            return mm, self.corners_px
        of_code = np.array(self.frame.code_box.corners)
        return np.vstack([mm, of_code]), np.vstack([self.corners_px, self.code.corners_px])

    def outline(self) -> tuple[Point, ...]:
        """The sheet's corners in the photo: top left, top right, bottom right, bottom left."""
        return tuple(self.mm_to_px.apply(*corner) for corner in self.frame.bounds.corners)


def register_sheets(markers: Sequence[Marker], least: int = 3) -> list[Registration]:
    """Group markers into sheets: first complete ones, then those that lack one fiducial, and with
    ``least`` 2 provisionally those that lack two.
    """
    left = list(markers)
    found: list[Registration] = []
    for size in range(_CORNERS, least - 1, -1):
        candidates = []
        for group in _groups(left, size):
            registration = _fit(group) if size > 2 else _fit_pair(group)
            if registration and registration.residual_mm <= SETTINGS.max_residual_mm:
                candidates.append((registration.residual_mm, group, registration))
        for _, group, registration in sorted(candidates, key=lambda item: item[0]):
            if all(marker in left for marker in group):
                found.append(registration)
                left = [marker for marker in left if marker not in group]
    return in_order(found)


def in_order(sheets: Iterable[Registration]) -> list[Registration]:
    """From top to bottom, from left to right."""
    return sorted(sheets, key=lambda r: (round(r.outline()[0].y / 50), r.outline()[0].x))


def scale_registration(registration: Registration, factor: float) -> Registration:
    """The same registration for a picture ``factor`` times as large."""
    scaling = np.diag([factor, factor, 1.0])
    shift = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])
    back = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])
    matrix = np.asarray(back @ scaling @ shift @ registration.matrix, np.float64)
    return replace(
        registration,
        mm_to_px=homography_of(matrix),
        corners_px=(registration.corners_px + 0.5) * factor - 0.5,
    )


def _groups(markers: Sequence[Marker], size: int) -> Iterable[tuple[Marker, ...]]:
    """Sets of markers of one frame, one per corner, that could lie on one sheet."""
    for frame in {marker.frame for marker in markers}:
        by_corner = [[m for m in markers if m.frame is frame and m.corner == c] for c in range(4)]
        for corners in combinations(range(_CORNERS), size):
            for group in product(*(by_corner[c] for c in corners)):
                if all(_plausible(a, b) for a, b in combinations(group, 2)):
                    yield group


class _Square(NamedTuple):
    """A square of the print in mm and its corners in the photo."""

    mm: Rect
    px: NDArray[np.float64]


def _plausible(a: Marker, b: Marker) -> bool:
    return _distance_error(_square(a), _square(b)) <= SETTINGS.pair_distance_tolerance


def _square(marker: Marker) -> _Square:
    return _Square(marker.frame.fiducials[marker.corner], marker.points)


def _distance_error(a: _Square, b: _Square) -> float:
    """How far two squares are from where their size and turn predict, as a share of the way."""
    want = np.array(b.mm.centre) - np.array(a.mm.centre)
    votes = []
    for square in (a, b):
        points = square.px
        across = (points[1] - points[0] + points[2] - points[3]) / 2 / square.mm.width
        down = (points[3] - points[0] + points[2] - points[1]) / 2 / square.mm.width
        votes.append(want[0] * across + want[1] * down)
    predicted = (votes[0] + votes[1]) / 2
    error = np.linalg.norm(b.px.mean(axis=0) - a.px.mean(axis=0) - predicted)
    return float(error / np.linalg.norm(predicted))


def _fit(group: Sequence[Marker]) -> Registration | None:
    frame = group[0].frame
    corners = tuple(marker.corner for marker in group)
    mm = _corners_mm(frame, corners)
    px = np.concatenate([marker.points for marker in group])
    matrix = fit_homography(mm, px)
    if matrix is None:
        return None
    residual = float(np.sqrt((misses_mm(matrix, mm, px) ** 2).mean()))
    return Registration(frame, homography_of(matrix), residual, corners, px)


def _fit_pair(pair: Sequence[Marker]) -> Registration | None:
    return _provisional(pair, None)


def register_by_code(marker: Marker, code: FoundCode) -> Registration | None:
    """A provisional registration from a fiducial and the 2-D code, if they may belong together."""
    return _provisional([marker], code)


def _provisional(markers: Sequence[Marker], code: FoundCode | None) -> Registration | None:
    """Affine, as perspective cannot be told from two squares."""
    frame = markers[0].frame
    squares = [_square(marker) for marker in markers]
    if code:
        squares.append(_Square(frame.code_box, code.corners_px))
    if _distance_error(*squares) > SETTINGS.lone_pair_tolerance:
        return None
    mm = np.array([corner for square in squares for corner in square.mm.corners])
    px = np.concatenate([square.px for square in squares])
    affine, *_ = np.linalg.lstsq(np.hstack([mm, np.ones((len(mm), 1))]), px, rcond=None)
    matrix = np.vstack([affine.T, [0, 0, 1]])
    if abs(np.linalg.det(matrix)) < 1e-9:
        return None
    residual = float(np.sqrt((misses_mm(matrix, mm, px) ** 2).mean()))
    corners = tuple(marker.corner for marker in markers)
    own = np.concatenate([marker.points for marker in markers])
    return Registration(frame, homography_of(matrix), residual, corners, own, code, True)


def with_code(registration: Registration, codes: Sequence[FoundCode]) -> Registration:
    """A provisional registration with that 2-D code that lies in its place as a fiducial."""
    best, least = registration, SETTINGS.max_code_residual_mm
    for code in codes:
        trial = replace(registration, code=code)
        mm, px = trial.anchors
        matrix = fit_homography(mm, px)
        if matrix is None:
            continue
        residual = float(np.sqrt((misses_mm(matrix, mm, px) ** 2).mean()))
        if residual <= least:
            best, least = trial, residual
    return best


def shows_code(registration: Registration, code: FoundCode) -> bool:
    """Whether a 2-D code that was found somewhere lies where that of the sheet is printed."""
    middle = code.corners_px.mean(axis=0).reshape(1, 1, 2)
    mm = cv2.perspectiveTransform(middle, np.linalg.inv(registration.matrix)).ravel()
    off = np.linalg.norm(mm - np.array(registration.frame.code_box.centre))
    return bool(off <= SETTINGS.code_offset_mm)


def _corners_mm(frame: Frame, corners: Iterable[int]) -> NDArray[np.float64]:
    return np.array([p for c in corners for p in frame.fiducials[c].corners], dtype=np.float64)


def fit_homography(mm: NDArray[np.float64], px: NDArray[np.float64]) -> NDArray[np.float64] | None:
    """The map of points in mm to pixels; None if there is none that the camera could see."""
    found, _ = cv2.findHomography(mm, px, 0)
    matrix = None if found is None else np.asarray(found, np.float64)
    if matrix is None or not np.isfinite(matrix).all() or abs(np.linalg.det(matrix)) < 1e-9:
        return None
    if np.any(np.hstack([mm, np.ones((len(mm), 1))]) @ matrix[2] <= 0):
        return None
    return matrix


def misses_mm(
    matrix: NDArray[np.float64], mm: NDArray[np.float64], px: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Distance in mm of each point from where its pixels lie."""
    back = cv2.perspectiveTransform(px.reshape(-1, 1, 2), np.linalg.inv(matrix)).reshape(-1, 2)
    distances: NDArray[np.float64] = np.linalg.norm(back - mm, axis=1)
    return distances


def homography_of(matrix: NDArray[np.float64]) -> Homography:
    values = (matrix / matrix[2, 2]).ravel().tolist()
    return Homography(tuple(values))
