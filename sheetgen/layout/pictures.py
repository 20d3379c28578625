"""Small pictures for the rules, cut out of a sheet's own drawing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sheetgen.geometry import Affine, Rect
from sheetgen.layout import shapes
from sheetgen.layout.fonts import DIGIT_HEIGHT, fitting_size
from sheetgen.layout.model import Element, Layout, MarkBox, Paint, Path, Primitive, Text
from sheetgen.layout.placing import placed
from sheetgen.layout.theme import Palette
from sheetgen.rulebook import Picture
from sheetgen.sheet import Sheet

_CROSSED, _SKIPPED = (1, 4, 5), (0, 2, 3)
"""Positions in the example row."""

_COUNTS = (4, 3, 5, 2)
"""Crosses in the rows of the filled bottom line."""

_STRIP_CELLS = 3
_PEN = "#1a1a1a"
_WRITTEN, _SMALL_WORD = 5.8, 3.5
"""Font sizes in mm of numbers written by a player, and of words left out of small pictures."""

_MAX_SCALE = 1.0


def row_with_crosses(sample: Layout, palette: Palette, most: Rect) -> tuple[list[Element], float]:
    """The sheet's first row with a few crosses and dashes, within a box; and its height."""
    row = sample.sheet.rows[0]
    marks = _marks(sample, row.id)
    seconds = [cell.id for strip in sample.sheet.doubles[:1] for cell in strip.cells]
    cells = [*(mark.cell.id for mark in marks), *seconds]
    keys = [f"band/{row.id}", *(f"cell/{cell}" for cell in cells)]
    elements = _elements(sample, keys)
    pen = Paint(stroke=_PEN, width=0.8)
    strokes: list[Primitive] = []
    numbers = [mark.box for mark in marks if mark.cell.kind in ("number", "field")]
    for i, box in enumerate(numbers[:-1]):
        if i in _CROSSED:
            strokes += _cross(box, pen)
        elif i in _SKIPPED:
            middle = box.centre.y
            across = (box.x + box.width * 0.2, middle, box.right - box.width * 0.2, middle - 0.6)
            strokes.append(Path(shapes.line(*across), pen))
    band = _bounds([element for element in elements if element.key == f"band/{row.id}"])
    elements.append(Element("pen", tuple(strokes)))
    return _fitted(elements, band, most)


def _cross(box: Rect, pen: Paint) -> list[Path]:
    """A hurried X, as large as the number."""
    cx, cy = box.centre
    a, b = box.height * 0.36, box.height * 0.32
    return [
        Path(shapes.line(cx - a, cy - b, cx + a * 0.95, cy + a), pen),
        Path(shapes.line(cx + a, cy - a * 0.94, cx - a * 0.9, cy + b), pen),
    ]


def picture_of(
    picture: Picture, sample: Layout, palette: Palette, most: Rect
) -> tuple[list[Element], float]:
    """The picture within a box from its upper left corner, and its height; nothing if none."""
    sheet = sample.sheet
    if picture.kind == "lucky":
        elements = _elements(sample, ["lucky"])
        return _fitted(elements, _bounds(elements), most) if elements else ([], 0.0)
    if picture.kind == "sum":
        return _sum_line(sample, most)
    if picture.kind == "strip":
        marks = _marks(sample, picture.id)[:_STRIP_CELLS]
        return _cells(sample, palette, [mark.cell.id for mark in marks], most)
    if picture.kind == "pairs" and sheet.pairs:
        a, b = sheet.pairs[0]
        return _cells(sample, palette, [a.id, b.id], most, [f"link/{a.id}-{b.id}"])
    chosen = _chosen(picture, sample)
    return _cells(sample, palette, chosen, most) if chosen else ([], 0.0)


def _sum_line(sample: Layout, most: Rect) -> tuple[list[Element], float]:
    """The bottom line as a player has filled it in."""
    sheet = sample.sheet
    points = dict(_example_points(sheet))
    misthrows = sheet.variant.penalties.points
    written = {**points, "penalty": misthrows, "total": sum(points.values()) - misthrows}
    elements = [_without_small_words(e) for e in _elements(sample, ["sum"])]
    numbers: list[Primitive] = []
    for box in sample.write_boxes:
        value = written.get(box.id.removeprefix("points/"))
        if value is not None:
            cx, cy = box.box.centre
            size = fitting_size(str(value), _WRITTEN, box.box.width * 0.6)
            y = cy + size * DIGIT_HEIGHT / 2
            numbers.append(Text(cx, y, str(value), size, _PEN, "regular"))
    bounds = _bounds(elements)
    return _fitted([*elements, Element("pen", tuple(numbers))], bounds, most)


