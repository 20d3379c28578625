"""Sheets of a game that need closings of each other."""

from __future__ import annotations

import pytest

from sheetgen.auditing import audit_marks, audit_typed
from sheetgen.catalog import bundled, find_variant
from sheetgen.dealing import code_for
from sheetgen.play import simulate
from sheetgen.rules import Audit, Game, judge_game
from sheetgen.rules.closings import needed_closings
from sheetgen.sheet import make_sheet
from tests.test_play import sheets_of

VOID = "green 11; bar 1 6 9"
"""Three red bar fields are struck, and no red cell is crossed."""

CUT = "green 11"
"""Not even the bar field is struck: only if the game ended with this cross."""

RED = "red 2 4 5 7 8 12 lock"
YELLOW = "yellow 2 3 4 6 7 12 lock"
FULL = "misthrows 4"


def audits_of(*texts: str, variant: str = "bonus-a", players: int = 0) -> list[Audit]:
    """The sheets of a game; ``players``: of whom some may be missing."""
    found = find_variant(variant)
    code = code_for(found, seed=1, number=0, players=players or len(texts))
    return [one.audit for one in audit_typed(make_sheet(found, code), texts, fixed=True)]


def told(game: Game) -> list[tuple[str, str]]:
    return [(v.id, v.severity) for v in game.violations if v.question != 13]


def test_what_another_sheet_shows_is_fine() -> None:
    game = judge_game(audits_of(VOID, RED))
    assert (told(game), game.closed) == ([], ("red",))
    game = judge_game(audits_of(CUT, RED, YELLOW))
    assert (told(game), game.over) == ([], True)


def test_no_sheet_of_a_whole_game_shows_it() -> None:
    audits = audits_of(VOID, "red 2", "yellow 2")
    game = judge_game(audits)
    assert told(game) == [("closing-on-no-sheet", "error")]
    violation = game.violations[0]
    code = audits[0].sheet.code.text
    assert violation.subject == code
    assert violation.message == (
        f"sheet {code}: legal only if another player closed red, "
        "but no other sheet of this game shows it"
    )
    assert violation.text("de") == (
        f"Zettel {code}: regelgerecht nur, wenn ein anderer Spieler Rot abgeschlossen hatte, "
        "aber kein anderer Zettel dieses Spiels zeigt das"
    )
    assert game.closed == ()


def test_with_sheets_missing_one_of_those_may_show_it() -> None:
    game = judge_game(audits_of(VOID, "yellow 2", players=3))
    assert told(game) == [("closing-by-another-player", "hint")]
    assert game.violations[0].message.endswith(
        "another player closed red; the sheet that shows it is not at hand"
    )
    assert (game.closed, game.over) == (("red",), False)
    assert told(judge_game(audits_of(VOID, players=1))) == [("closing-by-another-player", "hint")]


def test_a_needed_closing_is_one_of_those_that_end_the_game() -> None:
    game = judge_game(audits_of(VOID, YELLOW, players=3))
    assert (game.closed, game.over) == (("yellow", "red"), True)
    game = judge_game(audits_of(VOID, YELLOW, FULL, players=4))
    assert "misthrows-and-closed-colours" in {v.id for v in game.violations}


@pytest.mark.parametrize(
    ("texts", "colours"),
    [
        ((CUT, "red 2"), "a colour"),
        ((CUT, RED), "yellow, green or blue"),
        ((f"{VOID} 3 10", "yellow 2"), "red and yellow"),
    ],
)
def test_the_colours_that_somebody_closed(texts: tuple[str, ...], colours: str) -> None:
    messages = [v.message for v in judge_game(audits_of(*texts)).violations]
    assert f"legal only if another player closed {colours}, but" in messages[0]


def test_misthrows_on_another_sheet_end_a_game_at_once() -> None:
    audits = audits_of(CUT, FULL, players=3)
    game = judge_game(audits)
    assert told(game) == [("ended-by-misthrows-before", "error")]
    assert game.violations[0].message == (
        f"sheet {audits[0].sheet.code.text}: legal only if closed colours ended the game, "
        "but another sheet has 4 misthrows, which ended it"
    )


def test_a_doubtful_or_faulty_lock_may_be_the_closing() -> None:
    for lock in ("red 2 4 5 7 8 12=unsure lock=unsure", "red 12 lock"):
        assert told(judge_game(audits_of(VOID, lock))) == []


def test_unsure_cells_may_make_the_closing_needless() -> None:
    assert needed_closings(audits_of(VOID)[0]) == ("red",)
    assert needed_closings(audits_of("green 11; bar 1 6=unsure 9=unsure; red 2")[0]) == ()


def test_sheets_that_are_wrong_alone_or_force_nothing_need_no_closing() -> None:
    (wrong,) = audits_of("bar 1; red 12")
    assert wrong.legality is None
    assert needed_closings(wrong) == ()
    (plain,) = audits_of("red 2", variant="original")
    assert told(judge_game([plain])) == []


@pytest.mark.parametrize("variant", list(bundled()))
def test_simulated_games_fit_together(variant: str) -> None:
    for seed in range(8):
        played = simulate(sheets_of(variant, seed, 2 + seed % 4), seed)
        audits = [audit_marks(sheet.sheet, sheet.marks) for sheet in played.sheets]
        game = judge_game(audits)
        assert told(game) == []
        assert set(game.closed) == set(played.closed)
        for missing in range(len(audits)):
            part = judge_game([*audits[:missing], *audits[missing + 1 :]])
            assert "error" not in {v.severity for v in part.violations}
            assert set(part.closed) <= set(played.closed)
