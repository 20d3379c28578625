"""The template language: what a parsed template is.

A ``Variant`` is one template file after all checks. It is data only: ranges, lists, tables, draws
and texts; no code, no arithmetic, no import paths. ``schema`` turns files into variants.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Literal

from pydantic import Field, model_validator

from sheetgen.basics import (
    MAX_CELLS,
    MAX_NUMBER,
    MAX_ROWS,
    CellRef,
    Colour,
    Colours,
    Number,
    Numbers,
    Part,
    Slug,
    Text,
    text_in,
)
from sheetgen.draws import Draw

RESERVED_IDS = frozenset({"penalty", "points", "total", "name", "date"})

CellPlace = tuple[str, int]
"""Row id and position of a cell."""


class Closing(Part):
    """How a row is closed: by one of its last ``cells`` numbers, after ``need`` earlier crosses."""

    need: int = Field(5, ge=0, le=MAX_CELLS)
    cells: int = Field(1, ge=1, le=MAX_CELLS)
    lock: bool = True
    """False: the row is never closed and has no lock."""


class RowSpec(Part):
    """A row of cells, with the lock behind it if it can be closed."""

    id: Slug
    colour: Colour | None = None
    """The row's own colour; a row ``between`` two others has theirs."""
    numbers: Numbers
    colours: Colours | None = None
    """A colour per cell, where cells differ from the row."""
    between: tuple[Slug, Slug] | None = None
    """A row of two-colour fields: the rows it lies between, for both of which its crosses count."""
    squares: tuple[tuple[Number, Number], ...] = Field((), max_length=MAX_CELLS)
    """Extra squares, each between two neighbouring numbers."""
    doubles: bool = False
    """A second, smaller box under every number."""
    closing: Closing | None = None

    @model_validator(mode="after")
    def _fits_together(self) -> RowSpec:
        if self.closing and self.closing.cells >= len(self.numbers):
            raise ValueError("closing.cells leaves no other cell in the row")
        if (self.colour is None) == (self.between is None):
            raise ValueError("a row has either a 'colour' or lies 'between' two others")
        if self.colours and len(self.colours) != len(self.numbers):
            raise ValueError(f"{len(self.colours)} colours for {len(self.numbers)} numbers")
        if len(self.numbers) + len(self.squares) > MAX_CELLS:
            raise ValueError(f"more than {MAX_CELLS} cells")
        neighbours = set(zip(self.numbers, self.numbers[1:], strict=False))
        for square in self.squares:
            if square not in neighbours:
                raise ValueError(f"square {list(square)} is not between neighbouring numbers")
        return self


