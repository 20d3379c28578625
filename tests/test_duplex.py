"""Two-sided prints: what lies behind what, as read from the PDF, and what the plan says of it."""

from itertools import chain
from typing import Any

import numpy as np
import pypdfium2
import pytest

from sheetgen.errors import UsageError
from sheetgen.frame import FRAMES
from sheetgen.printing import PrintRequest, manifest, plan_print
from sheetgen.render.paper import PageWishes
from tests.commands import run
from tests.prints import own_variant, pdf, plan

Corners = list[tuple[float, float]]
POINTS_PER_MM = 72 / 25.4


def sheet_corners(raw: bytes, index: int) -> Corners:
    """The corners of the sheets on a page in mm from its top left, from where their art is put."""
    page = pypdfium2.PdfDocument(raw)[index]
    forms = page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_FORM], max_depth=1)
    frame = FRAMES[0]
    corners = []
    for matrix in [form.get_matrix() for form in forms]:
        for x, y in ((0, 0), (frame.width, 0), (0, frame.height), (frame.width, frame.height)):
            left, up = matrix.on_point(x, y)
            corners.append((left / POINTS_PER_MM, (page.get_height() - up) / POINTS_PER_MM))
    return corners


def turned_over(corners: Corners, page: dict[str, Any], flip: str) -> Corners:
    """Where points of the front are seen from the back."""
    width, height = page["width"], page["height"]
    if (height >= width) == (flip == "long"):
        return [(width - x, y) for x, y in corners]
    return [(x, height - y) for x, y in corners]


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize(
    "wishes",
    [
        *({"per_page": count} for count in (1, 2, 3, 4, 5, 6, 7, 8, 9)),
        {"orientation": "landscape", "per_page": 3},
        {"paper": "letter", "scale": 0.6, "gutter": 7.0},
        {"paper": "a5"},
        {"paper": "a3", "bleed": 3.0, "cut": "marks"},
    ],
    ids=str,
)
def test_backs_lie_behind_their_fronts(wishes: dict[str, Any], flip: str) -> None:
    job = plan("gemixxt-a", "gemixxt-b", flip=flip, **wishes)
    raw = pdf(job)
    front, back = manifest(job)["pages"]
    assert len(front["sheets"]) == len(back["sheets"])
    behind = np.array(turned_over(sheet_corners(raw, 0), front, flip))
    found = np.array(sheet_corners(raw, 1))
    assert len(found) == len(behind) == 4 * len(front["sheets"])
    distances = np.abs(found[:, None] - behind[None]).max(axis=2)
    assert distances.min(axis=0).max() < 0.1
    assert distances.min(axis=1).max() < 0.1


@pytest.mark.parametrize("flip", ["long", "short"])
def test_pages_alternate_and_pairs_share_a_place(flip: str) -> None:
    job = plan("gemixxt-a", "gemixxt-b", flip=flip, count=7, per_page=3)
    pages = manifest(job)["pages"]
    assert [(page["page"], page["side"]) for page in pages] == [
        (i, ("front", "back")[(i - 1) % 2]) for i in range(1, 7)
    ]
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        assert {sheet["variant"] for sheet in front["sheets"]} == {"gemixxt-a"}
        assert {sheet["variant"] for sheet in back["sheets"]} == {"gemixxt-b"}
        for a, b in zip(front["sheets"], back["sheets"], strict=True):
            box = a["box"]
            if flip == "long":
                expected = [front["width"] - box[0] - box[2], *box[1:]]
            else:
                expected = [box[0], front["height"] - box[1] - box[3], *box[2:]]
            assert b["box"] == pytest.approx(expected, abs=0.002)
            assert b["rotation"] == a["rotation"]
    assert [len(page["sheets"]) for page in pages] == [3, 3, 3, 3, 1, 1]


def test_the_same_variant_on_both_sides_counts_on() -> None:
    job = plan("longo", "longo", flip="long", count=4)
    codes = [run.code(number) for run in job.runs for number in range(run.count)]
    assert [code.number for code in codes] == list(range(8))


