"""Decode 2-D codes wherever they are in a grey picture; the check characters have the last word."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from sheetgen.errors import SheetNotFoundError
from sheetgen.sheetcode import SheetCode, parse_sheet_code


@dataclass(frozen=True, slots=True, eq=False)
class FoundCode:
    """A 2-D code and where it is."""

    code: SheetCode
    corners_px: NDArray[np.float64]
    """(4, 2), clockwise from the top left of the upright symbol."""


def find_codes(grey: NDArray[np.uint8], *, pure: bool = False) -> list[FoundCode]:
    """All sheet codes in a picture. ``pure``: it shows one clean symbol and nothing else."""
    import zxingcpp

    reader = cast(Any, zxingcpp)
    found = []
    for symbol in reader.read_barcodes(
        grey, formats=reader.BarcodeFormat.DataMatrix, is_pure=pure, try_downscale=False
    ):
        code = checked_code(symbol.text)
        if code:
            found.append(FoundCode(code, _corners(symbol.position)))
    return found


def checked_code(text: str) -> SheetCode | None:
    """The code that a text is, if its check characters are right."""
    try:
        return parse_sheet_code(text)
    except SheetNotFoundError:
        return None


def _corners(position: Any) -> NDArray[np.float64]:
    around = (position.top_left, position.top_right, position.bottom_right, position.bottom_left)
    return np.array([(point.x, point.y) for point in around], np.float64)
