"""What befalls the papers and the view of them.

In: a paper's raster (RGBA, pixels per mm) or the scene (uint8 RGB) with the sheets' corners in
pixels. Out: the same, changed in place. Lengths in mm on the sheet, unless they say px.
"""

from collections.abc import Sequence, Set

import cv2
import numpy as np

from .light import enlarge
from .paper import Field, Image, Points
from .table import Paper, View
from .texture import smooth_noise

FIDUCIAL_MM = 9.2  # middle of a fiducial from the sheet's edges
FOLDED_OVER_MM = (14.5, 17.5)  # legs of a corner that lies on the sheet
FOLDED_UNDER_MM = (17.0, 27.0)
OVERLAP_MM = (1.2, 3.0)
RING_MM = (28.0, 42.0)
CUT_OFF_MM = (9.0, 10.5)  # from the sheet's edge, through its fiducials
CODE_MM = ((15.4, 30.7), (5.6, 20.9))  # from the lower left corner: along x, along y
SKINS = ((224, 172, 140), (198, 134, 98), (141, 88, 58), (240, 196, 170))
Place = tuple[float, float, float]


def _inwards(corner: int) -> Points:
    """From the sheet's corner (TL, TR, BR, BL) to its inside, along x and y."""
    return np.array([(1, 1), (-1, 1), (-1, -1), (1, -1)][corner], np.float64)


def _at(paper: Paper, px_per_mm: float, points: Points) -> Points:
    """mm from the sheet's middle to pixels of the paper's raster."""
    x0, y0, _, _ = paper.bounds
    return np.asarray((points - np.array([x0, y0])) * px_per_mm, np.float64)


def damage(
    raster: Image, paper: Paper, px_per_mm: float, extras: Set[str], rng: np.random.Generator
) -> None:
    """What the extras do to the paper itself."""
    if "coffee" in extras:
        spill_coffee(raster, paper, px_per_mm, rng)
    if "code-spoilt" in extras:
        spoil_code(raster, paper, px_per_mm, rng)
    if "folded-corner" in extras:
        fold_corner(raster, paper, px_per_mm, rng)
    if "edge-cut-off" in extras:
        cut_edge_off(raster, paper, px_per_mm, rng)


def spoil_code(raster: Image, paper: Paper, px_per_mm: float, rng: np.random.Generator) -> None:
    """A blot of ink that leaves little of the 2-D code."""
    (left, right), (bottom, top) = CODE_MM
    middle = np.array([(left + right) / 2, -(bottom + top) / 2]) + rng.normal(0, 0.5, 2)
    turn = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    reach = rng.uniform(7.2, 8.6) * (1 + 0.06 * np.sin(3 * turn + rng.uniform(0, 6)))
    blot = middle + reach[:, None] * np.column_stack([np.cos(turn), np.sin(turn)])
    points = _at(paper, px_per_mm, paper.sheet_corners[3] + blot)
    ink = tuple(int(v) for v in rng.uniform(15, 70, 3))
    cv2.fillPoly(raster, [_fixed(points)], (*ink, 255), cv2.LINE_AA, 4)


def cut_edge_off(raster: Image, paper: Paper, px_per_mm: float, rng: np.random.Generator) -> None:
    """An edge cut off by scissors, through both its fiducials."""
    corner = int(rng.integers(4))
    upright = corner % 2 == 1
    deep = rng.uniform(*CUT_OFF_MM)
    here, there = paper.sheet_corners[corner], paper.sheet_corners[(corner + 1) % 4]
    inwards = _inwards(corner) * (np.array([1, 0]) if upright else np.array([0, 1]))
    along = (there - here) / np.hypot(*(there - here))
    start, end = here + deep * inwards - 400 * along, there + deep * inwards + 400 * along
    beyond = np.array([start, end, end - 400 * inwards, start - 400 * inwards])
    cv2.fillPoly(raster, [_fixed(_at(paper, px_per_mm, beyond))], (0, 0, 0, 0), cv2.LINE_8, 4)


def held_corners(extras: Set[str], rng: np.random.Generator) -> Sequence[int]:
    """The corners of the sheet that fingers lie on."""
    if "two-covered" in extras:
        return [int(corner) for corner in rng.choice(4, 2, replace=False)]
    return [int(rng.integers(4))] if "thumb" in extras else []


