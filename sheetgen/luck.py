"""How strong lucky numbers are: chance of the white sum and points a game.

The two constants come from simulated games of Longo (D8, four players, three playing styles);
pairs of one strength differ by no more than chance.
"""

from __future__ import annotations

from itertools import product

from sheetgen.variant import Variant

POINTS_PER_64TH = 1.83
"""Points a game for each further 64th of chance that one of the lucky numbers comes up."""

NEIGHBOURS_LOSE = 1.5
"""Points a game that two neighbouring numbers lose: they help in the same places."""


def chance_of(variant: Variant, numbers: tuple[int, ...]) -> tuple[int, int]:
    """Outcomes of the white dice whose sum is one of the numbers, and all outcomes."""
    rolls = product(range(1, variant.dice.sides + 1), repeat=variant.dice.white)
    wanted = set(numbers)
    ways = sum(1 for roll in rolls if sum(roll) in wanted)
    return ways, int(variant.dice.sides**variant.dice.white)


def strength_of(variant: Variant, pair: tuple[int, ...]) -> float:
    """Points a game by which a pair is stronger (above 0) or weaker than the variant's own pairs.

    Raises ValueError if the variant has no lucky numbers.
    """
    if variant.lucky is None:
        raise ValueError(f"{variant.name} has no lucky numbers")
    own = [_strength(variant, other) for other in variant.lucky.pairs]
    return _strength(variant, pair) - sum(own) / len(own)


def _strength(variant: Variant, pair: tuple[int, ...]) -> float:
    ways, outcomes = chance_of(variant, pair)
    neighbours = len(pair) == 2 and abs(pair[0] - pair[1]) == 1
    return 64 * ways / outcomes * POINTS_PER_64TH - (NEIGHBOURS_LOSE if neighbours else 0)
