"""Sheets, typed crosses and hypothesis strategies for the tests of the rules."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

from sheetgen.catalog import bundled, find_variant
from sheetgen.dealing import code_for
from sheetgen.rules import Audit, audit, parse_typed
from sheetgen.sheet import Sheet, make_sheet

VARIANTS = tuple(bundled())


@cache
def sheet_of(variant: str, number: int = 0, seed: int = 1) -> Sheet:
    found = find_variant(variant)
    return make_sheet(found, code_for(found, seed=seed, number=number))


def audit_text(text: str, variant: str = "original", number: int = 0) -> Audit:
    """The audit of typed crosses."""
    sheet = sheet_of(variant, number)
    typed = parse_typed(sheet, text)
    return audit(sheet, typed.marks, typed.boxes)


def involved(sheet: Sheet) -> list[str]:
    """The cells that rules speak of by name, all others being plain numbers."""
    plain = {"number", "penalty"}
    paired = {cell.id for pair in sheet.pairs for cell in pair}
    return [
        cell.id
        for cell in sheet.cells
        if cell.kind not in plain or cell.closing or cell.special or cell.id in paired
    ]


sheets = st.sampled_from([sheet_of(variant) for variant in VARIANTS])


@st.composite
def marked_sheets(
    draw: st.DrawFn, kinds: tuple[str, ...] = ("cross", "dash", "cancelled"), unsure: int = 0
) -> tuple[Sheet, dict[str, str]]:
    """A sheet of any variant with marks, often with closed rows, up to ``unsure`` unsure cells."""
    sheet = draw(sheets)
    marks = {}
    for strip in sheet.strips:
        density = draw(st.integers(0, 4))
        for cell in strip.cells:
            if draw(st.integers(0, 4)) < density:
                marks[cell.id] = draw(st.sampled_from(("cross", *kinds)))
    cells = [cell.id for cell in sheet.cells] + 3 * involved(sheet)
    doubtful = draw(st.lists(st.sampled_from(cells), max_size=unsure, unique=True))
    return sheet, marks | dict.fromkeys(doubtful, "unsure")
