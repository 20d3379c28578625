"""TrueType fonts as layouts, PDF and SVG files need them: characters, widths, and subsets.

reportlab reads the tables of a font file and cuts it to the glyphs in use. Lengths in font units.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from reportlab.pdfbase.ttfonts import TTFontFile


class TrueType:
    """A font file with glyph outlines in its ``glyf`` table."""

    def __init__(self, path: Path) -> None:
        font = TTFontFile(str(path))
        self._font = font
        self.units_per_em: int = font.unitsPerEm
        self.bounds: tuple[int, ...] = tuple(font.bbox)
        self.ascent, self.descent = int(font.ascent), int(font.descent)
        self.cap_height = int(font.capHeight)
        self.glyphs: dict[int, int] = dict(font.charToGlyph)
        """Glyph number of each code point."""

    def advance(self, glyph: int) -> int:
        """The width of a glyph."""
        return int(self._font.hmetrics[glyph][0])

    def outline(self, glyph: int) -> bytes:
        """The description of a glyph, as in the ``glyf`` table; empty for a space."""
        places = self._font.glyphPos
        start, length = places[glyph], places[glyph + 1] - places[glyph]
        return bytes(self._font.get_chunk(self._font.get_table_pos("glyf")[0] + start, length))

    def subset(self, characters: Iterable[str]) -> tuple[bytes, dict[int, int]]:
        """A font file with the glyphs of some characters, and the number of each glyph in it.

        The numbers are by the glyphs' numbers in the whole font; glyph 0, the empty box, stays 0.
        """
        codes = [ord(character) for character in characters]
        numbers = {0: 0}
        for code in codes:
            glyph = self.glyphs.get(code, 0)
            numbers.setdefault(glyph, len(numbers))
        return bytes(self._font.makeSubset(codes)), numbers
