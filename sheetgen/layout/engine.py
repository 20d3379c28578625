"""``lay_out``: the sheet's parts stacked in its frame, top to bottom."""

from __future__ import annotations

from sheetgen.frame import frame_named
from sheetgen.geometry import Rect
from sheetgen.layout.footer import HEIGHT as FOOTER_HEIGHT
from sheetgen.layout.footer import lay_out_footer
from sheetgen.layout.header import code_text_element, lay_out_header
from sheetgen.layout.model import Element, Layout, MarkBox
from sheetgen.layout.rows import band_boxes, lay_out_row
from sheetgen.layout.symbols import code_bits, fiducial_element
from sheetgen.layout.theme import LANGUAGES, palettes, texts
from sheetgen.sheet import Sheet

_SIDE = 5.0
_HEADER_GAP = 1.9
_FOOTER_GAP = 1.4


def lay_out(sheet: Sheet) -> Layout:
    """The layout of a sheet in mm. Raises LayoutError if the variant does not fit its frame."""
    frame = frame_named(sheet.variant.frame)
    palette = palettes()[sheet.code.palette]
    language = LANGUAGES[sheet.code.language]
    words = texts(language)
    header_writes, header = lay_out_header(sheet, frame, palette, words, language)
    top = frame.edge + frame.fiducial_size + _HEADER_GAP
    bottom = frame.height - frame.edge - FOOTER_HEIGHT - _FOOTER_GAP
    area = Rect(_SIDE, top, frame.width - 2 * _SIDE, bottom - top)
    marks: list[MarkBox] = []
    elements: list[Element] = [*header]
    for row, band in zip(sheet.rows, band_boxes(area, len(sheet.rows)), strict=True):
        row_marks, row_elements = lay_out_row(row, band, palette)
        marks += row_marks
        elements += row_elements
    footer_marks, footer_writes, footer = lay_out_footer(sheet, frame, palette, words)
    elements += footer
    elements.append(fiducial_element(frame))
    elements.append(Element("code", (code_bits(frame, sheet.code),)))
    elements.append(code_text_element(sheet, frame, palette))
    return Layout(
        sheet=sheet,
        frame=frame,
        mark_boxes=tuple(marks + footer_marks),
        write_boxes=tuple(header_writes + footer_writes),
        elements=tuple(elements),
    )
