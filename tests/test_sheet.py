"""Sheets rebuilt from their codes, and the draws of Longo."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetgen.catalog import bundled, find_variant
from sheetgen.dealing import choose_lucky, code_for
from sheetgen.errors import SheetNotFoundError, UsageError
from sheetgen.sheet import Sheet, make_sheet, sheet_of
from sheetgen.sheetcode import MAX_SEED, MAX_SHEETS, parse_sheet_code
from tests.golden import check_golden
from tests.prints import DRAWN, VARIANTS, own_variant, sheet

LONGO = find_variant("longo")
FAIR_PAIRS = {(4, 9), (5, 8), (5, 10), (6, 11), (7, 12), (8, 13), (9, 14), (10, 13)}

numbers = st.integers(0, MAX_SHEETS - 1)
seeds = st.integers(0, MAX_SEED)


def as_data(made: Sheet) -> dict[str, object]:
    return {
        "code": made.code.text,
        "lucky": made.lucky,
        "cells": [
            [
                cell.id,
                cell.kind,
                cell.number,
                *cell.colours,
                *["closing"] * cell.closing,
                *([cell.special] if cell.special else []),
                *(cell.swap or ()),
            ]
            for cell in made.cells
        ],
        "pairs": [[a.id, b.id] for a, b in made.pairs],
    }


@pytest.mark.parametrize("name", VARIANTS)
def test_sheets_stay_the_same_for_years(name: str) -> None:
    made = sheet(name, seed=20_250_101, number=5)
    check_golden(f"sheet-{name}-{made.variant.revision}", as_data(made))


@pytest.mark.parametrize("name", DRAWN)
def test_drawn_sheets_stay_the_same_for_years(name: str) -> None:
    dealt = {
        dealing: sheet(name, seed=20_250_101, number=5, dealing=dealing)
        for dealing in ("same", "different", "independent")
    }
    data = {
        f"{dealing} {key}": value
        for dealing, made in dealt.items()
        for key, value in as_data(made).items()
    }
    check_golden(f"sheet-drawn-{name}-{bundled()[name].revision}", data)


def test_lucky_draws_stay_the_same_for_years() -> None:
    draws = [
        [seed, number, *sheet("longo", seed=seed, number=number, players=players).lucky]
        for seed in (0, 1, 12_345, MAX_SEED)
        for players in (2, 8)
        for number in (0, 1, 7, 4000)
    ]
    check_golden("draws-longo-1", {"draws": draws})


@given(st.sampled_from(VARIANTS), seeds, numbers)
def test_the_code_rebuilds_the_sheet(name: str, seed: int, number: int) -> None:
    made = sheet(name, seed=seed, number=number)
    assert sheet_of(parse_sheet_code(made.code.text)) == made


@pytest.mark.parametrize("name", VARIANTS)
def test_cell_ids_are_unique_and_positions_count_from_0(name: str) -> None:
    made = sheet(name)
    ids = [cell.id for cell in made.cells]
    assert len(set(ids)) == len(ids)
    for strip in made.strips:
        assert [cell.position for cell in strip.cells] == list(range(len(strip.cells)))
        assert {cell.row for cell in strip.cells} == {strip.id}


def test_cells_of_the_original() -> None:
    made = sheet("original")
    assert [[cell.number for cell in row.numbers] for row in made.rows] == [
        list(range(2, 13)),
        list(range(2, 13)),
        list(range(12, 1, -1)),
        list(range(12, 1, -1)),
    ]
    assert [cell.number for row in made.rows for cell in row.cells if cell.closing] == [
        12,
        12,
        2,
        2,
    ]
    assert all(row.lock and row.lock.id == f"{row.id}/11" for row in made.rows)
    assert len(made.penalties.cells) == 4
    assert made.lucky == ()


def test_cells_of_longo() -> None:
    made = sheet("longo")
    assert [len(row.cells) for row in made.rows] == [16] * 4
    closing = [[cell.number for cell in row.cells if cell.closing] for row in made.rows]
    assert closing == [[15, 16], [15, 16], [3, 2], [3, 2]]


@given(seeds, st.integers(1, 8), st.integers(0, 1000))
def test_no_pair_twice_in_a_game_and_only_fair_ones(seed: int, players: int, game: int) -> None:
    dealt = [
        sheet("longo", seed=seed, players=players, number=game * players + seat).lucky
        for seat in range(players)
    ]
    assert len(set(dealt)) == players
    assert set(dealt) <= FAIR_PAIRS


@given(seeds, st.integers(1, 12), st.integers(0, 900))
def test_same_for_all_players_of_a_game(seed: int, players: int, game: int) -> None:
    dealt = {
        sheet(
            "longo", seed=seed, players=players, number=game * players + seat, dealing="same"
        ).lucky
        for seat in range(players)
    }
    assert len(dealt) == 1


def test_all_pairs_are_equally_likely_at_every_seat() -> None:
    games = 4000
    for seat in (0, 3):
        counts = Counter(
            make_sheet(LONGO, code_for(LONGO, seed=seed, number=seat, players=4)).lucky
            for seed in range(games)
        )
        assert set(counts) == FAIR_PAIRS
        chi_square = sum((n - games / 8) ** 2 / (games / 8) for n in counts.values())
        assert chi_square < 24.3  # 7 degrees of freedom, one in a thousand


def test_other_seeds_and_other_games_differ() -> None:
    sets = {
        tuple(sheet("longo", seed=seed, number=number).lucky for number in range(4))
        for seed in range(100)
    }
    assert len(sets) > 90
    assert len({sheet("longo", number=4 * game).lucky for game in range(60)}) == 8


@pytest.mark.parametrize("numbers", [(5, 10), (10, 5), (2, 16), (15, 16)])
def test_chosen_lucky_numbers_are_in_the_code(numbers: tuple[int, int]) -> None:
    made = sheet("longo", seed=3, choice=choose_lucky(LONGO, numbers))
    assert made.lucky == tuple(sorted(numbers))
    assert sheet_of(parse_sheet_code(made.code.text)).lucky == made.lucky


@pytest.mark.parametrize("numbers", [(5,), (5, 5), (1, 5), (5, 17), (5, 6, 7)])
def test_impossible_lucky_numbers(numbers: tuple[int, ...]) -> None:
    with pytest.raises(UsageError) as caught:
        choose_lucky(LONGO, numbers)
    assert str(caught.value) == (
        f"lucky numbers {','.join(map(str, numbers))} are not possible: "
        "give two different numbers from 2 to 16, such as 5,10"
    )


def test_lucky_numbers_where_there_are_none() -> None:
    with pytest.raises(UsageError, match="original has no lucky numbers: leave out --lucky"):
        choose_lucky(bundled()["original"], (5, 10))


def test_more_players_than_pairs() -> None:
    with pytest.raises(UsageError, match="9 players, but longo has 8 fair pairs"):
        code_for(LONGO, seed=1, players=9)
    assert code_for(LONGO, seed=1, players=12, dealing="same").players == 11
    assert code_for(LONGO, seed=1, players=12, choice=7).players == 11


def test_a_sheet_of_an_own_template_needs_its_file() -> None:
    own = own_variant()
    code = code_for(own, seed=1)
    with pytest.raises(SheetNotFoundError) as caught:
        sheet_of(code)
    assert str(caught.value) == (
        f"the sheet was printed from an own template (digest {code.template}) that is not here: "
        "give its file with --template FILE"
    )
    assert sheet_of(code, (own,)).variant is own
