"""Sheets on pages: inside the margins, apart, and as large as possible."""

from itertools import combinations

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from sheetgen.errors import UsageError
from sheetgen.frame import FRAMES
from sheetgen.geometry import Rect
from sheetgen.render.imposition import FULL_SIZE, Imposition, impose
from sheetgen.render.paper import MARGIN, MAX_PER_PAGE, PageWishes, paper_size

STANDARD = (FRAMES[0].width, FRAMES[0].height)

sheets = st.tuples(st.floats(50, 300), st.floats(50, 300))
papers = st.tuples(st.integers(60, 450), st.integers(60, 450))
_ROUNDING = 1e-9
counts = st.none() | st.integers(1, 12)


def named(size: tuple[float, float]) -> str:
    """A paper of any size, as the user would name it."""
    return "x".join(f"{length:.1f}" for length in size)


@pytest.mark.parametrize(
    ("paper", "per_page", "count", "scale"),
    [
        ("a4", None, 3, 1.0),
        ("letter", None, 3, 0.9376),
        ("a4", 1, 1, 1.4536),
        ("a4", 2, 2, 1.0372),
        ("a4", 3, 3, 1.0),
        ("a4", 4, 4, 0.75),
        ("a3", None, 6, 1.0),
        ("a5", None, 1, 1.0052),
        ("a6", None, 1, 0.6856),
        ("legal", None, 4, 0.9059),
        ("a4", 7, 7, 0.6),
        ("330x480mm", None, 7, 0.9894),
    ],
)
def test_standard_sheets(paper: str, per_page: int | None, count: int, scale: float) -> None:
    page = impose(*STANDARD, PageWishes(paper, per_page))
    assert len(page.slots) == count
    assert page.scale == pytest.approx(scale, abs=1e-4)


@pytest.mark.parametrize(("frame", "count"), [("standard", 3), ("tall", 2), ("large", 1)])
def test_frames_fill_an_a4_page_at_full_size(frame: str, count: int) -> None:
    (size,) = [(f.width, f.height) for f in FRAMES if f.name == frame]
    page = impose(*size, PageWishes())
    assert len(page.slots) == count
    assert page.scale == pytest.approx(1.0, abs=0.01)


@given(sheets, papers, counts)
def test_slots_lie_inside_the_margins_and_apart(
    sheet: tuple[float, float], paper: tuple[float, float], count: int | None
) -> None:
    page = impose(*sheet, PageWishes(named(paper), count))
    inside = Rect(0, 0, page.page_width, page.page_height).inset(MARGIN)
    boxes = [page.slot_box(slot) for slot in page.slots]
    assert len(boxes) == count or (count is None and 1 <= len(boxes) <= MAX_PER_PAGE)
    assert all(inside.contains(box) for box in boxes)
    assert not any(a.overlaps(b) for a, b in combinations(boxes, 2))
    assert {page.page_width, page.page_height} == set(paper)
    assert inside.contains(page.trim_box)


@given(sheets, papers, st.integers(1, 12))
def test_sheets_are_as_large_as_possible(
    sheet: tuple[float, float], paper: tuple[float, float], count: int
) -> None:
    best = max(
        min((w - 2 * MARGIN) / (columns * sheet[0]), (h - 2 * MARGIN) / (rows * sheet[1]))
        for w, h in (paper, paper[::-1])
        for columns in range(1, count + 1)
        for rows in [-(-count // columns)]
    )
    page = impose(*sheet, PageWishes(named(paper), count))
    if len({slot.quarter_turns for slot in page.slots}) == 1:
        assert page.scale == pytest.approx(best)
    else:
        assert page.scale > best / 0.95 - 1e-6


@settings(deadline=None)
@given(sheets, papers)
@example((50.0, 50.00000000000001), (60, 150))
def test_auto_takes_as_many_as_keep_their_size(
    sheet: tuple[float, float], paper: tuple[float, float]
) -> None:
    page = impose(*sheet, PageWishes(named(paper)))
    more = range(len(page.slots) + 1, min(len(page.slots) + 5, MAX_PER_PAGE + 1))
    assert all(impose(*sheet, PageWishes(named(paper), n)).scale < FULL_SIZE for n in more)
    assert page.scale >= FULL_SIZE - _ROUNDING or len(page.slots) == 1


@given(sheets, papers, counts)
def test_crop_marks_lie_outside_the_sheets_and_on_the_page(
    sheet: tuple[float, float], paper: tuple[float, float], count: int | None
) -> None:
    page = impose(*sheet, PageWishes(named(paper), count))
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
        ("A3", (297, 420)),
        ("legal", (215.9, 355.6)),
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
        f"no paper '{name}': choose one of a3, a4, a5, a6, letter, legal "
        "or give a size such as 200x100mm"
    )


@pytest.mark.parametrize("count", [0, 101, -1])
def test_impossible_numbers_per_page(count: int) -> None:
    with pytest.raises(
        UsageError, match=f"{count} sheets per page are not possible: give 1 to 100"
    ):
        impose(*STANDARD, PageWishes(per_page=count))


def test_paper_without_room() -> None:
    with pytest.raises(UsageError) as caught:
        impose(*STANDARD, PageWishes("20x100"))
    assert str(caught.value) == (
        "paper 20 x 100 mm leaves no room inside margins of 7.5 mm: "
        "use larger paper or a smaller margin"
    )


def test_an_imposition_tells_its_trim_box() -> None:
    page: Imposition = impose(*STANDARD, PageWishes())
    assert page.trim_box == pytest.approx(Rect(8, 7.5, 194, 282))


def test_some_sheets_are_turned_where_that_makes_all_clearly_larger() -> None:
    seven = impose(*STANDARD, PageWishes(per_page=7))
    assert [slot.quarter_turns for slot in seven.slots] == [0] * 5 + [1] * 2
    marked = impose(*STANDARD, PageWishes(per_page=7, cut="marks"))
    assert {slot.quarter_turns for slot in marked.slots} == {0}
    assert marked.scale < seven.scale


@given(sheets, papers, st.integers(1, 12), st.floats(0, 6), st.floats(0, 5))
def test_sheets_keep_the_gutter(
    sheet: tuple[float, float], paper: tuple[float, float], count: int, more: float, bleed: float
) -> None:
    wishes = PageWishes(named(paper), count, gutter=2 * bleed + more, bleed=bleed)
    try:
        page = impose(*sheet, wishes)
    except UsageError:
        assume(False)
    boxes = [page.slot_box(slot) for slot in page.slots]
    half = wishes.space / 2 - 1e-6
    assert not any(a.inset(-half).overlaps(b.inset(-half)) for a, b in combinations(boxes, 2))
    assert page.bleed == bleed


@pytest.mark.parametrize(("orientation", "wide"), [("portrait", False), ("landscape", True)])
def test_the_page_stands_or_lies_as_wished(orientation: str, wide: bool) -> None:
    for count in range(1, 9):
        page = impose(*STANDARD, PageWishes(per_page=count, orientation=orientation))
        assert (page.page_width > page.page_height) == wide
    turned = impose(*STANDARD, PageWishes(per_page=3, orientation="landscape"))
    assert {slot.quarter_turns for slot in turned.slots} == {1}
    assert turned.scale == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("wishes", "count", "scale"),
    [
        (PageWishes(scale=1.0), 3, 1.0),
        (PageWishes(scale=0.5), 12, 0.5),
        (PageWishes(scale=1.2), 1, 1.2),
        (PageWishes(per_page=2, scale=0.8), 2, 0.8),
        (PageWishes(fit_box=(100, 70)), 9, 100 / 194),
        (PageWishes(fit_box=(40, 100)), 14, 40 / 94),
        (PageWishes("a3", fit_box=(300, 140)), 2, 140 / 94),
    ],
)
def test_sheets_of_a_given_size(wishes: PageWishes, count: int, scale: float) -> None:
    page = impose(*STANDARD, wishes)
    assert page.scale == pytest.approx(scale)
    if wishes.fit_box:
        box = Rect(0, 0, max(wishes.fit_box), min(wishes.fit_box))
        assert box.contains(Rect(0, 0, 194 * page.scale, 94 * page.scale))
    assert len(page.slots) == count


