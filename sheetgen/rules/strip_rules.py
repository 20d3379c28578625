"""Rules of the strips outside the rows, registered under the keys that templates name.

A rule sees which cells of its strip are crossed (in a bar: struck) and the tally of the sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from sheetgen.rules.special_rules import complete
from sheetgen.rules.tally import Tally
from sheetgen.rules.texts import ColourName, Place, RowName
from sheetgen.rules.violations import Fault, Severity
from sheetgen.sheet import Cell, Row, Sheet


def _no_faults(sheet: Sheet, strip: Row, tally: Tally) -> Iterator[Fault]:
    return iter(())


@dataclass(frozen=True, slots=True)
class StripRule:
    faults: Callable[[Sheet, Row, Tally], Iterator[Fault]] = _no_faults
    score: Callable[[Row, frozenset[int]], int] | None = None
    """Points of crossed positions; None if the strip scores nothing."""
    colours: bool = False
    """It asks which colours are closed."""


STRIP_RULES: dict[str, StripRule] = {}


def rule_of(strip: Row) -> StripRule:
    """The rule of a strip; a strip of an unknown rule, and the misthrows, have none."""
    return STRIP_RULES.get(strip.strip.rule, StripRule()) if strip.strip else StripRule()


def _split(strip: Row, crossed: frozenset[int]) -> tuple[list[Cell], list[Cell], list[Cell]]:
    """The crossed cells of a strip, those skipped before the last of them, and all free ones."""
    marked = [cell for cell in strip.cells if cell.position in crossed]
    free = [cell for cell in strip.cells if cell.position not in crossed]
    last = marked[-1].position if marked else -1
    return marked, [cell for cell in free if cell.position < last], free


def _left_to_right(sheet: Sheet, strip: Row, tally: Tally) -> Iterator[Fault]:
    """The cells are used one after the other from the left, none is skipped."""
    marked, skipped, _ = _split(strip, tally.strip(strip.id))
    if skipped:
        facts = (
            ("skipped", tuple(Place.of(cell) for cell in skipped)),
            ("last", Place.of(marked[-1])),
            ("strip", RowName(strip.id)),
        )
        cells = tuple(cell.id for cell in skipped)
        yield Fault("strip-gap", None, strip.id, cells, None, facts, unreachable=True)


def _highest(strip: Row, crossed: frozenset[int]) -> int:
    """The bonus is the highest crossed number."""
    numbers = (strip.cells[position].number for position in crossed)
    return max((number for number in numbers if number is not None), default=0)


def _legend(sheet: Sheet, strip: Row, tally: Tally) -> Iterator[Fault]:
    """A legend box is crossed as soon as both cells of its kind are, and only then.

    The cells decide: a forgotten box costs nothing, a box without its cells brings nothing.
    """
    specials = {special.id: special for special in sheet.variant.specials}
    for box in strip.cells:
        done, _ = complete(sheet, specials[box.special or ""], tally)
        crossed = box.position in tally.strip(strip.id)
        facts = (("box", Place.of(box)),)
        if crossed and not done:
            yield Fault("legend-without-cells", None, box.id, (box.id,), 0, facts)
        elif done and not crossed:
            yield Fault("legend-forgotten", None, box.id, (box.id,), 0, facts, "warning")


def _bar(sheet: Sheet, strip: Row, tally: Tally) -> Iterator[Fault]:
    """Question 9, as far as it can be said without an order of the crosses.

    A field is struck for each crossed bonus cell, from the left; fields of a closed colour are
    struck unused. Skipped fields are of a closed colour; more struck fields than crossed bonus
    cells too. Before the game ends one colour at most is closed, and its last event alone may be
    cut short: so only one field at most can be missing while fields of two colours are free.
    """
    marked, skipped, free = _split(strip, tally.strip(strip.id))
    unexplained = [cell for cell in skipped if cell.colour not in tally.colours]
    if unexplained:
        yield _bar_fault("bar-gap", strip, unexplained)
    forgotten = [cell for cell in skipped if cell.colour in tally.colours]
    if forgotten:
        yield _bar_fault("bar-void-field-free", strip, forgotten)
    used = sum(
        tally.count(special.id)[0]
        for special in sheet.variant.specials
        if special.rule == STRIKE_BAR
    )
    surplus = len(marked) - used
    if surplus > sum(cell.colour in tally.colours for cell in marked):
        yield _bar_fault("bar-more-than-cells", strip, marked, len(marked), used)
    elif surplus < 0 and len({cell.colour for cell in free}) > 1:
        key = "bar-fewer-than-cells" if surplus < -1 else "bar-one-missing"
        yield _bar_fault(key, strip, free, len(marked), used, unreachable=surplus < -1)


STRIKE_BAR = "strike-bar"


def _bar_fault(
    key: str,
    strip: Row,
    cells: Iterable[Cell],
    struck: int = 0,
    used: int = 0,
    *,
    unreachable: bool = False,
) -> Fault:
    found = tuple(cells)
    severity: Severity = "error" if unreachable else "warning"
    facts = (
        ("fields", tuple(Place.of(cell) for cell in found)),
        ("colours", tuple(dict.fromkeys(ColourName(cell.colour) for cell in found))),
        ("struck", struck),
        ("used", used),
    )
    ids = tuple(cell.id for cell in found)
    return Fault(key, 9, strip.id, ids, None, facts, severity, unreachable)


STRIP_RULES["left-to-right"] = StripRule(_left_to_right)
STRIP_RULES["highest"] = StripRule(_left_to_right, _highest)
STRIP_RULES["legend"] = StripRule(_legend)
STRIP_RULES["bonus-bar"] = StripRule(_bar, colours=True)
