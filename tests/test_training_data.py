"""Data to train the nets on: what rare sheets bear and how much their cells weigh."""

import csv
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from sheetgen.vision.crops import CHANNELS, FINE, QUICK
from sheetgen.vision.nets import MARKS
from tests.training import dataset
from tests.training.lessons import load, parts_of, resized

SEED = 4711


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two photos of rare sheets, written by the command."""
    out = tmp_path_factory.mktemp("rare")
    with pytest.MonkeyPatch.context() as patch:
        arguments = ["dataset", str(out), "--rare", "--photos", "2", "--seed", str(SEED)]
        patch.setattr("sys.argv", [*arguments, "--variant", "original"])
        dataset.main()
    return out


def about(folder: Path) -> list[dict[str, str]]:
    with (folder / f"{SEED}.cells.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_a_data_set_is_crops_truth_and_a_table_of_the_same_cells(folder: Path) -> None:
    crops = np.load(folder / f"{SEED}.crops.npy")
    truth = np.load(folder / f"{SEED}.truth.npy")
    assert crops.dtype == np.uint8
    assert crops.shape == (len(truth), CHANNELS, FINE.side, FINE.side)
    assert len(about(folder)) == len(truth)
    assert all((MARKS[mark] == "empty") == (row["stroke"] == "") for mark, row in
               zip(truth, about(folder), strict=True))  # fmt: skip


def test_rare_sheets_are_full_of_what_is_rare_in_games(folder: Path) -> None:
    truth = Counter(MARKS[mark] for mark in np.load(folder / f"{SEED}.truth.npy"))
    assert min(truth["unsure"], truth["dash"]) > 0.1 * truth.total()
    assert any(row["stroke"].endswith(", light") for row in about(folder))


def test_weights_of_marks_become_expectations_and_those_of_strokes_stay(folder: Path) -> None:
    (lesson,) = parts_of(folder / f"{SEED}.crops.npy")
    weights = np.array([row["weight"] for row in about(folder)], np.float32)
    for mark, name in enumerate(MARKS):
        mine = lesson.truth == mark
        if mine.any():
            assert lesson.weight[mine].mean() == pytest.approx(1.0, rel=1e-4), name
    together = lesson.weight * np.exp(lesson.rarity[np.arange(len(weights)), lesson.truth])
    np.testing.assert_allclose(together, weights, rtol=1e-4)
    unsure, empty = (lesson.rarity[0, MARKS.index(mark)] for mark in ("unsure", "empty"))
    assert unsure < empty - 3


def test_a_lesson_holds_the_cells_that_its_net_will_see(folder: Path) -> None:
    (every,) = parts_of(folder / f"{SEED}.crops.npy")
    quick, fine = (load(folder, name) for name in ("quick", "fine"))
    assert quick.crops.shape[1:] == (CHANNELS, QUICK.side, QUICK.side)
    assert fine.crops.shape[1:] == (CHANNELS, FINE.side, FINE.side)
    assert 0 < len(fine.crops) < len(quick.crops) <= len(every.crops)
    for lesson in (quick, fine):
        assert len(lesson.truth) == len(lesson.weight) == len(lesson.rarity) == len(lesson.crops)


def test_crops_made_smaller_keep_their_light() -> None:
    shades = np.linspace(0, 255, CHANNELS, dtype=np.uint8)
    crops = np.tile(shades[None, :, None, None], (2, 1, FINE.side, FINE.side))
    small = resized(crops, QUICK)
    assert small.shape == (2, CHANNELS, QUICK.side, QUICK.side)
    np.testing.assert_array_equal(small[:, :, 3, 3], crops[:, :, 3, 3])
