"""The audit of one sheet: marks in, points and violations out.

Rows are scored on their own, each for every value of its unsure cells, and then put together: the
reachable ends of the sheet with the span of points of each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from sheetgen.rules.marks import RowMarks, check_marks, marks_of
from sheetgen.rules.outcomes import Finding, RowRange, range_of
from sheetgen.rules.rows import scorer_of
from sheetgen.rules.sheet_rules import CLOSED_ROWS_END, SheetEnd, SheetRule, rules_of
from sheetgen.rules.span import Span, agreed
from sheetgen.rules.texts import Facts, RowName, sentence
from sheetgen.rules.violations import Violation
from sheetgen.sheet import Row, Sheet

_Ends = dict[SheetEnd, Span]


@dataclass(frozen=True, slots=True)
class RowAudit:
    id: str
    colour: str
    crosses: Span
    """Crosses as marked, the lock included."""
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


@dataclass(frozen=True, slots=True)
class PenaltyAudit:
    crosses: Span
    points: Span
    """Zero or negative."""
    full: bool | None
    """Every box is crossed, which ends the game; None where unsure cells decide."""


@dataclass(frozen=True, slots=True)
class Audit:
    """What the rules say about one sheet."""

    sheet: Sheet
    rows: tuple[RowAudit, ...]
    penalties: PenaltyAudit
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
            return sentence("sentences", "agrees", facts, language)
        return sentence("sentences", "differs", (*facts, ("rules", self.by_the_rules)), language)


def audit(sheet: Sheet, marks: Mapping[str, str]) -> Audit:
    """Score a sheet from the marks of its cells (absent = empty). Raises UsageError."""
    check_marks(sheet, marks)
    variant = sheet.variant
    ranges = {row.id: range_of(scorer_of(variant, row), marks_of(row, marks)) for row in sheet.rows}
    misthrows = _audit_penalties(sheet, marks_of(sheet.penalties, marks))
    rules = rules_of(variant)
    ends = _ends(ranges.values(), misthrows)
    found = [*_row_violations(sheet, ranges), *_sheet_violations(sheet, ranges, ends, rules)]
    unsure = tuple(cell.id for cell in sheet.cells if marks.get(cell.id) == "unsure")
    return Audit(
        sheet=sheet,
        rows=tuple(_audit_row(row, ranges[row.id]) for row in sheet.rows),
        penalties=misthrows,
        as_marked=_as_marked(ranges.values(), misthrows),
        by_the_rules=_by_the_rules(ends, rules),
        violations=tuple(violation for violation in found if violation.certain),
        possible=tuple(violation for violation in found if not violation.certain),
        unsure=unsure,
        depends=tuple(cell for cell in unsure if _matters(cell, ranges)),
    )


def _matters(cell: str, ranges: Mapping[str, RowRange]) -> bool:
    """Whether an unsure cell changes anything; outside the rows every one does."""
    row, _, position = cell.rpartition("/")
    return row not in ranges or int(position) in ranges[row].depends


def _audit_row(row: Row, found: RowRange) -> RowAudit:
    return RowAudit(
        id=row.id,
        colour=row.colours[0],
        crosses=found.crosses,
        counted=found.counted,
        as_marked=Span.over(outcome.as_marked for outcome in found.outcomes),
        by_the_rules=Span.over(outcome.by_the_rules for outcome in found.outcomes),
        lock=agreed(outcome.lock for outcome in found.outcomes),
        closed=agreed(outcome.closed for outcome in found.outcomes),
        exact=found.exact,
    )


def _audit_penalties(sheet: Sheet, marks: RowMarks) -> PenaltyAudit:
    """Each crossed misthrow box costs the same; a full strip ends the game."""
    price, boxes = sheet.variant.penalties.points, len(sheet.penalties.cells)
    crosses = Span(len(marks.crossed), len(marks.crossed) + len(marks.unsure))
    return PenaltyAudit(
        crosses=crosses,
        points=Span(-price * crosses.high, -price * crosses.low),
        full=agreed(n == boxes for n in range(crosses.low, crosses.high + 1)),
    )


def _as_marked(ranges: Iterable[RowRange], misthrows: PenaltyAudit) -> Span:
    total = misthrows.points
    for found in ranges:
        total += Span.over(outcome.as_marked for outcome in found.outcomes)
    return total


def _ends(ranges: Iterable[RowRange], misthrows: PenaltyAudit) -> _Ends:
    """Every way that the sheet can have ended, with its points by the rules.

    Rows are independent, so the ends of a sheet are found row by row; counts beyond those that
    matter are alike.
    """
    ends = dict(_misthrow_ends(misthrows))
    cap = CLOSED_ROWS_END + 1
    for found in ranges:
        longer: _Ends = {}
        for end, points in ends.items():
            for outcome in found.outcomes:
                locks = min(end.locks + outcome.lock, cap)
                closed = min(end.closed + outcome.closed, cap)
                key = SheetEnd(locks, closed, end.misthrows)
                total = points + outcome.by_the_rules
                longer[key] = Span.over((longer.get(key, total), total))
        ends = longer
    return ends


def _misthrow_ends(misthrows: PenaltyAudit) -> Iterator[tuple[SheetEnd, Span]]:
    """The misthrows alone: full, not full, or both where unsure boxes decide."""
    points = misthrows.points
    if misthrows.full is not None:
        yield SheetEnd(misthrows=misthrows.full), points
        return
    price = -points.low // misthrows.crosses.high
    yield SheetEnd(misthrows=True), Span.of(points.low)
    yield SheetEnd(misthrows=False), Span(points.low + price, points.high)


def _by_the_rules(ends: _Ends, rules: tuple[SheetRule, ...]) -> Span | None:
    """The points of all ends that some play reaches (question 14)."""
    reachable = [
        points for end, points in ends.items() if not any(rule.unreachable(end) for rule in rules)
    ]
    return Span.over(reachable) if reachable else None


def _row_violations(sheet: Sheet, ranges: Mapping[str, RowRange]) -> Iterator[Violation]:
    for row in sheet.rows:
        for finding in ranges[row.id].findings:
            yield _row_violation(row, finding)


def _row_violation(row: Row, finding: Finding) -> Violation:
    return Violation(
        id=finding.id,
        severity="error" if finding.certain else "warning",
        question=finding.question,
        cells=tuple(row.cells[position].id for position in finding.positions),
        effect=finding.effect,
        facts=finding.facts,
        certain=finding.certain,
    )


def _sheet_violations(
    sheet: Sheet, ranges: Mapping[str, RowRange], ends: _Ends, rules: tuple[SheetRule, ...]
) -> Iterator[Violation]:
    for rule in rules:
        broken = agreed(rule.broken(end) for end in ends)
        if broken is not False:
            yield _sheet_violation(sheet, ranges, rule, certain=broken is True)


def _sheet_violation(
    sheet: Sheet, ranges: Mapping[str, RowRange], rule: SheetRule, *, certain: bool
) -> Violation:
    """Names every row that it is about, or may be about where it is not certain."""
    among = all if certain else any
    rows = [
        row
        for row in sheet.rows
        if row.lock
        and among(rule.involves(end.lock, end.closed) for end in ranges[row.id].outcomes)
    ]
    return Violation(
        id=rule.id,
        severity="error" if certain else "warning",
        question=rule.question,
        cells=tuple(row.lock.id for row in rows if row.lock),
        effect=None,
        facts=(
            ("count", len(rows)),
            ("rows", tuple(RowName(row.id) for row in rows)),
            ("most", CLOSED_ROWS_END),
            ("misthrows", len(sheet.penalties.cells)),
        ),
        certain=certain,
    )
