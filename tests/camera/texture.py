"""Random textures and small chances.

In: sizes in pixels, scales in pixels, a numpy Generator. Out: float32 fields of mean 0 and
standard deviation about 1.
"""

from collections.abc import Mapping

import cv2
import numpy as np

from .paper import Field


def smooth_noise(
    height: int, width: int, scale: float, rng: np.random.Generator, *, stretch: float = 1.0
) -> Field:
    """Noise with features of about `scale` pixels, `stretch` times longer along x."""
    rows = max(2, int(np.ceil(height / scale)) + 3)
    cols = max(2, int(np.ceil(width / (scale * stretch))) + 3)
    coarse = rng.standard_normal((rows, cols), dtype=np.float32)
    matrix = np.array(
        [[1 / (scale * stretch), 0, rng.uniform(0.5, 1.5)], [0, 1 / scale, rng.uniform(0.5, 1.5)]]
    )
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    field = cv2.warpAffine(
        coarse, matrix, (width, height), flags=flags, borderMode=cv2.BORDER_REFLECT
    )
    return np.asarray(field * 1.3, np.float32)


def fractal_noise(
    height: int, width: int, scale: float, rng: np.random.Generator, *, octaves: int = 4
) -> Field:
    """Sum of smooth noises, each half as large and half as strong as the one before."""
    total = np.zeros((height, width), np.float32)
    weight, power = 1.0, 0.0
    for _ in range(octaves):
        if scale < 1:
            break
        total += np.float32(weight) * smooth_noise(height, width, scale, rng)
        power += weight * weight
        weight, scale = weight / 2, scale / 2
    return total / np.float32(max(power, 1e-6) ** 0.5)


def pick(weights: Mapping[str, float], rng: np.random.Generator) -> str:
    """One key, with chances in proportion to the weights."""
    names = list(weights)
    values = np.array([weights[name] for name in names], np.float64)
    return names[int(rng.choice(len(names), p=values / values.sum()))]


def near(rng: np.random.Generator, mean: float, spread: float, low: float, high: float) -> float:
    """A normal number, held between low and high."""
    return float(np.clip(rng.normal(mean, spread), low, high))
