"""Could a sheet have come about by legal play? An exact search, with an order or with reasons."""

from sheetgen.rules.legality.conflicts import Fact
from sheetgen.rules.legality.explain import (
    NOT_REACHABLE,
    change_text,
    findings_of,
    how_sentences,
    how_title,
    legality_violations,
    reason_text,
)
from sheetgen.rules.legality.judge import (
    Budget,
    Change,
    Legality,
    agrees_with,
    is_reachable,
    judge_legality,
    stays_possible,
)
from sheetgen.rules.legality.steps import Link, Step, order_sentences, step_sentence

__all__ = [
    "NOT_REACHABLE",
    "Budget",
    "Change",
    "Fact",
    "Legality",
    "Link",
    "Step",
    "agrees_with",
    "change_text",
    "findings_of",
    "how_sentences",
    "how_title",
    "is_reachable",
    "judge_legality",
    "legality_violations",
    "order_sentences",
    "reason_text",
    "stays_possible",
    "step_sentence",
]
