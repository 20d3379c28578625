"""Read the 2-D code of a registered sheet.

The place of the 2-D code is known from the frame, so its modules can be sampled even where a
free-standing decoder finds nothing: the pattern is fitted to its own finder edges, its modules are
measured, and a clean copy is handed to the decoder. The check characters have the last word.
"""

from __future__ import annotations

import itertools
from functools import cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetgen.frame import CODE_MODULES
from sheetgen.sheetcode import SheetCode
from sheetgen.vision.code_search import find_codes
from sheetgen.vision.code_unmixing import known_modules, sampled, unmixed
from sheetgen.vision.photo import Pixels
from sheetgen.vision.rectify import rectify
from sheetgen.vision.registration import Registration

_MARGIN_MM = 2.2
_MODULE_MM = 0.85
_PX_PER_MM = 10.0


def read_code(grey: Pixels, registration: Registration) -> SheetCode | None:
    """The sheet code, or None if it cannot be read."""
    box = registration.frame.code_box.inset(-_MARGIN_MM)
    crop = rectify(grey, registration.matrix, box, _PX_PER_MM)
    for found in find_codes(crop):
        return found.code
    return _decode_sampled(crop)


def _decode_sampled(crop: NDArray[np.uint8]) -> SheetCode | None:
    """Fit the module grid to the crop and decode what its modules show.

    Where modules run into each other, they are told apart from the best grid on.
    """
    field = crop.astype(np.float32)
    grids = _best_grids(field)
    sampled = (_dark_modules(_sample(field, grid)) for grid in grids)
    for dark in itertools.chain(sampled, unmixed(field, grids[0].affine)):
        if code := _decode_modules(dark):
            return code
    return None


def _dark_modules(values: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which modules are dark, by their brightness, (CODE_MODULES, CODE_MODULES)."""
    local = cv2.blur(values, (7, 7), borderType=cv2.BORDER_REFLECT)
    dark: NDArray[np.bool_] = values < (local + _mid_level(values)) / 2
    return np.where(*known_modules(0), dark)


def _decode_modules(dark: NDArray[np.bool_]) -> SheetCode | None:
    clean = np.where(np.kron(np.pad(dark, 2), np.ones((4, 4), bool)), 0, 255)
    return next((found.code for found in find_codes(clean.astype(np.uint8), pure=True)), None)


def _mid_level(values: NDArray[np.float32]) -> np.float32:
    """Half way between the dark and the light finder edge."""
    return np.float32((values[:, 0].mean() + values[0, 1::2].mean()) / 2)


class _Grid(NamedTuple):
    """Where the modules are in a crop: centre, module size and skew per module, in pixels."""

    x: float
    y: float
    width: float
    height: float
    skew_x: float = 0.0
    skew_y: float = 0.0

    @property
    def affine(self) -> NDArray[np.float64]:
        """Map (2, 3) from modules from the middle of the code to pixel centres."""
        return np.array(
            [[self.width, self.skew_x, self.x - 0.5], [self.skew_y, self.height, self.y - 0.5]]
        )


@cache
def _finder_weights() -> NDArray[np.float32]:
    """+1 on known light modules, -1 on known dark ones, 0 on data, each side summing to 1."""
    known, dark = known_modules(1)
    light = known & ~dark
    return np.asarray(light / light.sum() - dark / dark.sum(), np.float32)


def _best_grids(field: NDArray[np.float32], count: int = 3) -> list[_Grid]:
    """Grids that show the finder edges best, from different starts."""
    module = field.shape[0] / (CODE_MODULES + 2 * _MARGIN_MM / _MODULE_MM)
    centre = field.shape[0] / 2
    steps = np.arange(-1.5, 1.51, 0.25) * module
    starts = [
        _Grid(centre + float(dx), centre + float(dy), module, module)
        for dx, dy in itertools.product(steps, steps)
    ]
    starts.sort(key=lambda grid: _finder_score(field, grid), reverse=True)
    return [_climb(field, start, module) for start in starts[:count]]


def _finder_score(field: NDArray[np.float32], grid: _Grid) -> float:
    """Brightness of the light finder modules minus that of the dark ones."""
    return float((_sample(field, grid, margin=1) * _finder_weights()).sum())


def _climb(field: NDArray[np.float32], grid: _Grid, module: float) -> _Grid:
    """Hill climbing over place, size and skew in ever smaller steps."""
    best, top = grid, _finder_score(field, grid)
    units = (1.0, 1.0, 0.12, 0.12, 0.12, 0.12)
    for size, _ in itertools.product((0.3, 0.12, 0.05), range(2)):
        for axis, sign in itertools.product(range(len(units)), (-1, 1)):
            values = list(best)
            values[axis] += sign * size * units[axis] * module
            trial = _Grid(*values)
            score = _finder_score(field, trial)
            if score > top:
                best, top = trial, score
    return best


def _sample(field: NDArray[np.float32], grid: _Grid, margin: int = 0) -> NDArray[np.float32]:
    """Values at the module centres, ``margin`` modules around."""
    count = CODE_MODULES + 2 * margin
    offset = np.arange(count) - (count - 1) / 2
    u, v = np.meshgrid(offset, offset)
    return sampled(field, grid.affine, u, v)
