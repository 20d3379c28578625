"""The examples say what the program says: photos with their truth, the report, the PDF."""

from __future__ import annotations

import json

import pytest

from sheetgen.reading import read_photo
from tests.make_examples import FOLDER, REPORT, SCENES, TRUTH, report


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_every_example_photo_is_read_as_its_truth(scene) -> None:  # type: ignore[no-untyped-def]
    truth = json.loads(TRUTH.read_text())[scene.name]
    found = read_photo(FOLDER / scene.name).sheets
    read = {
        sheet.sheet.code.text: {c: m for c, m in sheet.marks.items() if m != "empty"}
        for sheet in found
    }
    assert read == {sheet["code"]: sheet["marks"] for sheet in truth}


def test_the_report_is_what_the_program_says_today() -> None:
    assert report() == REPORT.read_text()


def test_the_printed_pdf_holds_twelve_sheets() -> None:
    import pypdfium2

    document = pypdfium2.PdfDocument((FOLDER / "sheets.pdf").read_bytes())
    text = "".join(page.get_textpage().get_text_range() for page in document)
    document.close()
    assert text.count("X = crossed") == 12
