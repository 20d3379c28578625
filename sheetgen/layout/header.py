"""The strip above the rows: title, lucky numbers, name, date, the code as text."""

from __future__ import annotations

from sheetgen.frame import Frame
from sheetgen.geometry import Rect
from sheetgen.layout import shapes
from sheetgen.layout.fonts import DIGIT_HEIGHT, fitting_size, text_width
from sheetgen.layout.model import Element, Paint, Path, Primitive, Text, WriteBox
from sheetgen.layout.theme import Palette
from sheetgen.sheet import Sheet

_TITLE_SIZE = 6.4
_SMALL = 2.5
_CODE_SIZE = 2.9
_DATE_WIDTH = 28.0
"""At most; a name always gets the larger part."""

BASELINE = 0.5
"""Of words on the lines, above the lower edges of their boxes."""


def lay_out_header(
    sheet: Sheet, frame: Frame, palette: Palette, words: dict[str, str], language: str
) -> tuple[list[WriteBox], list[Element]]:
    left = frame.edge + frame.fiducial_size + 2.6
    top, bottom = frame.edge, frame.edge + frame.fiducial_size
    code_left = frame.code_text_box.x
    title = sheet.variant.text(sheet.variant.title, language)
    size = fitting_size(title, _TITLE_SIZE, 44)
    baseline = top + (bottom - top) / 2 + size * DIGIT_HEIGHT / 2
    elements = [
        Element("title", (Text(left, baseline, title, size, palette.text, palette.heavy, "start"),))
    ]
    x = left + text_width(title, size) + 4
    if sheet.lucky:
        elements += [_lucky_label(x, top, bottom, palette, words)]
        x += text_width(words["lucky"], _SMALL, "regular") + 1.4
        elements.append(Element("lucky", _lucky(sheet.lucky, x, (top + bottom) / 2, palette)))
        x += len(sheet.lucky) * 9.0 + 3
    for_date, for_name = sorted((_DATE_WIDTH, code_left - x - 8 - _DATE_WIDTH))
    name = Rect(x, top - 0.6, for_name, 5)
    date = Rect(name.right + 4, top - 0.6, for_date, 5)
    elements.append(
        Element(
            "form", (*_line(name, words["name"], palette), *_line(date, words["date"], palette))
        )
    )
    convention = words["convention"]
    hint_size = fitting_size(convention, 2.3 * palette.enlarge, code_left - x - 3, "regular")
    hint = Text(x, bottom + 0.3, convention, hint_size, palette.text, "regular", "start")
    elements.append(Element("convention", (hint,)))
    return [WriteBox("name", name), WriteBox("date", date)], elements


def code_text_element(sheet: Sheet, frame: Frame, palette: Palette) -> Element:
    """The sheet code as text, in its frame box."""
    box = frame.code_text_box
    text = sheet.code.text
    size = fitting_size(text, _CODE_SIZE, box.width - 1, "regular")
    baseline = box.centre.y + size * DIGIT_HEIGHT / 2
    return Element(
        "code-text", (Text(box.right, baseline, text, size, palette.text, "regular", "end"),)
    )


def label_size(palette: Palette) -> float:
    """Font size of the words before the lines for name and date."""
    return _SMALL * min(palette.enlarge, 1.12)


def _line(box: Rect, label: str, palette: Palette) -> tuple[Primitive, ...]:
    size = label_size(palette)
    start, y = box.x + text_width(label, size, "regular") + 1, box.bottom - BASELINE
    line = shapes.line(start, y + 0.3, box.right, y + 0.3)
    return (
        Text(box.x, y, label, size, palette.text, "regular", "start"),
        Path(line, Paint(stroke=palette.faint, width=0.2)),
    )


def _lucky_label(
    x: float, top: float, bottom: float, palette: Palette, words: dict[str, str]
) -> Element:
    size = _SMALL
    baseline = (top + bottom) / 2 + size * DIGIT_HEIGHT / 2
    text = Text(x, baseline, words["lucky"], size, palette.text, "regular", "start")
    return Element("lucky-label", (text,))


def _lucky(numbers: tuple[int, ...], x: float, y: float, palette: Palette) -> tuple[Primitive, ...]:
    """The lucky numbers on clovers, from ``x`` rightwards."""
    tones = palette["green"]
    radius, size = 4.3, 4.4
    primitives: list[Primitive] = []
    for i, number in enumerate(numbers):
        cx = x + radius + i * 9.0
        leaves = shapes.clover(cx, y, radius)
        primitives += [Path(leaf, Paint(fill=tones.band)) for leaf in leaves]
        primitives.append(Text(cx, y + size * DIGIT_HEIGHT / 2, str(number), size, "#ffffff"))
    return tuple(primitives)
