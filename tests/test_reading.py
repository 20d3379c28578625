"""From a photo to marks and points: worked examples, every variant, damaged codes and corners."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from sheetgen.auditing import audit_marks
from sheetgen.catalog import bundled
from sheetgen.checking import check_photo, overlay_of
from sheetgen.errors import PhotoError, SheetNotFoundError
from sheetgen.frame import CORNER_NAMES
from sheetgen.layout import Layout
from sheetgen.reading import read_photo
from sheetgen.rules import parse_marks
from sheetgen.sheetcode import parse_sheet_code
from tests.benchmarks.read_cases import Case, compare, take
from tests.blanks import blank_sheet
from tests.camera import FilledSheet, random_hand, random_marks
from tests.camera.ink import make_pen
from tests.photos import filled, save_photo, take_photo
from tests.prints import layout

MOST_UNSURE = 3
FADED = (1.0, 0.4, 0.25, 0.18, 0.13)
"""Shares of the ink that are left."""
TOO_FAINT = (
    ": the marks are too faint, blurred or small in the photo; "
    "photograph the sheet again: closer, in brighter light, in focus"
)

WORKED = [
    (
        "original",
        "red 2 3 6 8; yellow 3 5 8; green 11 10 5 4 3 2 lock; blue 12 10 9 8 7 5 4 3; misthrows 2",
        70,
    ),
    (
        "original",
        "red 2 3 6 8; yellow 3 5 8; green 11 10 8 7 6 3 2 lock; blue 12 10 9 8 7 5 3; misthrows 2",
        70,
    ),
    (
        "longo",
        "red 2 3 5 8; yellow 4 6 9; green 16 15 14 12 11 9 8 3 lock; "
        "blue 16 15 13 12 11 9 8 6; misthrows 2",
        87,
    ),
    (
        "big-points",
        "red 5 6 7 9; yellow 3 6 8 9 11; green 12 10 8 7 5 2 lock; blue 11 9 6 4; misthrows 1; "
        "red-yellow 5 6 8; green-blue 11 7 5 4",
        161,
    ),
]


@pytest.mark.parametrize(("variant", "crosses", "points"), WORKED)
def test_official_examples_are_drawn_photographed_read_and_audited(
    variant: str, crosses: str, points: int, tmp_path: Path
) -> None:
    printed = layout(variant)
    marks = parse_marks(printed.sheet, crosses)
    photo = take_photo([filled(printed, marks, seed=3)], seed=3)
    (sheet,) = read_photo(save_photo(photo, tmp_path / "a.jpg")).sheets
    assert _marked(sheet.marks) == marks
    assert audit_marks(sheet.sheet, sheet.marks).total.exact == points


@pytest.mark.parametrize("variant", list(bundled()))
def test_every_variant_is_read_back_from_an_ordinary_photo(variant: str, tmp_path: Path) -> None:
    """Nothing wrong in silence; a few cells may be unsure (make bench-read tells how many are)."""
    printed = layout(variant, seed=5, number=2)
    marks = _random_marks(printed, 11)
    photo = take_photo([filled(printed, marks, "ordinary", 11)], "ordinary", 11)
    (sheet,) = read_photo(save_photo(photo, tmp_path / "a.jpg")).sheets
    assert sheet.sheet == printed.sheet
    truth = {cell.id: marks.get(cell.id, "empty") for cell in printed.sheet.cells}
    unsure = [cell for cell, mark in sheet.marks.items() if mark == "unsure"]
    assert {c: m for c, m in sheet.marks.items() if m != "unsure"} == {
        c: m for c, m in truth.items() if c not in unsure
    }
    assert len(unsure) <= MOST_UNSURE


def test_a_faint_pencil_is_read_where_all_marks_are_faint(tmp_path: Path) -> None:
    printed = layout("original")
    marks = _random_marks(printed, 3)
    rng = np.random.default_rng(3)
    faint = make_pen("pencil", "grey", rng, pencil_tone=0.66)
    hand = replace(random_hand("ordinary", rng), pen=faint, second_pen=None, quirk=0.0)
    photo = take_photo([filled(printed, marks, "ordinary", 3, hand)], "ordinary", 3)
    read = read_photo(save_photo(photo, tmp_path / "a.jpg")).sheets[0].marks
    assert _marked(read) == marks


@pytest.mark.parametrize(("variant", "level"), [("original", "ordinary"), ("longo", "bad")])
def test_marks_that_fade_are_refused_before_they_are_lost(
    variant: str, level: str, tmp_path: Path
) -> None:
    printed = layout(variant)
    sheet = filled(printed, _random_marks(printed, 6), level, 6)
    told = [_read_faded(sheet, share, level, tmp_path / "a.jpg") for share in FADED]
    assert told[0] == "right"
    assert told[-1] == TOO_FAINT
    assert set(told) <= {"right", "flagged", TOO_FAINT}


@pytest.mark.parametrize("scribble", ["coil", "zigzag", "spiral", "fill"])
@pytest.mark.parametrize("seed", [4, 5, 9])
def test_undone_extra_squares_are_not_taken_for_crosses(
    seed: int, scribble: str, tmp_path: Path
) -> None:
    printed = layout("connect-15", seed=seed)
    squares = [box.cell.id for box in printed.mark_boxes if box.cell.kind == "square"]
    hand = replace(random_hand("careful", np.random.default_rng(seed)), scribble=scribble)
    marks = dict.fromkeys(squares, "cross") | dict.fromkeys(squares[::2], "cancelled")
    photo = take_photo([filled(printed, marks, "careful", seed, hand)], seed=seed)
    (read,) = read_photo(save_photo(photo, tmp_path / "a.jpg")).sheets
    assert "cross" not in [read.marks[square] for square in squares[::2]]
    assert {read.marks[square] for square in squares[1::2]} == {"cross"}


def test_a_refused_sheet_is_framed_in_the_overlay_with_the_reason(tmp_path: Path) -> None:
    level = "ordinary"
    printed = layout("double-a", seed=19)
    clear = filled(printed, _random_marks(printed, 6), level, 6)
    ink = (255 - FADED[-1] * (255.0 - clear.ink)).round().astype(np.uint8)
    other = filled(layout("longo", seed=20), {"red/2": "cross"})
    photo = take_photo([replace(clear, ink=ink), other], level, seed=6)
    checked = check_photo(save_photo(photo, tmp_path / "a.jpg"))
    assert checked.reading
    (refused,) = checked.reading.refused
    assert f": {refused.error.message}; {refused.error.hint}" == TOO_FAINT
    assert checked.problems[0].message == f"{tmp_path / 'a.jpg'}, sheet 2: {refused.error.message}"
    whole = np.array(photo.sheet_corners[0]).mean(axis=0)
    np.testing.assert_allclose(np.array(refused.outline).mean(axis=0), whole, atol=15)
    drawn = overlay_of(checked, "en")
    assert drawn
    seen = np.asarray(Image.open(io.BytesIO(drawn)).convert("RGB"), np.int64)
    scale = seen.shape[1] / photo.image.shape[1]
    x, y = (np.array(refused.outline[:2]).mean(axis=0) * scale).round().astype(int)
    near = seen[y - 3 : y + 4, x - 3 : x + 4].reshape(-1, 3)
    assert (np.abs(near - (235, 30, 20)).max(axis=1) < 60).any()


def _read_faded(sheet: FilledSheet, share: float, level: str, path: Path) -> str:
    """What comes of a photo of the sheet if only a share of the ink is left."""
    ink = (255 - share * (255.0 - sheet.ink)).round().astype(np.uint8)
    save_photo(take_photo([replace(sheet, ink=ink)], level, seed=6), path)
    try:
        (read,) = read_photo(path).sheets
    except PhotoError as error:
        return f"{error.message.removeprefix(str(path))}; {error.hint}"
    return compare(read.sheet, read.marks, sheet).verdict


def test_the_text_code_is_read_where_the_2d_code_is_gone(tmp_path: Path) -> None:
    printed = layout("longo", seed=77, number=3)
    photo = take_photo([filled(printed, {}, cover_code=True)])
    (sheet,) = read_photo(save_photo(photo, tmp_path / "a.jpg")).sheets
    assert sheet.sheet.code == printed.sheet.code


def test_a_code_can_be_given_where_none_is_readable(tmp_path: Path) -> None:
    printed = layout("longo", seed=77)
    sheet = filled(printed, {"red/2": "cross"}, cover_code=True)
    box, scale = printed.frame.code_text_box, sheet.blank.px_per_mm
    sheet.blank.image[
        int(box.y * scale - 8) : int(box.bottom * scale + 8), int(box.x * scale) :
    ] = 255
    path = save_photo(take_photo([sheet]), tmp_path / "a.jpg")
    with pytest.raises(SheetNotFoundError) as error:
        read_photo(path)
    assert str(error.value) == (
        f"{path}: the sheet code cannot be read: "
        "type it from the sheet with --code XXXXXX-XXXXXX-XXXXXX"
    )
    (found,) = read_photo(path, code=printed.sheet.code).sheets
    assert _marked(found.marks) == {"red/2": "cross"}
    wrong = layout("original", seed=77).sheet.code
    assert check_photo(path, code=wrong).problems[0].message == (
        f"{path}: the photo shows other numbers or symbols than the sheet of its code"
    )


def test_three_corner_marks_are_enough(tmp_path: Path) -> None:
    printed = layout("original", seed=9)
    sheet = filled(printed, {"green/4": "cross", "blue/0": "dash"})
    box, scale = printed.frame.fiducials[2], sheet.blank.px_per_mm
    sheet.blank.image[int(box.y * scale) :, int(box.x * scale) :] = 255
    (found,) = read_photo(save_photo(take_photo([sheet]), tmp_path / "a.jpg")).sheets
    assert found.missing == ("lower right",)
    assert _marked(found.marks) == {"green/4": "cross", "blue/0": "dash"}


@pytest.mark.parametrize("covered", [*combinations(range(4), 2)], ids=str)
def test_two_corner_marks_and_the_print_are_enough(
    covered: tuple[int, int], tmp_path: Path
) -> None:
    printed = layout("gemixxt-b", seed=9)
    marks = {"green/4": "cross", "blue/0": "dash"}
    path = _photo_without(printed, marks, covered, tmp_path)
    (found,) = read_photo(path).sheets
    assert found.missing == tuple(CORNER_NAMES[corner] for corner in covered)
    assert _marked(found.marks) == marks
    (typed,) = read_photo(path, code=printed.sheet.code).sheets
    assert _marked(typed.marks) == marks


def test_one_corner_mark_and_the_2d_code_are_enough(tmp_path: Path) -> None:
    printed = layout("original", seed=9)
    path = _photo_without(printed, {"red/1": "cross"}, (0, 2, 3), tmp_path)
    (found,) = read_photo(path).sheets
    assert found.missing == ("upper left", "lower right", "lower left")
    assert _marked(found.marks) == {"red/1": "cross"}


def test_no_corner_mark_is_told_as_no_sheet(tmp_path: Path) -> None:
    path = _photo_without(layout("original"), {}, (0, 1, 2, 3), tmp_path)
    with pytest.raises(SheetNotFoundError) as error:
        read_photo(path)
    assert str(error.value) == (
        f"{path}: no sheet found: "
        "photograph the whole sheet, with its four corner marks, in good light"
    )


def test_a_print_that_does_not_go_on_as_it_should_is_not_scored(tmp_path: Path) -> None:
    """Two corner marks and a code, but of another sheet than the rows show."""
    printed = layout("original", seed=9)
    path = _photo_without(printed, {}, (0, 1), tmp_path, cover_code=True)
    wrong = layout("gemixxt-b", seed=1).sheet.code
    assert check_photo(path, code=wrong).sheets == ()


def test_cells_outside_the_picture_are_unsure(tmp_path: Path) -> None:
    printed = layout("original", seed=9)
    photo = take_photo([filled(printed, {"red/2": "cross"})], seed=3)
    top_left, top_right = photo.sheet_corners[0][:2]
    cut = top_left + (top_right - top_left) * 0.945
    upright = Image.fromarray(photo.image)
    path = tmp_path / "a.png"
    upright.crop((0, 0, round(float(cut[0])), upright.height)).save(path)
    (found,) = read_photo(path).sheets
    assert found.missing == ("upper right", "lower right")
    assert _marked(found.marks) == {
        "red/2": "cross", "red/11": "unsure", "yellow/11": "unsure", "green/11": "unsure",
        "blue/11": "unsure", "penalty/3": "unsure",
    }  # fmt: skip


def test_several_sheets_in_one_photo_are_told_apart(tmp_path: Path) -> None:
    prints = [layout("original", seed=4, number=n) for n in range(3)]
    marks = [{f"red/{n}": "cross"} for n in range(3)]
    sheets = [filled(a, b, seed=i) for i, (a, b) in enumerate(zip(prints, marks, strict=True))]
    photo = take_photo(sheets, "ordinary", 2, megapixels=8.0)
    found = read_photo(save_photo(photo, tmp_path / "a.jpg")).sheets
    by_code = {sheet.sheet.code: _marked(sheet.marks) for sheet in found}
    assert by_code == {p.sheet.code: m for p, m in zip(prints, marks, strict=True)}


@pytest.mark.parametrize(
    ("seed", "level", "number"),
    [(304154575, "careful", 1319), (304154575, "ordinary", 1789), (436414391, "bad", 269)],
)
def test_no_sheet_is_overlooked_beside_others_as_small(
    seed: int, level: str, number: int, tmp_path: Path
) -> None:
    """In these photos the corner marks of some sheets, but none of the others, are found late."""
    taken = take(Case(seed, level, number))
    found = read_photo(save_photo(taken.photo, tmp_path / "a.jpg"))
    codes = {sheet.sheet.code for sheet in found.sheets}
    assert codes == {printed.sheet.code for printed in taken.layouts}


def test_cells_are_found_where_they_are_in_the_photo(tmp_path: Path) -> None:
    printed = layout("original", seed=1)
    photo = take_photo([filled(printed, {})], "ordinary", 6)
    (sheet,) = read_photo(save_photo(photo, tmp_path / "a.jpg")).sheets
    outline = np.array(sheet.outline)
    error = np.linalg.norm(outline - photo.sheet_corners[0], axis=1)
    assert error.max() < 2.5 * sheet.px_per_mm


def test_a_given_code_is_parsed_as_typed() -> None:
    code = layout("longo", seed=123).sheet.code
    assert parse_sheet_code(code.text.lower().replace("-", " ")) == code


def _photo_without(
    printed: Layout,
    marks: dict[str, str],
    corners: Sequence[int],
    folder: Path,
    *,
    cover_code: bool = False,
) -> Path:
    """An ordinary photo of a sheet with some of its fiducials covered by white paper."""
    sheet = filled(printed, marks, cover_code=cover_code)
    scale = sheet.blank.px_per_mm
    for corner in corners:
        box = printed.frame.fiducials[corner].inset(-1.5)
        sheet.blank.image[
            int(box.y * scale) : int(box.bottom * scale),
            int(box.x * scale) : int(box.right * scale),
        ] = 255
    return save_photo(take_photo([sheet], "ordinary", 4), folder / "a.jpg")


def _random_marks(printed: Layout, seed: int) -> dict[str, str]:
    return random_marks(blank_sheet(printed), np.random.default_rng(seed), "ordinary")


def _marked(marks: dict[str, str]) -> dict[str, str]:
    return {cell: mark for cell, mark in marks.items() if mark != "empty"}