def _without_small_words(element: Element) -> Element:
    """Words that would be too small to read once they are scaled down."""
    kept = (i for i in element.primitives if not isinstance(i, Text) or i.size > _SMALL_WORD)
    return Element(element.key, tuple(kept))


def _example_points(sheet: Sheet) -> Iterator[tuple[str, int]]:
    """Points by the box that they stand in: some for each row, few for what else counts."""
    table = sheet.variant.points.table
    rows = [row for row in sheet.rows if row.spec and not row.spec.between]
    for i, row in enumerate(rows):
        yield row.id, table[min(_COUNTS[i % len(_COUNTS)], len(table)) - 1]
    for special in sheet.variant.specials:
        if special.sum:
            yield special.id, special.points or table[min(2, len(table)) - 1]
    for strip in sheet.variant.strips:
        if strip.sum:
            yield strip.id, strip.numbers[0] if strip.numbers else table[0]
    for box in sheet.boxes:
        yield box.id, min(max(box.low, 6), box.high)


def _chosen(picture: Picture, sample: Layout) -> list[str]:
    """Ids of the cells that a picture shows."""
    sheet = sample.sheet
    cells = [cell for row in sheet.rows for cell in row.cells]
    if picture.kind == "special":
        return [cell.id for cell in cells if cell.special == picture.id][:1]
    if picture.kind == "between":
        return [cell.id for cell in cells if cell.kind == "field"][:1]
    if picture.kind == "squares":
        return [cell.id for cell in cells if cell.kind == "square"][:1]
    if picture.kind == "doubles" and sheet.doubles:
        strip = sheet.doubles[0]
        return [f"{strip.doubles_of}/3", strip.cells[3].id]
    return []


def _cells(
    sample: Layout, palette: Palette, ids: list[str], most: Rect, more: Iterable[str] = ()
) -> tuple[list[Element], float]:
    """Cells on a piece of their rows' bands."""
    boxes = [mark for mark in sample.mark_boxes if mark.cell.id in ids]
    same_row = len({mark.cell.colour for mark in boxes}) == 1
    grounds = (
        [_around([mark.box for mark in boxes])]
        if same_row
        else [mark.box.inset(-1) for mark in boxes]
    )
    elements = [
        Element("ground", tuple(_ground(box, mark, palette)))
        for box, mark in zip(grounds, boxes, strict=False)
    ]
    elements += _elements(sample, [*more, *(f"cell/{mark.cell.id}" for mark in boxes)])
    return _fitted(elements, _around([box.inset(1) for box in grounds]), most)


def _ground(box: Rect, mark: MarkBox, palette: Palette) -> list[Path]:
    colours = mark.cell.colours
    if palette.outline:
        return [Path(shapes.rounded(box, 1.6), Paint(stroke=palette[colours[0]].band, width=0.25))]
    paths = [Path(shapes.rounded(box, 2.0), Paint(fill=palette[colours[0]].band))]
    if len(colours) > 1:
        paths.append(Path(shapes.lower_half(box, 2.0), Paint(fill=palette[colours[1]].band)))
    return paths


def _around(boxes: list[Rect]) -> Rect:
    """The smallest box around all, and a millimetre more."""
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
    return Rect(left, top, right - left, bottom - top).inset(-1)


def _marks(sample: Layout, row: str) -> list[MarkBox]:
    return [mark for mark in sample.mark_boxes if mark.cell.row == row]


def _elements(sample: Layout, keys: Iterable[str]) -> list[Element]:
    """Elements by their keys, in the order of the drawing."""
    wanted = set(keys)
    return [element for element in sample.elements if element.key in wanted]


def _bounds(elements: list[Element]) -> Rect:
    """The box around all paths."""
    points = [
        (xs, ys)
        for element in elements
        for item in element.primitives
        if isinstance(item, Path)
        for _, *values in item.segments
        for xs, ys in zip(values[::2], values[1::2], strict=True)
    ]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    right, bottom = max(x for x, _ in points), max(y for _, y in points)
    return Rect(left, top, right - left, bottom - top)


def _fitted(elements: list[Element], bounds: Rect, most: Rect) -> tuple[list[Element], float]:
    """Elements scaled down into a box, at its upper left corner; and their height there."""
    scale = min(most.width / bounds.width, most.height / bounds.height, _MAX_SCALE)
    where = Affine.placing(most.x - bounds.x * scale, most.y - bounds.y * scale, scale)
    return list(placed(elements, where)), bounds.height * scale
