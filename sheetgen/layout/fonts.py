"""The two cuts of the sheet's typeface and the widths of its words, in mm."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

FONT_FILES = {"regular": "Nunito-SemiBold.ttf", "bold": "Nunito-Black.ttf"}

DIGIT_HEIGHT = 0.705
"""Height of a digit as a share of the font size (cap height of Nunito)."""


def font_path(font: str) -> Path:
    return Path(str(files("sheetgen").joinpath("fonts", FONT_FILES[font])))


@cache
def _face(font: str) -> FreeTypeFont:
    from PIL import ImageFont

    return ImageFont.truetype(str(font_path(font)), 1000)


@lru_cache(4096)
def text_width(string: str, size: float, font: str = "bold") -> float:
    """Width of a line of text in mm at a font size in mm."""
    return _face(font).getlength(string) * size / 1000


def fitting_size(string: str, size: float, width: float, font: str = "bold") -> float:
    """The largest font size up to ``size`` at which the text is no wider than ``width``."""
    needed = text_width(string, size, font)
    return size if needed <= width else size * width / needed
