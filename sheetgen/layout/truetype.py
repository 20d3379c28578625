"""TrueType fonts as layouts, PDF and SVG files need them: characters, widths, and subsets.

Reads the tables of a font file and cuts it to the glyphs in use. Glyph numbers stay as they are
in the full font, so that text can be written before it is known what else will be used. Lengths
in font units.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable

_KEPT = ("head", "hhea", "maxp", "prep")
"""Tables that a subset takes over as they are; loca, glyf and hmtx are made anew."""

_MORE_COMPONENTS, _WORDS, _SCALE, _TWO_SCALES, _MATRIX = 0x20, 0x01, 0x08, 0x40, 0x80


class TrueType:
    """A font file with glyph outlines in its ``glyf`` table."""

    def __init__(self, data: bytes) -> None:
        self._tables = _read_tables(data)
        head, hhea = self._tables["head"], self._tables["hhea"]
        self.units_per_em: int = struct.unpack_from(">H", head, 18)[0]
        self.bounds: tuple[int, ...] = struct.unpack_from(">4h", head, 36)
        self.ascent, self.descent = struct.unpack_from(">2h", hhea, 4)
        self.cap_height: int = struct.unpack_from(">h", self._tables["OS/2"], 88)[0]
        self._long_metrics: int = struct.unpack_from(">H", hhea, 34)[0]
        metrics = struct.unpack_from(f">{2 * self._long_metrics}H", self._tables["hmtx"])
        self._advances: tuple[int, ...] = metrics[::2]
        count = struct.unpack_from(">H", self._tables["maxp"], 4)[0] + 1
        if struct.unpack_from(">h", head, 50)[0]:
            self._places = struct.unpack_from(f">{count}I", self._tables["loca"])
        else:
            halves = struct.unpack_from(f">{count}H", self._tables["loca"])
            self._places = tuple(2 * place for place in halves)
        self.glyphs = _read_cmap(self._tables["cmap"])
        """Glyph number of each code point."""

    def advance(self, glyph: int) -> int:
        """The width of a glyph."""
        return self._advances[min(glyph, self._long_metrics - 1)]

    def outline(self, glyph: int) -> bytes:
        """The description of a glyph, as in the ``glyf`` table; empty for a space."""
        return self._tables["glyf"][self._places[glyph] : self._places[glyph + 1]]

    def subset(self, glyphs: Iterable[int]) -> bytes:
        """A font file with some glyphs; it has no table from characters to glyphs."""
        kept = self._with_components({0, *glyphs})
        places, outlines = [0], bytearray()
        for glyph in range(max(kept) + 1):
            if glyph in kept:
                outlines += self.outline(glyph)
                outlines += bytes(-len(outlines) % 4)
            places.append(len(outlines))
        tables = {name: self._tables[name] for name in _KEPT if name in self._tables}
        tables["loca"] = struct.pack(f">{len(places)}I", *places)
        tables["glyf"] = bytes(outlines)
        tables["hmtx"] = self._metrics(max(kept) + 1)
        tables["head"] = tables["head"][:50] + struct.pack(">h", 1) + tables["head"][52:]
        tables["maxp"] = _with_number(tables["maxp"], 4, max(kept) + 1)
        tables["hhea"] = _with_number(tables["hhea"], 34, max(kept) + 1)
        return _assemble(tables)

    def _metrics(self, count: int) -> bytes:
        return b"".join(
            struct.pack(">H", self.advance(glyph)) + self._bearing(glyph) for glyph in range(count)
        )

    def _bearing(self, glyph: int) -> bytes:
        beyond = glyph - self._long_metrics
        place = 4 * glyph + 2 if beyond < 0 else 4 * self._long_metrics + 2 * beyond
        return self._tables["hmtx"][place : place + 2]

    def _with_components(self, glyphs: set[int]) -> set[int]:
        """The glyphs and those that they are put together from, such as letter and accent."""
        found, open_glyphs = set(glyphs), list(glyphs)
        while open_glyphs:
            for part in _components(self.outline(open_glyphs.pop())):
                if part not in found:
                    found.add(part)
                    open_glyphs.append(part)
        return found


def _read_tables(data: bytes) -> dict[str, bytes]:
    (count,) = struct.unpack_from(">H", data, 4)
    tables = {}
    for i in range(count):
        tag, _, start, length = struct.unpack_from(">4sIII", data, 12 + 16 * i)
        tables[tag.decode("ascii")] = data[start : start + length]
    return tables


def _read_cmap(table: bytes) -> dict[int, int]:
    """The Unicode map of format 4, as in the OpenType specification."""
    (count,) = struct.unpack_from(">H", table, 2)
    records = [struct.unpack_from(">HHI", table, 4 + 8 * i) for i in range(count)]
    start = next(place for platform, encoding, place in records if (platform, encoding) == (3, 1))
    half = struct.unpack_from(">H", table, start + 6)[0] // 2
    ends, first = start + 14, start + 16 + 2 * half
    glyphs = {}
    for i in range(half):
        (end,) = struct.unpack_from(">H", table, ends + 2 * i)
        low, delta, offset = (
            struct.unpack_from(">H", table, first + 2 * (i + part * half))[0] for part in range(3)
        )
        for code in range(low, min(end, 0xFFFE) + 1):
            glyph = code
            if offset:
                place = first + 2 * (i + 2 * half) + offset + 2 * (code - low)
                (glyph,) = struct.unpack_from(">H", table, place)
            if glyph:
                glyphs[code] = (glyph + delta) & 0xFFFF
    return {code: glyph for code, glyph in glyphs.items() if glyph}


def _components(outline: bytes) -> list[int]:
    """The glyphs that a composite glyph refers to; none for a simple one."""
    if len(outline) < 10 or struct.unpack_from(">h", outline)[0] >= 0:
        return []
    parts, place, flags = [], 10, _MORE_COMPONENTS
    while flags & _MORE_COMPONENTS:
        flags, glyph = struct.unpack_from(">HH", outline, place)
        parts.append(glyph)
        place += 8 if flags & _WORDS else 6
        place += 2 * bool(flags & _SCALE) + 4 * bool(flags & _TWO_SCALES)
        place += 8 * bool(flags & _MATRIX)
    return parts


def _with_number(table: bytes, place: int, number: int) -> bytes:
    return table[:place] + struct.pack(">H", number) + table[place + 2 :]


def _assemble(tables: dict[str, bytes]) -> bytes:
    """A font file from its tables, with the checksums that the specification asks for."""
    tables["head"] = tables["head"][:8] + bytes(4) + tables["head"][12:]
    power = len(tables).bit_length() - 1
    head = struct.pack(">IHHHH", 0x10000, len(tables), *_search(len(tables), power))
    place = len(head) + 16 * len(tables)
    records, body = b"", b""
    for name, table in sorted(tables.items()):
        start = place + len(body)
        records += struct.pack(">4sIII", name.encode(), _checksum(table), start, len(table))
        body += table + bytes(-len(table) % 4)
    font = head + records + body
    whole = (0xB1B0AFBA - _checksum(font)) & 0xFFFFFFFF
    names = sorted(tables)
    adjust = place + 8 + sum(-(-len(tables[n]) // 4) * 4 for n in names[: names.index("head")])
    return font[:adjust] + struct.pack(">I", whole) + font[adjust + 4 :]


def _search(count: int, power: int) -> tuple[int, int, int]:
    """The three numbers for a binary search that the head of a font file has."""
    return 16 << power, power, 16 * count - (16 << power)


def _checksum(data: bytes) -> int:
    padded = data + bytes(-len(data) % 4)
    words: tuple[int, ...] = struct.unpack(f">{len(padded) // 4}I", padded)
    return sum(words) & 0xFFFFFFFF
