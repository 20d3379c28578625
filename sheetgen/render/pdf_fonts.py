"""The sheet's fonts in a PDF: text as glyph numbers, embedded subsets of what was used.

Type 0 fonts with Identity-H: the two bytes of a character are its glyph in the full font, so that
pages can be written before the subset is known; a map leads from them to the glyphs of the subset.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache

from sheetgen.layout.fonts import FONT_FILES, glyphs_of, typeface
from sheetgen.layout.truetype import TrueType
from sheetgen.render.pdf_file import PdfFile

NAMES = {font: f"F{i}" for i, font in enumerate(FONT_FILES)}
"""The name of each font of the layout in the content of pages."""

_SYMBOLIC = 4


class UsedFonts:
    """The characters that a document sets in each font."""

    def __init__(self) -> None:
        self._used: dict[str, set[str]] = {font: set() for font in FONT_FILES}

    def note(self, font: str, string: str) -> None:
        self._used[font].update(string)

    def write(self, file: PdfFile) -> bytes:
        """Write the fonts that were used; returns the font part of a resource dictionary."""
        entries = [
            b"/%b %d 0 R" % (NAMES[font].encode(), _write_font(file, font, characters))
            for font, characters in self._used.items()
            if characters
        ]
        return b"/Font<<%b>>" % b"".join(entries) if entries else b""


@lru_cache(4096)
def hexadecimal(font: str, string: str) -> str:
    """A text as the operand of a text operator."""
    return "<" + "".join(f"{glyph:04X}" for glyph in glyphs_of(string, font)) + ">"


@lru_cache(64)
def _subset(font: str, characters: str) -> tuple[bytes, dict[int, int]]:
    return typeface(font).subset(characters)


def _write_font(file: PdfFile, font: str, characters: set[str]) -> int:
    face = typeface(font)
    by_glyph: dict[int, str] = {}
    for character in sorted(characters):
        by_glyph.setdefault(face.glyphs.get(ord(character), 0), character)
    glyphs = tuple(sorted({0, *by_glyph}))
    data, numbers = _subset(font, "".join(by_glyph.values()))
    name = _subset_name(font, glyphs)
    descriptor = _write_descriptor(file, face, name, data, glyphs)
    widths = b"".join(b"%d[%d]" % (glyph, _thousandths(face, glyph)) for glyph in glyphs)
    descendant = file.add(
        b"<</Type/Font/Subtype/CIDFontType2/BaseFont/%b/CIDSystemInfo<</Registry(Adobe)"
        b"/Ordering(Identity)/Supplement 0>>/FontDescriptor %d 0 R/DW 0/W[%b]"
        b"/CIDToGIDMap %d 0 R>>" % (name, descriptor, widths, file.add_stream(_map(numbers)))
    )
    unicode = file.add_stream(_to_unicode(by_glyph))
    return file.add(
        b"<</Type/Font/Subtype/Type0/BaseFont/%b/Encoding/Identity-H"
        b"/DescendantFonts[%d 0 R]/ToUnicode %d 0 R>>" % (name, descendant, unicode)
    )


def _write_descriptor(
    file: PdfFile, face: TrueType, name: bytes, data: bytes, glyphs: tuple[int, ...]
) -> int:
    program = file.add_stream(data, b"/Length1 %d" % len(data))
    present = bytearray(max(glyphs) // 8 + 1)
    for glyph in glyphs:
        present[glyph // 8] |= 0x80 >> glyph % 8
    present_set = file.add_stream(bytes(present))
    k = 1000 / face.units_per_em
    box = " ".join(str(round(value * k)) for value in face.bounds).encode()
    return file.add(
        b"<</Type/FontDescriptor/FontName/%b/Flags %d/FontBBox[%b]/ItalicAngle 0/Ascent %d"
        b"/Descent %d/CapHeight %d/StemV 80/FontFile2 %d 0 R/CIDSet %d 0 R>>"
        % (
            name, _SYMBOLIC, box, round(face.ascent * k), round(face.descent * k),
            round(face.cap_height * k), program, present_set,
        )
    )  # fmt: skip


def _map(numbers: dict[int, int]) -> bytes:
    """The glyph in the subset, two bytes, for every glyph of the full font up to the last used."""
    table = [numbers.get(glyph, 0) for glyph in range(max(numbers) + 1)]
    return b"".join(number.to_bytes(2, "big") for number in table)


def _subset_name(font: str, glyphs: tuple[int, ...]) -> bytes:
    """The name of the font file with six letters before it that stand for the subset."""
    digest = hashlib.sha256(repr(glyphs).encode()).digest()
    letters = "".join(chr(ord("A") + byte % 26) for byte in digest[:6])
    return f"{letters}+{FONT_FILES[font].removesuffix('.ttf')}".encode()


def _thousandths(face: TrueType, glyph: int) -> int:
    return round(face.advance(glyph) * 1000 / face.units_per_em)


def _to_unicode(characters: dict[int, str]) -> bytes:
    """The table by which text can be searched and copied."""
    lines = [
        f"<{glyph:04X}> <{character.encode('utf-16-be').hex().upper()}>"
        for glyph, character in sorted(characters.items())
    ]
    blocks = [lines[i : i + 100] for i in range(0, len(lines), 100)]
    body = "".join(
        f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar\n" for block in blocks
    )
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        "/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n"
        "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
        "1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n"
        f"{body}endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
    ).encode("ascii")
