"""Which sheet each player gets: dealings, choices of the user, and the codes that say so.

Official: the layout of the template (of several, the next for every game). Same: one drawn layout
for all players of a game. Different: a drawn layout turned so that all are equally strong, or lucky
numbers dealt from a pack. Independent: an unrelated draw for every player.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from sheetgen.catalog import template_id
from sheetgen.drawing import Content, draw_content, official_content
from sheetgen.errors import SheetNotFoundError, UsageError
from sheetgen.randomness import Stream
from sheetgen.sheetcode import DEALINGS, SheetCode
from sheetgen.turning import turned, turned_set
from sheetgen.variant import Lucky, Variant

_REDRAWS = 50


def code_for(
    variant: Variant,
    *,
    seed: int,
    number: int = 0,
    players: int | None = None,
    dealing: str | None = None,
    palette: int = 0,
    language: int = 0,
    choice: int = 0,
) -> SheetCode:
    """The sheet code of one sheet of a set. Raises UsageError for impossible wishes.

    ``dealing``: one of ``DEALINGS``; by default that of ``default_dealing``.
    """
    players = players or variant.players
    dealing = dealing or default_dealing(variant)
    _check_dealing(variant, dealing, players, choice)
    return SheetCode(
        template=template_id(variant),
        seed=seed,
        number=number,
        players=players - 1,
        dealing=DEALINGS.index(dealing),
        palette=palette,
        language=language,
        choice=choice,
    )


def default_dealing(variant: Variant, *, shuffle: bool = False) -> str:
    """Official for a variant with draws that are not asked for, else as the template says."""
    if variant.draw is not None and not shuffle:
        return "official"
    return variant.deal


def _check_dealing(variant: Variant, dealing: str, players: int, choice: int) -> None:
    if variant.lucky and not choice and dealing == "different":
        pairs = len(variant.lucky.pairs)
        if players > pairs:
            raise UsageError(
                f"{players} players, but {variant.name} has {pairs} fair pairs of lucky numbers",
                "print several games of fewer players",
            )


def content_of(variant: Variant, code: SheetCode) -> Content:
    """What fills the rows of a code's sheet. Raises SheetNotFoundError for a false choice."""
    dealing = DEALINGS[code.dealing]
    if variant.draw is None or dealing == "official":
        return _official(variant, _official_index(variant, code))
    if dealing == "independent":
        return _drawn(variant, code.seed, f"{code.game}.{code.seat}", 0)
    if dealing == "same":
        return _drawn(variant, code.seed, str(code.game), 0)
    return _turned(variant, code.seed, code.game, code.players + 1)[code.seat]


@lru_cache(256)
def _official(variant: Variant, index: int) -> Content:
    return official_content(variant, variant.sheets[index] if variant.sheets else None)


def _official_index(variant: Variant, code: SheetCode) -> int:
    """Of several official sheets the chosen one, or the next for every game."""
    if not variant.sheets:
        return 0
    if code.choice and variant.lucky is None:
        if code.choice > len(variant.sheets):
            raise _false_choice(code)
        return code.choice - 1
    return (code.seed + code.game) % len(variant.sheets)


@lru_cache(1024)
def _drawn(variant: Variant, seed: int, game: str, attempt: int) -> Content:
    def stream(name: str) -> Stream:
        return Stream(seed, name, game, attempt)

    return draw_content(variant, stream)


@lru_cache(256)
def _turned(variant: Variant, seed: int, game: int, players: int) -> tuple[Content, ...]:
    """The sheets of a game: a drawn one and its turns. It is drawn again if two come out alike."""
    turns = turned_set(variant, players).turns
    for attempt in range(_REDRAWS):
        sheets = tuple(
            turned(variant, _drawn(variant, seed, f"{game}", attempt + _REDRAWS * base), turn)
            for base in range(-(-players // len(turns)))
            for turn in turns
        )[:players]
        if len(set(sheets)) == len(sheets):
            break
    return sheets


def strength_of_dealing(variant: Variant, dealing: str, players: int) -> str:
    """How the sheets of a game compare.

    ``alike``: all the same; ``equal``: equally strong by symmetry; ``nearly``: part of such a set;
    ``partly``: only some of them are turns of each other; ``unequal``: unrelated.
    """
    if dealing in ("official", "same") or players == 1:
        return "alike"
    if variant.draw is None:
        return "equal" if variant.lucky else "alike"
    if dealing == "independent":
        return "unequal"
    turns = turned_set(variant, players)
    if turns.exact:
        return "equal"
    return "nearly" if len(turns.turns) == players else "partly"


def choose_lucky(variant: Variant, numbers: tuple[int, ...]) -> int:
    """The ``choice`` of a sheet code for lucky numbers set by the user. Raises UsageError."""
    if variant.lucky is None:
        raise UsageError(f"{variant.name} has no lucky numbers", "leave out --lucky")
    options = _lucky_options(variant.lucky)
    pair = tuple(sorted(numbers))
    if pair not in options:
        allowed = sorted(variant.lucky.choose)
        raise UsageError(
            f"lucky numbers {','.join(map(str, numbers))} are not possible",
            f"give two different numbers from {allowed[0]} to {allowed[-1]}, such as 5,10",
        )
    return options.index(pair) + 1


def choose_sheet(variant: Variant, name: str) -> int:
    """The ``choice`` of a sheet code for one of several official sheets. Raises UsageError."""
    names = [sheet.id for sheet in variant.sheets]
    if name.lower() in names:
        return names.index(name.lower()) + 1
    if not names:
        raise UsageError(f"{variant.name} has one official sheet", "leave out --sheet")
    raise UsageError(
        f"{variant.name} has no sheet '{name}'", f"choose one of {', '.join(names).upper()}"
    )


def lucky_of(variant: Variant, code: SheetCode) -> tuple[int, ...]:
    """The lucky numbers of a sheet: chosen, or dealt from a shuffled pack of pairs per game.

    Raises SheetNotFoundError for a false choice.
    """
    lucky = variant.lucky
    if lucky is None:
        if code.choice and not variant.sheets:
            raise _false_choice(code)
        return ()
    if code.choice:
        options = _lucky_options(lucky)
        if code.choice > len(options):
            raise _false_choice(code)
        return options[code.choice - 1]
    pack = Stream(code.seed, "lucky", code.game).shuffled(lucky.pairs)
    seat = 0 if DEALINGS[code.dealing] == "same" else code.seat
    return tuple(sorted(pack[seat % len(pack)]))


@lru_cache(32)
def _lucky_options(lucky: Lucky) -> tuple[tuple[int, ...], ...]:
    return tuple(combinations(sorted(lucky.choose), 2))


def _false_choice(code: SheetCode) -> SheetNotFoundError:
    return SheetNotFoundError(
        f"sheet code {code.text} names a choice that its variant does not have",
        "check the characters against the sheet",
    )
