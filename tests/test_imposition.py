"""Sheets on pages: inside the margins, apart, and as large as possible."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetgen.errors import UsageError
from sheetgen.frame import FRAMES
from sheetgen.geometry import Rect
from sheetgen.render.imposition import (
    FULL_SIZE,
    MARGIN,
    MAX_PER_PAGE,
    PAPERS,
    Imposition,
    impose,
    paper_size,
)

STANDARD = (FRAMES[0].width, FRAMES[0].height)

sheets = st.tuples(st.floats(50, 300), st.floats(50, 300))
papers = st.tuples(st.floats(60, 450), st.floats(60, 450))
counts = st.none() | st.integers(1, MAX_PER_PAGE)


@pytest.mark.parametrize(
    ("paper", "per_page", "count", "scale"),
    [
        ("a4", None, 3, 1.0),
        ("letter", None, 3, 0.9376),
        ("a4", 1, 1, 1.4536),
        ("a4", 2, 2, 1.0372),
        ("a4", 3, 3, 1.0),
        ("a4", 4, 4, 0.75),
    ],
)
def test_standard_sheets(paper: str, per_page: int | None, count: int, scale: float) -> None:
    page = impose(*STANDARD, paper_size(paper), per_page)
    assert len(page.slots) == count
    assert page.scale == pytest.approx(scale, abs=1e-4)


@pytest.mark.parametrize(("frame", "count"), [("standard", 3), ("tall", 2), ("large", 1)])
def test_frames_fill_an_a4_page_at_full_size(frame: str, count: int) -> None:
    (size,) = [(f.width, f.height) for f in FRAMES if f.name == frame]
    page = impose(*size, PAPERS["a4"])
    assert len(page.slots) == count
    assert page.scale == pytest.approx(1.0, abs=0.01)


@given(sheets, papers, counts)
def test_slots_lie_inside_the_margins_and_apart(
    sheet: tuple[float, float], paper: tuple[float, float], count: int | None
) -> None:
    page = impose(*sheet, paper, count)
    inside = Rect(0, 0, page.page_width, page.page_height).inset(MARGIN)
    boxes = [page.slot_box(slot) for slot in page.slots]
    assert len(boxes) == count or (count is None and 1 <= len(boxes) <= MAX_PER_PAGE)
    assert all(inside.contains(box) for box in boxes)
    assert not any(a.overlaps(b) for a, b in combinations(boxes, 2))
    assert {page.page_width, page.page_height} == set(paper)
    assert inside.contains(page.trim_box)


@given(sheets, papers, st.integers(1, MAX_PER_PAGE))
def test_sheets_are_as_large_as_possible(
    sheet: tuple[float, float], paper: tuple[float, float], count: int
) -> None:
    best = max(
        min((w - 2 * MARGIN) / (columns * sheet[0]), (h - 2 * MARGIN) / (rows * sheet[1]))
        for w, h in (paper, paper[::-1])
        for columns in range(1, count + 1)
        for rows in [-(-count // columns)]
    )
    assert impose(*sheet, paper, count).scale == pytest.approx(best)


@given(sheets, papers)
def test_auto_takes_as_many_as_keep_their_size(
    sheet: tuple[float, float], paper: tuple[float, float]
) -> None:
    page = impose(*sheet, paper)
    more = range(len(page.slots) + 1, MAX_PER_PAGE + 1)
    assert all(impose(*sheet, paper, n).scale < FULL_SIZE for n in more)
    assert page.scale >= FULL_SIZE or len(page.slots) == 1


@given(sheets, papers, counts)
def test_crop_marks_lie_outside_the_sheets_and_on_the_page(
    sheet: tuple[float, float], paper: tuple[float, float], count: int | None
) -> None:
    page = impose(*sheet, paper, count)
    whole = Rect(0, 0, page.page_width, page.page_height)
    marks = page.crop_marks()
    assert len(marks) >= 8
    for x1, y1, x2, y2 in marks:
        mark = Rect(x1, y1, x2 - x1, y2 - y1)
        assert whole.contains(mark)
        assert not mark.inset(-0.1).overlaps(page.trim_box)


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("a4", (210, 297)),
        ("Letter", (215.9, 279.4)),
        (" A4 ", (210, 297)),
        ("200x100", (200, 100)),
        ("105.5x200mm", (105.5, 200)),
    ],
)
def test_papers(name: str, size: tuple[float, float]) -> None:
    assert paper_size(name) == size


@pytest.mark.parametrize("name", ["b4", "", "200", "9x9", "-200x100", "1e3x100", "99999x100"])
def test_unknown_papers(name: str) -> None:
    with pytest.raises(UsageError) as caught:
        paper_size(name)
    assert str(caught.value) == (
        f"no paper '{name}': choose one of a4, letter or give a size such as 200x100mm"
    )


@pytest.mark.parametrize("count", [0, 5, -1])
def test_impossible_numbers_per_page(count: int) -> None:
    with pytest.raises(UsageError, match=f"{count} sheets per page are not possible: give 1 to 4"):
        impose(*STANDARD, PAPERS["a4"], count)


def test_paper_without_room() -> None:
    with pytest.raises(UsageError) as caught:
        impose(*STANDARD, (20, 100))
    assert str(caught.value) == (
        "paper 20 x 100 mm leaves no room inside margins of 7.5 mm: "
        "use larger paper or a smaller margin"
    )


def test_an_imposition_tells_its_trim_box() -> None:
    page: Imposition = impose(*STANDARD, PAPERS["a4"])
    assert page.trim_box == pytest.approx(Rect(8, 7.5, 194, 282))
