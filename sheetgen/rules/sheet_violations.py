"""Violations of rules about how a whole sheet ended, with the rows that they are about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sheetgen.rules.outcomes import RowRange
from sheetgen.rules.sheet_rules import SheetRule, rules_of
from sheetgen.rules.span import agreed
from sheetgen.rules.states import States
from sheetgen.rules.tally import CLOSED_ROWS_END
from sheetgen.rules.texts import RowName
from sheetgen.rules.violations import Violation
from sheetgen.sheet import Sheet


def sheet_violations(
    sheet: Sheet, ranges: Mapping[str, RowRange], states: States
) -> Iterator[Violation]:
    """What every state breaks, and what some may break."""
    ends = {tally.end(sheet) for tally in states}
    for rule in rules_of(sheet.variant) if ends else ():
        broken = agreed(rule.broken(end) for end in ends)
        if broken is not False:
            yield _violation(sheet, ranges, rule, certain=broken is True)


def _violation(
    sheet: Sheet, ranges: Mapping[str, RowRange], rule: SheetRule, *, certain: bool
) -> Violation:
    """Names every row that it is about, or may be about where it is not certain."""
    among = all if certain else any
    rows = [
        row
        for row in sheet.rows
        if row.lock and among(rule.involves(lock, closed) for lock, closed in ranges[row.id].ends)
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
