"""The template language: what a parsed template is.

A ``Variant`` is one template file after all checks. It is data only: ranges, lists, tables, draws
and texts; no code, no arithmetic, no import paths. ``schema`` turns files into variants.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    model_validator,
)

MAX_ROWS = 12
MAX_CELLS = 40
MAX_NUMBER = 999
MIN_NUMBER = -99

Colour = Literal["red", "yellow", "green", "blue", "orange", "grey"]
Slug = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]{0,31}$")]
Number = Annotated[int, Field(ge=MIN_NUMBER, le=MAX_NUMBER, strict=True)]
Language = Literal["de", "en", "fr", "es", "it", "nl"]

_RANGE = re.compile(r"^\s*(-?\d{1,4})\s*\.\.\s*(-?\d{1,4})\s*$")


def _expand_range(value: Any) -> Any:
    """``"2..12"`` or ``"12..2"`` as a list; anything else goes on to the next check."""
    if not isinstance(value, str):
        return value
    match = _RANGE.match(value)
    if not match:
        raise ValueError("expected a range such as '2..12' or '12..2', or a list of numbers")
    first, last = int(match[1]), int(match[2])
    step = 1 if last >= first else -1
    if abs(last - first) >= 10 * MAX_CELLS:
        raise ValueError(f"a range of {abs(last - first) + 1} numbers; at most {MAX_CELLS} fit")
    return list(range(first, last + step, step))


Numbers = Annotated[
    tuple[Number, ...],
    BeforeValidator(_expand_range),
    Field(min_length=1, max_length=MAX_CELLS),
]
Text = Annotated[
    dict[Language, Annotated[str, StringConstraints(min_length=1, max_length=400)]],
    BeforeValidator(lambda value: {"en": value} if isinstance(value, str) else value),
    Field(min_length=1),
]
"""A text per language; a plain string is English and stands in for the others."""


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=False)


class Closing(Part):
    """How a row is closed: by one of its last ``cells`` numbers, after ``need`` earlier crosses."""

    need: int = Field(5, ge=0, le=MAX_CELLS)
    cells: int = Field(1, ge=1, le=MAX_CELLS)
    lock: bool = True


class RowSpec(Part):
    """A row of number cells, with the lock behind it if it can be closed."""

    id: Slug
    colour: Colour
    numbers: Numbers
    closing: Closing | None = None


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

    @model_validator(mode="after")
    def _rows_fit_together(self) -> Variant:
        seen: set[str] = set()
        for row in self.rows:
            if row.id in seen or row.id in RESERVED_IDS:
                raise ValueError(f"row id '{row.id}' is used twice or reserved")
            seen.add(row.id)
            if self.closing_of(row).cells >= len(row.numbers):
                raise ValueError(f"closing.cells leaves no other cell in row '{row.id}'")
        return self

    def closing_of(self, row: RowSpec) -> Closing:
        return row.closing or self.closing

    def text(self, text: Text, language: str) -> str:
        """The text in a language, else in English, else in the first language it has."""
        return text.get(language) or text.get("en") or next(iter(text.values()))  # type: ignore[call-overload]


RESERVED_IDS = frozenset({"penalty", "points", "total", "name", "date"})
