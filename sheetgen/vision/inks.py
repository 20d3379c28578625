"""Plain measures of the ink in cells, beside what the nets see. In: quick crops (see ``crops``)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetgen.vision.settings import SETTINGS

Floats = NDArray[np.float32]

_KNOWN_BLUR, _SEEN_BLUR, _SPOT_BLUR, _SHADOW_BLUR = 2.0, 1.0, 1.0, 5.0
"""Pixels; the photo is blurred already."""
_LEAST_SPREAD = 1e-4
"""Variance of details below which there is no print to be seen."""
_CHANNELS_AT_ONCE = 100
_STROKE, _INNER, _WIDENED = 12, 9, 5
"""Pixels of a quick crop."""
_RIM = 0.12
"""Share of a crop left out at each side."""
_DARKEST = (0.5, 0.8, 0.9, 0.95, 0.98, 0.995)
_DARKER_THAN = (0.1, 0.2, 0.35, 0.5)
TRAITS = len(_DARKEST) + len(_DARKER_THAN) + 8


class PrintedCells:
    """What the blank print means for the ink in its cells."""

    def __init__(self, channels: Floats) -> None:
        """``channels``: of quick crops those that the print determines, (cells, 3, side, side)."""
        known, shapes = channels[:, 0], channels[:, 2]
        self._print_dark = _stacked(_widened, _darkness(known))
        inner = _stacked(lambda p: cv2.erode(p, _square(_INNER)), shapes) > 0
        light = (self._print_dark < SETTINGS.free_of_print) & inner
        self._unprinted = light
        self._light = light / light.sum(axis=(1, 2), keepdims=True).clip(1).astype(np.float32)
        self._free = np.maximum(light.sum(axis=(1, 2)), inner.sum(axis=(1, 2)) / 5).clip(1)
        self._known = known
        self._inside = _stacked(lambda p: cv2.erode(p, _square(_WIDENED)), shapes) > 0
        self._shapes = shapes

    @cached_property
    def _print_slopes(self) -> Floats:
        return _slopes(self._known, _stacked(_widened, self._shapes) > 0)

    def ink_shares(self, crops: Floats) -> Floats:
        """Share of each cell's unprinted inner part with ink that the printer did not put there.

        Darkness is measured against the light surroundings at the scale of a stroke (a
        morphological closing), so that shadows cancel. What is printed, widened a little for what
        alignment leaves, is left out: printers print darker or lighter than they should.
        """
        dark = _darkness(_brightness(crops))
        excess = (dark - self._print_dark > SETTINGS.ink_darkness) & self._unprinted
        return np.asarray(excess.sum(axis=(1, 2)) / self._free, np.float32)

    def spots(self, crops: Floats) -> Floats:
        """By how much the darkest spot in each cell is darker than the blank print there.

        Where the cell's unprinted part is brighter than paper, what is no darker than paper may
        still be a mark, so that its brightness counts.
        """
        excess = self._known - _brightness(crops)
        blurred = _stacked(lambda p: cv2.GaussianBlur(p, (0, 0), _SPOT_BLUR), excess)
        spots = np.where(self._inside, blurred, 0).max(axis=(1, 2))
        level = (excess * self._light).sum(axis=(1, 2))
        return np.asarray(spots - np.minimum(level, 0), np.float32)

    def visibilities(self, crops: Floats) -> Floats:
        """How much of the print's contrast is seen where least of it is, in one half of each cell.

        Where a lamp or flash wipes out the print, it wipes out marks as well. 1: as on the blank
        print; 0: nothing of it. Slope of the regression of what is seen on what is known.
        What is darker than the print, ink and shadow, hides none of it and is not counted.
        """
        seen = np.maximum(_brightness(crops), self._known).reshape(len(crops), -1, 1)
        slopes = (self._print_slopes.reshape(len(crops), 4, -1) @ seen)[..., 0]
        printed = self._print_slopes.any(axis=(2, 3))
        return np.asarray(np.where(printed, slopes, 1.0).min(axis=1).clip(max=1.0), np.float32)


def _brightness(crops: Floats) -> Floats:
    """Mean of the photo's channels, (cells, side, side)."""
    return np.asarray((crops[:, 0] + crops[:, 1] + crops[:, 2]) / np.float32(3), np.float32)


