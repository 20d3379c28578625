"""Sheets that could be mistaken for each other: alike, but for colours, numbers or symbols."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from sheetgen.catalog import bundled, template_id
from sheetgen.errors import SheetgenError
from sheetgen.layout import Layout, lay_out
from sheetgen.layout.theme import palettes
from sheetgen.sheet import sheet_of
from sheetgen.sheetcode import DEALINGS, MAX_SEED, SheetCode
from sheetgen.variant import Variant

MOST = 14
_TRIES = 24
_SEED_STEP = 7_654_321
_OF_ONE_SHEET = ("code", "code-text")


def other_draws(layout: Layout, own: tuple[Variant, ...] = ()) -> tuple[Layout, ...]:
    """Some other sheets of the variant, in the same palette."""
    alike = _different(layout, _draws(layout.sheet.code), own)
    return tuple(islice(alike, MOST))


def other_variants(layout: Layout) -> tuple[Layout, ...]:
    """Sheets of other variants of the same size, in the same palette."""
    return tuple(_different(layout, _other_variants(layout), ()))


def other_palettes(layout: Layout, own: tuple[Variant, ...] = ()) -> tuple[Layout, ...]:
    """The same sheet in the other palettes."""
    code = layout.sheet.code
    codes = (replace(code, palette=index) for index in range(len(palettes())))
    return tuple(_different(layout, codes, own))


def _different(
    layout: Layout, codes: Iterable[SheetCode], own: tuple[Variant, ...]
) -> Iterator[Layout]:
    """The layouts of codes that exist and look neither like ``layout`` nor like each other."""
    seen = {_looks(layout)}
    for code in codes:
        try:
            other = lay_out(sheet_of(code, own))
        except SheetgenError:
            continue
        if other.frame is layout.frame and _looks(other) not in seen:
            seen.add(_looks(other))
            yield other


def _looks(layout: Layout) -> frozenset[object]:
    return frozenset(e for e in layout.elements if e.key not in _OF_ONE_SHEET)


def _draws(code: SheetCode) -> Iterator[SheetCode]:
    """Other official sheets, and drawn ones of other seeds."""
    for step in range(_TRIES):
        seed = (code.seed + step * _SEED_STEP) % (MAX_SEED + 1)
        for dealing in ("official", "independent"):
            yield replace(code, seed=seed, number=step, choice=0, dealing=DEALINGS.index(dealing))


def _other_variants(layout: Layout) -> Iterator[SheetCode]:
    for variant in bundled().values():
        if variant.frame == layout.sheet.variant.frame:
            code = replace(layout.sheet.code, template=template_id(variant), choice=0)
            yield from (replace(code, dealing=DEALINGS.index(d)) for d in ("official", "same"))
