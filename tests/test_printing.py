"""The printing conductor: plans, refusals, manifest against what lies on the page."""

from itertools import pairwise
from typing import Any

import cv2
import numpy as np
import pytest

from sheetgen.errors import LayoutError, SheetgenError, UsageError
from sheetgen.frame import FRAMES, frame_of_fiducial
from sheetgen.geometry import Affine
from sheetgen.printing import PrintRequest, check_seed, draw_seed, manifest, plan_print
from sheetgen.render.raster import rasterise
from sheetgen.sheetcode import MAX_SEED, MAX_SHEETS, parse_sheet_code
from tests.prints import own_variant, pdf, plan

PX_PER_MM = 8


def test_one_full_page_by_default() -> None:
    job = plan("original", "longo")
    assert [run.count for run in job.runs] == [3, 3]
    assert (job.sheets, job.pages) == (6, 2)
    assert [run.first_page for run in job.runs] == [1, 2]


def test_sheets_are_numbered_from_0_for_each_variant() -> None:
    job = plan("original", "longo", count=4, seed=9)
    for run in job.runs:
        codes = [run.code(number) for number in range(run.count)]
        assert [code.number for code in codes] == [0, 1, 2, 3]
        assert {code.seed for code in codes} == {9}
        assert [list(page) for page in run.numbers_by_page] == [[0, 1, 2], [3]]


def test_company_does_not_change_a_variants_sheets() -> None:
    alone = plan("longo", seed=3).runs[0]
    together = plan("original", "longo", seed=3).runs[1]
    assert alone.first_code == together.first_code


def test_seed_is_drawn_and_told() -> None:
    seeds = {plan("longo", seed=None).seed for _ in range(5)}
    assert len(seeds) == 5
    assert all(0 <= draw_seed() <= MAX_SEED for _ in range(100))


def test_cells_are_told_as_printed() -> None:
    full = plan("original").runs[0].cell_size
    small = plan("original", per_page=4).runs[0].cell_size
    assert small == pytest.approx([length * 0.75 for length in full])
    assert full == pytest.approx((13.23, 10.34), abs=0.01)


