"""The camera simulator itself: its truth, its geometry, its bounds."""

import io

import cv2
import numpy as np
import pytest
from PIL import Image as PilImage

from tests.camera import (
    BlankSheet,
    FilledSheet,
    Photo,
    fill_sheet,
    photograph,
    random_hand,
    random_marks,
)
from tests.camera.conditions import JPEG, MAX_CURL_MM, MAX_TILT, MEGAPIXELS, draw_conditions
from tests.camera.geometry import Pose, aim, make_curl
from tests.camera.hands import Hand
from tests.camera.ink import KINDS, make_pen
from tests.camera.paper import LEVELS
from tests.camera.standin import standin_sheet


@pytest.fixture(scope="module")
def sheet() -> BlankSheet:
    return standin_sheet(8.0)


def filled(sheet: BlankSheet, level: str, rng: np.random.Generator) -> FilledSheet:
    return fill_sheet(sheet, random_marks(sheet, rng, level), random_hand(level, rng), rng)


def shoot(sheet: BlankSheet, level: str, seed: int, count: int = 1) -> tuple[Photo, FilledSheet]:
    rng = np.random.default_rng(seed)
    sheets = [filled(sheet, level, rng) for _ in range(count)]
    return photograph(sheets, level, rng, megapixels=2), sheets[0]


@pytest.mark.parametrize("level", LEVELS)
def test_a_seed_gives_the_same_photo(sheet: BlankSheet, level: str) -> None:
    first, second, other = (
        shoot(sheet, level, 3)[0],
        shoot(sheet, level, 3)[0],
        shoot(sheet, level, 4)[0],
    )
    assert first.jpeg == second.jpeg
    assert first.conditions == second.conditions
    assert first.jpeg != other.jpeg


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", [11, 12, 13, 14])
def test_corners_are_where_the_sheet_is(sheet: BlankSheet, level: str, seed: int) -> None:
    photo, paper = shoot(sheet, level, seed)
    height, width = paper.image.shape[:2]
    to = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(photo.sheet_corners[0].astype(np.float32), to)
    flat = cv2.cvtColor(
        cv2.warpPerspective(photo.image, matrix, (width, height)), cv2.COLOR_RGB2GRAY
    )
    clean = cv2.cvtColor(paper.image, cv2.COLOR_RGB2GRAY)

    def likeness(a: cv2.typing.MatLike, b: cv2.typing.MatLike) -> float:
        return float(np.corrcoef(a.ravel().astype(float), b.ravel().astype(float))[0, 1])

    here = likeness(flat, clean)
    assert here > (0.6 if level == "bad" else 0.8)
    if level == "careful":  # flat paper: half a millimetre off is worse
        for move in ((4, 0), (0, 4), (-4, 0), (0, -4)):
            assert likeness(np.roll(flat, move, (0, 1)), clean) < here


def test_the_file_holds_the_upright_picture_and_its_orientation(sheet: BlankSheet) -> None:
    seen = set()
    for seed in range(8):
        photo, _ = shoot(sheet, "ordinary", seed)
        with PilImage.open(io.BytesIO(photo.jpeg)) as stored:
            tag = stored.getexif().get(0x0112)
            turned = tag in (6, 8)
            assert tag == photo.conditions["orientation"]
            size = stored.size[::-1] if turned else stored.size
        assert size == (photo.image.shape[1], photo.image.shape[0])
        by_cv2 = cv2.imdecode(np.frombuffer(photo.jpeg, np.uint8), cv2.IMREAD_COLOR)
        assert by_cv2 is not None
        assert np.array_equal(cv2.cvtColor(by_cv2, cv2.COLOR_BGR2RGB), photo.image)
        seen.add(tag)
    assert len(seen) >= 3


@pytest.mark.parametrize("level", LEVELS)
def test_truth_covers_all_cells_and_marks_leave_ink(sheet: BlankSheet, level: str) -> None:
    for seed in range(5):
        rng = np.random.default_rng(seed)
        marks = random_marks(sheet, rng, level)
        paper = fill_sheet(sheet, marks, random_hand(level, rng), rng)
        assert list(paper.truth) == [cell.id for cell in sheet.cells]
        assert {i for i, mark in paper.truth.items() if mark != "empty"} == set(marks)
        assert set(paper.drawn) == set(marks)
        for cell in sheet.cells:
            x0, y0, x1, y1 = (
                round(v * sheet.px_per_mm)
                for v in (cell.x, cell.y, cell.x + cell.width, cell.y + cell.height)
            )
            dark = float((paper.ink[y0:y1, x0:x1].min(axis=2) < 200).mean())
            if marks.get(cell.id) == "cancelled":
                assert dark > 0.55
            elif cell.id in marks:
                assert dark > 0.01


