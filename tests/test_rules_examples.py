"""The examples of the published rules, as facts: which cells, which points."""

from __future__ import annotations

import pytest

from sheetgen.rules import Span, judge_game
from sheetgen.rules.strip_rules import STRIKE_BAR
from sheetgen.sheet import Cell, Sheet
from tests.rules_samples import audit_text, sheet_of


def cell_of(sheet: Sheet, row: str, number: int) -> Cell:
    return next(cell for cell in sheet.cells if cell.row == row and cell.number == number)


@pytest.mark.parametrize(
    ("variant", "text", "points"),
    [
        # crosses so far in the four rows, and what may follow
        ("original", "red 5 7; yellow 10; green 6; blue 10", [3, 1, 1, 1]),
        ("original", "red 5 7 8; yellow 10 11; green 6 5; blue 10 9", [6, 3, 3, 3]),
        ("longo", "red 5 7; yellow 13; green 11; blue 14", [3, 1, 1, 1]),
        ("longo", "red 5 7; yellow 13 14; green 11 10; blue 14 13", [3, 3, 3, 3]),
        # a turn of the active player: first the white sum, then white and colour
        ("original", "red 5; blue 10", [1, 0, 0, 1]),
        ("original", "yellow 5", [0, 1, 0, 0]),
        ("longo", "red 6; blue 13", [1, 0, 0, 1]),
        ("longo", "yellow 6", [0, 1, 0, 0]),
        # a lucky number: the next free number of the row with fewest crosses
        ("longo", "green 16", [0, 0, 1, 0]),
    ],
)
def test_crosses_of_the_examples_are_legal(variant: str, text: str, points: list[int]) -> None:
    found = audit_text(text, variant)
    assert found.violations == ()
    assert [row.as_marked.exact for row in found.rows] == points


@pytest.mark.parametrize(
    ("variant", "text"),
    [("original", "green 12 11 10 9 8 2 lock"), ("longo", "green 16 15 14 13 12 11 3 lock")],
)
def test_a_row_is_closed_with_its_last_number_and_the_lock(variant: str, text: str) -> None:
    found = audit_text(text, variant)
    assert found.violations == ()
    assert [row.closed for row in found.rows] == [False, False, True, False]


@pytest.mark.parametrize(
    ("variant", "last", "before"),
    [("original", 12, "2 3 4 5 6"), ("longo", 16, "2 3 4 5 6 7")],
)
def test_one_roll_closes_a_second_and_a_third_row(variant: str, last: int, before: str) -> None:
    green = "green 12 11 10 9 8 2 lock" if last == 12 else "green 16 15 14 13 12 11 2 lock"
    texts = [green, f"red {before} {last} lock", f"yellow {before} {last} lock"]
    game = judge_game([audit_text(text, variant, i) for i, text in enumerate(texts)])
    assert (game.over, game.violations) == (True, ())
    assert game.closed == ("green", "red", "yellow")


def test_gemixxt_a_the_red_12_closes_the_top_row_and_takes_the_red_die() -> None:
    sheet = sheet_of("gemixxt-a")
    assert cell_of(sheet, "red", 12).colour == "red"
    found = audit_text("red 2 3 4 5 6 12 lock", "gemixxt-a")
    assert found.violations == ()
    assert [row.as_marked.exact for row in found.rows] == [28, 0, 0, 0]
    game = judge_game([found])
    assert game.closed == ("red",)
    # red cells of the other rows may still be crossed
    red = [cell for cell in sheet.cells if cell.colour == "red" and cell.kind == "number"]
    others = "; ".join(f"{cell.row} {cell.number}" for cell in red if cell.row != "red")
    more = audit_text(f"red 2 3 4 5 6 12 lock; {others}", "gemixxt-a")
    assert more.violations == ()
    assert more.rows[0].as_marked == Span.of(28)


def test_gemixxt_a_in_the_card_game_one_colour_lies_in_several_rows() -> None:
    sheet = sheet_of("gemixxt-a")
    places = [cell_of(sheet, "yellow", 3), cell_of(sheet, "blue", 8), cell_of(sheet, "red", 11)]
    assert [cell.colour for cell in places] == ["red", "red", "red"]
    found = audit_text("yellow 3; blue 8", "gemixxt-a")
    assert judge_game([found], rules="card-game").over is False
    assert [row.as_marked.exact for row in found.rows] == [0, 1, 0, 1]


