"""``sheetgen score``: typed crosses from arguments, files and standard input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from sheetgen.cli.options import RULES as OPTION_RULES
from sheetgen.cli.program import program
from sheetgen.rules import RULES
from sheetgen.sheetcode import parse_sheet_code
from tests.commands import run, run_json
from tests.rules_samples import sheet_of

FIRST = "red 2 3 6 8; yellow 3 5 8; green 11 10 5-2 lock; blue 12 10 9 8 7 5 4 3; misthrows 2"
CLOSED = "red 2 3 4 5 6 12 lock"


def test_the_rules_are_those_of_the_rules_package() -> None:
    assert OPTION_RULES == RULES


def test_a_sheet_as_a_table() -> None:
    result = run("score", "original", FIRST)
    assert result.exit_code == 0
    assert [line.split("│")[1:-1] for line in result.stdout.splitlines() if "│" in line] == [
        [" red       ", " 2 3 6 8            ", " 4 ", "     10 "],
        [" yellow    ", " 3 5 8              ", " 3 ", "      6 "],
        [" green     ", " 11 10 5 4 3 2 🔒   ", " 7 ", "     28 "],
        [" blue      ", " 12 10 9 8 7 5 4 3  ", " 8 ", "     36 "],
        [" misthrows ", " × ×                ", " 2 ", "    -10 "],
        [" total     ", "                    ", "   ", "     70 "],
    ]


def test_quotation_marks_may_be_left_out() -> None:
    data = run_json("score", "original", "--json", "red", "2", "3", "lock=dash")
    assert len(data["sheets"]) == 1
    assert data["sheets"][0]["as_marked"] == 3
    cells = {cell["id"]: cell["mark"] for cell in data["sheets"][0]["cells"]}
    assert (cells["red/1"], cells["red/2"], cells["red/11"]) == ("cross", "empty", "dash")


def test_every_argument_is_a_sheet_of_one_game() -> None:
    data = run_json("score", "original", "--json", f"{CLOSED}; misthrows 1", "green 12; red 2")
    first, second = data["sheets"]
    codes = [parse_sheet_code(sheet["code"]) for sheet in (first, second)]
    assert [code.number for code in codes] == [0, 1]
    assert codes[0].game_key == codes[1].game_key
    (game,) = data["games"]
    assert (game["over"], game["closed"]) == (False, ["red"])
    assert [(place["place"], place["total"]) for place in game["ranking"]] == [(1, 23), (2, 2)]


def test_files_and_standard_input_have_lines_of_dashes_between_sheets(tmp_path: Path) -> None:
    text = "red 2 3\nyellow 11\n--\nmisthrows 4\n ----- \n\nblue 12-9\n"
    path = tmp_path / "game.txt"
    path.write_text(text, "utf-8")
    from_file = run_json("score", "original", "--json", "--file", str(path))
    assert [sheet["as_marked"] for sheet in from_file["sheets"]] == [4, -20, 10]
    result = CliRunner(env={"LC_ALL": "C"}).invoke(
        program, ["score", "original", "--json", "-"], input=text
    )
    assert json.loads(result.stdout) == from_file


def test_faults_exit_with_one_and_are_told_in_the_language() -> None:
    result = run("score", "original", "red 12 lock", "--language", "de")
    assert result.exit_code == 1
    assert "Rot 12 ist zu früh angekreuzt" in result.stdout
    assert "3 wie angekreuzt, 0 nach den Regeln" in result.stdout
    assert run("score", "original", "red 2=unsure").exit_code == 1


def test_warnings_exit_with_one_only_if_strict() -> None:
    arguments = ("score", "bonus-b", "red 6; blue 4")
    assert run(*arguments).exit_code == 0
    assert run(*arguments, "--strict").exit_code == 1
    assert run("score", "on-board", "red 6", "--strict").exit_code == 0


def test_the_card_game() -> None:
    sheets = [CLOSED, "yellow 2-6 12 lock", "green 12-8 2 lock", "blue 12-8 2 lock"]
    assert run("score", "original", *sheets).exit_code == 1
    assert run("score", "original", *sheets, "--rules", "card-game").exit_code == 0
    result = run("score", "longo", "red 2", "--rules", "card-game")
    assert result.exit_code == 2
    assert "the card game is not played on sheets of longo" in result.output


def test_board_points() -> None:
    (sheet,) = run_json("score", "on-board", "red 2", "--json", "--board-points", "7")["sheets"]
    assert sheet["as_marked"] == 8
    assert sheet["terms"] == [
        {
            "id": "board",
            "kind": "box",
            "name": "board",
            "rows": [],
            "as_marked": 7,
            "by_the_rules": 7,
        }
    ]
    assert run("score", "on-board", "red 2", "--board-points", "21").exit_code == 1
    game = run_json("score", "on-board", "--json", "--board-ended", "board 3", "board 5")
    assert game["games"][0]["over"] is True


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("original", "red 2", "--board-points", "3"), "original has no board"),
        (("on-board", "red 2", "red 3", "--board-points", "3"), "--board-points with 2 sheets"),
        (("original",), "no crosses"),
        (("original", "red 2", "--file", "x"), "crosses and --file"),
        (("original", "--file", "/nowhere/x"), "cannot read /nowhere/x"),
        (("original", "rad 2"), "no row 'rad'"),
        (("original", "red 2", "--lucky", "5,10"), "original has no lucky numbers"),
        (("original", *["red 2"] * 13), "13 sheets in one game"),
    ],
)
def test_usage_errors(arguments: tuple[str, ...], message: str) -> None:
    result = run("score", *arguments)
    assert result.exit_code == 2
    assert message in result.output


def test_chosen_sheets_and_lucky_numbers() -> None:
    step = "yellow 2"
    for name, points in (("A", 2), ("B", 1)):
        (sheet,) = run_json("score", "connected-a", step, "--json", "--sheet", name)["sheets"]
        assert sheet["as_marked"] == points
    (sheet,) = run_json("score", "longo", "red 2", "--json", "--lucky", "5,10")["sheets"]
    assert sheet["lucky"] == [5, 10]


def test_a_sheet_code_names_the_sheet_and_those_after_it_in_its_game() -> None:
    base = sheet_of("original", number=2)
    data = run_json("score", base.code.text, "--json", "red 2 3", "red 2")
    assert [parse_sheet_code(s["code"]).number for s in data["sheets"]] == [2, 3]
    result = run("score", base.code.text, "red 2 3", "red 2", "red 4 5")
    assert result.exit_code == 2
    assert "3 sheets, but from this code on its game has 2" in result.output
