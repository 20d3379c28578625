"""Pens and the ink they leave.

In: strokes in mm, a raster's pixels per mm. Out: a transmittance layer (uint8 RGB, 255 = clear).
Ink subtracts: overlapping strokes and the print below multiply.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from .paper import Field, Image, check_level
from .strokes import Stroke
from .texture import pick, smooth_noise

SUPERSAMPLE = 3
SHIFT = 4  # cv2 draws with 4 fractional bits


@dataclass(frozen=True)
class Pen:
    """A pen. `transmit`: what its full ink lets through of encoded R, G, B (0..1)."""

    kind: str
    colour: str
    width_mm: float
    transmit: tuple[float, float, float]
    taper: float  # how much the ends thin out, 0..1
    grain: float  # roughness by the paper's grain, 0..1
    gaps: float  # chance of a skip per stroke
    soft_mm: float  # softness of the edge
    bleed: float  # raggedness of the edge, 0..1
    overlap: float  # how much darker a second coat makes it, 0..1
    skips: float = 0.0  # places per cm of stroke where no ink comes
    gloss: float = 0.0  # how much the ink's surface shines, 0..1


@dataclass(frozen=True)
class _Kind:
    width: tuple[float, float]
    taper: float
    grain: float
    gaps: float
    soft_mm: float
    bleed: float
    overlap: float


KINDS = {
    "ballpoint": _Kind((0.4, 0.7), 0.55, 0.25, 0.18, 0.03, 0.0, 0.35),
    "gel": _Kind((0.5, 0.8), 0.35, 0.05, 0.05, 0.03, 0.0, 0.15),
    "fineliner": _Kind((0.5, 0.8), 0.25, 0.08, 0.0, 0.03, 0.0, 0.3),
    "felt": _Kind((0.9, 1.6), 0.15, 0.08, 0.0, 0.05, 0.35, 0.45),
    "pencil": _Kind((0.5, 0.8), 0.5, 0.85, 0.03, 0.05, 0.0, 0.7),
    "marker": _Kind((1.8, 2.6), 0.05, 0.05, 0.0, 0.09, 0.8, 0.45),
    "dry-erase": _Kind((1.3, 2.3), 0.1, 0.35, 0.25, 0.06, 0.25, 0.3),
}
COLOURS = {
    "black": (0.15, 0.15, 0.17),
    "blue": (0.15, 0.24, 0.6),
    "red": (0.8, 0.16, 0.2),
    "green": (0.12, 0.47, 0.27),
}
PEN_WEIGHTS = {
    "careful": {
        "ballpoint": 5,
        "gel": 3,
        "fineliner": 2,
        "felt": 2,
        "pencil": 2,
        "marker": 0.5,
        "dry-erase": 0.3,
    },
    "ordinary": {
        "ballpoint": 5,
        "gel": 2,
        "fineliner": 2,
        "felt": 2,
        "pencil": 3,
        "marker": 0.7,
        "dry-erase": 0.5,
    },
    "bad": {
        "ballpoint": 4,
        "gel": 2,
        "fineliner": 2,
        "felt": 2,
        "pencil": 4,
        "marker": 1.2,
        "dry-erase": 0.7,
    },
}
# encoded transmittance of a pencil's stroke: low is dark
PENCIL_TONE = {"careful": (0.3, 0.42), "ordinary": (0.34, 0.52), "bad": (0.42, 0.68)}


def make_pen(kind: str, colour: str, rng: np.random.Generator, *, pencil_tone: float = 0.4) -> Pen:
    """A pen of a kind and colour; a pencil is always grey, of the given tone."""
    k = KINDS[kind]
    if kind == "pencil":
        colour = "grey"
        base = (pencil_tone, pencil_tone, pencil_tone + 0.02)
    else:
        base = COLOURS[colour]
        pale = rng.uniform(0.0, 0.16) if kind in ("ballpoint", "felt", "marker") else 0.0
        base = (base[0] + pale, base[1] + pale, base[2] + pale)
    shade = rng.normal(0, 0.025, 3)
    transmit = tuple(float(np.clip(b + s, 0.05, 0.92)) for b, s in zip(base, shade, strict=True))
    return Pen(
        kind,
        colour,
        float(rng.uniform(*k.width)),
        (transmit[0], transmit[1], transmit[2]),
        k.taper,
        k.grain,
        k.gaps,
        k.soft_mm,
        k.bleed,
        k.overlap,
        _skips(kind, rng),
        float(rng.uniform(0.2, 0.6)) if kind == "dry-erase" else 0.0,
    )


def _skips(kind: str, rng: np.random.Generator) -> float:
    """Places per cm where the pen gives no ink: a worn ballpoint, a dry-erase pen."""
    if kind == "ballpoint" and rng.random() < 0.15:
        return float(rng.uniform(0.5, 1.5))
    if kind == "dry-erase":
        return float(rng.uniform(0.1, 0.6))
    return 0.0


def random_pen(level: str, rng: np.random.Generator) -> Pen:
    """A pen as it lies about where people play."""
    check_level(level)
    kind = pick(PEN_WEIGHTS[level], rng)
    colour = pick({"black": 4, "blue": 4, "red": 1.2, "green": 1}, rng)
    return make_pen(kind, colour, rng, pencil_tone=float(rng.uniform(*PENCIL_TONE[level])))


class InkLayer:
    """The ink on one sheet, drawn mark by mark."""

    def __init__(self, height: int, width: int, px_per_mm: float) -> None:
        self.image: Image = np.full((height, width, 3), 255, np.uint8)
        self.px_per_mm = px_per_mm

    def draw(self, strokes: Sequence[Stroke], pen: Pen, rng: np.random.Generator) -> None:
        """Lay the strokes of one mark on the sheet."""
        left, top, amount = self.amount(strokes, pen, rng)
        height, width = self.image.shape[:2]
        x0, y0 = max(0, left), max(0, top)
        x1, y1 = min(width, left + amount.shape[1]), min(height, top + amount.shape[0])
        if x0 >= x1 or y0 >= y1:
            return
        part = amount[y0 - top : y1 - top, x0 - left : x1 - left]
        first, second = np.minimum(part, 1), np.maximum(part - 1, 0)
        channels = [(1 - (1 - t) * first) * np.float32(t) ** second for t in pen.transmit]
        clear = cv2.merge(channels)
        here = self.image[y0:y1, x0:x1]
        here[...] = np.rint(here * clear).astype(np.uint8)

    def amount(
        self, strokes: Sequence[Stroke], pen: Pen, rng: np.random.Generator
    ) -> tuple[int, int, Field]:
        """Left and top pixel of a patch and the coats of ink on it (0 = none, 1 = full)."""
        scale = self.px_per_mm
        every = np.concatenate([stroke.points for stroke in strokes])
        pad = int(np.ceil((pen.width_mm + 4 * pen.soft_mm) * scale)) + 2
        left, top = (np.floor(every.min(axis=0) * scale).astype(int) - pad).tolist()
        right, bottom = (np.ceil(every.max(axis=0) * scale).astype(int) + pad).tolist()
        shape = (bottom - top, right - left)
        total, reach = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
        for stroke in strokes:
            coat = self._coat(stroke, pen, (left, top), shape, rng)
            total += coat
            if pen.bleed:  # the edge of a light stroke lies where that of a full one does
                full = cv2.dilate(coat, _disc(pen.width_mm * scale))
                reach = np.maximum(reach, coat / np.maximum(full, np.float32(1e-3)))
        total = np.minimum(total, np.float32(1 + pen.overlap))
        rough = smooth_noise(*shape, max(1.0, 0.11 * scale), rng)
        if pen.bleed:
            ragged = smooth_noise(*shape, max(1.5, 0.35 * scale), rng)
            uneven = smooth_noise(*shape, max(2.0, 2.5 * scale), rng)
            edge = (reach + np.float32(0.1 * pen.bleed) * ragged * (total > 0.02) - 0.3) / 0.4
            total = total * np.clip(edge, 0, 1) * (1 + np.float32(0.05) * uneven)
        if pen.gloss:  # the light of a lamp on the ink, in streaks
            streaks = smooth_noise(*shape, max(1.5, 0.3 * scale), rng, stretch=5.0)
            total = total * (1 - np.float32(pen.gloss) * np.clip(streaks - 0.6, 0, 1))
        worn = 1 + pen.grain * (np.float32(0.34) * rough - np.float32(0.16))
        return left, top, np.asarray(np.clip(total * worn, 0, 1 + pen.overlap), np.float32)

    def _coat(
        self,
        stroke: Stroke,
        pen: Pen,
        origin: tuple[int, int],
        shape: tuple[int, int],
        rng: np.random.Generator,
    ) -> Field:
        """One stroke's ink, 0..1, antialiased."""
        big = self.px_per_mm * SUPERSAMPLE
        points = stroke.points * big - np.array(origin) * SUPERSAMPLE
        count = len(points)
        place = np.linspace(0, 1, count)
        ends = np.minimum(np.clip(place / 0.05, 0, 1), np.clip((1 - place) / 0.12, 0, 1))
        ends = 1 - pen.taper * (1 - ends)
        force = stroke.pressure * (0.4 + 0.6 * ends)
        thick = pen.width_mm * big * np.clip(0.55 + 0.45 * stroke.pressure, 0.6, 1.15) * ends
        tone = np.clip(1 - (0.25 + 0.45 * pen.grain) * (1 - force), 0.15, 1)
        if rng.random() < pen.gaps:
            size = max(2, int(count * rng.uniform(0.03, 0.12)))
            start = int(rng.integers(0, max(1, count - size)))
            tone[start : start + size] *= rng.uniform(0.1, 0.5)
        tone *= _skipping(stroke, pen, rng) * stroke.flow
        canvas = np.zeros((shape[0] * SUPERSAMPLE, shape[1] * SUPERSAMPLE), np.uint8)
        fixed = np.rint(points * (1 << SHIFT)).astype(int).tolist()
        widths = np.maximum(1, np.rint(thick)).astype(int).tolist()
        tones = np.rint(tone * 255).astype(int).tolist()
        for i in range(count - 1):
            cv2.line(canvas, fixed[i], fixed[i + 1], tones[i], widths[i], cv2.LINE_8, SHIFT)
        small = cv2.resize(canvas, (shape[1], shape[0]), interpolation=cv2.INTER_AREA)
        sigma = pen.soft_mm * self.px_per_mm
        if sigma > 0.2:
            small = cv2.GaussianBlur(small, (0, 0), sigma)
        return np.asarray(small, np.float32) / np.float32(255)


def _disc(diameter: float) -> NDArray[np.uint8]:
    side = 2 * round(diameter / 2) + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), np.uint8)


def _skipping(stroke: Stroke, pen: Pen, rng: np.random.Generator) -> NDArray[np.float64]:
    """1 where ink comes, less where the pen skips, for each point of the stroke."""
    count = len(stroke.points)
    flow = np.ones(count)
    if not pen.skips:
        return flow
    along = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(stroke.points, axis=0).T))])
    for _ in range(int(rng.poisson(pen.skips * float(along[-1]) / 10))):
        start, size = rng.uniform(0, along[-1]), rng.uniform(0.4, 1.6)
        flow[(along >= start) & (along < start + size)] *= rng.uniform(0.0, 0.35)
    return flow
