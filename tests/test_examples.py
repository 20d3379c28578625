"""The examples say what the program says: photos with their truth, the report, the PDF."""

from __future__ import annotations

import json

import pytest

from sheetgen.reading import read_photo
from tests.make_examples import FOLDER, REPORT, SCENES, TRUTH, Scene, report

MOST_DOUBTED = 4


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_every_example_photo_is_read_as_its_truth_or_doubted(scene: Scene) -> None:
    truth = {s["code"]: s["marks"] for s in json.loads(TRUTH.read_text())[scene.name]}
    found = {s.sheet.code.text: s.marks for s in read_photo(FOLDER / scene.name).sheets}
    assert set(found) == set(truth)
    doubted = 0
    for code, marks in found.items():
        for cell, mark in marks.items():
            doubted += mark == "unsure"
            assert mark in ("unsure", truth[code].get(cell, "empty")), (code, cell)
    assert doubted <= MOST_DOUBTED


def test_the_report_is_what_the_program_says_today() -> None:
    assert report() == REPORT.read_text()


def test_the_printed_pdf_holds_twelve_sheets() -> None:
    import pypdfium2

    document = pypdfium2.PdfDocument((FOLDER / "sheets.pdf").read_bytes())
    text = "".join(page.get_textpage().get_text_range() for page in document)
    document.close()
    assert text.count("X = crossed") == 12
