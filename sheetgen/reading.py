"""The conductor of reading: a photo in, the marks of every sheet on it out. One step per line."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from sheetgen.geometry import Rect
from sheetgen.layout import Element, Layout
from sheetgen.render.raster import rasterise_sheet
from sheetgen.vision.align import Alignment, align
from sheetgen.vision.photo import Pixels
from sheetgen.vision.rectify import rectify_bent
from sheetgen.vision.registration import Registration
from sheetgen.vision.settings import SETTINGS

_NO_PRINT = frozenset({"name", "date"})


@dataclass(frozen=True, slots=True, eq=False)
class AlignedSheet:
    """The photo of a sheet and the blank print on the same grid, ``SETTINGS.px_per_mm``."""

    image: Pixels
    blank: Pixels
    alignment: Alignment


def align_sheet(image: Pixels, registration: Registration, layout: Layout) -> AlignedSheet:
    """Rectify a sheet so that it lies on its blank print, curl and all."""
    blank = blank_raster(layout)
    alignment = align(
        image, registration.matrix, blank, SETTINGS.px_per_mm, printed_boxes(layout)
    )
    size = (layout.frame.width, layout.frame.height)
    bent = rectify_bent(
        image, registration.matrix, alignment.shift_mm, size, SETTINGS.px_per_mm
    )
    return AlignedSheet(bent, blank, alignment)


def printed_boxes(layout: Layout) -> list[Rect]:
    """Boxes whose print is looked for in the photo."""
    frame = layout.frame
    marks = [mark.box for mark in layout.mark_boxes]
    writes = [write.box for write in layout.write_boxes if write.id not in _NO_PRINT]
    return [*marks, *writes, *frame.fiducials]


def blank_raster(layout: Layout) -> Pixels:
    """The blank print at the reading resolution. Sheets that differ in the code alone share it."""
    return _blank(_Look(tuple(e for e in layout.elements if not e.key.startswith("code")), layout))


class _Look:
    """A layout that equals another if both look the same but for the sheet code."""

    def __init__(self, elements: tuple[Element, ...], layout: Layout) -> None:
        self.elements = elements
        self.layout = layout

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Look) and self.elements == other.elements

    def __hash__(self) -> int:
        return hash(self.elements)


@lru_cache(32)
def _blank(look: _Look) -> Pixels:
    fine = rasterise_sheet(look.layout, 2 * SETTINGS.px_per_mm)
    height, width = fine.shape[:2]
    return cv2.resize(fine, (width // 2, height // 2), interpolation=cv2.INTER_AREA).astype(np.uint8)
