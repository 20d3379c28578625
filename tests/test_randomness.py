"""Draws that come out the same for years."""

from collections import Counter
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from sheetgen.randomness import Stream

GOLDEN_DRAWS = [99, 32, 42, 37, 30, 10, 81, 16]
GOLDEN_SHUFFLE = "chfgabed"
GOLDEN_CHOICE = "y"

seeds = st.integers(0, 10**9)


def test_draws_stay_the_same_for_years() -> None:
    stream = Stream(42, "test", 1)
    assert [stream.below(100) for _ in range(8)] == GOLDEN_DRAWS
    assert Stream(42, "test", 2).shuffled("abcdefgh") == list(GOLDEN_SHUFFLE)
    assert Stream(7, "pick").choice(["x", "y", "z"]) == GOLDEN_CHOICE


@given(seeds)
def test_a_further_draw_shifts_no_other_stream(seed: int) -> None:
    alone = Stream(seed, "a").shuffled(range(10))
    other = Stream(seed, "b")
    other.below(10)
    assert Stream(seed, "a").shuffled(range(10)) == alone


def test_names_are_not_run_together() -> None:
    assert Stream(1, "a", 23).below(10**9) != Stream(1, "a", 2, 3).below(10**9)
    assert Stream(1, "ab").below(10**9) != Stream(1, "a", "b").below(10**9)


@given(seeds, st.lists(st.integers(), max_size=20))
def test_shuffled_keeps_the_items_and_the_list(seed: int, items: list[int]) -> None:
    before = list(items)
    assert sorted(Stream(seed, "s").shuffled(items)) == sorted(items)
    assert items == before


@given(seeds, st.integers(1, 1000))
def test_below_stays_below(seed: int, n: int) -> None:
    stream = Stream(seed, "n")
    assert all(0 <= stream.below(n) < n for _ in range(20))


def test_all_orders_are_equally_likely() -> None:
    draws = 12_000
    counts = Counter(tuple(Stream(seed, "orders").shuffled("abcd")) for seed in range(draws))
    expected = draws / 24
    assert set(counts) == set(permutations("abcd"))
    chi_square = sum((n - expected) ** 2 / expected for n in counts.values())
    assert chi_square < 49.7  # 23 degrees of freedom, one in a thousand
