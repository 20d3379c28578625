"""Rasters of our own PDF, so that there is one renderer: layouts to RGB arrays and PNG."""

from __future__ import annotations

import io
import math
from typing import TYPE_CHECKING

from sheetgen.geometry import Affine
from sheetgen.layout import Layout
from sheetgen.render.imposition import Imposition
from sheetgen.render.pdf import PdfDocument

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MM_PER_INCH = 25.4


def sheet_pdf(layout: Layout, px_per_mm: float | None = None) -> bytes:
    """A PDF of one page that is exactly the trimmed sheet at its nominal size.

    With ``px_per_mm`` the page ends at the next whole pixel right of and below the sheet: a raster
    of a broken number of pixels would be stretched to whole ones.
    """
    frame = layout.frame
    width, height = frame.width, frame.height
    if px_per_mm:
        width, height = (_to_whole_pixels(length, px_per_mm) for length in (width, height))
    page = Imposition(width, height, frame.width, frame.height, (Affine(),))
    stream = io.BytesIO()
    document = PdfDocument(stream, layout.sheet.variant.name, "sheetgen")
    document.add_page(page, [layout])
    document.save()
    return stream.getvalue()


def rasterise(pdf: bytes, px_per_mm: float, page: int = 0) -> NDArray[np.uint8]:
    """A page of a PDF as an RGB array of shape (height, width, 3)."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        bitmap = document[page].render(scale=px_per_mm * MM_PER_INCH / 72, rev_byteorder=True)
        array: NDArray[np.uint8] = bitmap.to_numpy()[:, :, :3].copy()
        return array
    finally:
        document.close()


def rasterise_sheet(layout: Layout, px_per_mm: float) -> NDArray[np.uint8]:
    """The trimmed sheet as an RGB array: pixel = px_per_mm * mm, without any stretch."""
    return rasterise(sheet_pdf(layout, px_per_mm), px_per_mm)


def _to_whole_pixels(length: float, px_per_mm: float) -> float:
    """The length, made longer to whole pixels (a thousandth less, against rounding up twice)."""
    return (math.ceil(length * px_per_mm) - 0.001) / px_per_mm
