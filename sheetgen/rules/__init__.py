"""What the rules say about marked sheets: points, violations, games. Knows cells, no pixels."""

from sheetgen.errors import TemplateError
from sheetgen.rules.audit import Audit, PenaltyAudit, RowAudit, audit
from sheetgen.rules.games import RULES, Game, Standing, group_games, judge_game
from sheetgen.rules.marks import MARKS
from sheetgen.rules.notation import Typed, parse_correction, parse_marks, parse_typed
from sheetgen.rules.span import Span
from sheetgen.rules.special_rules import SPECIAL_RULES
from sheetgen.rules.strip_rules import STRIP_RULES
from sheetgen.rules.terms import Term
from sheetgen.rules.violations import Violation
from sheetgen.variant import Variant

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


def refuse_unknown_rules(variant: Variant) -> None:
    """Raise TemplateError for rules that do not exist: their cells would count for nothing."""
    known = known_rules()
    for kind, parts in (("specials", variant.specials), ("strips", variant.strips)):
        for part in parts:
            if part.rule not in known:
                raise TemplateError(
                    f"{variant.name}: no rule '{part.rule}' for {kind} '{part.id}'",
                    "see what 'sheetgen check' says of the template",
                )


def known_rules() -> frozenset[str]:
    """The keys that the rules of special cells and strips may have in a template."""
    return frozenset(SPECIAL_RULES) | frozenset(STRIP_RULES)
