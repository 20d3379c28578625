"""A bundled template as the beginning of an own one: text in, text with a comment per key out.

The comments are the descriptions of the template language's keys; what the copy leaves out follows
at its end, to be switched on.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from typing import Any

from sheetgen.schema import table_at
from sheetgen.variant import Variant

_WIDTH = 98
_HEADER = re.compile(r"\[\[?([a-z0-9_.-]+)\]\]?\s*$")
_PAIR = re.compile(r"([a-z0-9_]+) = ")
_LEFT_OUT = {"number", "revision"}
"""Keys that only bundled templates need."""


def commented_copy(text: str, original: str, name: str) -> str:
    """The text of a bundled template as an own one called ``name``, every key explained."""
    lines = text.splitlines()
    while lines and lines[0].startswith("#"):
        lines.pop(0)
    body = list(_explained(lines, name))
    used = {line.split(" ")[0].strip("[]").split(".")[0] for line in body if line}
    parts = [*_opening(name, original), *body, *_closing(used)]
    return "\n".join(parts) + "\n"


def _opening(name: str, original: str) -> Iterator[str]:
    yield f"# '{name}', begun as a copy of '{original}'. Change what you like, then try:"
    yield f"#   sheetgen check {name}.toml"
    yield f"#   sheetgen print ./{name}.toml"
    yield "# 'sheetgen schema -o sheetgen.schema.json' lets editors complete and check it:"
    yield "#:schema ./sheetgen.schema.json"
    yield ""


def _explained(lines: list[str], name: str) -> Iterator[str]:
    own = {"name": f'name = "{name}"', "title": f'title = "{title_of(name)}"'}
    told: set[tuple[str, str]] = set()
    table: tuple[str, ...] = ()
    for line in lines:
        header, pair = _HEADER.match(line), _PAIR.match(line)
        if header:
            table = tuple(header[1].split("."))
            yield from _comment(table[:-1], table[-1], told)
        elif pair and not table and pair[1] in _LEFT_OUT:
            continue
        elif pair:
            yield from _comment(table, pair[1], told)
            line = own.get(pair[1], line) if not table else line
        yield line


def title_of(name: str) -> str:
    """``big-dice`` as ``Big Dice``."""
    return " ".join(word.capitalize() for word in name.split("-") if word)


def _comment(table: tuple[str, ...], key: str, told: set[tuple[str, str]]) -> Iterator[str]:
    """The description of a key, where it stands for the first time."""
    model = table_at(table)
    field = model.model_fields.get(key) if model else None
    if model is None or field is None or (model.__name__, key) in told:
        return
    told.add((model.__name__, key))
    yield from _wrapped(field.description or "", "# ")


def _wrapped(text: str, indent: str) -> list[str]:
    return textwrap.wrap(
        text, _WIDTH, initial_indent=indent, subsequent_indent=indent, break_long_words=False
    )


def _closing(used: set[str]) -> Iterator[str]:
    """The keys that the copy does not use, each with its default where it has a simple one."""
    yield ""
    yield "# A template can also say this; docs/templates.md and the schema tell how:"
    for key, field in Variant.model_fields.items():
        if key in used | _LEFT_OUT:
            continue
        yield from _wrapped(f"{_sample(key, field.default)}  {field.description}", "#   ")


def _sample(key: str, default: Any) -> str:
    if isinstance(default, str):
        return f'{key} = "{default}"'
    if isinstance(default, int):
        return f"{key} = {default}"
    return (
        f"[[{key}]]"
        if isinstance(default, tuple) and key != "pairs"
        else ("pairs = [ ]" if key == "pairs" else f"[{key}]")
    )
