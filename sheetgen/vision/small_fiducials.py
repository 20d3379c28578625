"""Find fiducials that are too small or too blurred for their bits to be read one by one.

In: grey pixels. Out: markers with sub-pixel corners in pixels of that picture. Every dark spot of
fitting size and shape is compared with all fiducials as a whole; those that look like one are
fitted to the picture, and then their inner bits must correlate with that one alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetgen.frame import FIDUCIAL_MODULES, FRAMES, frame_of_fiducial
from sheetgen.vision.fiducials import DICTIONARY, Marker
from sheetgen.vision.settings import SETTINGS

_PER_MODULE = 4
_SIDE = (FIDUCIAL_MODULES + 2) * _PER_MODULE
"""Samples across a fiducial with a white margin of one module."""
_BITS = slice(2 * _PER_MODULE, -2 * _PER_MODULE)
_CORNERS = np.array([(1, 1), (7, 1), (7, 7), (1, 7)], np.float32) * _PER_MODULE - 0.5
"""Corners of the black square on the samples."""

Grey = NDArray[np.uint8]
Floats = NDArray[np.float32]


class _Known(NamedTuple):
    """All fiducials as a somewhat blurred photo shows them."""

    upright: Floats
    """(fiducials, samples, samples)."""
    whole: Floats
    """Each in four turns, flat and normalised, (4 * fiducials, samples)."""
    bits: Floats
    """The same of the bits inside the border."""


class _Candidate(NamedTuple):
    quad: Floats
    """Corners in the order of the upright fiducial."""
    marker_id: int
    likeness: float


def find_small_markers(grey: Grey) -> list[Marker]:
    """All fiducials in a grey picture but large ones, which are found otherwise."""
    half = cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA).astype(np.uint8)
    candidates = (
        candidate
        for picture, factor in ((grey, 1), (half, 2))
        for window in SETTINGS.spot_windows_px
        for candidate in _candidates(picture, window, factor)
    )
    return list(_markers(grey, _best(candidates)))


def shows_markers_like(grey: Grey, side: float) -> bool:
    """Whether there is any fiducial of about that side in a grey picture, at a glance."""
    few = SETTINGS.spot_alike
    candidates = _candidates(
        grey,
        SETTINGS.spot_windows_px[0],
        sides_px=(max(SETTINGS.spot_sides_px[0], side / few), side * few),
    )
    return any(True for _ in _markers(grey, candidates))


def _markers(grey: Grey, candidates: Iterable[_Candidate]) -> Iterator[Marker]:
    """Those that stand up to a closer look."""
    for candidate in candidates:
        corners = _fitted(grey, candidate)
        known = frame_of_fiducial(candidate.marker_id)
        if corners is not None and known and _confirmed(grey, corners, candidate.marker_id):
            yield Marker(known[0], known[1], corners)


@cache
def _known() -> _Known:
    pictures = []
    for marker_id in range(4 * len(FRAMES)):
        bits = cv2.aruco.generateImageMarker(DICTIONARY, marker_id, FIDUCIAL_MODULES)
        sharp = np.kron(np.pad(bits, 1, constant_values=255), np.ones((_PER_MODULE, _PER_MODULE)))
        width = SETTINGS.spot_blur_modules * _PER_MODULE
        pictures.append(cv2.GaussianBlur(sharp.astype(np.float32), (0, 0), width))
    turned = [np.rot90(picture, -turn) for picture in pictures for turn in range(4)]
    return _Known(
        np.array(pictures, np.float32),
        np.array([_normal(picture) for picture in turned]),
        np.array([_normal(picture[_BITS, _BITS]) for picture in turned]),
    )


def _normal(samples: NDArray[Any]) -> Floats:
    """Flat, with mean 0 and length 1: their products are correlations."""
    flat = samples.astype(np.float32).ravel()
    flat = flat - flat.mean()
    return np.asarray(flat / max(float(np.linalg.norm(flat)), 1e-6), np.float32)


def _candidates(
    grey: Grey,
    window: int,
    factor: int = 1,
    sides_px: tuple[float, float] = SETTINGS.spot_sides_px,
) -> Iterator[_Candidate]:
    """Dark spots that look like a fiducial; in a picture of which the pixels are ``factor`` wide.

    ``window``: of the local threshold. ``sides_px``: least and greatest side.
    """
    known = _known().whole
    for quad in _spots(grey, window, sides_px):
        alike = np.dot(known, _normal(_samples(grey, quad)))
        best = int(alike.argmax())
        if alike[best] >= SETTINGS.spot_likeness:
            upright = (np.roll(quad, -(best % 4), axis=0) + 0.5) * factor - 0.5
            yield _Candidate(upright, best // 4, float(alike[best]))


def _spots(grey: Grey, window: int, sides_px: tuple[float, float]) -> Iterator[Floats]:
    """Quadrilaterals around the dark spots of fitting size, (4, 2), clockwise."""
    dark = cv2.adaptiveThreshold(
        grey,
        1,
        cv2.ADAPTIVE_THRESH_MEAN_C,
        cv2.THRESH_BINARY_INV,
        window,
        SETTINGS.spot_contrast,
    )
    # The default algorithm takes two to three times as long.
    _, labels, stats, _ = cv2.connectedComponentsWithStatsWithAlgorithm(
        dark, 8, cv2.CV_32S, cv2.CCL_BBDT
    )
    short, long = np.sort(stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]], axis=1).T
    fits = (short >= sides_px[0]) & (long <= np.minimum(sides_px[1], SETTINGS.spot_longest * short))
    fits[0] = False  # the ground
    for number in np.flatnonzero(fits):
        x, y, width, height, _ = stats[number].tolist()
        spot = (labels[y : y + height, x : x + width] == number).astype(np.uint8)
        quad = _quad_around(cv2.convexHull(cv2.findNonZero(spot)) + np.array([x, y], np.int32))
        if quad is not None:
            yield quad


def _quad_around(hull: NDArray[Any]) -> Floats | None:
    """The least quadrilateral around a hull, if the hull fills it and it is no sliver."""
    if len(hull) < 4:
        return None
    quad = cv2.approxPolyN(hull, 4, ensure_convex=True).reshape(-1, 2).astype(np.float32)
    if len(quad) != 4:
        return None
    area = cv2.contourArea(quad, True)
    sides = np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1)
    if cv2.contourArea(hull) < SETTINGS.spot_hull_share * abs(area):
        return None
    if sides.max() > SETTINGS.spot_longest * sides.min():
        return None
    return quad if area > 0 else np.ascontiguousarray(quad[::-1])


def _samples(grey: Grey, quad: Floats) -> NDArray[np.uint8]:
    """The square in a quadrilateral of the picture, with its margin."""
    matrix = cv2.getPerspectiveTransform(_CORNERS, quad)
    return cv2.warpPerspective(
        grey,
        matrix,
        (_SIDE, _SIDE),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    ).astype(np.uint8, copy=False)


def _best(candidates: Iterator[_Candidate]) -> list[_Candidate]:
    """Of those in the same place the one that looks most like a fiducial."""
    kept: list[_Candidate] = []
    for one in sorted(candidates, key=lambda c: -c.likeness):
        reach = np.linalg.norm(one.quad[0] - one.quad[2]) / 3
        middle = one.quad.mean(axis=0)
        if all(np.linalg.norm(other.quad.mean(axis=0) - middle) > reach for other in kept):
            kept.append(one)
    return kept


def _fitted(grey: Grey, candidate: _Candidate) -> NDArray[np.float64] | None:
    """Corners of a fiducial by an affine fit to the picture; None if it does not fit well."""
    margin = np.ptp(candidate.quad, axis=0).max() / 2
    low = np.maximum(np.floor(candidate.quad.min(axis=0) - margin), 0).astype(int)
    high = np.ceil(candidate.quad.max(axis=0) + margin).astype(int)
    area = np.ascontiguousarray(grey[low[1] : high[1], low[0] : high[0]], np.float32)
    ends = np.hstack([_CORNERS, np.ones((4, 1), np.float32)])
    start, *_ = np.linalg.lstsq(ends, candidate.quad - low, rcond=None)
    guess = np.ascontiguousarray(start.T, np.float32)
    template = _known().upright[candidate.marker_id]
    criteria = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 30, 1e-3)
    try:
        likeness, affine = cast(Any, cv2).findTransformECC(
            template, area, guess, cv2.MOTION_AFFINE, criteria, None, 1
        )
    except cv2.error:  # it does not converge
        return None
    if likeness < SETTINGS.spot_fitted_likeness:
        return None
    corners: NDArray[np.float64] = ends.astype(np.float64) @ affine.T + low
    return corners


def _confirmed(grey: Grey, corners: NDArray[np.float64], marker_id: int) -> bool:
    """Whether the bits show that fiducial, upright, far better than any other or another turn."""
    samples = _samples(grey, corners.astype(np.float32))
    alike = np.dot(_known().bits, _normal(samples[_BITS, _BITS]))
    own = float(alike[4 * marker_id])
    alike[4 * marker_id] = -1
    return own >= SETTINGS.spot_bits and own - float(alike.max()) >= SETTINGS.spot_bits_lead
