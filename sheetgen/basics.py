"""The smallest parts of the template language: names, numbers, colours, texts, cell references."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
    WithJsonSchema,
)
from pydantic_core import InitErrorDetails, PydanticCustomError

MAX_ROWS = 12
MAX_CELLS = 40
MAX_NUMBER = 999
MIN_NUMBER = -99

COLOURS = ("red", "yellow", "green", "blue", "orange", "grey")
Colour = Literal["red", "yellow", "green", "blue", "orange", "grey"]
Slug = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]{0,31}$")]
Whole = Annotated[int, Field(strict=True)]
"""A whole number; neither ``true`` nor ``"3"`` passes for one."""
Flag = Annotated[bool, Field(strict=True)]
Number = Annotated[int, Field(ge=MIN_NUMBER, le=MAX_NUMBER, strict=True)]
Language = Literal["de", "en", "fr", "es", "it", "nl"]
LANGUAGES = ("de", "en", "fr", "es", "it", "nl")

_RANGE = re.compile(r"^\s*(-?[0-9]{1,4})\s*\.\.\s*(-?[0-9]{1,4})\s*$")
_SEGMENT = re.compile(r"^\s*([a-z]+)\s*\*\s*([0-9]{1,2})\s*$")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]")

Location = tuple[str | int, ...]
"""Where something is in a template: keys and, in lists, positions from 0."""

Fault = tuple[Location, str]
"""A place in a table of the template, and what is wrong there."""


def _whole_number(value: Any) -> Any:
    """Python takes ``true`` and 1.0 for 1; a template does not."""
    if type(value) is not int:
        raise ValueError("this version reads format 1")
    return value


Format = Annotated[Literal[1], BeforeValidator(_whole_number)]


class Part(BaseModel):
    """A table of a template; unknown keys are errors."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=False, use_attribute_docstrings=True
    )


def raise_faults(faults: Iterable[Fault]) -> None:
    """In a validator: raise all faults at once, each at its own place. Nothing if there are none.

    pydantic adds the validated table's own location before each.
    """
    details = [
        InitErrorDetails(
            type=PydanticCustomError("fault", "{text}", {"text": text}), loc=location, input=None
        )
        for location, text in faults
    ]
    if details:
        raise ValidationError.from_exception_data("template", details)


def close_match(word: str, known: Iterable[str]) -> str:
    """``, did you mean 'x'?`` for the known word most like a mistyped one, else nothing."""
    match = difflib.get_close_matches(word[:40], list(known), n=1, cutoff=0.55)
    return f", did you mean '{match[0]}'?" if match else ""


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
    faults: list[Fault] = []
    for i, part in enumerate(value):
        match = _SEGMENT.match(part) if isinstance(part, str) else None
        name, count = (match[1], int(match[2])) if match else (part, 1)
        if name not in COLOURS:
            hint = close_match(str(name), COLOURS) if isinstance(name, str) else ""
            faults.append(((i,), f"{name!r:.40} is not one of {', '.join(COLOURS)}{hint}"))
        elif not 1 <= count <= MAX_CELLS:
            faults.append(((i,), f"{count} cells; 1 to {MAX_CELLS} are possible"))
        colours += [name] * count
        if len(colours) > MAX_CELLS:
            faults.append(((), f"more than {MAX_CELLS} cells"))
            break
    raise_faults(faults)
    return colours


def _without_control_characters(text: str) -> str:
    if _CONTROL.search(text):
        raise ValueError("line breaks and control characters are not possible here")
    return text


def _in_order(span: tuple[int, int]) -> tuple[int, int]:
    if span[0] > span[1]:
        raise ValueError(f"[{span[0]}, {span[1]}]: the least value comes first")
    return span


Numbers = Annotated[
    tuple[Number, ...],
    BeforeValidator(_expand_range),
    Field(min_length=1, max_length=MAX_CELLS),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string", "pattern": "^ *-?[0-9]{1,3} *\\.\\. *-?[0-9]{1,3} *$"},
                {
                    "type": "array",
                    "items": {"type": "integer", "minimum": MIN_NUMBER, "maximum": MAX_NUMBER},
                    "minItems": 1,
                    "maxItems": MAX_CELLS,
                },
            ],
        }
    ),
]
"""A list of numbers, or a range up ("2..12") or down ("12..2")."""

Colours = Annotated[
    tuple[Colour, ...],
    BeforeValidator(_expand_segments),
    Field(min_length=1, max_length=MAX_CELLS),
    WithJsonSchema(
        {
            "type": "array",
            "items": {
                "anyOf": [
                    {"enum": list(COLOURS)},
                    {
                        "type": "string",
                        "pattern": f"^ *({'|'.join(COLOURS)}) *\\* *[0-9]{{1,2}} *$",
                    },
                ]
            },
            "minItems": 1,
            "maxItems": MAX_CELLS,
        }
    ),
]
"""A colour per cell; "yellow*3" stands for three yellow ones."""

MAX_TEXT = 400
_Words = Annotated[
    str,
    StringConstraints(min_length=1, max_length=MAX_TEXT),
    AfterValidator(_without_control_characters),
]
_WORDS_SCHEMA = {"type": "string", "minLength": 1, "maxLength": MAX_TEXT}

Text = Annotated[
    dict[Language, _Words],
    BeforeValidator(lambda value: {"en": value} if isinstance(value, str) else value),
    Field(min_length=1),
    WithJsonSchema(
        {
            "anyOf": [
                _WORDS_SCHEMA,
                {
                    "type": "object",
                    "properties": dict.fromkeys(LANGUAGES, _WORDS_SCHEMA),
                    "additionalProperties": False,
                    "minProperties": 1,
                },
            ]
        }
    ),
]
"""A text per language; a plain string is English and stands in for the others."""

CELL_PATTERN = r"^[a-z][a-z0-9-]*( -?[0-9]{1,3}|/[0-9]{1,2})$"
CellRef = Annotated[str, StringConstraints(pattern=CELL_PATTERN)]
"""A cell of a row by its number ("red 5") or by its position from 0 ("red/3")."""

_End = Annotated[int, Field(ge=0, le=999, strict=True)]
Span = Annotated[tuple[_End, _End], AfterValidator(_in_order)]
"""A least and a greatest value, both allowed."""


def text_in(text: Text, language: str) -> str:
    """The text in a language, else in English, else in the first language it has."""
    found: dict[Any, str] = dict(text)
    return found.get(language) or found.get("en") or next(iter(found.values()))