def test_the_printer_is_told_how_to_turn_the_paper() -> None:
    assert b"/Duplex/DuplexFlipLongEdge" in pdf(plan("longo", "original", flip="long"))
    assert b"/Duplex/DuplexFlipShortEdge" in pdf(plan("longo", "original", flip="short"))
    assert b"/Duplex" not in pdf(plan("longo", "original"))


def test_sides_that_do_not_go_together() -> None:
    large = own_variant(frame="large")
    with pytest.raises(UsageError) as caught:
        plan_print(PrintRequest((own_variant(name="small"), large), seed=0, flip="long"))
    assert str(caught.value) == (
        "sheets of small and mine differ in size, so that one cannot be the other's back: "
        "print each in a file of its own"
    )
    with pytest.raises(UsageError, match="--flip up is not possible: give long or short"):
        plan("original", "longo", flip="up")
    with pytest.raises(UsageError, match="6084 sheets of a variant are not possible: give 1 to"):
        plan("original", "original", flip="long", count=6084)


def test_stacked_sheets_are_in_order_once_the_pile_is_cut() -> None:
    (stack,) = plan("longo", count=8, per_page=3, order="stack").runs
    pages = [list(numbers) for numbers in stack.numbers_by_page]
    assert pages == [[0, 3, 6], [1, 4, 7], [2, 5]]
    piles = [[page[slot] for page in pages if slot < len(page)] for slot in range(3)]
    assert list(chain.from_iterable(piles)) == list(range(8))


def test_wishes_reach_the_page() -> None:
    job = plan("original", paper="a5", cut="lines", margin=5.0)
    assert job.page == PageWishes("a5", cut="lines", margin=5.0)
    assert job.runs[0].imposition.scale == pytest.approx(200 / 194)


@pytest.mark.parametrize(("per_page", "noted"), [(3, False), (7, True)])
def test_a_note_on_cells_too_small_for_photos(per_page: int, noted: bool) -> None:
    notes = plan("longo", per_page=per_page).runs[0].notes
    assert notes == (
        (
            "cells 5.8 mm wide: below 6 mm photos are read worse, as pens are coarse there; use a "
            "thin pen and photograph each sheet by itself (a 12-megapixel picture of the whole "
            "page has about 37 pixels for a cell), or print fewer per page or on larger paper",
        )
        if noted
        else ()
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["longo", "--duplex", "gemixxt-a,gemixxt-b"],
            "error: --duplex gemixxt-a,gemixxt-b names the variants, so longo is one too many\n"
            "  name the front and the back in --duplex only\n",
        ),
        (
            ["--duplex", "longo"],
            "error: --duplex longo does not name two variants\n"
            "  give front and back with a comma between, such as gemixxt-a,gemixxt-b\n",
        ),
        ([], "error: no variant to print\n  see 'sheetgen list'\n"),
        (
            ["longo", "--crop-marks", "--cut", "lines"],
            "error: --crop-marks and --cut lines contradict each other\n  give one of the two\n",
        ),
        (
            ["longo", "--scale", "big"],
            "error: --scale big is not a size\n  give a factor such as 0.9, or 90%\n",
        ),
        (
            ["longo", "--fit-box", "100"],
            "error: --fit-box 100 is not a size\n  give width and height, such as 100x70\n",
        ),
        (
            ["longo", "--margin", "5cm"],
            "error: --margin 5cm is not a length\n  give millimetres, such as 5 or 7.5\n",
        ),
    ],
)
def test_options_that_cannot_be_read(arguments: list[str], message: str) -> None:
    result = run("print", *arguments, "-o", "-")
    assert (result.exit_code, result.stderr, result.stdout) == (2, message, "")


def test_what_print_says_of_two_sides() -> None:
    result = run("print", "--duplex", "original,original", "-n", "1", "--seed", "1", "-o", "-")
    lines = result.stderr.splitlines()
    assert lines[0] == "PDF: 2 sheets on 2 pages"
    assert "original on the backs: all sheets are alike" in lines
    assert "two-sided: let the printer turn the paper about its long edge" in lines
