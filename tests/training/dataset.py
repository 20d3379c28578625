"""Crops of simulated photos with their truth, through the same reading path as real photos.

``python -m tests.training.dataset FOLDER --photos N --seed S`` prints sheets of every variant,
fills them in, photographs them, registers and aligns the photos and keeps the cells' crops.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetgen.catalog import bundled
from sheetgen.dealing import code_for
from sheetgen.layout import Layout, lay_out
from sheetgen.layout.theme import palettes
from sheetgen.reading import align_sheet
from sheetgen.render.raster import rasterise_sheet
from sheetgen.sheet import make_sheet
from sheetgen.sheetcode import MAX_SEED
from sheetgen.vision.crops import cut_crops
from sheetgen.vision.fiducials import find_markers
from sheetgen.vision.registration import register_sheets
from sheetgen.vision.settings import SETTINGS
from tests.camera.camera import photograph
from tests.camera.hands import random_hand
from tests.camera.paper import LEVELS, BlankSheet, CellBox
from tests.camera.players import fill_sheet, random_marks

CROP_SCALE = 170
"""Crops are kept as bytes, 1.0 as this."""

MARKS = ("empty", "cross", "dash", "cancelled", "unsure")
_PRINT_PX_PER_MM = 8.0
_UNSURE_SHEETS = 0.3
_CHUNK = 100


def random_layout(rng: np.random.Generator) -> Layout:
    """A sheet of a random variant, seed and palette."""
    variants = list(bundled().values())
    variant = variants[int(rng.integers(len(variants)))]
    code = code_for(
        variant,
        seed=int(rng.integers(MAX_SEED)),
        number=int(rng.integers(40)),
        palette=int(rng.integers(len(palettes()))),
    )
    return lay_out(make_sheet(variant, code))


def blank_sheet(layout: Layout, px_per_mm: float = _PRINT_PX_PER_MM) -> BlankSheet:
    """The layout as the camera simulator wants it."""
    cells = tuple(
        CellBox(b.cell.id, b.cell.row, b.cell.position, b.cell.kind, *b.box)
        for b in layout.mark_boxes
    )
    writes = tuple((b.box.x, b.box.y, b.box.width, b.box.height) for b in layout.write_boxes)
    return BlankSheet(rasterise_sheet(layout, px_per_mm), px_per_mm, cells, writes)


def crops_of_photo(seed: int) -> tuple[NDArray[np.float32], NDArray[np.int64]] | None:
    """Crops and truth (indices into ``MARKS``) of a random photo; None if it has no sheet."""
    rng = np.random.default_rng(seed)
    layout = random_layout(rng)
    level = str(rng.choice(LEVELS, p=(0.15, 0.35, 0.5)))
    blank = blank_sheet(layout)
    filled = fill_sheet(blank, _marks(blank, rng, level), random_hand(level, rng), rng)
    photo = photograph([filled], level, rng, megapixels=float(rng.choice([2.0, 3.0])))
    grey = cv2.cvtColor(photo.image, cv2.COLOR_RGB2GRAY).astype(np.uint8)
    sheets = register_sheets(find_markers(grey, SETTINGS.search_width_px))
    if len(sheets) != 1:
        return None
    aligned = align_sheet(photo.image, sheets[0], layout)
    crops = cut_crops(aligned.image, aligned.known)
    truth = [MARKS.index(filled.truth[box.cell.id]) for box in layout.mark_boxes]
    return crops, np.array(truth)


def _marks(blank: BlankSheet, rng: np.random.Generator, level: str) -> dict[str, str]:
    return random_marks(blank, rng, level, unsure_share=_UNSURE_SHEETS)


def _collect(seeds: range) -> Iterator[tuple[NDArray[np.float32], NDArray[np.int64]]]:
    for seed in seeds:
        found = crops_of_photo(seed)
        if found:
            yield found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path, help="folder")
    parser.add_argument("--photos", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0, help="seed of the first photo")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    for start in range(options.seed, options.seed + options.photos, _CHUNK):
        pairs = list(_collect(range(start, min(start + _CHUNK, options.seed + options.photos))))
        crops = np.concatenate([crops for crops, _ in pairs])
        np.savez(
            options.out / f"crops-{start}.npz",
            crops=(crops * CROP_SCALE).clip(0, 255).astype(np.uint8),
            truth=np.concatenate([truth for _, truth in pairs]),
        )
        print(f"{start}: {len(pairs)} photos, {len(crops)} cells", flush=True)


if __name__ == "__main__":
    main()
