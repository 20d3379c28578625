"""Papers on a table: how they were cut, how they lie, and what the camera sees of them.

In: printed rasters with ink, sizes in mm. Out: poses in mm on the table and the scene's
reflectance (uint8 RGB) in the camera's pixels.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from .geometry import Camera, Pose
from .light import enlarge
from .paper import Field, Image, Points
from .texture import smooth_noise

STRIP = 256


@dataclass(frozen=True)
class Paper:
    """A paper with one sheet on it; mm from the middle of the sheet."""

    width: float  # of the sheet as printed
    height: float
    left: float  # white paper beyond the sheet's edge; negative: cut off
    top: float
    right: float
    bottom: float

    @property
    def sheet_corners(self) -> Points:
        """TL, TR, BR, BL of the sheet."""
        x, y = self.width / 2, self.height / 2
        return np.array([[-x, -y], [x, -y], [x, y], [-x, y]], np.float64)

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom edge of the paper."""
        x, y = self.width / 2, self.height / 2
        return -x - self.left, -y - self.top, x + self.right, y + self.bottom

    def outline(self, per_side: int = 24) -> Points:
        """Points round the paper's edge."""
        x0, y0, x1, y1 = self.bounds
        t = np.linspace(0, 1, per_side, endpoint=False)
        x = np.concatenate([x0 + (x1 - x0) * t, 0 * t + x1, x1 - (x1 - x0) * t, 0 * t + x0])
        y = np.concatenate([0 * t + y0, y0 + (y1 - y0) * t, 0 * t + y1, y1 - (y1 - y0) * t])
        return np.column_stack([x, y])


def cut_paper(width: float, height: float, kind: str, rng: np.random.Generator) -> Paper:
    """A sheet cut out by hand, or left on a page about as large as A4."""
    if kind == "page":
        wide, high = (297, 210) if width > height else (210, 297)
        left = rng.uniform(0.2, 0.8) * max(10.0, wide - width)
        top = rng.uniform(0.1, 0.6) * max(10.0, high - height)
        right = max(10.0, wide - width) - left
        bottom = max(10.0, high - height) - top
        return Paper(width, height, left, top, right, bottom)
    left, top, right, bottom = np.clip(rng.normal(0.3, 0.7, 4), -1.5, 1.5).tolist()
    return Paper(width, height, left, top, right, bottom)


