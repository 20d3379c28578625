"""What the rules say about marked sheets: points, violations, games. Knows cells, no pixels."""

from sheetgen.rules.audit import Audit, PenaltyAudit, RowAudit, audit
from sheetgen.rules.games import RULES, Game, Standing, group_games, judge_game
from sheetgen.rules.marks import MARKS
from sheetgen.rules.notation import Typed, parse_correction, parse_marks, parse_typed
from sheetgen.rules.span import Span
from sheetgen.rules.special_rules import SPECIAL_RULES
from sheetgen.rules.strip_rules import STRIP_RULES
from sheetgen.rules.terms import Term
from sheetgen.rules.violations import Violation

__all__ = [
    "MARKS",
    "RULES",
    "Audit",
    "Game",
    "PenaltyAudit",
    "RowAudit",
    "Span",
    "Standing",
    "Term",
    "Typed",
    "Violation",
    "audit",
    "group_games",
    "judge_game",
    "known_rules",
    "parse_correction",
    "parse_marks",
    "parse_typed",
]


def known_rules() -> frozenset[str]:
    """The keys that the rules of special cells and strips may have in a template."""
    return frozenset(SPECIAL_RULES) | frozenset(STRIP_RULES)
