"""Blank prints as the reader wants them: rasters, and what of them is looked for in photos."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np

from sheetgen.geometry import Rect
from sheetgen.layout import Element, Layout
from sheetgen.render.raster import rasterise_sheet
from sheetgen.vision.crops import BlankCells
from sheetgen.vision.likeness import PX_PER_MM, reduced
from sheetgen.vision.patches import Print, prepare_print
from sheetgen.vision.photo import Pixels
from sheetgen.vision.settings import SETTINGS

_CODE_GREY = 128
"""Of a 2-D code half is black."""
_NO_PRINT = frozenset({"name", "date"})
_ROOM_MM = 1.0


def _printed_boxes(layout: Layout) -> list[Rect]:
    """Boxes whose print is looked for in the photo."""
    marks = [mark.box for mark in layout.mark_boxes]
    writes = [write.box for write in layout.write_boxes if write.id not in _NO_PRINT]
    return [*marks, *writes, *layout.frame.fiducials]


def _look(layout: Layout) -> _Look:
    return _Look(tuple(e for e in layout.elements if not e.key.startswith("code")), layout)


class _Look:
    """A layout that equals another if both look the same but for the sheet code."""

    def __init__(self, elements: tuple[Element, ...], layout: Layout) -> None:
        self.elements = elements
        self.layout = layout

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Look) and self.elements == other.elements

    def __hash__(self) -> int:
        return hash(self.elements)


def _ends(box: Rect) -> tuple[float, float, float, float]:
    return box.x, box.y, box.right, box.bottom


class Blank(NamedTuple):
    """What of a blank print is looked for in photos, and its cells."""

    known: Print
    cells: BlankCells


def blank_of(layout: Layout) -> Blank:
    """Sheets that differ in the code alone share it."""
    return _blank(_look(layout))


def small_blank(layout: Layout) -> Pixels:
    """The blank print at the resolution at which prints are compared."""
    return _small(_look(layout))


def left_out(layout: Layout) -> list[Rect]:
    """Places that may differ between sheets of one print."""
    frame = layout.frame
    written = [write.box for write in layout.write_boxes if write.id in _NO_PRINT]
    return [frame.code_box.inset(-_ROOM_MM), frame.code_text_box.inset(-_ROOM_MM), *written]


@lru_cache(64)
def _small(look: _Look) -> Pixels:
    scale = 2 * PX_PER_MM
    uncoded = replace(look.layout, elements=look.elements)
    return reduced(rasterise_sheet(uncoded, scale), scale)


@lru_cache(32)
def _blank(look: _Look) -> Blank:
    # With the code of the first sheet, what is read would depend on which photo came first.
    uncoded = replace(look.layout, elements=look.elements)
    fine = rasterise_sheet(uncoded, 2 * SETTINGS.px_per_mm)
    x0, y0, x1, y1 = (round(2 * SETTINGS.px_per_mm * v) for v in _ends(uncoded.frame.code_box))
    fine[y0:y1, x0:x1] = _CODE_GREY
    height, width = fine.shape[:2]
    blank: Pixels = cv2.resize(
        fine, (width // 2, height // 2), interpolation=cv2.INTER_AREA
    ).astype(np.uint8, copy=False)
    scale = SETTINGS.px_per_mm
    known = prepare_print(blank, scale, _printed_boxes(look.layout))
    return Blank(known, BlankCells(blank, scale, look.layout.mark_boxes))
