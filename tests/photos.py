"""Simulated photos of sheets with given crosses, for tests and examples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from sheetgen.layout import Layout
from tests.blanks import blank_sheet
from tests.camera import FilledSheet, Hand, Photo, fill_sheet, photograph, random_hand


def filled(
    layout: Layout,
    marks: Mapping[str, str],
    level: str = "careful",
    seed: int = 0,
    hand: Hand | None = None,
    cover_code: bool = False,
) -> FilledSheet:
    """A printed sheet with marks; ``cover_code`` leaves the 2-D code blank."""
    rng = np.random.default_rng(seed)
    blank = blank_sheet(layout)
    if cover_code:
        box, scale = layout.frame.code_box, blank.px_per_mm
        image = blank.image.copy()
        image[
            int(box.y * scale) : int(box.bottom * scale) + 1,
            int(box.x * scale) : int(box.right * scale) + 1,
        ] = 255
        blank = replace(blank, image=image)
    return fill_sheet(blank, marks, hand or random_hand(level, rng), rng)


def take_photo(
    sheets: Sequence[FilledSheet], level: str = "careful", seed: int = 0, megapixels: float = 3.0
) -> Photo:
    return photograph(sheets, level, np.random.default_rng([seed, 1]), megapixels=megapixels)


def save_photo(photo: Photo, path: Path) -> Path:
    path.write_bytes(photo.jpeg)
    return path
