"""Table tops.

In: a size in pixels. Out: uint8 RGB tiles of wood, cloth, plain, speckled or striped surfaces,
and the same seen by a camera.
"""

import cv2
import numpy as np

from .geometry import Camera
from .paper import Image
from .texture import fractal_noise, pick, smooth_noise

TILE = 768
KINDS = {"wood": 4.0, "plain": 3.0, "cloth": 2.0, "speckled": 1.5, "planks": 1.5}
TONES = (
    (150, 105, 68),
    (92, 60, 40),
    (196, 164, 124),
    (60, 55, 52),
    (35, 36, 40),
    (225, 222, 215),
    (205, 208, 210),
    (120, 125, 122),
    (70, 88, 110),
    (120, 40, 42),
    (64, 96, 70),
)
WOODS = TONES[:4]


def table_tile(kind: str, rng: np.random.Generator) -> Image:
    """A square of table, TILE pixels wide."""
    tone = (WOODS if kind in ("wood", "planks") else TONES)[
        int(rng.integers(4 if kind in ("wood", "planks") else len(TONES)))
    ]
    size = TILE
    if kind in ("wood", "planks"):
        warp = smooth_noise(size, size, 160, rng, stretch=3.0)
        y = np.arange(size, dtype=np.float32)[:, None] / np.float32(size)
        rings = np.sin((y * rng.uniform(8, 30) + warp * rng.uniform(0.2, 0.6)) * np.float32(6.28))
        grain = smooth_noise(size, size, 2.0, rng, stretch=30.0)
        shade = 1 + 0.07 * rings + 0.07 * grain + 0.04 * smooth_noise(size, size, 90, rng)
        if kind == "planks":
            width = int(rng.integers(90, 190))
            for start in range(0, size, width):
                shade[start : start + width] *= rng.uniform(0.85, 1.12)
                shade[start : start + 3] *= 0.55
    elif kind == "cloth":
        pitch = rng.uniform(2.2, 5.0)
        wave = np.sin(np.arange(size, dtype=np.float32) * np.float32(6.28 / pitch))
        shade = 1 + 0.07 * (wave[:, None] * np.float32(1) + wave[None, :])
        shade = shade + 0.06 * fractal_noise(size, size, 120, rng)
        shade = shade + 0.05 * smooth_noise(size, size, 1.5, rng)
    elif kind == "speckled":
        spots = smooth_noise(size, size, rng.uniform(2, 6), rng)
        shade = 1 + 0.22 * np.tanh(3 * (np.abs(spots) - 1.1)) * np.sign(spots)
        shade = shade + 0.03 * fractal_noise(size, size, 60, rng)
    else:
        shade = (
            1
            + 0.02 * fractal_noise(size, size, 300, rng)
            + 0.01 * smooth_noise(size, size, 1.2, rng)
        )
    shade8 = np.clip(np.asarray(shade, np.float32) * 128, 0, 255).astype(np.uint8)
    tables = [np.clip(np.arange(256) * (c / 128), 0, 255).astype(np.uint8) for c in tone]
    return np.asarray(cv2.merge([cv2.LUT(shade8, table) for table in tables]), np.uint8)


def table_top(camera: Camera, shrink: int, kind: str | None, rng: np.random.Generator) -> Image:
    """The table as the camera sees it, at 1/shrink of the frame's size."""
    tile = table_tile(kind or pick(KINDS, rng), rng)
    px_per_mm = rng.uniform(1.2, 2.6)
    width, height = -(-camera.width // shrink), -(-camera.height // shrink)
    px = np.array([0, camera.width, camera.width, 0], np.float64)
    py = np.array([0, 0, camera.height, camera.height], np.float64)
    ray = camera.look(px, py)
    ground = camera.position[:2] - ray[:, :2] * camera.position[2]
    turn = rng.uniform(0, 2 * np.pi)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    source = (ground @ spin.T) * px_per_mm + rng.uniform(0, TILE, 2)
    seen = np.column_stack([px, py]) / shrink
    matrix = cv2.getPerspectiveTransform(seen.astype(np.float32), source.astype(np.float32))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpPerspective(
            tile, matrix, (width, height), flags=flags, borderMode=cv2.BORDER_REFLECT_101
        ),
        np.uint8,
    )
