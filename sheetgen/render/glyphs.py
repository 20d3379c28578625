"""Glyph outlines of TrueType fonts as SVG path data, in font units with y up.

As in the OpenType specification, table ``glyf``: contours of points on and off the curve; between
two points off the curve lies one on it. Composite glyphs are shifted, and scaled, parts.
"""

from __future__ import annotations

import struct
from functools import lru_cache

from sheetgen.layout.fonts import typeface

_ON, _X_SHORT, _Y_SHORT, _REPEAT, _X_SAME, _Y_SAME = 1, 2, 4, 8, 16, 32
_WORDS, _OFFSETS, _SCALE, _MORE, _TWO_SCALES, _MATRIX = 0x01, 0x02, 0x08, 0x20, 0x40, 0x80

_Point = tuple[float, float, bool]
"""x, y, whether on the curve."""


@lru_cache(2048)
def path_data(font: str, glyph: int) -> str:
    """The outline of a glyph as the ``d`` of an SVG path; empty for a space."""
    return "".join(_contour_data(contour) for contour in _contours(font, glyph) if contour)


def _contours(font: str, glyph: int) -> list[list[_Point]]:
    data = typeface(font).outline(glyph)
    if not data:
        return []
    (count,) = struct.unpack_from(">h", data)
    return _simple(data, count) if count >= 0 else _composite(font, data)


def _simple(data: bytes, count: int) -> list[list[_Point]]:
    ends = struct.unpack_from(f">{count}H", data, 10)
    place = 10 + 2 * count
    place += 2 + struct.unpack_from(">H", data, place)[0]
    number = ends[-1] + 1 if ends else 0
    flags: list[int] = []
    while len(flags) < number:
        flag, times = data[place], 1
        place += 1
        if flag & _REPEAT:
            times += data[place]
            place += 1
        flags += [flag] * times
    xs, place = _coordinates(data, place, flags, _X_SHORT, _X_SAME)
    ys, _ = _coordinates(data, place, flags, _Y_SHORT, _Y_SAME)
    points: list[_Point] = [(x, y, bool(f & _ON)) for x, y, f in zip(xs, ys, flags, strict=True)]
    starts = [0, *(end + 1 for end in ends)]
    return [points[start : end + 1] for start, end in zip(starts, ends, strict=False)]


def _coordinates(
    data: bytes, place: int, flags: list[int], short: int, same: int
) -> tuple[list[int], int]:
    """One coordinate of all points, stored as differences, and the place after them."""
    values, value = [], 0
    for flag in flags:
        if flag & short:
            value += data[place] if flag & same else -data[place]
            place += 1
        elif not flag & same:
            value += struct.unpack_from(">h", data, place)[0]
            place += 2
        values.append(value)
    return values, place


def _composite(font: str, data: bytes) -> list[list[_Point]]:
    contours: list[list[_Point]] = []
    place, flags = 10, _MORE
    while flags & _MORE:
        flags, part = struct.unpack_from(">HH", data, place)
        place += 4
        dx, dy = struct.unpack_from(">hh" if flags & _WORDS else ">bb", data, place)
        place += 4 if flags & _WORDS else 2
        if not flags & _OFFSETS:
            dx = dy = 0  # parts joined at points; our fonts have none
        a, b, c, d = 1.0, 0.0, 0.0, 1.0
        count = 1 if flags & _SCALE else 2 if flags & _TWO_SCALES else 4 if flags & _MATRIX else 0
        scales = [v / 16384 for v in struct.unpack_from(f">{count}h", data, place)]
        place += 2 * count
        if count == 4:
            a, b, c, d = scales
        elif count:
            a, d = scales[0], scales[-1]
        for contour in _contours(font, part):
            contours.append([(a * x + c * y + dx, b * x + d * y + dy, on) for x, y, on in contour])
    return contours


def _contour_data(points: list[_Point]) -> str:
    """A closed contour of quadratic curves; it begins at a point on the curve."""
    whole: list[_Point] = []
    for (x, y, on), (x2, y2, on2) in zip(points, [*points[1:], points[0]], strict=True):
        whole.append((x, y, on))
        if not on and not on2:
            whole.append(((x + x2) / 2, (y + y2) / 2, True))
    first = next(i for i, point in enumerate(whole) if point[2])
    whole = [*whole[first:], *whole[:first], whole[first]]
    parts = [f"M{whole[0][0]:g} {whole[0][1]:g}"]
    control = ""
    for x, y, on in whole[1:]:
        if not on:
            control = f"{x:g} {y:g} "
        else:
            parts.append(f"{'Q' if control else 'L'}{control}{x:g} {y:g}")
            control = ""
    return "".join(parts) + "Z"
