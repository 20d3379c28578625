"""Printers and their faults.

In: a clean raster (uint8 RGB), its pixels per mm, a kind of printer. Out: the raster as a home or
office printer puts it on paper, same size.
"""

import cv2
import numpy as np

from .paper import Field, Image, check_level
from .texture import pick, smooth_noise

WEIGHTS = {
    "careful": {"good": 4, "colour laser": 3, "inkjet": 3, "mono grey": 0.7},
    "ordinary": {
        "good": 2,
        "colour laser": 3,
        "inkjet": 3,
        "mono grey": 0.6,
        "mono halftone": 0.6,
        "miscalibrated": 1,
    },
    "bad": {
        "good": 1,
        "colour laser": 3,
        "inkjet": 3,
        "mono grey": 1,
        "mono halftone": 1,
        "miscalibrated": 1.5,
        "low toner": 1.5,
    },
}
SCREEN = "none"
"""The page as it is on a screen: never printed."""


def random_printer(level: str, rng: np.random.Generator) -> str:
    """The kind of a printer, as found at the level."""
    check_level(level)
    return pick(WEIGHTS[level], rng)


def print_sheet(image: Image, px_per_mm: float, kind: str, rng: np.random.Generator) -> Image:
    """Print the raster on a printer of the kind; size and scale stay."""
    if kind == SCREEN:
        return image
    if kind == "colour laser":
        image = _banding(_recolour(image, rng, 0.06), px_per_mm, rng, 0.05)
    elif kind == "inkjet":
        image = _dot_gain(image, px_per_mm, rng)
    elif kind == "mono grey":
        image = _banding(_grey(image, rng), px_per_mm, rng, 0.04)
    elif kind == "mono halftone":
        image = _halftone(image, px_per_mm, rng)
    elif kind == "miscalibrated":
        image = _recolour(_curves(image, rng), rng, 0.14)
    elif kind == "low toner":
        image = _low_toner(_recolour(image, rng, 0.06), px_per_mm, rng)
    elif kind != "good":
        raise ValueError(f"unknown printer {kind!r}")
    return _black_level(image, rng)


def _black_level(image: Image, rng: np.random.Generator) -> Image:
    """No print is quite black."""
    lift = rng.uniform(8, 34)
    table = np.linspace(lift, 255, 256).round().astype(np.uint8)
    return np.asarray(cv2.LUT(image, table), np.uint8)


def _recolour(image: Image, rng: np.random.Generator, strength: float) -> Image:
    """Desaturate a little and turn the hues, white staying white."""
    grey = rng.uniform(0, 1.8 * strength)
    matrix = np.eye(3) * (1 - grey) + grey / 3
    mix = rng.normal(0, strength, (3, 3))
    mix -= mix.mean(axis=1, keepdims=True)
    return np.asarray(cv2.transform(image, (matrix + mix).astype(np.float32)), np.uint8)


def _scale_ink(image: Image, along: Field) -> Image:
    """Multiply the ink (255 - value) by a factor per line of the raster."""
    height, width = image.shape[:2]
    flat = np.subtract(255, image.reshape(height, width * 3))
    factor = np.ascontiguousarray(np.broadcast_to(along[:, None], flat.shape), np.float32)
    ink = cv2.multiply(flat, factor, dtype=cv2.CV_8U)
    return np.asarray(255 - np.asarray(ink, np.uint8), np.uint8).reshape(height, width, 3)


def _banding(image: Image, px_per_mm: float, rng: np.random.Generator, strength: float) -> Image:
    """Uneven lines across the paper's way through the printer."""
    turned = bool(rng.random() < 0.4)
    work = np.ascontiguousarray(image.transpose(1, 0, 2)) if turned else image
    y = np.arange(work.shape[0], dtype=np.float32) / np.float32(px_per_mm)
    size = rng.uniform(0.3, 1.0) * strength
    wave = np.sin(2 * np.pi * y / rng.uniform(0.8, 4) + rng.uniform(0, 6))
    slow = np.sin(2 * np.pi * y / rng.uniform(30, 80) + rng.uniform(0, 6))
    fine = smooth_noise(len(y), 2, max(1.0, 0.35 * px_per_mm), rng)[:, 0]
    work = _scale_ink(work, np.asarray(1 + size * (0.6 * wave + slow + 0.5 * fine), np.float32))
    return np.ascontiguousarray(work.transpose(1, 0, 2)) if turned else work


def _dot_gain(image: Image, px_per_mm: float, rng: np.random.Generator) -> Image:
    """Ink spreads in the paper: soft edges, darker half tones."""
    sigma = rng.uniform(0.04, 0.09) * px_per_mm
    if sigma > 0.3:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), sigma), np.uint8)
    gamma = rng.uniform(1.0, 1.35)
    table = (255 * (np.arange(256) / 255) ** gamma).round().astype(np.uint8)
    return _recolour(np.asarray(cv2.LUT(image, table), np.uint8), rng, 0.03)


def _curves(image: Image, rng: np.random.Generator) -> Image:
    """Every colour channel with a curve of its own; paper stays nearly white."""
    steps = np.arange(256) / 255
    tables = [steps ** rng.uniform(0.65, 1.6) * rng.uniform(0.95, 1.0) for _ in range(3)]
    table = (255 * np.stack(tables, axis=-1)).round().astype(np.uint8).reshape(256, 1, 3)
    return np.asarray(cv2.LUT(image, table), np.uint8)


def _grey(image: Image, rng: np.random.Generator) -> Image:
    """Shades of grey, lighter or darker than they should be."""
    grey = cv2.cvtColor(image, cv2.COLOR_RGB2GRAY)
    gamma = rng.uniform(0.75, 1.3)
    table = (255 * (np.arange(256) / 255) ** gamma).round().astype(np.uint8)
    return np.asarray(cv2.cvtColor(cv2.LUT(grey, table), cv2.COLOR_GRAY2RGB), np.uint8)


def _halftone(image: Image, px_per_mm: float, rng: np.random.Generator) -> Image:
    """Black dots on a 45 degree screen of 85 to 106 lines per inch."""
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_RGB2GRAY), np.float32)
    height, width = grey.shape
    pitch = px_per_mm * 25.4 / rng.uniform(85, 106)
    step = np.pi * 2**0.5 / pitch
    y, x = np.arange(height, dtype=np.float32), np.arange(width, dtype=np.float32)
    across, down = np.cos(x * np.float32(step)), np.cos(y * np.float32(step))
    screen = cv2.addWeighted(
        np.broadcast_to(across, grey.shape).copy(),
        62.0,
        np.broadcast_to(down[:, None], grey.shape).copy(),
        62.0,
        127.0,
    )
    dots = cv2.subtract(grey, screen)
    dots = cv2.convertScaleAbs(np.clip(dots, -42, 42), alpha=3.03, beta=127.5)
    return np.asarray(cv2.cvtColor(dots, cv2.COLOR_GRAY2RGB), np.uint8)


def _low_toner(image: Image, px_per_mm: float, rng: np.random.Generator) -> Image:
    """Pale print with paler stripes along the paper's way."""
    turned = np.ascontiguousarray(image.transpose(1, 0, 2))
    level = rng.uniform(0.55, 0.85)
    stripe = smooth_noise(turned.shape[0], 2, 12 * px_per_mm, rng)[:, 0]
    along = np.clip(level + 0.1 * stripe, 0.35, 1.0).astype(np.float32)
    return np.ascontiguousarray(_scale_ink(turned, along).transpose(1, 0, 2))
