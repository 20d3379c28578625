"""Cells as the classifier sees them: aligned photo and blank print, cut out and normalised.

A crop is square with the cell in its middle and a margin around, so that strokes of neighbours that
reach in can be told apart. Crops come in two sizes: quick ones of every cell, fine ones of those
that need a closer look. Channels: 0-2 the photo's red, green, blue relative to the light paper
around; 3-4 the blank print's brightness and darkest colour; 5 the cell's shape.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetgen.layout.model import MarkBox
from sheetgen.vision.inks import PrintedCells
from sheetgen.vision.photo import Pixels
from sheetgen.vision.rectify import Part
from sheetgen.vision.settings import SETTINGS


@dataclass(frozen=True, slots=True)
class CropSize:
    """How large crops are, in pixels."""

    side: int
    """Of the crop."""
    cell: int
    """Longer side of the cell in it."""


QUICK = CropSize(52, 36)
FINE = CropSize(72, 50)
CHANNELS = 6
_MARGIN = 60
_LIGHT = 200
_EVERY = 2
"""Every second pixel tells how bright the paper is."""
_PAPER_PERCENTILE = 85.0
_BRIGHTEST = 1.5
_DARKEST_PAPER = 8
_NEAR = 4
"""So many cells around one tell of its paper."""


@dataclass(frozen=True, slots=True, eq=False)
class KnownCrops:
    """What is known of a blank print's cells before any photo of it is seen."""

    size: CropSize
    parts: tuple[Part, ...]
    """Of the picture of ``BlankCells.area`` with a margin, a square around each cell ..."""
    halved: tuple[bool, ...]
    """... in pixels of the picture at half its size where it is large enough, which is quicker."""
    channels: NDArray[np.float32]
    """The channels from 3 on, (boxes, CHANNELS - 3, side, side)."""
    light: tuple[NDArray[np.intp], ...]
    """For each box the numbers of the pixels, counting every second one each way, that are light in
    the print."""


class CutCrops(NamedTuple):
    """Cells cut out of a photo."""

    crops: NDArray[np.float32]
    """(boxes, CHANNELS, side, side)."""
    papers: NDArray[np.float32]
    """The colour of the paper of each as it is seen in the photo, (boxes, 3), 0 to 255."""


class _KnownCrop(NamedTuple):
    part: Part
    halved: bool
    channels: NDArray[np.float32]
    light: NDArray[np.intp]


