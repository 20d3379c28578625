"""Checks of raw templates: TOML text in, ``Variant`` out, or all problems at once.

Each problem is one line ``file:line:column: key path: what is wrong and what was expected``, with
the closest match where a name was probably mistyped.
"""

from __future__ import annotations

import copy
import re
import tomllib
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time
from itertools import islice
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from sheetgen.basics import Fault, close_match
from sheetgen.consistency import faults_of
from sheetgen.errors import TemplateError
from sheetgen.toml_places import Places, TooDeepError, scan
from sheetgen.variant import Variant

MAX_BYTES = 256 * 1024
MAX_PROBLEMS = 40
"""More problems than this are only counted."""

SCHEMA_KEY = "$schema"
"""Editors look there for the schema; it is no part of the template."""

_FAULTS_SOUGHT = 1000
_LONGEST_VALUE = 40
_LONGEST_PATH = 20
_FLAT_HINT = "templates are flat"


def load_template(path: Path) -> Variant:
    """Read and check a template file. Raises TemplateError."""
    return parse_template(read_text(path), str(path))


def read_text(path: Path) -> str:
    """The text of a template file. Raises TemplateError if it cannot be one."""
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise TemplateError(f"{path}: cannot be read ({reason})", "check the path") from error
    if len(raw) > MAX_BYTES:
        raise TemplateError(f"{path}: larger than {MAX_BYTES // 1024} kB", "is it a template?")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise TemplateError(f"{path}: not UTF-8 text", "save it as UTF-8") from error


def parse_template(text: str, source: str) -> Variant:
    """Check the TOML text of a template; ``source`` names it in messages. Raises TemplateError."""
    data, places = parse_toml(text, source)
    return check_template(data, source, places)


def parse_toml(text: str, source: str) -> tuple[dict[str, Any], Places]:
    """TOML as data, and where everything stands. Raises TemplateError."""
    text = text.replace("\r\n", "\n")
    try:
        places = scan(text)
    except TooDeepError as error:
        line, column = Places(text).line_and_column(error.offset)
        raise TemplateError(f"{source}:{line}:{column}: nested too deeply", _FLAT_HINT) from error
    # What the scanner does not understand is not TOML; the rest of the text is nobody's business.
    stop = text.find("\n", places.end)
    readable = text if places.end >= len(text) or stop < 0 else text[: stop + 1]
    try:
        data = tomllib.loads(readable)
    except RecursionError as error:
        raise TemplateError(f"{source}: nested too deeply", _FLAT_HINT) from error
    except ValueError as error:
        raise TemplateError(_not_toml(source, text, str(error)), "see https://toml.io") from error
    if len(readable) < len(text):
        line, column = places.line_and_column(places.end)
        raise TemplateError(f"{source}:{line}:{column}: not valid TOML", "see https://toml.io")
    return data, places


_TOML_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_TOML_WORDS = {
    "Cannot overwrite a value": "this key is there already",
    "Invalid value": "not a value; texts stand between quotes, lists in [ ]",
    "Invalid statement": "neither 'key = value' nor a [table]",
    "Expected '=' after a key in a key/value pair": "expected '=' after the key",
    "Expected newline or end of document after a statement": (
        "something follows the value on its line"
    ),
    "Unclosed array": "a list without its closing ]",
    "Unclosed inline table": "a table without its closing }",
    "Exceeds the limit": "a number of too many digits",
}
"""What people get wrong most, in plainer words than those of the parser, by their beginning."""


def _not_toml(source: str, text: str, message: str) -> str:
    match = _TOML_PLACE.search(message)
    if match and match[1]:
        place = f"{match[1]}:{match[2]}"
    elif match:
        place = "{}:{}".format(*Places(text).line_and_column(len(text)))
    else:
        place = ""
    bare = message[: match.start()] if match else message
    words = next((w for start, w in _TOML_WORDS.items() if bare.startswith(start)), bare)
    return f"{source}:{place + ':' if place else ''} not valid TOML: {words}"


