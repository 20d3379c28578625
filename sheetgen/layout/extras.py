"""What stands between the rows and the footer: bars, legends, tracks, diamonds and notes."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, pairwise

from sheetgen.geometry import Rect
from sheetgen.layout import shapes
from sheetgen.layout.bands import DIVIDER
from sheetgen.layout.cells import ground, label
from sheetgen.layout.fonts import fitting_size, text_width
from sheetgen.layout.model import Element, MarkBox, Paint, Path, Primitive, Text
from sheetgen.layout.theme import Colouring, Palette, texts
from sheetgen.sheet import Cell, Row, Sheet

STRIP_HEIGHT = 8.2
NOTE_HEIGHT = 3.5
GAP = 1.1
_SMALL = 2.4


def extras_height(sheet: Sheet, notes: list[tuple[str, str]]) -> float:
    """Height that strips and notes take, with their gaps."""
    strips = len(sheet.extras) * (STRIP_HEIGHT + GAP)
    return strips + (NOTE_HEIGHT + 0.6 if notes else 0)


def notes_of(sheet: Sheet, words: dict[str, str], language: str) -> list[tuple[str, str]]:
    """Pairs of an icon's shape and a few words on what the sheet's special cells do."""
    variant = sheet.variant
    told = any(strip.strip and strip.strip.kind == "legend" for strip in sheet.extras)
    notes: list[tuple[str, str]] = []
    if not told:
        notes += [(s.shape, variant.text(s.text, language)) for s in variant.specials]
    if sheet.pairs:
        notes.append(("link", words["note-pairs"]))
    specs = [row.spec for row in sheet.rows if row.spec]
    if any(spec.between for spec in specs):
        notes.append(("circle", words["note-between"]))
    if any(spec.squares for spec in specs):
        notes.append(("square", words["note-squares"].format(need=variant.closing.need)))
    if any(spec.doubles for spec in specs):
        notes.append(("box", words["note-doubles"]))
    return notes


def note_element(notes: list[tuple[str, str]], box: Rect, palette: Palette) -> Element:
    """The notes in one line, each behind its icon."""
    tones = palette["grey"]
    icon, gap = NOTE_HEIGHT * 0.86, 5.0
    room = (box.width - gap * (len(notes) - 1)) / len(notes) - icon - 1.2
    primitives: list[Primitive] = []
    x = box.x
    for shape, words in notes:
        spot = Rect(x, box.centre.y - icon / 2, icon * 1.2, icon)
        paint = Paint(fill=palette.paper, stroke=tones.ink, width=0.35)
        primitives.append(Path(_icon(shape, spot.inset(0.2)), paint))
        size = fitting_size(words, 2.7 * palette.enlarge, room, "regular")
        x = spot.right + 1.2
        primitives.append(
            Text(x, box.centre.y + size * 0.34, words, size, palette.text, "regular", "start")
        )
        x += text_width(words, size, "regular") + gap
    return Element("notes", tuple(primitives))


def _icon(shape: str, spot: Rect) -> shapes.Outline:
    if shape == "link":
        width = spot.height * 0.5
        return shapes.polygon(Rect(spot.centre.x - width / 2, spot.y, width, spot.height).corners)
    if shape == "box":
        return shapes.rounded(spot.inset(0, spot.height * 0.2), 0.6)
    return shapes.special(shape, spot)


def lay_out_strip(
    strip: Row, sheet: Sheet, box: Rect, palette: Palette, language: str
) -> tuple[list[MarkBox], list[Element]]:
    """A strip in its box: words at the left, then its cells."""
    spec = strip.strip
    assert spec is not None
    if spec.kind == "legend":
        return _legend(strip, sheet, box, palette, language)
    words = sheet.variant.text(spec.text, language)
    tones = palette[spec.colour]
    size = fitting_size(words, 3.0, 24)
    x = box.x + 3 + text_width(words, size) + 3
    count = len(strip.cells)
    pitch = min((box.right - 1.5 - x) / count, 20.0 if spec.kind == "diamonds" else 14.4)
    ground = Rect(box.x, box.y, x + pitch * count + 0.6 - box.x, box.height)
    primitives: tuple[Primitive, ...] = (
        Path(
            shapes.rounded(ground, 2.0),
            _strip_paint(spec.kind, tones, palette),
        ),
        Text(
            box.x + 3, box.centre.y + size * 0.34, words, size, palette.text, palette.heavy, "start"
        ),
    )
    elements = [Element(f"strip/{strip.id}", primitives)]
    marks: list[MarkBox] = []
    height, letters = box.height - 1.2, texts(language)
    for i, cell in enumerate(strip.cells):
        width = min(pitch - 1.2, height * (2.0 if spec.kind == "diamonds" else 1.25))
        area = Rect(x + (i + 0.5) * pitch - width / 2, box.y + 0.6, width, height)
        mark, element = _strip_cell(cell, area, letters[f"letter-{cell.colour}"], palette)
        marks.append(mark)
        elements.append(element)
    return marks, elements


def _strip_paint(kind: str, tones: Colouring, palette: Palette) -> Paint:
    """A track's ground is darker than its cells; what is not filled has an outline."""
    if palette.outline:
        return Paint(fill=palette.paper, stroke=tones.band, width=DIVIDER)
    return Paint(fill=tones.mid if kind == "track" else tones.tint)


