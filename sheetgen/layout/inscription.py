"""What is printed on a sheet's lines beforehand: name, date, number of the game."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sheetgen.layout.fonts import DIGIT_HEIGHT, fitting_size, text_width
from sheetgen.layout.header import BASELINE, label_size
from sheetgen.layout.model import Element, Layout, Primitive, Text
from sheetgen.layout.theme import LANGUAGES, palettes, texts

LONGEST = 40
"""Characters of a name or a date."""

_SIZE = 3.7


@dataclass(frozen=True, slots=True)
class Inscription:
    """Empty texts leave their lines to be filled in by hand."""

    name: str = ""
    date: str = ""
    game: int | None = None


def inscribed(layout: Layout, inscription: Inscription) -> Layout:
    """The layout with the words on it, between what the sheets of a game share and the rest."""
    if inscription == Inscription():
        return layout
    code = layout.sheet.code
    palette = palettes()[code.palette]
    words = texts(LANGUAGES[code.language])
    boxes = {box.id: box.box for box in layout.write_boxes}
    primitives: list[Primitive] = []
    for key, text in (("name", inscription.name), ("date", inscription.date)):
        box = boxes[key]
        y = box.bottom - BASELINE - 0.3
        start = box.x + text_width(words[key], label_size(palette), "regular") + 1.6
        size = fitting_size(text, _SIZE, box.right - start) if text else _SIZE
        if text:
            primitives.append(Text(start, y, text, size, palette.text, palette.heavy, "start"))
    if inscription.game is not None:
        box = layout.frame.code_text_box
        text = f"{words['game']} {inscription.game}"
        y = layout.frame.edge + 3.1 * DIGIT_HEIGHT
        primitives.append(Text(box.right, y, text, 3.1, palette.text, palette.heavy, "end"))
    return replace(layout, elements=(*layout.elements, Element("inscription", tuple(primitives))))
