"""Several sheets of one game."""

from __future__ import annotations

import pytest

from sheetgen.catalog import bundled, find_variant
from sheetgen.dealing import code_for
from sheetgen.errors import UsageError
from sheetgen.rules import Audit, Span, audit, group_games, judge_game
from sheetgen.rules.games import most_closed_colours, plays_cards
from sheetgen.sheet import make_sheet
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
    [
        ("original", 4, 3),
        ("original", 1, 2),
        ("longo", 4, 4),
        ("longo", 2, 3),
        ("gemixxt-a", 4, 3),
        ("gemixxt-b", 4, 2),
        ("bonus-a", 1, 4),
        ("bonus-b", 2, 4),
        ("x-change", 4, 3),
    ],
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


def test_swapped_sums_close_different_numbers() -> None:
    variant = find_variant("x-change")
    swaps = variant.strips[0].model_copy(update={"swaps": ((12, 2),)})
    own = variant.model_copy(update={"name": "own", "number": None, "strips": (swaps,)})
    audits = [
        audit(make_sheet(own, code_for(own, seed=1, number=number)), {}) for number in range(4)
    ]
    assert most_closed_colours(audits) == 4


def test_closing_numbers_that_differ_never_close_together() -> None:
    red, yellow, green = (
        "red 10 6 2 8 3 11 lock",
        "yellow 9 12 4 6 7 10 lock",
        "green 8 2 10 12 6 3 lock",
    )
    game = judge_game(game_of(red, yellow, green, variant="gemixxt-b"))
    assert [v.id for v in game.violations] == ["too-many-closed-colours"]
    assert judge_game(game_of(red, yellow, variant="gemixxt-b")).violations == ()


# The card game (question 15)


def test_in_the_card_game_a_row_is_closed_for_its_player_alone() -> None:
    audits = game_of(RED, YELLOW, GREEN, BLUE)
    game = judge_game(audits, rules="card-game")
    assert game.over is False
    assert [v.id for v in game.violations] == ["game-not-finished"]
    game = judge_game(game_of(f"{RED}; {GREEN}", YELLOW), rules="card-game")
    assert (game.over, game.violations) == (True, ())
    game = judge_game(game_of("misthrows 4", RED, GREEN), rules="card-game")
    assert (game.over, game.violations) == (True, ())


def test_in_the_card_game_too_unsure_cells_leave_the_end_open() -> None:
    text = f"{RED}; green 12 11 10 9 8=unsure 2 lock"
    game = judge_game(game_of(text, "red 2"), rules="card-game")
    assert game.over is None
    assert [v.id for v in game.violations] == ["game-end-unclear"]


@pytest.mark.parametrize("variant", ["original", "gemixxt-a", "gemixxt-b"])
def test_sheets_of_the_card_game(variant: str) -> None:
    assert plays_cards(find_variant(variant))
    assert judge_game(game_of("", variant=variant), rules="card-game").over is False


def test_other_sheets_are_not_those_of_the_card_game() -> None:
    playable = {name for name, variant in bundled().items() if plays_cards(variant)}
    assert playable == {"original", "gemixxt-a", "gemixxt-b"}
    with pytest.raises(UsageError, match="the card game is not played on sheets of longo"):
        judge_game(game_of("", variant="longo"), rules="card-game")
    with pytest.raises(UsageError, match="no rules 'cards': choose one of standard, card-game"):
        judge_game(game_of(""), rules="cards")


# On Board


@pytest.mark.parametrize(
    ("ended", "over", "hints"),
    [
        (None, None, ["board-end-unclear"]),
        (True, True, []),
        (False, False, ["game-not-finished"]),
    ],
)
def test_a_game_may_end_on_the_board(
    ended: bool | None, over: bool | None, hints: list[str]
) -> None:
    game = judge_game(game_of("board 20", "board 3", variant="on-board"), board_ended=ended)
    assert game.over is over
    assert [v.id for v in game.violations] == hints
    assert [s.audit.total.low for s in game.standings] == [20, 3]


def test_misthrows_end_a_game_with_a_board_too() -> None:
    game = judge_game(game_of("misthrows 4; board 1", "board 3", variant="on-board"))
    assert (game.over, game.violations) == (True, ())
