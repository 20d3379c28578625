"""Turns are symmetries of the game, and sets of them deal fairly."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetgen.catalog import bundled
from sheetgen.dealing import code_for, content_of, strength_of_dealing
from sheetgen.drawing import Content
from sheetgen.turning import Turn, allowed_turns, turned, turned_set
from sheetgen.variant import Variant
from tests.draw_rules import faults, ways
from tests.prints import DRAWN, VARIANTS, own_variant

PLAYERS = range(2, 9)
SEEDS = range(12)

each_variant = pytest.mark.parametrize("name", VARIANTS)
each_drawn = pytest.mark.parametrize("name", DRAWN)

turns = st.builds(Turn, st.sampled_from(list(permutations(range(4)))), st.booleans())
IDENTITY = Turn((0, 1, 2, 3))


def inverse(turn: Turn) -> Turn:
    return Turn(tuple(turn.rows.index(i) for i in range(len(turn.rows))), turn.mirrored)


@given(turns, turns, turns)
def test_turns_are_a_group(a: Turn, b: Turn, c: Turn) -> None:
    assert a.after(b).after(c) == a.after(b.after(c))
    assert a.after(IDENTITY) == IDENTITY.after(a) == a
    assert a.after(inverse(a)) == inverse(a).after(a) == IDENTITY


def test_rows_that_share_a_die_are_not_parted() -> None:
    def rows(*colours: str) -> list[dict[str, str]]:
        return [
            {"id": f"r{i}", "colour": colour, "numbers": "2..12"}
            for i, colour in enumerate(colours)
        ]

    both_red = allowed_turns(own_variant(rows=rows("red", "red", "blue")))
    assert {turn.rows for turn in both_red} == {(0, 1, 2), (1, 0, 2)}
    assert len(allowed_turns(own_variant(rows=rows("red", "green", "blue")))) == 6


@given(st.sampled_from(DRAWN), st.data())
def test_turning_twice_is_one_turn(name: str, data: st.DataObject) -> None:
    variant = bundled()[name]
    allowed = st.sampled_from(allowed_turns(variant))
    a, b = data.draw(allowed), data.draw(allowed)
    content = drawn(variant, data.draw(st.integers(0, 50)))
    assert turned(variant, turned(variant, content, a), b) == turned(variant, content, b.after(a))
    assert turned(variant, content, IDENTITY) == content
    assert turned(variant, turned(variant, content, a), inverse(a)) == content


def drawn(variant: Variant, seed: int) -> Content:
    return content_of(variant, code_for(variant, seed=seed, dealing="same"))


@each_variant
def test_the_allowed_turns_are_a_group(name: str) -> None:
    allowed = set(allowed_turns(bundled()[name]))
    assert {a.after(b) for a in allowed for b in allowed} == allowed
    assert {inverse(a) for a in allowed} == allowed


@each_variant
@pytest.mark.parametrize("players", PLAYERS)
def test_each_turn_is_a_symmetry_of_the_game(name: str, players: int) -> None:
    """Rows run the right way, chances are kept, colours exchanged, and the draw's rules hold."""
    variant = bundled()[name]
    for turn in turned_set(variant, players).turns:
        for seed in SEEDS:
            before = drawn(variant, seed)
            after = turned(variant, before, turn)
            assert faults(variant, after) == []
            check_symmetry(variant, before, after, turn)


def check_symmetry(variant: Variant, before: Content, after: Content, turn: Turn) -> None:
    sides = variant.dice.sides
    colour_of = {
        str(variant.rows[i].colour): str(variant.rows[j].colour) for i, j in enumerate(turn.rows)
    }
    assert len(set(colour_of.values())) == len(colour_of)
    for source, target in enumerate(turn.rows):
        ours, theirs = before.numbers[source], after.numbers[target]
        assert [ways(n, sides) for n in ours] == [ways(n, sides) for n in theirs]
        if turn.mirrored:
            assert [a + b for a, b in zip(ours, theirs, strict=True)] == [2 * sides + 2] * len(ours)
        else:
            assert ours == theirs
        cells = before.colours[source]
        assert after.colours[target] == (cells and tuple(colour_of[colour] for colour in cells))
        assert variant.closing_of(variant.rows[source]) == variant.closing_of(variant.rows[target])
    moved = {name: {(turn.rows[r], p) for r, p in places} for name, places in before.specials}
    assert {name: set(places) for name, places in after.specials} == moved
    links = {frozenset((turn.rows[r], p) for r, p in pair) for pair in before.pairs}
    assert {frozenset(pair) for pair in after.pairs} == links
    bars = {name: tuple(colour_of[c] for c in colours) for name, colours in before.bars}
    assert dict(after.bars) == bars


@each_drawn
@pytest.mark.parametrize("players", PLAYERS)
def test_an_exact_set_is_closed_under_its_turns(name: str, players: int) -> None:
    variant = bundled()[name]
    found = turned_set(variant, players)
    assert found.turns[0] == IDENTITY
    assert len(set(found.turns)) == len(found.turns) <= players
    if not found.exact:
        return
    group = set(found.turns)
    assert {a.after(b) for a in group for b in group} == group
    for seed in SEEDS:
        dealt = [
            content_of(
                variant,
                code_for(variant, seed=seed, number=seat, players=players, dealing="different"),
            )
            for seat in range(players)
        ]
        assert len(set(dealt)) == players
        for turn in found.turns:
            assert {turned(variant, content, turn) for content in dealt} == set(dealt)


def test_which_sets_are_exact() -> None:
    """As worked out by hand in the product's notes on fair dealing."""
    strengths = {
        name: [strength_of_dealing(bundled()[name], "different", n) for n in PLAYERS]
        for name in ("gemixxt-a", "gemixxt-b", "bonus-a")
    }
    by_mirror = ["equal", "nearly", "equal", "nearly", "nearly", "nearly", "equal"]
    assert strengths["bonus-a"] == strengths["gemixxt-a"] == by_mirror
    assert strengths["gemixxt-b"] == [
        "equal", "equal", "equal", "nearly", "equal", "nearly", "equal",
    ]  # fmt: skip


@each_drawn
@pytest.mark.parametrize("players", range(1, 13))
def test_no_two_players_of_a_game_get_the_same_sheet(name: str, players: int) -> None:
    variant = bundled()[name]
    for game in range(4):
        dealt = {
            content_of(
                variant,
                code_for(
                    variant, seed=9, number=game * players + seat, players=players,
                    dealing="different",
                ),
            )
            for seat in range(players)
        }  # fmt: skip
        assert len(dealt) == players
