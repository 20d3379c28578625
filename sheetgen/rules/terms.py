"""Named points of a sheet besides its rows and misthrows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sheetgen.basics import Text, text_in
from sheetgen.rules.span import Span
from sheetgen.rules.texts import Named
from sheetgen.rules.violations import Fault
from sheetgen.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Term:
    """A fifth row, a doubled row, bonus points, a number that the player wrote."""

    id: str
    """Of the special cells, the strip or the box in the template."""
    kind: str
    """Key of the rule; ``box`` for a number that the player wrote."""
    as_marked: Span
    by_the_rules: Span
    name: Text
    """As the template calls it."""
    rows: tuple[str, ...] = ()
    """A doubled row: the row, or those of which one is it."""

    def text(self, language: str = "en") -> str:
        """The name in a language, else in English."""
        return text_in(self.name, language)


def terms_of(
    sheet: Sheet, points: Mapping[str, tuple[Span, Span]], fewest: tuple[str, ...]
) -> Iterator[Term]:
    """The terms of a sheet from the points of each, as marked and by the rules."""
    for special in sheet.variant.specials:
        if special.id in points:
            rows = fewest if special.rule == "double-fewest" else ()
            yield Term(special.id, special.rule, *points[special.id], special.text, rows)
    for strip in sheet.variant.strips:
        if strip.id in points:
            yield Term(strip.id, strip.rule, *points[strip.id], strip.text)


def box_terms(sheet: Sheet, boxes: Mapping[str, int]) -> Iterator[Term]:
    """The numbers that a player wrote into boxes, as they stand."""
    for box in sheet.boxes:
        if box.id in boxes:
            points = Span.of(boxes[box.id])
            yield Term(box.id, "box", points, points, box.text)


def box_faults(sheet: Sheet, boxes: Mapping[str, int]) -> Iterator[Fault]:
    """A written number lies between the least and the greatest; a missing one is said."""
    for box in sheet.boxes:
        name = Named(tuple(box.text.items()))
        if box.id not in boxes:
            yield Fault("box-missing", None, box.id, (), None, (("box", name),), "hint")
        elif not box.low <= boxes[box.id] <= box.high:
            facts = (
                ("box", name),
                ("points", boxes[box.id]),
                ("low", box.low),
                ("high", box.high),
            )
            yield Fault("box-out-of-range", None, box.id, (), None, facts, unreachable=True)
