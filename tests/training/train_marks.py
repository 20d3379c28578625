"""Train the classifiers of marks and write them as ``sheetgen/vision/marks-*.onnx``.

``python -m tests.training.train_marks quick --data FOLDER --judge FOLDER`` and then the same with
``fine`` and ``close`` need PyTorch and onnx, which the program itself does not. The quick net
learns from all cells with a spot, the fine one from those about which the quick one is not certain,
the close one from those about which the fine one is not, as they will see them later. First they
learn from lively sheets, then they go on from odd sheets and games, where marks are as frequent as
they are; ``--onwards`` alone goes on from the nets of the program. The close net begins as the fine
one, with blocks added that change nothing at first. ``--judge``: cells of sheets not trained on;
they set the temperature. Seeded.
"""

from __future__ import annotations

import argparse
import copy
from itertools import islice
from pathlib import Path
from time import perf_counter

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from torch import nn

from sheetgen.vision.crops import CHANNELS, FINE, QUICK
from sheetgen.vision.nets import MARKS, model_path
from tests.training.dataset import CROP_SCALE
from tests.training.lessons import Crops, Lesson, load
from tests.training.teacher import Teacher

_BATCH = 256
_EMA = 0.998
_RATE, _RATE_ONWARDS = 4e-3, 1.5e-3
_ADOPTED = 1000
"""Crops by which the normalisation of an adopted net begins."""
_ADDED = (24, 48, 48, 80, 80, 112, 112)
"""Channels of the blocks that the close net has and the fine one has not."""
SIZES = {"quick": QUICK, "fine": FINE, "close": FINE}


