"""Rules about a whole sheet: how it may have ended.

Each rule is registered under the id of its violation. It sees how many rows ended in which way,
never points or pixels, and says whether the sheet breaks it, and whether no play reaches it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sheetgen.rules.special_rules import forces_crosses
from sheetgen.rules.tally import CLOSED_ROWS_END, SheetEnd
from sheetgen.variant import Variant


@dataclass(frozen=True, slots=True)
class SheetRule:
    id: str
    question: int | None
    broken: Callable[[SheetEnd], bool]
    unreachable: Callable[[SheetEnd], bool]
    """No legal play leads here, and nothing says what does not count (question 14)."""
    involves: Callable[[bool, bool], bool]
    """Whether it is about a row, given that its lock is crossed, and that it is closed."""
    applies: Callable[[Variant], bool]


SHEET_RULES: dict[str, SheetRule] = {}


def register(rule: SheetRule) -> SheetRule:
    """Make a rule known under its id. Raises ValueError for an id that is taken."""
    if rule.id in SHEET_RULES:
        raise ValueError(f"sheet rule '{rule.id}' is registered twice")
    SHEET_RULES[rule.id] = rule
    return rule


def rules_of(variant: Variant) -> tuple[SheetRule, ...]:
    """The sheet rules that hold for a variant."""
    return tuple(rule for rule in SHEET_RULES.values() if rule.applies(variant))


def _closable_rows(variant: Variant) -> int:
    return sum(variant.closing_of(spec).lock for spec in variant.rows)


def _too_many_locks(end: SheetEnd) -> bool:
    """Question 5: a cross closes one row, and the second closed row ends the game.

    Locks are counted as crossed; for the total only those that count by the rules matter. Where
    crosses force others, one cross may close several rows, and only a search over orders decides.
    """
    return end.locks > CLOSED_ROWS_END or end.closed > CLOSED_ROWS_END


def _misthrows_and_closed_rows(end: SheetEnd) -> bool:
    """Question 13: the last misthrow ends the game, and so does the second closed row: not both."""
    return end.misthrows and end.closed >= CLOSED_ROWS_END


register(
    SheetRule(
        "too-many-locks",
        5,
        broken=_too_many_locks,
        unreachable=lambda end: end.closed > CLOSED_ROWS_END,
        involves=lambda lock, closed: lock or closed,
        applies=lambda variant: (
            _closable_rows(variant) > CLOSED_ROWS_END and not forces_crosses(variant)
        ),
    )
)
register(
    SheetRule(
        "misthrows-and-closed-rows",
        13,
        broken=_misthrows_and_closed_rows,
        unreachable=_misthrows_and_closed_rows,
        involves=lambda lock, closed: closed,
        applies=lambda variant: _closable_rows(variant) >= CLOSED_ROWS_END,
    )
)
