"""Mix a net that learnt on with what it was before, which often beats both.

``python -m tests.training.blend close --before FILE --judge FOLDER`` prints the negative log
likelihood of each share of the new weights on cells that neither has learnt from (see
``train_marks``), and writes the best mixture as the program's net. Needs PyTorch and onnx.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
import onnx
import torch
from numpy.typing import NDArray

from sheetgen.vision.nets import model_path
from tests.training.dataset import as_floats
from tests.training.train_marks import SIZES, Lesson, load, weights_in

_SHARES = (0.0, 0.2, 0.35, 0.5, 0.75, 1.0)
_AT_ONCE = 256


def mixed(before: onnx.ModelProto, after: onnx.ModelProto, share: float) -> onnx.ModelProto:
    """``before`` with its weights moved towards ``after`` by ``share``; both of one form."""
    out = onnx.ModelProto()
    out.CopyFrom(before)
    moved = {
        ours: (1 - share) * old + share * new
        for (ours, old), (_, new) in zip(_weights(before), _weights(after), strict=True)
    }
    for known in out.graph.initializer:
        if known.name in moved:
            known.CopyFrom(onnx.numpy_helper.from_array(moved[known.name], known.name))
    return out


def _weights(model: onnx.ModelProto) -> list[tuple[str, NDArray[np.float32]]]:
    """Names and weights of the layers in their order; names differ from file to file."""
    known = weights_in(model.graph)
    layers = (node for node in model.graph.node if node.op_type in {"Conv", "Gemm"})
    names = [name for layer in layers for name in layer.input[1:]]
    return [(name, np.asarray(known[name], np.float32)) for name in names]


def loss_of(model: onnx.ModelProto, judged: Lesson) -> float:
    """Mean negative log likelihood of the truth, weighted as ``judged`` says."""
    net = cv2.dnn.readNetFromONNX(np.frombuffer(model.SerializeToString(), np.uint8))
    logits: list[NDArray[np.float32]] = []
    for start in range(0, len(judged.crops), _AT_ONCE):
        net.setInput(as_floats(judged.crops[start : start + _AT_ONCE]))
        logits.append(np.array(net.forward(["logits", "features"])[0], np.float32))
    said, truth = torch.from_numpy(np.concatenate(logits)), torch.from_numpy(judged.truth)
    losses = torch.nn.functional.cross_entropy(said, truth, reduction="none")
    return float((losses * torch.from_numpy(judged.weight)).mean())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=sorted(SIZES))
    parser.add_argument("--before", type=Path, required=True, help="file of the net as it was")
    parser.add_argument("--judge", type=Path, required=True, help="folder with cells to judge by")
    options = parser.parse_args()
    judged = load(options.judge, options.name)
    before, after = onnx.load(options.before), onnx.load(model_path(options.name))
    losses = {}
    for share in _SHARES:
        losses[share] = loss_of(mixed(before, after, share), judged)
        print(f"share {share}: loss {losses[share]:.6f}", flush=True)
    onnx.save(mixed(before, after, min(losses, key=lambda s: losses[s])), model_path(options.name))


if __name__ == "__main__":
    main()