@pytest.mark.parametrize(("row", "last"), [("red", 11), ("yellow", 10), ("green", 3), ("blue", 4)])
def test_gemixxt_b_closing_numbers(row: str, last: int) -> None:
    sheet = sheet_of("gemixxt-b")
    numbers = [cell.number for cell in sheet.cells if cell.row == row and cell.kind == "number"]
    five = " ".join(map(str, numbers[:5]))
    assert audit_text(f"{row} {five} {last} lock", "gemixxt-b").violations == ()
    (violation,) = audit_text(f"{row} {five} lock", "gemixxt-b").violations
    assert violation.id == "lock-without-closing-number"
    four = " ".join(map(str, numbers[:4]))
    (violation,) = audit_text(f"{row} {four} {last} lock", "gemixxt-b").violations
    assert violation.id == "closing-without-enough-crosses"


def bonus_cells(sheet: Sheet) -> set[tuple[str, int | None]]:
    kinds = {special.id for special in sheet.variant.specials if special.rule == STRIKE_BAR}
    return {(cell.row, cell.number) for cell in sheet.cells if cell.special in kinds}


def test_bonus_a_the_first_bonus_cell_strikes_red_and_forces_the_next_red_number() -> None:
    sheet = sheet_of("bonus-a")
    (bar,) = sheet.extras
    assert ("green", 11) in bonus_cells(sheet)
    assert bar.cells[0].colour == "red"
    found = audit_text("red 2 4 5; green 12 11; bar 1", "bonus-a")
    assert found.violations == ()
    assert found.as_marked == Span.of(6 + 3)


def test_bonus_a_a_chain_red_9_blue_5_yellow_10() -> None:
    sheet = sheet_of("bonus-a")
    (bar,) = sheet.extras
    assert {("red", 9), ("blue", 5)} <= bonus_cells(sheet)
    assert ("yellow", 10) not in bonus_cells(sheet)
    assert [bar.cells[6].colour, bar.cells[7].colour] == ["blue", "yellow"]
    crosses = "red 3 6 9; yellow 5 8 10; green 11 7; blue 5"
    assert audit_text(f"{crosses}; bar 1-8", "bonus-a").violations == ()
    (missing,) = audit_text(f"{crosses}; bar 1-7", "bonus-a").violations
    assert (missing.id, missing.severity) == ("bar-one-missing", "warning")


def test_bonus_a_fields_of_a_colour_that_another_player_closed_are_struck_unused() -> None:
    found = audit_text("red 3 4; green 11; bar 1 2 3 8 10", "bonus-a")
    keys = {violation.id: violation.severity for violation in found.violations}
    assert keys == {"bar-gap": "warning", "bar-more-than-cells": "warning"}
    assert found.by_the_rules == found.as_marked


def test_bonus_b_both_stars_are_marked_in_the_legend() -> None:
    sheet = sheet_of("bonus-b")
    assert cell_of(sheet, "green", 5).special == cell_of(sheet, "yellow", 3).special == "star"
    found = audit_text("yellow 3; green 5; legend star; misthrows 3", "bonus-b")
    assert found.violations == ()
    assert (found.penalties.points, found.as_marked) == (Span(0, 0), Span.of(2))


def test_on_board_the_figure_moves_to_a_number_that_is_crossed_or_may_be() -> None:
    found = audit_text("green 10; board 3", "on-board")
    assert found.violations == ()
    assert found.as_marked == Span.of(1 + 3)
    assert audit_text("green 10 7; board 5", "on-board").as_marked == Span.of(3 + 5)


def test_on_board_without_a_board_is_the_original() -> None:
    """The box stays empty in the original game."""
    text = "red 2 3 6 8; yellow 3 5 8; green 11 10 5-2 lock; blue 12 10 9 8 7 5 4 3; misthrows 2"
    found = audit_text(text, "on-board")
    assert found.as_marked == Span.of(70)
    assert [v.id for v in found.violations] == ["box-missing"]
    assert audit_text(f"{text}; board 20", "on-board").as_marked == Span.of(90)


def test_big_points_the_example_of_161() -> None:
    found = audit_text(
        "red 5 6 7 9; red-yellow 5 6 8; yellow 3 6 8 9 11; green 12 10 8 7 5 2 lock; "
        "green-blue 11 7 5 4; blue 11 9 6 4; misthrows 1",
        "big-points",
    )
    assert [row.as_marked.exact for row in found.rows if row.scored] == [28, 36, 66, 36]
    assert [row.as_marked.exact for row in found.rows if not row.scored] == [0, 0]
    assert found.as_marked == found.by_the_rules == Span.of(161)
    assert found.violations == ()
