"""``audit --review``: doubtful cells as small pictures, answers, a new audit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click
import numpy as np
import pytest
from click.testing import CliRunner

from sheetgen.checking import CheckedPhoto, check_photo, corrected_by_hand, overlay_of
from sheetgen.cli import audit_review
from sheetgen.geometry import Point
from sheetgen.rules import Span
from sheetgen.vision.closeups import CloseUp, close_up, strip_below
from sheetgen.vision.photo import load_photo
from tests.photos import filled, save_photo, take_photo
from tests.prints import layout


@pytest.fixture(scope="module")
def doubtful(tmp_path_factory: pytest.TempPathFactory) -> CheckedPhoto:
    """A photo with two crosses, of which one, and an empty box, are taken for unsure."""
    marks = {"red/0": "cross", "red/3": "cross"}
    path = tmp_path_factory.mktemp("review") / "a.jpg"
    photo = check_photo(save_photo(take_photo([filled(layout(), marks)], megapixels=2.0), path))
    seen = dict(photo.sheets[0].marks) | marks | {"red/3": "unsure", "penalty/0": "unsure"}
    return corrected_by_hand(photo, [seen])


def answered(photo: CheckedPhoto, keys: str, monkeypatch: pytest.MonkeyPatch) -> CheckedPhoto:
    answers = iter(keys)
    monkeypatch.setattr(click, "prompt", lambda *a, **k: next(answers))
    with CliRunner().isolation():
        return audit_review.review(photo, "en")


def test_the_total_follows_the_answers(
    doubtful: CheckedPhoto, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert doubtful.sheets[0].audit.total == Span(-4, 3)
    sure = answered(doubtful, "xe", monkeypatch)
    assert sure.sheets[0].audit.total == Span.of(3)
    assert not sure.sheets[0].audit.unsure
    assert answered(doubtful, "-x", monkeypatch).sheets[0].audit.total == Span.of(-4)
    skipped = answered(doubtful, "ss", monkeypatch)
    assert skipped.sheets[0].audit.unsure == doubtful.sheets[0].audit.unsure


def test_nothing_is_asked_where_nothing_is_doubtful(
    doubtful: CheckedPhoto, monkeypatch: pytest.MonkeyPatch
) -> None:
    sure = answered(doubtful, "xe", monkeypatch)
    assert answered(sure, "", monkeypatch) is sure
    gone = replace(doubtful, reading=None)
    assert answered(gone, "", monkeypatch) is gone


def test_a_picture_in_half_blocks() -> None:
    picture = np.zeros((4, 3, 3), np.uint8)
    picture[0] = (255, 0, 0)
    text = audit_review.as_text(picture)
    assert text.plain == "▀▀▀\n▀▀▀\n"
    style = text.spans[0].style
    assert not isinstance(style, str)
    assert style.color is not None
    assert style.bgcolor is not None
    assert (style.color.name, style.bgcolor.name) == ("#ff0000", "#000000")


def test_a_close_up_is_upright_and_shows_the_surroundings() -> None:
    image = np.zeros((200, 200, 3), np.uint8)
    image[80:120, 80:120] = 255
    # The cell lies on its side: its top left corner is at the lower left.
    quad = [Point(80, 120), Point(80, 80), Point(120, 80), Point(120, 120)]
    image[100:120, 80:100] = (255, 0, 0)
    shown = close_up(image, quad, 95)
    assert shown.shape == (95, 95, 3)
    assert tuple(shown[32, 32]) == (255, 0, 0)
    assert tuple(shown[62, 62]) == (255, 255, 255)
    assert shown[5, 5].max() == 0


def test_close_ups_are_added_below_the_picture() -> None:
    image = np.full((300, 500, 3), 90, np.uint8)
    quad = (Point(10, 10), Point(60, 10), Point(60, 50), Point(10, 50))
    assert strip_below(image, image, []) is image
    few = strip_below(image, image, [CloseUp(quad, "red 3")] * 2)
    assert (few[:300] == image).all()
    assert few.shape[1] == 500
    many = strip_below(image, image, [CloseUp(quad, "red 3")] * 60)
    most = strip_below(image, image, [CloseUp(quad, "red 3")] * 40)
    assert few.shape[0] < most.shape[0] == many.shape[0]


def test_the_overlay_shows_doubtful_cells(doubtful: CheckedPhoto, tmp_path: Path) -> None:
    sizes = []
    for photo in (doubtful, replace(doubtful, sheets=())):
        jpeg = overlay_of(photo, "en")
        assert jpeg
        (tmp_path / "a.jpg").write_bytes(jpeg)
        sizes.append(load_photo(tmp_path / "a.jpg").image.shape[0])
    assert sizes[0] > sizes[1]
