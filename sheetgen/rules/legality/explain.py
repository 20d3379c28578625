"""Why a sheet cannot be, in words: the contradiction, and the single change that would mend it."""

from __future__ import annotations

from collections.abc import Mapping

from sheetgen.rules.legality.judge import Budget, Change, Legality, judge_legality
from sheetgen.rules.legality.steps import (
    Link,
    cell_name,
    cells_text,
    legality_texts,
    order_sentences,
    void_sentence,
)
from sheetgen.rules.texts import Facts, Place
from sheetgen.sheet import Sheet

NOT_REACHABLE = "not-reachable"

MOST_NAMED = 16
"""Longer conflicts are not named cell by cell."""

Finding = tuple[str, Facts, tuple[str, ...]]
"""Id of a violation, its facts, the cells that it is about."""


def legality_violations(
    sheet: Sheet, marks: Mapping[str, str], *, budget: Budget | None = None
) -> tuple[Finding, ...]:
    """``not-reachable`` where no legal play leads to a sheet, for no value of its unsure cells.

    Its facts: the places ``crossed`` and ``empty`` that contradict each other (either may be none).
    """
    found = findings_of(judge_legality(sheet, marks, budget=budget))
    return () if found is None else (found,)


def findings_of(legality: Legality) -> Finding | None:
    """The violation of a judged sheet, None if it is possible or undecided."""
    if legality.possible is not False:
        return None
    cells = {cell.id: cell for cell in legality.sheet.cells}

    def places(crossed: bool) -> tuple[Place, ...]:
        return tuple(Place.of(cells[f.cell]) for f in legality.conflict if f.crossed is crossed)

    facts: Facts = (("crossed", places(True)), ("empty", places(False)))
    return NOT_REACHABLE, facts, tuple(fact.cell for fact in legality.conflict)


def reason_text(legality: Legality, language: str = "en") -> str:
    """The contradiction as a sentence, with the likeliest change; empty if there is none."""
    texts = legality_texts(language)["findings"]
    if legality.possible is not False:
        return "" if legality.possible else texts["undecided"]
    parts = [
        texts[key].format(cells=cells_text(legality.sheet, cells, language))
        for key, cells in (("crossed", _cells(legality, True)), ("empty", _cells(legality, False)))
        if cells
    ]
    if len(legality.conflict) <= MOST_NAMED:
        text = texts["not-reachable"].format(reason=texts["between"].join(parts))
    else:
        text = texts["too-many-facts"].format(count=len(legality.conflict))
    text += "" if legality.minimal else texts["not-minimal"]
    change = legality.single_fix
    return f"{text}; {change_text(legality, change, language)}" if change else text


def how_title(legality: Legality | None, language: str = "en") -> str:
    """What ``how_sentences`` tell, or why there are none."""
    texts = legality_texts(language)["findings"]
    if legality is None or legality.possible is False:
        return texts["how-not"]
    if not legality.possible:
        return texts["undecided"]
    if not how_sentences(legality, language):
        return texts["how-nothing"]
    decided = len(legality.known) == sum(1 for _ in legality.sheet.cells)
    return texts["how" if decided else "how-unsure"]


def how_sentences(legality: Legality | None, language: str = "en") -> tuple[str, ...]:
    """One order of play that leads to the sheet, then the bar fields that it leaves unused."""
    if legality is None or not legality.possible:
        return ()
    order = order_sentences(legality.sheet, legality.example, language)
    made = {cell for step in legality.example for cell in step.crossed}
    bar = {cell.id for cell in legality.sheet.cells if cell.kind == "bar"}
    void = tuple(
        fact.cell
        for fact in legality.known
        if fact.crossed and fact.cell in bar and fact.cell not in made
    )
    return (*order, void_sentence(legality.sheet, void, language)) if void else order


def change_text(legality: Legality, change: Change, language: str = "en") -> str:
    """What may have been forgotten or crossed too much: "bar field 4 was struck, but …"."""
    key, cause = _cause(legality.sheet, change)
    names = {"cell": cell_name(legality.sheet, change.cell, language)}
    if cause:
        names["cause"] = cell_name(legality.sheet, cause, language)
    return legality_texts(language)["findings"][key].format(**names)


def _cells(legality: Legality, crossed: bool) -> tuple[str, ...]:
    return tuple(fact.cell for fact in legality.conflict if fact.crossed is crossed)


def _cause(sheet: Sheet, change: Change) -> tuple[str, str | None]:
    """The key of the sentence, and the cell that forces the forgotten one in the example."""
    if not change.forgotten:
        return "surplus", None
    for step in change.example:
        for i, link in enumerate(step.links):
            if link.place == change.cell and link.kind in ("forced", "strike"):
                return _forced_by(sheet, step.links[:i], link)
    return "forgotten", None


def _forced_by(sheet: Sheet, before: tuple[Link, ...], link: Link) -> tuple[str, str | None]:
    made = [one for one in before if one.kind in ("cross", "forced", "strike")]
    if link.kind == "strike":
        return "forgotten-strike", made[-1].place
    if made[-1].kind == "strike":
        return "forgotten-bar", made[-1].place
    special = {cell.id for cell in sheet.cells if cell.special}
    causes = [one.place for one in made if one.place in special]
    return ("forgotten-symbol", causes[-1]) if causes else ("forgotten", None)
