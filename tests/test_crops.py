"""Cells are cut out where they are, whatever the size of the picture they are cut from."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from sheetgen.catalog import bundled
from sheetgen.dealing import code_for
from sheetgen.layout import Layout, lay_out
from sheetgen.render.raster import rasterise_sheet
from sheetgen.sheet import make_sheet
from sheetgen.vision.crops import BlankCells, KnownCrops, cut_crops, shade
from sheetgen.vision.photo import Pixels
from sheetgen.vision.settings import SETTINGS

SIZES = [lambda cells: cells.quick, lambda cells: cells.fine(range(len(cells)))]


@pytest.fixture(scope="module", params=["original", "connect-15"])
def layout(request: pytest.FixtureRequest) -> Layout:
    variant = bundled()[request.param]
    return lay_out(make_sheet(variant, code_for(variant, seed=1, number=0, palette=0)))


@pytest.fixture(scope="module")
def blank(layout: Layout) -> Pixels:
    return rasterise_sheet(layout, SETTINGS.px_per_mm)


@pytest.fixture(scope="module")
def cells(layout: Layout, blank: Pixels) -> BlankCells:
    return BlankCells(blank, SETTINGS.px_per_mm, layout.mark_boxes)


def test_large_cells_are_cut_from_the_halved_picture(cells: BlankCells, layout: Layout) -> None:
    wide = [max(box.box.width, box.box.height) >= 12 for box in layout.mark_boxes]
    assert list(cells.quick.halved) == wide
    assert not any(cells.fine(range(len(cells))).halved)


@pytest.mark.parametrize("size", SIZES)
def test_the_blank_print_seen_is_the_print_known(
    cells: BlankCells, blank: Pixels, size: Callable[[BlankCells], KnownCrops]
) -> None:
    crops, _ = cut_crops(blank[cells.area], size(cells))
    for seen, known in zip(crops[:, :3].mean(axis=1), crops[:, 3], strict=True):
        assert np.corrcoef(seen.ravel(), known.ravel())[0, 1] > 0.999


@pytest.mark.parametrize("size", SIZES)
def test_what_is_in_the_middle_of_a_cell_is_in_the_middle_of_its_crop(
    cells: BlankCells,
    layout: Layout,
    blank: Pixels,
    size: Callable[[BlankCells], KnownCrops],
) -> None:
    photo = np.full_like(blank, 255)
    for box in layout.mark_boxes:
        x, y = (round(at * SETTINGS.px_per_mm) for at in box.box.centre)
        photo[y - 3 : y + 3, x - 3 : x + 3] = 0
    crops, _ = cut_crops(photo[cells.area], size(cells))
    dark = 1 - crops[:, :3].mean(axis=1)
    side = crops.shape[-1]
    middle = dark[:, side // 2 - 6 : side // 2 + 6, side // 2 - 6 : side // 2 + 6]
    at = np.arange(12) + 0.5 - 6
    wide = np.array([max(box.box.width, box.box.height) for box in layout.mark_boxes])
    per_mm = size(cells).size.cell / wide
    for axis in (1, 2):
        off_px = (middle.sum(axis=axis) @ at) / middle.sum(axis=(1, 2))
        assert np.abs(off_px / per_mm).max() < 0.17  # a pixel of the photo


@pytest.mark.parametrize("size", SIZES)
def test_what_is_seen_of_a_cell_does_not_depend_on_which_others_there_are(
    cells: BlankCells,
    layout: Layout,
    blank: Pixels,
    size: Callable[[BlankCells], KnownCrops],
) -> None:
    photo = np.random.default_rng(1).integers(256, size=blank.shape, dtype=np.uint8)
    together, _ = cut_crops(photo[cells.area], size(cells))
    for box, crop in zip(layout.mark_boxes, together, strict=True):
        alone = BlankCells(blank, SETTINGS.px_per_mm, [box])
        cut = cut_crops(photo[alone.area], size(alone))
        assert np.array_equal(cut.crops[0], crop)
        assert (alone.shades(cut.papers) == 1).all()


def papers(cells: BlankCells, blank: Pixels, light: NDArray[np.float64]) -> NDArray[np.float32]:
    """What seems paper in cells of a print that is lit like this, (height, width) of the print."""
    lit = (blank * light[..., None]).round().astype(np.uint8)
    return cut_crops(lit[cells.area], cells.quick).papers


@pytest.mark.parametrize("kind", ["number", "penalty", "square"])
def test_the_ink_of_a_filled_cell_is_not_its_paper(
    cells: BlankCells, blank: Pixels, layout: Layout, kind: str
) -> None:
    if kind not in {box.cell.kind for box in layout.mark_boxes}:
        pytest.skip("the variant has no such cells")
    filled = next(i for i, b in enumerate(layout.mark_boxes) if b.cell.kind == kind)
    box, scale = layout.mark_boxes[filled].box.inset(-0.4), SETTINGS.px_per_mm
    inked = blank.astype(np.float64)
    inked[
        round(box.y * scale) : round(box.bottom * scale),
        round(box.x * scale) : round(box.right * scale),
    ] *= (0.3, 0.35, 0.75)
    crops, seen = cut_crops(inked.round().astype(np.uint8)[cells.area], cells.quick)
    shades = cells.shades(seen)
    assert (shades[np.arange(len(shades)) != filled] == 1).all()
    shade(crops, shades)
    beside = crops[filled, :3, 12:40, 12:40].reshape(3, -1).max(axis=1)  # unprinted
    np.testing.assert_allclose(beside, (0.3, 0.35, 0.75), atol=0.08)


def test_shadows_are_no_ink(cells: BlankCells, blank: Pixels) -> None:
    height, width = blank.shape[:2]
    for at in np.linspace(0, width, 12)[1:-1]:
        light = np.where(np.arange(width) < at, 0.5, 1.0)[None].repeat(height, 0)
        for lit in (light, light[:, ::-1], 1.5 - light):
            assert (cells.shades(papers(cells, blank, lit)) == 1).all()
    for at in np.linspace(0, height, 12)[1:-1]:
        lit = np.where(np.arange(height) < at, 0.5, 1.0)[:, None].repeat(width, 1)
        assert (cells.shades(papers(cells, blank, lit)) == 1).all()
        assert (cells.shades(papers(cells, blank, 1.5 - lit)) == 1).all()
