"""The part of the template language that says what is drawn anew for each game.

Every draw is a closed set of constraints; ``drawing`` carries them out. "Ways" are the number of
rolls of two dice that show a number, such as 6 for a 7 with six-sided dice.
"""

from __future__ import annotations

from pydantic import Field, model_validator

from sheetgen.basics import MAX_CELLS, Part, Slug, Span


class SegmentsDraw(Part):
    """Colours of the rows' cells in contiguous segments.

    Every colour once per row, each row ends in its own colour, and every pair of colour and number
    stands once on the sheet. All such layouts are equally likely.
    """

    shortest: int = Field(2, ge=1, le=MAX_CELLS)
    longest: int = Field(4, ge=1, le=MAX_CELLS)


class PermutationsDraw(Part):
    """The numbers of each row in random order."""

    columns_differ: bool = False
    """No number stands twice in a column."""
    closing_differ: bool = False
    closing_ways: Span | None = None
    """Least and most ways of the closing numbers in sum."""


class SpecialsDraw(Part):
    """Places of the special cells; never the closing numbers."""

    windows: tuple[Span, ...] = Field((), max_length=MAX_CELLS)
    """In each row one cell in each of these ranges of positions (for one kind of special cell)."""
    per_row: Span | None = None
    """Least and most special cells in a row, of all kinds together."""
    ways: Span | None = None
    """Least and most ways of the numbers under the special cells of a row."""
    different_rows: bool = False
    """The cells of one kind lie in different rows."""
    first: bool = True
    """Whether the first cell of a row may be special."""


class WalkDraw(Part):
    """One special cell per column, in neighbouring columns in neighbouring rows."""

    special: Slug


class LinksDraw(Part):
    """Pairs of cells one above the other: in each two neighbouring rows one in each window."""

    windows: tuple[Span, ...] = Field(min_length=1, max_length=MAX_CELLS)
    """Ranges of positions; all links lie in different columns."""


class BarDraw(Part):
    """The colours of a bar, each colour as often, no two neighbours alike."""

    strip: Slug


class Draw(Part):
    segments: SegmentsDraw | None = None
    permutations: PermutationsDraw | None = None
    specials: SpecialsDraw | None = None
    walk: WalkDraw | None = None
    links: LinksDraw | None = None
    bar: BarDraw | None = None

    @model_validator(mode="after")
    def _one_way_to_place(self) -> Draw:
        if self.specials and self.walk:
            raise ValueError("'specials' and 'walk' both place the special cells; keep one")
        return self