@pytest.mark.parametrize(
    ("wishes", "message"),
    [
        ({"count": 0}, "0 sheets of a variant are not possible: give 1 to 12167"),
        ({"count": -3}, "-3 sheets of a variant are not possible: give 1 to 12167"),
        ({"count": MAX_SHEETS + 1}, "12168 sheets of a variant are not possible: give 1 to 12167"),
        ({"players": 0}, "a game of 0 players is not possible: give 1 to 12"),
        ({"players": 13}, "a game of 13 players is not possible: give 1 to 12"),
        ({"players": 9}, "9 players, but longo has 8 fair pairs of lucky numbers"),
        ({"seed": -1}, "seed -1 is not possible: give a whole number from 0 to 148035888"),
        ({"seed": MAX_SEED + 1}, "seed 148035889 is not possible: give a whole number from 0"),
        ({"per_page": 101}, "101 sheets per page are not possible: give 1 to 100, or auto"),
        ({"paper": "b4"}, "no paper 'b4': choose one of a3, a4, a5, a6, letter, legal or give"),
        ({"palette": "pink"}, "no palette 'pink': choose one of standard"),
        ({"language": "xx"}, "no language 'xx': choose one of en, de, fr, es, it, nl"),
        ({"lucky": (5, 99)}, "lucky numbers 5,99 are not possible: give two different numbers"),
    ],
)
def test_wishes_that_cannot_be_met(wishes: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        plan("longo", **wishes)
    assert str(caught.value).startswith(message)


def test_variants_that_cannot_be_printed() -> None:
    with pytest.raises(UsageError, match="longo is named twice: ask for more sheets with -n"):
        plan("longo", "original", "longo")
    with pytest.raises(UsageError, match="no variant to print: see 'sheetgen list'"):
        plan_print(PrintRequest(()))
    with pytest.raises(UsageError, match="original has no lucky numbers: leave out --lucky"):
        plan("original", lucky=(5, 10))
    crowded = own_variant(rows=[{"id": "red", "colour": "red", "numbers": "1..30"}])
    with pytest.raises(LayoutError, match="31 cells are too many"):
        plan_print(PrintRequest((crowded,)))


def test_the_largest_number_of_sheets_is_planned() -> None:
    job = plan("longo", count=MAX_SHEETS)
    assert job.runs[0].code(MAX_SHEETS - 1).number == MAX_SHEETS - 1


def test_seeds_at_the_ends() -> None:
    assert (check_seed(0), check_seed(MAX_SEED)) == (0, MAX_SEED)


@pytest.mark.parametrize("paper", ["a4", "letter", "200x180mm"])
@pytest.mark.parametrize("per_page", [None, 1, 2, 4])
def test_the_manifest_tells_where_the_sheets_lie(paper: str, per_page: int | None) -> None:
    job = plan("longo", count=3, paper=paper, per_page=per_page)
    check_manifest(job)


def test_variants_of_different_frames_share_a_file() -> None:
    variants = tuple(own_variant(name=frame.name, frame=frame.name) for frame in FRAMES)
    job = plan_print(PrintRequest(variants, seed=0))
    assert [run.count for run in job.runs] == [3, 2, 1]
    check_manifest(job)
    sizes = [(page["width"], page["height"]) for page in manifest(job)["pages"]]
    assert sizes == [(210, 297), (210, 297), (297, 210)]


def check_manifest(job: Any) -> None:
    """Every fiducial that OpenCV finds on a page lies where the manifest says, and none lacks."""
    raw = pdf(job)
    pages = manifest(job)["pages"]
    assert [page["page"] for page in pages] == list(range(1, job.pages + 1))
    for index, page in enumerate(pages):
        expected = [corner for sheet in page["sheets"] for corner in corners_of(sheet)]
        found = np.array(find_corners(rasterise(raw, PX_PER_MM, index)))
        assert len(found) == len(expected)
        for corner in expected:
            # ids count a millimetre each here, so that only the right symbol is near
            assert np.abs(found - np.array(corner)).max(axis=1).min() < 0.2


def corners_of(sheet: dict[str, Any]) -> list[tuple[int, float, float]]:
    """(id, x, y) of the top left corners of a sheet's fiducials, on the page in mm."""
    code = parse_sheet_code(sheet["code"])
    assert code.seed == 0
    turns = sheet["rotation"] // 90
    size = tuple(length / sheet["scale"] for length in sheet["box"][2:])[:: -1 if turns else 1]
    (frame,) = [f for f in FRAMES if (f.width, f.height) == pytest.approx(size, abs=0.01)]
    slot = Affine.placing(sheet["x"], sheet["y"], sheet["scale"], turns)
    return [
        (marker, *slot.apply(box.x, box.y))
        for marker, box in zip(frame.fiducial_ids, frame.fiducials, strict=True)
    ]


def find_corners(image: Any) -> list[tuple[int, float, float]]:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary, parameters).detectMarkers(image)
    found = []
    for marker, quad in zip(ids.ravel(), corners, strict=True):
        assert frame_of_fiducial(int(marker)) is not None
        x, y = (quad[0][0] + 0.5) / PX_PER_MM
        found.append((int(marker), float(x), float(y)))
    return found


def test_manifest_leaves_room_for_nothing_twice() -> None:
    sheets = [
        sheet for page in manifest(plan("longo", count=7))["pages"] for sheet in page["sheets"]
    ]
    codes = [sheet["code"] for sheet in sheets]
    assert len(set(codes)) == 7
    for a, b in pairwise(manifest(plan("longo"))["pages"][0]["sheets"]):
        assert a["box"][1] + a["box"][3] <= b["box"][1] + 1e-6


def test_every_refusal_has_a_remedy() -> None:
    for wishes in ({"count": 0}, {"players": 99}, {"seed": -1}, {"paper": "x"}):
        with pytest.raises(SheetgenError) as caught:
            plan("longo", **wishes)
        assert caught.value.hint
