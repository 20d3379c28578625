"""What thresholds cost: doubts without need against silent errors, for each mark.

``python -m tests.training.judge_marks FOLDER`` runs both nets over cells that neither has learnt
from (tests/training/dataset.py without ``--lively``). It prints, for each guess and each other
mark, how many guesses would be doubted if the other may be so probable and no more, and how many
are as ``SETTINGS.max_doubts`` has it.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetgen.vision import marks
from sheetgen.vision.crops import QUICK
from sheetgen.vision.settings import SETTINGS
from tests.training.dataset import CROP_SCALE, MARKS
from tests.training.train_marks import files, resized

LIMITS = (0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.15, 0.2, 0.3)
_BATCH = 256


def judged(folder: Path) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
    """Probabilities (cells, marks), ink (cells,) and truth (cells,)."""
    chances, inks, truths = [], [], []
    for crops, truth in files(folder, 1):
        quick = resized(crops, QUICK).astype(np.float32) / np.float32(CROP_SCALE)
        for start in range(0, len(crops), _BATCH):
            part = slice(start, start + _BATCH)
            found = marks.quick_probabilities(quick[part])
            doubtful = np.flatnonzero(found.max(axis=1) < SETTINGS.certain)
            if len(doubtful):
                fine = np.asarray(crops[part])[doubtful].astype(np.float32) / np.float32(CROP_SCALE)
                found[doubtful] = marks.fine_probabilities(fine)
            chances.append(found)
            inks += [marks.ink_share(crop) for crop in quick[part]]
        truths.append(truth)
    return np.concatenate(chances), np.array(inks), np.concatenate(truths)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    cv2.setNumThreads(2)
    chances, inks, truth = judged(options.folder)
    guess = chances.argmax(axis=1)
    print("rows: truth, columns: guess", *MARKS)
    for i, name in enumerate(MARKS):
        counts = [int(((truth == i) & (guess == j)).sum()) for j in range(len(MARKS))]
        print(f"{name:>10}", *(f"{count:7d}" for count in counts))
    print("guess / other mark: for each limit right guesses doubted - wrong ones doubted")
    for i, name in enumerate(MARKS[:-1]):
        for j, other in enumerate(MARKS):
            if i == j:
                continue
            shares = []
            for limit in LIMITS:
                doubted = (guess == i) & (chances[:, j] > limit)
                right = int((doubted & (truth == i)).sum())
                shares.append(f"{limit:g}: {right} - {int((doubted & (truth != i)).sum())}")
            print(f"{name:>10} / {other:10}", "; ".join(shares))
    limits = np.array([*SETTINGS.max_doubts, [0.0] * len(MARKS)])
    sure = (chances <= limits[guess]).all(axis=1)
    print("as set: right guesses doubted, wrong ones believed")
    for i, name in enumerate(MARKS[:-1]):
        mine = guess == i
        whose = ", ".join(MARKS[t] for t in truth[mine & (truth != i) & sure])
        print(f"{name:>10} {int((mine & (truth == i) & ~sure).sum()):4d}  {whose or '-'}")
    empty = (guess == 0) & (truth == 0)
    for limit in (0.01, 0.02, 0.03, 0.05, 0.08):
        missed = (guess == 0) & (truth != 0)
        print(
            f"ink above {limit}: {int((empty & (inks > limit)).sum())} empty cells, "
            f"{int((missed & (inks > limit)).sum())} of {int(missed.sum())} others taken for empty"
        )


if __name__ == "__main__":
    main()
