"""What unsure cells leave open in one part of a sheet: every value is tried.

Interchangeable cells are tried together, so it is enough to try how many of each group are crosses.
Where even that is too much, the result is a bound that holds every value but may be too wide.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod

from sheetgen.rules.parts import Part, PartScore
from sheetgen.rules.rows import RowScore, terms_of
from sheetgen.rules.span import Span
from sheetgen.rules.tally import Tally
from sheetgen.rules.texts import Either, Fact, Facts, Place
from sheetgen.rules.violations import Fault
from sheetgen.sheet import Row

MOST_TRIALS = 4096

_Choice = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Points:
    """Points as marked and by the rules."""

    as_marked: Span
    by_the_rules: Span

    def __add__(self, other: Points) -> Points:
        return Points(self.as_marked + other.as_marked, self.by_the_rules + other.by_the_rules)

    @classmethod
    def over(cls, points: Iterable[Points]) -> Points:
        """The smallest spans that hold all."""
        found = tuple(points)
        return cls(
            Span.over(one.as_marked for one in found), Span.over(one.by_the_rules for one in found)
        )


NOTHING = Points(Span(0, 0), Span(0, 0))


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault over all values of the unsure cells; ``certain`` if every value has it."""

    fault: Fault
    cells: tuple[str, ...]
    effect: Span | None
    facts: Facts
    certain: bool


@dataclass(frozen=True, slots=True)
class RowRange:
    crosses: Span
    counted: Span
    points: Points
    ends: frozenset[tuple[bool, bool]]
    """Ways that the row may end: lock crossed or not, closed or not."""
    exact: bool = True


@dataclass(frozen=True, slots=True)
class PartRange:
    rows: tuple[RowRange, ...]
    tallies: dict[Tally, Points]
    """Every tally that may be, with the points of the rows then. Empty if not exact."""
    findings: tuple[Finding, ...] = ()
    depends: frozenset[str] = field(default_factory=frozenset)
    """The unsure cells that change anything that is judged."""
    exact: bool = True
    """Every end of every span is reached; else the spans are a bound."""


def range_of(part: Part, crossed: frozenset[str], unsure: frozenset[str]) -> PartRange:
    """Score a part for every value of its unsure cells."""
    groups = part.roles(crossed, unsure)
    if prod(len(group) + 1 for group in groups) > MOST_TRIALS:
        return _bound(part, crossed, unsure)
    scores: dict[_Choice, PartScore] = {}
    for choice in product(*(range(len(group) + 1) for group in groups)):
        chosen = (group[:n] for group, n in zip(groups, choice, strict=True))
        scores[choice] = part.score(crossed.union(*chosen))
    found = tuple(scores.values())
    return PartRange(
        rows=tuple(_row_range(rows) for rows in zip(*(s.rows for s in found), strict=True)),
        tallies=_tallies(found),
        findings=tuple(findings([score.faults for score in found])),
        depends=_depends(groups, scores),
    )


def _row_range(scores: Sequence[RowScore]) -> RowRange:
    return RowRange(
        Span.over(score.crosses for score in scores),
        Span.over(score.counted for score in scores),
        Points(
            Span.over(score.as_marked for score in scores),
            Span.over(score.by_the_rules for score in scores),
        ),
        frozenset((score.lock, score.closed) for score in scores),
    )


def _tallies(scores: Iterable[PartScore]) -> dict[Tally, Points]:
    found: dict[Tally, Points] = {}
    for score in scores:
        as_marked, by_the_rules = score.points
        points = Points(Span.of(as_marked), Span.of(by_the_rules))
        before = found.get(score.tally)
        found[score.tally] = Points.over((before, points)) if before else points
    return found


def _depends(
    groups: tuple[tuple[str, ...], ...], scores: dict[_Choice, PartScore]
) -> frozenset[str]:
    """Groups of which one cross more or less makes a difference for some value of the others."""
    found: set[str] = set()
    for i, group in enumerate(groups):
        for choice, score in scores.items():
            more = scores.get((*choice[:i], choice[i] + 1, *choice[i + 1 :]))
            if more and _judged(more) != _judged(score):
                found.update(group)
                break
    return frozenset(found)


def _judged(score: PartScore) -> tuple[object, ...]:
    faults = tuple((fault.id, fault.subject, fault.cells) for fault in score.faults)
    return (score.points, score.tally, faults)


def findings(values: Sequence[Iterable[Fault]]) -> Iterator[Finding]:
    """The faults of every value of the unsure cells, put together by id and subject."""
    found: dict[tuple[str, str], list[Fault]] = {}
    for faults in values:
        for fault in faults:
            found.setdefault((fault.id, fault.subject), []).append(fault)
    for same in found.values():
        first = same[0]
        common = set(first.cells).intersection(*(fault.cells for fault in same))
        effects = [fault.effect for fault in same if fault.effect is not None]
        yield Finding(
            fault=first,
            cells=tuple(cell for cell in first.cells if cell in common) or first.cells,
            effect=Span.over(effects) if len(effects) == len(same) else None,
            facts=_merge([fault.facts for fault in same]),
            certain=len(same) == len(values),
        )


def _merge(alternatives: list[Facts]) -> Facts:
    return tuple(
        (key, _merge_fact([dict(facts)[key] for facts in alternatives]))
        for key, _ in alternatives[0]
    )


def _merge_fact(values: list[Fact]) -> Fact:
    """One fact for several: the span of numbers, either of places, what lists have in common."""
    first = values[0]
    if all(value == first for value in values):
        return first
    numbers = [value for value in values if isinstance(value, int)]
    if numbers:
        return Span.over(numbers)
    places = [value for value in values if isinstance(value, Place)]
    if places:
        return Either(tuple(sorted(set(places), key=lambda place: place.position)))
    lists = [value for value in values if isinstance(value, tuple)]
    common = tuple(part for part in lists[0] if all(part in other for other in lists))
    return common or max(lists, key=len)


def _bound(part: Part, crossed: frozenset[str], unsure: frozenset[str]) -> PartRange:
    """Any number of crosses from none to all that may be there, plus a forgotten lock."""
    rows = tuple(_bounded_row(part, row, crossed, unsure) for row in part.rows)
    return PartRange(rows, {}, depends=unsure, exact=False)


def _bounded_row(part: Part, row: Row, crossed: frozenset[str], unsure: frozenset[str]) -> RowRange:
    counting = {cell.id for cell in part.counting_in(row)}
    low = len(counting & crossed)
    high = low + len(counting & unsure)
    points = terms_of(part.variant, row).points
    lock = row.lock
    locks = {bool(lock and lock.id in crossed)}
    if lock and lock.id in unsure:
        locks = {False, True}
    most = high + (lock is not None)
    return RowRange(
        Span(low, high),
        Span(0, most),
        Points(
            Span.over(points.of(n) for n in range(low, high + 1)),
            Span.over(points.of(n) for n in range(most + 1)),
        ),
        frozenset(product(locks, {False, True} if lock else {False})),
        exact=False,
    )
