"""One row: points, and what does not count (questions 1 to 4 and 6)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetgen.dealing import code_for
from sheetgen.rules.rows import RowScore, Terms, score_row, terms_of
from sheetgen.sheet import Row, make_sheet
from sheetgen.variant import Points, Variant
from tests.rules_samples import sheet_of


def row_of(variant: str, row: str = "red") -> Row:
    return next(found for found in sheet_of(variant).rows if found.id == row)


def score(variant: str, crossed: set[int], row: str = "red") -> RowScore:
    found = row_of(variant, row)
    return score_row(found, frozenset(crossed), terms_of(sheet_of(variant).variant, found))


@pytest.mark.parametrize(
    ("crosses", "points"),
    list(enumerate((0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55))),
)
def test_points_are_triangular_numbers(crosses: int, points: int) -> None:
    assert score("original", set(range(crosses))).as_marked == points


def test_tables_end_at_12_and_at_16_crosses() -> None:
    full = score("original", set(range(12)))
    assert (full.crosses, full.as_marked, full.by_the_rules, full.faults) == (12, 78, 78, ())
    longo = score("longo", set(range(16)))
    assert (longo.crosses, longo.as_marked, longo.by_the_rules) == (16, 136, 120)


@pytest.mark.parametrize("row", ["red", "yellow", "green", "blue"])
def test_a_row_is_closed_by_its_last_number_and_the_lock(row: str) -> None:
    crossed = {0, 2, 3, 4, 6, 10, 11}
    found = score("original", crossed, row)
    assert found == RowScore(7, 7, 28, 28, lock=True, closed=True, cells=frozenset(crossed))


@pytest.mark.parametrize("closing", [13, 14])
def test_longo_rows_are_closed_by_either_of_the_last_two_numbers(closing: int) -> None:
    crossed = {0, 1, 2, 3, 4, 5, closing, 15}
    found = score("longo", crossed)
    assert found == RowScore(8, 8, 36, 36, lock=True, closed=True, cells=frozenset(crossed))


@pytest.mark.parametrize(
    ("variant", "crossed", "faults", "counted"),
    [
        # question 2: neither closing number nor lock
        ("original", {0, 1, 2, 3, 10, 11}, ["closing-without-enough-crosses"], 4),
        ("original", {0, 1, 2, 3, 10}, ["closing-without-enough-crosses"], 4),
        ("longo", {0, 1, 2, 3, 4, 13, 15}, ["closing-without-enough-crosses"], 5),
        # question 3: the lock counts
        ("original", {0, 1, 2, 3, 4, 10}, ["lock-forgotten"], 7),
        ("longo", {0, 1, 2, 3, 4, 5, 14}, ["lock-forgotten"], 8),
        # question 4: the lock does not count
        ("original", {0, 1, 2, 3, 4, 11}, ["lock-without-closing-number"], 5),
        ("original", {11}, ["lock-without-closing-number"], 0),
        # question 6: the first closing number that had its six, and the lock
        ("longo", {0, 1, 2, 3, 4, 5, 13, 14, 15}, ["both-closing-numbers"], 8),
        (
            "longo",
            {0, 1, 2, 3, 4, 5, 13, 14},
            ["both-closing-numbers", "lock-forgotten"],
            8,
        ),
        (
            "longo",
            {0, 1, 2, 3, 4, 13, 14, 15},
            ["both-closing-numbers", "closing-without-enough-crosses"],
            5,
        ),
    ],
)
def test_what_does_not_count(
    variant: str, crossed: set[int], faults: list[str], counted: int
) -> None:
    found = score(variant, crossed)
    assert [fault.id for fault in found.faults] == faults
    assert (found.crosses, found.counted) == (len(crossed), counted)


def expected(crossed: frozenset[int], size: int, closing: range, need: int) -> int:
    """Crosses by the rules, told another way: play the crosses from left to right."""
    counted = 0
    for position in range(size):
        if position in closing and position in crossed:
            return counted + 2 if counted >= need else counted
        counted += position in crossed
    return counted


@given(st.frozensets(st.integers(0, 11)))
def test_original_rows_agree_with_playing_them(crossed: frozenset[int]) -> None:
    assert score("original", set(crossed)).counted == expected(crossed, 11, range(10, 11), 5)


@given(st.frozensets(st.integers(0, 15)))
def test_longo_rows_agree_with_playing_them(crossed: frozenset[int]) -> None:
    assert score("longo", set(crossed)).counted == expected(crossed, 15, range(13, 15), 6)


@given(st.frozensets(st.integers(0, 15)), st.integers(0, 9))
def test_effects_add_up_to_the_difference(crossed: frozenset[int], need: int) -> None:
    found = score_row(row_of("longo"), crossed, Terms(need, Points(up_to=16)))
    assert found.by_the_rules - found.as_marked == sum(fault.effect or 0 for fault in found.faults)
    if not found.faults:
        assert found.counted == found.crosses


def test_rows_without_a_lock_have_no_closing_faults() -> None:
    variant = Variant.model_validate(
        {
            "format": 1,
            "name": "open",
            "title": "Open",
            "summary": "a row that is never closed",
            "rows": [
                {
                    "id": "red",
                    "colour": "red",
                    "numbers": "2..12",
                    "closing": {"need": 5, "lock": False},
                }
            ],
        }
    )
    sheet = make_sheet(variant, code_for(variant, seed=1))
    found = score_row(sheet.rows[0], frozenset({0, 10}), terms_of(variant, sheet.rows[0]))
    assert found == RowScore(2, 2, 3, 3, lock=False, closed=False, cells=frozenset({0, 10}))


def test_only_scoring_rows_have_terms() -> None:
    sheet = sheet_of("original")
    with pytest.raises(ValueError, match="penalty is not a scoring row"):
        terms_of(sheet.variant, sheet.penalties)
