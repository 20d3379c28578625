"""The audit of one sheet: marks in, points and violations out.

Parts of the sheet are scored on their own, each for every value of its unsure cells, and then put
together: the states that the sheet may be in, with the span of points of each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sheetgen.errors import UsageError
from sheetgen.rules.legality import Legality
from sheetgen.rules.marks import check_marks, closest, split_marks
from sheetgen.rules.outcomes import Finding, PartRange, Points, RowRange, findings, range_of
from sheetgen.rules.parts import parts_of
from sheetgen.rules.sheet_rules import rules_of
from sheetgen.rules.sheet_violations import sheet_violations
from sheetgen.rules.span import Span, agreed
from sheetgen.rules.special_rules import rule_of
from sheetgen.rules.states import Score, States, score_state, states_of, term_bounds
from sheetgen.rules.tally import Tally
from sheetgen.rules.terms import Term, box_faults, box_terms, terms_of
from sheetgen.rules.texts import Facts, sentence
from sheetgen.rules.violations import Fault, Violation
from sheetgen.sheet import Row, Sheet


@dataclass(frozen=True, slots=True)
class RowAudit:
    id: str
    colour: str
    crosses: Span
    """Crosses as marked, the lock included, and those outside the row that count in it."""
    counted: Span
    """Crosses by the rules."""
    as_marked: Span
    by_the_rules: Span
    lock: bool | None
    """The lock is crossed; None where unsure cells decide."""
    closed: bool | None
    """Closed by the rules; None where unsure cells decide."""
    exact: bool = True
    """False if so much is unsure that the spans are a bound."""
    scored: bool = True
    """False for a row whose crosses count in its neighbours alone."""


@dataclass(frozen=True, slots=True)
class PenaltyAudit:
    crosses: Span
    points: Span
    """As marked; zero or negative."""
    by_the_rules: Span
    full: bool | None
    """Every box is crossed, which ends the game; None where unsure cells decide."""


@dataclass(frozen=True, slots=True)
class Audit:
    """What the rules say about one sheet."""

    sheet: Sheet
    rows: tuple[RowAudit, ...]
    penalties: PenaltyAudit
    terms: tuple[Term, ...]
    """Points besides rows and misthrows: those of special cells, strips and written numbers."""
    as_marked: Span
    by_the_rules: Span | None
    """None where no legal play reaches the sheet and no rule says what does not count."""
    violations: tuple[Violation, ...]
    """Those that hold for every value of the unsure cells."""
    possible: tuple[Violation, ...]
    """Those that hold for some values only."""
    unsure: tuple[str, ...]
    depends: tuple[str, ...]
    """The unsure cells that change points or violations."""
    exact: bool = True
    """False if so much is unsure that totals and terms are a bound, and rules about the whole sheet
    are not tried."""
    legality: Legality | None = None
    """Whether legal play leads to the sheet, with an order or reasons; None where not asked."""

    @property
    def total(self) -> Span:
        """What counts: by the rules, as marked where that does not exist."""
        return self.as_marked if self.by_the_rules is None else self.by_the_rules

    def verdict(self, language: str = "en") -> str:
        """The totals in a sentence (question 14 where there is none by the rules)."""
        facts: Facts = (("points", self.as_marked),)
        if self.by_the_rules is None:
            return sentence("sentences", "unreachable", facts, language)
        if self.by_the_rules == self.as_marked:
            key = "agrees-one" if self.as_marked == Span.of(1) else "agrees"
            return sentence("sentences", key, facts, language)
        return sentence("sentences", "differs", (*facts, ("rules", self.by_the_rules)), language)


@dataclass(frozen=True, slots=True)
class _Totals:
    """The whole sheet over all its states, or bounds."""

    points: Points
    reachable: Points | None
    terms: Mapping[str, tuple[Span, Span]]
    misthrows: tuple[Span, Span]
    findings: tuple[Finding, ...] = ()


def audit(sheet: Sheet, marks: Mapping[str, str], boxes: Mapping[str, int] | None = None) -> Audit:
    """Score a sheet from the marks of its cells (absent = empty).

    ``boxes``: numbers that the player wrote into boxes of the bottom line, by box id; without one
    the total lacks it, which a hint says. Raises UsageError for what the sheet does not have.
    """
    written = dict(boxes or {})
    check_marks(sheet, marks)
    _check_boxes(sheet, written)
    crossed, unsure = split_marks(sheet.cells, marks)
    parts = {part: range_of(part, crossed, unsure) for part in parts_of(sheet)}
    ranges = {
        row.id: found
        for part, result in parts.items()
        for row, found in zip(part.rows, result.rows, strict=True)
    }
    states = states_of(sheet, parts.values(), crossed, unsure)
    written_faults = tuple(box_faults(sheet, written))
    if states:
        totals = _totals(sheet, states, written_faults)
    else:
        totals = _bounds(sheet, ranges, crossed, unsure)
    terms = (*terms_of(sheet, totals.terms, _fewest(sheet, ranges)), *box_terms(sheet, written))
    added = Span.of(sum(written.values()))
    found = [
        *_violations([*_findings(parts.values()), *totals.findings, *findings([written_faults])]),
        *sheet_violations(sheet, ranges, states or {}),
    ]
    doubtful = tuple(cell.id for cell in sheet.cells if cell.id in unsure)
    return Audit(
        sheet=sheet,
        rows=tuple(_audit_row(row, ranges[row.id]) for row in sheet.rows),
        penalties=_audit_penalties(sheet, totals, crossed, unsure),
        terms=terms,
        as_marked=totals.points.as_marked + added,
        by_the_rules=totals.reachable.by_the_rules + added if totals.reachable else None,
        violations=tuple(violation for violation in found if violation.certain),
        possible=tuple(violation for violation in found if not violation.certain),
        unsure=doubtful,
        depends=_depends(sheet, doubtful, parts.values()),
        exact=states is not None,
    )


def _check_boxes(sheet: Sheet, boxes: Mapping[str, int]) -> None:
    known = [box.id for box in sheet.boxes]
    for name in boxes:
        if name not in known:
            what = f"{sheet.variant.name} has no box '{name}'"
            raise UsageError(what, closest(name, known) if known else "leave it out")


def _totals(sheet: Sheet, states: States, written: tuple[Fault, ...]) -> _Totals:
    """Points and faults over all states; those that some play reaches alone for the rules."""
    rules = rules_of(sheet.variant)
    scores = {tally: score_state(sheet, tally) for tally in states}
    points = {tally: states[tally] + scores[tally].points for tally in states}

    def reachable(tally: Tally, score: Score) -> bool:
        faults = (*score.faults, *written)
        return (
            tally.reachable
            and not any(fault.unreachable for fault in faults)
            and not any(rule.unreachable(tally.end(sheet)) for rule in rules)
        )

    reached = [points[tally] for tally, score in scores.items() if reachable(tally, score)]
    names = [name for name, _ in next(iter(scores.values())).terms]
    by_name = zip(names, zip(*(s.terms for s in scores.values()), strict=True), strict=True)
    return _Totals(
        points=Points.over(points.values()),
        reachable=Points.over(reached) if reached else None,
        terms={name: _pair_span(pair for _, pair in terms) for name, terms in by_name},
        misthrows=_pair_span(score.misthrows for score in scores.values()),
        findings=tuple(findings([score.faults for score in scores.values()])),
    )


def _pair_span(pairs: Iterable[tuple[int, int]]) -> tuple[Span, Span]:
    found = tuple(pairs)
    return Span.over(marked for marked, _ in found), Span.over(rules for _, rules in found)


def _bounds(
    sheet: Sheet,
    ranges: Mapping[str, RowRange],
    crossed: frozenset[str],
    unsure: frozenset[str],
) -> _Totals:
    """Least and greatest points of everything, where there are too many states to try."""
    terms = dict(term_bounds(sheet))
    price = sheet.variant.penalties.points
    most = sum(cell.id in crossed or cell.id in unsure for cell in sheet.penalties.cells)
    least = sum(cell.id in crossed for cell in sheet.penalties.cells)
    free = any(rule_of(special).frees for special in sheet.variant.specials)
    misthrows = Span(-price * most, 0 if free else -price * least)
    points = Points(misthrows, misthrows)
    for span in terms.values():
        points += Points(span, span)
    for found in ranges.values():
        points += found.points
    both = {name: (span, span) for name, span in terms.items()}
    return _Totals(points, points, both, (misthrows, misthrows))


def _fewest(sheet: Sheet, ranges: Mapping[str, RowRange]) -> tuple[str, ...]:
    """The scored rows that may have the fewest crosses by the rules."""
    scored = {row.id: ranges[row.id].counted for row in sheet.rows if _is_scored(row)}
    least = min(span.high for span in scored.values())
    return tuple(name for name, span in scored.items() if span.low <= least)


def _is_scored(row: Row) -> bool:
    return row.spec is not None and row.spec.between is None


def _depends(sheet: Sheet, unsure: tuple[str, ...], parts: Iterable[PartRange]) -> tuple[str, ...]:
    """The unsure cells that change anything; outside the rows every one does."""
    within = {cell.id for row in (*sheet.rows, *sheet.doubles) for cell in row.cells}
    depends = {cell for part in parts for cell in part.depends}
    return tuple(cell for cell in unsure if cell in depends or cell not in within)


def _audit_row(row: Row, found: RowRange) -> RowAudit:
    return RowAudit(
        id=row.id,
        colour=row.colours[0],
        crosses=found.crosses,
        counted=found.counted,
        as_marked=found.points.as_marked,
        by_the_rules=found.points.by_the_rules,
        lock=agreed(lock for lock, _ in found.ends),
        closed=agreed(closed for _, closed in found.ends),
        exact=found.exact,
        scored=_is_scored(row),
    )


def _audit_penalties(
    sheet: Sheet, totals: _Totals, crossed: frozenset[str], unsure: frozenset[str]
) -> PenaltyAudit:
    """Each crossed misthrow box costs the same; a full strip ends the game."""
    boxes = [cell.id for cell in sheet.penalties.cells]
    least = sum(box in crossed for box in boxes)
    crosses = Span(least, least + sum(box in unsure for box in boxes))
    as_marked, by_the_rules = totals.misthrows
    full = agreed(n == len(boxes) for n in range(crosses.low, crosses.high + 1))
    return PenaltyAudit(crosses, as_marked, by_the_rules, full)


def _findings(parts: Iterable[PartRange]) -> Iterator[Finding]:
    for part in parts:
        yield from part.findings


def _violations(found: Sequence[Finding]) -> Iterator[Violation]:
    for finding in found:
        fault = finding.fault
        doubtful = fault.severity == "error" and not finding.certain
        yield Violation(
            id=fault.id,
            severity="warning" if doubtful else fault.severity,
            question=fault.question,
            cells=finding.cells,
            effect=finding.effect,
            facts=finding.facts,
            certain=finding.certain,
            subject=fault.subject,
        )
