"""Rasters of our own PDF, so that there is one renderer: layouts to RGB arrays and PNG."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from sheetgen.geometry import Affine
from sheetgen.layout import Layout
from sheetgen.render.imposition import Imposition
from sheetgen.render.pdf import PdfDocument

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MM_PER_INCH = 25.4


def sheet_pdf(layout: Layout) -> bytes:
    """A PDF of one page that is exactly the trimmed sheet at its nominal size."""
    frame = layout.frame
    page = Imposition(frame.width, frame.height, frame.width, frame.height, (Affine(),))
    stream = io.BytesIO()
    title = layout.sheet.variant.name
    document = PdfDocument(stream, page, title, "sheetgen")
    document.add_page([layout])
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
    """The trimmed sheet as an RGB array."""
    return rasterise(sheet_pdf(layout), px_per_mm)
