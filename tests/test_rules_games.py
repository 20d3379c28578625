"""Several sheets of one game."""

from __future__ import annotations

import pytest

from sheetgen.rules import Audit, Span, group_games, judge_game
from sheetgen.rules.games import most_closed_colours
from tests.rules_samples import audit_text, sheet_of

RED = "red 2 3 4 5 6 12 lock"
YELLOW = "yellow 2 3 4 5 6 12 lock"
GREEN = "green 12 11 10 9 8 2 lock"
BLUE = "blue 12 11 10 9 8 2 lock"


def game_of(*texts: str, variant: str = "original") -> list[Audit]:
    return [audit_text(text, variant, number) for number, text in enumerate(texts)]


def test_sheets_are_grouped_by_the_game_in_their_code() -> None:
    audits = [audit_text("red 2", number=number) for number in (0, 4, 1, 5)]
    first, second = group_games(audits)
    assert [a.sheet.code.number for a in first] == [0, 1]
    assert [a.sheet.code.number for a in second] == [4, 5]
    assert group_games([]) == ()


def test_two_closed_colours_over_all_sheets_end_the_game() -> None:
    game = judge_game(game_of(RED, GREEN, "red 2 3"))
    assert game.over is True
    assert game.closed == ("red", "green")
    assert game.violations == ()
    assert [s.audit.sheet.code.number for s in game.standings] == [0, 1, 2]
    assert [(s.place, s.shared) for s in game.standings] == [
        (Span(1, 1), True),
        (Span(1, 1), True),
        (Span(3, 3), False),
    ]
    assert game.winners == game.audits[:2]


def test_four_misthrows_end_the_game() -> None:
    game = judge_game(game_of("misthrows 4", "red 2"))
    assert (game.over, game.violations) == (True, ())
    assert [a.total.low for a in game.winners] == [1]


def test_a_game_that_is_not_finished_is_ranked_all_the_same() -> None:
    game = judge_game(game_of(RED, RED, "red 2; misthrows 3"))
    assert game.over is False
    (note,) = game.violations
    assert (note.id, note.severity, note.question) == ("game-not-finished", "hint", 13)
    assert note.message == "game not finished"
    assert note.text("de") == "Spiel nicht beendet"
    assert len(game.winners) == 2


def test_unsure_cells_may_leave_end_and_ranking_open() -> None:
    game = judge_game(game_of(RED, "green 12 11 10 9 8=unsure 2 lock", "blue 12"))
    assert game.over is None
    assert [v.id for v in game.violations] == ["game-end-unclear"]
    assert [s.place for s in game.standings] == [Span(1, 1), Span(1, 2), Span(3, 3)]
    assert [s.shared for s in game.standings] == [False, False, False]
    assert game.winners == game.audits[:1]


def test_three_colours_can_close_in_one_game() -> None:
    assert judge_game(game_of(RED, YELLOW, GREEN)).violations == ()


def test_four_closed_colours_are_too_many() -> None:
    game = judge_game(game_of(RED, YELLOW, GREEN, BLUE))
    (violation,) = game.violations
    assert violation.severity == "error"
    assert violation.message == (
        "4 closed colours in one game (red, yellow, green and blue), but more than 3 cannot be: "
        "the second ends the game, and only one roll can close several at once"
    )


@pytest.mark.parametrize(
    ("variant", "sheets", "most"),
    [("original", 4, 3), ("original", 1, 2), ("longo", 4, 4), ("longo", 2, 3)],
)
def test_how_many_colours_can_close(variant: str, sheets: int, most: int) -> None:
    assert most_closed_colours(game_of(*[""] * sheets, variant=variant)) == most


def test_misthrows_on_one_sheet_and_closed_colours_on_others() -> None:
    game = judge_game(game_of("misthrows 4", RED, GREEN))
    (violation,) = game.violations
    assert violation.message == (
        "a sheet with 4 misthrows and 2 closed colours (red and green) in one game, "
        "but either alone ends the game"
    )
    assert judge_game(game_of("misthrows 4", RED, RED)).violations == ()


def test_only_one_sheet_can_have_four_misthrows() -> None:
    (violation,) = judge_game(game_of("misthrows 4", "misthrows 4")).violations
    assert violation.message == (
        "2 sheets with 4 misthrows in one game, but the first of them ended it"
    )


def test_the_same_sheet_twice_counts_once() -> None:
    one, two = game_of(RED, GREEN)
    game = judge_game([one, two, one])
    assert game.audits == (one, two)
    code = sheet_of("original").code.text
    (note,) = game.violations
    assert (note.id, note.severity) == ("same-sheet-twice", "warning")
    assert note.message == f"sheet {code} was given 2 times; it counts once"


def test_the_same_sheet_with_different_marks_is_said() -> None:
    one, two = game_of(RED, GREEN)
    game = judge_game([one, two, audit_text("red 2")])
    assert game.audits == (one, two)
    assert game.violations[0].message == (
        f"sheet {one.sheet.code.text} was given 2 times with different results; "
        "the first one counts"
    )


def test_different_variants_are_not_compared() -> None:
    game = judge_game([audit_text(RED), audit_text("red 2", "longo")])
    assert (game.over, game.standings, game.winners) == (None, (), ())
    assert [v.message for v in game.violations] == [
        "sheets of different variants in one game (original, longo); they are not compared"
    ]


def test_a_game_has_sheets() -> None:
    with pytest.raises(ValueError, match="at least one sheet"):
        judge_game([])
