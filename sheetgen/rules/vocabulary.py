"""Words that may be typed for rows, cells and marks, in all languages that have texts."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from itertools import product

from sheetgen.rules.texts import languages, texts
from sheetgen.sheet import Cell, Row, Sheet

LOCK = "lock"
DOUBLE = "double"


def fold(word: str) -> str:
    """Case and the two ways to write an umlaut make no difference."""
    return unicodedata.normalize("NFC", word).casefold()


def typed(key: str) -> tuple[str, ...]:
    """What may be typed for a colour, a kind of strip, the lock: folded, in all languages."""
    found: list[str] = []
    for language in languages():
        found += texts(language)["typed"].get(key, "").split()
    return tuple(dict.fromkeys(fold(word) for word in found))


def row_names(sheet: Sheet) -> dict[str, tuple[str, ...]]:
    """The names of every row and strip by its id; the id is the first of them."""
    return {row.id: _names(sheet, row) for row in sheet.strips if not row.doubles_of}


def _names(sheet: Sheet, row: Row) -> tuple[str, ...]:
    names = [row.id, *typed(row.id)]
    if row.strip:
        names += typed(row.strip.kind)
    if row.spec and row.spec.between:
        both = ((name, *typed(name)) for name in row.spec.between)
        names += ["-".join(pair) for pair in product(*both)]
    return tuple(dict.fromkeys(names))


def box_names(sheet: Sheet) -> dict[str, tuple[str, ...]]:
    """The names of every number of the bottom line that a player writes, by its id."""
    return {box.id: (box.id, *(fold(text) for text in box.text.values())) for box in sheet.boxes}


def symbol_names(cell: Cell) -> tuple[str, ...]:
    """The names of the special cells that a legend box is for."""
    name = cell.special or ""
    known = (texts(language)["symbols"].get(name, name) for language in languages())
    return tuple(dict.fromkeys((name, *(fold(word) for word in known))))


def mark_names() -> dict[str, str]:
    """Marks by their names."""
    names: dict[str, str] = {}
    for language in languages():
        names |= {fold(name): mark for mark, name in texts(language)["marks"].items()}
    return names


def beginning_with(word: str, names: Iterable[str]) -> bool:
    """Whether a folded word is the beginning of a name."""
    return any(name.startswith(word) for name in names)
