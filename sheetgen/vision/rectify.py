"""Rectified pictures of parts of a sheet: photo pixels in, pixels on a mm grid out.

Pixel (column i, row j) of a rectified picture at s pixels per mm shows the sheet's point
(x + (i + 0.5) / s, y + (j + 0.5) / s), with (x, y) the top left corner of the part.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetgen.geometry import Rect
from sheetgen.vision.photo import Pixels

Part = tuple[slice, slice]
"""Rows and columns of a picture."""
_MAP_STEP_MM = 2.0


def rectify(image: Pixels, mm_to_px: NDArray[np.float64], box: Rect, px_per_mm: float) -> Pixels:
    """A part of the sheet through its homography; grey or RGB as the input."""
    grid_to_mm = np.array(
        [[1 / px_per_mm, 0, box.x + 0.5 / px_per_mm], [0, 1 / px_per_mm, box.y + 0.5 / px_per_mm],
         [0, 0, 1]]
    )  # fmt: skip
    size = (max(round(box.width * px_per_mm), 1), max(round(box.height * px_per_mm), 1))
    warped = cv2.warpPerspective(
        image, mm_to_px @ grid_to_mm, size,
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    return warped.astype(np.uint8, copy=False)


def rectify_bent(
    image: Pixels,
    mm_to_px: NDArray[np.float64],
    shift_mm: NDArray[np.float32],
    size_mm: tuple[float, float],
    px_per_mm: float,
    part: Part | None = None,
) -> Pixels:
    """The sheet through its homography after a smooth shift of its points.

    ``shift_mm``: (rows, columns, 2), shifts in mm at points spread evenly over the sheet from its
    top left to its bottom right corner; the point p is looked up at p + shift. In the outermost mm
    the picture is only about right: nothing is printed there. ``part``: of the picture, where not
    all of it is wanted.
    """
    out_size = (round(size_mm[0] * px_per_mm), round(size_mm[1] * px_per_mm))
    lookup = cv2.resize(
        _nodes(mm_to_px, shift_mm, size_mm), out_size, interpolation=cv2.INTER_LINEAR
    )
    if part:
        lookup = lookup[part]
    # Places in whole pixels and 32nds: remapping is quicker, and off by a grey level at most.
    pixels, fractions = cv2.convertMaps(lookup, np.empty(0, np.float32), cv2.CV_16SC2)
    bent: Pixels = cv2.remap(
        image, pixels, fractions, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    ).astype(np.uint8, copy=False)
    return bent


def _nodes(
    mm_to_px: NDArray[np.float64], shift_mm: NDArray[np.float32], size_mm: tuple[float, float]
) -> NDArray[np.float32]:
    """Where the middles of the grid's fields are in the photo, (rows - 1, columns - 1, 2)."""
    rows, columns = shift_mm.shape[0] - 1, shift_mm.shape[1] - 1
    x, y = np.meshgrid(
        (np.arange(columns) + 0.5) * (size_mm[0] / columns),
        (np.arange(rows) + 0.5) * (size_mm[1] / rows),
    )
    shift = (shift_mm[:-1, :-1] + shift_mm[1:, :-1] + shift_mm[:-1, 1:] + shift_mm[1:, 1:]) / 4
    points = (np.stack([x, y], axis=-1) + shift).reshape(1, -1, 2)
    nodes = cv2.perspectiveTransform(points, mm_to_px).reshape(rows, columns, 2)
    return nodes.astype(np.float32)


def shift_nodes(size_mm: tuple[float, float]) -> tuple[int, int]:
    """Rows and columns of the grid of shifts for a sheet."""
    return round(size_mm[1] / _MAP_STEP_MM) + 1, round(size_mm[0] / _MAP_STEP_MM) + 1
