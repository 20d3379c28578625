"""What thresholds cost: doubts without need against silent errors, for each mark.

``python -m tests.training.judge_marks FOLDER`` looks at the photos of a data set that train_sheet
keeps for judging (tests/training/dataset.py without ``--lively``). It prints, for each guess and
each other mark, how many guesses would be doubted if the other may be so probable and no more, on
the sheet and, of those believed, to the fine net alone and in the geometric mean of both; what
other thresholds of overruling would change; and what is doubted and believed as all are set. Cells
about which the quick net is certain are left out. Last, for each mark the share of cells that no
net looks at, as they have no spot.
"""

from __future__ import annotations

import argparse
import csv
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetgen.vision import marks
from sheetgen.vision.crops import QUICK
from sheetgen.vision.nets import MARKS, weigh
from sheetgen.vision.settings import SETTINGS
from tests.training.dataset import as_floats
from tests.training.lessons import resized, spots_in
from tests.training.train_sheet import (
    JUDGE_EVERY,
    Examples,
    chances_alone,
    chosen,
    examples_of,
    joined,
    trade,
)

LIMITS = (0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.15, 0.2, 0.3)
OVERRULING = (0.9, 0.95, 0.97, 0.98, 0.99, 0.995)
SEEN = (0.0, 0.02, 0.05, 0.1)

Chances = NDArray[np.float64]


def bare_of(path: Path) -> tuple[Counter[str], Counter[str]]:
    """How many cells bear which mark in one file, ``N.crops.npy``, and how many have no spot."""
    cv2.setNumThreads(1)
    about = path.with_name(path.name.replace(".crops.npy", ".cells.csv"))
    with about.open(encoding="utf-8", newline="") as file:
        cells = list(csv.DictReader(file))
    which = [i for i, cell in enumerate(cells) if int(cell["seed"]) % JUDGE_EVERY == 0]
    truth = np.load(path.with_name(path.name.replace(".crops.", ".truth.")))
    kept = np.load(path, mmap_mode="r")[which]
    bare = spots_in(as_floats(resized(kept, QUICK))) <= SETTINGS.least_spot_of_marks
    names = [_name(MARKS[truth[i]], cells[i]["stroke"]) for i in which]
    return Counter(names), Counter(name for name, one in zip(names, bare, strict=True) if one)


def _name(mark: str, stroke: str) -> str:
    return f"unsure: {stroke}" if mark == "unsure" else mark


def show_bare(found: Iterable[tuple[Counter[str], Counter[str]]]) -> None:
    every, bare = (sum(counts, Counter[str]()) for counts in zip(*found, strict=True))
    print("cells without a spot, which no net looks at")
    for name, count in sorted(every.items()):
        print(f"{name:>16} {bare[name]:7d} of {count:7d}  {bare[name] / count:.4%}")


def show_guesses(guess: NDArray[np.int64], truth: NDArray[np.int64]) -> None:
    print("rows: truth, columns: guess", *MARKS)
    for i, name in enumerate(MARKS):
        counts = [int(((truth == i) & (guess == j)).sum()) for j in range(len(MARKS))]
        print(f"{name:>10}", *(f"{count:7d}" for count in counts))


def show_limits(chances: Chances, guess: NDArray[np.int64], truth: NDArray[np.int64]) -> None:
    """For each guess and other mark what ``Settings.max_doubts``, alone or in both, might be."""
    print("guess / other mark: for each limit right guesses doubted - wrong ones doubted")
    for i, name in enumerate(MARKS[:-1]):
        for j, other in ((j, other) for j, other in enumerate(MARKS) if j != i):
            shares = []
            for limit in LIMITS:
                doubted = (guess == i) & (chances[:, j] > limit)
                right = int((doubted & (truth == i)).sum())
                shares.append(f"{limit:g}: {right} - {int((doubted & (truth != i)).sum())}")
            print(f"{name:>10} / {other:10}", "; ".join(shares))


def show_overruling(chances: Chances, examples: Examples) -> None:
    for least in OVERRULING:
        changed = replace(SETTINGS, min_overruling=least)
        print(f"min_overruling {least:g}: {trade(chances, examples, changed)}")
    for least in SEEN:
        changed = replace(SETTINGS, min_seen=least)
        print(f"min_seen {least:g}: {trade(chances, examples, changed)}")


def show_as_set(chances: Chances, examples: Examples) -> None:
    sure, guess = marks.is_settled(chances, chances_alone(examples)), chances.argmax(axis=1)
    truth = examples.truth
    print("as set:", trade(chances, examples))
    print("right guesses doubted, wrong ones believed")
    for i, name in enumerate(MARKS[:-1]):
        mine = guess == i
        whose = ", ".join(MARKS[t] for t in truth[mine & (truth != i) & sure])
        print(f"{name:>10} {int((mine & (truth == i) & ~sure).sum()):4d}  {whose or '-'}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    paths = sorted(options.folder.glob("*.crops.npy"))
    with Pool(options.processes) as pool:
        parts = joined(pool.map(partial(examples_of, every=JUDGE_EVERY), paths))
        bare = pool.map(bare_of, paths)
    examples = chosen(parts, parts.whole)
    print(len(examples.truth), "cells of", len(np.unique(examples.photo)), "photos with doubts")
    chances = weigh(examples.evidence)
    show_guesses(chances.argmax(axis=1), examples.truth)
    guess, before = chances.argmax(axis=1), chances_alone(examples)
    print("on the sheet")
    show_limits(chances, guess, examples.truth)
    sure = marks.is_settled(chances, before)
    print("alone, of those that are believed")
    show_limits(before[sure], guess[sure], examples.truth[sure])
    print("in both, of those that are believed")
    show_limits(np.sqrt(before * chances)[sure], guess[sure], examples.truth[sure])
    show_overruling(chances, examples)
    show_as_set(chances, examples)
    show_bare(bare)


if __name__ == "__main__":
    main()
