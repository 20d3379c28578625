"""How strong lucky numbers are."""

import pytest

from sheetgen.catalog import find_variant
from sheetgen.luck import chance_of, strength_of

LONGO = find_variant("longo")


def test_chance_is_counted_from_the_dice() -> None:
    assert chance_of(LONGO, (5, 10)) == (11, 64)
    assert chance_of(LONGO, (7, 9)) == (14, 64)
    assert chance_of(LONGO, (2, 16)) == (2, 64)
    assert chance_of(find_variant("original"), (7,)) == (6, 36)


@pytest.mark.parametrize("pair", LONGO.lucky.pairs if LONGO.lucky else ())
def test_the_fair_pairs_are_equally_strong(pair: tuple[int, int]) -> None:
    assert chance_of(LONGO, pair) == (11, 64)
    assert abs(pair[0] - pair[1]) > 1
    assert strength_of(LONGO, pair) == pytest.approx(0)


@pytest.mark.parametrize(
    ("pair", "points"), [((6, 7), -1.5), ((11, 12), -1.5), ((7, 9), 5.49), ((2, 16), -16.47)]
)
def test_other_pairs(pair: tuple[int, int], points: float) -> None:
    assert strength_of(LONGO, pair) == pytest.approx(points)


def test_a_variant_without_lucky_numbers() -> None:
    with pytest.raises(ValueError, match="original has no lucky numbers"):
        strength_of(find_variant("original"), (5, 10))
