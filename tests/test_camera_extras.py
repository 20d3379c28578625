"""Further conditions of a photo: each changes the picture as it says, and the truth stays true."""

import cv2
import numpy as np
import pytest

from tests.camera import BlankSheet, FilledSheet, Photo, fill_sheet, photograph, random_hand
from tests.camera.aftermath import SCREENS
from tests.camera.extras import EXTRAS
from tests.camera.paper import Image
from tests.camera.plays import random_marks
from tests.camera.standin import standin_sheet


@pytest.fixture(scope="module")
def filled() -> FilledSheet:
    sheet: BlankSheet = standin_sheet(8.0)
    rng = np.random.default_rng(1)
    return fill_sheet(sheet, random_marks(sheet, rng, "careful"), random_hand("careful", rng), rng)


def shoot(filled: FilledSheet, seed: int, *extras: str, sheets: int = 1) -> Photo:
    rng = np.random.default_rng(seed)
    return photograph([filled] * sheets, "careful", rng, megapixels=2, extras=set(extras))


def flat(photo: Photo, filled: FilledSheet, which: int = 0) -> Image:
    """The sheet out of the photo, by its corners."""
    height, width = filled.image.shape[:2]
    to = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    corners = photo.sheet_corners[which].astype(np.float32)
    matrix = cv2.getPerspectiveTransform(corners, to)
    return np.asarray(cv2.warpPerspective(photo.image, matrix, (width, height)), np.uint8)


def corner_changes(photo: Photo, filled: FilledSheet) -> list[float]:
    """How little each corner of the sheet looks like the print, 0..1."""
    seen, clean, out = flat(photo, filled), filled.image, []
    size = round(12 * filled.blank.px_per_mm)
    for rows in (np.s_[:size], np.s_[-size:]):
        for columns in (np.s_[:size], np.s_[-size:]):
            a, b = seen[rows, columns].mean(axis=2), clean[rows, columns].mean(axis=2)
            out.append(1 - float(np.corrcoef(a.ravel(), b.ravel())[0, 1]))
    return out


@pytest.mark.parametrize("extra", EXTRAS)
def test_corners_stay_right_and_a_seed_gives_the_same_photo(
    filled: FilledSheet, extra: str
) -> None:
    sheets = 3 if extra == "overlap" else 1
    photo = shoot(filled, 5, extra, sheets=sheets)
    if sheets == 1:
        assert photo.jpeg == shoot(filled, 5, extra).jpeg
    assert photo.conditions["extras"] == extra
    height, width = photo.image.shape[:2]
    clean = filled.image.mean(axis=2).ravel()
    for which, corners in enumerate(photo.sheet_corners):
        assert corners.min() >= -1
        assert (corners.max(axis=0) < [width + 1, height + 1]).all()
        seen = flat(photo, filled, which).mean(axis=2).ravel()
        left = 0.6 if extra == "edge-cut-off" else 0.7
        assert np.corrcoef(seen, clean)[0, 1] > left


@pytest.mark.parametrize("extra", ["thumb", "folded-corner"])
@pytest.mark.parametrize("seed", range(3))
def test_one_corner_is_covered(filled: FilledSheet, extra: str, seed: int) -> None:
    changes = sorted(corner_changes(shoot(filled, seed, extra), filled))
    assert changes[2] < 0.35
    assert changes[3] > 0.5


def test_mirrored_is_the_same_photo_the_other_way_round(filled: FilledSheet) -> None:
    plain, other = shoot(filled, 3), shoot(filled, 3, "mirrored")
    assert np.abs(plain.image[:, ::-1].astype(int) - other.image).mean() < 3
    (corners,) = other.sheet_corners
    x, y = corners.T
    assert np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y) < 0  # TL, TR, BR, BL anticlockwise


def test_coffee_is_brown_and_leaves_the_rest(filled: FilledSheet) -> None:
    plain, stained = shoot(filled, 3), shoot(filled, 3, "coffee")
    assert np.array_equal(plain.sheet_corners[0], stained.sheet_corners[0])
    loss = plain.image.astype(int) - stained.image
    ring = loss[..., 2] > 40
    assert 0.003 < ring.mean() < 0.2
    assert loss[ring][:, 2].mean() > 1.3 * loss[ring][:, 0].mean()
    assert np.abs(loss).max(axis=2)[~ring].mean() < 6


def test_glare_burns_out_a_spot_of_the_sheet(filled: FilledSheet) -> None:
    for seed in range(2):
        plain, lit = shoot(filled, seed), shoot(filled, seed, "glare")
        burnt = (flat(lit, filled).min(axis=2) > 250).mean()
        assert burnt > (flat(plain, filled).min(axis=2) > 250).mean() + 0.003
        assert (lit.image.astype(int) - plain.image).max() > 120


