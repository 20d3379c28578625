"""The look of sheets: small rasters with a tolerance, legibility, room for a cross, pictures."""

import os
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from sheetgen.layout.theme import Palette, palettes
from tests.looks import (
    DOCS,
    DOCS_PX_PER_MM,
    GOLDEN_PX_PER_MM,
    GOLDENS,
    Raster,
    arc_minutes,
    cell_room,
    looks,
    number_height,
    picture,
    picture_with_code,
    save_small,
)
from tests.prints import VARIANTS, layout

MEAN_TOLERANCE, BLOCK_TOLERANCE = 2.0, 14.0
"""Of 255: over the whole sheet, and in any block of ``BLOCK`` x ``BLOCK`` mm."""

BLOCK = 4
MAX_PICTURE_BYTES = 60_000


def differences(found: Raster, golden: Raster, block: int) -> tuple[float, float]:
    """Mean difference, and the largest of the mean colours of blocks."""
    assert found.shape == golden.shape
    change = found.astype(float) - golden.astype(float)
    height, width = (side // block * block for side in change.shape[:2])
    blocks = change[:height, :width].reshape(height // block, block, width // block, block, 3)
    return float(np.abs(change).mean()), float(np.abs(blocks.mean(axis=(1, 3))).max())


def opened(path: Path) -> Raster:
    return np.asarray(Image.open(path).convert("RGB"))


@pytest.mark.parametrize("name", looks())
def test_sheets_look_as_they_did(name: str) -> None:
    path = GOLDENS / f"{name}.png"
    found = picture(looks()[name], GOLDEN_PX_PER_MM)
    if os.environ.get("UPDATE_GOLDEN"):
        save_small(found, path, 256)
    assert path.is_file(), f"no golden {path.name}: write it with UPDATE_GOLDEN=1"
    mean, worst = differences(found, opened(path), BLOCK)
    assert mean <= MEAN_TOLERANCE
    assert worst <= BLOCK_TOLERANCE


def test_a_changed_look_is_noticed() -> None:
    before = picture(layout(), GOLDEN_PX_PER_MM)
    after = picture(layout(palette=1), GOLDEN_PX_PER_MM)
    assert differences(after, before, BLOCK)[1] > BLOCK_TOLERANCE
    moved = np.roll(before, 1, axis=0)
    assert differences(moved, before, BLOCK)[1] > BLOCK_TOLERANCE


@pytest.mark.parametrize("palette", palettes(), ids=lambda palette: palette.name)
def test_the_docs_show_every_palette_as_it_is(palette: Palette) -> None:
    path = DOCS / f"palette-{palette.name}.png"
    assert path.stat().st_size <= MAX_PICTURE_BYTES
    made = layout(palette=palettes().index(palette))
    mean, worst = differences(picture_with_code(made), opened(path), round(BLOCK * DOCS_PX_PER_MM))
    assert mean <= MEAN_TOLERANCE
    assert worst <= BLOCK_TOLERANCE


@pytest.mark.parametrize("name", VARIANTS)
def test_numbers_are_read_from_across_the_table(name: str) -> None:
    """Well above 16 arc minutes, the least for reading at ease (ISO 9241-303), at 50 cm."""
    for palette in palettes():
        assert arc_minutes(number_height(layout(name, palette=palette.index))) >= 18


@pytest.mark.parametrize("name", VARIANTS)
def test_there_is_room_for_a_cross(name: str) -> None:
    width, height = cell_room(layout(name))
    assert min(width, height) >= 7.0