class BlankCells:
    """The cells of a blank print."""

    def __init__(self, blank: Pixels, px_per_mm: float, boxes: Sequence[MarkBox]) -> None:
        self._px_per_mm = px_per_mm
        self._boxes = tuple(boxes)
        self.area = self._area(blank.shape[:2])
        """Where the cells are with all around them that is seen, in pixels of the blank print."""
        printed = _with_margin(blank[self.area])
        self._printed = (printed, _halved(printed))
        self._fine: dict[int, _KnownCrop] = {}

    def __len__(self) -> int:
        return len(self._boxes)

    @cached_property
    def places(self) -> tuple[tuple[str, int], ...]:
        """Row and position of each cell."""
        return tuple((box.cell.row, box.cell.position) for box in self._boxes)

    @cached_property
    def printed(self) -> PrintedCells:
        """What the print means for the ink in the cells."""
        return PrintedCells(self.quick.channels)

    @cached_property
    def _enclosed(self) -> NDArray[np.bool_]:
        """Which cells have nearly all that is light around in themselves."""
        inside = self.quick.channels[:, 2, ::_EVERY, ::_EVERY].reshape(len(self), -1)
        shares = [of[light].mean() for of, light in zip(inside, self.quick.light, strict=True)]
        return np.array(shares) >= SETTINGS.least_enclosed

    @cached_property
    def _near(self) -> NDArray[np.intp]:
        """The nearest other cells of each, (cells, _NEAR)."""
        centres = np.array([box.box.centre for box in self._boxes])
        apart = np.linalg.norm(centres[:, None] - centres, axis=2)
        return np.argsort(apart, axis=1)[:, 1 : _NEAR + 1]

    def shades(self, papers: NDArray[np.float32]) -> NDArray[np.float32]:
        """By how much what is seen of cells must be darkened to be relative to paper, (cells, 3).

        A box among bands that is filled has no paper left around it: its ink is taken for paper. It
        is darker than that of all cells nearby, as no light makes it. ``papers``: of ``cut_crops``
        of the quick crops.
        """
        shades = np.ones_like(papers)
        if len(self) == 1:
            return shades
        bright = papers.mean(axis=1)
        around = bright[self._near]
        dark = self._enclosed & (bright < SETTINGS.darkest_paper * around.min(axis=1))
        shades[dark] = papers[dark] / papers[self._near[dark]].mean(axis=1)
        return shades

    @cached_property
    def quick(self) -> KnownCrops:
        """Crops of all cells."""
        return _joined(QUICK, [self._cut(QUICK, box) for box in self._boxes])

    def fine(self, which: Sequence[int]) -> KnownCrops:
        """Finer crops of the cells with the numbers ``which``, which may not be none.

        They are remembered: the same are asked for in photo after photo.
        """
        for number in which:
            if number not in self._fine:
                self._fine[number] = self._cut(FINE, self._boxes[number])
        return _joined(FINE, [self._fine[number] for number in which])

    def _area(self, shape: tuple[int, ...]) -> Part:
        """From even pixels on, so that half the size is half of the same pixels."""
        parts = [
            _part(mark_box, size, self._px_per_mm)
            for mark_box in self._boxes
            for size in (QUICK, FINE)
        ]
        rows, columns = (
            slice(
                max(min(part[axis].start for part in parts), 0) // 2 * 2,
                min(max(part[axis].stop for part in parts) + 1, shape[axis]),
            )
            for axis in (0, 1)
        )
        return rows, columns

    def _in_area(self, part: Part, reduction: int) -> Part:
        """A part of the sheet as one of the picture of the area with a margin, maybe reduced."""
        shifts = ((_MARGIN - along.start) // reduction for along in self.area)
        rows, columns = (_moved(along, by) for along, by in zip(part, shifts, strict=True))
        return rows, columns

    def _cut(self, size: CropSize, mark_box: MarkBox) -> _KnownCrop:
        part = _part(mark_box, size, self._px_per_mm)
        halved = part[0].stop - part[0].start >= 2 * size.side
        if halved:
            part = _part(mark_box, size, self._px_per_mm / 2)
        part = self._in_area(part, 1 + halved)
        shape = (size.side, size.side)
        known = cv2.resize(self._printed[halved][part], shape, interpolation=cv2.INTER_AREA)
        darkest = known.min(axis=2)
        light = darkest[::_EVERY, ::_EVERY] >= _LIGHT
        if light.sum() < size.side // _EVERY**2:
            light[:] = True
        channels = np.empty((CHANNELS - 3, *shape), np.float32)
        channels[0] = known.mean(axis=2) / 255
        channels[1] = darkest / 255.0
        channels[2] = _shape(mark_box, size)
        return _KnownCrop(part, halved, channels, np.flatnonzero(light))


def _joined(size: CropSize, known: Sequence[_KnownCrop]) -> KnownCrops:
    parts, halved, channels, light = zip(*known, strict=True)
    return KnownCrops(size, parts, halved, np.array(channels), light)


def cut_crops(aligned: Pixels, known: KnownCrops) -> CutCrops:
    """Crops from a photo that lies on its print."""
    side = known.size.side
    crops = np.empty((len(known.parts), CHANNELS, side, side), np.float32)
    crops[:, 3:] = known.channels
    papers = np.empty((len(crops), 3), np.float32)
    whole = _with_margin(aligned)
    photos = (whole, _halved(whole) if any(known.halved) else whole)
    for i, (part, halved) in enumerate(zip(known.parts, known.halved, strict=True)):
        square = photos[halved][part].astype(np.float32)  # resized three times as fast as bytes
        seen = cv2.resize(square, (side, side), interpolation=cv2.INTER_AREA)
        papers[i] = _paper(seen[::_EVERY, ::_EVERY].reshape(-1, 3).take(known.light[i], axis=0))
        np.divide(seen.transpose(2, 0, 1), papers[i, :, None, None], out=crops[i, :3])
    np.minimum(crops[:, :3], _BRIGHTEST, out=crops[:, :3])
    return CutCrops(crops, papers)


def shade(crops: NDArray[np.float32], shades: NDArray[np.float32]) -> None:
    """Darken crops by the ``shades`` of their cells, see ``BlankCells.shades``."""
    for cell in np.flatnonzero((shades < 1).any(axis=1)):
        crops[cell, :3] *= shades[cell, :, None, None]


def _part(mark_box: MarkBox, size: CropSize, px_per_mm: float) -> Part:
    """Around a cell, of the picture of the sheet, beyond which it may reach."""
    box = mark_box.box
    side = max(box.width, box.height) * size.side / size.cell * px_per_mm
    left = round(box.centre.x * px_per_mm - side / 2)
    top = round(box.centre.y * px_per_mm - side / 2)
    return slice(top, top + round(side)), slice(left, left + round(side))


def _moved(along: slice, by: int) -> slice:
    start = max(along.start + by, 0)
    return slice(start, start + along.stop - along.start)


def _with_margin(picture: Pixels) -> Pixels:
    return cv2.copyMakeBorder(
        picture, _MARGIN, _MARGIN, _MARGIN, _MARGIN, cv2.BORDER_REPLICATE
    ).astype(np.uint8, copy=False)


def _halved(picture: Pixels) -> Pixels:
    half = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return half.astype(np.uint8, copy=False)


def _paper(values: NDArray[np.generic]) -> NDArray[np.float32]:
    """The colour of the light parts: nearly the brightest, (3,), from (pixels, 3)."""
    place = int(_PAPER_PERCENTILE / 100 * (len(values) - 1))
    paper: NDArray[np.float32] = np.maximum(
        np.partition(values, place, axis=0)[place], _DARKEST_PAPER
    ).astype(np.float32)
    return paper


def _shape(mark_box: MarkBox, size: CropSize) -> NDArray[np.float32]:
    """1 inside the cell, 0 outside."""
    longest = max(mark_box.box.width, mark_box.box.height)
    width = mark_box.box.width / longest * size.cell
    height = mark_box.box.height / longest * size.cell
    mask = np.zeros((size.side, size.side), np.float32)
    x, y = round((size.side - width) / 2), round((size.side - height) / 2)
    mask[y : size.side - y, x : size.side - x] = 1
    return mask
