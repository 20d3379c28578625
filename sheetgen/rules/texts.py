"""Sentences about rules, per language: a key and facts in, text out.

The texts are data (``texts/<language>.toml``). A fact is a number, a span, a word, a place on the
sheet, or several places; places are named in the language: "red 12", "Rot 12".
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from sheetgen.rules.span import Span
from sheetgen.sheet import Cell

FALLBACK = "en"
_FOLDER = Path(__file__).parent / "texts"


@dataclass(frozen=True, slots=True)
class Place:
    """A cell as a player names it: its row, and its number, lock or count."""

    row: str
    kind: str
    number: int | None = None
    position: int = 0

    @classmethod
    def of(cls, cell: Cell) -> Place:
        number = cell.position + 1 if cell.number is None else cell.number
        return cls(cell.row, cell.kind, None if cell.kind == "lock" else number, cell.position)


@dataclass(frozen=True, slots=True)
class RowName:
    """A row by its id, named in the language where that has a name for it."""

    row: str


@dataclass(frozen=True, slots=True)
class Change:
    """A difference in points: "5 points less"."""

    points: Span


@dataclass(frozen=True, slots=True)
class Either:
    """One of several places: "red 15 or red 16"."""

    places: tuple[Place, ...]


Fact = int | str | Span | Place | RowName | Change | Either | tuple[Place | RowName, ...]
Facts = tuple[tuple[str, Fact], ...]


def languages() -> tuple[str, ...]:
    """The languages that have texts."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))


@cache
def texts(language: str) -> dict[str, dict[str, Any]]:
    """All texts of a language by section and key; English where the language has none."""
    name = language if language in languages() else FALLBACK
    path = _FOLDER / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def sentence(section: str, key: str, facts: Facts, language: str) -> str:
    """The sentence of a key with its facts filled in."""
    pattern: str = texts(language)[section][key]
    return pattern.format(**{name: _render(fact, language) for name, fact in facts})


def row_name(row: str, language: str) -> str:
    """How a language calls a row, else its id."""
    return str(texts(language)["rows"].get(row, row))


def place_name(cell: Cell, language: str) -> str:
    """How a language calls a cell: "red 12", "Schloss Rot"."""
    return _render_place(Place.of(cell), language)


def _render(fact: Fact, language: str) -> str:
    match fact:
        case Span():
            return _render_span(fact, language)
        case Place():
            return _render_place(fact, language)
        case RowName(row):
            return row_name(row, language)
        case Change(points):
            return _render_change(points, language)
        case Either(places):
            return join((_render(part, language) for part in places), language, "or")
        case tuple():
            return join((_render(part, language) for part in fact), language)
        case _:
            return str(fact)


def join(parts: Iterable[str], language: str, word: str = "and") -> str:
    """ "a, b and c"."""
    *front, last = parts
    if not front:
        return last
    return f"{', '.join(front)} {texts(language)['words'][word]} {last}"


def _render_span(span: Span, language: str) -> str:
    if span.exact is not None:
        return str(span.exact)
    pattern: str = texts(language)["words"]["span"]
    return pattern.format(low=span.low, high=span.high)


def _render_place(place: Place, language: str) -> str:
    patterns = texts(language)["places"]
    pattern: str = patterns.get(place.kind, patterns["other"])
    return pattern.format(row=row_name(place.row, language), number=place.number)


def _render_change(points: Span, language: str) -> str:
    """The words for a change that all values agree on the direction of, else both ends."""
    patterns = texts(language)["change"]
    if points == Span(0, 0):
        return str(patterns["none"])
    if points.low >= 0 or points.high <= 0:
        size = points if points.low >= 0 else Span(-points.high, -points.low)
        direction = "more" if points.low >= 0 else "less"
        key = f"one-{direction}" if size.exact == 1 else direction
        return str(patterns[key].format(points=_render_span(size, language)))
    return str(patterns["between"].format(low=points.low, high=points.high))
