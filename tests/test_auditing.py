"""The conductor from marks to an audit: corrections."""

from __future__ import annotations

import pytest

from sheetgen.auditing import audit_marks, corrected
from sheetgen.errors import UsageError
from sheetgen.rules import Span
from tests.rules_samples import sheet_of


def test_corrections_replace_marks_and_later_ones_win() -> None:
    sheet = sheet_of("original")
    marks = {"red/0": "cross", "red/3": "unsure"}
    assert audit_marks(sheet, marks).total == Span(1, 3)
    assert audit_marks(sheet, marks, ["red 5=cross"]).total == Span.of(3)
    assert audit_marks(sheet, marks, ["red 5=cross", "red/3=dash"]).total == Span.of(1)
    assert marks["red/3"] == "unsure"
    assert corrected(sheet, marks, ["red/3=empty"])["red/3"] == "empty"


def test_a_correction_of_nothing_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="no row 'rad': did you mean 'red'"):
        audit_marks(sheet_of("original"), {}, ["rad 5=cross"])
