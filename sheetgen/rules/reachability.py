"""What the search over orders of play adds to an audit: whether legal play leads to the sheet.

It is asked where no plainer rule is broken already, and it knows more than the counts of the bonus
bar: what it proves replaces them (questions 1, 9 and 14).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sheetgen.rules.audit import Audit
from sheetgen.rules.legality import NOT_REACHABLE, Legality, judge_legality
from sheetgen.rules.violations import Violation

_COUNTED = frozenset({"bar-gap", "bar-more-than-cells", "bar-one-missing", "bar-fewer-than-cells"})
"""Ids of what counting alone says about the bonus bar."""


def with_legality(audit: Audit, marks: Mapping[str, str]) -> Audit:
    """The audit with the verdict of the search, where nothing plainer is wrong."""
    if any(v.severity == "error" and v.id not in _COUNTED for v in audit.violations):
        return audit
    legality = judge_legality(audit.sheet, marks)
    if legality.possible is None:
        return replace(audit, legality=legality)
    kept = tuple(v for v in audit.violations if v.id not in _COUNTED)
    maybe = tuple(v for v in audit.possible if v.id not in _COUNTED)
    if legality.possible:
        by_the_rules = audit.by_the_rules
        if by_the_rules is None and len(kept) < len(audit.violations):
            by_the_rules = audit.as_marked
        return replace(
            audit, violations=kept, possible=maybe, by_the_rules=by_the_rules, legality=legality
        )
    return replace(
        audit,
        violations=(*kept, _not_reachable(legality)),
        possible=maybe,
        by_the_rules=None,
        legality=legality,
    )


def _not_reachable(legality: Legality) -> Violation:
    return Violation(
        id=NOT_REACHABLE,
        severity="error",
        question=14,
        cells=tuple(fact.cell for fact in legality.conflict),
        effect=None,
        legality=legality,
    )
