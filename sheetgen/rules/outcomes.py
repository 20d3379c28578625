"""What unsure cells leave open in one row: every value is tried.

Cells of one role are interchangeable, so it is enough to try how many of each role are crosses.
Where even that is too much, the result is a bound that holds every value but may be too wide.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from sheetgen.rules.marks import RowMarks
from sheetgen.rules.rows import Fault, RowScore, Scorer
from sheetgen.rules.span import Span
from sheetgen.rules.texts import Either, Fact, Facts, Place
from sheetgen.sheet import Row
from sheetgen.variant import Points

MOST_TRIALS = 4096

_Choice = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A way that a row can end: lock crossed or not, closed or not, and the points then."""

    lock: bool
    closed: bool
    as_marked: Span
    by_the_rules: Span


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault over all values of the unsure cells; ``certain`` if every value has it."""

    id: str
    question: int
    positions: tuple[int, ...]
    effect: Span
    facts: Facts
    certain: bool


@dataclass(frozen=True, slots=True)
class RowRange:
    outcomes: tuple[Outcome, ...]
    crosses: Span
    counted: Span
    findings: tuple[Finding, ...]
    depends: frozenset[int]
    """The unsure positions that change anything that is judged."""
    exact: bool = True
    """Every end of every span is reached; else the spans are a bound."""


def range_of(scorer: Scorer, marks: RowMarks) -> RowRange:
    """Score a row for every value of its unsure cells."""
    groups: dict[str, list[int]] = defaultdict(list)
    for position in sorted(marks.unsure):
        groups[scorer.role(position)].append(position)
    trials = 1
    for group in groups.values():
        trials *= len(group) + 1
    if trials > MOST_TRIALS:
        return _bound(scorer.row, marks, scorer.terms.points)
    scores: dict[_Choice, RowScore] = {}
    for choice in product(*(range(len(group) + 1) for group in groups.values())):
        chosen = (group[:n] for group, n in zip(groups.values(), choice, strict=True))
        scores[choice] = scorer(marks.crossed.union(*chosen))
    return RowRange(
        outcomes=tuple(_outcomes(scores.values())),
        crosses=Span.over(score.crosses for score in scores.values()),
        counted=Span.over(score.counted for score in scores.values()),
        findings=tuple(_findings(scores.values())),
        depends=_depends(tuple(groups.values()), scores),
    )


def _outcomes(scores: Iterable[RowScore]) -> Iterator[Outcome]:
    ends: dict[tuple[bool, bool], list[RowScore]] = defaultdict(list)
    for score in scores:
        ends[score.lock, score.closed].append(score)
    for (lock, closed), group in ends.items():
        yield Outcome(
            lock,
            closed,
            Span.over(score.as_marked for score in group),
            Span.over(score.by_the_rules for score in group),
        )


def _depends(groups: tuple[list[int], ...], scores: dict[_Choice, RowScore]) -> frozenset[int]:
    """Groups of which one cross more or less makes a difference for some value of the others."""
    found: set[int] = set()
    for i, group in enumerate(groups):
        for choice, score in scores.items():
            more = scores.get((*choice[:i], choice[i] + 1, *choice[i + 1 :]))
            if more and _judged(more) != _judged(score):
                found.update(group)
                break
    return frozenset(found)


def _judged(score: RowScore) -> tuple[object, ...]:
    faults = tuple(fault.id for fault in score.faults)
    return (score.as_marked, score.by_the_rules, score.lock, score.closed, faults)


def _findings(scores: Iterable[RowScore]) -> Iterator[Finding]:
    everything = list(scores)
    by_id: dict[str, list[Fault]] = {}
    for score in everything:
        for fault in score.faults:
            by_id.setdefault(fault.id, []).append(fault)
    for faults in by_id.values():
        first = faults[0]
        common = set(first.positions).intersection(*(fault.positions for fault in faults))
        yield Finding(
            id=first.id,
            question=first.question,
            positions=tuple(p for p in first.positions if p in common) or first.positions,
            effect=Span.over(fault.effect for fault in faults),
            facts=_merge([fault.facts for fault in faults]),
            certain=len(faults) == len(everything),
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


def _bound(row: Row, marks: RowMarks, points: Points) -> RowRange:
    """Any number of crosses from none to all that may be there, plus a forgotten lock."""
    most = len(marks.crossed) + len(marks.unsure)
    crosses = Span(len(marks.crossed), most)
    counted = Span(0, min(most + 1, len(row.cells)))
    by_the_rules = Span.over(points.of(n) for n in range(counted.high + 1))
    as_marked = Span.over(points.of(n) for n in range(crosses.low, crosses.high + 1))
    lock = row.lock
    locks = {False}
    if lock and lock.position in marks.crossed | marks.unsure:
        locks = {True} if lock.position in marks.crossed else {False, True}
    outcomes = tuple(
        Outcome(crossed, closed, as_marked, by_the_rules)
        for crossed in sorted(locks)
        for closed in ((False, True) if lock else (False,))
    )
    return RowRange(outcomes, crosses, counted, (), marks.unsure, exact=False)
