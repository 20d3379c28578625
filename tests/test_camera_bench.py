"""The reading benchmark counts what it should; its photos are those of their seed."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from sheetgen.layout.theme import palettes
from sheetgen.sheet import Sheet
from tests.benchmarks.against import Run, beside
from tests.benchmarks.detectability import FAINT, detectability
from tests.benchmarks.read_cases import (
    Case,
    CellOutcome,
    PhotoOutcome,
    SheetOutcome,
    compare,
    plain,
    take,
    unread,
)
from tests.benchmarks.read_tally import misreadings, summary, wilson, worst
from tests.blanks import blank_sheet, draw_layout
from tests.camera import FilledSheet, fill_sheet, random_hand
from tests.prints import layout


@pytest.fixture(scope="module")
def played() -> tuple[Sheet, FilledSheet]:
    rng = np.random.default_rng(1)
    layout = draw_layout(0, rng)
    blank = blank_sheet(layout, 4.0)
    marks = {"red/0": "cross", "red/1": "dash", "red/3": "cross", "blue/2": "unsure"}
    return layout.sheet, fill_sheet(blank, marks, random_hand("careful", rng), rng)


def outcome(sheet: SheetOutcome, number: int = 0, crash: str = "") -> PhotoOutcome:
    conditions = {"tilt": 12.0, "shadow": "soft", "megapixels": 3.01}
    case = Case(1, "ordinary", number)
    return PhotoOutcome(case, (sheet,), conditions, 40.0, {"decode": 0.1}, 0.2, 0.1, crash)


def test_what_was_read_is_right_flagged_or_silent(played: tuple[Sheet, FilledSheet]) -> None:
    sheet, filled = played
    truth = dict(filled.truth)
    right = compare(sheet, truth, filled)
    assert (right.verdict, right.total_wrong) == ("right", False)
    assert right.empty_right == len(truth) - 4
    flagged = compare(sheet, {**truth, "red/0": "unsure"}, filled)
    assert flagged.verdict == "flagged"
    dash = compare(sheet, {**truth, "red/1": "empty"}, filled)
    assert (dash.verdict, dash.total_wrong) == ("silent", False)
    cross = compare(sheet, {**truth, "red/0": "unsure", "red/3": "empty"}, filled)
    assert (cross.verdict, cross.total_wrong) == ("silent", True)
    missed = compare(sheet, {**truth, "blue/2": "empty"}, filled)
    assert missed.verdict == "silent"
    assert [c.id for c in missed.cells if c.silent] == ["blue/2"]


def test_the_summary_adds_up(played: tuple[Sheet, FilledSheet]) -> None:
    sheet, filled = played
    read = {**filled.truth, "red/3": "empty"}
    photos = [
        outcome(compare(sheet, filled.truth, filled)),
        outcome(compare(sheet, read, filled), 1),
        outcome(SheetOutcome("original", "flagged", "no sheet found"), 2),
    ]
    table = summary(photos)
    assert table["sheets"] == 3
    assert table["silent, points wrong"] == 1
    assert table["failures"] == {"no sheet found": 1}
    confusion = table["confusion"]
    assert isinstance(confusion, dict)
    assert confusion["cross"]["empty"] == 1
    assert confusion["cross"]["cross"] == 3
    assert [photo.case.number for photo in worst(photos)] == [1, 2]
    assert misreadings(photos[2]) == ["original: no sheet found"]
    crash = replace(photos[0], crash="crash: boom", sheets=photos[2].sheets)
    assert worst([*photos, crash])[0] is crash


def test_wilson_intervals_are_those_of_the_books() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(10, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)


def test_equal_messages_are_counted_together() -> None:
    path = Path("/tmp/a1/photo.jpg")
    first = plain(f"{path}, sheet 2: the cells are only 17 pixels wide in the photo", path)
    assert first == "the cells are only N pixels wide in the photo"
    assert plain(f"{path}: found 2 of 4 corner marks", path) == "found N of N corner marks"


def test_a_misread_mark_that_says_so_is_not_silent() -> None:
    cell = CellOutcome("red/1", "number", "cross", "unsure", "gel", "plus")
    assert not cell.silent
    assert replace(cell, read="dash").silent
    assert not replace(cell, read="cross").silent


def test_a_case_is_the_same_photo_again() -> None:
    case = Case(5, "careful", 3)
    (photo, layouts, _), (again, _, _) = take(case), take(case)
    assert photo.jpeg == again.jpeg
    assert len(layouts) == 1
    assert case.name == "careful-5-3"


def test_a_mark_can_be_taken_off_a_photo() -> None:
    case = Case(5, "careful", 3)
    photo, _, (filled,) = take(case)
    cross = next(cell for cell, mark in filled.truth.items() if mark == "cross")
    bare = take(case, (0, cross)).photo
    changed = np.abs(photo.image.astype(int) - bare.image).max(axis=2) > 8
    assert 0 < changed.sum() < 9 * photo.cell_px**2
    assert detectability(photo.image, bare.image) > 4 * FAINT
    assert detectability(photo.image, photo.image) == 0


def test_marks_stand_out_by_their_darkness_over_the_noise() -> None:
    rng = np.random.default_rng(2)
    paper = np.tile(rng.normal(200, 2, (60, 60, 1)).astype(np.uint8), (1, 1, 3))
    spot = np.zeros((60, 60, 1), np.uint8)
    spot[10:50, 10:50] = 10
    faint, dark = (detectability(paper, paper - times * spot) for times in (1, 3))
    assert faint == pytest.approx(10 * 40 / 2, rel=0.25)
    assert dark == pytest.approx(3 * faint, rel=0.02)


def test_a_silent_sheet_of_which_no_mark_was_to_be_seen_is_counted_apart() -> None:
    seen = CellOutcome("red/1", "number", "cross", "empty", "gel", "plus", "empty 0.999, ink 0")
    faint = replace(seen, id="red/2", truth="unsure", detectability=8.4)
    sheets = [SheetOutcome("original", "silent", "", cells) for cells in ((faint,), (faint, seen))]
    photos = [outcome(sheet, number) for number, sheet in enumerate(sheets)]
    assert summary(photos)["silent, not to be seen"] == 1
    assert misreadings(photos[1]) == [
        "original red/2: unsure (gel, plus) read as empty (empty 0.999, ink 0), d' 8",
        "original red/1: cross (gel, plus) read as empty (empty 0.999, ink 0)",
    ]


def test_sheets_differ_in_nothing_but_the_palette_that_is_asked_for() -> None:
    drawn, large = (
        draw_layout(3, np.random.default_rng(8), palette).sheet for palette in ("", "large")
    )
    assert palettes()[large.code.palette].name == "large" != palettes()[drawn.code.palette].name
    assert replace(large.code, palette=drawn.code.palette) == drawn.code


def test_versions_are_set_beside_each_other_by_their_photos() -> None:
    def counts(right: int, flagged: int) -> dict[str, object]:
        verdicts = {"right": right, "flagged": flagged, "silent": 0}
        return {"photos": 5, "sheets": 5, **{k: {"count": n} for k, n in verdicts.items()}}

    before = Run({"bad, fax": counts(3, 2)}, frozenset({"bad-fax-7-1", "bad-fax-7-2"}))
    here = Run({"bad, fax": counts(2, 3)}, frozenset({"bad-fax-7-2", "bad-fax-7-3", "bad-fax-7-4"}))
    assert beside(before, here) == [
        "bad, fax: 5 simulated photos",
        "  before 5 sheets: right 3, flagged 2, silent 0",
        "  here   5 sheets: right 2, flagged 3, silent 0",
        "  photos right only here 1, only before 2",
    ]


def test_a_sheet_of_which_nothing_is_said_is_silently_wrong() -> None:
    sheet = layout("original").sheet
    assert unread(sheet, "the sheet code cannot be read").verdict == "flagged"
    assert unread(sheet, "").verdict == "silent"
