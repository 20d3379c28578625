"""Orders of play as data, and as plain sentences.

A ``Step`` is what happens at once: an own cross with all that it forces, or what another player
does. Its sentences come from ``texts/<language>.toml``.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, Literal

from sheetgen.rules.texts import join, place_name, row_name
from sheetgen.sheet import Sheet

LinkKind = Literal[
    "cross",
    "lock",
    "strike",
    "forced",
    "lapse",
    "partner",
    "others-close",
    "misthrow",
    "cut",
    "end",
]

_FOLDER = Path(__file__).parent / "texts"
_FALLBACK = "en"


@dataclass(frozen=True, slots=True)
class Link:
    """One thing done: which, and where."""

    kind: LinkKind
    place: str = ""
    """A cell id; for ``lapse`` a row id, for ``others-close`` a colour."""


@dataclass(frozen=True, slots=True)
class Step:
    """What happens at once, first the own cross or what another player does."""

    links: tuple[Link, ...]

    @property
    def crossed(self) -> tuple[str, ...]:
        """The cells that are crossed or struck in this step."""
        made = ("cross", "lock", "strike", "forced", "partner", "misthrow")
        return tuple(link.place for link in self.links if link.kind in made)


@cache
def legality_texts(language: str) -> dict[str, dict[str, str]]:
    """All texts of a language by section and key; English where there are none."""
    path = _FOLDER / f"{language}.toml"
    if not path.is_file():
        path = _FOLDER / f"{_FALLBACK}.toml"
    found: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    return found


def cell_name(sheet: Sheet, place: str, language: str) -> str:
    """How a language calls a cell: "red 12", "bar field 4"."""
    cell = next(cell for cell in sheet.cells if cell.id == place)
    pattern = legality_texts(language)["places"].get(cell.kind)
    if pattern is None:
        return place_name(cell, language)
    row = next((s.doubles_of for s in sheet.doubles if s.id == cell.row), None) or cell.row
    number = cell.position + 1 if cell.number is None else cell.number
    return pattern.format(
        row=row_name(row, language), number=number, colour=row_name(cell.colour, language),
        special=cell.special,
    )  # fmt: skip


def step_sentence(sheet: Sheet, step: Step, language: str = "en") -> str:
    """A step as one plain sentence."""
    patterns = legality_texts(language)["steps"]
    clauses = [
        patterns[link.kind].format(place=_place(sheet, link, language)) for link in step.links
    ]
    return _sentence(
        clauses[0]
        + "".join(
            (" " if link.kind == "lock" else ", ") + clause
            for link, clause in zip(step.links[1:], clauses[1:], strict=True)
        )
    )


def order_sentences(sheet: Sheet, steps: tuple[Step, ...], language: str = "en") -> tuple[str, ...]:
    """An order as plain sentences, one per step; crosses that force nothing, made one after another
    in a row, are one sentence."""
    return tuple(
        step_sentence(sheet, same[0], language)
        if len(same) == 1
        else _crosses_sentence(sheet, same, language)
        for _, group in groupby(enumerate(steps), key=_row_of_plain)
        if (same := tuple(step for _, step in group))
    )


def _row_of_plain(numbered: tuple[int, Step]) -> str:
    """The row of a single cross; for any other step something of its own."""
    number, step = numbered
    (link, *more) = step.links
    if more or link.kind not in ("cross", "misthrow"):
        return str(number)
    return f"{link.kind} {link.place.rpartition('/')[0]}"


def _crosses_sentence(sheet: Sheet, steps: tuple[Step, ...], language: str) -> str:
    cells = tuple(step.links[0].place for step in steps)
    pattern = legality_texts(language)["steps"]["crosses"]
    return _sentence(pattern.format(place=cells_text(sheet, cells, language)))


def void_sentence(sheet: Sheet, cells: tuple[str, ...], language: str) -> str:
    """What was struck in the bar without a bonus cell."""
    pattern = legality_texts(language)["steps"]["void"]
    return _sentence(pattern.format(place=cells_text(sheet, cells, language)))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "."


def cells_text(sheet: Sheet, cells: tuple[str, ...], language: str) -> str:
    """ "red 2, red 3 and bar field 4"."""
    return join((cell_name(sheet, cell, language) for cell in cells), language)


def _place(sheet: Sheet, link: Link, language: str) -> str:
    if not link.place:
        return ""
    if link.kind in ("lapse", "others-close"):
        return row_name(link.place, language)
    return cell_name(sheet, link.place, language)
