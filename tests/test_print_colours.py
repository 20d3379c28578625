"""How a print came out is found from the sheet itself, whatever is marked on it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from sheetgen.catalog import bundled
from sheetgen.dealing import code_for
from sheetgen.geometry import Rect
from sheetgen.layout import lay_out
from sheetgen.render.raster import rasterise_sheet
from sheetgen.sheet import make_sheet
from sheetgen.vision.crops import BlankCells, cut_crops, put_print
from sheetgen.vision.photo import Pixels
from sheetgen.vision.print_colours import absorbed_by, as_printed, fit_printing
from sheetgen.vision.settings import SETTINGS
from tests.camera.printer import print_sheet

LUMA = np.tile(np.array([0.299, 0.587, 0.114], np.float32), (3, 1))
STANDARD, GREY = 0, 2


class Printed(NamedTuple):
    cells: BlankCells
    blank: Pixels
    boxes: list[Rect]


def printed_in(palette: int) -> Printed:
    variant = bundled()["original"]
    layout = lay_out(make_sheet(variant, code_for(variant, seed=1, number=0, palette=palette)))
    blank = rasterise_sheet(layout, SETTINGS.px_per_mm)
    cells = BlankCells(blank, SETTINGS.px_per_mm, layout.mark_boxes)
    return Printed(cells, blank, [mark_box.box for mark_box in layout.mark_boxes])


@pytest.fixture(scope="module")
def standard() -> Printed:
    return printed_in(STANDARD)


def crops_of(cells: BlankCells, picture: NDArray[np.generic]) -> NDArray[np.float32]:
    return cut_crops(np.asarray(picture, np.uint8)[cells.area], cells.quick)


def test_a_print_as_it_should_be_needs_no_other_colours(standard: Printed) -> None:
    cells = standard.cells
    as_known = as_printed(cells.quick.absorbed, np.eye(3, dtype=np.float32))
    np.testing.assert_allclose(as_known, cells.quick.channels[:, :2], atol=0.01)


def test_a_print_without_colour_is_expected_without_colour(standard: Printed) -> None:
    cells, blank, _ = standard
    crops = crops_of(cells, print_sheet(blank, SETTINGS.px_per_mm, "mono grey", rng()))
    assert (crops[:, 3] - crops[:, 4]).max() > 0.3
    before = np.abs(crops[:, 3] - crops[:, :3].mean(axis=1)).max()
    put_print(crops, cells.quick, cells.printing(crops))
    assert (crops[:, 3] - crops[:, 4]).max() < 0.02
    assert np.abs(crops[:, 3] - crops[:, :3].mean(axis=1)).max() < before


def test_what_is_marked_on_a_sheet_does_not_change_its_print(standard: Printed) -> None:
    cells, blank, boxes = standard
    grey = print_sheet(blank, SETTINGS.px_per_mm, "mono grey", rng())
    clean = cells.printing(crops_of(cells, grey))
    inked = grey.astype(float)
    for box in boxes:  # a blue bar through every cell
        y, x = (round(at * SETTINGS.px_per_mm) for at in (box.centre.y, box.x))
        inked[y - 3 : y + 3, x : x + round(box.width * SETTINGS.px_per_mm)] *= (0.15, 0.24, 0.6)
    np.testing.assert_allclose(cells.printing(crops_of(cells, inked)), clean, atol=0.06)


def test_a_palette_without_colour_says_nothing_of_hues() -> None:
    cells, blank, _ = printed_in(GREY)
    crops = crops_of(cells, blank)
    known = crops[:, 3:5].copy()
    put_print(crops, cells.quick, cells.printing(crops))
    np.testing.assert_allclose(crops[:, 3:5], known, atol=0.05)


@given(seed=st.integers(0, 2**32 - 1), inked=st.floats(0, 0.25))
def test_any_change_of_colours_is_found_again(seed: int, inked: float) -> None:
    draw = np.random.default_rng(seed)
    printed = draw.choice(draw.uniform(0, 0.8, (6, 3)), 4000).astype(np.float32)
    matrix = 0.7 * np.eye(3) + draw.uniform(0, 0.25, (3, 3))
    seen = printed @ matrix.T + draw.normal(0, 0.02, printed.shape)
    ink = draw.random(len(seen)) < inked
    seen[ink] = 1 - (1 - seen[ink]) * (0.15, 0.24, 0.6)
    found = fit_printing(seen.astype(np.float32), printed)
    np.testing.assert_allclose(printed @ found.T, printed @ matrix.T, atol=0.05)


def test_blocks_are_means_of_pixels_two_apart() -> None:
    colours = np.ones((1, 3, 8, 8), np.float32)
    colours[0, :, :4, 4:] = np.array([0.9, 0.5, 0.1])[:, None, None]
    expected = np.zeros((4, 3), np.float32)
    expected[1] = (0.1, 0.5, 0.9)
    np.testing.assert_allclose(absorbed_by(colours), expected, atol=1e-6)


def rng() -> np.random.Generator:
    return np.random.default_rng(20261129)
