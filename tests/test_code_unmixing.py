"""Modules of 2-D codes that are two pixels wide and blurred into each other are told apart."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from sheetgen.frame import CODE_MODULES
from sheetgen.layout.symbols import code_rows
from sheetgen.vision.code import read_code
from sheetgen.vision.code_unmixing import unmixed
from sheetgen.vision.locate import locate_sheets
from tests.prints import layout
from tests.test_small_fiducials import bad_photo, grey_of

MODULE_PX = 8.5
"""In the crop that the reader looks at."""
FINE = 12
"""Pixels per module of the drawing that is photographed."""


def truth(number: int) -> NDArray[np.bool_]:
    rows = code_rows(layout("original", seed=3, number=number).sheet.code.plain)
    return np.array([[bit == "1" for bit in row] for row in rows])


def photographed(
    dark: NDArray[np.bool_], blur: tuple[float, float], rng: np.random.Generator
) -> NDArray[np.float32]:
    """A crop of a photo of two pixels per module; ``blur`` in modules, to the right and down."""
    drawn = np.kron(np.pad(dark, 3), np.ones((FINE, FINE)))
    ink = cv2.GaussianBlur(drawn, (0, 0), sigmaX=blur[0] * FINE, sigmaY=blur[1] * FINE)
    slope = np.linspace(-15, 15, len(ink))[:, None]
    lit = 170 + slope - 120 * ink
    clean = cv2.resize(lit, None, fx=2 / FINE, fy=2 / FINE, interpolation=cv2.INTER_AREA)
    small = clean + rng.normal(0, 3, clean.shape)
    size = round(len(dark) * MODULE_PX + 6 * MODULE_PX)
    return cv2.resize(small, (size, size), interpolation=cv2.INTER_LINEAR).astype(np.float32)


def about(crop: NDArray[np.float32]) -> NDArray[np.float64]:
    """Where the grid is, a fifth of a module beside its place and a little too small."""
    middle = (len(crop) - 1) / 2
    scale = 0.99 * MODULE_PX
    return np.array(
        [
            [scale, 0.1, middle + MODULE_PX / 5],
            [-0.1, scale, middle - MODULE_PX / 6],
        ]
    )


@pytest.mark.parametrize("blur", [(0.5, 0.5), (0.55, 0.55), (0.4, 0.65)], ids=str)
def test_all_modules_are_told_apart(blur: tuple[float, float]) -> None:
    for number in range(4):
        dark = truth(number)
        crop = photographed(dark, blur, np.random.default_rng(number))
        wrong = min(int((found != dark).sum()) for found in unmixed(crop, about(crop)))
        assert wrong <= 2


@pytest.mark.parametrize("kind", ["white", "noise", "black"])
def test_no_code_does_no_harm(kind: str) -> None:
    size = round((CODE_MODULES + 6) * MODULE_PX)
    noise = np.random.default_rng(2).normal(120, 30, (size, size))
    field = {"white": np.full_like(noise, 255), "noise": noise, "black": np.zeros_like(noise)}
    crop = field[kind].astype(np.float32)
    for found in unmixed(crop, about(crop)):
        assert found.shape == (CODE_MODULES, CODE_MODULES)


@pytest.mark.parametrize("seed", [5, 8])
def test_codes_of_a_bad_photo_of_several_sheets(seed: int) -> None:
    photo = bad_photo(4, seed)
    grey = grey_of(photo)
    wanted = {layout("original", seed=seed, number=n).sheet.code for n in range(4)}
    assert {read_code(grey, sheet) for sheet in locate_sheets(grey)} == wanted
