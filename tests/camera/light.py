"""Light on the table: a gain for red, green and blue in linear light at the nodes of a grid.

In: positions of the nodes in pixels, the frame, conditions. Out: float32 (rows, columns, 3).
Node i of a grid lies at pixel (i - 0.5) * step - 0.5: one node more than needed on every side, so
that `enlarge` can interpolate up to the frame's edge.
"""

import cv2
import numpy as np

from .conditions import Conditions
from .paper import Field, Points


def grid(width: int, height: int, step: int) -> tuple[Points, Points]:
    """x and y of the nodes, each (rows, columns)."""
    x = (np.arange(-(-width // step) + 2) - 0.5) * step - 0.5
    y = (np.arange(-(-height // step) + 2) - 0.5) * step - 0.5
    px, py = np.meshgrid(x, y)
    return px, py


def enlarge(nodes: Field, step: int) -> Field:
    """Interpolate a grid to pixels: (rows - 2) * step rows of pixels."""
    rows, cols = nodes.shape[:2]
    big = cv2.resize(nodes, (cols * step, rows * step), interpolation=cv2.INTER_LINEAR)
    return np.asarray(big[step:-step, step:-step], np.float32)


def light_field(
    px: Points,
    py: Points,
    frame: tuple[int, int],
    target: Points,
    conditions: Conditions,
    rng: np.random.Generator,
) -> Field:
    """Gradient, vignette, colour of the light and cast shadow; 1 = full light.

    `target` (pixels) is a point that a shadow should come near to.
    """
    width, height = frame
    long = max(width, height)
    x, y = (px - width / 2) / long, (py - height / 2) / long
    way = rng.uniform(0, 2 * np.pi)
    slope = x * np.cos(way) + y * np.sin(way)
    bend = rng.uniform(-0.4, 0.4)
    gain = 1 - conditions.gradient * np.clip(slope + 0.5 + bend * (x * x + y * y), 0, 1.2)
    gain = gain * (1 - conditions.vignette * 2.4 * (x * x + y * y))
    shade = np.ones(px.shape, np.float32)
    if conditions.shadow == "soft":
        shade = _soft(px.shape, rng)
    elif conditions.shadow == "hard":
        step = float(px[0, 1] - px[0, 0])
        shade = _hard(px.shape, target / step + 1, rng)
    shade = 1 - (1 - np.float32(conditions.shadow_factor)) * shade
    tint = conditions.warmth
    channels = []
    for share, sky in ((0.16, -0.06), (0.0, 0.0), (-0.3, 0.06)):
        in_shade = 1 + sky * (1 - shade) if conditions.shadow != "none" else 1.0
        channels.append((gain * shade * in_shade * (1 + share * tint)).astype(np.float32))
    return np.asarray(cv2.merge(channels), np.float32)


def _soft(shape: tuple[int, ...], rng: np.random.Generator) -> Field:
    """0..1: a wide blurred shape coming in from a side."""
    rows, cols = shape
    size = max(rows, cols)
    mask = np.zeros(shape, np.float32)
    turn = rng.uniform(0, 360)
    away = size * rng.uniform(0.15, 0.5)
    angle = np.radians(turn)
    middle = (
        int(cols / 2 + away * np.cos(angle)),
        int(rows / 2 + away * np.sin(angle)),
    )
    axes = (int(size * rng.uniform(0.25, 0.5)), int(size * rng.uniform(0.15, 0.4)))
    cv2.ellipse(mask, middle, axes, rng.uniform(0, 180), 0, 360, 1.0, -1)
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), size * rng.uniform(0.04, 0.12)), np.float32)


def _hard(shape: tuple[int, ...], target: Points, rng: np.random.Generator) -> Field:
    """0..1: a phone in a hand, its arm coming from the frame's edge; edges nearly sharp."""
    rows, cols = shape
    size = max(rows, cols)
    mask = np.zeros(shape, np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    way = np.array([np.cos(angle), np.sin(angle)])
    middle = target + rng.normal(0, 0.14, 2) * size
    long, short = size * rng.uniform(0.3, 0.55), size * rng.uniform(0.16, 0.28)
    turned = np.degrees(angle) + rng.normal(0, 25)
    box = cv2.boxPoints(
        ((float(middle[0]), float(middle[1])), (float(long), float(short)), float(turned))
    )
    cv2.fillPoly(mask, [np.rint(box * 16).astype(np.int32)], 1.0, cv2.LINE_AA, 4)
    palm = middle + way * long * rng.uniform(0.25, 0.5)
    cv2.ellipse(
        mask,
        _point(palm),
        (int(short * rng.uniform(0.5, 0.8)), int(short * rng.uniform(0.4, 0.6))),
        np.degrees(angle),
        0,
        360,
        1.0,
        -1,
    )
    side = np.array([-way[1], way[0]])
    for finger in range(int(rng.integers(2, 5))):
        tip = palm - way * short * (0.1 + 0.3 * finger) + side * short * rng.uniform(0.4, 0.75)
        cv2.line(mask, _point(palm), _point(tip), 1.0, max(1, int(short * 0.2)), cv2.LINE_AA)
    elbow = palm + way * size * 1.5 + side * size * rng.normal(0, 0.2)
    cv2.line(mask, _point(palm), _point(elbow), 1.0, max(2, int(short * 0.6)), cv2.LINE_AA)
    edge = cv2.GaussianBlur(mask, (0, 0), max(0.7, size * rng.uniform(0.001, 0.008)))
    if rng.random() < 0.3:
        move = np.array([[1, 0, rng.normal(0, 0.06) * size], [0, 1, rng.normal(0, 0.06) * size]])
        second = cv2.warpAffine(edge, move, (cols, rows), borderMode=cv2.BORDER_REPLICATE)
        edge = cv2.addWeighted(edge, 0.65, second, 0.35, 0)
    return np.asarray(edge, np.float32)


def _point(at: Points) -> tuple[int, int]:
    return round(float(at[0])), round(float(at[1]))
