"""The part below the rows: points table, penalties and the bottom line with the total."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sheetgen.frame import Frame
from sheetgen.geometry import Rect
from sheetgen.layout import shapes
from sheetgen.layout.fonts import DIGIT_HEIGHT, fitting_size, text_width
from sheetgen.layout.model import Anchor, Element, MarkBox, Paint, Path, Primitive, Text, WriteBox
from sheetgen.layout.points_table import points_table
from sheetgen.layout.theme import Palette
from sheetgen.sheet import Sheet

HEIGHT = 19.8
"""Height of the footer above the lower edge of the fiducials."""

_TABLE_HEIGHT = 7.4
_SUM_HEIGHT = 8.6
_PENALTY_SIZE = 7.6
_PENALTY_GAP = 1.3


def lay_out_footer(
    sheet: Sheet, frame: Frame, palette: Palette, words: dict[str, str], language: str
) -> tuple[list[MarkBox], list[WriteBox], list[Element]]:
    left = frame.code_box.right + 3.0
    right = frame.width - frame.edge
    bottom = frame.height - frame.edge
    top = bottom - HEIGHT
    table_bottom = top + _TABLE_HEIGHT
    marks, penalty_element, penalties_left = _penalties(
        sheet, Rect(left, top, right - left, table_bottom - top), palette, words
    )
    table = Rect(left, top, penalties_left - 4 - left, table_bottom - top)
    sizes = (2.4 * palette.enlarge, 2.7 * palette.enlarge, 3.5 * min(palette.enlarge, 1.1))
    points = points_table(sheet.variant.points.table, table, palette, words, sizes)
    elements = [Element("points", points), penalty_element]
    sum_right = frame.fiducials[2].x - 2.6
    line = Rect(left, bottom - _SUM_HEIGHT, sum_right - left, _SUM_HEIGHT)
    writes, sum_element = _bottom_line(sheet, line, palette, words, language)
    elements.append(sum_element)
    return marks, writes, elements


def _penalties(
    sheet: Sheet, strip: Rect, palette: Palette, words: dict[str, str]
) -> tuple[list[MarkBox], Element, float]:
    """The penalty boxes at the right end, with their words above the table line."""
    cells = sheet.penalties.cells
    width = len(cells) * _PENALTY_SIZE + (len(cells) - 1) * _PENALTY_GAP
    left = strip.right - width
    label = words["penalty"].format(points=f"−{sheet.variant.penalties.points}")
    words_size = 2.4 * palette.enlarge
    label_width = min(text_width(label, words_size, "regular"), 21)
    tones = palette["grey"]
    primitives: list[Primitive] = []
    marks = []
    for i, cell in enumerate(cells):
        box = Rect(left + i * (_PENALTY_SIZE + _PENALTY_GAP), strip.y, _PENALTY_SIZE, _PENALTY_SIZE)
        marks.append(MarkBox(cell, box))
        primitives.append(
            Path(
                shapes.rounded(box.inset(0.2), 1.3),
                Paint(fill=palette.paper, stroke=tones.band, width=0.2 if palette.outline else 0.4),
            )
        )
    words_lines = _two_lines(label)
    for i, part in enumerate(words_lines):
        size = fitting_size(part, words_size, label_width, "regular")
        y = strip.centre.y + 0.8 + (i - (len(words_lines) - 1) / 2) * 2.9
        primitives.append(Text(left - 1.6, y, part, size, palette.text, "regular", "end"))
    longest = max(text_width(part, words_size, "regular") for part in words_lines)
    return marks, Element("penalties", tuple(primitives)), left - 1.6 - min(longest, label_width)


def _two_lines(label: str) -> list[str]:
    """Break 'misthrows, -5 each' after the comma."""
    head, _, tail = label.partition(", ")
    return [head, tail] if tail else [head]


@dataclass(frozen=True, slots=True)
class _Term:
    """A box of the bottom line: its id, what it looks like, the sign before it, its words."""

    id: str
    stroke: str
    sign: str
    words: str = ""
    shape: str = "box"
    wide: float = 1.0


def _terms(sheet: Sheet, palette: Palette, words: dict[str, str], language: str) -> Iterator[_Term]:
    """What is added up: rows, what else brings points, less the misthrows, is the total."""
    variant = sheet.variant
    for row in sheet.rows:
        if row.spec and not row.spec.between:
            colour = row.colours[0]
            yield _Term(f"points/{row.id}", palette[colour].band, "+", words[f"letter-{colour}"])
    grey = palette["grey"]
    for special in variant.specials:
        if special.sum:
            yield _Term(f"points/{special.id}", grey.ink, "+", shape=special.shape)
    for strip in variant.strips:
        if strip.sum:
            text = variant.text(strip.text, language)
            yield _Term(f"points/{strip.id}", palette[strip.colour].band, "+", text)
    for box in variant.boxes:
        text = variant.text(box.text, language)
        yield _Term(f"points/{box.id}", grey.ink, "+", text, shape="round")
    misthrows = _two_lines(words["penalty"])[0]
    yield _Term("points/penalty", grey.band, "−", misthrows)
    yield _Term("total", palette.text, "=", words["total"], wide=1.35)


def _bottom_line(
    sheet: Sheet, line: Rect, palette: Palette, words: dict[str, str], language: str
) -> tuple[list[WriteBox], Element]:
    """Boxes for the points of each row, the misthrows and the total, with + − = between."""
    terms = list(_terms(sheet, palette, words, language))
    sign_width = 4.2
    width = (line.width - sign_width * (len(terms) - 1)) / sum(term.wide for term in terms)
    x = line.x
    writes: list[WriteBox] = []
    primitives: list[Primitive] = []
    for i, term in enumerate(terms):
        if i:
            y = line.centre.y + 1.45
            primitives.append(
                Text(x + sign_width / 2, y, term.sign, 4.6, palette.text, palette.heavy)
            )
            x += sign_width
        box = Rect(x, line.y, width * term.wide, line.height)
        writes.append(WriteBox(term.id, box))
        primitives += _sum_box(term, box, palette)
        x = box.right
    return writes, Element("sum", tuple(primitives))


def _sum_box(term: _Term, box: Rect, palette: Palette) -> list[Primitive]:
    radius = box.height if term.shape == "round" else 1.6
    width = 0.25 if palette.outline else 0.7
    paint = Paint(fill=palette.paper, stroke=term.stroke, width=width)
    primitives: list[Primitive] = [Path(shapes.rounded(box.inset(0.35), radius), paint)]
    if term.words:
        centred = term.shape == "round"
        x = box.centre.x if centred else box.x + 1.4
        anchor: Anchor = "middle" if centred else "start"
        size = fitting_size(term.words, 2.1 * min(palette.enlarge, 1.2), box.width - 2.4, "regular")
        y = box.y + 1.1 + size * DIGIT_HEIGHT
        primitives.append(Text(x, y, term.words, size, palette.text, "regular", anchor))
    if term.shape not in ("box", "round"):
        spot = Rect(box.x + 1.2, box.y + 1.2, 2.6, 2.6)
        paint = Paint(fill=palette["grey"].tint, stroke=term.stroke, width=0.3)
        primitives.append(Path(shapes.special(term.shape, spot), paint))
    return primitives
