"""One player's score sheet: the variant after its draws, as rows of cells.

``make_sheet`` turns a variant and a sheet code into a sheet; the same code gives the same sheet.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from sheetgen.catalog import variant_of
from sheetgen.dealing import content_of, lucky_of
from sheetgen.drawing import Content
from sheetgen.sheetcode import SheetCode
from sheetgen.variant import BoxSpec, RowSpec, SpecialSpec, StripSpec, Variant


@dataclass(frozen=True, slots=True)
class Cell:
    """A place where a cross can go. Identity is (row, position)."""

    row: str
    position: int
    kind: str
    """In rows ``number``, ``field`` (of a two-colour row), ``square`` or ``lock``; elsewhere
    ``double``, ``penalty``, ``bar``, ``legend``, ``track`` or ``diamond``."""
    number: int | None
    colours: tuple[str, ...]
    closing: bool = False
    special: str | None = None
    """Id of the kind of special cell, or of the one that a legend box is for."""
    swap: tuple[int, int] | None = None
    """The two numbers of a diamond."""
    id: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "id", f"{self.row}/{self.position}")

    @property
    def colour(self) -> str:
        return self.colours[0]


@dataclass(frozen=True, slots=True)
class Row:
    """A scoring row of the sheet (with ``spec``), or another strip of cells."""

    id: str
    colours: tuple[str, ...]
    cells: tuple[Cell, ...]
    spec: RowSpec | None = None
    strip: StripSpec | None = None
    doubles_of: str | None = None
    """The row whose numbers these second boxes belong to."""

    @property
    def numbers(self) -> tuple[Cell, ...]:
        """The cells with a number, left to right: the row without squares and lock."""
        return tuple(cell for cell in self.cells if cell.kind in ("number", "field"))

    @property
    def lock(self) -> Cell | None:
        return next((cell for cell in self.cells if cell.kind == "lock"), None)


@dataclass(frozen=True, slots=True)
class Sheet:
    variant: Variant
    code: SheetCode
    rows: tuple[Row, ...]
    """The scoring rows, top to bottom."""
    penalties: Row
    doubles: tuple[Row, ...] = ()
    """Second boxes, a strip per row that has them."""
    extras: tuple[Row, ...] = ()
    """Bars, legends, tracks and diamonds below the rows."""
    pairs: tuple[tuple[Cell, Cell], ...] = ()
    """Linked cells: both are crossed or neither."""
    lucky: tuple[int, ...] = ()

    @property
    def has_locks(self) -> bool:
        return any(row.lock for row in self.rows)

    @property
    def strips(self) -> tuple[Row, ...]:
        """All groups of cells: the rows, then everything outside them."""
        return (*self.rows, *self.doubles, *self.extras, self.penalties)

    @property
    def cells(self) -> Iterator[Cell]:
        return (cell for strip in self.strips for cell in strip.cells)

    @property
    def boxes(self) -> tuple[BoxSpec, ...]:
        """Further numbers that the player writes into the bottom line."""
        return self.variant.boxes

    def special_of(self, cell: Cell) -> SpecialSpec | None:
        return next((s for s in self.variant.specials if s.id == cell.special), None)


def make_sheet(variant: Variant, code: SheetCode) -> Sheet:
    """Rebuild the sheet of a code from its variant. Raises SheetNotFoundError for a false code."""
    skeleton = _skeleton(variant, content_of(variant, code))
    return Sheet(
        variant=variant,
        code=code,
        rows=skeleton.rows,
        penalties=skeleton.penalties,
        doubles=skeleton.doubles,
        extras=skeleton.extras,
        pairs=skeleton.pairs,
        lucky=lucky_of(variant, code),
    )


def sheet_of(code: SheetCode, own: tuple[Variant, ...] = ()) -> Sheet:
    """Rebuild a sheet from its code alone. Raises SheetNotFoundError if the template is missing."""
    return make_sheet(variant_of(code.template, own), code)


@dataclass(frozen=True, slots=True)
class _Skeleton:
    rows: tuple[Row, ...]
    penalties: Row
    doubles: tuple[Row, ...]
    extras: tuple[Row, ...]
    pairs: tuple[tuple[Cell, Cell], ...]


@lru_cache(512)
def _skeleton(variant: Variant, content: Content) -> _Skeleton:
    """All that two sheets with the same content share."""
    rows = tuple(_make_row(variant, spec, content, i) for i, spec in enumerate(variant.rows))
    by_place = {
        (i, position): cell
        for i, row in enumerate(rows)
        for position, cell in enumerate(row.numbers)
    }
    return _Skeleton(
        rows=rows,
        penalties=_make_penalties(variant),
        doubles=tuple(_make_doubles(row) for row in rows if row.spec and row.spec.doubles),
        extras=tuple(_make_strip(variant, strip, content) for strip in variant.strips),
        pairs=tuple((by_place[a], by_place[b]) for a, b in content.pairs),
    )


def _make_row(variant: Variant, spec: RowSpec, content: Content, index: int) -> Row:
    closing = variant.closing_of(spec)
    own = variant.colours_of(spec)
    numbers, colours = content.numbers[index], content.colours[index]
    first_closing = len(numbers) - closing.cells if closing.lock else len(numbers)
    special = {place: name for name, places in content.specials for place in places}
    kind = "field" if spec.between else "number"
    squares = set(spec.squares)
    cells: list[Cell] = []
    for i, number in enumerate(numbers):
        cell_colours = (colours[i],) if colours else own
        cells.append(
            _number_cell(
                spec.id, len(cells), kind, number, cell_colours, i >= first_closing,
                special.get((index, i)),
            )
        )  # fmt: skip
        if (number, numbers[i + 1] if i + 1 < len(numbers) else None) in squares:
            cells.append(Cell(spec.id, len(cells), "square", None, own))
    if closing.lock:
        cells.append(Cell(spec.id, len(cells), "lock", None, own))
    return Row(spec.id, own, tuple(cells), spec)


@lru_cache(8192)
def _number_cell(
    row: str,
    position: int,
    kind: str,
    number: int,
    colours: tuple[str, ...],
    closing: bool,
    special: str | None,
) -> Cell:
    """Drawn sheets share the cells that they have in common."""
    return Cell(row, position, kind, number, colours, closing, special)


def _make_doubles(row: Row) -> Row:
    name = f"{row.id}-double"
    cells = tuple(
        Cell(name, i, "double", cell.number, cell.colours) for i, cell in enumerate(row.numbers)
    )
    return Row(name, row.colours, cells, doubles_of=row.id)


def _make_strip(variant: Variant, strip: StripSpec, content: Content) -> Row:
    own = (strip.colour,)
    if strip.kind == "bar":
        colours = dict(content.bars)[strip.id]
        cells = [Cell(strip.id, i, "bar", None, (colour,)) for i, colour in enumerate(colours)]
    elif strip.kind == "legend":
        cells = [
            Cell(strip.id, i, "legend", None, own, special=special.id)
            for i, special in enumerate(variant.specials)
        ]
    elif strip.kind == "track":
        cells = [Cell(strip.id, i, "track", n, own) for i, n in enumerate(strip.numbers or ())]
    else:
        cells = [
            Cell(strip.id, i, "diamond", None, own, swap=swap)
            for i, swap in enumerate(strip.swaps or ())
        ]
    return Row(strip.id, own, tuple(cells), strip=strip)


def _make_penalties(variant: Variant) -> Row:
    cells = tuple(
        Cell("penalty", i, "penalty", None, ("grey",)) for i in range(variant.penalties.boxes)
    )
    return Row("penalty", ("grey",), cells)
