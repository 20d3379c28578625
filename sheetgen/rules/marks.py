"""Marks of a sheet as the rules need them: crossed and unsure cells.

A cross counts; a dash says that a number was skipped, a cancelled cross was taken back: neither
ever counts, and neither is ever missed. In a bonus bar each of them strikes the field: a field
that is filled or struck through is a used one.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping

from sheetgen.errors import UsageError
from sheetgen.sheet import Cell, Sheet

MARKS = ("empty", "cross", "dash", "cancelled", "unsure")
_STRIKES = frozenset({"cross", "dash", "cancelled"})


def counts(cell: Cell, mark: str) -> bool:
    """Whether a mark crosses its cell; in a bar, whether it strikes the field."""
    return mark in _STRIKES if cell.kind == "bar" else mark == "cross"


def split_marks(
    cells: Iterable[Cell], marks: Mapping[str, str]
) -> tuple[frozenset[str], frozenset[str]]:
    """Ids of the cells that are crossed, and of those that are unsure; absent ones are empty."""
    found = [(cell, marks.get(cell.id, "empty")) for cell in cells]
    return (
        frozenset(cell.id for cell, mark in found if counts(cell, mark)),
        frozenset(cell.id for cell, mark in found if mark == "unsure"),
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
    options = list(dict.fromkeys(options))
    match = difflib.get_close_matches(word, options, n=1, cutoff=0.5)
    if match:
        return f"did you mean '{match[0]}'?"
    shown = ", ".join(options[:12])
    return f"there are {shown}" + (", …" if len(options) > 12 else "")
