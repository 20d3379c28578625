"""Legality of single sheets: examples, reasons, changes, sentences."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from sheetgen.catalog import bundled
from sheetgen.dealing import code_for
from sheetgen.play import simulate
from sheetgen.rules.legality import (
    Budget,
    Legality,
    agrees_with,
    change_text,
    findings_of,
    is_reachable,
    judge_legality,
    legality_violations,
    order_sentences,
    reason_text,
)
from sheetgen.rules.legality.facts import known_of
from sheetgen.rules.legality.steps import legality_texts
from sheetgen.sheet import Sheet, make_sheet

QUICK = Budget(conflict=4_000)
"""Reasons need not be minimal where only the answer is tested."""

MISTHROWS = "penalty/0 penalty/1 penalty/2 penalty/3"


def sheet_of(variant: str, number: int = 0) -> Sheet:
    found = bundled()[variant]
    return make_sheet(found, code_for(found, seed=1, number=number))


def marks(cells: str, **more: str) -> dict[str, str]:
    return dict.fromkeys(cells.split(), "cross") | more


def judge(variant: str, cells: str) -> Legality:
    return judge_legality(sheet_of(variant), marks(cells))


def facts_of(legality: Legality) -> set[str]:
    return {("" if fact.crossed else "no ") + fact.cell for fact in legality.conflict}


@pytest.mark.parametrize(
    ("variant", "cells", "possible"),
    [
        ("original", "red/0 red/4 red/10", False),
        ("original", "red/0 red/1 red/2 red/3 red/4 red/10 red/11", True),
        ("original", "red/0 red/1 red/2 red/3 red/4 red/10", False),
        ("original", "red/0 red/1 red/2 red/3 red/4 red/11", False),
        ("original", MISTHROWS, True),
        ("longo", "red/0 red/1 red/2 red/3 red/4 red/5 red/13 red/15", True),
        ("longo", "red/0 red/1 red/2 red/3 red/4 red/5 red/13 red/14 red/15", False),
        ("longo", "red/0 red/1 red/2 red/3 red/4 red/13 red/15", False),
        ("big-points", "red/3 red-yellow/3", True),
        ("big-points", "red/3 red-yellow/4", False),
        ("double-a", "red/3 red-double/3", True),
        ("double-a", "red-double/3", False),
        ("double-a", "red/0 red/1 red/2 red/3 red-double/0 red-double/1 red-double/3 red/10 red/11",
         True),
        ("double-a", "red/0 red/1 red/2 red/3 red-double/0 red-double/1 red/10 red/11", False),
        ("connect-15", "red/0 red/1 red/2 red/4 red/5 red/13 red/14", False),
        ("lucky-15", "lucky-track/0 lucky-track/1", True),
        ("lucky-15", "lucky-track/1", False),
        ("x-change", "swaps/0", True),
        ("x-change", "swaps/0 swaps/2", False),
        # The bonus cell strikes the bar, which forces the next red number.
        ("bonus-a", "green/1 bar/0 red/0", True),
        ("bonus-a", f"green/1 bar/0 red/0 {MISTHROWS}", True),
        # Another player closed red: the cross lapsed, or the red field is void.
        ("bonus-a", f"green/1 bar/0 {MISTHROWS}", True),
        ("bonus-a", f"green/1 bar/0 bar/5 bar/8 {MISTHROWS}", True),
        # Two further colours were closed: not with four misthrows.
        ("bonus-a", f"green/1 bar/0 red/0 bar/1 bar/2 {MISTHROWS}", False),
        ("bonus-a", "green/1 bar/0 red/0 bar/1 bar/2", True),
        # A chain: red 3 strikes red, which makes the next red cross.
        ("bonus-a", f"red/1 bar/0 red/2 {MISTHROWS}", True),
        ("bonus-a", f"red/1 yellow/3 green/1 {MISTHROWS}", False),
        # Legend boxes need both cells.
        ("bonus-b", "red/4 blue/8 legend/3", True),
        ("bonus-b", "red/4 blue/8", True),
        ("bonus-b", "red/4 legend/3", False),
        # Both notched cells: one cross in every open row, unless the game ended just then.
        ("bonus-b", f"yellow/5 blue/5 {MISTHROWS}", False),
        ("bonus-b", f"yellow/5 yellow/6 blue/5 blue/6 red/0 green/0 legend/1 {MISTHROWS}", True),
        ("bonus-b", "yellow/5 blue/5 legend/1", True),
    ],
)  # fmt: skip
def test_what_legal_play_reaches(variant: str, cells: str, possible: bool) -> None:
    sheet = sheet_of(variant)
    assert is_reachable(sheet, marks(cells)) is possible
    assert judge_legality(sheet, marks(cells), budget=QUICK).possible is possible


def test_linked_cells_go_together_in_any_order() -> None:
    sheet = sheet_of("connected-b")
    (a, b), (c, d), *_ = sheet.pairs
    assert is_reachable(sheet, marks(a.id)) is False
    assert is_reachable(sheet, marks(f"{a.id} {b.id} {c.id} {d.id}"))
    found = judge_legality(sheet, marks(a.id))
    assert facts_of(found) == {a.id, f"no {b.id}"}
    assert [(change.cell, change.forgotten) for change in found.changes] == [
        (b.id, True), (a.id, False),
    ]  # fmt: skip


def test_at_most_two_locks_where_nothing_is_forced() -> None:
    closed = [f"{row}/{i}" for row in ("red", "yellow", "green") for i in (0, 1, 2, 3, 4, 10, 11)]
    assert is_reachable(sheet_of("original"), dict.fromkeys(closed[:14], "cross"))
    assert is_reachable(sheet_of("original"), dict.fromkeys(closed, "cross")) is False
    both = dict.fromkeys([*closed[:14], *MISTHROWS.split()], "cross")
    assert is_reachable(sheet_of("original"), both) is False


def test_a_field_beside_the_number_that_ends_the_game_came_before_it() -> None:
    rows = [f"{row}/{i}" for row in ("red", "green") for i in (0, 1, 2, 3, 4, 10, 11)]
    sheet = sheet_of("big-points")
    assert is_reachable(sheet, dict.fromkeys([*rows, "red-yellow/10"], "cross"))
    fields = ["red-yellow/10", "green-blue/10"]
    assert is_reachable(sheet, dict.fromkeys([*rows, *fields], "cross")) is False


def test_unsure_cells_can_be_anything() -> None:
    sheet = sheet_of("original")
    five = marks("red/0 red/1 red/2 red/3 red/10 red/11")
    assert is_reachable(sheet, five) is False
    assert judge_legality(sheet, five | {"red/7": "unsure"}).possible
    assert agrees_with(sheet, {"red/10": True, "red/11": False}) is False
    assert agrees_with(sheet, {"red/10": True})


def test_every_mark_but_an_unsure_one_strikes_a_bar_field() -> None:
    sheet = sheet_of("bonus-a")
    found = known_of(sheet, {"bar/0": "dash", "bar/1": "cancelled", "bar/2": "unsure",
                             "red/0": "dash", "red/1": "cancelled", "red/2": "cross"})  # fmt: skip
    assert (found["bar/0"], found["bar/1"], found["bar/3"]) == (True, True, False)
    assert "bar/2" not in found
    assert (found["red/0"], found["red/1"], found["red/2"]) == (False, False, True)


def test_reasons_and_changes() -> None:
    found = judge("original", "red/0 red/1 red/2 red/3 red/4 red/11")
    assert facts_of(found) == {"no red/10", "red/11"}
    assert found.minimal
    texts = [change_text(found, change) for change in found.changes]
    assert texts[-1] == "red lock may be one cross too many"
    assert reason_text(found).startswith(
        "no order of play leads to this sheet: red lock crossed, but red 12 empty"
    )
    assert reason_text(found, "de").startswith(
        "keine Reihenfolge führt zu diesem Zettel: Schloss Rot angekreuzt, aber Rot 12 leer"
    )


def test_a_conflict_that_may_not_be_minimal_says_so() -> None:
    cells = marks(f"red/1 yellow/3 green/1 {MISTHROWS}")
    found = judge_legality(sheet_of("bonus-a"), cells, budget=Budget(conflict=1))
    assert not found.minimal
    assert "cells, crossed or empty, contradict each other (perhaps fewer" in reason_text(found)
    assert "Felder, angekreuzt oder leer, widersprechen einander (vielleicht" in reason_text(
        found, "de"
    )
    proved = judge_legality(sheet_of("bonus-a"), cells)
    assert proved.minimal
    assert "perhaps" not in reason_text(proved)


def test_a_forgotten_cross_is_told_with_what_forces_it() -> None:
    sheet = sheet_of("bonus-a")
    found = judge_legality(sheet, marks("green/1 bar/0"), others_may_close=(), budget=QUICK)
    change = next(change for change in found.changes if change.cell == "red/0")
    assert change_text(found, change) == (
        "bar field 1 (red) was struck but the cross it forces, red 2, is missing"
    )
    struck = judge_legality(sheet, marks("green/1 red/0"), others_may_close=(), budget=QUICK)
    change = next(change for change in struck.changes if change.cell == "bar/0")
    assert change_text(struck, change) == (
        "green 11 was crossed but bar field 1 (red), which it strikes, is free"
    )
    cells = marks("yellow/5 yellow/6 blue/5 blue/6 red/0")
    notched = judge_legality(sheet_of("bonus-b"), cells, others_may_close=(), budget=QUICK)
    assert notched.single_fix
    assert change_text(notched, notched.single_fix).startswith(
        "yellow 7 forces a cross in green 12"
    )


def test_the_violation_has_places_and_cells() -> None:
    sheet = sheet_of("original")
    assert legality_violations(sheet, marks("red/0")) == ()
    ((key, facts, cells),) = legality_violations(sheet, marks("red/11"))
    assert key == "not-reachable"
    assert set(cells) == {"red/10", "red/11"}
    assert [(name, len(places)) for name, places in facts if isinstance(places, tuple)] == [
        ("crossed", 1), ("empty", 1),
    ]  # fmt: skip
    assert findings_of(judge("original", "red/0")) is None


def test_orders_in_plain_words() -> None:
    sheet = sheet_of("bonus-a")
    found = judge_legality(sheet, marks("green/1 bar/0 red/0 penalty/1"))
    assert order_sentences(sheet, found.example) == (
        "You cross green 11, strike bar field 1 (red), and so must cross red 2.",
        "You cross misthrow 2.",
    )
    assert order_sentences(sheet, found.example, "de")[0] == (
        "Du kreuzt Grün 11 an, streichst Leistenfeld 1 (Rot), und musst deshalb Rot 2 ankreuzen."
    )
    lapsed = judge_legality(sheet, marks(f"green/1 bar/0 {MISTHROWS}"))
    assert lapsed.closed_by_others == ("red",)
    assert "another player closes red" in order_sentences(sheet, lapsed.example)[0]


def test_languages_have_the_same_texts() -> None:
    english, german = legality_texts("en"), legality_texts("de")
    assert legality_texts("xx") == english
    assert {k: set(v) for k, v in english.items()} == {k: set(v) for k, v in german.items()}


def replayed(sheet: Sheet, legality: Legality) -> set[str]:
    """The cells that an example crosses; in every row from left to right."""
    made: set[str] = set()
    last: dict[str, int] = {}
    for step in legality.example:
        for link in step.links:
            if link.kind in ("cross", "forced", "lock") and not sheet.pairs:
                row, _, position = link.place.rpartition("/")
                assert int(position) > last.get(row, -1), legality.example
                last[row] = int(position)
        assert not made & set(step.crossed)
        made.update(step.crossed)
    return made


@pytest.mark.parametrize("variant", list(bundled()))
def test_examples_make_just_the_crosses_of_the_sheet(variant: str) -> None:
    for seed in range(3):
        sheets = [sheet_of(variant, number) for number in range(4)]
        for played in simulate(sheets, seed).sheets:
            found = judge_legality(played.sheet, played.marks)
            assert found.possible
            assert replayed(played.sheet, found) == _made(played.sheet, played.marks, found)


def _made(sheet: Sheet, crossed: Mapping[str, str], legality: Legality) -> set[str]:
    """The crosses without legend boxes and void bar fields, which no step is about."""
    used = {link.place for s in legality.example for link in s.links if link.kind == "strike"}
    kinds = {cell.id: cell.kind for cell in sheet.cells}
    return {
        cell
        for cell in crossed
        if kinds[cell] != "legend" and (kinds[cell] != "bar" or cell in used)
    }