class Residual(nn.Module):
    """A convolution added to what goes in."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.conv = nn.Conv2d(channels, channels, 3, 1, 1)
        self.norm = nn.BatchNorm2d(channels)

    def mute(self) -> None:
        """Let what is not negative pass unchanged, until it learns."""
        nn.init.zeros_(self.norm.weight)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(x + self.norm(self.conv(x)))


def _down(inside: int, outside: int, kernel: int = 3, step: int = 2) -> list[nn.Module]:
    conv = nn.Conv2d(inside, outside, kernel, step, kernel // 2)
    return [conv, nn.BatchNorm2d(outside), nn.ReLU()]


class Net(nn.Module):
    """Crops in; out one logit per mark, and the last layer but one as features."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.added = [Residual(channels) for channels in _ADDED if name == "close"]
        """Of the close net, which is otherwise as the fine one."""
        if name == "quick":
            last = nn.Linear(48 * 7 * 7, 40)
            body = [*_down(CHANNELS, 16), *_down(16, 32), *_down(32, 48), *_down(48, 48, step=1)]
        else:
            last = nn.Linear(112 * 5 * 5, 32)
            added = iter(self.added)
            body = [
                *_down(CHANNELS, 24, 5), *islice(added, 1), *_down(24, 48), Residual(48),
                *islice(added, 2), *_down(48, 80), Residual(80), Residual(80), *islice(added, 2),
                *_down(80, 112), Residual(112), *islice(added, 2),
            ]  # fmt: skip
        answer = nn.Linear(last.out_features, len(MARKS))
        self.layers = nn.Sequential(*body, nn.Flatten(), last, nn.ReLU(), answer)
        self.temperature = nn.Parameter(torch.ones(1), requires_grad=False)

    def forward(self, crops: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        features = self.layers[:-1](crops)
        return self.layers[-1](features) / self.temperature, features


def augmented(crops: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """Mirror, shift by a pixel or two, swap colours, change light and colour balance, add noise.

    Colours may be swapped in the photo alone: what crops know of the print are its brightness and
    its darkest colour.
    """

    def coin() -> float:
        return float(torch.rand(1, generator=generator))

    if coin() < 0.5:
        crops = crops.flip(3)
    if coin() < 0.5:
        crops = crops.flip(2)
    photo, rest = crops[:, :3], crops[:, 3:]
    dx, dy = (int(torch.randint(-2, 3, (1,), generator=generator)) for _ in range(2))
    photo = photo.roll((dx, dy), (2, 3))
    if coin() < 0.4:
        photo = photo[:, torch.randperm(3, generator=generator)]
    gain = 1 + 0.16 * (torch.rand(len(crops), 3, 1, 1, generator=generator) - 0.5)
    gamma = torch.exp(0.5 * (torch.rand(len(crops), 1, 1, 1, generator=generator) - 0.5))
    photo = photo.clamp(1e-3) ** gamma * gain
    if coin() < 0.2:
        photo = photo.mean(1, keepdim=True).expand(-1, 3, -1, -1)
    if coin() < 0.2:
        photo = photo + 0.04 * torch.randn(photo.shape, generator=generator)
    return torch.cat([photo, rest], 1)


def train(
    net: Net, lesson: Lesson, epochs: int, rate: float, teacher: Teacher | None = None
) -> Net:
    """The trained net, its weights averaged over the last steps.

    ``teacher``: a larger net that sees the same; what it says and its features are learnt as well.
    """
    generator = torch.Generator().manual_seed(1)
    pixels, answers, weights, rarity = (torch.from_numpy(array) for array in lesson)
    optimiser = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-3)
    steps = epochs * (len(pixels) // _BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=steps + 1)
    loss_of = nn.CrossEntropyLoss(reduction="none")
    mean = copy.deepcopy(net)
    net = net.to(memory_format=torch.channels_last)
    started = perf_counter()
    for epoch in range(epochs):
        order = torch.randperm(len(pixels), generator=generator)
        total = 0.0
        net.train()
        for start in range(0, len(order) - _BATCH + 1, _BATCH):
            picked = order[start : start + _BATCH]
            batch = augmented(pixels[picked].float() / CROP_SCALE, generator)
            batch = batch.contiguous(memory_format=torch.channels_last)
            with torch.autocast("cpu", dtype=torch.bfloat16):
                logits, features = net(batch)
            seen = logits.float() - rarity[picked]
            loss = (loss_of(seen, answers[picked]) * weights[picked]).mean()
            if teacher:
                loss = loss + teacher.objection(batch, logits.float(), features.float())
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            total += float(loss.detach())
            _average(mean, net)
        seconds = perf_counter() - started
        print(
            f"epoch {epoch + 1}: loss {total * _BATCH / len(order):.5f}, {seconds:.0f} s",
            flush=True,
        )
    return mean


def _average(mean: Net, net: Net) -> None:
    """Move the mean of the weights a little towards the present ones."""
    with torch.no_grad():
        for old, new in zip(mean.state_dict().values(), net.state_dict().values(), strict=True):
            if old.dtype.is_floating_point:
                old.lerp_(new, 1 - _EMA)


def logits_of(net: Net, crops: Crops) -> torch.Tensor:
    net.eval()
    with torch.no_grad():
        parts = torch.split(torch.from_numpy(crops), 1024)
        return torch.cat([net(part.float() / CROP_SCALE)[0] for part in parts])


def weights_in(graph: onnx.GraphProto) -> dict[str, NDArray[np.generic]]:
    return {known.name: onnx.numpy_helper.to_array(known) for known in graph.initializer}


def adopt(net: Net, path: Path, some: Crops) -> None:
    """Give a net the weights of one that was written as ONNX; the close net may get the fine one's.

    There, normalisation is part of the convolutions. Here it begins as what changes nothing for
    ``some`` crops.
    """
    graph = onnx.load(path).graph
    stored = weights_in(graph)
    written = [node for node in graph.node if node.op_type in {"Conv", "Gemm"}]
    ours = [layer for layer in net.modules() if isinstance(layer, nn.Conv2d | nn.Linear)]
    muted = net.added if len(written) < len(ours) else []
    for block in muted:
        block.mute()
    ours = [layer for layer in ours if layer not in [block.conv for block in muted]]
    for layer, node in zip(ours, written, strict=True):
        for parameter, name in zip(layer.parameters(), node.input[1:], strict=True):
            parameter.data.copy_(torch.from_numpy(stored[name].copy()))

    def undo(norm: nn.BatchNorm2d, inputs: tuple[torch.Tensor]) -> None:
        variance, mean = torch.var_mean(inputs[0], (0, 2, 3), correction=0)
        norm.running_mean, norm.running_var = mean, variance
        norm.weight.data, norm.bias.data = (variance + norm.eps).sqrt(), mean.clone()

    norms = [layer for layer in net.modules() if isinstance(layer, nn.BatchNorm2d)]
    hooks = [
        norm.register_forward_pre_hook(undo)
        for norm in norms
        if norm not in [block.norm for block in muted]
    ]
    logits_of(net, some)
    for hook in hooks:
        hook.remove()


def calibrate(net: Net, logits: torch.Tensor, judged: Lesson) -> None:
    """The temperature with the least negative log likelihood on data not trained on."""
    truth, weight, rarity = (torch.from_numpy(array) for array in judged[1:])
    loss_of = nn.CrossEntropyLoss(reduction="none")
    candidates = torch.linspace(0.4, 3.0, 105)
    losses = [float((loss_of(logits / t - rarity, truth) * weight).mean()) for t in candidates]
    best = int(np.argmin(losses))
    print(f"temperature {candidates[best]:.3f}, loss {losses[best]:.6f}")
    net.temperature.data.fill_(float(candidates[best]))


def report(probabilities: torch.Tensor, truth: torch.Tensor) -> None:
    top, guess = probabilities.max(1)
    print("rows: truth, columns: read", *MARKS)
    for i, name in enumerate(MARKS):
        counts = [int(((truth == i) & (guess == j)).sum()) for j in range(len(MARKS))]
        print(f"{name:>10}", *(f"{count:7d}" for count in counts))
    wrong = guess != truth
    for limit in (0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 0.9995, 0.9999):
        sure = top >= limit
        print(
            f"limit {limit}: unsure {1 - sure.float().mean():.5f}, "
            f"silent {(wrong & sure).float().mean():.6f} ({int((wrong & sure).sum())})"
        )


def write(net: Net, name: str, out: Path) -> None:
    net.eval()
    side = SIZES[name].side
    torch.onnx.export(
        net, (torch.zeros(1, CHANNELS, side, side),), str(out),
        input_names=["crops"], output_names=["logits", "features"], opset_version=13,
        dynamo=False, dynamic_axes={n: {0: "cells"} for n in ("crops", "logits", "features")},
    )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=sorted(SIZES))
    parser.add_argument("--data", type=Path, required=True, help="folder with cells to learn from")
    parser.add_argument("--judge", type=Path, required=True, help="folder with other cells")
    parser.add_argument("--step", type=int, default=1, help="learn from every STEP-th file only")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--keep", type=Path, help="where to put the weights, to go on from")
    parser.add_argument(
        "--onwards", type=Path, nargs="?", const="", help="weights to go on from (the program's)"
    )
    parser.add_argument("--rate", type=float, help="greatest learning rate, in place of the usual")
    parser.add_argument("--teacher", type=Path, help="a net, *.onnx, that shows how it is done")
    options = parser.parse_args()
    torch.manual_seed(0)
    lesson = load(options.data, options.name, options.step)
    judged = load(options.judge, options.name)
    net = Net(options.name)
    sizes = len(lesson.crops), len(judged.crops), sum(p.numel() for p in net.parameters())
    print("{} cells, {} to judge by, {} parameters".format(*sizes), flush=True)
    fresh = options.onwards is None and not net.added
    if not fresh:
        if options.onwards and options.onwards.name:
            net.load_state_dict(torch.load(options.onwards))
        else:
            begin = "fine" if options.onwards is None else options.name
            adopt(net, model_path(begin), lesson.crops[:_ADOPTED])
        net.temperature.data.fill_(1.0)
        calibrate(net, logits_of(net, judged.crops), judged)
        net.temperature.data.fill_(1.0)
    teacher = Teacher(options.teacher) if options.teacher else None
    rate = (_RATE if fresh else _RATE_ONWARDS) if options.rate is None else options.rate
    net = train(net, lesson, options.epochs, rate, teacher)
    if options.keep:
        torch.save(net.state_dict(), options.keep)
    logits = logits_of(net, judged.crops)
    calibrate(net, logits, judged)
    report((logits / net.temperature).softmax(1), torch.from_numpy(judged.truth))
    write(net, options.name, model_path(options.name))


if __name__ == "__main__":
    main()
