"""From marks to an audit. A correction made by hand re-runs only this."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sheetgen.rules.audit import Audit, audit
from sheetgen.rules.notation import parse_correction
from sheetgen.sheet import Sheet


def audit_marks(sheet: Sheet, marks: Mapping[str, str], corrections: Iterable[str] = ()) -> Audit:
    """Audit the marks of a sheet after corrections such as "red 5=cross" or "red/3=dash".

    Raises UsageError for a correction that names no cell or mark, and for marks of no cell.
    """
    return audit(sheet, corrected(sheet, marks, corrections))


def corrected(sheet: Sheet, marks: Mapping[str, str], corrections: Iterable[str]) -> dict[str, str]:
    """The marks after corrections, of which later ones win. Raises UsageError."""
    return {**marks, **dict(parse_correction(sheet, text) for text in corrections)}
