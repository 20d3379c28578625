"""Could a sheet have come about by legal play? Marks in; an order, or why there is none, out."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from sheetgen.rules.legality.board import board_of
from sheetgen.rules.legality.conflicts import Conflict, Fact, find_conflict, mending_changes
from sheetgen.rules.legality.facts import Known, known_of
from sheetgen.rules.legality.states import Effort, Found, Others
from sheetgen.rules.legality.steps import Step
from sheetgen.rules.legality.verdict import Verdicts, verdict
from sheetgen.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Budget:
    """Most states that each question may look at, some 50 000 in a second.

    Not seconds, so that the answer is the same on every machine.
    """

    search: int = 500_000
    conflict: int = 40_000
    change: int = 20_000
    others: int = 40_000


SIMPLE_EFFORT = 1_500
"""States for an order in which other players do little, before any order will do."""


@dataclass(frozen=True, slots=True)
class Change:
    """A single cross that was forgotten or is one too many, and the order that it would allow."""

    fact: Fact
    """The cell as it should be."""
    example: tuple[Step, ...]

    @property
    def cell(self) -> str:
        return self.fact.cell

    @property
    def forgotten(self) -> bool:
        """The cross is missing; else it is one too many."""
        return self.fact.crossed


@dataclass(frozen=True, slots=True)
class Legality:
    """Whether legal play leads to a sheet, for at least one value of its unsure cells."""

    sheet: Sheet
    possible: bool | None
    """None only if the time ran out, or for combined rules that nobody has written down."""
    example: tuple[Step, ...] = ()
    """If possible: one order of play."""
    conflict: tuple[Fact, ...] = ()
    """If impossible: facts that already contradict each other."""
    minimal: bool = True
    """The conflict needs each of its facts; False if the time was too short to make sure."""
    changes: tuple[Change, ...] = ()
    """If impossible: the single changes that make it possible, the likeliest first."""
    known: tuple[Fact, ...] = ()
    """What the marks tell: every cell that is not unsure."""

    @property
    def single_fix(self) -> Change | None:
        return self.changes[0] if self.changes else None

    @property
    def closed_by_others(self) -> tuple[str, ...]:
        """Colours that other players close in the example."""
        links = (link for step in self.example for link in step.links)
        return tuple(link.place for link in links if link.kind == "others-close")


def judge_legality(
    sheet: Sheet,
    marks: Mapping[str, str],
    *,
    others_may_close: Collection[str] | None = None,
    budget: Budget | None = None,
) -> Legality:
    """Judge a sheet by its marks (absent = empty).

    ``others_may_close``: the colours that other players can have closed, by default any.
    """
    limits = budget or Budget()
    board = board_of(sheet)
    colours = board.colours if others_may_close is None else others_may_close
    anything = Others(board.mask(frozenset(colours)))

    verdicts = Verdicts(board)

    def judge(known: Known, effort: Effort) -> Found:
        return verdicts.on(known, effort, anything)

    known = known_of(sheet, marks)
    found = _simplest(verdicts, known, limits, anything)
    facts = tuple(Fact(cell, value) for cell, value in known.items())
    if found.possible is not False:
        return Legality(sheet, found.possible, found.steps, known=facts)
    conflict: Conflict = find_conflict(board, known, judge, Effort(limits.conflict))
    changes = [
        Change(fact, mended.steps)
        for fact, mended in mending_changes(known, conflict, judge, Effort(limits.change))
    ]
    changes.sort(key=lambda change: not change.forgotten)
    return Legality(sheet, False, (), conflict.facts, conflict.minimal, tuple(changes), facts)


def _simplest(verdicts: Verdicts, known: Known, limits: Budget, anything: Others) -> Found:
    """The verdict, where possible with an order in which other players do little or nothing."""
    if verdicts.board.forcing:
        for others in (Others(0), Others(anything.may_close, may_end=False)):
            found = verdicts.on(known, Effort(SIMPLE_EFFORT), others)
            if found.possible:
                return found
    return verdicts.on(known, Effort(limits.search), anything)


def stays_possible(
    legality: Legality, others_may_close: Collection[str], *, may_end: bool = True
) -> bool | None:
    """Whether a sheet that is possible alone still is with what is known of the other players.

    ``others_may_close``: the colours that they can have closed. ``may_end``: the game can have
    ended with closed colours. None if it was not decided.
    """
    board = board_of(legality.sheet)
    if not board.forcing:
        return legality.possible
    known = {fact.cell: fact.crossed for fact in legality.known}
    others = Others(board.mask(frozenset(others_may_close)), may_end)
    return verdict(board, known, Effort(Budget().others), others).possible


def is_reachable(sheet: Sheet, marks: Mapping[str, str]) -> bool | None:
    """Whether legal play leads to a sheet, without reasons."""
    return agrees_with(sheet, known_of(sheet, marks))


def agrees_with(sheet: Sheet, known: Known) -> bool | None:
    """Whether some legal play agrees with facts about a sheet; absent cells are unknown."""
    board = board_of(sheet)
    effort = Effort(Budget().search)
    return verdict(board, known, effort, Others(board.mask(frozenset(board.colours)))).possible
