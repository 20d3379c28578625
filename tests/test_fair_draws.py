"""Draws are uniform where they claim to be: chi-square tests with fixed seeds.

Every bound is passed by a fair draw but once in a million; what can be drawn is counted here anew.
"""

from collections import Counter
from collections.abc import Hashable, Iterable
from functools import cache
from itertools import combinations, groupby, pairwise, permutations, product
from math import comb, exp, factorial, lgamma, log, sqrt

import pytest

from sheetgen.catalog import bundled
from sheetgen.dealing import code_for, content_of, lucky_of
from sheetgen.drawing import Content, segment_layouts
from tests.draw_rules import ways

Z_MILLION = 4.7535
"""Normal deviate that is exceeded once in a million."""


def bound(freedom: int) -> float:
    """Chi-square that is exceeded once in a million (Wilson and Hilferty)."""
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + Z_MILLION * sqrt(part)) ** 3)


def check_uniform(drawn: Iterable[Hashable], possible: set[Hashable]) -> None:
    """All possible outcomes come up, equally often but for chance, and no other ones."""
    counts = Counter(drawn)
    assert set(counts) <= possible
    expected = counts.total() / len(possible)
    assert expected >= 10, "too few draws"
    chi_square = sum((counts[outcome] - expected) ** 2 / expected for outcome in possible)
    assert chi_square < bound(len(possible) - 1)


@cache
def contents(name: str, count: int) -> tuple[Content, ...]:
    variant = bundled()[name]
    codes = (code_for(variant, seed=seed, dealing="same") for seed in range(count))
    return tuple(content_of(variant, code) for code in codes)


