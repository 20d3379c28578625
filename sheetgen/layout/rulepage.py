"""The page of rules: title, a row with crosses, and the sections in two columns. In mm, y down."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sheetgen.errors import LayoutError
from sheetgen.geometry import Affine, Rect
from sheetgen.layout import shapes
from sheetgen.layout.engine import lay_out
from sheetgen.layout.fonts import DIGIT_HEIGHT, fitting_size
from sheetgen.layout.model import Element, Layout, Paint, Path, Primitive, Text
from sheetgen.layout.paragraphs import broken, height_of, set_lines
from sheetgen.layout.pictures import picture_of, row_with_crosses
from sheetgen.layout.placing import placed
from sheetgen.layout.theme import LANGUAGES, Palette, palettes
from sheetgen.rulebook import Paragraph, RulePage, Section, rule_page
from sheetgen.sheet import Sheet

WIDTH, HEIGHT = 210.0, 297.0
_SIDE, _TOP, _FOOT = 17.0, 17.0, 15.0
_GUTTER = 9.0
_SIZES = (4.6, 4.4, 4.2, 4.0, 3.8, 3.6, 3.4)
"""Font sizes in mm, the largest that fits is taken; the last is about that of a newspaper."""

_COLUMN = (WIDTH - 2 * _SIDE - _GUTTER) / 2
_HUES = ("red", "yellow", "green", "blue")
_STEP_WIDTH = 1.9
_ICON_WIDTH = 15.0


@dataclass(frozen=True, slots=True)
class _Style:
    """What the columns are set with."""

    size: float
    palette: Palette
    sample: Layout
    """A sheet that the pictures are taken from."""


@dataclass(frozen=True, slots=True)
class _Block:
    """Drawn with its upper left corner at the origin."""

    elements: tuple[Element, ...]
    height: float


def lay_out_rules(sheet: Sheet) -> list[Element]:
    """The rules of a sheet's variant in its language and palette, on a page of A4.

    Raises LayoutError if the words do not fit at the smallest size.
    """
    palette = palettes()[sheet.code.palette]
    page = rule_page(sheet.variant, LANGUAGES[sheet.code.language])
    sample = lay_out(sheet)
    head = _head(page, sample, palette)
    room = HEIGHT - _FOOT - head.height
    for size in _SIZES:
        columns = _columns(page.sections, _Style(size, palette, sample))
        if max(_height(column, size) for column in columns) <= room:
            break
    else:
        raise LayoutError(f"{page.title}: the rules do not fit on a page", "use shorter texts")
    elements = list(head.elements)
    for i, column in enumerate(columns):
        x, y = _SIDE + i * (_COLUMN + _GUTTER), head.height
        for block in column:
            elements += placed(block.elements, Affine.placing(x, y, 1))
            y += block.height + _gap(size)
    return elements


def _head(page: RulePage, sample: Layout, palette: Palette) -> _Block:
    """Title, summary and the row with crosses; its height ends where the columns begin."""
    inner = WIDTH - 2 * _SIDE
    size = fitting_size(page.title, 11, inner)
    y = _TOP + size * DIGIT_HEIGHT
    words: list[Primitive] = [
        Text(_SIDE, y, page.title, size, palette.text, palette.heavy, "start")
    ]
    summary = broken(page.summary[:1].upper() + page.summary[1:] + ".", 4.8, inner)
    words += set_lines(summary, _SIDE, y + 3.6, 4.8, palette.text)
    y += 3.6 + height_of(summary, 4.8) + 3.2
    picture, height = row_with_crosses(sample, palette, Rect(_SIDE, y, inner, 30))
    y += height + 2.2
    caption = broken(page.example, 3.8, inner)
    words += set_lines(caption, _SIDE, y, 3.8, palette.text)
    y += height_of(caption, 3.8) + 6.5
    return _Block((Element("head", tuple(words)), *picture), y)


def _columns(sections: tuple[Section, ...], style: _Style) -> tuple[list[_Block], list[_Block]]:
    """The sections in order, in the two columns of most equal height."""
    blocks = [_section(s, _HUES[i % len(_HUES)], style) for i, s in enumerate(sections)]

    def longer(split: int) -> float:
        return max(_height(blocks[:split], style.size), _height(blocks[split:], style.size))

    split = min(range(len(blocks) + 1), key=longer)
    return blocks[:split], blocks[split:]


def _gap(size: float) -> float:
    return size * 1.25


def _height(blocks: list[_Block], size: float) -> float:
    return sum(block.height for block in blocks) + max(len(blocks) - 1, 0) * _gap(size)


def _section(section: Section, hue: str, style: _Style) -> _Block:
    """A heading behind a tag in a row's colour, then the paragraphs."""
    palette, size = style.palette, style.size * 1.28
    tag = Rect(0, 0.3, size * 0.85, size * 0.95)
    heading = broken(section.heading, size, _COLUMN - tag.right - 2, palette.heavy)
    primitives: list[Primitive] = [
        Path(shapes.tag(tag, size * 0.4), Paint(fill=palette[hue].band)),
        *set_lines(heading, tag.right + 2, 0, size, palette.text, palette.heavy),
    ]
    elements = [Element("heading", tuple(primitives))]
    y = height_of(heading, size) + style.size * 0.25
    for i, paragraph in enumerate(section.paragraphs):
        block = _paragraph(paragraph, hue, style)
        y += style.size * 0.45 if i else 0
        elements += placed(block.elements, Affine.placing(0, y, 1))
        y += block.height
    return _Block(tuple(elements), y)


def _paragraph(paragraph: Paragraph, hue: str, style: _Style) -> _Block:
    if paragraph.step is not None:
        return _step(paragraph, hue, style)
    palette, size = style.palette, style.size
    above, beside, icon_height = 0.0, 0.0, 0.0
    elements: list[Element] = []
    if paragraph.picture:
        wide = paragraph.picture.kind == "strip"
        most = Rect(0, 0.6, _COLUMN if wide else _ICON_WIDTH - 2, 24)
        drawn, icon_height = picture_of(paragraph.picture, style.sample, palette, most)
        elements += drawn
        above, beside = (icon_height + 2.2, 0.0) if wide else (0.0, _ICON_WIDTH if drawn else 0.0)
    lines = broken(paragraph.text, size, _COLUMN - beside)
    if beside:
        above = max(icon_height + 0.6 - height_of(lines, size) * 0.94, 0) / 2
    elements.append(Element("words", tuple(set_lines(lines, beside, above, size, palette.text))))
    return _Block(tuple(elements), max(above + height_of(lines, size), icon_height + 1))


def _step(paragraph: Paragraph, hue: str, style: _Style) -> _Block:
    """A paragraph behind its number on a disc."""
    palette, size = style.palette, style.size
    tones = palette[hue]
    left = size * _STEP_WIDTH
    radius = size * 0.68
    lines = broken(paragraph.text, size, _COLUMN - left)
    y = size * 0.52
    primitives: list[Primitive] = [
        Path(
            shapes.circle(radius, y, radius - 0.15),
            Paint(fill=tones.tint, stroke=tones.band, width=0.3),
        ),
        Text(radius, y + size * 0.9 * DIGIT_HEIGHT / 2, str(paragraph.step), size * 0.9, tones.ink),
        *set_lines(lines, left, 0, size, palette.text),
    ]
    return _Block((Element("step", tuple(primitives)),), height_of(lines, size))


def texts_of(elements: list[Element]) -> Iterator[Text]:
    """All lines of text of a page."""
    for element in elements:
        yield from (item for item in element.primitives if isinstance(item, Text))
