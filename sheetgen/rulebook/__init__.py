"""The rules of a variant in words: which parts of the rulebook it needs, told by its template.

The texts lie beside this module, a file per language. No variant is known by name: what a template
says of rows, special cells, strips and boxes chooses the parts.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Any

from sheetgen.variant import RowSpec, SpecialSpec, Variant

_FIRST = 3
"""Sections that come first: the goal, the turn, the rows."""


@dataclass(frozen=True, slots=True)
class Picture:
    """What a paragraph is illustrated with: a kind of cell, and the id of a special or a strip."""

    kind: str
    id: str = ""


@dataclass(frozen=True, slots=True)
class Paragraph:
    text: str
    step: int | None = None
    """Its number in an order of steps, from 1."""
    picture: Picture | None = None


@dataclass(frozen=True, slots=True)
class Section:
    heading: str
    paragraphs: tuple[Paragraph, ...]
    roams: bool = False
    """It may stand anywhere behind the rules of the rows."""


@dataclass(frozen=True, slots=True)
class RulePage:
    title: str
    summary: str
    example: str
    """Below a picture of a row with crosses."""
    sections: tuple[Section, ...]

    def orders(self) -> Iterator[tuple[Section, ...]]:
        """The sections in every order that reads well, the usual one first."""
        yield self.sections
        for section in self.sections:
            if section.roams:
                others = [other for other in self.sections if other is not section]
                for place in range(_FIRST, len(others)):
                    yield (*others[:place], section, *others[place:])


@cache
def parts(language: str) -> dict[str, dict[str, Any]]:
    """All parts of the rulebook in a language, by their keys."""
    text = files("sheetgen.rulebook").joinpath(f"{language}.toml").read_text("utf-8")
    return tomllib.loads(text)


def rule_page(variant: Variant, language: str) -> RulePage:
    """The rules of a variant, good enough to play from."""
    book = _Book(variant, language)
    rows = variant.rows
    order = book.paragraphs("left-to-right")
    if any(_is_mixed(row) for row in rows):
        order += book.paragraphs("mixed")
    sections = [book.section("goal"), book.section("turn"), book.section("left-to-right", order)]
    closing = {variant.closing_of(row).cells for row in rows if variant.closing_of(row).lock}
    sections += [book.section(f"close-{min(cells, 2)}") for cells in sorted(closing)]
    special = list(_special(book))
    if special:
        sections.append(book.section("special", special))
    sections.append(book.section("end"))
    score = book.paragraphs("score", Picture("sum"))
    if _most_crosses(variant) > len(variant.points.table):
        score += book.paragraphs("cap")
    marks = replace(book.section("marks"), roams=True)
    sections += [book.section("score", score), marks, book.section("fair")]
    return RulePage(
        title=book.paragraphs("title")[0].text,
        summary=variant.text(variant.summary, language),
        example=book.paragraphs("example")[0].text,
        sections=tuple(sections),
    )


class _Book:
    """The parts in a language, with the variant's numbers filled in."""

    def __init__(self, variant: Variant, language: str) -> None:
        self.variant, self.language = variant, language
        self._parts = parts(language)
        self._values = {
            "title": variant.text(variant.title, language),
            "white": variant.dice.white,
            "need": variant.closing.need,
            "misthrow": variant.penalties.points,
            "cap": len(variant.points.table),
            "goal": variant.board.goal if variant.board else 0,
        }

    def paragraphs(
        self, key: str, picture: Picture | None = None, **values: object
    ) -> list[Paragraph]:
        """A part's paragraphs, the first with the picture; nothing for a key that has no part."""
        part = self._parts.get(key, {})
        known = {**self._values, **values}
        steps = [Paragraph(t.format(**known), i + 1) for i, t in enumerate(part.get("steps", ()))]
        texts = [t.format(**known) for t in part.get("text", ())]
        plain = [Paragraph(text, None, None if i else picture) for i, text in enumerate(texts)]
        return steps + plain

    def section(self, key: str, paragraphs: list[Paragraph] | None = None) -> Section:
        found = self.paragraphs(key) if paragraphs is None else paragraphs
        return Section(self._parts[key]["heading"], tuple(found))


def _special(book: _Book) -> Iterator[Paragraph]:
    """What the variant has beyond plain rows."""
    variant = book.variant
    if any(row.colours for row in variant.rows):
        yield from book.paragraphs("colours")
    if variant.lucky:
        yield from book.paragraphs("lucky", Picture("lucky"))
    for strip in variant.strips:
        if strip.kind == "legend":
            yield from book.paragraphs("legend")
    for special in variant.specials:
        yield from _of_special(book, special)
    for strip in variant.strips:
        yield from book.paragraphs(f"strip-{strip.rule}", Picture("strip", strip.id))
    for feature, has_it in (
        ("pairs", bool(variant.pairs) or any(sheet.pairs for sheet in variant.sheets)),
        ("between", any(row.between for row in variant.rows)),
        ("squares", any(row.squares for row in variant.rows)),
        ("doubles", any(row.doubles for row in variant.rows)),
    ):
        if has_it:
            yield from book.paragraphs(feature, Picture(feature))
    if variant.board:
        yield from book.paragraphs("board")
    elif variant.boxes:
        names = ", ".join(variant.text(box.text, book.language) for box in variant.boxes)
        yield from book.paragraphs("box", box=names)


def _of_special(book: _Book, special: SpecialSpec) -> list[Paragraph]:
    """The part of a special cell's rule; its few words where the rulebook has none."""
    picture = Picture("special", special.id)
    key = f"special-{special.rule}"
    found = book.paragraphs(key, picture, bonus=special.points)
    return found or [Paragraph(book.variant.text(special.text, book.language), None, picture)]


def _is_mixed(row: RowSpec) -> bool:
    """Whether the numbers neither rise nor fall throughout."""
    steps = {a < b for a, b in pairwise(row.numbers)}
    return len(steps) > 1


def _most_crosses(variant: Variant) -> int:
    """The most crosses that can count in a row."""
    between = [row for row in variant.rows if row.between]
    most = 0
    for row in variant.rows:
        if row.between:
            continue
        count = len(row.numbers) * (2 if row.doubles else 1) + len(row.squares)
        count += sum(len(other.numbers) for other in between if row.id in (other.between or ()))
        most = max(most, count + variant.closing_of(row).lock)
    return most
