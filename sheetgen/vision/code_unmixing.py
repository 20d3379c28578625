"""Tell the modules of a 2-D code apart where blur has run them into each other.

In: a crop of the picture and about where the module grid lies in it. Out: the dark modules. A
model of what is seen - black or white modules, a Gaussian blur wider one way than the other, light
that may slope - is fitted in turns: the modules that explain the picture best for the blur, then
the blur, the light and the place of the grid that explain it best for the modules (Gauss-Newton).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetgen.frame import CODE_MODULES
from sheetgen.vision.settings import SETTINGS

_PER = 3
"""Samples per module."""
_MARGIN = 2
"""Modules of paper around the code that are looked at too."""
_ACROSS = CODE_MODULES + 2 * _MARGIN
_REACH = 3
"""Modules over which a module is smeared at most."""
_RIDGE = 1e-9
"""Keeps the equations solvable where the crop shows nothing."""
_PAIRS = ((0, 1), (1, 0), (1, 1), (1, -1))
_INNER = (slice(_MARGIN, -_MARGIN), slice(_MARGIN, -_MARGIN))

Floats = NDArray[np.float64]
Modules = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """Where the code lies in the crop, how it is blurred and lit."""

    place: Floats
    """Affine map (2, 3) from modules from the middle of the code to pixels of the crop."""
    spread: Floats
    """Covariance of the blur (2, 2), in modules."""
    light: Floats
    """Brightness of the paper in the middle, its slopes per module to the right and down, and how
    much darker the ink is."""


def unmixed(crop: NDArray[np.float32], place: Floats) -> Iterator[Modules]:
    """Dark modules (CODE_MODULES, CODE_MODULES), better and better, from several starts.

    ``place``: affine map (2, 3) from modules from the middle of the code to pixels of the crop.
    """
    low, high = np.percentile(_seen(crop, place), (5, 95))
    light = np.array([high, 0, 0, max(high - low, 1)])
    for width in SETTINGS.code_blurs_modules:
        scene = Scene(place, width**2 * np.eye(2), light)
        before = None
        for _ in range(SETTINGS.code_rounds):
            dark = _modules(_seen(crop, scene.place), scene)
            if before is not None and (dark == before).all():
                break
            yield dark[_INNER]
            scene = _better(crop, scene, dark)
            before = dark


def _places() -> tuple[Floats, Floats]:
    """Samples in modules from the middle of the code: to the right and down."""
    along = (np.arange(_ACROSS * _PER) + 0.5) / _PER - _ACROSS / 2
    u, v = np.meshgrid(along, along)
    return u, v


def sampled(crop: NDArray[np.float32], place: Floats, u: Floats, v: Floats) -> NDArray[np.float32]:
    """Brightness of the crop at places in modules from the middle of the code."""
    x, y = ((row[0] * u + row[1] * v + row[2]).astype(np.float32) for row in place)
    values = cv2.remap(crop, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return values.astype(np.float32, copy=False)


def _seen(crop: NDArray[np.float32], place: Floats) -> Floats:
    return sampled(crop, place, *_places()).astype(np.float64)


def known_modules(margin: int) -> tuple[Modules, Modules]:
    """Which modules are known, and which of these are dark: finder edges and white margin.

    Both (CODE_MODULES + 2 * margin) square.
    """
    known = np.ones((CODE_MODULES + 2 * margin,) * 2, bool)
    known[margin + 1 : -margin - 1, margin + 1 : -margin - 1] = False
    dark = np.zeros_like(known)
    code = dark[margin : margin + CODE_MODULES, margin : margin + CODE_MODULES]
    code[0, ::2] = code[1::2, -1] = True
    code[:, 0] = code[-1, :] = True
    return known, dark


def _smear(spread: Floats) -> Floats:
    """The blur as a kernel on the samples."""
    along = np.arange(-_REACH * _PER, _REACH * _PER + 1) / _PER
    u, v = np.meshgrid(along, along)
    back = np.linalg.inv(spread)
    kernel = np.exp(-(back[0, 0] * u * u + 2 * back[0, 1] * u * v + back[1, 1] * v * v) / 2)
    smear: Floats = kernel / kernel.sum()
    return smear


def _shown(dark: Modules, spread: Floats) -> Floats:
    """How dark each sample is, 0 to 1."""
    sharp = np.kron(dark, np.ones((_PER, _PER)))
    return np.asarray(cv2.filter2D(sharp, cv2.CV_64F, _smear(spread)), np.float64)


def _paper(light: Floats) -> Floats:
    u, v = _places()
    paper: Floats = light[0] + light[1] * u + light[2] * v
    return paper


def _modules(seen: Floats, scene: Scene) -> Modules:
    """The modules that explain best what is seen (least squares), from a solution in shades."""
    one = cv2.copyMakeBorder(_smear(scene.spread), _PER, _PER, _PER, _PER, cv2.BORDER_CONSTANT)
    one = cv2.boxFilter(one, cv2.CV_64F, (_PER, _PER), normalize=False)
    darkness = (_paper(scene.light) - seen) / scene.light[3]
    matched = cv2.filter2D(darkness, cv2.CV_64F, one)[_PER // 2 :: _PER, _PER // 2 :: _PER]
    overlap = cv2.filter2D(one, cv2.CV_64F, one, borderType=cv2.BORDER_CONSTANT)
    middle = len(one) // 2
    overlap = overlap[middle % _PER :: _PER, middle % _PER :: _PER]
    known, dark = known_modules(_MARGIN)
    shades = np.where(known, dark, 0.5)
    step = 1 / float(overlap.sum())
    for _ in range(SETTINGS.code_shade_steps):
        slope = cv2.filter2D(shades, cv2.CV_64F, overlap, borderType=cv2.BORDER_CONSTANT) - matched
        shades = np.where(known, dark, np.clip(shades - step * slope, 0, 1))
    return _flipped(shades > 0.5, known, np.asarray(matched, float), np.asarray(overlap, float))


def _flipped(dark: Modules, known: Modules, matched: Floats, overlap: Floats) -> Modules:
    """Modules, and pairs of neighbours, flipped as long as that explains the picture better."""
    reach = len(overlap) // 2
    shades = dark.astype(np.float64)
    slope = cv2.filter2D(shades, cv2.CV_64F, overlap, borderType=cv2.BORDER_CONSTANT) - matched
    slope = np.pad(slope, reach)
    inside = (slice(reach, -reach), slice(reach, -reach))
    own = float(overlap[reach, reach])
    for _ in range(SETTINGS.code_flips):
        way = 1 - 2 * shades
        gain = np.where(known, np.inf, 2 * way * slope[inside] + own)
        best, flips = _best_flips(gain, way, overlap, reach)
        if best >= -1e-9:
            break
        for y, x in flips:
            shades[y, x] += way[y, x]
            slope[y : y + 2 * reach + 1, x : x + 2 * reach + 1] += way[y, x] * overlap
    flipped: Modules = shades > 0.5
    return flipped


def _best_flips(
    gain: Floats, way: Floats, overlap: Floats, reach: int
) -> tuple[float, list[tuple[int, int]]]:
    """The flip of one module or of two neighbours that lowers the misfit most."""
    y, x = divmod(int(gain.argmin()), _ACROSS)
    best, flips = float(gain[y, x]), [(y, x)]
    for down, right in _PAIRS:
        other = np.roll(gain, (-down, -right), axis=(0, 1))
        both = way * np.roll(way, (-down, -right), axis=(0, 1))
        pair = gain + other + 2 * both * overlap[reach + down, reach + right]
        y, x = divmod(int(pair.argmin()), _ACROSS)
        if pair[y, x] < best:
            best, flips = float(pair[y, x]), [(y, x), (y + down, x + right)]
    return best, flips


def _better(crop: NDArray[np.float32], scene: Scene, dark: Modules) -> Scene:
    """Place, blur and light that explain the picture better for these modules, one step on."""
    u, v = (one.ravel() for one in _places())
    seen, shown = _seen(crop, scene.place), _shown(dark, scene.spread)
    down, right = (one.ravel() for one in np.gradient(scene.light[3] * -shown, 1 / _PER))
    bends = _bends(scene.light[3] * -shown)
    columns = [np.ones_like(u), u, v, -shown.ravel()]
    columns += [right * u, right * v, right, down * u, down * v, down]
    columns += [bends[0] / 2, bends[1], bends[2] / 2]
    design = np.stack(columns)
    design /= (scale := np.linalg.norm(design, axis=1, keepdims=True) + 1e-9)
    normal = design @ design.T + _RIDGE * np.eye(len(design))
    solved = np.linalg.solve(normal, design @ seen.ravel()) / scale.ravel()
    # What is seen is the model moved by this much: the samples go the other way.
    moved = np.clip(solved[4:10].reshape(2, 3), -0.5, 0.5)
    place = scene.place.copy()
    place[:, 2] -= scene.place[:, :2] @ moved[:, 2]
    place[:, :2] -= scene.place[:, :2] @ moved[:, :2]
    change = np.array([[solved[10], solved[11]], [solved[11], solved[12]]])
    light = solved[:4]
    light[3] = max(light[3], 1)
    return Scene(place, _limited(scene.spread + change), light)


def _bends(shown: Floats) -> tuple[Floats, Floats, Floats]:
    """Second derivatives per module: what a wider blur adds."""
    down, right = np.gradient(shown, 1 / _PER)
    down_down, down_right = np.gradient(down, 1 / _PER)
    right_right = np.gradient(right, 1 / _PER, axis=1)
    return right_right.ravel(), down_right.ravel(), down_down.ravel()


def _limited(spread: Floats) -> Floats:
    """The blur within what can occur."""
    least, most = SETTINGS.code_blur_limits
    widths, ways = np.linalg.eigh(spread)
    limited: Floats = ways @ np.diag(np.clip(widths, least**2, most**2)) @ ways.T
    return limited
