"""What is known of a sheet: each cell crossed, empty, or unknown (absent).

In the bar every mark but an unsure one strikes a field (a dash or a filled field is a used field);
everywhere else only a cross is a cross. Unsure cells are unknown.
"""

from __future__ import annotations

from collections.abc import Mapping

from sheetgen.rules.legality.board import Board
from sheetgen.sheet import Sheet

Known = Mapping[str, bool]
"""True: crossed, False: empty, by cell id; unknown cells are absent."""

_STRUCK = frozenset({"cross", "dash", "cancelled"})


def known_of(sheet: Sheet, marks: Mapping[str, str]) -> dict[str, bool]:
    """The facts that marks tell; cells without a mark are empty."""
    known: dict[str, bool] = {}
    for cell in sheet.cells:
        mark = marks.get(cell.id, "empty")
        if mark != "unsure":
            known[cell.id] = mark in _STRUCK if cell.kind == "bar" else mark == "cross"
    return known


def implied(board: Board, known: Known) -> dict[str, bool] | None:
    """The facts with all that follows from the board's implications; None if they contradict."""
    facts = dict(known)
    changed = True
    while changed:
        changed = False
        for a, b in board.implications:
            if facts.get(a) is True and facts.get(b) is not True:
                if b in facts:
                    return None
                facts[b] = changed = True
            if facts.get(b) is False and a not in facts:
                facts[a] = False
                changed = True
    return facts
