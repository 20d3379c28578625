"""Fair dealing by symmetry: sheets turned so that no player's is stronger than another's.

A turn exchanges rows (and with them colours) and may mirror the dice (n becomes low + high - n).
Colours are interchangeable and dice symmetric, so a turned sheet is as strong as the sheet itself.
A set of sheets that is one orbit of a group of turns deals every player the same chances, whatever
the playing style. Positions in a row never change under a turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, permutations

from sheetgen.drawing import Content
from sheetgen.variant import Variant

_MOST_ROWS = 4


@dataclass(frozen=True, slots=True, order=True)
class Turn:
    """``rows[i]``: the row where row i goes; ``mirrored``: numbers run the other way."""

    rows: tuple[int, ...]
    mirrored: bool = False

    def after(self, first: Turn) -> Turn:
        """The turn that does ``first`` and then this one."""
        return Turn(tuple(self.rows[i] for i in first.rows), self.mirrored != first.mirrored)


@dataclass(frozen=True, slots=True)
class TurnedSet:
    """The turns of the players of a game, first the identity.

    Where there are fewer turns than players, further players get turns of further base sheets.
    """

    turns: tuple[Turn, ...]
    exact: bool
    """The turns are a group and enough: all sheets are equally strong."""


def turned(variant: Variant, content: Content, turn: Turn) -> Content:
    """The content after a turn."""
    target = turn.rows
    back = [target.index(i) for i in range(len(target))]
    colour_of = {
        str(variant.rows[i].colour): str(variant.rows[j].colour) for i, j in enumerate(target)
    }

    def recoloured(colours: tuple[str, ...] | None) -> tuple[str, ...] | None:
        return colours and tuple(colour_of.get(colour, colour) for colour in colours)

    def moved(place: tuple[int, int]) -> tuple[int, int]:
        return target[place[0]], place[1]

    return Content(
        numbers=tuple(_mirrored(content.numbers[i], turn.mirrored) for i in back),
        colours=tuple(recoloured(content.colours[i]) for i in back),
        specials=tuple(
            (name, tuple(sorted(moved(place) for place in places)))
            for name, places in content.specials
        ),
        pairs=tuple(sorted(_sorted_pair(moved(a), moved(b)) for a, b in content.pairs)),
        bars=tuple((name, recoloured(colours) or ()) for name, colours in content.bars),
    )


def _sorted_pair(a: tuple[int, int], b: tuple[int, int]) -> tuple[tuple[int, int], tuple[int, int]]:
    return (a, b) if a <= b else (b, a)


def _mirrored(numbers: tuple[int, ...], mirror: bool) -> tuple[int, ...]:
    low, high = min(numbers), max(numbers)
    return tuple(low + high - number for number in numbers) if mirror else numbers


@lru_cache(64)
def allowed_turns(variant: Variant) -> tuple[Turn, ...]:
    """All turns that make a sheet of the variant a sheet of the variant again.

    Rows that run up stay up, or are mirrored to run down; where numbers are drawn in any order,
    every exchange of rows is allowed. Where cells are linked or special ones walk from row to row,
    neighbouring rows stay neighbours.
    """
    count = len(variant.rows)
    identity = Turn(tuple(range(count)))
    if count > _MOST_ROWS or any(row.between or row.squares for row in variant.rows):
        return (identity,)
    turns = [
        Turn(rows, mirrored)
        for rows in permutations(range(count))
        for mirrored in (False, True)
        if _keeps_rows(variant, rows, mirrored)
        and _keeps_neighbours(variant, rows)
        and _keeps_colours(variant, rows)
    ]
    return (identity, *sorted(set(turns) - {identity}))


def _keeps_rows(variant: Variant, rows: tuple[int, ...], mirrored: bool) -> bool:
    free = bool(variant.draw and variant.draw.permutations)
    for source, target in enumerate(rows):
        a, b = variant.rows[source], variant.rows[target]
        if variant.closing_of(a) != variant.closing_of(b) or a.doubles != b.doubles:
            return False
        ours = _mirrored(a.numbers, mirrored)
        if (sorted(ours) != sorted(b.numbers)) if free else (ours != b.numbers):
            return False
    return True


def _keeps_colours(variant: Variant, rows: tuple[int, ...]) -> bool:
    """Rows of one colour, which share a die, become rows of one colour."""
    pairs = {(variant.rows[i].colour, variant.rows[j].colour) for i, j in enumerate(rows)}
    return len(pairs) == len({row.colour for row in variant.rows})


def _keeps_neighbours(variant: Variant, rows: tuple[int, ...]) -> bool:
    """Rows one above the other stay so where the content goes from row to row."""
    draw = variant.draw
    joined = bool(variant.pairs or (draw and (draw.links or draw.walk)))
    return not joined or all(abs(a - b) == 1 for a, b in pairwise(rows))


@lru_cache(256)
def turned_set(variant: Variant, players: int) -> TurnedSet:
    """The turns for a game of ``players`` sheets.

    The smallest group with at least ``players`` turns is dealt from its front; it is exact if it
    has just as many. Among groups of one size, the one with the fewest turns that leave a row in
    its place is taken. If no group is large enough, all allowed turns are taken.
    """
    allowed = allowed_turns(variant)
    groups = [group for group in _groups(allowed) if len(group) >= players]
    if not groups:
        return TurnedSet(allowed, False)
    best = min(groups, key=lambda group: (len(group), _fixed_rows(group), group))
    return TurnedSet(best[:players], len(best) == players)


def _fixed_rows(group: tuple[Turn, ...]) -> int:
    return sum(row == i for turn in group for i, row in enumerate(turn.rows))


def _groups(turns: Sequence[Turn]) -> set[tuple[Turn, ...]]:
    """The groups generated by one or two turns, each with the identity first."""
    found: set[tuple[Turn, ...]] = set()
    for i, a in enumerate(turns):
        for b in turns[i:]:
            found.add(_closure((a, b)))
    return found


def _closure(generators: tuple[Turn, ...]) -> tuple[Turn, ...]:
    identity = Turn(tuple(range(len(generators[0].rows))))
    group, edge = {identity}, [identity]
    while edge:
        reached = {generator.after(turn) for turn in edge for generator in generators}
        edge = sorted(reached - group)
        group.update(edge)
    return (identity, *sorted(group - {identity}))
