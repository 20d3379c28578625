"""What a violation means, told at length: data files per language, one entry per id."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent
_FALLBACK = "en"


@dataclass(frozen=True, slots=True)
class Explanation:
    title: str
    rule: str
    effect: str
    picture: str
    """A few cells in characters."""


@cache
def explanations(language: str) -> dict[str, Explanation]:
    """By violation id; English where the language has none."""
    path = _FOLDER / f"{language}.toml"
    if not path.is_file():
        path = _FOLDER / f"{_FALLBACK}.toml"
    raw = tomllib.loads(path.read_text("utf-8"))
    return {name: Explanation(**entry) for name, entry in raw.items()}
