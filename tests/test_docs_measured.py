"""Tables of the docs that benchmarks write."""

from __future__ import annotations

import pytest

from tests.docs_measured import PAGE, TABLES, cell_size_table, palette_table, replaced


def test_text_between_marks_is_replaced_and_nothing_else() -> None:
    page = "a\n<!-- x -->\nold\n<!-- end of x -->\nb\n"
    assert replaced(page, "x", iter(["new"])) == "a\n<!-- x -->\nnew\n<!-- end of x -->\nb\n"


def test_a_page_without_the_place_is_refused() -> None:
    with pytest.raises(AssertionError, match="0 places"):
        replaced("nothing", "x", iter([]))


@pytest.mark.parametrize("name", TABLES)
def test_the_page_has_a_place_for_every_table(name: str) -> None:
    replaced(PAGE.read_text("utf-8"), name, iter(["new"]))


def test_palettes_have_a_row_each_also_if_not_photographed() -> None:
    seen = {"by_condition": {"palette": {"grey": {"right": 5, "flagged": 1, "silent": 0}}}}
    lines = list(palette_table({"seed": 1, "groups": {"careful": seen}}))
    assert "| `grey` | 5 + 1 + 0 |" in lines
    assert "| `standard` | - |" in lines


def test_cell_sizes_are_shares_of_the_sheets() -> None:
    counts = {"right": {"count": 3}, "flagged": {"count": 1}, "silent": {"count": 0}}
    row = {"view": "page", "cell_mm": 7.0, "cell_px": 43, "sheets": 4, "not read": 1, **counts}
    *_, last = cell_size_table({"seed": 1, "megapixels": 12.0, "rows": [row]})
    assert last == "| page | 7 mm | 43 px | 4 | 75% | 25% | 0% | 1 |"
