"""The part of the template language that says what is drawn anew for each game.

Every draw is a closed set of constraints; ``drawing`` carries them out. "Ways" are the number of
rolls of two dice that show a number, such as 6 for a 7 with six-sided dice.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, model_validator

from sheetgen.basics import MAX_CELLS, Flag, Part, Slug, Span, Whole

PointsApart = Annotated[float, Field(ge=0, le=99)]
"""What a simulation found; printed with the sheets, and nothing else depends on it."""


class SegmentsDraw(Part):
    """Colours of the rows' cells in contiguous segments.

    Every colour once per row, each row ends in its own colour, and every pair of colour and number
    stands once on the sheet. All such layouts are equally likely.
    """

    shortest: Whole = Field(2, ge=1, le=MAX_CELLS)
    """Least cells of a segment."""
    longest: Whole = Field(4, ge=1, le=MAX_CELLS)
    """Most cells of a segment."""


class PermutationsDraw(Part):
    """The numbers of each row in random order."""

    columns_differ: Flag = False
    """True: no number stands twice in a column."""
    closing_differ: Flag = False
    """True: the closing numbers of all rows differ."""
    closing_ways: Span | None = None
    """Least and most ways of the closing numbers in sum."""


class SpecialsDraw(Part):
    """Places of the special cells; never the closing numbers."""

    windows: tuple[Span, ...] = Field((), max_length=MAX_CELLS)
    """In each row one cell in each of these ranges of positions (for one kind of special cell)."""
    per_row: Span | None = None
    """Least and most special cells in a row, of all kinds together."""
    ways: Span | None = None
    """With windows: least and most ways of the numbers under the special cells of a row."""
    different_rows: Flag = False
    """True: the cells of one kind lie in different rows."""
    first: Flag = True
    """False: the first cell of a row is never special."""


class WalkDraw(Part):
    """One special cell per column, in neighbouring columns in neighbouring rows."""

    special: Slug
    """The kind of special cell that walks."""


class LinksDraw(Part):
    """Pairs of cells one above the other: in each two neighbouring rows one in each window."""

    windows: tuple[Span, ...] = Field(min_length=1, max_length=MAX_CELLS)
    """Ranges of positions; all links lie in different columns."""


class BarDraw(Part):
    """The colours of a bar, each colour as often, no two neighbours alike."""

    strip: Slug
    """The bar that is drawn."""


class Draw(Part):
    """What is drawn; without a draw every sheet is the official one."""

    segments: SegmentsDraw | None = None
    """Colours of the cells, in segments."""
    permutations: PermutationsDraw | None = None
    """The order of the numbers."""
    specials: SpecialsDraw | None = None
    """Places of the special cells."""
    walk: WalkDraw | None = None
    """Places of the special cells, as a walk through all columns."""
    links: LinksDraw | None = None
    """Pairs of linked cells."""
    bar: BarDraw | None = None
    """The colours of a bar."""
    spread: PointsApart | None = None
    """Points a game between best and worst of four unrelated layouts; 0: all are equally strong."""
    official_lead: PointsApart | None = None
    """Points a game that the official layout is stronger than drawn ones."""

    @model_validator(mode="after")
    def _one_way_to_place(self) -> Draw:
        if self.specials and self.walk:
            raise ValueError("'specials' and 'walk' both place the special cells; keep one")
        return self
