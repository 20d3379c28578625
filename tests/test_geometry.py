"""Rectangles, affine maps, homographies."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetgen.geometry import Affine, Homography, Point, Rect, bounding_box

lengths = st.floats(0.1, 500)
places = st.floats(-500, 500)
rects = st.builds(Rect, places, places, lengths, lengths)


def test_edges_centre_and_corners() -> None:
    box = Rect(1, 2, 10, 20)
    assert (box.right, box.bottom, box.centre) == (11, 22, Point(6, 12))
    assert box.corners == ((1, 2), (11, 2), (11, 22), (1, 22))


def test_inset() -> None:
    assert Rect(0, 0, 10, 6).inset(1) == Rect(1, 1, 8, 4)
    assert Rect(0, 0, 10, 6).inset(1, -1) == Rect(1, -1, 8, 8)


@given(rects)
def test_a_box_contains_itself_and_its_inside(box: Rect) -> None:
    assert box.contains(box)
    assert box.contains(box.inset(box.width / 4, box.height / 4))
    assert not box.inset(box.width / 4, box.height / 4).contains(box)


def test_touching_boxes_do_not_overlap() -> None:
    assert not Rect(0, 0, 5, 5).overlaps(Rect(5, 0, 5, 5))
    assert Rect(0, 0, 5, 5).overlaps(Rect(4.9, 4.9, 5, 5))
    assert Rect(0, 0, 9, 9).overlaps(Rect(3, 3, 1, 1))


@given(rects, rects)
def test_overlap_is_mutual(a: Rect, b: Rect) -> None:
    assert a.overlaps(b) == b.overlaps(a)


@given(rects)
def test_bounding_box_of_the_corners_is_the_box(box: Rect) -> None:
    assert bounding_box(box.corners) == pytest.approx(box)


@pytest.mark.parametrize(
    ("turns", "image"), [(0, (12, 5)), (1, (10, 7)), (2, (8, 5)), (3, (10, 3)), (5, (10, 7))]
)
def test_quarter_turns_go_clockwise_with_y_down(turns: int, image: tuple[float, float]) -> None:
    placed = Affine.placing(10, 5, 2, turns)
    assert placed.apply(1, 0) == image
    assert placed.quarter_turns == turns % 4
    assert placed.scale == 2


@given(places, places, st.floats(0.1, 5), st.integers(0, 3), places, places)
def test_placing_keeps_lengths_but_for_the_scale(
    x: float, y: float, scale: float, turns: int, px: float, py: float
) -> None:
    placed = Affine.placing(x, y, scale, turns)
    a, b = placed.apply(0, 0), placed.apply(px, py)
    distance = ((a.x - b.x) ** 2 + (a.y - b.y) ** 2) ** 0.5
    assert distance == pytest.approx(scale * (px * px + py * py) ** 0.5, abs=1e-6)


def test_homography_divides() -> None:
    assert Homography((1, 0, 2, 0, 1, 3, 0, 0, 1)).apply(1, 1) == (3, 4)
    assert Homography((2, 0, 0, 0, 2, 0, 0, 1, 1)).apply(1, 1) == (1, 1)
