"""Plain measures of the ink in a cell, beside what the nets see. In: crops (see ``crops``)."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetgen.vision.crops import QUICK
from sheetgen.vision.settings import SETTINGS

Floats = NDArray[np.float32]

_KNOWN_BLUR, _SEEN_BLUR = 2.0, 1.0
"""Pixels; the photo is blurred already."""
_LEAST_SPREAD = 2e-4
"""Variance of brightness below which there is no print to be seen."""
_STROKE = QUICK.cell // 3
_INNER = 9
_RIM = 0.12
"""Share of a crop left out at each side."""
_DARKEST = (0.5, 0.8, 0.9, 0.95, 0.98, 0.995)
_DARKER_THAN = (0.1, 0.2, 0.35, 0.5)
TRAITS = len(_DARKEST) + len(_DARKER_THAN) + 8


def ink_share(crop: Floats) -> float:
    """Share of the cell's unprinted inner part with ink that the printer did not put there.

    Darkness is measured against the light surroundings at the scale of a stroke (a morphological
    closing), so that shadows cancel; the print's own darkness, widened a little for what alignment
    leaves, is taken off.
    """
    seen, known = crop[:3].mean(axis=0), crop[3]
    kernel = np.ones((_STROKE, _STROKE), np.uint8)
    ground = cv2.morphologyEx(seen, cv2.MORPH_CLOSE, kernel)
    dark = 1 - seen / np.maximum(ground, 1e-3)
    print_ground = cv2.morphologyEx(known, cv2.MORPH_CLOSE, kernel)
    print_dark = cv2.dilate(1 - known / np.maximum(print_ground, 1e-3), np.ones((5, 5), np.uint8))
    inner = cv2.erode(crop[5], np.ones((_INNER, _INNER), np.uint8), borderValue=0) > 0
    excess = (dark - print_dark)[inner] > SETTINGS.ink_darkness
    free = int((print_dark[inner] < SETTINGS.free_of_print).sum())
    return float(excess.sum() / max(free, excess.size / 5))


def print_visibility(crop: Floats) -> float:
    """How much of the print's contrast is seen where least of it is, in one half of the cell.

    Where a lamp or flash wipes out the print, it wipes out marks as well. 1: as on the blank print;
    0: nothing of it. Slope of the regression of what is seen on what is known.
    """
    known = cv2.GaussianBlur(crop[3], (0, 0), _KNOWN_BLUR)
    seen = cv2.GaussianBlur(crop[:3].mean(axis=0), (0, 0), _SEEN_BLUR)
    cell = cv2.dilate(crop[5], np.ones((5, 5), np.uint8)) > 0
    middle = len(cell) // 2
    slopes = [1.0]
    for half in (np.s_[:, :middle], np.s_[:, middle:], np.s_[:middle], np.s_[middle:]):
        inside = cell[half]
        there = known[half][inside] - known[half][inside].mean()
        spread = float((there**2).mean())
        if spread > _LEAST_SPREAD:
            slopes.append(float((there * seen[half][inside]).mean()) / spread)
    return min(slopes)


def ink_traits(crops: Floats) -> Floats:
    """How dark, how much, where, how long and of what colour the ink is, (cells, TRAITS).

    Ink is what is darker than the blank print. First quantiles of its darkness and shares of the
    crop that are darker than something; then, weighted by the darkness of the darkest parts, its
    centre and spread (-1 to 1 from edge to edge) and what it takes off red, green and blue.
    """
    rim = int(crops.shape[-1] * _RIM)
    inner = np.s_[..., rim:-rim, rim:-rim]
    known, seen = crops[:, 3][inner], crops[:, :3][inner]
    dark = np.clip(known - seen.mean(axis=1), 0, 1)
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
    lean = np.einsum("cyx,y,x->c", weight, at, at) - x * y
    missing = np.clip(known[:, None] - seen, -1, 1)
    colour = np.einsum("cyx,ckyx->kc", weight, missing)
    traits = [*quantiles.T, *shares, x, y, spread_x, spread_y, lean, *colour]
    return np.stack(traits, axis=1).astype(np.float32)
