"""Rows with very many unsure cells get a bound that holds every value."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from sheetgen.dealing import code_for
from sheetgen.rules.outcomes import range_of
from sheetgen.rules.parts import parts_of
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
