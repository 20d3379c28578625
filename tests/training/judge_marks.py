"""What thresholds cost: doubts without need against silent errors, for each mark.

``python -m tests.training.judge_marks FOLDER`` looks at cells that no net has learnt from
(tests/training/dataset.py without ``--lively``). It prints, for each guess and each other mark, how
many guesses would be doubted if the other may be so probable and no more, and how many are as
``marks.is_settled`` has it. Cells about which the quick net is certain are left out. Last, for each
mark the share of cells that no net looks at, as they have no spot.
"""

from __future__ import annotations

import argparse
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetgen.vision import marks
from sheetgen.vision.crops import QUICK
from sheetgen.vision.inks import PrintedCells
from sheetgen.vision.nets import MARKS, weigh
from sheetgen.vision.settings import SETTINGS
from tests.training.dataset import as_floats
from tests.training.train_marks import resized
from tests.training.train_sheet import examples_of, joined

LIMITS = (0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.15, 0.2, 0.3)


def spots_of(path: Path) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Truth of the cells in one file, ``N.crops.npy``, and whether they have a spot."""
    cv2.setNumThreads(1)
    truth = np.load(path.with_name(path.name.replace(".crops.", ".truth.")))
    crops = as_floats(resized(np.load(path, mmap_mode="r"), QUICK))
    return truth, PrintedCells(crops[:, 3:]).spots(crops) > SETTINGS.least_spot_of_marks


def show_bare(truth: NDArray[np.int64], spotted: NDArray[np.bool_]) -> None:
    print("cells without a spot, which no net looks at")
    for i, name in enumerate(MARKS):
        count, bare = int((truth == i).sum()), int(((truth == i) & ~spotted).sum())
        print(f"{name:>10} {bare:7d} of {count:7d}  {bare / max(count, 1):.4%}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    with Pool(options.processes) as pool:
        paths = sorted(options.folder.glob("*.crops.npy"))
        examples = joined(pool.map(examples_of, paths))
        truths, spotted = zip(*pool.imap(spots_of, paths), strict=True)
    chances, truth = weigh(examples.evidence[examples.whole]), examples.truth[examples.whole]
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
    before = np.exp(examples.evidence[examples.whole, : len(MARKS)].astype(np.float64))
    sure = marks.is_settled(chances, before)
    print("as set: right guesses doubted, wrong ones believed")
    for i, name in enumerate(MARKS[:-1]):
        mine = guess == i
        whose = ", ".join(MARKS[t] for t in truth[mine & (truth != i) & sure])
        print(f"{name:>10} {int((mine & (truth == i) & ~sure).sum()):4d}  {whose or '-'}")
    show_bare(np.concatenate(truths), np.concatenate(spotted))


if __name__ == "__main__":
    main()
