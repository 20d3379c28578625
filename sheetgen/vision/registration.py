"""Markers to sheets: which fiducials belong together, and the homography of each sheet.

Out: for each sheet a ``Registration`` with ``mm_to_px`` and the residual of the fiducials in mm.
Four fiducials are best, three are accepted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, product

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetgen.frame import CORNER_NAMES, Frame
from sheetgen.geometry import Homography, Point
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

    def outline(self) -> tuple[Point, ...]:
        """The sheet's corners in the photo: top left, top right, bottom right, bottom left."""
        return tuple(self.mm_to_px.apply(*corner) for corner in self.frame.bounds.corners)


def register_sheets(markers: Sequence[Marker]) -> list[Registration]:
    """Group markers into sheets; first complete sheets, then those that lack one fiducial."""
    left = list(markers)
    found: list[Registration] = []
    for size in (4, 3):
        candidates = []
        for group in _groups(left, size):
            registration = _fit(group)
            if registration and registration.residual_mm <= SETTINGS.max_residual_mm:
                candidates.append((registration.residual_mm, group, registration))
        for _, group, registration in sorted(candidates, key=lambda item: item[0]):
            if all(marker in left for marker in group):
                found.append(registration)
                left = [marker for marker in left if marker not in group]
    return sorted(found, key=lambda r: (round(r.outline()[0].y / 50), r.outline()[0].x))


def scale_registration(registration: Registration, factor: float) -> Registration:
    """The same registration for a picture ``factor`` times as large."""
    scaling = np.diag([factor, factor, 1.0])
    shift = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])
    back = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])
    return Registration(
        registration.frame,
        _homography(np.asarray(back @ scaling @ shift @ registration.matrix, np.float64)),
        registration.residual_mm,
        registration.found,
    )


def _groups(markers: Sequence[Marker], size: int) -> Iterable[tuple[Marker, ...]]:
    """Sets of markers of one frame, one per corner, that could lie on one sheet."""
    for frame in {marker.frame for marker in markers}:
        by_corner = [[m for m in markers if m.frame is frame and m.corner == c] for c in range(4)]
        for corners in combinations(range(_CORNERS), size):
            for group in product(*(by_corner[c] for c in corners)):
                if all(_plausible(a, b) for a, b in combinations(group, 2)):
                    yield group


def _plausible(a: Marker, b: Marker) -> bool:
    """Whether two fiducials are about as far apart, and where, as their size and turn predict."""
    frame = a.frame
    want = np.array(frame.fiducials[b.corner].centre) - np.array(frame.fiducials[a.corner].centre)
    votes = []
    for marker in (a, b):
        points = marker.points
        across = (points[1] - points[0] + points[2] - points[3]) / 2 / frame.fiducial_size
        down = (points[3] - points[0] + points[2] - points[1]) / 2 / frame.fiducial_size
        votes.append(want[0] * across + want[1] * down)
    predicted = (votes[0] + votes[1]) / 2
    error = np.linalg.norm(b.centre - a.centre - predicted)
    return bool(error <= SETTINGS.pair_distance_tolerance * np.linalg.norm(predicted))


def _fit(group: Sequence[Marker]) -> Registration | None:
    frame = group[0].frame
    corners = tuple(marker.corner for marker in group)
    mm = np.array([p for c in corners for p in frame.fiducials[c].corners], dtype=np.float64)
    px = np.concatenate([marker.points for marker in group])
    matrix, _ = cv2.findHomography(mm, px, 0)
    if matrix is None or abs(np.linalg.det(matrix)) < 1e-9:
        return None
    if np.any(np.hstack([mm, np.ones((len(mm), 1))]) @ matrix[2] <= 0):
        return None
    back = cv2.perspectiveTransform(px.reshape(-1, 1, 2), np.linalg.inv(matrix)).reshape(-1, 2)
    residual = float(np.sqrt(((back - mm) ** 2).sum(axis=1).mean()))
    return Registration(frame, _homography(np.asarray(matrix, np.float64)), residual, corners)


def _homography(matrix: NDArray[np.float64]) -> Homography:
    values = (matrix / matrix[2, 2]).ravel().tolist()
    return Homography(tuple(values))
