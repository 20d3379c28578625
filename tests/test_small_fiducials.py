"""Fiducials of a few blurred pixels per module are found, and nothing else is taken for one."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from sheetgen.frame import FRAMES
from sheetgen.vision.locate import locate_sheets
from sheetgen.vision.photo import Pixels
from sheetgen.vision.small_fiducials import find_small_markers
from tests.camera import Photo
from tests.photos import filled, take_photo
from tests.prints import layout


@cache
def bad_photo(count: int, seed: int) -> Photo:
    """Sheets of a game in a bad photo of two megapixels."""
    prints = [layout("original", seed=seed, number=n) for n in range(count)]
    return take_photo([filled(p, {}) for p in prints], "bad", seed, megapixels=2.0)


def grey_of(photo: Photo) -> Pixels:
    return cv2.cvtColor(photo.image, cv2.COLOR_RGB2GRAY).astype(np.uint8)


def truth_of(photo: Photo) -> list[tuple[int, NDArray[np.float64]]]:
    """Corner and middle in pixels of all fiducials, the paper taken for flat."""
    frame = FRAMES[0]
    bounds = np.array(frame.bounds.corners, np.float32)
    found: list[tuple[int, NDArray[np.float64]]] = []
    for outline in photo.sheet_corners:
        matrix = cv2.getPerspectiveTransform(bounds, outline.astype(np.float32))
        middles = np.array([box.centre for box in frame.fiducials]).reshape(-1, 1, 2)
        found += enumerate(cv2.perspectiveTransform(middles, matrix)[:, 0])
    return found


@pytest.mark.parametrize("seed", [1, 2, 8])
def test_nearly_all_are_found_and_nothing_else(seed: int) -> None:
    photo = bad_photo(4, seed)
    left = truth_of(photo)
    for marker in find_small_markers(grey_of(photo)):
        off = [
            float(np.linalg.norm(middle - marker.centre)) if corner == marker.corner else np.inf
            for corner, middle in left
        ]
        assert min(off) < marker.side / 2
        left.pop(int(np.argmin(off)))
    assert len(left) <= 1


@pytest.mark.parametrize("seed", [1, 2, 8])
def test_every_sheet_of_a_bad_photo_is_located(seed: int) -> None:
    photo = bad_photo(4, seed)
    middles = np.array([corners.mean(axis=0) for corners in photo.sheet_corners])
    sheets = locate_sheets(grey_of(photo))
    assert len(sheets) == len(middles)
    for sheet in sheets:
        middle = np.array(sheet.outline()).mean(axis=0)
        assert np.linalg.norm(middles - middle, axis=1).min() < 3 * sheet.px_per_mm


def test_noise_and_dark_squares_are_no_fiducials() -> None:
    rng = np.random.default_rng(5)
    picture = rng.normal(190, 25, (600, 800))
    for x, y in rng.integers(40, 540, (60, 2)):
        side = int(rng.integers(10, 40))
        picture[y : y + side, x : x + side] = rng.normal(60, 40, (side, side))
    blurred = cv2.GaussianBlur(picture, (0, 0), 1.2).clip(0, 255).astype(np.uint8)
    assert find_small_markers(blurred) == []
