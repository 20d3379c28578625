"""Train the net that weighs doubtful cells against their sheet: ``marks-sheet.onnx``.

``python -m tests.training.train_sheet FOLDER`` learns from cells as games leave them, each sheet by
one hand (tests/training/dataset.py without ``--lively``), as the quick and the fine net see them.
It needs PyTorch and onnx. Every fourth photo is kept for judging. Seeded.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterator, Sequence
from dataclasses import replace
from multiprocessing import Pool
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from torch import nn

from sheetgen.vision import marks
from sheetgen.vision.crops import QUICK
from sheetgen.vision.evidence import SheetLook, evidence_of
from sheetgen.vision.inks import ink_traits
from sheetgen.vision.nets import MARKS, model_path
from sheetgen.vision.settings import SETTINGS, Settings
from tests.training.dataset import as_floats
from tests.training.lessons import resized, spots_in
from tests.training.train_marks import report, weights_in

MEMBERS = 5
_HIDDEN = 48
_EPOCHS = 10
_RATE, _RATE_ONWARDS = 3e-3, 1e-3
_BATCH = 256
_LOOKS = 3
"""How often each sheet is shown, each time but the first without some of its cells."""
_LEFT_OUT, _MARKS_LEFT_OUT = (0.1, 0.7), (0.1, 1.0)
JUDGE_EVERY = 4


class Examples(NamedTuple):
    """Doubtful cells of many photos, as the quick and the fine net left them."""

    evidence: NDArray[np.float32]
    truth: NDArray[np.int64]
    weight: NDArray[np.float32]
    """Less for what is more frequent than in games."""
    photo: NDArray[np.int64]
    """Its seed."""
    whole: NDArray[np.bool_]
    """Whether no cell of the sheet was left out."""


class SheetNet(nn.Module):
    """Evidence in, probabilities of the marks out: the mean of several small nets."""

    def __init__(self, evidence: torch.Tensor) -> None:
        super().__init__()
        self.mean = nn.Parameter(evidence.mean(0), requires_grad=False)
        self.spread = nn.Parameter(evidence.std(0) + 1e-3, requires_grad=False)
        self.members = nn.ModuleList(_member(evidence.shape[1]) for _ in range(MEMBERS))
        self.trust = nn.Parameter(torch.ones(MEMBERS))
        self.sharpness = nn.Parameter(torch.ones(1), requires_grad=False)

    def logits(self, evidence: torch.Tensor, member: int) -> torch.Tensor:
        """What one of the nets makes of it: a change of the logarithms of the chances so far."""
        known = ((evidence - self.mean) / self.spread).clamp(-5, 5)
        change: torch.Tensor = self.members[member](known)
        return change + self.trust[member] * evidence[:, : len(MARKS)]

    def forward(self, evidence: torch.Tensor) -> torch.Tensor:
        said = [self.logits(evidence, member) for member in range(MEMBERS)]
        return (torch.stack(said).mean(0) * self.sharpness).softmax(1)


def _member(inside: int) -> nn.Sequential:
    last = nn.Linear(_HIDDEN, len(MARKS))
    nn.init.zeros_(last.weight)
    return nn.Sequential(
        nn.Dropout(0.2), nn.Linear(inside, _HIDDEN), nn.ReLU(),
        nn.Dropout(0.3), nn.Linear(_HIDDEN, _HIDDEN), nn.ReLU(),
        nn.Dropout(0.2), last,
    )  # fmt: skip


def examples_of(path: Path, every: int = 1) -> Examples:
    """The doubtful cells of the photos in one file, ``N.crops.npy``.

    ``every``: of every so many photos one, by its seed.
    """
    cv2.setNumThreads(1)
    kept = np.load(path, mmap_mode="r")
    truth = np.load(path.with_name(path.name.replace(".crops.", ".truth.")))
    about_path = path.with_name(path.name.replace(".crops.npy", ".cells.csv"))
    with about_path.open(encoding="utf-8", newline="") as file:
        about = list(csv.DictReader(file))
    seeds = np.array([int(cell["seed"]) for cell in about])
    numbers = np.array([int(cell["sheet"]) for cell in about])
    weights = np.array([cell["weight"] for cell in about], np.float32)
    found: list[Examples] = []
    sheets = sorted({(int(cell["seed"]), int(cell["sheet"])) for cell in about})
    for seed, number in (sheet for sheet in sheets if sheet[0] % every == 0):
        which = np.flatnonzero((seeds == seed) & (numbers == number))
        places = [(about[i]["row"], int(about[i]["position"])) for i in which]
        for doubtful, evidence, whole in _looks(np.asarray(kept[which]), places, seed):
            cells = which[doubtful]
            same = np.full(len(cells), whole)
            found.append(Examples(evidence, truth[cells], weights[cells], seeds[cells], same))
    return joined(found)


def _looks(
    kept: NDArray[np.uint8], places: list[tuple[str, int]], seed: int
) -> Iterator[tuple[list[int], NDArray[np.float32], bool]]:
    """The doubtful cells of one photo and the evidence about them, several times."""
    crops = as_floats(resized(kept, QUICK))
    spots = spots_in(crops)
    chances, features = marks.quick_look(crops, spots)
    doubtful = marks.doubtful_cells(chances, spots)
    if not doubtful:
        return
    fine = marks.fine_look(as_floats(kept[doubtful]))
    looked = marks.chances_of_all(chances, doubtful, fine)
    sheet = SheetLook(places, looked, ink_traits(crops), features)
    rng = np.random.default_rng(seed)
    for number in range(_LOOKS):
        seen = _thinned(sheet, doubtful, rng) if number else sheet
        yield doubtful, evidence_of(seen, doubtful, fine), not number


def _thinned(sheet: SheetLook, doubtful: Sequence[int], rng: np.random.Generator) -> SheetLook:
    """A sheet of which nothing is known of some cells, so that more differ.

    Marked and empty cells go in shares of their own: up to sheets that bear hardly any mark.
    """
    chances = sheet.chances.copy()
    marked = chances.argmax(axis=1) != MARKS.index("empty")
    shares = np.where(marked, rng.uniform(*_MARKS_LEFT_OUT), rng.uniform(*_LEFT_OUT))
    gone = rng.random(len(chances)) < shares
    gone[doubtful] = False
    chances[gone] = 0
    return replace(sheet, chances=chances)


def chances_alone(examples: Examples) -> NDArray[np.float64]:
    """What the fine net saw before the sheet was weighed, (cells, marks)."""
    return np.exp(examples.evidence[:, : len(MARKS)].astype(np.float64))


def chosen(examples: Examples, which: NDArray[np.bool_]) -> Examples:
    return Examples._make(array[which] for array in examples)


def joined(parts: Sequence[Examples]) -> Examples:
    return Examples(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def adopt(net: SheetNet, path: Path) -> None:
    """Give a net the weights of one that was written as ONNX."""
    stored = weights_in(onnx.load(path).graph)
    stored["trust"] = np.array([value for value in stored.values() if value.ndim == 0])
    net.load_state_dict({name: torch.from_numpy(stored[name].copy()) for name in net.state_dict()})
    net.sharpness.data.fill_(1.0)


def train(examples: Examples, epochs: int, rate: float, known: Path | None = None) -> SheetNet:
    """The net, trained on what it is given.

    ``rate``: the greatest learning rate; ``known``: a net to go on from.
    """
    torch.manual_seed(0)
    evidence, truth = torch.from_numpy(examples.evidence), torch.from_numpy(examples.truth)
    weight = torch.from_numpy(examples.weight)
    net = SheetNet(evidence)
    if known:
        adopt(net, known)
    generator = torch.Generator().manual_seed(1)
    for member in range(MEMBERS):
        wanted = [*net.members[member].parameters(), net.trust]
        optimiser = torch.optim.AdamW(wanted, lr=2e-3, weight_decay=0.1)
        steps = epochs * -(-len(truth) // _BATCH)
        schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=steps + 1)
        for _ in range(epochs):
            for picked in torch.randperm(len(truth), generator=generator).split(_BATCH):
                logits = net.logits(evidence[picked], member)
                losses = nn.functional.cross_entropy(logits, truth[picked], reduction="none")
                loss = (losses * weight[picked]).mean()
                optimiser.zero_grad()
                loss.backward()
                optimiser.step()
                schedule.step()
    net.eval()
    return net


def calibrate(net: SheetNet, examples: Examples) -> float:
    """The sharpness with the least negative log likelihood on photos not learnt from."""
    truth = torch.from_numpy(examples.truth)
    with torch.no_grad():
        logits = net(torch.from_numpy(examples.evidence)).clamp_min(1e-12).log()
    candidates = torch.linspace(0.5, 3.0, 101)
    losses = [float(nn.functional.cross_entropy(logits * s, truth)) for s in candidates]
    best = float(candidates[int(np.argmin(losses))])
    net.sharpness.data.fill_(best)
    return best


def judge(net: SheetNet, examples: Examples) -> None:
    """Print how well the doubtful cells are told apart, before and after."""
    before = torch.from_numpy(examples.evidence[:, : len(MARKS)]).softmax(1)
    with torch.no_grad():
        after = net(torch.from_numpy(examples.evidence))
    truth = torch.from_numpy(examples.truth)
    for name, chances in (("before", before), ("after", after)):
        loss = float(-chances.gather(1, truth[:, None]).clamp_min(1e-6).log().mean())
        print(f"{name}: {len(truth)} cells, negative log likelihood {loss:.5f}")
        report(chances, truth)
        print("  as it is settled:", trade(chances.numpy(), examples))


def trade(chances: NDArray[np.floating], examples: Examples, settings: Settings = SETTINGS) -> str:
    """How many cells are doubted without need and how many wrong ones believed, in words."""
    guess = chances.argmax(axis=1)
    sure = marks.is_settled(chances.astype(np.float64), chances_alone(examples), settings)
    doubts = ~sure & (examples.truth < len(MARKS) - 1)
    wrong = sure & (guess != examples.truth)
    photos = [len(np.unique(examples.photo[which])) for which in (doubts, wrong)]
    return (
        f"{doubts.sum()} doubts without need in {photos[0]} photos, "
        f"{wrong.sum()} wrong ones believed in {photos[1]}"
    )


def write(net: SheetNet) -> None:
    """The net as a file."""
    some = torch.zeros(1, len(net.mean))
    torch.onnx.export(
        net, (some,), str(model_path("sheet")), input_names=["evidence"],
        output_names=["chances"], opset_version=13, dynamo=False,
        dynamic_axes={"evidence": {0: "cells"}, "chances": {0: "cells"}},
    )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="photos to learn from and to judge by")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--onwards", action="store_true", help="go on from the program's net")
    parser.add_argument("--epochs", type=int, default=_EPOCHS)
    parser.add_argument("--rate", type=float, help="greatest learning rate, in place of the usual")
    options = parser.parse_args()
    with Pool(options.processes) as pool:
        examples = joined(pool.map(examples_of, sorted(options.folder.glob("*.crops.npy"))))
    judged = examples.photo % JUDGE_EVERY == 0
    known = model_path("sheet") if options.onwards else None
    rate = (_RATE_ONWARDS if known else _RATE) if options.rate is None else options.rate
    net = train(chosen(examples, ~judged), options.epochs, rate, known)
    kept = chosen(examples, judged & examples.whole)
    print("sharpness", calibrate(net, kept))
    judge(net, kept)
    write(net)


if __name__ == "__main__":
    main()
