"""Drawings made larger or smaller and moved, such as a board over two pages. Lengths in mm."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from sheetgen.geometry import Affine, Rect
from sheetgen.layout.model import Bits, Element, Path, Primitive, Segment, Text


def placed(elements: Iterable[Element], where: Affine) -> Iterator[Element]:
    """The elements after a map that only scales and shifts."""
    for element in elements:
        yield Element(element.key, tuple(_placed(item, where) for item in element.primitives))


def _placed(item: Primitive, where: Affine) -> Primitive:
    if isinstance(item, Path):
        dash = tuple(length * where.scale for length in item.paint.dash)
        paint = replace(item.paint, width=item.paint.width * where.scale, dash=dash)
        return Path(tuple(_segment(segment, where) for segment in item.segments), paint)
    if isinstance(item, Text):
        x, y = where.apply(item.x, item.y)
        return replace(item, x=x, y=y, size=item.size * where.scale)
    x, y = where.apply(item.box.x, item.box.y)
    return Bits(Rect(x, y, item.box.width * where.scale, item.box.height * where.scale), item.rows)


def _segment(segment: Segment, where: Affine) -> Segment:
    op, *values = segment
    points = zip(values[::2], values[1::2], strict=True)
    return (op, *(value for x, y in points for value in where.apply(x, y)))
