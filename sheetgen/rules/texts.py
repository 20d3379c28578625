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

from sheetgen.basics import Language, text_in
from sheetgen.rules.span import Span
from sheetgen.sheet import Cell, Sheet

FALLBACK = "en"
DOUBLES = "-double"
"""What the id of a strip of second boxes has behind that of its row."""

_FOLDER = Path(__file__).parent / "texts"


@dataclass(frozen=True, slots=True)
class Place:
    """A cell as a player names it: its row, and its number, lock, count or symbol."""

    row: str
    kind: str
    number: int | None = None
    position: int = 0
    name: str = ""
    """Colour of a bar field, kind of special cell of a legend box, the numbers of a diamond."""

    @classmethod
    def of(cls, cell: Cell, before: Cell | None = None) -> Place:
        """The place of a cell. A square is named by the number before it, if that is given."""
        number = cell.position + 1 if cell.number is None else cell.number
        if before is not None and before.number is not None:
            number = before.number
        name = {"bar": cell.colour, "legend": cell.special or ""}.get(cell.kind, "")
        if cell.swap:
            name = f"{cell.swap[0]}/{cell.swap[1]}"
        row = cell.row.removesuffix(DOUBLES) if cell.kind == "double" else cell.row
        known = None if cell.kind == "lock" else number
        return cls(row, cell.kind, known, cell.position, name)


@dataclass(frozen=True, slots=True)
class RowName:
    """A row by its id, named in the language where that has a name for it."""

    row: str


@dataclass(frozen=True, slots=True)
class ColourName:
    """A colour."""

    colour: str


@dataclass(frozen=True, slots=True)
class Named:
    """A text that the template has in several languages."""

    texts: tuple[tuple[Language, str], ...]


@dataclass(frozen=True, slots=True)
class Change:
    """A difference in points: "5 points less"."""

    points: Span


@dataclass(frozen=True, slots=True)
class Either:
    """One of several places: "red 15 or red 16"."""

    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class SomeColour:
    """One of several colours: "red or blue"; of none in particular: "a colour"."""

    colours: tuple[str, ...] = ()


Fact = (
    int
    | str
    | Span
    | Place
    | RowName
    | ColourName
    | Named
    | Change
    | Either
    | SomeColour
    | tuple[Place | RowName | ColourName, ...]
)
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


def symbol_name(cell: Cell, language: str) -> str:
    """How a language calls the special cells that a legend box is for, else their id."""
    name = cell.special or ""
    return str(texts(language)["symbols"].get(name, name))


def place_name(cell: Cell, language: str, sheet: Sheet | None = None) -> str:
    """How a language calls a cell: "red 12", "Schloss Rot".

    A square has no number; it is named by the one before it if the sheet is given.
    """
    before = None
    if sheet is not None and cell.kind == "square":
        row = next(row for row in sheet.rows if row.id == cell.row)
        before = next(n for n in reversed(row.numbers) if n.position < cell.position)
    return _render_place(Place.of(cell, before), language)


def _render(fact: Fact, language: str) -> str:
    match fact:
        case Span():
            return _render_span(fact, language)
        case Place():
            return _render_place(fact, language)
        case RowName(row):
            return row_name(row, language)
        case ColourName(colour):
            return row_name(colour, language)
        case Named(named):
            return text_in(dict(named), language)
        case Change(points):
            return _render_change(points, language)
        case Either(places):
            return join((_render(part, language) for part in places), language, "or")
        case SomeColour(()):
            return str(texts(language)["words"]["some-colour"])
        case SomeColour(colours):
            return join((row_name(colour, language) for colour in colours), language, "or")
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
    named: dict[str, str] = texts(language)["symbols" if place.kind == "legend" else "rows"]
    return pattern.format(
        row=row_name(place.row, language),
        number=place.number,
        name=named.get(place.name, place.name),
    )


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
