"""The simulator: rules of whole games, and that the legality search calls its sheets possible."""

from __future__ import annotations

import pytest

from sheetgen.auditing import audit_marks
from sheetgen.catalog import bundled
from sheetgen.dealing import code_for
from sheetgen.play import GreedyPlayer, PlayedGame, PlayedSheet, RandomPlayer, play_game, simulate
from sheetgen.play.position import Option, Position
from sheetgen.play.totals import total_of
from sheetgen.randomness import Stream
from sheetgen.rules import Span
from sheetgen.rules.legality import is_reachable
from sheetgen.sheet import Row, Sheet, make_sheet

VARIANTS = list(bundled())
GAMES = 25


def sheets_of(variant: str, seed: int, players: int = 4) -> list[Sheet]:
    """The sheets of a game: official ones, or drawn anew where the variant has a draw."""
    found = bundled()[variant]
    dealing = "same" if found.draw and seed % 2 else None
    return [
        make_sheet(found, code_for(found, seed=seed, number=i, players=players, dealing=dealing))
        for i in range(players)
    ]


def game_of(variant: str, seed: int) -> PlayedGame:
    return simulate(sheets_of(variant, seed, 2 + seed % 4), seed)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_sheet_of_a_game_is_judged_possible(variant: str) -> None:
    for seed in range(GAMES):
        for played in game_of(variant, seed).sheets:
            assert is_reachable(played.sheet, played.marks), (seed, sorted(played.crossed))


@pytest.mark.parametrize("variant", VARIANTS)
def test_games_end_by_the_rules(variant: str) -> None:
    ends = set()
    for seed in range(GAMES):
        game = game_of(variant, seed)
        ends.add(game.end)
        full = [played for played in game.sheets if _misthrows(played) == 4]
        assert (game.end == "closed") == (len(game.closed) >= 2)
        assert (game.end == "misthrows") == (len(full) == 1)
    assert {"closed", "misthrows"} <= ends


@pytest.mark.parametrize("variant", VARIANTS)
def test_histories_tell_every_cross_once(variant: str) -> None:
    for played in game_of(variant, 3).sheets:
        made = [cell for event in played.history for cell in event.cells]
        assert len(made) == len(set(made))
        void = {cell for cell in played.crossed - set(made) if cell.startswith("bar/")}
        assert played.crossed == set(made) | void
        assert played.total == total_of(played.sheet, played.crossed)


def _misthrows(played: PlayedSheet) -> int:
    return sum(cell.startswith("penalty/") for cell in played.crossed)


def test_the_same_seed_gives_the_same_game() -> None:
    assert game_of("bonus-a", 7) == game_of("bonus-a", 7)
    assert game_of("bonus-a", 7) != game_of("bonus-a", 9)


def test_players_who_pass_end_the_game_with_misthrows() -> None:
    never = [GreedyPlayer(Stream(1, i), most_skipped=-3) for i in range(2)]
    game = play_game(sheets_of("original", 1, 2), never, Stream(1, "game"))
    assert (game.end, game.turns) == ("misthrows", 7)
    assert [played.total for played in game.sheets] == [-20, -15]


class First:
    """Chooses the first of everything."""

    def choose_row(self, rows: list[Row]) -> Row:
        return rows[0]

    def order_rows(self, rows: list[Row]) -> list[Row]:
        return rows


def position_of(variant: str, crossed: str = "", **options: bool) -> Position:
    position = Position(sheets_of(variant, 2)[0], First(), **options)
    position.crossed.update(crossed.split())
    return position


def take(position: Position, cell: str) -> list[str]:
    """Cross a cell of a row; everything that is crossed then."""
    row = next(row for row in position.sheet.rows if row.id == cell.split("/")[0])
    position.made = []
    position.take(Option(row.cells[int(cell.split("/")[1])], row))
    return position.made


def test_a_bonus_cell_strikes_the_bar_and_chains_follow() -> None:
    position = position_of("bonus-a", "red/0")
    assert take(position, "green/1") == ["green/1", "bar/0", "red/1", "bar/1", "yellow/0"]
    position.close("green")
    assert take(position, "blue/2") == ["blue/2", "bar/3", "blue/3"]
    position.strike_void()
    assert {"bar/2", "bar/4", "bar/11"} <= position.crossed


