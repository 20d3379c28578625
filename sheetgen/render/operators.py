"""Primitives as PDF operators, in sheet millimetres with y turned up.

Every primitive sets all that it needs, so that it can be left out or repeated anywhere.
"""

from __future__ import annotations

from functools import lru_cache

from sheetgen.layout import Bits, Path, Text
from sheetgen.layout.fonts import text_width
from sheetgen.layout.model import Primitive
from sheetgen.render.pdf_fonts import NAMES, hexadecimal

_PAINTING = {(False, False): "n", (True, False): "f", (False, True): "S", (True, True): "B"}
"""The operator that ends a path, by (fill, stroke)."""

_SHIFTS = {"start": 0.0, "middle": 0.5, "end": 1.0}


def number(value: float) -> str:
    """A length with four decimals at most, as short as can be."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


@lru_cache(64)
def colour(value: str) -> str:
    """The operands of a colour '#rrggbb'."""
    return " ".join(number(int(value[i : i + 2], 16) / 255) for i in (1, 3, 5))


def operators(item: Primitive, height: float) -> bytes:
    """The operators of a primitive on a sheet or page of some height."""
    if isinstance(item, Bits):
        return _bits(item, height)
    if isinstance(item, Text):
        return _text(item, height)
    return _path(item, height)


@lru_cache(4096)
def _path(item: Path, height: float) -> bytes:
    parts: list[str] = []
    paint = item.paint
    if paint.fill:
        parts.append(f"{colour(paint.fill)} rg")
    if paint.stroke:
        dash = " ".join(number(length) for length in paint.dash)
        parts.append(f"{colour(paint.stroke)} RG {number(paint.width)} w [{dash}] 0 d 1 J")
    for op, *values in item.segments:
        points = [number(height - v if i % 2 else v) for i, v in enumerate(values)]
        name = {"M": "m", "L": "l", "C": "c", "Z": "h"}[op]
        parts.append(" ".join([*points, name]))
    parts.append(_PAINTING[bool(paint.fill), bool(paint.stroke)])
    return "\n".join(parts).encode("ascii") + b"\n"


@lru_cache(8192)
def _text(item: Text, height: float) -> bytes:
    width = text_width(item.string, item.size, item.font)
    x = item.x - _SHIFTS[item.anchor] * width
    return (
        f"{colour(item.colour)} rg BT /{NAMES[item.font]} {number(item.size)} Tf "
        f"{number(x)} {number(height - item.y)} Td {hexadecimal(item.font, item.string)} Tj ET\n"
    ).encode("ascii")


def _bits(item: Bits, height: float) -> bytes:
    """Black runs of the pattern as one path; runs that touch leave no seam inside one path."""
    count = len(item.rows)
    module = item.box.width / count
    half = (count + 1) // 2
    runs = b"".join(
        _half_row(row[:half], 0, count - 1 - i) + _half_row(row[half:], half, count - 1 - i)
        for i, row in enumerate(item.rows)
    )
    x, y = number(item.box.x), number(height - item.box.bottom)
    place = f"q 0 g {number(module)} 0 0 {number(module)} {x} {y} cm\n"
    return place.encode("ascii") + runs + b"f Q\n"


@lru_cache(None)
def _half_row(bits: str, column: int, y: int) -> bytes:
    """The runs of half a row, in modules."""
    parts, x = [], 0
    while (x := bits.find("1", x)) >= 0:
        end = bits.find("0", x)
        end = len(bits) if end < 0 else end
        parts.append(f"{column + x} {y} {end - x} 1 re\n")
        x = end
    return "".join(parts).encode("ascii")
