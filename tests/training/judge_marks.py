"""What thresholds cost: doubts without need against silent errors, for each mark.

``python -m tests.training.judge_marks FOLDER`` runs both nets over cells that neither has learnt
from (tests/training/dataset.py without ``--lively``) and prints, for each guess and each least
probability, how many right guesses would be doubted and how many wrong ones believed.
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

LEAST = (0.5, 0.7, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99, 0.995, 0.998)
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
    guess, top = chances.argmax(axis=1), chances.max(axis=1)
    print("rows: truth, columns: guess", *MARKS)
    for i, name in enumerate(MARKS):
        counts = [int(((truth == i) & (guess == j)).sum()) for j in range(len(MARKS))]
        print(f"{name:>10}", *(f"{count:7d}" for count in counts))
    print("guess, least probability: right but doubted, wrong but believed")
    for i, name in enumerate(MARKS[:-1]):
        mine = guess == i
        for least in LEAST:
            doubted = mine & (truth == i) & (top < least)
            believed = mine & (truth != i) & (top >= least)
            whose = ", ".join(MARKS[t] for t in truth[believed][:10])
            print(
                f"{name:>10} {least:.3f}: {int(doubted.sum()):4d} {int(believed.sum()):4d}  {whose}"
            )
    empty = (guess == 0) & (truth == 0)
    for limit in (0.01, 0.02, 0.03, 0.05, 0.08):
        missed = (guess == 0) & (truth != 0)
        print(
            f"ink above {limit}: {int((empty & (inks > limit)).sum())} empty cells, "
            f"{int((missed & (inks > limit)).sum())} of {int(missed.sum())} others taken for empty"
        )


if __name__ == "__main__":
    main()