def test_a_forced_cross_lapses_before_a_closing_number_without_its_five() -> None:
    position = position_of("bonus-a", "red/9")
    assert take(position, "green/1") == ["green/1", "bar/0"]
    position = position_of("bonus-a", "red/0 red/2 red/5 red/8 red/9")
    assert take(position, "green/1") == ["green/1", "bar/0", "red/10", "red/11"]
    assert position.closed == {"red"}


def test_effects_of_bonus_b() -> None:
    position = position_of("bonus-b", "yellow/5 green/0")
    made = ["blue/5", "legend/1", "red/0", "yellow/6", "green/1", "blue/6"]
    assert take(position, "blue/5") == made
    position = position_of("bonus-b", "yellow/9 blue/0")
    assert take(position, "green/3") == ["green/3", "legend/0", "red/0", "red/1"]


def test_options() -> None:
    original = position_of("original", "red/3 red/5")
    assert {o.cell.id for o in original.white_options(6, False)} == {
        "yellow/4",
        "green/6",
        "blue/6",
    }
    assert {o.cell.id for o in original.colour_options(8, "red")} == {"red/6"}
    assert not any(o.cell.closing for o in original.white_options(12, True))
    swaps = {o.cell.number for o in position_of("x-change").white_options(5, False)}
    assert swaps == {5, 8}
    double = position_of("double-a", "red/3")
    assert "red-double/3" in {o.cell.id for o in double.white_options(5, False)}
    fields = position_of("big-points", "red/3")
    assert "red-yellow/3" in {o.cell.id for o in fields.white_options(5, False)}
    assert "red-yellow/3" in {o.cell.id for o in fields.colour_options(5, "yellow")}
    track = position_of("lucky-15").white_options(4, True)
    assert "lucky-track/0" in {o.cell.id for o in track}
    squares = position_of("connect-15").colour_options(3, "red")
    assert {o.cell.id for o in squares} == {"red/1", "red/2"}


def test_a_lucky_number_stands_for_the_next_cell_of_the_row_with_fewest() -> None:
    position = position_of("longo", "red/0 yellow/0 green/0")
    lucky = position.sheet.lucky[0]
    assert "blue/0" in {o.cell.id for o in position.white_options(lucky, False)}


def test_linked_cells_are_crossed_together() -> None:
    position = position_of("connected-b")
    a, b = position.sheet.pairs[0]
    assert take(position, a.id) == [a.id, b.id]


@pytest.mark.parametrize(
    ("variant", "crossed", "total"),
    [
        ("original", "red/0 red/1 penalty/0", -2),
        ("bonus-b", "red/4 blue/8 legend/3", 15),
        ("bonus-b", "yellow/1 green/7 penalty/0 penalty/1", 2),
        ("bonus-b", "red/6 blue/2 yellow/0 green/0", 5),
        ("connected-a", "", 0),
        ("lucky-15", "red/0 lucky-track/0 lucky-track/1", 12),
        ("double-a", "red/3 red-double/3", 3),
        ("big-points", "red/3 red-yellow/3", 4),
    ],
)
def test_totals(variant: str, crossed: str, total: int) -> None:
    assert total_of(sheets_of(variant, 2)[0], crossed.split()) == total


def test_step_cells_score_again() -> None:
    sheet = sheets_of("connected-a", 2)[0]
    steps = [cell.id for row in sheet.rows for cell in row.cells if cell.special]
    assert total_of(sheet, steps[:1]) == 2


def test_random_players_choose_among_the_options() -> None:
    options = position_of("original").white_options(7, False)
    player = RandomPlayer(Stream(1), passes=0)
    assert {player.choose(options, misthrow=False) for _ in range(60)} == set(options)
    assert player.choose([], misthrow=True) is None


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_audit_agrees_with_the_engine_about_every_sheet(variant: str) -> None:
    for seed in range(GAMES):
        for played in game_of(variant, seed).sheets:
            found = audit_marks(played.sheet, played.marks)
            assert [v for v in found.violations if v.severity == "error"] == [], seed
            assert found.as_marked == found.by_the_rules == Span.of(played.total), seed
