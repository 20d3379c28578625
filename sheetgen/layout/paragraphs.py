"""Running text in mm: words broken into lines that fit a width."""

from __future__ import annotations

from sheetgen.layout.fonts import text_width
from sheetgen.layout.model import Font, Text

LEADING = 1.32
"""Distance of baselines as a share of the font size."""

ASCENT = 0.78
"""Height of the first line above its baseline, as a share of the font size."""


def broken(words: str, size: float, width: float, font: Font = "regular") -> list[str]:
    """The lines of a paragraph; a word wider than the width stands alone."""
    lines: list[str] = []
    for word in words.split():
        joined = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(joined, size, font) <= width:
            lines[-1] = joined
        else:
            lines.append(word)
    return lines


def set_lines(
    lines: list[str], x: float, top: float, size: float, colour: str, font: Font = "regular"
) -> list[Text]:
    """Lines from ``top`` downwards, flush left."""
    return [
        Text(x, top + size * (ASCENT + i * LEADING), line, size, colour, font, "start")
        for i, line in enumerate(lines)
    ]


def height_of(lines: list[str], size: float) -> float:
    return len(lines) * size * LEADING
