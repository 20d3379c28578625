"""PDF sheets that were never printed: crosses drawn on them as annotations, as tablets do."""

import io
from pathlib import Path

import cv2
import numpy as np
import pikepdf
import pypdfium2
import pytest
from numpy.typing import NDArray

from sheetgen.vision.locate import locate_sheets
from tests.commands import run_json
from tests.prints import layout, pdf, plan

CROSSED = {"red/1", "red/3", "yellow/0", "green/4", "blue/2", "penalty/0"}
_DPI = 200


def _strokes(raw: bytes) -> list[NDArray[np.float64]]:
    """An X in each cell of CROSSED, (2 strokes, 2 ends, x and y) in points of the PDF page."""
    page = pypdfium2.PdfDocument(raw)[0]
    picture = page.render(scale=_DPI / 72, grayscale=True).to_numpy().squeeze()
    (found,) = locate_sheets(np.ascontiguousarray(picture))
    strokes = []
    for box in layout().mark_boxes:
        if box.cell.id in CROSSED:
            x, y, width, height = box.box
            ends = [[[0.2, 0.2], [0.8, 0.8]], [[0.8, 0.2], [0.2, 0.8]]]
            mm = np.array([x, y]) + np.array(ends) * [width, height]
            px = cv2.perspectiveTransform(mm, found.matrix)
            strokes.append((px + 0.5) * [72 / _DPI, -72 / _DPI] + [0, page.get_height()])
    return strokes


def _filled_in(raw: bytes, *, drawn: bool) -> bytes:
    """The PDF with ink annotations; ``drawn``: they say themselves how they look."""
    document = pikepdf.open(io.BytesIO(raw))
    notes = pikepdf.Array()
    for cross in _strokes(raw):
        low, high = cross.min(axis=(0, 1)) - 2, cross.max(axis=(0, 1)) + 2
        around = pikepdf.Array([float(v) for v in (*low, *high)])
        note = pikepdf.Dictionary(
            Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Ink, F=4, Rect=around,
            C=pikepdf.Array([0, 0, 0.8]), BS=pikepdf.Dictionary(W=1.5),
            InkList=pikepdf.Array([pikepdf.Array(line.ravel().tolist()) for line in cross]),
        )  # fmt: skip
        if drawn:
            lines = " ".join("{} {} m {} {} l S".format(*line.ravel()) for line in cross)
            look = document.make_stream(f"1.5 w 0 0 .8 RG {lines}".encode())
            look.Type, look.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
            look.BBox = around
            note.AP = pikepdf.Dictionary(N=look)
        notes.append(document.make_indirect(note))
    document.pages[0].Annots = notes
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


@pytest.mark.parametrize("drawn", [True, False])
def test_a_pdf_filled_in_on_a_tablet_is_read(tmp_path: Path, drawn: bool) -> None:
    path = tmp_path / "filled.pdf"
    path.write_bytes(_filled_in(pdf(plan("original", count=1)), drawn=drawn))
    (photo,) = run_json("audit", "--json", str(path))["photos"]
    (sheet,) = photo["sheets"]
    marks = {cell["id"]: cell["mark"] for cell in sheet["cells"]}
    assert {cell for cell, mark in marks.items() if mark != "empty"} == CROSSED
    assert {marks[cell] for cell in CROSSED} == {"cross"}
