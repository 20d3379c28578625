"""``sheetgen list``."""

from sheetgen.catalog import bundled
from tests.commands import run, run_json


def test_a_line_for_each_variant() -> None:
    lines = run("list").stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(bundled())
    assert lines[0].endswith("  four rows 2-12 and 12-2, lock after five crosses")
    assert len({line.index(bundled()[line.split()[0]].summary["en"]) for line in lines}) == 1


def test_in_another_language() -> None:
    assert "vier Reihen" in run("list", "--language", "de").stdout
    assert "vier Reihen" in run("list", locale="de_AT.UTF-8").stdout


def test_for_programs() -> None:
    data = run_json("list", "--json")
    assert [entry["name"] for entry in data] == list(bundled())
    assert data[1] == {
        "name": "longo",
        "title": "Longo",
        "summary": "rows 2-16 and 16-2 for eight-sided dice, two lucky numbers per sheet",
        "number": 2,
        "revision": 1,
        "players": 4,
        "dealing": "different",
        "frame": "standard",
    }
