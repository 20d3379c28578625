"""The smallest parts of the template language: names, numbers, colours, texts, cell references."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

MAX_ROWS = 12
MAX_CELLS = 40
MAX_NUMBER = 999
MIN_NUMBER = -99

COLOURS = ("red", "yellow", "green", "blue", "orange", "grey")
Colour = Literal["red", "yellow", "green", "blue", "orange", "grey"]
Slug = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]{0,31}$")]
Number = Annotated[int, Field(ge=MIN_NUMBER, le=MAX_NUMBER, strict=True)]
Language = Literal["de", "en", "fr", "es", "it", "nl"]

_RANGE = re.compile(r"^\s*(-?\d{1,4})\s*\.\.\s*(-?\d{1,4})\s*$")
_SEGMENT = re.compile(r"^\s*([a-z]+)\s*\*\s*(\d{1,2})\s*$")


class Part(BaseModel):
    """A table of a template; unknown keys are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=False)


def _expand_range(value: Any) -> Any:
    """``"2..12"`` or ``"12..2"`` as a list; anything else goes on to the next check."""
    if not isinstance(value, str):
        return value
    match = _RANGE.match(value)
    if not match:
        raise ValueError("expected a range such as '2..12' or '12..2', or a list of numbers")
    first, last = int(match[1]), int(match[2])
    step = 1 if last >= first else -1
    if abs(last - first) >= MAX_CELLS:
        raise ValueError(f"a range of {abs(last - first) + 1} numbers; at most {MAX_CELLS} fit")
    return list(range(first, last + step, step))


def _expand_segments(value: Any) -> Any:
    """``["yellow*3", "blue*2"]`` as one colour per cell."""
    if not isinstance(value, list | tuple):
        return value
    colours: list[Any] = []
    for part in value:
        match = _SEGMENT.match(part) if isinstance(part, str) else None
        if match and int(match[2]) > MAX_CELLS:
            raise ValueError(f"'{part}': at most {MAX_CELLS} cells")
        colours += [match[1]] * int(match[2]) if match else [part]
    return colours


Numbers = Annotated[
    tuple[Number, ...],
    BeforeValidator(_expand_range),
    Field(min_length=1, max_length=MAX_CELLS),
]
"""A list of numbers, or a range up ("2..12") or down ("12..2")."""

Colours = Annotated[
    tuple[Colour, ...],
    BeforeValidator(_expand_segments),
    Field(min_length=1, max_length=MAX_CELLS),
]
"""A colour per cell; "yellow*3" stands for three yellow ones."""

Text = Annotated[
    dict[Language, Annotated[str, StringConstraints(min_length=1, max_length=400)]],
    BeforeValidator(lambda value: {"en": value} if isinstance(value, str) else value),
    Field(min_length=1),
]
"""A text per language; a plain string is English and stands in for the others."""

CellRef = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]*( -?\d{1,3}|/\d{1,2})$")]
"""A cell of a row by its number ("red 5") or by its position from 0 ("red/3")."""

Span = tuple[Annotated[int, Field(ge=0, le=999)], Annotated[int, Field(ge=0, le=999)]]
"""A least and a greatest value, both allowed."""


def text_in(text: Text, language: str) -> str:
    """The text in a language, else in English, else in the first language it has."""
    found: dict[Any, str] = dict(text)
    return found.get(language) or found.get("en") or next(iter(found.values()))
