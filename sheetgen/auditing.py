"""From marks or typed crosses to audits. A correction made by hand re-runs only this."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from sheetgen.errors import UsageError
from sheetgen.rules.audit import Audit, audit
from sheetgen.rules.notation import parse_correction, parse_typed
from sheetgen.rules.reachability import with_legality
from sheetgen.sheet import Sheet, make_sheet
from sheetgen.sheetcode import MAX_PLAYERS

_NEXT_SHEET = re.compile(r"^[ \t]*--+[ \t]*$", re.MULTILINE)


@dataclass(frozen=True, slots=True, eq=False)
class TypedSheet:
    """A sheet whose marks were typed."""

    marks: dict[str, str]
    """By cell id; cells that were not named are empty."""
    audit: Audit


def audit_marks(
    sheet: Sheet,
    marks: Mapping[str, str],
    corrections: Iterable[str] = (),
    boxes: Mapping[str, int] | None = None,
) -> Audit:
    """Audit the marks of a sheet after corrections such as "red 5=cross" or "red/3=dash".

    Whether legal play leads to the sheet is searched for, too.

    ``boxes``: numbers that the player wrote, by box id. Raises UsageError for a correction that
    names no cell or mark, for marks of no cell and for boxes that the sheet lacks.
    """
    final = corrected(sheet, marks, corrections)
    return with_legality(audit(sheet, final, boxes), final)


def corrected(sheet: Sheet, marks: Mapping[str, str], corrections: Iterable[str]) -> dict[str, str]:
    """The marks after corrections, of which later ones win. Raises UsageError."""
    return {**marks, **dict(parse_correction(sheet, text) for text in corrections)}


def split_sheets(text: str) -> tuple[str, ...]:
    """The sheets of a text: lines of dashes separate them."""
    return tuple(_NEXT_SHEET.split(text))


def audit_typed(
    sheet: Sheet, texts: Sequence[str], board_points: int | None = None, *, fixed: bool = False
) -> tuple[TypedSheet, ...]:
    """Audit typed crosses; several texts are the sheets of one game, the first of them ``sheet``.

    ``board_points``: the number of the sheet's box. ``fixed``: the players of the game are those of
    the sheet code, else as many as there are texts. Raises UsageError.
    """
    if board_points is not None and len(texts) > 1:
        raise UsageError(
            f"--board-points with {len(texts)} sheets", "write 'board N' to the crosses of each"
        )
    sheets = _game_of(sheet, len(texts), fixed)
    return tuple(
        _audit_text(one, text, board_points) for one, text in zip(sheets, texts, strict=True)
    )


def _audit_text(sheet: Sheet, text: str, board_points: int | None) -> TypedSheet:
    typed = parse_typed(sheet, text)
    boxes = {**typed.boxes, **board_boxes(sheet, board_points)}
    marks = {cell.id: typed.marks.get(cell.id, "empty") for cell in sheet.cells}
    return TypedSheet(marks, audit_marks(sheet, marks, boxes=boxes))


def board_boxes(sheet: Sheet, board_points: int | None) -> dict[str, int]:
    """The number of the sheet's box, by its id. Raises UsageError if the sheet has none."""
    if board_points is None:
        return {}
    if not sheet.boxes:
        raise UsageError(f"{sheet.variant.name} has no board", "leave out --board-points")
    return {sheet.boxes[0].id: board_points}


def _game_of(sheet: Sheet, count: int, fixed: bool) -> tuple[Sheet, ...]:
    """A sheet and those that follow it in its game."""
    code = sheet.code
    if count == 1:
        return (sheet,)
    if not fixed:
        if count > MAX_PLAYERS:
            raise UsageError(f"{count} sheets in one game", f"give at most {MAX_PLAYERS}")
        code = replace(code, players=count - 1)
    elif code.seat + count > code.players + 1:
        left = code.players + 1 - code.seat
        raise UsageError(
            f"{count} sheets, but from this code on its game has {left}",
            "give the code of the game's first sheet",
        )
    return tuple(
        make_sheet(sheet.variant, replace(code, number=code.number + i)) for i in range(count)
    )
