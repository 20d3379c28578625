"""The two cuts of the sheet's typeface and the widths of its words, in mm."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path

from sheetgen.layout.truetype import TrueType

FONT_FILES = {"regular": "Nunito-SemiBold.ttf", "bold": "Nunito-Black.ttf"}

DIGIT_HEIGHT = 0.705
"""Height of a digit as a share of the font size (cap height of Nunito)."""


def font_path(font: str) -> Path:
    return Path(str(files("sheetgen").joinpath("fonts", FONT_FILES[font])))


@cache
def typeface(font: str) -> TrueType:
    """A font by its name in the layout."""
    return TrueType(font_path(font))


@lru_cache(4096)
def glyphs_of(string: str, font: str) -> tuple[int, ...]:
    """The glyphs of a text; characters that the font lacks show as its empty box."""
    glyphs = typeface(font).glyphs
    return tuple(glyphs.get(ord(character), 0) for character in string)


@lru_cache(4096)
def text_width(string: str, size: float, font: str = "bold") -> float:
    """Width of a line of text in mm at a font size in mm."""
    face = typeface(font)
    units = sum(face.advance(glyph) for glyph in glyphs_of(string, font))
    return units * size / face.units_per_em


def fitting_size(string: str, size: float, width: float, font: str = "bold") -> float:
    """The largest font size up to ``size`` at which the text is no wider than ``width``."""
    needed = text_width(string, size, font)
    return size if needed <= width else size * width / needed
