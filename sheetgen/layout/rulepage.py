"""The page of rules: title and dice, a row with crosses, the sections in two columns, the points.

In mm, y down.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sheetgen.errors import LayoutError
from sheetgen.geometry import Affine, Rect
from sheetgen.layout import shapes
from sheetgen.layout.die import dice_of, die
from sheetgen.layout.engine import lay_out
from sheetgen.layout.fonts import DIGIT_HEIGHT
from sheetgen.layout.model import Element, Layout, Paint, Path, Primitive, Text
from sheetgen.layout.page_head import FOOT, HEIGHT, HUES, INNER, SIDE, page_head, title_middle
from sheetgen.layout.paragraphs import broken, height_of, set_lines
from sheetgen.layout.pictures import picture_of, row_with_crosses
from sheetgen.layout.placing import placed
from sheetgen.layout.points_table import points_table
from sheetgen.layout.theme import LANGUAGES, Palette, palettes, texts
from sheetgen.rulebook import Paragraph, RulePage, Section, rule_page
from sheetgen.sheet import Sheet
from sheetgen.variant import Variant

_GUTTER = 9.0
_SIZES = tuple(tenths / 10 for tenths in range(46, 33, -1))
"""Font sizes in mm, the largest that fits is taken; the last is about that of a newspaper."""

_COLUMN = (INNER - _GUTTER) / 2
_STEP_WIDTH = 1.9
_ICON_WIDTH = 15.0
_TABLE_HEIGHT, _TABLE_GAP = 12.0, 7.0
_TABLE_SIZES = (3.4, 3.6, 5.2)
_WIDE = ("strip", "sum")
"""Pictures above their words, not beside."""

_DIE, _DIE_STEP = 8.4, 10.2
_GAP, _MAX_OPENING = 1.25, 1.2
"""Between sections, of the font size; gaps open by this share of themselves at most."""


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


@dataclass(frozen=True, slots=True)
class _Column:
    blocks: list[_Block]
    gap: float
    left_over: float
    """Room below the last block; less than 0 if there is too little."""


def lay_out_rules(sheet: Sheet) -> list[Element]:
    """The rules of a sheet's variant in its language and palette, on a page of A4.

    Raises LayoutError if the words do not fit at the smallest size.
    """
    palette, language = palettes()[sheet.code.palette], LANGUAGES[sheet.code.language]
    page = rule_page(sheet.variant, language)
    sample = lay_out(sheet)
    head = _head(page, sample, palette)
    table = Rect(SIDE, HEIGHT - FOOT - _TABLE_HEIGHT, INNER, _TABLE_HEIGHT)
    room = table.y - _TABLE_GAP - head.height
    for size in _SIZES:
        fitting = list(_pairs_of_columns(page, _Style(size, palette, sample), room))
        if fitting:
            break
    else:
        raise LayoutError(f"{page.title}: the rules do not fit on a page", "use shorter texts")
    elements = list(head.elements)
    for i, column in enumerate(min(fitting, key=lambda pair: max(c.left_over for c in pair))):
        elements += _set_column(column, SIDE + i * (_COLUMN + _GUTTER), head.height)
    points = points_table(
        sheet.variant.points.table, table, palette, texts(language), _TABLE_SIZES, filled=True
    )
    return [*elements, Element("points", points)]


def _set_column(column: _Column, x: float, y: float) -> Iterator[Element]:
    """The blocks one below the other."""
    for block in column.blocks:
        yield from placed(block.elements, Affine.placing(x, y, 1))
        y += block.height + column.gap


def _head(page: RulePage, sample: Layout, palette: Palette) -> _Block:
    """Title, dice, summary and the row with crosses; its height ends where the columns begin."""
    variant = sample.sheet.variant
    summary = page.summary[:1].upper() + page.summary[1:] + "."
    dice = _dice(variant, palette)
    beside = len(dice_of(variant)) * _DIE_STEP + 4
    words, y = page_head(page.title, summary, palette, 4.8, beside)
    y += 3.6
    picture, height = row_with_crosses(sample, palette, Rect(SIDE, y, INNER, 30))
    y += height + 2.2
    caption = broken(page.example, 3.8, INNER)
    under = Element("caption", tuple(set_lines(caption, SIDE, y, 3.8, palette.text)))
    y += height_of(caption, 3.8) + 6.5
    return _Block((words, dice, *picture, under), y)


def _dice(variant: Variant, palette: Palette) -> Element:
    """The dice that one needs, at the right of the title."""
    primitives: list[Primitive] = []
    dice = dice_of(variant)
    x = SIDE + INNER - len(dice) * _DIE_STEP + (_DIE_STEP - _DIE)
    for i, colour in enumerate(dice):
        box = Rect(x + i * _DIE_STEP, title_middle() - _DIE / 2, _DIE, _DIE)
        value = variant.dice.sides - i % variant.dice.sides
        primitives += die(box, variant.dice.sides, value, colour, palette)
    return Element("dice", tuple(primitives))


def _pairs_of_columns(
    page: RulePage, style: _Style, room: float
) -> Iterator[tuple[_Column, _Column]]:
    """The sections in two columns, in all ways that fit into the room."""
    for sections in page.orders():
        blocks = [_section(s, HUES[i % len(HUES)], style) for i, s in enumerate(sections)]
        for split in range(1, len(blocks) + 1):
            pair = (
                _column(blocks[:split], style.size, room),
                _column(blocks[split:], style.size, room),
            )
            if min(column.left_over for column in pair) > -0.01:
                yield pair


def _column(blocks: list[_Block], size: float, room: float) -> _Column:
    """Gaps open until the column is full, within limits."""
    gap, gaps = size * _GAP, max(len(blocks) - 1, 0)
    spare = room - sum(block.height for block in blocks) - gaps * gap
    opening = min(max(spare, 0) / max(gaps, 1), gap * _MAX_OPENING)
    return _Column(blocks, gap + opening, spare - opening * gaps)


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
        wide = paragraph.picture.kind in _WIDE
        most = Rect(0, 0.6, _COLUMN if wide else _ICON_WIDTH - 2, 24)
        drawn, icon_height = picture_of(paragraph.picture, style.sample, palette, most)
        elements += drawn
        above, beside = (icon_height + 2.8, 0.0) if wide else (0.0, _ICON_WIDTH if drawn else 0.0)
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
