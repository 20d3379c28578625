"""What is on the table: blank sheets and filled ones.

In and out: rasters as uint8 RGB, boxes in mm from the sheet's top left corner (x right, y down).
Ink is kept apart from print as a transmittance layer (255 = clear paper), because the printer's
faults touch the print only; both multiply.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Field = NDArray[np.float32]
Points = NDArray[np.float64]

LEVELS = ("careful", "ordinary", "bad")


@dataclass(frozen=True)
class CellBox:
    """One box that can be marked; mm from the sheet's top left corner."""

    id: str
    row: str
    position: int
    kind: str
    x: float
    y: float
    width: float
    height: float

    @property
    def corners(self) -> Points:
        """(4, 2) mm: top left, top right, bottom right, bottom left."""
        x, y, r, b = self.x, self.y, self.x + self.width, self.y + self.height
        return np.array([[x, y], [r, y], [r, b], [x, b]], np.float64)


@dataclass(frozen=True)
class BlankSheet:
    """A clean print: raster trimmed to the sheet, cells in order along each row.

    ``write_boxes`` (x, y, width, height in mm) are for sums and words.
    """

    image: Image
    px_per_mm: float
    cells: tuple[CellBox, ...]
    write_boxes: tuple[tuple[float, float, float, float], ...] = ()

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height of the sheet."""
        h, w = self.image.shape[:2]
        return w / self.px_per_mm, h / self.px_per_mm


@dataclass(frozen=True)
class Drawn:
    """What a player drew in a cell: `stroke` names the way, such as "two-stroke" or "line"."""

    pen: str
    colour: str
    stroke: str


@dataclass(frozen=True)
class FilledSheet:
    """A sheet with ink on it. `truth` has every cell id; `drawn` only those that bear a mark."""

    blank: BlankSheet
    ink: Image
    truth: Mapping[str, str]
    drawn: Mapping[str, Drawn]

    @property
    def image(self) -> Image:
        """The faultless print with the ink on it (RGB)."""
        return multiply(self.blank.image, self.ink)


def multiply(image: Image, transmittance: Image) -> Image:
    """Light through ink: the product of two encoded rasters is the product in linear light."""
    return np.asarray(cv2.multiply(image, transmittance, scale=1 / 255), np.uint8)


def check_level(level: str) -> None:
    """Raise ValueError for an unknown level."""
    if level not in LEVELS:
        raise ValueError(f"unknown level {level!r}: one of {', '.join(LEVELS)}")
