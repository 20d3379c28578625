"""A larger net that shows a smaller one how it is done, known as distillation."""

from __future__ import annotations

from pathlib import Path

import cv2
import torch
from torch import nn

_FEATURES_COUNT = 0.02
"""How much it counts that features differ, beside the answers."""


class Teacher:
    """A net of the program. The sheet net goes on with a pupil whose features are about the same.

    Hinton and others, Distilling the Knowledge in a Neural Network, 2015; features as in Romero and
    others, FitNets, 2015.
    """

    def __init__(self, path: Path) -> None:
        """``path``: of the net, ``*.onnx``, that answers with logits and features."""
        self._net = cv2.dnn.readNetFromONNX(str(path))

    def objection(
        self, crops: torch.Tensor, logits: torch.Tensor, features: torch.Tensor
    ) -> torch.Tensor:
        """How far a pupil is from what the teacher says of the same crops, a loss.

        ``logits``: (cells, marks); ``features``: (cells, features), as many as the teacher has.
        """
        self._net.setInput(crops.contiguous().numpy())
        out = self._net.forward(["logits", "features"])
        told, shown = (torch.from_numpy(array.copy()) for array in out)
        said, better = (torch.log_softmax(x, 1) for x in (logits, told))
        other = nn.functional.kl_div(said, better, reduction="batchmean", log_target=True)
        return other + _FEATURES_COUNT * nn.functional.mse_loss(features, shown)
