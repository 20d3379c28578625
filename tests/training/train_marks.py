"""Train the classifier of marks and write it as ``sheetgen/vision/marks.onnx``.

``python -m tests.training.train_marks FOLDER/*.npz --epochs 8`` needs PyTorch and onnx, which the
program itself does not. Everything is seeded; the last tenth of the data calibrates and judges.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
from torch import nn

from sheetgen.vision import marks
from sheetgen.vision.crops import CHANNELS, SIZE
from tests.training.dataset import CROP_SCALE, MARKS

_BATCH = 256


class Net(nn.Module):
    """A small fully convolutional net: crops in, one logit per mark out."""

    def __init__(self) -> None:
        super().__init__()

        def block(inside: int, outside: int, stride: int) -> list[nn.Module]:
            conv = nn.Conv2d(inside, outside, 3, stride, 1)
            return [conv, nn.BatchNorm2d(outside), nn.ReLU()]

        self.layers = nn.Sequential(
            *block(CHANNELS, 24, 2),
            *block(24, 40, 2),
            *block(40, 40, 1),
            *block(40, 56, 2),
            *block(56, 56, 1),
            nn.Conv2d(56, 40, 7),
            nn.ReLU(),
            nn.Conv2d(40, len(MARKS), 1),
        )
        self.temperature = nn.Parameter(torch.ones(1), requires_grad=False)

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        logits: torch.Tensor = self.layers(crops) / self.temperature
        return logits


def augmented(crops: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """Mirror, shift by a pixel or two, change light and colour balance, add noise."""

    def coin() -> float:
        return float(torch.rand(1, generator=generator))

    if coin() < 0.5:
        crops = crops.flip(3)
    if coin() < 0.5:
        crops = crops.flip(2)
    photo, rest = crops[:, :3], crops[:, 3:]
    dx, dy = (int(torch.randint(-2, 3, (1,), generator=generator)) for _ in range(2))
    photo = photo.roll((dx, dy), (2, 3))
    gain = 1 + 0.16 * (torch.rand(len(crops), 3, 1, 1, generator=generator) - 0.5)
    gamma = torch.exp(0.5 * (torch.rand(len(crops), 1, 1, 1, generator=generator) - 0.5))
    photo = photo.clamp(1e-3) ** gamma * gain
    if coin() < 0.3:
        photo = photo.mean(1, keepdim=True).expand(-1, 3, -1, -1)
    if coin() < 0.3:
        photo = photo + 0.04 * torch.randn(photo.shape, generator=generator)
    return torch.cat([photo, rest], 1)


def load(paths: list[Path]) -> tuple[torch.Tensor, torch.Tensor]:
    crops, truth = [], []
    for path in paths:
        data = np.load(path)
        crops.append(torch.from_numpy(data["crops"]))
        truth.append(torch.from_numpy(data["truth"]))
    return torch.cat(crops), torch.cat(truth)


def train(net: Net, crops: torch.Tensor, truth: torch.Tensor, epochs: int) -> None:
    generator = torch.Generator().manual_seed(1)
    optimiser = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-4)
    steps = epochs * (len(crops) // _BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 4e-3, total_steps=steps + 1)
    weights = torch.tensor([1.0, 1.5, 2.0, 3.0, 3.0])
    loss_of = nn.CrossEntropyLoss(weight=weights)
    for epoch in range(epochs):
        order = torch.randperm(len(crops), generator=generator)
        total = 0.0
        net.train()
        for start in range(0, len(order) - _BATCH + 1, _BATCH):
            picked = order[start : start + _BATCH]
            batch = augmented(crops[picked].float() / CROP_SCALE, generator)
            loss = loss_of(net(batch).flatten(1), truth[picked])
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            total += float(loss.detach())
        print(f"epoch {epoch + 1}: loss {total * _BATCH / len(order):.4f}", flush=True)


def logits_of(net: Net, crops: torch.Tensor) -> torch.Tensor:
    net.eval()
    with torch.no_grad():
        parts = [net(part.float() / CROP_SCALE).flatten(1) for part in torch.split(crops, 1024)]
    return torch.cat(parts)


def calibrate(net: Net, logits: torch.Tensor, truth: torch.Tensor) -> float:
    """The temperature with the least negative log likelihood on data not trained on."""
    candidates = torch.linspace(0.4, 3.0, 105)
    losses = [float(nn.functional.cross_entropy(logits / t, truth)) for t in candidates]
    best = float(candidates[int(np.argmin(losses))])
    net.temperature.data.fill_(best)
    return best


def report(probabilities: torch.Tensor, truth: torch.Tensor) -> None:
    top, guess = probabilities.max(1)
    print("rows: truth, columns: read", *MARKS)
    for i, name in enumerate(MARKS):
        counts = [int(((truth == i) & (guess == j)).sum()) for j in range(len(MARKS))]
        print(f"{name:>10}", *(f"{count:7d}" for count in counts))
    wrong = guess != truth
    for limit in (0.5, 0.8, 0.9, 0.95, 0.98, 0.99):
        sure = top >= limit
        print(
            f"limit {limit}: unsure {1 - sure.float().mean():.5f}, "
            f"silent {(wrong & sure).float().mean():.6f}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, nargs="+")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--out", type=Path, default=Path(marks.__file__).with_name("marks.onnx"))
    options = parser.parse_args()
    torch.manual_seed(0)
    crops, truth = load(options.data)
    held = len(crops) // 10
    net = Net()
    print(len(crops), "cells,", sum(p.numel() for p in net.parameters()), "parameters")
    train(net, crops[:-held], truth[:-held], options.epochs)
    logits = logits_of(net, crops[-held:])
    print("temperature", calibrate(net, logits, truth[-held:]))
    report((logits / net.temperature).softmax(1), truth[-held:])
    net.eval()
    torch.onnx.export(
        net, (torch.zeros(1, CHANNELS, SIZE, SIZE),), str(options.out),
        input_names=["crops"], output_names=["logits"], opset_version=13, dynamo=False,
        dynamic_axes={"crops": {0: "cells"}, "logits": {0: "cells"}},
    )  # fmt: skip


if __name__ == "__main__":
    main()
