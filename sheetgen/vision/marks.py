"""Tell marks apart: crops in, a mark with its probability out, for every cell.

Two independent judges: a small net with calibrated probabilities, trained on simulated photos
(tests/training), and a plain measure of ink. Where the net is not sure, or sees nothing where there
is ink, the mark is ``unsure``. Too little ink is no alarm: in cells full of print it is not seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetgen.vision.crops import CELL, KnownCrops, cut_crops
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


@cache
def _net() -> cv2.dnn.Net:
    data = files("sheetgen.vision").joinpath("marks.onnx").read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8))


def probabilities(crops: NDArray[np.float32]) -> NDArray[np.float64]:
    """Calibrated probabilities of ``MARKS`` for crops, (crops, marks)."""
    net = _net()
    net.setInput(crops)
    logits = np.asarray(net.forward(), np.float64).reshape(len(crops), len(MARKS))
    logits += np.log(SETTINGS.mark_priors)
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    result: NDArray[np.float64] = powers / powers.sum(axis=1, keepdims=True)
    return result


def read_marks(aligned: Pixels, known: KnownCrops) -> list[MarkReading]:
    """The marks in all boxes of an aligned sheet."""
    crops = cut_crops(aligned, known)
    chances = probabilities(crops)
    return [_judge(chance, ink_share(crop)) for chance, crop in zip(chances, crops, strict=True)]


def _judge(chance: NDArray[np.float64], ink: float) -> MarkReading:
    best = int(chance.argmax())
    guess, confidence = MARKS[best], float(chance[best])
    sure = guess != "unsure" and confidence >= SETTINGS.min_probabilities[best]
    if guess == "empty":
        sure = sure and ink <= SETTINGS.max_ink_of_empty
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


_STROKE = CELL // 3
_INNER = 9
