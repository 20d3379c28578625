"""What thresholds cost: doubts without need against silent errors, for each mark.

``python -m tests.training.judge_marks FOLDER`` looks at cells that no net has learnt from
(tests/training/dataset.py without ``--lively``). It prints, for each guess and each other mark, how
many guesses would be doubted if the other may be so probable and no more, and how many are as
``marks.is_settled`` has it. Cells about which the quick net is certain are left out.
"""

from __future__ import annotations

import argparse
from multiprocessing import Pool
from pathlib import Path

import numpy as np

from sheetgen.vision import marks
from sheetgen.vision.nets import MARKS, weigh
from tests.training.train_sheet import examples_of, joined

LIMITS = (0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.15, 0.2, 0.3)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    with Pool(options.processes) as pool:
        examples = joined(pool.map(examples_of, sorted(options.folder.glob("*.crops.npy"))))
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


if __name__ == "__main__":
    main()
