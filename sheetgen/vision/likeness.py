"""Which of several blank prints a photo shows: the one that it is taken for, or another.

In: an aligned photo of a sheet, its supposed blank print and others that look alike, all on the
same grid. Out: which of them the photo leans to, at each place where they differ. A player's ink
lies on either and hardly counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetgen.geometry import Rect
from sheetgen.vision.photo import Pixels
from sheetgen.vision.settings import SETTINGS

PX_PER_MM = 2.0
_TILE_PX = 16
_PAPER_SIGMA_PX = 12.0
_PAPER = 232
"""Blank prints are as light as this where there is only paper."""

Densities = NDArray[np.float32]


class Likeness(NamedTuple):
    """What the photo shows at the places where other prints differ from the supposed one."""

    leans: NDArray[np.float32]
    """(others, places): 0 where it shows the supposed print, 1 where it shows the other one, -inf
    where the two do not differ or neither is seen."""
    colourless: bool
    """The photo has no colours to tell by."""

    @property
    def to_one(self) -> float:
        """How much the places lean to that of the others which fits best, by the median."""
        return max((float(np.median(one)) for one in self._told()), default=0.0)

    @property
    def share_against(self) -> float:
        """Share of the places that lean to any of the others."""
        most = self.leans.max(axis=0, initial=-np.inf)
        against = int((most > SETTINGS.lean_to_other).sum())
        favour = int((np.isfinite(most) & (most < SETTINGS.lean_to_own)).sum())
        return against / max(against + favour, 1)

    def _told(self) -> Iterator[NDArray[np.float32]]:
        for one in self.leans:
            told = one[np.isfinite(one)]
            if len(told):
                yield told


def reduced(picture: Pixels, px_per_mm: float) -> Pixels:
    """A picture at the resolution at which prints are compared."""
    factor = PX_PER_MM / px_per_mm
    return cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA).astype(
        np.uint8, copy=False
    )


def compare_prints(
    photo: Pixels, blank: Pixels, others: Sequence[Pixels], left_out: Sequence[Rect] = ()
) -> Likeness:
    """All pictures are ``reduced``. ``left_out``: places that differ between sheets, in mm."""
    prints = [blank, *others]
    light = np.min([one.min(axis=2) for one in prints], axis=0) >= _PAPER
    seen = _without_paper(photo, light)
    known = [_blurred(np.asarray(1 - one / np.float32(255), np.float32)) for one in prints]
    colourless = all(_colourless(seen, one) for one in known)
    if colourless:
        seen, known = _grey(seen), [_grey(one) for one in known]
    for box in left_out:
        part = tuple(
            slice(max(round(low * PX_PER_MM), 0), round(high * PX_PER_MM))
            for low, high in ((box.y, box.bottom), (box.x, box.right))
        )
        for picture in (seen, *known):
            picture[part] = 0
    places = _totals(seen).size
    leans = np.array([_lean(seen, known[0], one).ravel() for one in known[1:]], np.float32)
    return Likeness(leans.reshape(len(others), places), colourless)


def _lean(seen: Densities, own: Densities, other: Densities) -> NDArray[np.float32]:
    """Per tile, 0 where the photo shows the one print and 1 where it shows the other.

    The photo is taken apart into ``own`` and what ``other`` has more or less, by least squares;
    the share of the latter does not depend on how dark the print came out. -inf where the prints
    do not differ, or neither is seen.
    """
    difference = other - own
    aa, ab, bb = (_totals(x * y) for x, y in ((own, own), (own, difference), (difference,) * 2))
    pa, pb = _totals(seen * own), _totals(seen * difference)
    det = aa * bb - ab * ab
    tells = det > SETTINGS.least_difference * np.maximum(aa, 1e-6)
    safe = np.where(tells, det, 1)
    strength = (bb * pa - ab * pb) / safe
    tells &= strength > SETTINGS.least_strength
    more = (aa * pb - ab * pa) / safe
    lean: NDArray[np.float32] = np.where(tells, more / np.where(tells, strength, 1), -np.inf)
    return lean


def _totals(product: Densities) -> NDArray[np.float32]:
    """Sums over tiles."""
    rows, columns = (size // _TILE_PX for size in product.shape[:2])
    cut = product[: rows * _TILE_PX, : columns * _TILE_PX].sum(axis=2)
    sums: NDArray[np.float32] = cut.reshape(rows, _TILE_PX, columns, _TILE_PX).sum(axis=(1, 3))
    return sums


def _without_paper(photo: Pixels, light: NDArray[np.bool_]) -> Densities:
    """1 - photo / paper, with the paper's brightness smoothly from the places without print."""
    weight = light.astype(np.float32)
    paper = cv2.GaussianBlur(photo * weight[:, :, None], (0, 0), _PAPER_SIGMA_PX)
    share = cv2.GaussianBlur(weight, (0, 0), _PAPER_SIGMA_PX)
    paper = paper / np.maximum(share, 1e-4)[:, :, None]
    density: Densities = np.clip(1 - photo / np.maximum(paper, 8), 0, 1).astype(np.float32)
    return density


def _colourless(seen: Densities, known: Densities) -> bool:
    """Whether the photo has no colours where a print has, if that has any."""
    spread = np.ptp(known, axis=2)
    coloured = spread > SETTINGS.coloured_spread
    if not coloured.any():
        return True
    return float(np.median(np.ptp(seen, axis=2)[coloured])) < SETTINGS.colourless_share * float(
        np.median(spread[coloured])
    )


def _grey(density: Densities) -> Densities:
    return np.repeat(density.mean(axis=2, keepdims=True, dtype=np.float32), 3, axis=2)


def _blurred(density: Densities) -> Densities:
    return cv2.GaussianBlur(density, (0, 0), 0.6).astype(np.float32, copy=False)
