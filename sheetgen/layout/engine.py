"""``lay_out``: the sheet's parts stacked in its frame, top to bottom."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from sheetgen.frame import frame_named
from sheetgen.geometry import Rect
from sheetgen.layout.extras import (
    GAP,
    NOTE_HEIGHT,
    STRIP_HEIGHT,
    extras_height,
    lay_out_strip,
    note_element,
    notes_of,
)
from sheetgen.layout.footer import HEIGHT as FOOTER_HEIGHT
from sheetgen.layout.footer import lay_out_footer
from sheetgen.layout.header import code_text_element, lay_out_header
from sheetgen.layout.memory import Look, edges_of
from sheetgen.layout.model import Element, Layout, MarkBox, WriteBox
from sheetgen.layout.rows import band_boxes, lay_out_row, link_elements
from sheetgen.layout.symbols import code_bits, fiducial_element
from sheetgen.layout.theme import LANGUAGES, Palette, palettes, texts
from sheetgen.sheet import Sheet

_SIDE = 5.0
_HEADER_GAP = 1.9
_FOOTER_GAP = 1.4


def lay_out(sheet: Sheet) -> Layout:
    """The layout of a sheet in mm. Raises LayoutError if the variant does not fit its frame."""
    shared = _without_code(Look(sheet))
    frame = shared.frame
    code = Element("code", (code_bits(frame, sheet.code),))
    text = code_text_element(sheet, frame, palettes()[sheet.code.palette])
    return replace(shared, sheet=sheet, elements=(*shared.elements, code, text))


@lru_cache(64)
def _without_code(look: Look) -> Layout:
    """All of a layout but the sheet code."""
    sheet = look.sheet
    frame = frame_named(sheet.variant.frame)
    palette = palettes()[sheet.code.palette]
    language = LANGUAGES[sheet.code.language]
    top = frame.edge + frame.fiducial_size + _HEADER_GAP
    bottom = frame.height - frame.edge - FOOTER_HEIGHT - _FOOTER_GAP
    area = Rect(_SIDE, top, frame.width - 2 * _SIDE, bottom - top)
    middle_marks, middle = _lay_out_middle(sheet, area, palette, texts(language), language)
    marks, writes, header, footer = _edges(edges_of(sheet))
    return Layout(
        sheet=sheet,
        frame=frame,
        mark_boxes=_in_order(sheet, [*middle_marks, *marks]),
        write_boxes=writes,
        elements=(*header, *middle, *footer, fiducial_element(frame)),
    )


_Edges = tuple[tuple[MarkBox, ...], tuple[WriteBox, ...], tuple[Element, ...], tuple[Element, ...]]
"""Mark boxes, write boxes, elements of the header and of the footer."""


@lru_cache(64)
def _edges(look: Look) -> _Edges:
    """Header and footer."""
    sheet = look.sheet
    frame = frame_named(sheet.variant.frame)
    palette = palettes()[sheet.code.palette]
    language = LANGUAGES[sheet.code.language]
    words = texts(language)
    header_writes, header = lay_out_header(sheet, frame, palette, words, language)
    marks, footer_writes, footer = lay_out_footer(sheet, frame, palette, words, language)
    return tuple(marks), (*header_writes, *footer_writes), tuple(header), tuple(footer)


def _in_order(sheet: Sheet, marks: list[MarkBox]) -> tuple[MarkBox, ...]:
    """The boxes in the order of the sheet's cells."""
    by_id = {mark.cell.id: mark for mark in marks}
    return tuple(by_id[cell.id] for cell in sheet.cells)


def _lay_out_middle(
    sheet: Sheet, area: Rect, palette: Palette, words: dict[str, str], language: str
) -> tuple[list[MarkBox], list[Element]]:
    """Rows, then strips, then notes, in the area between header and footer."""
    notes = notes_of(sheet, words, language)
    rows_area = area._replace(height=area.height - extras_height(sheet, notes))
    linked = {cell.id for pair in sheet.pairs for cell in pair}
    doubles = {strip.doubles_of: strip for strip in sheet.doubles}
    marks: list[MarkBox] = []
    elements: list[Element] = []
    bands = band_boxes(rows_area, sheet.rows)
    for row, band in zip(sheet.rows, bands, strict=True):
        row_marks, row_elements = lay_out_row(
            row, doubles.get(row.id), band, sheet, palette, words, linked
        )
        marks += row_marks
        elements += row_elements
    elements += link_elements(sheet, marks, palette)
    y = bands[-1].bottom + GAP
    for strip in sheet.extras:
        box = Rect(area.x, y, area.width, STRIP_HEIGHT)
        strip_marks, strip_elements = lay_out_strip(strip, sheet, box, palette, language)
        marks += strip_marks
        elements += strip_elements
        y = box.bottom + GAP
    if notes:
        box = Rect(area.x + 1, y - 0.5, area.width - 2, NOTE_HEIGHT)
        elements.append(note_element(notes, box, palette))
    return marks, elements
