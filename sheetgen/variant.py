"""The template language: what a parsed template is.

A ``Variant`` is one template file after all checks. It is data only: ranges, lists, tables, draws
and texts; no code, no arithmetic, no import paths. ``schema`` turns files into variants.
"""

from __future__ import annotations

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
    Fault,
    Flag,
    Format,
    Number,
    Numbers,
    Part,
    Slug,
    Text,
    Whole,
    raise_faults,
    text_in,
)
from sheetgen.draws import Draw

RESERVED_IDS = frozenset({"penalty", "points", "total", "name", "date"})

CellPlace = tuple[str, int]
"""Row id and position of a cell."""


class Closing(Part):
    """How a row is closed: by one of its last ``cells`` numbers, after ``need`` earlier crosses."""

    need: Whole = Field(5, ge=0, le=MAX_CELLS)
    """Crosses that the row needs before its closing number may be crossed."""
    cells: Whole = Field(1, ge=1, le=MAX_CELLS)
    """How many of the last numbers close the row."""
    lock: Flag = True
    """False: the row is never closed and has no lock."""


class RowSpec(Part):
    """A row of cells, with the lock behind it if it can be closed."""

    id: Slug
    """Name of the row, by which cells are told: 'red 5'."""
    colour: Colour | None = None
    """The row's own colour; a row 'between' two others has theirs."""
    numbers: Numbers
    """A range such as '2..12' or '12..2', or a list of numbers."""
    colours: Colours | None = None
    """A colour per cell, where cells differ from the row; 'red*3' is three red ones."""
    between: tuple[Slug, Slug] | None = None
    """A row of two-colour fields: the rows it lies between, for both of which it counts."""
    squares: tuple[tuple[Number, Number], ...] = Field((), max_length=MAX_CELLS)
    """Extra squares, each between two neighbouring numbers such as [3, 4]."""
    doubles: Flag = False
    """True: a second, smaller box under every number."""
    closing: Closing | None = None
    """How this row is closed, where it differs from the others."""

    @model_validator(mode="after")
    def _fits_together(self) -> RowSpec:
        raise_faults(self._faults())
        return self

    def _faults(self) -> Iterator[Fault]:
        if self.closing and self.closing.cells >= len(self.numbers):
            yield ("closing", "cells"), f"{self.closing.cells} leaves no other cell in the row"
        if (self.colour is None) == (self.between is None):
            yield (), "a row has either a 'colour' or lies 'between' two others"
        if self.colours and len(self.colours) != len(self.numbers):
            yield ("colours",), f"{len(self.colours)} colours for {len(self.numbers)} numbers"
        if len(self.numbers) + len(self.squares) > MAX_CELLS:
            yield ("squares",), f"more than {MAX_CELLS} cells"
        neighbours = set(zip(self.numbers, self.numbers[1:], strict=False))
        for i, square in enumerate(self.squares):
            if square not in neighbours:
                yield (
                    ("squares", i),
                    f"square {list(square)} is not between neighbouring numbers",
                )


class Points(Part):
    """Points for n crosses in a row: n (n + 1) / 2 up to ``up_to`` crosses, or a list."""

    up_to: Whole = Field(12, ge=1, le=MAX_CELLS + 1)
    """Most crosses that count; n crosses are worth n (n + 1) / 2 points."""
    values: tuple[Number, ...] | None = Field(None, min_length=1, max_length=MAX_CELLS + 1)
    """Instead: points for 1, 2, 3 and more crosses, one by one."""

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

    boxes: Whole = Field(4, ge=1, le=8)
    """How many misthrow boxes there are; the last one ends the game."""
    points: Whole = Field(5, ge=0, le=MAX_NUMBER)
    """Points that each crossed one costs."""


class Dice(Part):
    """The dice of the game."""

    white: Whole = Field(2, ge=1, le=4)
    """How many white dice there are."""
    sides: Whole = Field(6, ge=2, le=20)
    """Sides of each die."""


class Lucky(Part):
    """Lucky numbers printed on each sheet: one of ``pairs``, none twice within a game."""

    pairs: tuple[tuple[Number, Number], ...] = Field(min_length=1, max_length=200)
    """The pairs that sheets are dealt from."""
    choose: Numbers
    """The numbers that a user may set instead."""

    @model_validator(mode="after")
    def _pairs_are_choosable(self) -> Lucky:
        raise_faults(
            (("pairs", i), f"pair {list(pair)} is not of two different numbers of 'choose'")
            for i, pair in enumerate(self.pairs)
            if pair[0] == pair[1] or not set(pair) <= set(self.choose)
        )
        return self


class SpecialSpec(Part):
    """A kind of special cell in the rows: its shape, its places, what it does."""

    id: Slug
    """Name of this kind of special cell."""
    shape: Literal["circle", "notched", "square", "octagon", "star", "hexagon", "diamond"]
    """Outline of the cell."""
    cells: tuple[CellRef, ...] = Field((), max_length=MAX_ROWS * MAX_CELLS)
    """Places on the official sheet; empty where 'sheets' tell them."""
    rule: Slug
    """Key of the registered rule that says what a cross there does."""
    points: Whole = Field(0, ge=-MAX_NUMBER, le=MAX_NUMBER)
    """Points that the rule gives, where it gives any."""
    sum: Flag = False
    """True: it has a box of its own in the bottom line."""
    text: Text
    """A few words for the legend."""


