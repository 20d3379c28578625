"""Palettes and texts of the sheet, read from the data files beside this module."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from sheetgen.errors import UsageError
from sheetgen.layout.model import Font

LANGUAGES = ("en", "de", "fr", "es", "it", "nl")
"""Order matters: the index is part of the sheet code."""


@dataclass(frozen=True, slots=True)
class Colouring:
    """The three tones of a row, each '#rrggbb'."""

    band: str
    tint: str
    ink: str

    @property
    def mid(self) -> str:
        """The ground of special cells, between tint and band."""
        return mixed(self.tint, self.band, 0.45)


@cache
def mixed(first: str, second: str, share: float) -> str:
    """A colour between two, with the given share of the second."""
    parts = [
        round(int(first[i : i + 2], 16) * (1 - share) + int(second[i : i + 2], 16) * share)
        for i in (1, 3, 5)
    ]
    return "#" + "".join(f"{part:02x}" for part in parts)


@dataclass(frozen=True, eq=False)
class Palette:
    """There is one object of each, so that a palette is quickly compared."""

    name: str
    index: int
    text: str
    faint: str
    line: str
    paper: str
    colours: tuple[tuple[str, Colouring], ...]
    outline: bool = False
    """Bands and cells are drawn as outlines, which saves ink."""
    enlarge: float = 1.0
    """How much larger words and numbers are where there is room."""
    digits: float = 1.0
    """How much larger the numbers of the cells are besides."""

    def __getitem__(self, colour: str) -> Colouring:
        return self._by_name[colour]

    @cached_property
    def _by_name(self) -> dict[str, Colouring]:
        return dict(self.colours)

    @property
    def heavy(self) -> Font:
        """The cut for numbers and headings; a lighter one where ink is saved."""
        return "regular" if self.outline else "bold"


def _data(name: str) -> dict[str, Any]:
    return tomllib.loads(files("sheetgen.layout").joinpath(name).read_text("utf-8"))


@cache
def palettes() -> tuple[Palette, ...]:
    """All palettes, in the order of their index in the sheet code."""
    found = []
    for index, raw in enumerate(_data("palettes.toml")["palette"]):
        tones = tuple(
            (key, Colouring(**value)) for key, value in raw.items() if isinstance(value, dict)
        )
        plain = {key: value for key, value in raw.items() if not isinstance(value, dict)}
        found.append(Palette(index=index, colours=tones, **plain))
    return tuple(found)


def palette_named(name: str) -> Palette:
    """Raises UsageError if there is no such palette."""
    for palette in palettes():
        if palette.name == name:
            return palette
    names = ", ".join(palette.name for palette in palettes())
    raise UsageError(f"no palette '{name}'", f"choose one of {names}")


def language_index(name: str) -> int:
    """Index of a language in the sheet code. Raises UsageError if there is no such language."""
    if name in LANGUAGES:
        return LANGUAGES.index(name)
    raise UsageError(f"no language '{name}'", f"choose one of {', '.join(LANGUAGES)}")


def texts(language: str) -> dict[str, str]:
    """The sheet's texts in a language."""
    return words_of("texts", language)


@cache
def words_of(name: str, language: str) -> dict[str, str]:
    """The texts of a data file beside this module, in a language."""
    table: dict[str, dict[str, str]] = _data(f"{name}.toml")
    return {key: entry[language] for key, entry in table.items()}
