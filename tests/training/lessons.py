"""Cells to learn from: picked from data sets as the nets that come before will hand them on.

Needs no PyTorch. Crops are bytes, (cells, channels, side, side); see ``dataset.CROP_SCALE``.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetgen.vision import marks
from sheetgen.vision.crops import CHANNELS, FINE, QUICK, CropSize
from sheetgen.vision.inks import PrintedCells
from sheetgen.vision.nets import MARKS, look, softmax
from sheetgen.vision.settings import SETTINGS
from tests.training.dataset import as_floats

Crops = NDArray[np.uint8]
_CERTAIN = 0.9999
"""Cells of which the quick net is more certain teach little ..."""
_EASY_SHARES = {"quick": 0.25, "fine": 0.06, "close": 0.06}
"""... and only such a share of them is used; the close net uses the same share of those of which
the fine one is."""
_AT_ONCE = 500
_PROCESSES = 2


class Lesson(NamedTuple):
    """Cells to learn from."""

    crops: Crops
    truth: NDArray[np.int64]
    weight: NDArray[np.float32]
    """Such that strokes of a mark weigh as much as they are frequent in games; 1 in the mean."""
    rarity: NDArray[np.float32]
    """(cells, marks): logarithms of what each mark weighs where the cell comes from, that is how
    much more frequent it would be in games. Logits less these are those of what is seen in the
    lesson (Menon and others, Long-tail learning via logit adjustment, 2021): marks that are rare in
    games are learnt from as if they were frequent, but not expected more often."""


def parts_of(path: Path) -> Iterator[Lesson]:
    """The cells in one file of a data set, ``N.crops.npy``, in parts; the crops are on disk."""
    truth = np.load(path.with_name(path.name.replace(".crops.", ".truth.")))
    about = path.with_name(path.name.replace(".crops.npy", ".cells.csv"))
    with about.open(encoding="utf-8", newline="") as file:
        weight = np.array([cell["weight"] for cell in csv.DictReader(file)], np.float32)
    of_marks = np.ones(len(MARKS), np.float32)
    for mark in np.unique(truth):
        of_marks[mark] = weight[truth == mark].mean()
    weight /= of_marks[truth]
    crops = np.load(path, mmap_mode="r")
    for start in range(0, len(truth), _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        rarity = np.tile(np.log(of_marks), (len(truth[part]), 1))
        yield Lesson(np.asarray(crops[part]), truth[part], weight[part], rarity)


def resized(crops: Crops, size: CropSize) -> Crops:
    """Fine crops at a smaller size."""
    if size is FINE:
        return np.asarray(crops)
    out = np.empty((len(crops), CHANNELS, size.side, size.side), np.uint8)
    for source, target in zip(crops, out, strict=True):
        wide = source.reshape(CHANNELS, FINE.side, FINE.side).transpose(1, 2, 0)
        shape = (size.side, size.side)
        for first in (0, 3):  # OpenCV resizes up to four channels
            part = np.ascontiguousarray(wide[..., first : first + 3])
            target[first : first + 3] = cv2.resize(
                part, shape, interpolation=cv2.INTER_AREA
            ).transpose(2, 0, 1)
    return out


def spots_in(crops: NDArray[np.float32]) -> NDArray[np.float32]:
    """``PrintedCells.spots`` of quick crops, which hold the print as well."""
    return PrintedCells(crops[:, 3:]).spots(crops)


def load(folder: Path, name: str, step: int = 1) -> Lesson:
    """The cells that the net of this name learns from."""
    paths = sorted(folder.glob("*.crops.npy"))[::step]
    with Pool(_PROCESSES) as pool:
        parts = pool.map(partial(_picked_of, name=name), paths, chunksize=1)
    rest = [np.concatenate([part[i] for part in parts]) for i in (1, 2, 3)]
    return Lesson(_joined([part.crops for part in parts]), *rest)


def _picked_of(path: Path, name: str) -> Lesson:
    cv2.setNumThreads(1)
    rng = np.random.default_rng(int(path.name.split(".")[0]))
    picked = zip(*(_picked(part, name, rng) for part in parts_of(path)), strict=True)
    return Lesson(*(np.concatenate(parts) for parts in picked))


def _picked(part: Lesson, name: str, rng: np.random.Generator) -> Lesson:
    """Those of some cells that the net of this name learns from."""
    quick = resized(part.crops, QUICK)
    floats = as_floats(quick)
    spots = spots_in(floats)
    chances, _ = marks.quick_look(floats, spots)
    sure = _sure(chances, part.truth)
    used = ~sure | (rng.random(len(sure)) < _EASY_SHARES[name])
    picked = np.flatnonzero(used & (spots > SETTINGS.least_spot_of_marks))
    if name == "close" and len(picked):
        chances = softmax(look("fine", as_floats(part.crops[picked])).logits)
        used = ~_sure(chances, part.truth[picked])
        picked = picked[used | (rng.random(len(picked)) < _EASY_SHARES[name])]
    weight = part.weight[picked]
    if name == "quick":
        weight[sure[picked]] /= _EASY_SHARES[name]
    crops = (quick if name == "quick" else part.crops)[picked]
    return Lesson(crops, part.truth[picked], weight, part.rarity[picked])


def _sure(chances: NDArray[np.float64], truth: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Where a net is right and certain of it."""
    sure: NDArray[np.bool_] = (chances.max(axis=1) > _CERTAIN) & (chances.argmax(axis=1) == truth)
    return sure


def _joined(parts: list[Crops]) -> Crops:
    """The parts as one array; they are given up one by one, as both would not fit into memory."""
    out = np.empty((sum(len(part) for part in parts), *parts[0].shape[1:]), np.uint8)
    start = 0
    for i, part in enumerate(parts):
        out[start : start + len(part)] = part
        start += len(part)
        parts[i] = part[:0].copy()
    return out