@lru_cache(1024)
def _strip_cell(cell: Cell, box: Rect, letter: str, palette: Palette) -> tuple[MarkBox, Element]:
    """A cell of a strip: where its cross goes, and its drawing."""
    mark = MarkBox(cell, box, "round" if cell.kind == "bar" else "box")
    return mark, Element(f"cell/{cell.id}", _drawing(cell, box, letter, palette))


def _drawing(cell: Cell, box: Rect, letter: str, palette: Palette) -> tuple[Primitive, ...]:
    tones = palette[cell.colour]
    if cell.kind == "bar":
        radius = min(box.width, box.height) / 2
        ring = Paint(fill=tones.tint, stroke=tones.band, width=0.35 if palette.outline else 0.9)
        return (
            Path(shapes.rounded(box.inset(0.45), radius), ring),
            label(box, letter, 2.9 * palette.enlarge, tones.ink, palette.heavy),
        )
    if cell.kind == "diamond" and cell.swap:
        width = 0.25 if palette.outline else 0.45
        paint = Paint(fill=palette.paper, stroke=tones.ink, width=width)
        cx, cy = box.centre
        outline = shapes.polygon([(cx, box.y), (box.right, cy), (cx, box.bottom), (box.x, cy)])
        text = f"{cell.swap[0]}/{cell.swap[1]}"
        size = fitting_size(text, box.height * 0.46, box.width * 0.5)
        # So small, grey digits come out darker than they are known to be, as a faint mark would.
        return (Path(outline, paint), label(box, text, size, palette.text, palette.heavy))
    size = fitting_size(str(cell.number), box.height * 0.7, box.width * 0.7)
    return (
        ground(box, 1.6, tones, palette),
        label(box, str(cell.number), size, tones.ink, palette.heavy),
    )


def _legend(
    strip: Row, sheet: Sheet, box: Rect, palette: Palette, language: str
) -> tuple[list[MarkBox], list[Element]]:
    """A box per kind of special cell, with its shape in it and its words beside."""
    pitch = box.width / len(strip.cells)
    marks, elements = [], []
    for i, cell in enumerate(strip.cells):
        special = sheet.special_of(cell)
        assert special is not None
        area = Rect(box.x + i * pitch, box.y, box.height * 1.1, box.height)
        words = sheet.variant.text(special.text, language)
        room = pitch - area.width - 2.4
        marks.append(MarkBox(cell, area))
        elements.append(
            Element(f"cell/{cell.id}", _legend_cell(special.shape, area, words, room, palette))
        )
    return marks, elements


@lru_cache(256)
def _legend_cell(
    shape: str, box: Rect, words: str, room: float, palette: Palette
) -> tuple[Primitive, ...]:
    tones = palette["grey"]
    outline = Paint(palette.paper, tones.band, 0.25 if palette.outline else 0.4)
    sign = Paint(fill=tones.tint, stroke=tones.band, width=0.35)
    primitives: list[Primitive] = [
        Path(shapes.rounded(box.inset(0.2), 1.3), outline),
        Path(shapes.special(shape, box.inset(1.5)), sign),
    ]
    lines = _wrapped(words, room)
    most = _SMALL * min(palette.enlarge, 1.1)
    size = min(fitting_size(line, most, room, "regular") for line in lines)
    for i, line in enumerate(lines):
        y = box.centre.y + size * 0.34 + (i - (len(lines) - 1) / 2) * size * 1.12
        primitives.append(Text(box.right + 1.2, y, line, size, palette.text, "regular", "start"))
    return tuple(primitives)


def _wrapped(words: str, width: float, most: int = 3) -> list[str]:
    """Words in as few lines as have room, at most three, the longest as short as can be."""
    parts = words.split()
    best = [words]
    for count in range(1, min(most, len(parts)) + 1):
        options = [
            [" ".join(parts[a:b]) for a, b in pairwise((0, *breaks, len(parts)))]
            for breaks in combinations(range(1, len(parts)), count - 1)
        ]
        best = min(options, key=_longest)
        if _longest(best) <= width:
            break
    return best


def _longest(lines: list[str]) -> float:
    return max(text_width(line, _SMALL, "regular") for line in lines)
