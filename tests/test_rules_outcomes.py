"""Rows with very many unsure cells get a bound that holds every value."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from sheetgen.dealing import code_for
from sheetgen.rules.marks import RowMarks
from sheetgen.rules.outcomes import range_of
from sheetgen.rules.rows import scorer_of
from sheetgen.rules.span import Span, agreed
from sheetgen.sheet import make_sheet
from sheetgen.variant import Variant

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
ROW = SHEET.rows[0]
SCORER = scorer_of(MANY_ENDS, ROW)


@settings(deadline=None)
@given(st.frozensets(st.integers(0, 20), max_size=8), st.data())
def test_the_bound_holds_every_value(crossed: frozenset[int], data: st.DataObject) -> None:
    unsure = frozenset(range(21)) - crossed
    found = range_of(SCORER, RowMarks(crossed, unsure))
    assert not found.exact
    assert found.findings == ()
    assert found.depends == unsure
    chosen = data.draw(st.frozensets(st.sampled_from(sorted(unsure))))
    score = SCORER(crossed | chosen)
    assert score.crosses in found.crosses
    assert score.counted in found.counted
    end = [o for o in found.outcomes if (o.lock, o.closed) == (score.lock, score.closed)]
    assert score.as_marked in end[0].as_marked
    assert score.by_the_rules in end[0].by_the_rules


def test_spans() -> None:
    assert Span.over([3, Span(1, 2), 7]) == Span(1, 7)
    assert Span(1, 2) + Span(-5, 3) == Span(-4, 5)
    assert 2 in Span(1, 2)
    assert 3 not in Span(1, 2)
    assert (Span(4, 4).exact, Span(4, 5).exact) == (4, None)
    assert [agreed([True]), agreed([False, False]), agreed([True, False])] == [True, False, None]