def spill_coffee(raster: Image, paper: Paper, px_per_mm: float, rng: np.random.Generator) -> None:
    """The ring of a cup, through the middle of a fiducial."""
    corner = int(rng.integers(4))
    mark = paper.sheet_corners[corner] + _inwards(corner) * FIDUCIAL_MM
    radius = rng.uniform(*RING_MM)
    way = np.arctan2(*_inwards(corner)[::-1]) + rng.uniform(-0.9, 0.9)
    centre = mark + radius * np.array([np.cos(way), np.sin(way)])
    cx, cy = _at(paper, px_per_mm, centre)
    height, width = raster.shape[:2]
    y, x = np.mgrid[:height, :width].astype(np.float32)
    away = np.hypot(x - np.float32(cx), y - np.float32(cy)) / np.float32(px_per_mm)
    turn = np.arctan2(y - np.float32(cy), x - np.float32(cx))
    wide = rng.uniform(1.0, 2.2)
    wobble = 0.5 * np.sin(2 * turn + rng.uniform(0, 6)) + 0.3 * np.sin(5 * turn)
    ring = np.exp(-(((away - radius - wobble) / wide) ** 2))
    rim = np.exp(-(((away - radius - wobble - wide) / 0.5) ** 2))
    uneven = 0.75 + 0.25 * np.cos(turn - np.float32(way + np.pi))  # fullest at the fiducial
    inside = (away < radius).astype(np.float32) * rng.uniform(0.0, 0.12)
    cloud = 1 + 0.15 * smooth_noise(height, width, 6 * px_per_mm, rng)
    amount = np.clip((0.8 * ring + 0.6 * rim + inside) * uneven * cloud, 0, 1.1)
    strength = rng.uniform(0.6, 1.0)
    for channel, passed in enumerate((0.72, 0.52, 0.32)):
        clear = np.float32(1) - np.float32(strength * (1 - passed)) * amount
        raster[..., channel] = np.clip(raster[..., channel] * clear, 0, 255).astype(np.uint8)


def fold_corner(raster: Image, paper: Paper, px_per_mm: float, rng: np.random.Generator) -> None:
    """A corner folded under the sheet, or over it (the paper's back shows)."""
    corner = int(rng.integers(4))
    over = bool(rng.random() < 0.5)
    legs = rng.uniform(*(FOLDED_OVER_MM if over else FOLDED_UNDER_MM), 2)
    way = _inwards(corner)
    tip = paper.sheet_corners[corner]
    a, b = tip + way * np.array([legs[0], 0]), tip + way * np.array([0, legs[1]])
    along = (b - a) / np.hypot(*(b - a))
    flap = np.array([a, b, _mirror(tip, a, along)])
    if over:
        shade = np.ones(raster.shape[:2], np.float32)
        cv2.fillPoly(shade, [_fixed(_at(paper, px_per_mm, flap))], 0.6, cv2.LINE_AA, 4)
        shade = np.asarray(cv2.GaussianBlur(shade, (0, 0), 0.8 * px_per_mm), np.float32)
        raster[..., :3] = (raster[..., :3] * shade[..., None]).astype(np.uint8)
        cv2.fillPoly(
            raster, [_fixed(_at(paper, px_per_mm, flap))], (228, 228, 226, 255), cv2.LINE_AA, 4
        )
    (ax, ay), (vx, vy), (tx, ty) = _at(paper, px_per_mm, a), along, tip - a
    y, x = np.mgrid[: raster.shape[0], : raster.shape[1]].astype(np.float32)
    beyond = (vx * (y - ay) - vy * (x - ax)) * np.sign(vx * ty - vy * tx) > 0
    raster[beyond] = 0


def _mirror(point: Points, on_line: Points, along: Points) -> Points:
    offset = point - on_line
    return np.asarray(on_line + 2 * along * float(along @ offset) - offset, np.float64)


def _fixed(points: Points) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
    """Pixels with 4 fractional bits, for cv2's drawing."""
    return np.rint(points * 16).astype(np.int32)