@pytest.mark.parametrize("freedom", [2, 4, 6, 10, 24, 100, 334])
def test_the_bound_has_no_more_than_one_false_alarm_in_a_million(freedom: int) -> None:
    half = bound(freedom) / 2
    exceeded = sum(exp(-half + k * log(half) - lgamma(k + 1)) for k in range(freedom // 2))
    assert 2e-7 < exceeded < 1.02e-6


def test_an_unfair_draw_is_noticed() -> None:
    fair = [i % 8 for i in range(4000)]
    check_uniform(fair, set(range(8)))
    with pytest.raises(AssertionError):
        check_uniform([*fair, *([0] * 250)], set(range(8)))


def gemixxt_layouts() -> set[Hashable]:
    """All layouts of the official kind, row by row, by another way of search than the program's."""
    variant = bundled()["gemixxt-a"]
    colours = [str(row.colour) for row in variant.rows]
    by_row = []
    for row in variant.rows:
        options = []
        for cuts in combinations(range(1, 11), 3):
            lengths = [b - a for a, b in pairwise((0, *cuts, 11))]
            if not all(2 <= length <= 4 for length in lengths):
                continue
            for order in permutations(colours):
                if order[-1] == row.colour:
                    cells = [c for c, n in zip(order, lengths, strict=True) for _ in range(n)]
                    options.append(tuple(cells))
        by_row.append(options)
    pairs = [
        {option: frozenset(zip(option, row.numbers, strict=True)) for option in options}
        for row, options in zip(variant.rows, by_row, strict=True)
    ]
    halves = [
        [
            ((a, b), pairs[i][a] | pairs[i + 1][b])
            for a, b in product(by_row[i], by_row[i + 1])
            if not pairs[i][a] & pairs[i + 1][b]
        ]
        for i in (0, 2)
    ]
    every = frozenset((colour, number) for colour in colours for number in range(2, 13))
    lower: dict[frozenset[tuple[str, int]], list[tuple[tuple[str, ...], ...]]] = {}
    for layout, covered in halves[1]:
        lower.setdefault(covered, []).append(layout)
    return {
        (*upper, *rest) for upper, covered in halves[0] for rest in lower.get(every - covered, [])
    }


def test_gemixxt_a_has_exactly_336_layouts_all_equally_likely() -> None:
    variant = bundled()["gemixxt-a"]
    possible = gemixxt_layouts()
    assert len(possible) == 336
    assert tuple(row.colours for row in variant.rows) in possible
    assert variant.draw
    assert variant.draw.segments
    assert set(segment_layouts(variant, variant.draw.segments)) == possible
    check_uniform((content.colours for content in contents("gemixxt-a", 336 * 30)), possible)


def test_closing_numbers_of_gemixxt_b() -> None:
    """The lasts of the four rows: all sets that the template allows, here told by their ways."""
    sets = [
        lasts
        for lasts in permutations(range(2, 13), 4)
        if 9 <= sum(ways(number) for number in lasts) <= 11
    ]
    expected = Counter(lasts[0] for lasts in sets)
    drawn = Counter(content.numbers[0][-1] for content in contents("gemixxt-b", 1500))
    assert set(drawn) <= set(expected)
    share = 1500 / len(sets)
    usual = {number: n * share for number, n in expected.items() if n * share >= 10}
    chi_square = sum((drawn[number] - n) ** 2 / n for number, n in usual.items())
    assert chi_square < bound(len(usual))


def test_bonus_cells() -> None:
    """In every row each choice of three places that keeps the chances is equally likely."""
    found = contents("bonus-a", 4000)
    variant = bundled()["bonus-a"]
    for row, spec in enumerate(variant.rows):
        possible: set[Hashable] = {
            places
            for places in product(range(4), range(4, 7), range(7, 10))
            if 11 <= sum(ways(spec.numbers[place]) for place in places) <= 12
        }
        assert len(possible) > 5
        check_uniform(
            (
                tuple(place for r, place in dict(content.specials)["bonus"] if r == row)
                for content in found
            ),
            possible,
        )


def test_bonus_bar() -> None:
    bars = [dict(content.bars)["bar"] for content in contents("bonus-a", 4000)]
    colours = [str(row.colour) for row in bundled()["bonus-a"].rows]
    starts: set[Hashable] = set(permutations(colours, 2))
    check_uniform((bar[:2] for bar in bars), starts)
    check_uniform((bar[-1] for bar in bars), set(colours))
    assert all(all(len(list(group)) == 1 for _, group in groupby(bar)) for bar in bars)


def test_symbols_of_bonus_b_lie_in_any_two_rows() -> None:
    rows: set[Hashable] = set(combinations(range(4), 2))
    found = contents("bonus-b", 3000)
    for special in bundled()["bonus-b"].specials:
        check_uniform(
            (tuple(row for row, _ in dict(content.specials)[special.id]) for content in found), rows
        )


def test_stairs_of_connected_a() -> None:
    possible: set[Hashable] = set()
    for start in range(4):
        for steps in product((-1, 1), repeat=10):
            rows = [start]
            for step in steps:
                rows.append(rows[-1] + step)
            if all(0 <= row < 4 for row in rows):
                possible.add(tuple(rows))
    assert len(possible) == 466
    check_uniform(
        (
            tuple(row for row, _ in sorted(dict(content.specials)["step"], key=lambda p: p[1]))
            for content in contents("connected-a", 466 * 20)
        ),
        possible,
    )


def test_chains_of_connected_b() -> None:
    windows = ((1, 4), (6, 9))
    orders = [list(permutations(range(low, high + 1), 3)) for low, high in windows]
    possible: set[Hashable] = set(product(*orders))
    assert len(possible) == (factorial(4) // factorial(1)) ** 2
    check_uniform(
        (
            tuple(
                tuple(a[1] for a, _ in content.pairs if low <= a[1] <= high)
                for low, high in windows
            )
            for content in contents("connected-b", len(possible) * 15)
        ),
        possible,
    )


@pytest.mark.parametrize("players", [2, 8])
def test_lucky_pairs_of_two_players(players: int) -> None:
    longo = bundled()["longo"]
    assert longo.lucky
    possible: set[Hashable] = set(permutations(longo.lucky.pairs, 2))
    assert len(possible) == 2 * comb(8, 2)
    check_uniform(
        (
            tuple(
                lucky_of(longo, code_for(longo, seed=seed, number=seat, players=players))
                for seat in (0, players - 1)
            )
            for seed in range(56 * 40)
        ),
        possible,
    )
