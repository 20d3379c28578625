"""How the sheets of a game compare: sentences and notes, word for word."""

from typing import Any

import pytest

from sheetgen.comparing import comparison, notes_on
from sheetgen.dealing import code_for
from tests.prints import own_variant, plan

TURNED = "a layout drawn for each game, turned for its {} players: "
UNRELATED = "unrelated layouts, one drawn for each sheet: "
LEAD = (
    "the official sheet is about 3 points a game stronger than drawn ones: never mix them in one "
    "game"
)


@pytest.mark.parametrize(
    ("name", "wishes", "sentence"),
    [
        ("original", {}, "all sheets are alike"),
        ("original", {"official": True}, "all sheets are alike"),
        (
            "longo",
            {},
            "lucky numbers drawn for each sheet, no pair twice in a game of 4, all equally strong",
        ),
        (
            "longo",
            {"players": 2, "dealing": "same"},
            "lucky numbers drawn for each game, the same on its 2 sheets",
        ),
        ("longo", {"lucky": (10, 5)}, "lucky numbers 5 and 10 on every sheet"),
        (
            "longo",
            {"players": 12, "dealing": "independent"},
            "lucky numbers drawn for each sheet, all equally strong",
        ),
        ("gemixxt-a", {}, "the official layout on all sheets"),
        ("connected-a", {}, "the official sheets A to E in turn, a game each"),
        ("connected-b", {"sheet": "d"}, "the official sheet D on all sheets"),
        (
            "gemixxt-a",
            {"shuffle": True},
            "a layout drawn for each game, the same on its 4 sheets",
        ),
        (
            "gemixxt-a",
            {"seeded": True, "players": 3},
            "a layout drawn for each game, the same on its 3 sheets",
        ),
        ("gemixxt-a", {"seeded": True, "official": True}, "the official layout on all sheets"),
        ("gemixxt-a", {"dealing": "different"}, TURNED.format(4) + "equal strength by symmetry"),
        (
            "gemixxt-b",
            {"dealing": "different", "players": 6},
            TURNED.format(6) + "equal strength by symmetry",
        ),
        (
            "bonus-a",
            {"dealing": "different", "players": 3},
            TURNED.format(3) + "nearly equal strength, as 3 are part of a larger set of turns",
        ),
        (
            "connected-b",
            {"dealing": "different"},
            "layouts drawn for each game and turned: of its 4 sheets only pairs are equally strong",
        ),
        (
            "bonus-a",
            {"dealing": "different", "players": 12},
            "layouts drawn for each game and turned: of its 12 sheets only groups of 8 are "
            "equally strong",
        ),
        (
            "gemixxt-b",
            {"dealing": "independent"},
            UNRELATED + "best and worst of four lie about 2.7 points a game apart",
        ),
        (
            "bonus-a",
            {"dealing": "independent"},
            UNRELATED + "best and worst of four lie about 4.4 points a game apart",
        ),
        ("gemixxt-a", {"dealing": "independent"}, UNRELATED + "all are equally strong"),
        ("bonus-b", {"dealing": "independent"}, UNRELATED + "their strength may differ"),
    ],
)
def test_dealing_in_a_sentence(name: str, wishes: dict[str, Any], sentence: str) -> None:
    assert plan(name, **wishes).runs[0].dealing == sentence


def test_pairs_of_an_own_template_that_are_not_equally_strong() -> None:
    own = own_variant(lucky={"pairs": [[2, 3], [6, 8]], "choose": "2..12"}, deal="different")
    code = code_for(own, seed=1, players=2)
    assert comparison(own, code) == (
        "lucky numbers drawn for each sheet, no pair twice in a game of 2, "
        "some stronger than others"
    )


@pytest.mark.parametrize("lucky", [(), (5, 10), (8, 13)])
def test_no_note_on_fair_pairs(lucky: tuple[int, ...]) -> None:
    assert plan("longo", lucky=lucky).runs[0].notes == ()


@pytest.mark.parametrize(
    ("lucky", "note"),
    [
        (
            (9, 7),
            "lucky numbers 7 and 9 come up with chance 14 of 64, the drawn pairs with 11: about "
            "5.5 points a game stronger, so fair only if all players have them",
        ),
        (
            (6, 7),
            "lucky numbers 6 and 7 come up with chance 11 of 64, the drawn pairs with 11: about "
            "1.5 points a game weaker, so fair only if all players have them",
        ),
    ],
)
def test_note_on_unequal_pairs(lucky: tuple[int, ...], note: str) -> None:
    assert plan("original", "longo", lucky=lucky).runs[1].notes == (note,)


@pytest.mark.parametrize("dealing", ["same", "different", "independent"])
def test_drawn_sheets_never_meet_a_stronger_official_one(dealing: str) -> None:
    assert plan("gemixxt-b", dealing=dealing).runs[0].notes == (LEAD,)
    assert plan("gemixxt-a", dealing=dealing).runs[0].notes == ()


def test_no_note_on_official_sheets() -> None:
    (run,) = plan("gemixxt-b").runs
    assert run.notes == notes_on(run.variant, run.first_code) == ()