def hold_by_thumb(
    scene: Image,
    corners: Points,
    size_mm: tuple[float, float],
    which: int,
    rng: np.random.Generator,
) -> None:
    """A fingertip over a corner of the sheet, reaching past its fiducial."""
    width, height = size_mm
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(flat, corners.astype(np.float32))
    radius = rng.uniform(7.5, 9.5)
    way = _inwards(which)
    lean = rng.uniform(-0.35, 0.35)
    cos, sin = np.cos(lean), np.sin(lean)
    inwards = np.array([[cos, -sin], [sin, cos]]) @ way / 2**0.5
    tip = flat[which] + inwards * (rng.uniform(13.5, 17.5) - radius)
    outline = [tip + radius * np.array([np.cos(t), np.sin(t)]) for t in np.linspace(0, 6.28, 40)]
    base = tip - inwards * 160
    normal = np.array([-inwards[1], inwards[0]])
    outline += [base + normal * radius * 1.5, base - normal * radius * 1.5]
    hull = cv2.convexHull(np.array(outline, np.float32)).reshape(-1, 1, 2)
    on_photo = cv2.perspectiveTransform(hull, matrix).reshape(-1, 2)
    on_photo = np.clip(on_photo, -30000, 30000)
    mask = np.zeros(scene.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, _fixed(np.asarray(on_photo, np.float64)), 255, cv2.LINE_AA, 4)
    px = float(np.hypot(*(corners[1] - corners[0]))) / width
    depth = np.minimum(cv2.distanceTransform(mask, cv2.DIST_L2, 3) / (radius * px), 1)
    shade = (0.55 + 0.45 * np.sqrt(depth)).astype(np.float32)
    skin = np.array(SKINS[int(rng.integers(len(SKINS)))], np.float32) + rng.normal(0, 6, 3)
    soft = cv2.GaussianBlur(mask, (0, 0), max(0.8, 0.25 * px)).astype(np.float32) / 255
    cast = cv2.GaussianBlur(mask, (0, 0), 2.0 * px).astype(np.float32) / 255
    for channel in range(3):
        below = scene[..., channel] * (1 - np.float32(0.35) * cast)
        finger = np.float32(skin[channel]) * shade
        scene[..., channel] = np.clip(below * (1 - soft) + finger * soft, 0, 255).astype(np.uint8)


def reflect_lamp(
    scene: Image, gains: Field, step: int, corners: Points, rng: np.random.Generator
) -> None:
    """A specular spot on the sheet: it washes out what is printed there."""
    u, v = rng.uniform(0.1, 0.9, 2)
    top = corners[0] * (1 - u) + corners[1] * u
    bottom = corners[3] * (1 - u) + corners[2] * u
    cx, cy = top * (1 - v) + bottom * v
    size = float(np.hypot(*(corners[1] - corners[0]))) * rng.uniform(0.03, 0.08)
    height, width = scene.shape[:2]
    y, x = np.mgrid[:height, :width].astype(np.float32)
    turn = rng.uniform(0, np.pi)
    dx, dy = x - np.float32(cx), y - np.float32(cy)
    a = (dx * np.cos(turn) + dy * np.sin(turn)) / rng.uniform(1.0, 2.0)
    b = dy * np.cos(turn) - dx * np.sin(turn)
    away = (a * a + b * b) / np.float32(size * size)
    spot = (1 / (1 + away**2)).astype(np.float32)
    strength = np.float32(rng.uniform(0.8, 1.0))
    for channel in range(3):
        here = scene[..., channel]
        here[...] = np.clip(here + (255 - here) * strength * spot, 0, 255).astype(np.uint8)
    shrunk = cv2.resize(spot, None, fx=1 / step, fy=1 / step, interpolation=cv2.INTER_AREA)
    body = gains[1 : 1 + shrunk.shape[0], 1 : 1 + shrunk.shape[1]]
    body *= (1 + np.float32(1.2) * shrunk[: body.shape[0], : body.shape[1]])[..., None]


def overlapping(papers: list[Paper], rng: np.random.Generator) -> list[Place]:
    """Papers in a column: each sheet, or what was not cut off, on the margin of the one before."""
    places: list[Place] = []
    y = 0.0
    for number, paper in enumerate(papers):
        if number:
            before = papers[number - 1]
            short = -min(before.bottom, 0.0) - min(paper.top, 0.0)
            y += (before.height + paper.height) / 2 - rng.uniform(*OVERLAP_MM) - short
        places.append((float(rng.uniform(-8, 8)), y, float(np.radians(rng.uniform(-0.3, 0.3)))))
    return places


def shade_below(scene: Image, paper: Paper, view: View, step: int) -> None:
    """The thin shadow that a paper throws on the one that it is going to lie on."""
    inside = view.inside(paper).astype(np.float32)
    soft = np.asarray(cv2.GaussianBlur(inside, (0, 0), 1.2), np.float32)
    light = enlarge(1 - np.float32(0.3) * soft, step)
    here = scene[view.y0 : view.y1, view.x0 : view.x1]
    light = light[: here.shape[0], : here.shape[1]]
    here[...] = (here * light[..., None]).astype(np.uint8)
