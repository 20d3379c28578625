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
) -> Pixels:
    """The whole sheet through its homography after a smooth shift of its points.

    ``shift_mm``: (rows, columns, 2), shifts in mm at points spread evenly over the sheet from its
    top left to its bottom right corner; the point p is looked up at p + shift.
    """
    width, height = size_mm
    rows, columns = shift_mm.shape[:2]
    x, y = np.meshgrid(np.linspace(0, width, columns), np.linspace(0, height, rows))
    points = np.stack([x, y], axis=-1) + shift_mm
    nodes = cv2.perspectiveTransform(points.reshape(1, -1, 2), mm_to_px).reshape(rows, columns, 2)
    out_w, out_h = round(width * px_per_mm), round(height * px_per_mm)
    i, j = (np.arange(out_w) + 0.5) / out_w, (np.arange(out_h) + 0.5) / out_h
    grid_x = np.tile((i * (columns - 1)).astype(np.float32), (out_h, 1))
    grid_y = np.tile((j * (rows - 1)).astype(np.float32)[:, None], (1, out_w))
    lookup_x, lookup_y = (
        cv2.remap(np.ascontiguousarray(axis, np.float32), grid_x, grid_y, cv2.INTER_LINEAR)
        for axis in (nodes[..., 0], nodes[..., 1])
    )
    bent: Pixels = cv2.remap(
        image, lookup_x, lookup_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    ).astype(np.uint8, copy=False)
    return bent


def shift_nodes(size_mm: tuple[float, float]) -> tuple[int, int]:
    """Rows and columns of the grid of shifts for a sheet."""
    return round(size_mm[1] / _MAP_STEP_MM) + 1, round(size_mm[0] / _MAP_STEP_MM) + 1
