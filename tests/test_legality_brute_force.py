"""The search against all games of tiny variants, on every set of crosses."""

from __future__ import annotations

import random
from functools import cache

import pytest

from sheetgen.auditing import audit_marks
from sheetgen.rules.legality import Fact, agrees_with, judge_legality
from sheetgen.rules.legality.board import board_of
from sheetgen.rules.legality.facts import known_of
from sheetgen.rules.legality.states import Effort, Others
from sheetgen.rules.legality.verdict import verdict
from sheetgen.sheet import Sheet
from tests.miniatures import Crosses, every_sheet, marks_of, miniatures, outcomes

NAMES = list(miniatures())


@cache
def outcomes_of(name: str) -> frozenset[Crosses]:
    return frozenset(outcomes(miniatures()[name]))


@pytest.mark.parametrize("name", NAMES)
def test_every_set_of_crosses(name: str) -> None:
    sheet, reached = miniatures()[name], outcomes_of(name)
    board = board_of(sheet)
    anything = Others(board.mask(frozenset(board.colours)))
    for crosses in every_sheet(sheet):
        known = known_of(sheet, marks_of(crosses))
        found = verdict(board, known, Effort(10_000), anything).possible
        assert found is (crosses in reached), sorted(crosses)


def agrees(known: dict[str, bool], reached: frozenset[Crosses]) -> bool:
    return any(all((cell in one) is fact for cell, fact in known.items()) for one in reached)


@pytest.mark.parametrize("name", NAMES)
def test_unknown_cells(name: str) -> None:
    """Some value of the unknown cells is possible just where some game has the known ones."""
    sheet, reached = miniatures()[name], outcomes_of(name)
    stream = random.Random(name)
    games = sorted(map(sorted, reached))
    for _ in range(150):
        crosses = stream.choice(games)
        share = stream.choice((0.3, 0.5, 0.8))
        known = {
            cell.id: (cell.id in crosses) is not (stream.random() < 0.15)
            for cell in sheet.cells
            if stream.random() < share
        }
        assert agrees_with(sheet, known) is agrees(known, reached), known


@pytest.mark.parametrize("name", NAMES)
def test_conflicts_are_minimal_and_changes_mend(name: str) -> None:
    sheet, reached = miniatures()[name], outcomes_of(name)
    stream = random.Random(name)
    for crosses in illegal_sheets(sheet, reached, stream, 12):
        found = judge_legality(sheet, marks_of(crosses))
        assert found.possible is False
        assert found.minimal
        conflict = {fact.cell: fact.crossed for fact in found.conflict}
        assert not agrees(conflict, reached)
        for cell in conflict:
            assert agrees({c: f for c, f in conflict.items() if c != cell}, reached)
        mending = {Fact(c.id, c.id not in crosses) for c in sheet.cells
                   if crosses ^ {c.id} in reached}  # fmt: skip
        assert {change.fact for change in found.changes} == mending


def illegal_sheets(
    sheet: Sheet, reached: frozenset[Crosses], stream: random.Random, count: int
) -> list[Crosses]:
    """Sheets of games with one or two random changes that make them illegal."""
    games = sorted(map(sorted, reached))
    cells = [cell.id for cell in sheet.cells]
    found: list[Crosses] = []
    while len(found) < count:
        changed = frozenset(stream.choice(games)) ^ frozenset(stream.choices(cells, k=2))
        if changed not in reached:
            found.append(changed)
    return found


def test_a_tiny_sheet_is_known_as_it_is_marked() -> None:
    sheet = miniatures()["plain"]
    assert known_of(sheet, {}) == {cell.id: False for cell in sheet.cells}


@pytest.mark.parametrize("name", NAMES)
def test_audits_find_an_error_just_where_no_game_leads(name: str) -> None:
    """Whichever rule words it: counted by a plain rule, or found by the search."""
    sheet, reached = miniatures()[name], outcomes_of(name)
    stream = random.Random(f"audits of {name}")
    games = [frozenset(crosses) for crosses in sorted(map(sorted, reached))]
    for crosses in [*stream.sample(games, 40), *illegal_sheets(sheet, reached, stream, 40)]:
        found = audit_marks(sheet, marks_of(crosses))
        errors = [v.id for v in found.violations if v.severity == "error"]
        assert bool(errors) is (crosses not in reached), (sorted(crosses), errors)
