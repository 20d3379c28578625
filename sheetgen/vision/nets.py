"""The small nets that tell marks apart, trained on simulated photos (tests/training).

A quick one looks at every cell, a fine one at those about which the quick one is not certain, a
close one at those about which the fine one is not; the sheet net weighs such a cell against the
other marks on its sheet.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

MARKS = ("empty", "cross", "dash", "cancelled", "unsure")
"""What a cell may bear; nets answer in this order."""
Floats = NDArray[np.float32]


class NetAnswer(NamedTuple):
    """What a net says of some cells."""

    logits: Floats
    """(cells, marks)."""
    features: Floats
    """Its last layer but one, (cells, features)."""


def model_path(name: str) -> Path:
    """The file of a net: "quick", "fine", "close" or "sheet"."""
    return Path(__file__).with_name(f"marks-{name}.onnx")


@cache
def _net(name: str) -> cv2.dnn.Net:
    return cv2.dnn.readNetFromONNX(np.fromfile(model_path(name), np.uint8))


def look(name: str, crops: Floats) -> NetAnswer:
    """What the quick, the fine or the close net sees in crops, (cells, channels, side, side)."""
    net = _net(name)
    net.setInput(np.ascontiguousarray(crops))
    return NetAnswer(*(np.array(out, np.float32) for out in net.forward(["logits", "features"])))


def weigh(evidence: Floats) -> NDArray[np.float64]:
    """Probabilities of ``MARKS`` by the sheet net, (cells, marks); see ``evidence``."""
    net = _net("sheet")
    net.setInput(np.ascontiguousarray(evidence))
    return np.array(net.forward(), np.float64).reshape(len(evidence), len(MARKS))


def softmax(logits: NDArray[np.floating]) -> NDArray[np.float64]:
    powers = np.exp(np.asarray(logits, np.float64) - logits.max(axis=1, keepdims=True))
    shares: NDArray[np.float64] = powers / powers.sum(axis=1, keepdims=True)
    return shares
