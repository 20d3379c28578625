"""Rows with very many unsure cells get a bound that holds every value."""

from __future__ import annotations

from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sheetgen.dealing import code_for
from sheetgen.rules import audit
from sheetgen.rules.outcomes import range_of
from sheetgen.rules.parts import parts_of
from sheetgen.rules.span import Span, agreed
from sheetgen.sheet import Sheet, make_sheet
from sheetgen.variant import Variant
from tests.rules_samples import VARIANTS, marked_sheets, sheet_of

MANY_ENDS = Variant.model_validate(
    {
        "format": 1,
        "name": "many-ends",
        "title": "Many ends",
        "summary": "a row with so many closing numbers that not every value can be tried",
        "closing": {"need": 2, "cells": 18},
        "points": {"up_to": 21},
        "rows": [{"id": "red", "colour": "red", "numbers": "1..20"}],
    }
)
SHEET = make_sheet(MANY_ENDS, code_for(MANY_ENDS, seed=1))
(PART,) = parts_of(SHEET)


@settings(deadline=None)
@given(st.frozensets(st.integers(0, 20), max_size=8), st.data())
def test_the_bound_holds_every_value(crossed: frozenset[int], data: st.DataObject) -> None:
    unsure = frozenset(range(21)) - crossed
    found = range_of(PART, ids(crossed), ids(unsure))
    assert not found.exact
    assert found.findings == ()
    assert found.depends == ids(unsure)
    chosen = data.draw(st.frozensets(st.sampled_from(sorted(unsure))))
    (score,), (row,) = PART.score(ids(crossed | chosen)).rows, found.rows
    assert score.crosses in row.crosses
    assert score.counted in row.counted
    assert (score.lock, score.closed) in row.ends
    assert score.as_marked in row.points.as_marked
    assert score.by_the_rules in row.points.by_the_rules


def ids(positions: frozenset[int]) -> frozenset[str]:
    return frozenset(f"red/{position}" for position in positions)


def test_spans() -> None:
    assert Span.over([3, Span(1, 2), 7]) == Span(1, 7)
    assert Span(1, 2) + Span(-5, 3) == Span(-4, 5)
    assert 2 in Span(1, 2)
    assert 3 not in Span(1, 2)
    assert (Span(4, 4).exact, Span(4, 5).exact) == (4, None)
    assert [agreed([True]), agreed([False, False]), agreed([True, False])] == [True, False, None]


@settings(max_examples=120, deadline=None)
@given(marked_sheets(unsure=40), st.data())
def test_whole_sheets_with_very_many_unsure_cells_hold_every_value(
    marked: tuple[Sheet, dict[str, str]], data: st.DataObject
) -> None:
    sheet, marks = marked
    found = audit(sheet, marks)
    unsure = sorted(cell for cell, mark in marks.items() if mark == "unsure")
    for _ in range(3):
        values = data.draw(st.lists(st.booleans(), min_size=len(unsure), max_size=len(unsure)))
        chosen = {c: "cross" if v else "empty" for c, v in zip(unsure, values, strict=True)}
        one = audit(sheet, marks | chosen)
        assert contains(found.as_marked, one.as_marked)
        assert contains(found.penalties.points, one.penalties.points)
        if one.by_the_rules is not None:
            assert found.by_the_rules is not None
            assert contains(found.by_the_rules, one.by_the_rules)
        for wide, exact in zip(found.terms, one.terms, strict=True):
            assert contains(wide.as_marked, exact.as_marked)
            assert contains(wide.by_the_rules, exact.by_the_rules)
        for wide_row, row in zip(found.rows, one.rows, strict=True):
            assert contains(wide_row.crosses, row.crosses)
            assert contains(wide_row.by_the_rules, row.by_the_rules)
            assert wide_row.closed in (None, row.closed)
        certain = {(v.id, v.subject) for v in found.violations}
        assert certain <= {(v.id, v.subject) for v in one.violations}


def contains(wide: Span, exact: Span) -> bool:
    return wide.low <= exact.low and exact.high <= wide.high


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_sheet_on_which_everything_is_unsure_is_bounded_at_once(variant: str) -> None:
    sheet = sheet_of(variant)
    start = process_time()
    found = audit(sheet, {cell.id: "unsure" for cell in sheet.cells})
    assert process_time() - start < 5
    assert found.as_marked.low == -20
    assert {v.severity for v in found.violations} <= {"hint"}
