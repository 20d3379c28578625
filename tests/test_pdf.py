"""The PDF: what it says of itself, where it draws, how small it is."""

import io
import re
from typing import Any

import numpy as np
import pypdfium2
import pytest

from sheetgen.layout import Layout, Text, lay_out
from sheetgen.printing import Run
from sheetgen.render.pdf import PdfDocument
from sheetgen.render.raster import rasterise
from sheetgen.sheet import make_sheet
from tests.prints import DRAWN, VARIANTS, layout, longo_pdf, own_variant, pdf, plan

POINTS_PER_MM = 72 / 25.4


def texts_of(page: Any) -> str:
    return str(page.get_textpage().get_text_bounded())


def test_text_can_be_selected() -> None:
    job = plan("longo", language="de", count=2)
    document = pypdfium2.PdfDocument(pdf(job))
    words = texts_of(document[0])
    for number in (0, 1):
        assert job.runs[0].code(number).text in words
    assert {"2", "16", "Longo", "Glückszahlen"} <= set(words.split())
    assert all(str(points) in words.split() for points in (1, 3, 6, 10, 136))


def test_umlauts_and_accents_are_selectable() -> None:
    own = own_variant(title="Größe çà ñ ø ł €")
    from sheetgen.printing import PrintRequest, plan_print

    job = plan_print(PrintRequest((own,), seed=0, count=1))
    assert "Größe çà ñ ø ł €" in texts_of(pypdfium2.PdfDocument(pdf(job))[0])


def test_fonts_are_embedded_and_cut_to_what_is_used() -> None:
    raw = longo_pdf(3)
    names = set(re.findall(rb"/BaseFont/([^/\s]+)", raw))
    embedded = {name for name in names if re.fullmatch(rb"[A-Z]{6}\+Nunito\w*-\w+", name)}
    assert len(embedded) == 2
    assert raw.count(b"/FontFile2 ") == 2
    assert names == embedded
    assert len(raw) < 60_000


def fonts_used(page: Any) -> set[str]:
    import ctypes

    from pypdfium2 import raw

    textpage = page.get_textpage()
    found = set()
    for i in range(textpage.count_chars()):
        buffer, flags = ctypes.create_string_buffer(80), ctypes.c_int()
        raw.FPDFText_GetFontInfo(textpage, i, buffer, 80, flags)
        found.add(buffer.value.decode())
    return found


def test_metadata() -> None:
    document = pypdfium2.PdfDocument(pdf(plan("original", "longo")))
    metadata = document.get_metadata_dict()
    assert metadata["Title"] == "Original, Longo"
    assert metadata["Author"] == "sheetgen"
    assert metadata["Creator"] == "sheetgen"


def test_pages_and_trim_boxes() -> None:
    document = pypdfium2.PdfDocument(pdf(plan("original", paper="letter", count=4)))
    assert len(document) == 2
    for page in document:
        assert page.get_size() == pytest.approx((612, 792), abs=0.1)
        expected = tuple(
            v * POINTS_PER_MM
            for v in (
                (215.9 - 194 * 0.93759) / 2,
                7.5,
                (215.9 + 194 * 0.93759) / 2,
                279.4 - 7.5,
            )
        )
        assert page.get_trimbox() == pytest.approx(expected, abs=0.1)


def test_same_wishes_same_bytes_other_seed_other_bytes() -> None:
    assert pdf(plan("longo", seed=7)) == pdf(plan("longo", seed=7))
    assert pdf(plan("longo", seed=7)) != pdf(plan("longo", seed=8))
    assert pdf(plan("original", seed=7)) != pdf(plan("original", seed=8))


def test_the_fixed_part_is_one_form_object() -> None:
    assert pdf(plan("original", count=12)).count(b"/Subtype/Form") == 1
    both = pdf(plan("original", "longo", count=30))
    # Longo: once with its lucky numbers, once without, and one for each of its eight pairs.
    assert both.count(b"/Subtype/Form") <= 3 + 8


@pytest.mark.parametrize(
    ("name", "dealing"),
    [*((name, None) for name in VARIANTS), *((name, "independent") for name in ("longo", *DRAWN))],
)
def test_a_further_sheet_costs_little(name: str, dealing: str | None) -> None:
    few, many = (len(pdf(plan(name, count=count, dealing=dealing))) for count in (96, 192))
    assert (many - few) / 96 <= 2000


@pytest.mark.parametrize(
    ("name", "dealing"),
    [*((name, None) for name in VARIANTS), *((name, "independent") for name in ("longo", *DRAWN))],
)
def test_shared_parts_look_as_if_drawn_for_each_sheet(name: str, dealing: str | None) -> None:
    """The forms shrink over the first sheets, and nothing of them is lost or drawn twice."""
    job = plan(name, count=9, dealing=dealing, per_page=1, scale=1.0)
    (run,), raw = job.runs, pdf(job)
    for number in range(9):
        alone = lay_out(make_sheet(run.variant, run.code(number)))
        stream = io.BytesIO()
        document = PdfDocument(stream, "", "")
        document.add_page(run.imposition, [alone])
        document.save()
        expected = rasterise(stream.getvalue(), 2)
        assert np.array_equal(rasterise(raw, 2, number), expected)


@pytest.mark.parametrize("per_page", [1, 2, 3, 4])
def test_numbers_are_printed_where_the_layout_says(per_page: int) -> None:
    (run,) = plan("longo", per_page=per_page).runs
    page = pypdfium2.PdfDocument(pdf(plan("longo", per_page=per_page)))[0]
    textpage = page.get_textpage()
    for slot in range(per_page):
        for text, x, y in expected_words(run, slot):
            left, right = (x - 4) * POINTS_PER_MM, (x + 4) * POINTS_PER_MM
            top = (run.imposition.page_height - y + 4) * POINTS_PER_MM
            found = textpage.get_text_bounded(left, top - 8 * POINTS_PER_MM, right, top)
            assert text in found.split()


def expected_words(run: Run, slot: int) -> list[tuple[str, float, float]]:
    """Some numbers of the sheet in a slot with their centres on the page in mm."""
    made: Layout = layout("longo")
    words = []
    for element in made.elements:
        for item in element.primitives:
            if isinstance(item, Text) and re.fullmatch(r"cell/\w+/(0|7|14)", element.key):
                x, y = run.imposition.slots[slot].apply(item.x, item.y - 0.35 * item.size)
                words.append((item.string, x, y))
    assert len(words) == 12
    return words


def test_crop_marks_only_on_demand() -> None:
    plain, marked = pdf(plan(cut="none")), pdf(plan(cut="marks"))
    assert len(plain) < len(marked)
