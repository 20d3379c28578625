"""What the user may wish of the draws, and what contradicts itself."""

from typing import Any

import pytest

from sheetgen.errors import UsageError
from sheetgen.sheetcode import DEALINGS
from tests.commands import run
from tests.prints import DRAWN, VARIANTS, plan


def dealings(*names: str, **wishes: Any) -> list[str]:
    return [DEALINGS[run.first_code.dealing] for run in plan(*names, **wishes).runs]


@pytest.mark.parametrize("name", DRAWN)
def test_official_unless_a_drawn_layout_is_wished_for(name: str) -> None:
    assert dealings(name) == ["official"]
    assert dealings(name, shuffle=True) == ["same"]
    assert dealings(name, seeded=True) == ["same"]
    assert dealings(name, seeded=True, official=True) == ["official"]
    for dealing in ("same", "different", "independent"):
        assert dealings(name, dealing=dealing) == [dealing]
        assert dealings(name, dealing=dealing, shuffle=True, seeded=True) == [dealing]


def test_variants_without_draws_take_no_part() -> None:
    for name in set(VARIANTS) - set(DRAWN) - {"longo"}:
        assert dealings(name, seeded=True) == dealings(name) == ["same"]
        assert dealings(name, "gemixxt-a", dealing="different") == ["same", "different"]
    assert dealings("longo", "gemixxt-a", shuffle=True) == ["different", "same"]
    assert dealings("longo", dealing="same") == ["same"]
    assert dealings("longo", "gemixxt-a", dealing="same", official=True) == ["same", "official"]


def test_one_of_several_official_sheets() -> None:
    job = plan("connected-a", "gemixxt-a", sheet="C", seeded=True, count=9)
    assert [DEALINGS[run.first_code.dealing] for run in job.runs] == ["official", "same"]
    assert [run.code(8).choice for run in job.runs] == [3, 0]


@pytest.mark.parametrize(
    ("wishes", "replay"),
    [
        ({}, "--official --seed 7"),
        ({"shuffle": True}, "--seed 7"),
        ({"dealing": "different"}, "--seed 7"),
        ({"sheet": "A"}, "--seed 7"),
    ],
)
def test_the_options_that_print_the_same_again(wishes: dict[str, Any], replay: str) -> None:
    assert plan("connected-b", "original", seed=7, **wishes).replay == replay
    assert plan("original", "longo", seed=7).replay == "--seed 7"


@pytest.mark.parametrize(
    ("names", "wishes", "message"),
    [
        ("original", {"shuffle": True}, "nothing is drawn in original: leave out --shuffle"),
        (
            "original double-a",
            {"dealing": "different"},
            "nothing is drawn in original and double-a: leave out --different",
        ),
        ("longo", {"shuffle": True}, "the layout of longo is never drawn: leave out --shuffle"),
        (
            "gemixxt-a",
            {"shuffle": True, "official": True},
            "--official takes an official layout, --shuffle draws one: keep one",
        ),
        (
            "connected-a",
            {"shuffle": True, "sheet": "A"},
            "--sheet takes an official layout, --shuffle draws one: keep one",
        ),
        (
            "gemixxt-a",
            {"dealing": "same", "official": True},
            "--official takes an official layout, --same draws some: keep one",
        ),
        ("gemixxt-a", {"sheet": "A"}, "gemixxt-a has one official sheet: leave out --sheet"),
        (
            "connected-b",
            {"sheet": "F"},
            "connected-b has no sheet 'F': choose one of A, B, C, D, E",
        ),
        (
            "longo",
            {"lucky": (5, 10), "dealing": "independent"},
            "--lucky sets the numbers of all sheets, --independent draws some: keep one",
        ),
    ],
)
def test_wishes_that_contradict_themselves(
    names: str, wishes: dict[str, Any], message: str
) -> None:
    with pytest.raises(UsageError) as caught:
        plan(*names.split(), **wishes)
    assert str(caught.value) == message


@pytest.mark.parametrize("command", ["preview", "layout"])
@pytest.mark.parametrize(
    ("sheet", "options", "message"),
    [
        (
            "A33333-333F3U-CU33EH",
            "--seed 5 --shuffle",
            "error: a sheet code already tells which sheet it is\n"
            "  leave out --seed and --shuffle\n",
        ),
        (
            "A33333-333F3U-CU33EH",
            "--sheet A",
            "error: a sheet code already tells which sheet it is\n  leave out --sheet\n",
        ),
        (
            "original",
            "--shuffle",
            "error: nothing is drawn in original\n  leave out --shuffle\n",
        ),
        (
            "connected-a",
            "--sheet Z",
            "error: connected-a has no sheet 'Z'\n  choose one of A, B, C, D, E\n",
        ),
    ],
)
def test_preview_and_layout_refuse_idle_options(
    command: str, sheet: str, options: str, message: str
) -> None:
    result = run(command, sheet, *options.split())
    assert (result.exit_code, result.stderr, result.stdout) == (2, message, "")


def cells(*arguments: str) -> list[str]:
    lines = run("layout", *arguments).stdout.splitlines()
    return [line.split()[1] for line in lines if line.startswith(("red/", "green/"))]


def test_layout_draws_with_a_seed_and_on_demand() -> None:
    official = cells("gemixxt-b")
    assert cells("gemixxt-b", "--official", "--seed", "3") == official
    assert cells("gemixxt-b", "--shuffle") == cells("gemixxt-b", "--seed", "0") != official
    assert cells("gemixxt-b", "--seed", "3") != cells("gemixxt-b", "--seed", "0")
