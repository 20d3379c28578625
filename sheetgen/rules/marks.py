"""Marks of a sheet as the rules need them: crossed and unsure cells.

A cross counts; a dash says that a number was skipped, a cancelled cross was taken back: neither
ever counts, and neither is ever missed.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass

from sheetgen.errors import UsageError
from sheetgen.sheet import Row, Sheet

MARKS = ("empty", "cross", "dash", "cancelled", "unsure")


@dataclass(frozen=True, slots=True)
class RowMarks:
    """Positions in one row (or other strip) that are crossed, and that may be."""

    crossed: frozenset[int]
    unsure: frozenset[int]


def marks_of(row: Row, marks: Mapping[str, str]) -> RowMarks:
    """The marks of one row; cells without a mark are empty."""
    found = {cell.position: marks.get(cell.id, "empty") for cell in row.cells}
    return RowMarks(
        crossed=frozenset(position for position, mark in found.items() if mark == "cross"),
        unsure=frozenset(position for position, mark in found.items() if mark == "unsure"),
    )


def check_marks(sheet: Sheet, marks: Mapping[str, str]) -> None:
    """Raise UsageError for a cell that the sheet lacks or a mark that does not exist."""
    cells = [cell.id for cell in sheet.cells]
    known = set(cells)
    for cell, mark in marks.items():
        if cell not in known:
            raise UsageError(f"no cell '{cell}' on this sheet", closest(cell, cells))
        if mark not in MARKS:
            raise UsageError(f"cell {cell}: no mark '{mark}'", closest(mark, MARKS))


def closest(word: str, options: list[str] | tuple[str, ...]) -> str:
    """A hint with the closest match, else with all options (the first of many)."""
    match = difflib.get_close_matches(word, options, n=1, cutoff=0.5)
    if match:
        return f"did you mean '{match[0]}'?"
    shown = ", ".join(options[:12])
    return f"there are {shown}" + (", …" if len(options) > 12 else "")
