"""What players write into the boxes for sums and names: digits, and waves that pass for a word.

In: a box in mm. Out: strokes in mm.
"""

import numpy as np

from .strokes import STEP_MM, Stroke, by_hand, spline

Box = tuple[float, float, float, float]
Knots = list[tuple[float, float]]
WORD_FROM = 3.2  # boxes so many times wider than high are for words

# x from 0 to 0.6, y from 0 (top) to 1
DIGITS: dict[str, list[Knots]] = {
    "0": [[(0.35, 0), (0.05, 0.25), (0.05, 0.75), (0.3, 1), (0.55, 0.7), (0.55, 0.25), (0.33, 0)]],
    "1": [[(0.1, 0.3), (0.35, 0)], [(0.35, 0), (0.33, 1)]],
    "2": [[(0.05, 0.25), (0.3, 0), (0.55, 0.25), (0.35, 0.6), (0.05, 1)], [(0.05, 1), (0.6, 0.97)]],
    "3": [
        [(0.05, 0.12), (0.3, 0), (0.5, 0.2), (0.25, 0.45)],
        [(0.25, 0.45), (0.55, 0.7), (0.3, 1), (0.02, 0.88)],
    ],
    "4": [[(0.35, 0), (0.02, 0.65), (0.6, 0.62)], [(0.45, 0.35), (0.42, 1)]],
    "5": [
        [(0.12, 0.02), (0.08, 0.45), (0.35, 0.4), (0.55, 0.68), (0.3, 1), (0.02, 0.9)],
        [(0.12, 0.02), (0.55, 0)],
    ],
    "6": [[(0.5, 0), (0.15, 0.35), (0.08, 0.8), (0.33, 1), (0.55, 0.75), (0.3, 0.52), (0.1, 0.72)]],
    "7": [[(0.03, 0.03), (0.58, 0)], [(0.58, 0), (0.25, 1)], [(0.2, 0.5), (0.55, 0.46)]],
    "8": [
        [(0.5, 0.12), (0.25, 0), (0.1, 0.22), (0.5, 0.7), (0.3, 1), (0.07, 0.75), (0.4, 0.4)],
        [(0.4, 0.4), (0.5, 0.12)],
    ],
    "9": [
        [(0.52, 0.2), (0.28, 0), (0.08, 0.25), (0.3, 0.48), (0.53, 0.25)],
        [(0.53, 0.2), (0.4, 1)],
    ],
}


def write(box: Box, wobble: float, rng: np.random.Generator) -> list[Stroke]:
    """A number of one to three digits; in long boxes a word."""
    _, _, width, height = box
    return _word(box, wobble, rng) if width > WORD_FROM * height else _number(box, wobble, rng)


def _number(box: Box, wobble: float, rng: np.random.Generator) -> list[Stroke]:
    x, y, width, height = box
    text = str(int(rng.choice([rng.integers(0, 10), rng.integers(10, 80), rng.integers(80, 170)])))
    high = height * rng.uniform(0.45, 0.85)
    step = min(high * rng.uniform(0.55, 0.75), 0.9 * width / len(text))
    left = x + (width - step * len(text)) * rng.uniform(0.2, 0.8)
    top = y + (height - high) * rng.uniform(0.25, 0.75)
    lean = rng.normal(0.05, 0.12)
    out = []
    for place, digit in enumerate(text):
        for knots in DIGITS[digit]:
            shaky = np.array(knots) + rng.normal(0, 0.025, (len(knots), 2))
            across = left + step * (place + shaky[:, 0] * 1.3 + lean * (0.5 - shaky[:, 1]))
            down = top + high * shaky[:, 1]
            curve = spline([(float(a), float(b)) for a, b in zip(across, down, strict=True)])
            out.append(by_hand(curve, wobble / 3, rng))
    return out


def _word(box: Box, wobble: float, rng: np.random.Generator) -> list[Stroke]:
    """Loops and waves of a line of writing."""
    x, y, width, height = box
    size = height * rng.uniform(0.15, 0.25)
    length = width * rng.uniform(0.3, 0.85)
    t = np.arange(0, length, STEP_MM / 2)
    wave = size * rng.uniform(1.0, 1.6)
    phase = 2 * np.pi * t / wave
    tall = 1 + 0.8 * (np.sin(phase / rng.uniform(2.3, 4.1)) > 0.6)
    left = x + (width - length) * rng.uniform(0.1, 0.5)
    across = left + t + 0.35 * size * np.cos(phase)
    down = y + height * rng.uniform(0.5, 0.65) + size * tall * np.sin(phase)
    return [by_hand(np.column_stack([across, down]), wobble / 2, rng)]