def _stacked(work: Callable[[Floats], NDArray[np.generic]], pictures: Floats) -> Floats:
    """An OpenCV filter on pictures, (pictures, side, side), all at once as channels of one."""
    out = np.empty(pictures.shape, np.float32)
    for start in range(0, len(pictures), _CHANNELS_AT_ONCE):
        part = np.ascontiguousarray(pictures[start : start + _CHANNELS_AT_ONCE].transpose(1, 2, 0))
        filtered = work(part).reshape(part.shape)
        out[start : start + _CHANNELS_AT_ONCE] = filtered.transpose(2, 0, 1)
    return out


def _widened(pictures: Floats) -> NDArray[np.generic]:
    return cv2.dilate(pictures, _square(_WIDENED))


def _square(side: int) -> NDArray[np.uint8]:
    return np.ones((side, side), np.uint8)


def _darkness(pictures: Floats) -> Floats:
    """0: as light as the surroundings; 1: black."""
    ground = _stacked(lambda p: cv2.morphologyEx(p, cv2.MORPH_CLOSE, _square(_STROKE)), pictures)
    return np.asarray(1 - pictures / np.maximum(ground, 1e-3), np.float32)


def _slopes(known: Floats, cells: NDArray[np.bool_]) -> Floats:
    """Weights, (cells, 4 halves, side, side), with which the pixels of a photo sum to the slope.

    Only the print's details count. What is seen is blurred before it is compared: that is in the
    weights. All 0 in halves without print.
    """
    side = known.shape[-1]
    first = np.arange(side) < side // 2
    halves = np.zeros((4, side, side), np.bool_)
    halves[0, :, first] = halves[1, :, ~first] = halves[2, first] = halves[3, ~first] = True
    inside = cells[:, None] & halves
    blurred = _stacked(lambda p: cv2.GaussianBlur(p, (0, 0), _KNOWN_BLUR), known)[:, None]
    wide = _stacked(lambda p: cv2.GaussianBlur(p, (0, 0), _SHADOW_BLUR), known)[:, None]
    pixels = inside.sum(axis=(2, 3), keepdims=True).clip(1)
    detail = blurred - wide
    mean = (detail * inside).sum(axis=(2, 3), keepdims=True) / pixels
    there = np.where(inside, detail - mean, np.float32(0))
    squares = (there**2).sum(axis=(2, 3), keepdims=True)
    whole = (there * blurred).sum(axis=(2, 3), keepdims=True)
    weights = np.where(squares > _LEAST_SPREAD * pixels, there / whole.clip(1e-9), 0)
    flat = weights.reshape(-1, side, side).astype(np.float32)
    return _stacked(lambda p: cv2.GaussianBlur(p, (0, 0), _SEEN_BLUR), flat).reshape(there.shape)


def ink_traits(crops: Floats) -> Floats:
    """How dark, how much, where, how long and of what colour the ink is, (cells, TRAITS).

    Ink is what is darker than the blank print. First quantiles of its darkness and shares of the
    crop that are darker than something; then, weighted by the darkness of the darkest parts, its
    centre and spread (-1 to 1 from edge to edge) and what it takes off red, green and blue.
    """
    rim = int(crops.shape[-1] * _RIM)
    inner = np.s_[..., rim:-rim, rim:-rim]
    known, seen = crops[:, 3][inner], crops[:, :3][inner]
    dark = np.clip(known - _brightness(seen), 0, 1)
    flat = np.sort(dark.reshape(len(dark), -1), axis=1)
    places = [round(share * (flat.shape[1] - 1)) for share in _DARKEST]
    quantiles = flat[:, places]
    shares = [(flat > least).mean(axis=1) for least in _DARKER_THAN]
    weight = np.where(dark > 0.5 * quantiles[:, 4, None, None], dark, 0) + np.float32(1e-6)
    weight /= weight.sum(axis=(1, 2), keepdims=True)
    at = np.linspace(-1, 1, dark.shape[-1], dtype=np.float32)
    along, down = weight.sum(axis=1), weight.sum(axis=2)
    x, y = along @ at, down @ at
    spread_x = np.sqrt(np.maximum(along @ at**2 - x**2, 0))
    spread_y = np.sqrt(np.maximum(down @ at**2 - y**2, 0))
    lean = (weight @ at) @ at - x * y
    missing = np.clip(known[:, None] - seen, -1, 1)
    colour = (missing.reshape(len(dark), 3, -1) @ weight.reshape(len(dark), -1, 1))[..., 0].T
    traits = [*quantiles.T, *shares, x, y, spread_x, spread_y, lean, *colour]
    return np.stack(traits, axis=1).astype(np.float32)
