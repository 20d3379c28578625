"""The machine-readable parts of a sheet: fiducials and the 2-D sheet code, as bit patterns.

Fiducials are ArUco markers of the dictionary DICT_4X4_50, the code is an 18 x 18 Data Matrix.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, cast

from sheetgen.frame import CODE_MODULES, Frame
from sheetgen.layout.model import Bits, Element
from sheetgen.sheetcode import SheetCode

_DATA_MATRIX_VERSION = 5  # 18 x 18 modules: 25 letters and digits, 7 of 32 codewords correctable
_BLACK_IS_1 = bytes.maketrans(b"\x00\xff", b"10")

ARUCO_4X4 = (
    "0100101011001101",
    "1111000001100101",
    "1100110011010010",
    "0110011010111001",
    "1010101101100001",
    "1000011000110010",
    "0110000111010001",
    "0011101100001101",
    "0000000100100101",
    "0011000010101001",
    "0000011001101110",
    "1110111001011000",
)
"""The first twelve markers of DICT_4X4_50, row by row, 1 = black."""


def fiducial_rows(marker_id: int) -> tuple[str, ...]:
    """A fiducial with its black border, 6 x 6."""
    bits = ARUCO_4X4[marker_id]
    inner = ["1" + bits[i : i + 4] + "1" for i in range(0, 16, 4)]
    return ("111111", *inner, "111111")


def fiducial_element(frame: Frame) -> Element:
    return Element(
        "fiducials",
        tuple(
            Bits(box, fiducial_rows(marker_id))
            for box, marker_id in zip(frame.fiducials, frame.fiducial_ids, strict=True)
        ),
    )


@lru_cache(256)
def code_rows(plain: str) -> tuple[str, ...]:
    """The 2-D code of a sheet code, 18 x 18, 1 = black."""
    import zxingcpp

    barcode = cast(Any, zxingcpp).create_barcode(
        plain, zxingcpp.BarcodeFormat.DataMatrix, version=_DATA_MATRIX_VERSION
    )
    image = memoryview(barcode.to_image(scale=1, add_quiet_zones=False))
    assert image.shape == (CODE_MODULES, CODE_MODULES)
    bits = image.tobytes().translate(_BLACK_IS_1).decode("ascii")
    return tuple(bits[i : i + CODE_MODULES] for i in range(0, len(bits), CODE_MODULES))


def code_bits(frame: Frame, code: SheetCode) -> Bits:
    return Bits(frame.code_box, code_rows(code.plain))