class Points(Part):
    """Points for n crosses in a row: n (n + 1) / 2 up to ``up_to`` crosses, or a list."""

    up_to: int = Field(12, ge=1, le=MAX_CELLS + 1)
    values: tuple[Number, ...] | None = Field(None, min_length=1, max_length=MAX_CELLS + 1)

    @property
    def table(self) -> tuple[int, ...]:
        """Points for 1, 2, 3 … crosses."""
        if self.values is not None:
            return self.values
        return tuple(n * (n + 1) // 2 for n in range(1, self.up_to + 1))

    def of(self, crosses: int) -> int:
        """Points of a row; crosses beyond the table count as its last entry."""
        table = self.table
        return table[min(crosses, len(table)) - 1] if crosses > 0 else 0


class Penalties(Part):
    """The misthrow boxes; each crossed one costs ``points``."""

    boxes: int = Field(4, ge=1, le=8)
    points: int = Field(5, ge=0, le=MAX_NUMBER)


class Dice(Part):
    white: int = Field(2, ge=1, le=4)
    sides: int = Field(6, ge=2, le=20)


class Lucky(Part):
    """Lucky numbers printed on each sheet: one of ``pairs``, none twice within a game."""

    pairs: tuple[tuple[Number, Number], ...] = Field(min_length=1, max_length=200)
    choose: Numbers
    """The numbers that a user may set instead."""

    @model_validator(mode="after")
    def _pairs_are_choosable(self) -> Lucky:
        for pair in self.pairs:
            if pair[0] == pair[1] or not set(pair) <= set(self.choose):
                raise ValueError(f"pair {list(pair)} is not of two different numbers of 'choose'")
        return self


class SpecialSpec(Part):
    """A kind of special cell in the rows: its shape, its places, what it does."""

    id: Slug
    shape: Literal["circle", "notched", "square", "octagon", "star", "hexagon", "diamond"]
    cells: tuple[CellRef, ...] = Field((), max_length=MAX_ROWS * MAX_CELLS)
    """Places on the official sheet; empty where ``sheets`` tell them."""
    rule: Slug
    """Key of the registered rule that says what a cross there does."""
    points: int = Field(0, ge=-MAX_NUMBER, le=MAX_NUMBER)
    sum: bool = False
    """It has a box of its own in the bottom line."""
    text: Text
    """A few words for the legend."""


class StripSpec(Part):
    """A strip of cells outside the rows."""

    id: Slug
    kind: Literal["bar", "legend", "track", "diamonds"]
    rule: Slug
    colour: Colour = "grey"
    colours: Colours | None = None
    """A bar: a colour per field."""
    numbers: Numbers | None = None
    """A track: a number per cell."""
    swaps: tuple[tuple[Number, Number], ...] | None = Field(None, max_length=MAX_CELLS)
    """Diamonds: two numbers per cell."""
    sum: bool = False
    """It has a box of its own in the bottom line."""
    text: Text
    """A few words beside the strip; a legend has those of the special cells."""

    @model_validator(mode="after")
    def _has_its_cells(self) -> StripSpec:
        needed = {"bar": "colours", "track": "numbers", "diamonds": "swaps"}.get(self.kind)
        for key in ("colours", "numbers", "swaps"):
            if (getattr(self, key) is not None) != (key == needed):
                verb = "needs" if key == needed else "has no"
                raise ValueError(f"a strip of kind '{self.kind}' {verb} '{key}'")
        return self


class BoxSpec(Part):
    """A further number in the bottom line, written by the player and added to the total."""

    id: Slug
    low: Number
    high: Number
    text: Text


class SheetSpec(Part):
    """One of several official sheets of a variant."""

    id: Slug
    cells: dict[Slug, tuple[CellRef, ...]] = Field(default_factory=dict)
    """Places of special cells, by the id of their kind."""
    pairs: tuple[tuple[CellRef, CellRef], ...] = ()


class Variant(Part):
    """A parsed template."""

    format: Literal[1]
    name: Slug
    number: int | None = Field(None, ge=0, lt=1000)
    """Number of a bundled template in the sheet code; own templates have none."""
    revision: int = Field(1, ge=1, lt=20)
    title: Text
    summary: Text
    frame: Literal["standard", "tall", "large"] = "standard"
    players: int = Field(4, ge=1, le=12)
    """Sheets per game where the user does not say."""
    deal: Literal["same", "different"] = "same"
    dice: Dice = Dice()
    closing: Closing = Closing()
    rows: tuple[RowSpec, ...] = Field(min_length=1, max_length=MAX_ROWS)
    points: Points = Points()
    penalties: Penalties = Penalties()
    lucky: Lucky | None = None
    specials: tuple[SpecialSpec, ...] = Field((), max_length=12)
    strips: tuple[StripSpec, ...] = Field((), max_length=4)
    boxes: tuple[BoxSpec, ...] = Field((), max_length=2)
    pairs: tuple[tuple[CellRef, CellRef], ...] = Field((), max_length=60)
    """Linked cells: both are crossed or neither."""
    sheets: tuple[SheetSpec, ...] = Field((), max_length=20)
    draw: Draw | None = None

    def __hash__(self) -> int:
        return hash((self.name, self.number, self.revision))

    @model_validator(mode="after")
    def _fits_together(self) -> Variant:
        for problem in self._problems():
            raise ValueError(problem)
        return self

    def _problems(self) -> Iterator[str]:
        ids = [row.id for row in self.rows] + [strip.id for strip in self.strips]
        ids += [box.id for box in self.boxes]
        for name, count in Counter(ids).items():
            if count > 1 or name in RESERVED_IDS:
                yield f"id '{name}' is used twice or reserved"
        names = {row.id for row in self.rows}
        for row in self.rows:
            for other in row.between or ():
                if other not in names or other == row.id:
                    yield f"row '{row.id}' is between unknown row '{other}'"
            closing = self.closing_of(row)
            if closing.lock and closing.cells >= len(row.numbers):
                yield f"row '{row.id}': closing.cells leaves no other cell"
        known = {special.id for special in self.specials}
        for sheet in self.sheets:
            for name in set(sheet.cells) - known:
                yield f"sheet '{sheet.id}' places unknown special cells '{name}'"
        yield from self._unknown_cells()
        if self.draw:
            yield from self._draw_problems(self.draw)

    def _unknown_cells(self) -> Iterator[str]:
        refs = [ref for special in self.specials for ref in special.cells]
        refs += [ref for pair in self.pairs for ref in pair]
        for sheet in self.sheets:
            refs += [ref for cells in sheet.cells.values() for ref in cells]
            refs += [ref for pair in sheet.pairs for ref in pair]
        for ref in refs:
            if self.place_of(ref) is None:
                yield f"there is no cell '{ref}'"

    def _draw_problems(self, draw: Draw) -> Iterator[str]:
        if draw.walk and all(special.id != draw.walk.special for special in self.specials):
            yield f"draw.walk: there are no special cells '{draw.walk.special}'"
        bars = {strip.id for strip in self.strips if strip.kind == "bar"}
        if draw.bar and draw.bar.strip not in bars:
            yield f"draw.bar: there is no bar '{draw.bar.strip}'"
        if draw.specials and draw.specials.windows and len(self.specials) != 1:
            yield "draw.specials.windows is for one kind of special cells"

    def place_of(self, ref: str) -> CellPlace | None:
        """Row and position (among the numbers) of a cell reference, None if there is none."""
        name, _, number = ref.replace("/", " /").partition(" ")
        row = next((row for row in self.rows if row.id == name), None)
        if row is None:
            return None
        if number.startswith("/"):
            position = int(number[1:])
            return (name, position) if position < len(row.numbers) else None
        return (name, row.numbers.index(int(number))) if int(number) in row.numbers else None

    def closing_of(self, row: RowSpec) -> Closing:
        return row.closing or self.closing

    def colours_of(self, row: RowSpec) -> tuple[str, ...]:
        """The row's colour, or both colours of a row between two others."""
        if row.between is None:
            return (str(row.colour),)
        colours = {other.id: other.colour for other in self.rows}
        return tuple(str(colours[other]) for other in row.between)

    def text(self, text: Text, language: str) -> str:
        """The text in a language, else in English, else in the first language it has."""
        return text_in(text, language)
