"""Checks of raw templates: TOML text in, ``Variant`` out, or all problems at once.

Each problem is one line ``file: key path: what is wrong``, with the closest match where a name was
probably mistyped.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from sheetgen.errors import TemplateError
from sheetgen.variant import Variant

MAX_BYTES = 256 * 1024
_TOO_DEEP = 20


def load_template(path: Path) -> Variant:
    """Read and check a template file. Raises TemplateError."""
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise TemplateError(
            f"{path}: cannot be read ({error.strerror})", "check the path"
        ) from error
    if len(raw) > MAX_BYTES:
        raise TemplateError(f"{path}: larger than {MAX_BYTES // 1024} kB", "is it a template?")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise TemplateError(f"{path}: not UTF-8 text", "save it as UTF-8") from error
    return parse_template(text, str(path))


def parse_template(text: str, source: str) -> Variant:
    """Check the TOML text of a template; ``source`` names it in messages. Raises TemplateError."""
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise TemplateError(f"{source}: not valid TOML: {error}", "see https://toml.io") from error
    return check_template(data, source)


def check_template(data: dict[str, Any], source: str) -> Variant:
    """Check parsed TOML. Raises TemplateError with every problem."""
    try:
        return Variant.model_validate(data)
    except ValidationError as error:
        problems = tuple(f"{source}: {_explain(data, problem)}" for problem in error.errors())
        raise TemplateError("\n".join(problems), problems=problems) from error
    except RecursionError as error:
        raise TemplateError(f"{source}: nested too deeply", "templates are flat") from error


_WORDS = {
    "missing": "missing",
    "too_short": "{actual_length} entries; at least {min_length} needed",
    "too_long": "{actual_length} entries; at most {max_length} fit",
    "int_type": "{value} is not a whole number",
    "int_parsing": "{value} is not a whole number",
    "int_from_float": "{value} is not a whole number",
    "bool_type": "{value} is not true or false",
    "bool_parsing": "{value} is not true or false",
    "string_type": "{value} is not a text",
    "string_too_short": "empty",
    "string_too_long": "a text of more than {max_length} characters",
    "string_pattern_mismatch": (
        "{value} is not a name of small letters, digits and hyphens, a letter first"
    ),
    "less_than_equal": "{value} is too large; at most {le}",
    "less_than": "{value} is too large; it must be below {lt}",
    "greater_than_equal": "{value} is too small; at least {ge}",
    "tuple_type": "{value} is not a list",
    "model_type": "{value} is not a table",
    "dict_type": "{value} is not a table",
}
"""What is wrong, by pydantic's name of the fault; ``value`` is the value found."""

_LONGEST_VALUE = 40


def _explain(data: dict[str, Any], problem: Any) -> str:
    """One problem in words: path, fault and, for unknown keys and values, a close match."""
    location = tuple(part for part in problem["loc"] if part != "[key]")
    path = _path(location)
    kind, value = problem["type"], _shortened(problem.get("input"))
    if kind == "extra_forbidden":
        known = _known_keys(location[:-1])
        return f"{path}: unknown key{_close_match(str(location[-1]), known)}"
    if kind == "literal_error":
        allowed = [
            part.strip(" '") for part in problem["ctx"]["expected"].replace(" or ", ", ").split(",")
        ]
        hint = _close_match(str(problem.get("input")), allowed)
        return f"{path}: {value} is not one of {', '.join(allowed)}{hint}"
    if kind in _WORDS:
        return f"{path}: {_WORDS[kind].format(value=value, **problem.get('ctx', {}))}"
    message = str(problem["msg"]).removeprefix("Value error, ")
    message = message[:1].lower() + message[1:]
    return message if path == "template" else f"{path}: {message}"


def _shortened(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _LONGEST_VALUE else text[: _LONGEST_VALUE - 1] + "…"


def _path(location: tuple[str | int, ...]) -> str:
    text = ""
    for part in location[:_TOO_DEEP]:
        text += f"[{part}]" if isinstance(part, int) else f".{part}"
    return text.lstrip(".") or "template"


def _known_keys(location: Iterable[str | int]) -> list[str]:
    """The keys allowed at a place in the template, found by walking the models' fields."""
    model: type[BaseModel] = Variant
    for part in location:
        if isinstance(part, int) or part not in model.model_fields:
            continue
        inner = _model_in(model.model_fields[part].annotation)
        if inner is None:
            return []
        model = inner
    return list(model.model_fields)


def _model_in(annotation: Any) -> type[BaseModel] | None:
    """The first model inside an annotation such as ``tuple[RowSpec, ...]``."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for inner in get_args(annotation):
        found = _model_in(inner)
        if found is not None:
            return found
    return None


def _close_match(word: str, known: Iterable[str]) -> str:
    match = difflib.get_close_matches(word, list(known), n=1, cutoff=0.55)
    return f", did you mean '{match[0]}'?" if match else ""