class StripSpec(Part):
    """A strip of cells outside the rows."""

    id: Slug
    """Name of the strip."""
    kind: Literal["bar", "legend", "track", "diamonds"]
    """A bar of coloured fields, a legend of the special cells, a track, or diamonds."""
    rule: Slug
    """Key of the registered rule that says what its crosses are worth."""
    colour: Colour = "grey"
    """Colour of the strip."""
    colours: Colours | None = None
    """A bar: a colour per field."""
    numbers: Numbers | None = None
    """A track: a number per cell."""
    swaps: tuple[tuple[Number, Number], ...] | None = Field(None, max_length=MAX_CELLS)
    """Diamonds: two numbers per cell such as [8, 5]."""
    sum: Flag = False
    """True: it has a box of its own in the bottom line."""
    text: Text
    """A few words beside the strip; a legend has those of the special cells."""

    @model_validator(mode="after")
    def _has_its_cells(self) -> StripSpec:
        needed = {"bar": "colours", "track": "numbers", "diamonds": "swaps"}.get(self.kind)
        raise_faults(
            (
                () if key == needed else (key,),
                f"a strip of kind '{self.kind}' {'needs' if key == needed else 'has no'} '{key}'",
            )
            for key in ("colours", "numbers", "swaps")
            if (getattr(self, key) is not None) != (key == needed)
        )
        return self


class BoxSpec(Part):
    """A further number in the bottom line, written by the player and added to the total."""

    id: Slug
    """Name of the box."""
    low: Number
    """Least number that may stand in it."""
    high: Number
    """Greatest number that may stand in it."""
    text: Text
    """A word for the box."""


class BoardSpec(Part):
    """The board beside the sheets: a track of numbers in the rows' colours, drawn from a seed."""

    spaces: Whole = Field(40, ge=8, le=80)
    """Spaces of the track, as many for every row with a colour."""
    goal: Whole = Field(5, ge=1, le=20)
    """The last spaces of the track: a figure there brings everybody's last turn."""
    per_point: Whole = Field(2, ge=1, le=20)
    """Spaces for each further point."""


class SheetSpec(Part):
    """One of several official sheets of a variant."""

    id: Slug
    """Name of the sheet, such as 'a'."""
    cells: dict[Slug, tuple[CellRef, ...]] = Field(default_factory=dict)
    """Places of special cells, by the id of their kind."""
    pairs: tuple[tuple[CellRef, CellRef], ...] = ()
    """Linked cells of this sheet, instead of those of the template."""


class Variant(Part):
    """A parsed template."""

    format: Format
    """Version of the template language: always 1."""
    name: Slug
    """Name of the variant: small letters, digits and hyphens."""
    number: Whole | None = Field(None, ge=0, lt=1000)
    """Number of a bundled template in the sheet code; own templates have none."""
    revision: Whole = Field(1, ge=1, lt=20)
    """Counts the changes of a bundled template after its release."""
    title: Text
    """Title at the top of the sheet."""
    summary: Text
    """What is special, in a few words, for the list of variants."""
    frame: Literal["standard", "tall", "large"] = "standard"
    """Size of the sheet: standard 194 x 94, tall 194 x 141, large 282 x 194 mm."""
    players: Whole = Field(4, ge=1, le=12)
    """Sheets per game where the user does not say."""
    deal: Literal["same", "different"] = "same"
    """Whether the players of a game draw the same, or different of equal strength."""
    dice: Dice = Dice()
    """The dice that the game is played with."""
    closing: Closing = Closing()
    """How rows are closed, where a row does not say otherwise."""
    rows: tuple[RowSpec, ...] = Field(min_length=1, max_length=MAX_ROWS)
    """The rows, top to bottom."""
    points: Points = Points()
    """Points for the crosses of a row."""
    penalties: Penalties = Penalties()
    """The misthrow boxes."""
    lucky: Lucky | None = None
    """Lucky numbers, printed on every sheet."""
    specials: tuple[SpecialSpec, ...] = Field((), max_length=12)
    """Kinds of special cells in the rows."""
    strips: tuple[StripSpec, ...] = Field((), max_length=4)
    """Strips of cells outside the rows."""
    boxes: tuple[BoxSpec, ...] = Field((), max_length=2)
    """Further numbers in the bottom line, written by the player."""
    pairs: tuple[tuple[CellRef, CellRef], ...] = Field((), max_length=60)
    """Linked cells: both are crossed or neither."""
    sheets: tuple[SheetSpec, ...] = Field((), max_length=20)
    """Several official sheets; every game takes the next."""
    draw: Draw | None = None
    """What is drawn anew for each game when the sheets are shuffled."""
    board: BoardSpec | None = None
    """The board that the variant is played on."""

    def __hash__(self) -> int:
        return hash((self.name, self.number, self.revision))

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
