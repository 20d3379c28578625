"""Which sheets share a layout: keys that compare sheets by what is drawn, not by their code.

Thousands of sheets of a run differ in their code alone; the rest is laid out once.
"""

from __future__ import annotations

from dataclasses import fields

from sheetgen.sheet import Sheet

_FIELDS = tuple(field.name for field in fields(Sheet) if field.name != "code")
_DRAWN = ("rows", "doubles", "extras", "pairs")
"""The fields that a draw changes; header and footer do not depend on them."""


class Look:
    """A sheet that equals another if both look the same but for the sheet code."""

    __slots__ = ("_hash", "_parts", "sheet")

    def __init__(self, sheet: Sheet, left_out: tuple[str, ...] = ()) -> None:
        code = sheet.code
        printed = (code.palette, code.language, code.style)
        parts = [getattr(sheet, name) for name in _FIELDS if name not in left_out]
        self.sheet = sheet
        self._parts = (*parts, *printed)
        # By identity, as rows are large and sheets of the same draw share them.
        rows = 0 if "rows" in left_out else id(sheet.rows)
        self._hash = hash((sheet.variant.name, rows, sheet.lucky, *printed))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Look) and self._parts == other._parts

    def __hash__(self) -> int:
        return self._hash


def edges_of(sheet: Sheet) -> Look:
    """What header and footer depend on."""
    return Look(sheet, _DRAWN)