def test_messenger_sends_two_megapixels_at_quality_40(filled: FilledSheet) -> None:
    rng = np.random.default_rng(4)
    photo = photograph([filled], "ordinary", rng, megapixels=12, extras={"messenger"})
    assert max(photo.image.shape) == 1600
    assert photo.conditions["jpeg"] == 40
    assert photo.orientation is None
    assert len(photo.jpeg) < 400_000
    corners = photo.sheet_corners[0]
    assert np.ptp(corners, axis=0).max() > 800


def test_a_screenshot_has_the_size_of_a_screen_and_bars(filled: FilledSheet) -> None:
    photo = shoot(filled, 2, "screenshot")
    height, width = photo.image.shape[:2]
    assert (width, height) in SCREENS
    top = photo.image[: round(0.1 * width), 2 * width // 5 : 3 * width // 5]
    assert np.ptp(top.astype(int)) < 30
    assert photo.sheet_corners[0][:, 1].min() > 0.1 * width


def test_scans_are_flat_and_grey_or_black_and_white(filled: FilledSheet) -> None:
    for extra in ("fax", "grey-scan"):
        rng = np.random.default_rng(8)
        photo = photograph([filled], "bad", rng, megapixels=2, extras={extra})
        assert photo.conditions["scan"]
        assert photo.conditions["tilt"] == photo.conditions["curl_mm"] == 0
        assert np.ptp(photo.image.astype(int), axis=2).max() < 6
        between = ((photo.image > 60) & (photo.image < 195)).mean()
        assert (between < 0.06) == (extra == "fax")


def test_a_grey_photo_is_the_same_photo_without_colour(filled: FilledSheet) -> None:
    plain, grey = shoot(filled, 4), shoot(filled, 4, "grey")
    assert np.array_equal(plain.sheet_corners[0], grey.sheet_corners[0])
    assert np.ptp(grey.image.astype(int), axis=2).max() < 6
    light = cv2.cvtColor(plain.image, cv2.COLOR_RGB2GRAY).astype(int)
    assert np.abs(light - grey.image[..., 1]).mean() < 3


def test_low_light_is_dark_and_noisy(filled: FilledSheet) -> None:
    plain, dark = shoot(filled, 6), shoot(filled, 6, "low-light")
    assert np.percentile(flat(dark, filled), 95) < 0.7 * np.percentile(flat(plain, filled), 95)
    rough = [
        float(np.abs(np.diff(flat(p, filled)[..., 1].astype(int), axis=1)).mean())
        / float(flat(p, filled)[..., 1].std())
        for p in (plain, dark)
    ]
    assert rough[1] > rough[0]


@pytest.mark.parametrize("count", [2, 5])
def test_overlapping_sheets_overlap_by_their_margins_only(filled: FilledSheet, count: int) -> None:
    photo = shoot(filled, 7, "overlap", sheets=count)
    assert len(photo.sheet_corners) == count
    assert photo.cell_px >= 25
    for first, second in zip(photo.sheet_corners, photo.sheet_corners[1:], strict=False):
        area, _ = cv2.intersectConvexConvex(first.astype(np.float32), second.astype(np.float32))
        whole = cv2.contourArea(first.astype(np.float32))
        height = filled.blank.size_mm[1]
        assert 0 < area < whole * 7.5 / height


def test_what_makes_no_sense_is_refused(filled: FilledSheet) -> None:
    with pytest.raises(ValueError, match="unknown extra"):
        shoot(filled, 1, "rain")
    with pytest.raises(ValueError, match="one sheet"):
        shoot(filled, 1, "overlap")
    with pytest.raises(ValueError, match="scanner"):
        shoot(filled, 1, "fax", "thumb")


def test_a_page_filled_in_on_a_tablet_is_the_page_itself(filled: FilledSheet) -> None:
    for seed in range(3):
        photo = shoot(filled, seed, "tablet")
        assert photo.conditions["printer"] == "none"
        seen = flat(photo, filled).astype(int)
        white = cv2.copyMakeBorder(filled.image, 1, 1, 1, 1, cv2.BORDER_CONSTANT).min(axis=2) == 255
        inner = cv2.erode(white.astype(np.uint8), np.ones((31, 31)))[1:-1, 1:-1] > 0
        assert np.percentile(seen[inner], 0.1) >= 252
        assert np.abs(cv2.GaussianBlur(filled.image, (0, 0), 3).astype(int) - seen).mean() < 12
    with pytest.raises(ValueError, match="never printed"):
        shoot(filled, 1, "tablet", "coffee")
