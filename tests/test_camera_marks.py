"""Marks of the camera simulator: doubtful ones, quirks, plausible plays, handwriting."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from tests.camera import BlankSheet, CellBox, fill_sheet, random_hand, random_marks
from tests.camera.doubts import SHAPES, doubtful
from tests.camera.hands import QUIRKS
from tests.camera.ink import KINDS, InkLayer, make_pen
from tests.camera.paper import LEVELS
from tests.camera.players import seen_cross
from tests.camera.quirks import with_quirk
from tests.camera.standin import standin_sheet
from tests.camera.strokes import MAX_SLOPE, dash, frame_of, line, slash, two_stroke

CELL = CellBox("red/3", "red", 3, "number", 20.0, 20.0, 13.0, 10.0)


@pytest.fixture(scope="module")
def sheet() -> BlankSheet:
    return standin_sheet(8.0)


def strip(kind: str, count: int, y: float = 10.0, row: str = "") -> list[CellBox]:
    """Cells of 10 mm side by side."""
    name = row or kind
    return [CellBox(f"{name}/{i}", name, i, kind, 11.0 * i, y, 10.0, 10.0) for i in range(count)]


@pytest.mark.parametrize("shape", list(SHAPES))
def test_doubtful_marks_stay_in_their_cell(shape: str) -> None:
    for seed in range(30):
        rng = np.random.default_rng(seed)
        pen = make_pen("ballpoint", "black", rng)
        name, used, strokes = doubtful(CELL, pen, 0.1, rng, shape)
        assert name == shape
        assert (used.kind == "pencil") == (shape == "ghost")
        points = np.concatenate([stroke.points for stroke in strokes])
        assert (points > [CELL.x - 3, CELL.y - 3]).all()
        assert (points < [CELL.x + CELL.width + 3, CELL.y + CELL.height + 3]).all()


def test_a_ghost_is_a_faint_cross_that_can_be_seen() -> None:
    for seed in range(20):
        rng = np.random.default_rng(seed)
        _, pen, strokes = doubtful(CELL, make_pen("gel", "blue", rng), 0.1, rng, "ghost")
        layer = InkLayer(400, 400, 8.0)
        layer.draw(strokes, pen, rng)
        dark = 1 - np.percentile(layer.image, 0.05) / 255
        assert 0.05 < dark < 0.42


@pytest.mark.parametrize("kind", list(KINDS))
def test_a_light_stroke_shows(kind: str) -> None:
    """Also that of a pen of which the edge is ragged."""
    for seed in range(10):
        rng = np.random.default_rng(seed)
        full = dash(CELL, 0.1, rng)
        pen = make_pen(kind, "black", rng)
        _, _, ink = InkLayer(400, 400, 8.0).amount(full, pen, rng)
        faint = [replace(stroke, flow=0.25) for stroke in full]
        _, _, left = InkLayer(400, 400, 8.0).amount(faint, pen, rng)
        assert 0.1 < left.sum() / ink.sum() < 0.45


def test_no_stroke_of_a_cross_hides_in_the_print() -> None:
    print_ = np.full((400, 400, 3), 255, np.uint8)
    print_[160:240, 200:224] = 30  # a bold upright stroke through the cell
    for seed in range(150):
        rng = np.random.default_rng(seed)
        hand = replace(random_hand("bad", rng), cross_styles={"plus": 1.0}, quirk=1.0)
        layer = InkLayer(400, 400, 8.0)
        _, strokes = seen_cross(print_, CELL, hand.pen, layer, hand, rng)
        for stroke in strokes:
            alone = InkLayer(400, 400, 8.0)
            alone.draw([stroke], hand.pen, rng)
            ink = 1 - alone.image.min(axis=2) / 255.0
            assert ink[print_[..., 0] == 255].sum() > 0.2 * ink.sum()


def test_no_meaningless_mark_hides_on_a_dark_digit() -> None:
    print_ = np.full((400, 400, 3), 255, np.uint8)
    print_[184:216, 180:244] = 40  # most of the cell's middle
    for seed in range(60):
        rng = np.random.default_rng(seed)
        blank = BlankSheet(print_, 8.0, (CELL,))
        filled = fill_sheet(blank, {CELL.id: "unsure"}, random_hand("ordinary", rng), rng)
        seen = (1 - filled.ink / 255.0) * print_ / 255.0
        assert seen.sum() >= 0.4 * (1 - filled.ink / 255.0).sum()


def test_the_share_of_sheets_with_doubtful_marks_is_as_asked(sheet: BlankSheet) -> None:
    for share in (0.0, 0.3):
        counts = []
        for seed in range(400):
            marks = random_marks(sheet, np.random.default_rng(seed), "ordinary", share)
            counts.append(Counter(marks.values())["unsure"])
        assert abs(np.mean([n > 0 for n in counts]) - share) < 0.07
        assert max(counts) == (3 if share else 0)


@pytest.mark.parametrize("level", LEVELS)
def test_doubtful_cells_are_drawn_and_in_the_truth(sheet: BlankSheet, level: str) -> None:
    rng = np.random.default_rng(4)
    marks = random_marks(sheet, rng, level, 1.0)
    filled = fill_sheet(sheet, marks, random_hand(level, rng), rng)
    unsure = [cell for cell, mark in filled.truth.items() if mark == "unsure"]
    assert unsure
    assert all(filled.drawn[cell].stroke in SHAPES for cell in unsure)


def test_quirks_do_what_they_are_called() -> None:
    seen = set()
    for seed in range(80):
        rng = np.random.default_rng(seed)
        hand = random_hand("ordinary", rng)
        plain = two_stroke(frame_of(CELL, 0.8, rng, 0.02), 0.1, rng)
        name, strokes = with_quirk(CELL, plain, hand, "two-stroke", rng)
        seen.add(name)
        span = np.ptp(np.concatenate([stroke.points for stroke in strokes]), axis=0)
        before = np.ptp(np.concatenate([stroke.points for stroke in plain]), axis=0)
        if name == "tiny":
            assert (span <= np.array([CELL.width, CELL.height]) * 0.46).all()
        elif name == "reaching":
            assert (span > before + 0.5).any()
        elif name == "retraced":
            assert len(strokes) == 4
        else:
            assert len(strokes) == 2
            assert min(float(np.min(stroke.flow)) for stroke in strokes) <= 0.5
    assert seen == set(QUIRKS)
    rng = np.random.default_rng(1)
    one = slash(frame_of(CELL, 0.8, rng, 0.02), 0.1, rng)
    assert "tiny" not in {with_quirk(CELL, one, hand, "slash", rng)[0] for _ in range(80)}


def test_dashes_lie_along_the_row_and_lines_may_run_on() -> None:
    cells = strip("number", 4)
    beyond = []
    for seed in range(200):
        rng = np.random.default_rng(seed)
        points = dash(cells[1], 0.0, rng)[0].points
        dx, dy = points[-1] - points[0]
        assert abs(np.degrees(np.arctan2(dy, dx))) <= MAX_SLOPE + 1e-6
        ends = line(cells, 1.0, 0.1, rng)[0].points[:, 0]
        beyond.append(float(ends.max()) - cells[-1].x - cells[-1].width)
    assert 0.5 < max(beyond) < 3.2
    assert 0.1 < np.mean(np.array(beyond) > 0.3) < 0.4


def test_plays_follow_the_patterns_of_special_cells() -> None:
    numbers = strip("number", 11, 0.0, "red")
    doubles = strip("double", 11, 11.0, "red-double")
    cells = [*numbers, *doubles, *strip("bar", 12, 40), *strip("track", 4, 60)]
    cells += [*strip("diamond", 9, 80), *strip("legend", 5, 100)]
    blank = BlankSheet(np.full((8, 8, 3), 255, np.uint8), 8.0, tuple(cells))
    bars: Counter[str] = Counter()
    for seed in range(200):
        marks = random_marks(blank, np.random.default_rng(seed), "careful")
        undone = {cell for cell, mark in marks.items() if mark == "cancelled"}
        for kind in ("bar", "track", "diamond"):
            row = [f"{kind}/{i}" for i in range(sum(c.kind == kind for c in cells))]
            struck = [cell in marks for cell in row if kind == "bar" or cell not in undone]
            assert struck == sorted(struck, reverse=True) or undone & set(row)
        bars.update(mark for cell, mark in marks.items() if cell.startswith("bar"))
        for i in range(11):
            if marks.get(f"red-double/{i}") == "cross":
                assert marks.get(f"red/{i}") == "cross"
    assert set(bars) == {"cross", "dash", "cancelled"}


def test_sums_are_written_into_write_boxes_only(sheet: BlankSheet) -> None:
    boxes = ((20.0, 109.0, 22.0, 12.0), (60.0, 109.0, 60.0, 9.0))
    rng = np.random.default_rng(2)
    hand = replace(random_hand("careful", rng), writes=1.0)
    ink = fill_sheet(replace(sheet, write_boxes=boxes), {}, hand, rng).ink
    for x, y, width, height in boxes:
        scale = sheet.px_per_mm
        inside = np.s_[round(y * scale) : round((y + height) * scale)]
        across = np.s_[round(x * scale) : round((x + width) * scale)]
        assert (ink[inside, across] < 200).any()
    assert (ink[: round(105 * sheet.px_per_mm)] == 255).all()
    assert (fill_sheet(sheet, {}, hand, rng).ink == 255).all()
