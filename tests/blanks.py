"""Sheets of the program, blank, as the camera simulator wants them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from sheetgen.catalog import bundled
from sheetgen.dealing import code_for
from sheetgen.layout import Layout, lay_out
from sheetgen.layout.theme import palette_named, palettes
from sheetgen.render.raster import rasterise_sheet
from sheetgen.sheet import make_sheet
from sheetgen.sheetcode import MAX_SEED
from tests.camera import BlankSheet, CellBox

_PRINT_PX_PER_MM = 8.0


def draw_layout(number: int, rng: np.random.Generator, palette: str = "") -> Layout:
    """A sheet of a variant, seed and palette at random; ``number``: the variants in turn.

    ``palette``: that one, and all else as if it had come up.
    """
    variants = list(bundled().values())
    variant = variants[number % len(variants)]
    seed, of_print = int(rng.integers(MAX_SEED)), int(rng.integers(40))
    drawn = int(rng.integers(len(palettes())))
    index = palette_named(palette).index if palette else drawn
    code = code_for(variant, seed=seed, number=of_print, palette=index)
    return lay_out(make_sheet(variant, code))


def random_layout(rng: np.random.Generator, among: Sequence[str] = ()) -> Layout:
    """A sheet of a random variant, seed and palette; ``among``: names of variants, or of all."""
    numbers = [n for n, name in enumerate(bundled()) if not among or name in among]
    return draw_layout(numbers[int(rng.integers(len(numbers)))], rng)


def blank_sheet(layout: Layout, px_per_mm: float = _PRINT_PX_PER_MM) -> BlankSheet:
    """The layout as the camera simulator wants it."""
    cells = tuple(
        CellBox(b.cell.id, b.cell.row, b.cell.position, b.cell.kind, *b.box)
        for b in layout.mark_boxes
    )
    writes = tuple((b.box.x, b.box.y, b.box.width, b.box.height) for b in layout.write_boxes)
    return BlankSheet(rasterise_sheet(layout, px_per_mm), px_per_mm, cells, writes)


def scale_for(layout: Layout, size: float) -> float:
    """At which the narrowest number cell is ``size`` mm wide."""
    return size / layout.smallest_cell[0]


def printed_at(blank: BlankSheet, scale: float) -> BlankSheet:
    """The same raster on less paper: all lengths in mm as printed."""
    cells = tuple(
        replace(c, x=c.x * scale, y=c.y * scale, width=c.width * scale, height=c.height * scale)
        for c in blank.cells
    )
    boxes = tuple((x * scale, y * scale, w * scale, h * scale) for x, y, w, h in blank.write_boxes)
    return BlankSheet(blank.image, blank.px_per_mm / scale, cells, boxes)
