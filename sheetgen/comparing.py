"""How the sheets of a game compare, in a sentence and in notes: alike, equally strong, or not.

Numbers of points are those of simulated games; templates name them where a simulation was made.
"""

from __future__ import annotations

from sheetgen.dealing import strength_of_dealing
from sheetgen.luck import chance_of, strength_of
from sheetgen.sheetcode import DEALINGS, SheetCode
from sheetgen.turning import turned_set
from sheetgen.variant import Variant

_STRENGTHS = {
    "alike": "a layout drawn for each game, the same on its {players} sheets",
    "equal": "a layout drawn for each game, turned for its {players} players: "
    "equal strength by symmetry",
    "nearly": "a layout drawn for each game, turned for its {players} players: "
    "nearly equal strength, as {players} are part of a larger set of turns",
    "partly": "layouts drawn for each game and turned: of its {players} sheets only {parts} "
    "are equally strong",
}

_WORTH_A_NOTE = 0.5
"""Points a game; smaller differences between lucky pairs nobody notices."""


def comparison(variant: Variant, code: SheetCode, lucky: tuple[int, ...] = ()) -> str:
    """What differs between the sheets of a set with this code, and how strong they are."""
    if variant.lucky is not None:
        return _of_lucky(variant, code, lucky)
    dealing, players = DEALINGS[code.dealing], code.players + 1
    if variant.draw is None or dealing == "official":
        return _of_official(variant, code)
    strength = strength_of_dealing(variant, dealing, players)
    if strength == "unequal":
        return _of_unrelated(variant)
    size = len(turned_set(variant, players).turns)
    parts = "pairs" if size == 2 else f"groups of {size}"
    return _STRENGTHS[strength].format(players=players, parts=parts)


def notes_on(variant: Variant, code: SheetCode, lucky: tuple[int, ...] = ()) -> tuple[str, ...]:
    """What a player should know before sheets of different strength meet at a table."""
    notes = list(_lucky_notes(variant, lucky))
    drawn = DEALINGS[code.dealing] != "official"
    if drawn and variant.draw and variant.draw.official_lead:
        notes.append(
            f"the official sheet is about {variant.draw.official_lead:g} points a game stronger "
            "than drawn ones: never mix them in one game"
        )
    return tuple(notes)


def _of_lucky(variant: Variant, code: SheetCode, lucky: tuple[int, ...]) -> str:
    assert variant.lucky is not None
    players = code.players + 1
    if lucky:
        return f"lucky numbers {_and(lucky)} on every sheet"
    if DEALINGS[code.dealing] == "same":
        return f"lucky numbers drawn for each game, the same on its {players} sheets"
    fair = all(abs(strength_of(variant, pair)) < _WORTH_A_NOTE for pair in variant.lucky.pairs)
    strength = "all equally strong" if fair else "some stronger than others"
    if players > len(variant.lucky.pairs):
        return f"lucky numbers drawn for each sheet, {strength}"
    return f"lucky numbers drawn for each sheet, no pair twice in a game of {players}, {strength}"


def _of_official(variant: Variant, code: SheetCode) -> str:
    names = [sheet.id.upper() for sheet in variant.sheets]
    if names and code.choice:
        return f"the official sheet {names[code.choice - 1]} on all sheets"
    if len(names) > 1:
        return f"the official sheets {names[0]} to {names[-1]} in turn, a game each"
    return "the official layout on all sheets" if variant.draw else "all sheets are alike"


def _of_unrelated(variant: Variant) -> str:
    spread = variant.draw.spread if variant.draw else None
    if spread is None:
        return "unrelated layouts, one drawn for each sheet: their strength may differ"
    if spread == 0:
        return "unrelated layouts, one drawn for each sheet: all are equally strong"
    return (
        "unrelated layouts, one drawn for each sheet: best and worst of four lie about "
        f"{spread:g} points a game apart"
    )


def _lucky_notes(variant: Variant, chosen: tuple[int, ...]) -> tuple[str, ...]:
    """A note if the lucky numbers that the user set are stronger or weaker than the drawn pairs."""
    if not chosen or variant.lucky is None:
        return ()
    difference = strength_of(variant, chosen)
    if abs(difference) < _WORTH_A_NOTE:
        return ()
    ways, outcomes = chance_of(variant, chosen)
    fair_ways, _ = chance_of(variant, variant.lucky.pairs[0])
    kind = "stronger" if difference > 0 else "weaker"
    return (
        f"lucky numbers {_and(chosen)} come up with chance {ways} of {outcomes}, the drawn pairs "
        f"with {fair_ways}: about {abs(difference):.1f} points a game {kind}, so fair only if all "
        "players have them",
    )


def _and(numbers: tuple[int, ...]) -> str:
    return " and ".join(str(number) for number in sorted(numbers))