def lay_out(
    papers: Sequence[Paper], level: str, rng: np.random.Generator
) -> list[tuple[float, float, float]]:
    """Middle (mm) and turn (radians) of each paper so that none lies on another."""
    swing = {"careful": 1.5, "ordinary": 6.0, "bad": 14.0}[level]
    count = len(papers)
    turns = np.radians(rng.uniform(-swing, swing, count)) if count > 1 else np.zeros(1)
    sizes = []
    for paper, turn in zip(papers, turns, strict=True):
        x0, y0, x1, y1 = paper.bounds
        w, h = 2 * max(-x0, x1), 2 * max(-y0, y1)
        cos, sin = abs(np.cos(turn)), abs(np.sin(turn))
        sizes.append((w * cos + h * sin, w * sin + h * cos))
    slot_w, slot_h = (max(size[i] for size in sizes) for i in (0, 1))
    gap = rng.uniform(4, 16)
    best, cols = 0.0, 1
    for columns in range(1, count + 1):
        w, h = columns * slot_w, -(-count // columns) * slot_h
        scale = max(min(4 / w, 3 / h), min(3 / w, 4 / h))
        if scale > best:
            best, cols = scale, columns
    places = []
    for i, turn in enumerate(turns):
        play_x, play_y = slot_w + gap - 3 - sizes[i][0], slot_h + gap - 3 - sizes[i][1]
        x = (i % cols) * (slot_w + gap) + rng.uniform(-0.5, 0.5) * play_x
        y = (i // cols) * (slot_h + gap) + rng.uniform(-0.5, 0.5) * play_y
        half = np.pi if level != "careful" and count > 1 and rng.random() < 0.25 else 0.0
        places.append((float(x), float(y), float(turn + half)))
    return places


def with_margin(paper: Paper, image: Image, px_per_mm: float) -> Image:
    """RGBA raster of the whole paper: the sheet and its white margin."""
    height, width = image.shape[:2]
    left, top, right, bottom = (
        round(v * px_per_mm) for v in (paper.left, paper.top, paper.right, paper.bottom)
    )
    inside = image[max(0, -top) : height - max(0, -bottom), max(0, -left) : width - max(0, -right)]
    above, below, before, after = (max(0, v) for v in (top, bottom, left, right))
    whole = cv2.copyMakeBorder(
        inside, above, below, before, after, cv2.BORDER_CONSTANT, value=(255, 255, 255, 255)
    )
    return np.asarray(cv2.cvtColor(whole, cv2.COLOR_RGB2RGBA), np.uint8)


def textured(paper: Paper, image: Image, px_per_mm: float, rng: np.random.Generator) -> Image:
    """RGBA raster of the whole paper: the sheet, its white margin, the paper's grain."""
    whole = with_margin(paper, image, px_per_mm)
    size = 256
    fine = smooth_noise(size, size, max(1.0, 0.25 * px_per_mm), rng)
    cloudy = smooth_noise(size, size, 4 * px_per_mm, rng)
    strength = rng.uniform(0.4, 1.6)
    speckle = np.clip(245 + strength * (1.6 * fine + 1.0 * cloudy), 0, 255).astype(np.uint8)
    mirrored = np.hstack([speckle, speckle[:, ::-1]])
    grain = np.vstack([mirrored, mirrored[::-1]])
    tint = rng.uniform(0.955, 1.0)
    rows, cols = whole.shape[:2]
    many = cv2.repeat(grain, -(-rows // (2 * size)), -(-cols // (2 * size)))[:rows, :cols]
    toned = cv2.convertScaleAbs(many, alpha=float(tint))
    opaque = np.full((rows, cols), 250, np.uint8)
    grains = cv2.merge([many, many, toned, opaque])
    return np.asarray(cv2.multiply(whole, grains, scale=1 / 250), np.uint8)


@dataclass(frozen=True)
class View:
    """The part of the frame that shows a paper: pixels, and at its grid nodes the paper in mm."""

    x0: int
    y0: int
    x1: int
    y1: int
    rows: slice  # of the frame's grid
    cols: slice
    u: Points
    v: Points

    def inside(self, paper: Paper, dx: float = 0, dy: float = 0) -> NDArray[np.bool_]:
        """Which nodes see the paper, or would if it were moved."""
        x0, y0, x1, y1 = paper.bounds
        u, v = self.u - dx, self.v - dy
        return np.asarray((u > x0) & (u < x1) & (v > y0) & (v < y1), np.bool_)


def view_of(paper: Paper, pose: Pose, camera: Camera, px: Points, py: Points, step: int) -> View:
    """Where the camera sees the paper; px and py are the frame's grid (see `light`)."""
    seen = camera.project(pose.place(paper.outline()))
    limit = np.array([camera.width, camera.height])
    low = np.clip(np.floor(seen.min(axis=0)).astype(int) - 3, 0, limit - 1) // step * step
    high = np.clip(np.ceil(seen.max(axis=0)).astype(int) + 4, low + 1, limit)
    (x0, y0), (x1, y1) = low.tolist(), high.tolist()
    rows = slice(y0 // step, -(-y1 // step) + 2)
    cols = slice(x0 // step, -(-x1 // step) + 2)
    u, v = camera.see(px[rows, cols], py[rows, cols], pose)
    return View(x0, y0, x1, y1, rows, cols, u, v)


def put_paper(
    scene: Image, raster: Image, px_per_mm: float, paper: Paper, view: View, step: int
) -> None:
    """Draw a paper's raster into the scene."""
    x0, y0, x1, y1 = view.x0, view.y0, view.x1, view.y1
    left, top, _, _ = paper.bounds
    map_x = ((view.u - left) * px_per_mm - 0.5).astype(np.float32)
    map_y = ((view.v - top) * px_per_mm - 0.5).astype(np.float32)
    for first in range(y0, y1, STRIP):
        last = min(y1, first + STRIP)
        rows = slice((first - y0) // step, -(-(last - y0) // step) + 2)
        mx: Field = enlarge(map_x[rows], step)[: last - first, : x1 - x0]
        my: Field = enlarge(map_y[rows], step)[: last - first, : x1 - x0]
        part = cv2.remap(raster, mx, my, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
        here = scene[first:last, x0:x1]
        alpha = part[..., 3]
        rgb = cv2.cvtColor(part, cv2.COLOR_RGBA2RGB)
        if int(alpha.min()) < 255:
            rest = cv2.cvtColor(cv2.bitwise_not(alpha), cv2.COLOR_GRAY2RGB)
            rgb = cv2.add(rgb, cv2.multiply(here, rest, scale=1 / 255))
        here[...] = rgb
