"""How a player draws: pen and habits.

In: a level and a numpy Generator. Out: a `Hand`; lengths in mm, sizes as shares of the cell.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from .ink import Pen, random_pen
from .paper import check_level
from .texture import near, pick

SIZE_RANGE = {"careful": (0.6, 1.1), "ordinary": (0.55, 1.25), "bad": (0.55, 1.4)}
QUIRK = {"careful": (0.0, 0.02), "ordinary": (0.0, 0.12), "bad": (0.0, 0.2)}
QUIRKS = {"reaching": 3.0, "retraced": 2.0, "gap": 1.0, "light": 1.5, "tiny": 1.5}
WOBBLE_MM = {"careful": (0.04, 0.18), "ordinary": (0.06, 0.28), "bad": (0.08, 0.45)}


@dataclass(frozen=True)
class Hand:
    """One player's way of marking a sheet."""

    pen: Pen
    second_pen: Pen | None  # taken up for some cells
    second_share: float  # chance that a cell is marked with the second pen
    cross_styles: Mapping[str, float]  # weights of strokes.CROSSES
    size: float  # usual size of a cross as a share of the cell
    size_spread: float
    size_range: tuple[float, float]
    wobble_mm: float
    stray: float  # how far marks sit off the middle, share of the cell
    dash_style: str  # "single": one dash per cell; "line": one line through neighbours
    wavy: float  # 0 = straight lines, 1 = waves
    scribble: str  # "zigzag", "coil", "spiral" or "fill"
    cross_first: float  # chance that a cancelled cell was a cross before
    quirk: float = 0.0  # chance of a cross that is unlike the others (see `quirks`)
    quirks: Mapping[str, float] = field(default_factory=lambda: QUIRKS)  # weights of them
    writes: float = 0.0  # chance that a write box is filled in


def random_hand(level: str, rng: np.random.Generator) -> Hand:
    """A player: most people make one kind of cross nearly always."""
    check_level(level)
    favourite = pick(
        {"two-stroke": 7, "one-stroke": 1.5, "plus": 0.8, "slash": 1.6, "tick": 0.9}, rng
    )
    styles = {"two-stroke": 0.12, "one-stroke": 0.04, "plus": 0.01, "slash": 0.03, "tick": 0.01}
    if rng.random() < (0.6 if level == "careful" else 0.35):
        styles = {}
    styles[favourite] = 1.0
    second = random_pen(level, rng) if level != "careful" and rng.random() < 0.12 else None
    low, high = SIZE_RANGE[level]
    size = near(rng, 0.86, 0.15, low + 0.05, high - 0.1)
    if level != "careful" and rng.random() < 0.04:  # somebody who makes tiny crosses
        low, size, styles = 0.33, float(rng.uniform(0.36, 0.5)), {"two-stroke": 1.0}
    return Hand(
        pen=random_pen(level, rng),
        second_pen=second,
        second_share=float(rng.uniform(0.1, 0.5)),
        cross_styles=styles,
        size=size,
        size_spread=float(rng.uniform(0.03, 0.12)),
        size_range=(low, high),
        wobble_mm=float(rng.uniform(*WOBBLE_MM[level])),
        stray=float(rng.uniform(0.015, 0.05 if level == "careful" else 0.08)),
        dash_style=pick({"single": 2, "line": 1.3}, rng),
        wavy=float(rng.choice([0.0, 0.3, 1.0], p=[0.5, 0.3, 0.2])),
        scribble=pick({"zigzag": 3, "fill": 1.5, "coil": 1, "spiral": 1}, rng),
        cross_first=0.85,
        quirk=float(rng.uniform(*QUIRK[level])),
        writes=float(rng.choice([0.0, 0.5, 1.0], p=[0.25, 0.15, 0.6])),
    )
