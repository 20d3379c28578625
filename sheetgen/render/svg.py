"""One sheet as SVG, from the same primitives as the PDF, in millimetres.

Letters are outlines, so that the picture is the same in every program, with or without the font.
Every element is a group with its key as id (``cell/red/3``), for those who work on with the file.
"""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from sheetgen.layout import Bits, Layout, Path, Text
from sheetgen.layout.fonts import glyphs_of, text_width, typeface
from sheetgen.layout.model import Primitive
from sheetgen.render.glyphs import path_data

_SHIFTS = {"start": 0.0, "middle": 0.5, "end": 1.0}


def sheet_svg(layout: Layout) -> str:
    """The trimmed sheet at its nominal size."""
    width, height = layout.frame.width, layout.frame.height
    used: dict[tuple[str, int], None] = {}
    groups = []
    for element in layout.elements:
        drawn = "".join(_drawn(item, used) for item in element.primitives)
        groups.append(f"<g id={quoteattr(element.key)}>{drawn}</g>\n")
    letters = "".join(
        f'<path id="{_name(font, glyph)}" d="{path_data(font, glyph)}"/>\n' for font, glyph in used
    )
    variant, code = layout.sheet.variant, layout.sheet.code
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'width="{width:g}mm" height="{height:g}mm" viewBox="0 0 {width:g} {height:g}">\n'
        f"<title>{escape(variant.text(variant.title, 'en'))} {code.text}</title>\n"
        f"<defs>\n{letters}</defs>\n"
        f'<rect width="{width:g}" height="{height:g}" fill="#ffffff"/>\n'
        f"{''.join(groups)}</svg>\n"
    )


def _drawn(item: Primitive, used: dict[tuple[str, int], None]) -> str:
    """A primitive; the letters that it needs are noted in ``used``."""
    if isinstance(item, Text):
        return _text(item, used)
    if isinstance(item, Bits):
        return f'<path fill="#000000" d="{_bits(item)}"/>'
    return _path(item)


def _path(item: Path) -> str:
    data = "".join(
        op + " ".join(_number(value) for value in values) for op, *values in item.segments
    )
    paint = item.paint
    attributes = f' fill="{paint.fill or "none"}"'
    if paint.stroke:
        attributes += f' stroke="{paint.stroke}" stroke-width="{_number(paint.width)}"'
        attributes += ' stroke-linecap="round"'
        if paint.dash:
            dash = " ".join(_number(length) for length in paint.dash)
            attributes += f' stroke-dasharray="{dash}"'
    return f'<path{attributes} d="{data}"/>'


def _text(item: Text, used: dict[tuple[str, int], None]) -> str:
    """A line of text, each letter as a reference to its outline."""
    face = typeface(item.font)
    x = item.x - _SHIFTS[item.anchor] * text_width(item.string, item.size, item.font)
    scale = item.size / face.units_per_em
    letters, pen = [], 0
    for glyph in glyphs_of(item.string, item.font):
        if path_data(item.font, glyph):
            used[item.font, glyph] = None
            letters.append(f'<use xlink:href="#{_name(item.font, glyph)}" x="{pen}"/>')
        pen += face.advance(glyph)
    place = f"translate({_number(x)} {_number(item.y)}) scale({scale:.6g} {-scale:.6g})"
    label = quoteattr(item.string)
    return (
        f'<g fill="{item.colour}" transform="{place}" role="img" aria-label={label}>'
        f"{''.join(letters)}</g>"
    )


def _bits(item: Bits) -> str:
    module = item.box.width / len(item.rows)
    parts = []
    for i, row in enumerate(item.rows):
        x = 0
        while (x := row.find("1", x)) >= 0:
            end = row.find("0", x)
            end = len(row) if end < 0 else end
            left, top = item.box.x + x * module, item.box.y + i * module
            width, height = _number((end - x) * module), _number(module)
            parts.append(f"M{_number(left)} {_number(top)}h{width}v{height}h-{width}z")
            x = end
    return "".join(parts)


def _name(font: str, glyph: int) -> str:
    return f"{font}-{glyph}"


def _number(value: float) -> str:
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