@pytest.mark.parametrize("kind", list(KINDS))
def test_strokes_are_as_wide_as_the_pen(sheet: BlankSheet, kind: str) -> None:
    rng = np.random.default_rng(5)
    pen = make_pen(kind, "black", rng)
    hand = random_hand("careful", rng)
    plain = Hand(**{**vars(hand), "pen": pen, "second_pen": None, "dash_style": "line", "wavy": 0})
    cells = [cell for cell in sheet.cells if cell.row == "red"][2:8]
    ink = fill_sheet(sheet, {cell.id: "dash" for cell in cells}, plain, rng).ink
    middle = round((cells[3].x + 2) * sheet.px_per_mm)
    darkest = 255 * float(np.mean(pen.transmit))
    column = (255 - ink[:, middle : middle + 40].astype(float).mean(axis=(1, 2))) / (255 - darkest)
    width = float(column.sum()) / sheet.px_per_mm
    assert 0.55 * pen.width_mm < width < 1.3 * pen.width_mm


@pytest.mark.parametrize("level", LEVELS)
def test_cells_are_wide_enough_and_sheets_inside_and_apart(sheet: BlankSheet, level: str) -> None:
    for seed, count in ((1, 1), (2, 3), (3, 5)):
        photo, _ = shoot(sheet, level, seed, count)
        assert photo.cell_px >= 25
        height, width = photo.image.shape[:2]
        assert len(photo.sheet_corners) == count
        covered = np.zeros((height, width), np.uint8)
        for corners in photo.sheet_corners:
            assert corners.min() >= 0
            assert (corners.max(axis=0) < [width, height]).all()
            one = np.zeros_like(covered)
            cv2.fillConvexPoly(one, np.rint(corners).astype(np.int32), 1)
            covered += one
        assert covered.max() == 1
        assert photo.conditions["megapixels"] in (2.0, 2.01) or count > 1


@pytest.mark.parametrize("level", LEVELS)
def test_conditions_keep_to_the_level(level: str) -> None:
    rng = np.random.default_rng(1)
    drawn = [draw_conditions(level, rng) for _ in range(500)]
    assert max(c.tilt for c in drawn) <= MAX_TILT[level]
    assert max(c.tilt for c in drawn) > 0.9 * MAX_TILT[level]
    assert max(c.curl_mm for c in drawn) <= MAX_CURL_MM[level]
    assert all(c.fold_mm <= c.curl_mm for c in drawn)
    assert all(JPEG[level][0] <= c.jpeg <= JPEG[level][1] for c in drawn)
    assert all(0.55 <= c.fill <= 0.95 and 0.93 <= c.fit <= 1 for c in drawn)
    shadows = {c.shadow for c in drawn}
    assert shadows == {"none", "hard" if level == "bad" else "soft"}
    assert any(c.motion > 0 for c in drawn) == (level == "bad")
    assert any(c.scan for c in drawn) == (level == "careful")
    off = [min(c.rotation % 90, 90 - c.rotation % 90) for c in drawn]
    assert max(off) <= {"careful": 3, "ordinary": 8, "bad": 45}[level]


def test_what_makes_no_sense_is_refused(sheet: BlankSheet) -> None:
    rng = np.random.default_rng(1)
    hand = random_hand("careful", rng)
    with pytest.raises(ValueError, match="no cell"):
        fill_sheet(sheet, {"pink/1": "cross"}, hand, rng)
    with pytest.raises(ValueError, match="unknown mark"):
        fill_sheet(sheet, {"red/1": "circle"}, hand, rng)
    with pytest.raises(ValueError, match="level"):
        random_hand("hopeless", rng)
    with pytest.raises(ValueError, match="no sheets"):
        photograph([], "careful", rng)
    assert MEGAPIXELS == (2.0, 3.0, 5.0, 8.0, 12.0)


def test_what_the_camera_sees_of_curled_paper_is_where_it_projects_to() -> None:
    for seed in range(20):
        rng = np.random.default_rng(seed)
        pose = Pose(12.0, -7.0, float(rng.uniform(0, 6)), make_curl(200, 130, 4.0, 2.0, rng))
        points = rng.uniform([-100, -65], [100, 65], (200, 2))
        placed = pose.place(points)
        assert placed[:, 2].max() - placed[:, 2].min() < 6.5
        way, roll = rng.uniform(0, 6, 2)
        camera = aim(placed, np.radians(35), way, roll, (2000, 1500), 1500.0, 0.9, (0.3, -0.3))
        seen = camera.project(placed)
        u, v = camera.see(seen[:, 0], seen[:, 1], pose)
        assert np.abs(np.column_stack([u, v]) - points).max() < 0.02
        normal = camera.rotation @ np.array([0, 0, 1])
        assert np.degrees(np.arccos(normal[2])) == pytest.approx(35)