def check_template(
    data: dict[str, Any],
    source: str,
    places: Places | None = None,
    also: Sequence[Fault] = (),
) -> Variant:
    """Check parsed TOML. Raises TemplateError with every problem, those in ``also`` among them."""
    data = {key: value for key, value in data.items() if key != SCHEMA_KEY}
    try:
        variant = Variant.model_validate(data)
    except ValidationError as error:
        found = error.errors(include_url=False)
        faults = [_fault(p) for p in found[:MAX_PROBLEMS] if not _follows_from_others(p, found)]
        more = max(0, len(found) - MAX_PROBLEMS)
        raise problems_error(
            [*faults, *_faults_behind(data, found), *also], source, places, more
        ) from error
    except RecursionError as error:
        raise TemplateError(f"{source}: nested too deeply", _FLAT_HINT) from error
    faults = [*islice(faults_of(variant), _FAULTS_SOUGHT), *also]
    if faults:
        raise problems_error(faults, source, places, max(0, len(faults) - MAX_PROBLEMS))
    return variant


def problems_error(
    faults: Sequence[Fault], source: str, places: Places | None = None, more: int = 0
) -> TemplateError:
    """One error that lists all faults, in the order of the text if that is known."""
    ordered = list(faults)
    if places:
        ordered.sort(key=lambda fault: position_of(fault, places))
    lines = list(dict.fromkeys(problem_line(fault, source, places) for fault in ordered))
    lines = lines[:MAX_PROBLEMS]
    if more:
        lines.append(f"{source}: and {more} more")
    return TemplateError("\n".join(lines), problems=tuple(lines))


def problem_line(fault: Fault, source: str, places: Places | None = None) -> str:
    """``file:line:column: key path: what is wrong``."""
    location, text = fault
    if places:
        line, column = position_of(fault, places)
        source = f"{source}:{line}:{column}"
    path = key_path(location)
    return f"{source}: {path}: {text}" if path else f"{source}: {text}"


_ABOUT_KEYS = ("unknown key", "missing")


def position_of(fault: Fault, places: Places) -> tuple[int, int]:
    """Line and column of a fault: of the key if that is what is wrong, else of the value."""
    location, text = fault
    return places.position(location, key=text.startswith(_ABOUT_KEYS))


def key_path(location: Iterable[str | int]) -> str:
    """A location as ``rows[1].colour``."""
    text = ""
    for part in tuple(location)[:_LONGEST_PATH]:
        text += f"[{part}]" if isinstance(part, int) else f".{_key(part)}"
    return text.removeprefix(".")


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]{1,40}", name) else shortened(name)


_HARMLESS = {"players", "revision", "number", "deal", "frame", "points"}
"""Top-level keys that may be left out and that nothing else refers to."""

_STAND_INS = {"title": "text", "summary": "text", "name": "name", "format": 1}
"""Values for keys that are needed but that nothing else refers to."""


def _faults_behind(data: dict[str, Any], problems: Sequence[Any]) -> list[Fault]:
    """Contradictions in the rest of the template, where the faulty values have no part in them."""
    rest = copy.deepcopy(data)
    for problem in problems[:MAX_PROBLEMS]:
        location = problem["loc"]
        if problem["type"] == "extra_forbidden":
            _remove(rest, location)
        elif location[0] in _HARMLESS:
            rest.pop(location[0], None)
        elif location[0] in _STAND_INS:
            rest[location[0]] = _STAND_INS[location[0]]
    try:
        return list(islice(faults_of(Variant.model_validate(rest)), _FAULTS_SOUGHT))
    except ValidationError:
        return []


def _remove(data: Any, location: Sequence[str | int]) -> None:
    for part in location[:-1]:
        try:
            data = data[part]
        except (KeyError, IndexError, TypeError):
            return
    if isinstance(data, dict):
        data.pop(location[-1], None)


def _follows_from_others(problem: Any, found: Sequence[Any]) -> bool:
    """Of a list whose entries are faulty, pydantic also says that it is too short."""
    location = problem["loc"]
    return problem["type"] == "too_short" and any(
        len(other["loc"]) > len(location) and other["loc"][: len(location)] == location
        for other in found
    )