@given(sheets, papers, counts)
def test_cut_lines_run_along_every_edge_once(
    sheet: tuple[float, float], paper: tuple[float, float], count: int | None
) -> None:
    page = impose(*sheet, PageWishes(named(paper), count))
    lines = page.cut_lines()
    assert len(lines) == len(set(lines)) <= 4 * len(page.slots)
    whole = page.trim_box
    for x1, y1, x2, y2 in lines:
        assert whole.contains(Rect(x1, y1, x2 - x1, y2 - y1), 1e-3)


@pytest.mark.parametrize(
    ("wishes", "message"),
    [
        (
            PageWishes(scale=1, fit_box=(100, 70)),
            "--scale and --fit-box both set the size: give one of the two",
        ),
        (PageWishes(scale=0), "a scale of 0% is not possible: give 10% to 1000%"),
        (PageWishes(margin=-1), "--margin -1 is not possible: give 0 to 100 mm"),
        (PageWishes(gutter=500), "--gutter 500 is not possible: give 0 to 100 mm"),
        (
            PageWishes(gutter=4, bleed=3),
            "a gutter of 4 mm is too narrow for the bleed of two sheets: "
            "give --gutter 6 or more, or leave it out",
        ),
        (
            PageWishes(margin=2, cut="marks"),
            "a margin of 2 mm has no room for crop marks: "
            "give --margin 3.5 or more, or use --cut lines",
        ),
        (
            PageWishes(margin=2, bleed=3),
            "a margin of 2 mm has no room for a bleed of 3 mm: "
            "give --margin 3 or more, or leave out the bleed",
        ),
        (
            PageWishes(orientation="up"),
            "--orientation up is not possible: give auto, portrait, landscape",
        ),
        (PageWishes(cut="saw"), "--cut saw is not possible: give none, marks, lines"),
        (PageWishes(order="any"), "--order any is not possible: give page, stack"),
        (
            PageWishes("a6", scale=2),
            "one sheet does not fit on a page at 200% of full size: "
            "use --scale 68%, larger paper or a smaller margin",
        ),
        (
            PageWishes(per_page=20, fit_box=(100, 70)),
            "20 sheets do not fit on a page for a box of 100 x 70 mm: "
            "use larger paper, a smaller margin or fewer per page",
        ),
        (
            PageWishes(fit_box=(10, 9)),
            "a box of 10 x 9 mm is too small for a sheet: give at least 20 x 10 mm",
        ),
        (
            PageWishes("60x60", per_page=100, gutter=5),
            "100 sheets per page leave no room for themselves: "
            "use fewer per page, a narrower gutter, or larger paper",
        ),
    ],
)
def test_wishes_that_cannot_be_met(wishes: PageWishes, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        impose(*STANDARD, wishes)
    assert str(caught.value) == message


@given(sheets, papers, counts, st.sampled_from(["long", "short"]))
def test_the_back_of_the_back_is_the_front(
    sheet: tuple[float, float], paper: tuple[float, float], count: int | None, flip: str
) -> None:
    page = impose(*sheet, PageWishes(named(paper), count))
    again = page.back(flip).back(flip)
    for a, b in zip(page.slots, again.slots, strict=True):
        assert (a.e, a.f) == pytest.approx((b.e, b.f))
