"""Tell marks apart: crops in, a mark with its probability out, for every cell.

Two independent judges: nets with calibrated probabilities, trained on simulated photos
(tests/training), and a plain measure of ink. A quick net looks at all cells, a finer one again at
those about which the quick one is not certain. Where the nets are not sure, or see nothing where
there is ink, the mark is ``unsure``. Too little ink is no alarm: in cells full of print it is not
seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetgen.vision.crops import FINE, QUICK, BlankCells, cut_crops
from sheetgen.vision.photo import Pixels
from sheetgen.vision.settings import SETTINGS

MARKS = ("empty", "cross", "dash", "cancelled", "unsure")


@dataclass(frozen=True, slots=True)
class MarkReading:
    """What was seen in a cell."""

    mark: str
    """One of ``MARKS``."""
    confidence: float
    """Probability of ``mark``; for ``unsure`` that of the best guess."""
    guess: str
    """The most probable mark, also where the answer is ``unsure``."""
    ink: float
    """Share of the cell's inner part that is darker than the blank print there."""


def model_path(name: str) -> Path:
    """The file of a net, "quick" or "fine"."""
    return Path(__file__).with_name(f"marks-{name}.onnx")


@cache
def _net(name: str) -> cv2.dnn.Net:
    return cv2.dnn.readNetFromONNX(np.fromfile(model_path(name), np.uint8))


def quick_probabilities(crops: NDArray[np.float32]) -> NDArray[np.float64]:
    """Calibrated probabilities of ``MARKS`` for quick crops, (crops, marks)."""
    return _softmax(_logits("quick", crops) + np.log(SETTINGS.quick_priors))


def fine_probabilities(crops: NDArray[np.float32]) -> NDArray[np.float64]:
    """The same for fine crops, which are looked at upright and upside down."""
    turned = np.concatenate([crops, crops[..., ::-1, ::-1]])
    logits = _logits("fine", turned).reshape(2, len(crops), len(MARKS)).mean(axis=0)
    return _softmax(logits + np.log(SETTINGS.fine_priors))


def _logits(name: str, crops: NDArray[np.float32]) -> NDArray[np.float64]:
    net = _net(name)
    net.setInput(np.ascontiguousarray(crops))
    return np.asarray(net.forward(), np.float64).reshape(len(crops), len(MARKS))


def _softmax(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    result: NDArray[np.float64] = powers / powers.sum(axis=1, keepdims=True)
    return result


def read_marks(aligned: Pixels, cells: BlankCells) -> list[MarkReading]:
    """The marks in all boxes of an aligned sheet."""
    crops = cut_crops(aligned, cells.quick)
    chances = quick_probabilities(crops)
    doubtful = np.flatnonzero(chances.max(axis=1) < SETTINGS.certain).tolist()
    if doubtful:
        chances[doubtful] = fine_probabilities(cut_crops(aligned, cells.crops(FINE, doubtful)))
    return [_judge(chance, crop) for chance, crop in zip(chances, crops, strict=True)]


def _judge(chance: NDArray[np.float64], crop: NDArray[np.float32]) -> MarkReading:
    ink = ink_share(crop)
    best = int(chance.argmax())
    guess, confidence = MARKS[best], float(chance[best])
    sure = guess != "unsure" and bool(np.all(chance <= SETTINGS.max_doubts[best]))
    if guess == "empty":
        sure = sure and ink <= SETTINGS.max_ink_of_empty
        sure = sure and print_visibility(crop) >= SETTINGS.min_visibility
    return MarkReading(guess if sure else "unsure", confidence, guess, ink)


def ink_share(crop: NDArray[np.float32]) -> float:
    """Share of the cell's unprinted inner part with ink that the printer did not put there.

    Darkness is measured against the light surroundings at the scale of a stroke (a morphological
    closing), so that shadows cancel; the print's own darkness, widened a little for what alignment
    leaves, is taken off.
    """
    seen, known = crop[:3].mean(axis=0), crop[3]
    kernel = np.ones((_STROKE, _STROKE), np.uint8)
    ground = cv2.morphologyEx(seen, cv2.MORPH_CLOSE, kernel)
    dark = 1 - seen / np.maximum(ground, 1e-3)
    print_ground = cv2.morphologyEx(known, cv2.MORPH_CLOSE, kernel)
    print_dark = cv2.dilate(1 - known / np.maximum(print_ground, 1e-3), np.ones((5, 5), np.uint8))
    inner = cv2.erode(crop[5], np.ones((_INNER, _INNER), np.uint8), borderValue=0) > 0
    excess = (dark - print_dark)[inner] > SETTINGS.ink_darkness
    free = int((print_dark[inner] < SETTINGS.free_of_print).sum())
    return float(excess.sum() / max(free, excess.size / 5))


def print_visibility(crop: NDArray[np.float32]) -> float:
    """How much of the print's contrast is seen where least of it is, in one half of the cell.

    Where a lamp or flash wipes out the print, it wipes out marks as well. 1: as on the blank print;
    0: nothing of it. Slope of the regression of what is seen on what is known.
    """
    known = cv2.GaussianBlur(crop[3], (0, 0), _KNOWN_BLUR)
    seen = cv2.GaussianBlur(crop[:3].mean(axis=0), (0, 0), _SEEN_BLUR)
    cell = cv2.dilate(crop[5], np.ones((5, 5), np.uint8)) > 0
    middle = len(cell) // 2
    slopes = [1.0]
    for half in (np.s_[:, :middle], np.s_[:, middle:], np.s_[:middle], np.s_[middle:]):
        inside = cell[half]
        there = known[half][inside] - known[half][inside].mean()
        spread = float((there**2).mean())
        if spread > _LEAST_SPREAD:
            slopes.append(float((there * seen[half][inside]).mean()) / spread)
    return min(slopes)


_KNOWN_BLUR, _SEEN_BLUR = 2.0, 1.0
"""Pixels; the photo is blurred already."""
_LEAST_SPREAD = 2e-4
"""Variance of brightness below which there is no print to be seen."""
_STROKE = QUICK.cell // 3
_INNER = 9
