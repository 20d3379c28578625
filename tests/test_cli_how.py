"""``--how`` and ``--game``: an order of play for each sheet, and what makes a game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sheetgen.catalog import find_variant
from sheetgen.checking import GAMES
from sheetgen.cli.options import GAMES as OPTION_GAMES
from sheetgen.dealing import code_for
from sheetgen.layout import lay_out
from sheetgen.sheet import make_sheet
from tests.commands import run, run_json
from tests.photos import filled, save_photo, take_photo

CHAIN = "green 11; bar 1 6 9; red 2; yellow 2 3; misthrows 1"


def how(*arguments: str, code: int = 0) -> list[str]:
    """The lines of the table output from the order on, without padding."""
    result = run("score", *arguments, "--how")
    assert result.exit_code == code, result.output
    lines = [" ".join(line.split()) for line in result.stdout.splitlines()]
    last = max(i for i, line in enumerate(lines) if line.startswith("└"))
    return [line for line in lines[last + 1 :] if line]


def test_an_order_below_the_table() -> None:
    assert how("bonus-a", CHAIN)[:6] == [
        "One order of play that leads to this sheet:",
        "1. You cross green 11, strike bar field 1 (red), and so must cross red 2.",
        "2. You cross yellow 2 and yellow 3, one after another.",
        "3. You cross misthrow 1.",
        "4. Another player closes red.",
        "5. Struck unused, because the colour is closed: bar field 6 (red) and bar field 9 (red).",
    ]
    assert how("original", "rot 2; fehlwürfe 4", "--language", "de") == [
        "Eine Reihenfolge, die zu diesem Zettel führt:",
        "1. Du kreuzt Rot 2 an.",
        "2. Du kreuzt nacheinander Fehlwurf 1, Fehlwurf 2 und Fehlwurf 3 an.",
        "3. Du kreuzt Fehlwurf 4 an, und das Spiel endet.",
    ]


def test_where_there_is_no_order_it_is_said() -> None:
    assert how("original", "red 12 lock", code=1)[-1] == (
        "No order of play is shown for a sheet with violations"
    )
    assert how("bonus-a", "red 3; misthrows 4", code=1)[-1] == (
        "No order of play is shown for a sheet with violations"
    )
    assert how("original", "red 2=dash")[-1] == "No cross need have been made on this sheet"
    assert how("original", "red 2; red 5=unsure", code=1)[-2:] == [
        "One order of play that leads to this sheet, its unsure marks taken as they fit:",
        "1. You cross red 2.",
    ]


def test_a_single_sheet_says_what_it_needs_of_others() -> None:
    result = run("score", "bonus-a", CHAIN)
    assert result.exit_code == 0
    assert "legal only if another player closed red" in result.stdout
    assert "game not finished" not in result.stdout


def test_the_verdict_as_data() -> None:
    (sheet,) = run_json("score", "bonus-a", "--json", CHAIN)["sheets"]
    assert sheet["legality"] == {"possible": True, "conflict": [], "minimal": True, "changes": []}
    (sheet,) = run_json("score", "bonus-a", "--json", "--how", CHAIN)["sheets"]
    first = sheet["legality"]["order"][0]
    assert first == {
        "what": [
            {"kind": "cross", "where": "green/1"},
            {"kind": "strike", "where": "bar/0"},
            {"kind": "forced", "where": "red/0"},
        ],
        "message": "You cross green 11, strike bar field 1 (red), and so must cross red 2.",
    }
    assert len(sheet["legality"]["order_text"]) == 5
    (sheet,) = run_json("score", "original", "--json", "--how", "red 2=unsure", code=1)["sheets"]
    assert sheet["legality"]["possible"] is True
    (sheet,) = run_json("score", "original", "--json", "--how", "red 12", code=1)["sheets"]
    assert sheet["legality"] is None


def test_the_conflict_as_data() -> None:
    sheets = run_json("score", "bonus-a", "--json", "red 3; misthrows 4", code=1)["sheets"]
    legality = sheets[0]["legality"]
    assert legality["possible"] is False
    assert {"cell": "red/1", "crossed": True} in legality["conflict"]
    assert legality["minimal"] is True


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two photos of Bonus A: the second, of another game by its code, closed red."""
    folder = tmp_path_factory.mktemp("game")
    variant = find_variant("bonus-a")
    crosses = ["green/1 bar/0 bar/5 bar/8", "red/0 red/2 red/3 red/5 red/6 red/10 red/11"]
    for i, cells in enumerate(crosses):
        sheet = make_sheet(variant, code_for(variant, seed=1, number=2 * i, players=2))
        marks = dict.fromkeys(cells.split(), "cross")
        taken = take_photo([filled(lay_out(sheet), marks, seed=i)], megapixels=2.0)
        save_photo(taken, folder / f"{i}.jpg")
    return folder


def test_the_games_of_the_options_are_those_of_the_program() -> None:
    assert OPTION_GAMES == GAMES


@pytest.mark.parametrize(
    ("game", "sheets", "hints"),
    [
        ("code", [1, 1], ["closing-by-another-player"]),
        ("photo", [1, 1], ["closing-by-another-player"]),
        ("all", [2], []),
    ],
)
def test_what_makes_a_game(folder: Path, game: str, sheets: list[int], hints: list[str]) -> None:
    data = json.loads(run("audit", str(folder), "--json", "--game", game).stdout)
    assert [len(one["sheets"]) for one in data["games"]] == sheets
    found = [v["id"] for one in data["games"] for v in one["violations"] if v["question"] != 13]
    assert found == hints


def test_orders_of_photos_also_where_an_earlier_run_is_taken_over(folder: Path) -> None:
    lines = folder / "done.jsonl"
    first = run("audit", str(folder), "--jsonl", str(lines), "--how")
    assert first.stdout.count("One order of play that leads to this sheet:") == 2
    assert "order" in json.loads(lines.read_text().splitlines()[0])["sheets"][0]["legality"]
    plain = run("audit", str(folder), "--skip-done", str(lines), "--json")
    assert "order" not in json.loads(plain.stdout)["photos"][0]["sheets"][0]["legality"]
    told = run("audit", str(folder), "--skip-done", str(lines), "--json", "--how")
    data = json.loads(told.stdout)
    assert data["photos"][0]["sheets"][0]["legality"]["order"]
    assert data["photos"][0]["sheets"][0]["cells"][0]["quad"]