_WORDS = {
    "missing": "missing",
    "too_short": "{actual_length} entries; at least {min_length} needed",
    "too_long": "{actual_length} entries; at most {max_length} fit",
    "int_type": "{value} is not a whole number",
    "int_parsing": "{value} is not a whole number",
    "int_parsing_size": "{value} is not a whole number",
    "int_from_float": "{value} is not a whole number",
    "bool_type": "{value} is not true or false",
    "bool_parsing": "{value} is not true or false",
    "string_type": "{value} is not a text",
    "string_too_short": "empty",
    "string_too_long": "a text of more than {max_length} characters",
    "less_than_equal": "{value} is too large; at most {le}",
    "less_than": "{value} is too large; it must be below {lt}",
    "greater_than_equal": "{value} is too small; at least {ge}",
    "tuple_type": "{value} is not a list",
    "model_type": "{value} is not a table",
    "model_attributes_type": "{value} is not a table",
    "dict_type": "{value} is neither a text nor a table of texts",
}
"""What is wrong, by pydantic's name of the fault; ``value`` is the value found."""

_NAMES = "a name of small letters, digits and hyphens, a letter first"
_CELLS = "a cell such as 'red 5' (number) or 'red/3' (position from 0)"


def _fault(problem: Any) -> Fault:
    """A fault that pydantic found, in our words."""
    location = tuple(part for part in problem["loc"] if part != "[key]")
    kind, context = problem["type"], problem.get("ctx", {})
    value = shortened(problem.get("input"))
    if kind == "extra_forbidden":
        known = _known_keys(location[:-1])
        return location, f"unknown key{close_match(str(location[-1]), known)}"
    if "[key]" in problem["loc"]:
        allowed = context.get("expected", "").replace("'", "").replace(" or ", ", ")
        return location, f"unknown key; {'one of ' + allowed if allowed else _NAMES} expected"
    if kind == "literal_error":
        allowed = [
            part.strip(" '") for part in context["expected"].replace(" or ", ", ").split(",")
        ]
        hint = (
            close_match(str(problem["input"]), allowed) if isinstance(problem["input"], str) else ""
        )
        return location, f"{value} is not one of {', '.join(allowed)}{hint}"
    if kind == "string_pattern_mismatch":
        words = _CELLS if "/" in context["pattern"] else _NAMES
        return location, f"{value} is not {words}"
    if kind in _WORDS:
        return location, _WORDS[kind].format(value=value, **context)
    message = str(problem["msg"]).removeprefix("Value error, ")
    return location, message[:1].lower() + message[1:]


def shortened(value: Any) -> str:
    """A value as TOML would have it, cut to a few words."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, int) and not -(10**18) < value < 10**18:
        return "a number of very many digits"
    if isinstance(value, dict | list) and len(value) > _LONGEST_VALUE:
        return f"a {'table' if isinstance(value, dict) else 'list'} of {len(value)} entries"
    try:
        text = repr(value[: 2 * _LONGEST_VALUE] if isinstance(value, str) else value)
    except ValueError:
        return "something with a number of very many digits"
    return text if len(text) <= _LONGEST_VALUE else text[: _LONGEST_VALUE - 1] + "…"


def table_at(location: Iterable[str | int]) -> type[BaseModel] | None:
    """The model of a table of the template, such as that of ``("rows", 0)``; None for others."""
    model: type[BaseModel] = Variant
    for part in location:
        if isinstance(part, int):
            continue
        field = model.model_fields.get(part)
        inner = _model_in(field.annotation) if field else None
        if inner is None:
            return None
        model = inner
    return model


def _known_keys(location: Iterable[str | int]) -> list[str]:
    model = table_at(location)
    return list(model.model_fields) if model else []


def _model_in(annotation: Any) -> type[BaseModel] | None:
    """The first model inside an annotation such as ``tuple[RowSpec, ...]``."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for inner in get_args(annotation):
        found = _model_in(inner)
        if found is not None:
            return found
    return None
