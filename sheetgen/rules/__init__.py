"""What the rules say about marked sheets: points, violations, games. Knows cells, no pixels."""

from sheetgen.rules.audit import Audit, PenaltyAudit, RowAudit, audit
from sheetgen.rules.games import Game, Standing, group_games, judge_game
from sheetgen.rules.marks import MARKS
from sheetgen.rules.notation import parse_correction, parse_marks
from sheetgen.rules.span import Span
from sheetgen.rules.violations import Violation

__all__ = [
    "MARKS",
    "Audit",
    "Game",
    "PenaltyAudit",
    "RowAudit",
    "Span",
    "Standing",
    "Violation",
    "audit",
    "group_games",
    "judge_game",
    "parse_correction",
    "parse_marks",
]
