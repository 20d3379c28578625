"""Every way that a whole sheet may be, given its unsure cells, and what the rules say of each.

The parts of the sheet are independent except for their tallies. So the states of a sheet are its
tallies, found part by part, each with the span of points of the rows then; and the rules about the
whole sheet are tried on each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from sheetgen.rules.outcomes import NOTHING, PartRange, Points
from sheetgen.rules.relations import torn_pairs
from sheetgen.rules.span import Span
from sheetgen.rules.special_rules import frees_misthrows, rule_of
from sheetgen.rules.strip_rules import rule_of as strip_rule_of
from sheetgen.rules.tally import Pair, Tally
from sheetgen.rules.violations import Fault
from sheetgen.sheet import Row, Sheet

MOST_STATES = 4096
_MOST_SUMS = 4 * MOST_STATES

States = dict[Tally, Points]


@dataclass(frozen=True, slots=True)
class Score:
    """What the rules about the whole sheet say of one state."""

    terms: tuple[tuple[str, Pair], ...]
    """Points of special cells and strips by their id."""
    misthrows: Pair
    faults: tuple[Fault, ...]

    @property
    def points(self) -> Points:
        pairs = [pair for _, pair in self.terms] + [self.misthrows]
        return Points(
            Span.of(sum(marked for marked, _ in pairs)), Span.of(sum(rules for _, rules in pairs))
        )


def states_of(
    sheet: Sheet, parts: Iterable[PartRange], crossed: frozenset[str], unsure: frozenset[str]
) -> States | None:
    """The tallies that may be, with the points of the rows. None if there are too many to try."""
    factors: list[States] = []
    for part in parts:
        if not part.exact:
            return None
        factors.append(part.tallies)
    for strip in (*sheet.extras, sheet.penalties):
        doubtful = [cell for cell in strip.cells if cell.id in unsure]
        if strip is not sheet.penalties and 2 ** len(doubtful) > MOST_STATES:
            return None
        factors.append(dict.fromkeys(_strip_tallies(sheet, strip, crossed, unsure), NOTHING))
    states: States = {Tally(): NOTHING}
    for factor in sorted(factors, key=len):
        if len(states) * len(factor) > _MOST_SUMS:
            return None
        states = _combined(states, factor)
        if len(states) > MOST_STATES:
            return None
    return states


def _strip_tallies(
    sheet: Sheet, strip: Row, crossed: frozenset[str], unsure: frozenset[str]
) -> Iterator[Tally]:
    """Every set of crosses in a strip; of the misthrows only how many there are."""
    certain = [cell.position for cell in strip.cells if cell.id in crossed]
    doubtful = [cell.position for cell in strip.cells if cell.id in unsure]
    for size in range(len(doubtful) + 1):
        for chosen in combinations(doubtful, size):
            yield Tally(strips=((strip.id, frozenset((*certain, *chosen))),))
            if strip is sheet.penalties:
                break


def _combined(first: States, second: States) -> States:
    found: States = {}
    for tally, points in first.items():
        for other, more in second.items():
            both, total = tally + other, points + more
            before = found.get(both)
            found[both] = Points.over((before, total)) if before else total
    return found


def score_state(sheet: Sheet, tally: Tally) -> Score:
    """The rules about the whole sheet, applied to one state."""
    faults = [*torn_pairs(sheet, tally)]
    for strip in sheet.extras:
        faults += strip_rule_of(strip).faults(sheet, strip, tally)
    return Score(tuple(_terms(sheet, tally)), misthrow_points(sheet, tally), tuple(faults))


def _terms(sheet: Sheet, tally: Tally) -> Iterator[tuple[str, Pair]]:
    for special in sheet.variant.specials:
        rule = rule_of(special)
        if rule.score:
            yield special.id, rule.score(sheet, special, tally)
    for strip in sheet.extras:
        score = strip_rule_of(strip).score
        if score:
            points = score(strip, tally.strip(strip.id))
            yield strip.id, (points, points)


def misthrow_points(sheet: Sheet, tally: Tally) -> Pair:
    """Each crossed misthrow box costs the same, unless special cells make them free."""
    price = -sheet.variant.penalties.points * len(tally.strip(sheet.penalties.id))
    marked_free, counted_free = frees_misthrows(sheet, tally)
    return 0 if marked_free else price, 0 if counted_free else price


def term_bounds(sheet: Sheet) -> Iterator[tuple[str, Span]]:
    """The points that each term can bring at all, for sheets with too many states."""
    for special in sheet.variant.specials:
        rule = rule_of(special)
        if rule.score:
            yield special.id, rule.bound(sheet, special)
    for strip in sheet.extras:
        score = strip_rule_of(strip).score
        if score:
            one_each = [score(strip, frozenset({cell.position})) for cell in strip.cells]
            yield strip.id, Span.over((0, *one_each))
