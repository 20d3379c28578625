"""What crossed special cells do to the total, registered under the keys that templates name.

A rule sees how many cells of its kind are crossed, never points of rows or pixels. Forced crosses
are not judged here: whether a set of crosses can come about is a search over orders.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sheetgen.rules.span import Span
from sheetgen.rules.tally import Pair, Tally
from sheetgen.sheet import Cell, Sheet
from sheetgen.variant import SpecialSpec, Variant

Score = Callable[[Sheet, SpecialSpec, Tally], Pair]


@dataclass(frozen=True, slots=True)
class SpecialRule:
    score: Score | None = None
    """Points as marked and by the rules; None if the cells score nothing of their own."""
    bound: Callable[[Sheet, SpecialSpec], Span] = lambda sheet, spec: Span(0, 0)
    """Points that it can bring at all."""
    fewest: bool = False
    """It asks for the row with fewest crosses."""
    forces: bool = False
    """A cross there forces others."""
    frees: bool = False
    """Once complete, misthrows cost nothing."""


SPECIAL_RULES: dict[str, SpecialRule] = {}


def rule_of(special: SpecialSpec) -> SpecialRule:
    """The rule of special cells; cells of an unknown rule are plain numbers."""
    return SPECIAL_RULES.get(special.rule, SpecialRule())


def forces_crosses(variant: Variant) -> bool:
    """Whether a cross can force others, so that one cross may close several rows."""
    return any(rule_of(special).forces for special in variant.specials)


def cells_of(sheet: Sheet, special: SpecialSpec) -> tuple[Cell, ...]:
    """The special cells of a kind in the rows, top to bottom."""
    return tuple(cell for row in sheet.rows for cell in row.numbers if cell.special == special.id)


def complete(sheet: Sheet, special: SpecialSpec, tally: Tally) -> tuple[bool, bool]:
    """Whether every cell of a kind is crossed: as marked, and by the rules."""
    size = len(cells_of(sheet, special))
    marked, counted = tally.count(special.id)
    return 0 < size == marked, 0 < size == counted


def frees_misthrows(sheet: Sheet, tally: Tally) -> tuple[bool, bool]:
    """Whether misthrows cost nothing: as marked, and by the rules."""
    found = [complete(sheet, s, tally) for s in sheet.variant.specials if rule_of(s).frees]
    return any(marked for marked, _ in found), any(counted for _, counted in found)


def _if_complete(points: Callable[[Sheet, SpecialSpec, Tally], Pair]) -> Score:
    def score(sheet: Sheet, special: SpecialSpec, tally: Tally) -> Pair:
        marked, counted = complete(sheet, special, tally)
        if not marked and not counted:
            return (0, 0)
        as_marked, by_the_rules = points(sheet, special, tally)
        return as_marked if marked else 0, by_the_rules if counted else 0

    return score


def _double_fewest(sheet: Sheet, special: SpecialSpec, tally: Tally) -> Pair:
    """Question 7: the row with fewest crosses scores once more, only one of several such rows.

    Closed and empty rows are rows as well: an empty one is doubled to nothing.
    """
    marked, counted = tally.fewest or (0, 0)
    return sheet.variant.points.of(marked), sheet.variant.points.of(counted)


def _points(sheet: Sheet, special: SpecialSpec, tally: Tally) -> Pair:
    """All cells of the kind together bring the points that the template names."""
    return special.points, special.points


def _fifth_row(sheet: Sheet, special: SpecialSpec, tally: Tally) -> Pair:
    """Crosses on these cells score in their rows, and all together as one more row."""
    marked, counted = tally.count(special.id)
    return sheet.variant.points.of(marked), sheet.variant.points.of(counted)


def _table_bound(sheet: Sheet, special: SpecialSpec) -> Span:
    points = sheet.variant.points
    return Span.over(points.of(n) for n in range(len(points.table) + 1))


SPECIAL_RULES["double-fewest"] = SpecialRule(
    score=_if_complete(_double_fewest), bound=_table_bound, fewest=True
)
SPECIAL_RULES["points"] = SpecialRule(
    score=_if_complete(_points), bound=lambda sheet, spec: Span.over((0, spec.points))
)
SPECIAL_RULES["fifth-row"] = SpecialRule(score=_fifth_row, bound=_table_bound)
SPECIAL_RULES["free-penalties"] = SpecialRule(frees=True)
SPECIAL_RULES["two-in-fewest"] = SpecialRule(forces=True)
SPECIAL_RULES["one-in-every-row"] = SpecialRule(forces=True)
SPECIAL_RULES["strike-bar"] = SpecialRule(forces=True)
