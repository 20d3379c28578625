"""An ICC profile of the colour space sRGB, made from its definition (IEC 61966-2-1).

It tells printers and archives what the RGB numbers of a PDF mean. Version 2.1, a matrix and a
curve; primaries and white are adapted to D50 as the ICC asks.
"""

from __future__ import annotations

import struct
from functools import cache

_WHITE = (0.9505, 1.0, 1.089)
_D50 = (0.9642, 1.0, 0.8249)
_PRIMARIES = {
    "rXYZ": (0.4361, 0.2225, 0.0139),
    "gXYZ": (0.3851, 0.7169, 0.0971),
    "bXYZ": (0.1431, 0.0606, 0.7141),
}
"""Columns of the matrix from linear sRGB to XYZ, Bradford-adapted to D50."""

_CURVE_STEPS = 1024
NAME = "sRGB IEC61966-2.1"


@cache
def srgb_profile() -> bytes:
    """The profile as a file."""
    curve = struct.pack(f">4s4xI{_CURVE_STEPS}H", b"curv", _CURVE_STEPS, *_curve())
    tags = {
        "desc": _description(NAME),
        "cprt": b"text" + bytes(4) + b"No copyright, use freely\0",
        "wtpt": _xyz(*_WHITE),
        **{name: _xyz(*values) for name, values in _PRIMARIES.items()},
        "rTRC": curve,
        "gTRC": curve,
        "bTRC": curve,
    }
    table, body, places = b"", b"", dict[bytes, int]()
    start = 128 + 4 + 12 * len(tags)
    for name, tag in tags.items():
        if tag not in places:
            places[tag] = start + len(body)
            body += tag + bytes(-len(tag) % 4)
        table += struct.pack(">4sII", name.encode("ascii"), places[tag], len(tag))
    return _header(start + len(body)) + struct.pack(">I", len(tags)) + table + body


def _header(size: int) -> bytes:
    return struct.pack(
        ">I4xI4s4s4s6H4s24xI12s48x",
        size, 0x02100000, b"mntr", b"RGB ", b"XYZ ", 2026, 1, 1, 0, 0, 0, b"acsp", 0,
        _xyz(*_D50)[8:],
    )  # fmt: skip


def _curve() -> list[int]:
    """The curve from stored to linear values, both 0 to 65535."""
    steps = [i / (_CURVE_STEPS - 1) for i in range(_CURVE_STEPS)]
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in steps]
    return [round(value * 65535) for value in linear]


def _xyz(*values: float) -> bytes:
    return b"XYZ " + bytes(4) + struct.pack(">3i", *(round(value * 65536) for value in values))


def _description(text: str) -> bytes:
    plain = text.encode("ascii") + b"\0"
    return struct.pack(">4s4xI", b"desc", len(plain)) + plain + bytes(4 + 4 + 2 + 1 + 67)
