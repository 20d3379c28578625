"""Whole sheets: official examples, violations word for word, unsure cells."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sheetgen.errors import UsageError
from sheetgen.rules import Audit, Span, Violation, audit
from sheetgen.rules.marks import counts
from sheetgen.sheet import Sheet
from tests.rules_samples import audit_text, marked_sheets, sheet_of

FIRST = "red 2 3 6 8; yellow 3 5 8; green 11 10 5 4 3 2 lock; blue 12 10 9 8 7 5 4 3; misthrows 2"
SECOND = "red 2 3 6 8; yellow 3 5 8; green 11 10 8 7 6 3 2 lock; blue 12 10 9 8 7 5 3; misthrows 2"
LONGO = (
    "red 2 5 7 9; yellow 4 8 13; green 16 15 14 12 10 7 5 3 lock; "
    "blue 16 14 13 11 10 9 6 4; misthrows 2"
)


def row_points(found: Audit) -> list[int | None]:
    return [row.as_marked.exact for row in found.rows]


@pytest.mark.parametrize(
    ("text", "variant", "points", "total"),
    [
        (FIRST, "original", [10, 6, 28, 36], 70),
        (SECOND, "original", [10, 6, 36, 28], 70),
        (LONGO, "longo", [10, 6, 45, 36], 87),
    ],
)
def test_official_examples(text: str, variant: str, points: list[int], total: int) -> None:
    found = audit_text(text, variant)
    assert row_points(found) == points
    assert found.penalties.points == Span(-10, -10)
    assert found.as_marked == found.by_the_rules == Span.of(total)
    assert (found.violations, found.possible, found.unsure) == ((), (), ())
    assert found.verdict() == f"{total} points"
    assert found.verdict("de") == f"{total} Punkte"


def test_an_empty_sheet_has_no_points_and_no_faults() -> None:
    found = audit(sheet_of("original"), {})
    assert found.total == Span(0, 0)
    assert found.violations == ()


CASES = [
    (
        "red 2 3 4 5 12 lock",
        "original",
        "closing-without-enough-crosses",
        2,
        ("red/10", "red/11"),
        -11,
        "red 12 is crossed too early (earlier crosses in the row: 4, needed: 5); "
        "not counted: red 12 and red lock; 11 points less",
        "Rot 12 ist zu früh angekreuzt (frühere Kreuze in der Reihe: 4, nötig: 5); "
        "zählt nicht: Rot 12 und Schloss Rot; 11 Punkte weniger",
        "21 as marked, 10 by the rules",
    ),
    (
        "green 12 11 10 9 8 2",
        "original",
        "lock-forgotten",
        3,
        ("green/10", "green/11"),
        7,
        "green lock is not crossed although green 2 closes the row; "
        "by the rules it counts: 7 points more",
        "Schloss Grün ist nicht angekreuzt, obwohl Grün 2 die Reihe abschließt; "
        "nach den Regeln zählt es: 7 Punkte mehr",
        "21 as marked, 28 by the rules",
    ),
    (
        "yellow lock",
        "original",
        "lock-without-closing-number",
        4,
        ("yellow/11",),
        -1,
        "yellow lock is crossed without the number that closes the row (yellow 12); "
        "it does not count: 1 point less",
        "Schloss Gelb ist ohne die Zahl angekreuzt, die die Reihe abschließt (Gelb 12); "
        "es zählt nicht: 1 Punkt weniger",
        "1 as marked, 0 by the rules",
    ),
    (
        "blue 16 15 lock",
        "longo",
        "lock-without-closing-number",
        4,
        ("blue/15",),
        -3,
        "blue lock is crossed without the number that closes the row (blue 3 or blue 2); "
        "it does not count: 3 points less",
        "Schloss Blau ist ohne die Zahl angekreuzt, die die Reihe abschließt "
        "(Blau 3 oder Blau 2); es zählt nicht: 3 Punkte weniger",
        "6 as marked, 3 by the rules",
    ),
    (
        "red 2 3 4 5 6 7 15 16 lock",
        "longo",
        "both-closing-numbers",
        6,
        ("red/13", "red/14"),
        -9,
        "red 15 and red 16 are crossed, but one of them already closes the row; "
        "as marked all count (the printed table goes to 16x), by the rules not: red 16; "
        "9 points less",
        "Rot 15 und Rot 16 sind angekreuzt, aber eine davon schließt die Reihe schon ab; "
        "wie angekreuzt zählen alle (die gedruckte Tabelle geht bis 16x), "
        "nach den Regeln nicht: Rot 16; 9 Punkte weniger",
        "45 as marked, 36 by the rules",
    ),
]


@pytest.mark.parametrize(
    ("text", "variant", "key", "question", "cells", "effect", "english", "german", "verdict"),
    CASES,
)
def test_violations_of_a_row(
    text: str,
    variant: str,
    key: str,
    question: int,
    cells: tuple[str, ...],
    effect: int,
    english: str,
    german: str,
    verdict: str,
) -> None:
    found = audit_text(text, variant)
    (violation,) = found.violations
    assert (violation.id, violation.severity, violation.question) == (key, "error", question)
    assert violation.cells == cells
    assert violation.effect == Span.of(effect)
    assert violation.message == english
    assert violation.text("de") == german
    assert found.verdict() == verdict


CLOSED = "red 2 3 4 5 6 12 lock; yellow 2 3 4 5 6 12 lock"


def test_two_locks_are_legal() -> None:
    found = audit_text(CLOSED + "; misthrows 3")
    assert found.violations == ()
    assert found.total == Span.of(41)


def test_three_locks_are_not_reachable() -> None:
    found = audit_text(CLOSED + "; blue 12 11 10 9 8 2 lock; misthrows 2; green 12 9")
    (violation,) = found.violations
    assert (violation.id, violation.question, violation.effect) == ("too-many-locks", 5, None)
    assert violation.cells == ("red/11", "yellow/11", "blue/11")
    assert violation.message == (
        "3 locks on one sheet (red, yellow and blue), but more than 2 cannot be: "
        "one cross per action, and the second closed row ends the game"
    )
    assert found.as_marked == Span.of(77)
    assert found.by_the_rules is None
    assert found.total == Span.of(77)
    assert found.verdict() == "77 as marked, but not reachable by legal play"
    assert found.verdict("de") == (
        "77 wie angekreuzt, aber durch regelgerechtes Spiel nicht erreichbar"
    )


def test_a_forgotten_lock_closes_a_row_too() -> None:
    found = audit_text(CLOSED + "; blue 12 11 10 9 8 2")
    assert [v.id for v in found.violations] == ["lock-forgotten", "too-many-locks"]
    assert found.by_the_rules is None


def test_a_third_lock_that_does_not_count_leaves_a_total() -> None:
    found = audit_text(CLOSED + "; blue lock")
    assert [v.id for v in found.violations] == ["lock-without-closing-number", "too-many-locks"]
    assert (found.as_marked, found.by_the_rules) == (Span.of(57), Span.of(56))


def test_misthrows_and_closed_rows_exclude_each_other() -> None:
    found = audit_text(CLOSED + "; misthrows 4")
    (violation,) = found.violations
    assert (violation.id, violation.effect) == ("misthrows-and-closed-rows", None)
    assert violation.cells == ("red/11", "yellow/11")
    assert violation.message == (
        "4 misthrows and 2 closed rows (red and yellow) on one sheet, "
        "but either alone ends the game"
    )
    assert violation.text("de") == (
        "4 Fehlwürfe und 2 abgeschlossene Reihen (Rot und Gelb) auf einem Zettel, "
        "aber jedes für sich beendet das Spiel"
    )
    assert found.verdict() == "36 as marked, but not reachable by legal play"


def test_four_misthrows_with_one_closed_row_and_a_lone_lock_have_a_total() -> None:
    found = audit_text("red 2 3 4 5 6 12 lock; yellow lock; misthrows 4")
    assert [v.id for v in found.violations] == ["lock-without-closing-number"]
    assert (found.as_marked, found.by_the_rules) == (Span.of(9), Span.of(8))


def test_unsure_cells_give_a_range_and_no_certain_violation() -> None:
    found = audit_text("red 2 3 4 5 6=unsure 12 lock; yellow 2; misthrows 1")
    assert found.violations == ()
    assert (found.as_marked, found.by_the_rules) == (Span(17, 24), Span(6, 24))
    assert found.unsure == found.depends == ("red/4",)
    assert (found.rows[0].closed, found.rows[0].lock) == (None, True)
    (violation,) = found.possible
    assert (violation.id, violation.severity) == ("closing-without-enough-crosses", "warning")
    assert violation.text() == (
        "unsure marks decide: red 12 is crossed too early (earlier crosses in the row: 4, "
        "needed: 5); not counted: red 12 and red lock; 11 points less"
    )
    assert violation.text("de").startswith("unsichere Zeichen entscheiden: Rot 12 ist zu früh")


def test_a_violation_that_every_value_has_is_certain() -> None:
    found = audit_text("red 2 3 4 5=unsure 12 lock=unsure")
    (violation,) = found.violations
    assert violation.cells == ("red/10",)
    assert violation.effect == Span(-11, -4)
    assert violation.message == (
        "red 12 is crossed too early (earlier crosses in the row: 3 to 4, needed: 5); "
        "not counted: red 12; 4 to 11 points less"
    )
    assert found.by_the_rules == Span(6, 10)


def test_either_closing_number() -> None:
    (violation,) = audit_text("red 2 3 4 5 6 7 15=unsure 16", "longo").violations
    assert violation.message == (
        "red lock is not crossed although red 15 or red 16 closes the row; "
        "by the rules it counts: 8 points more"
    )


def test_an_unsure_cell_that_changes_nothing_is_not_named() -> None:
    found = audit_text("red 2 3 15 16=unsure", "longo")
    assert found.unsure == ("red/14",)
    assert found.depends == ("red/14",)
    assert found.by_the_rules == Span.of(3)
    assert found.as_marked == Span(6, 10)


def test_unsure_misthrows() -> None:
    sheet = sheet_of("original")
    marks = {f"penalty/{i}": "cross" for i in range(3)} | {"penalty/3": "unsure"}
    found = audit(sheet, marks)
    assert found.penalties.crosses == Span(3, 4)
    assert found.penalties.full is None
    assert found.total == Span(-20, -15)
    assert found.depends == ("penalty/3",)


def test_a_misthrow_that_would_be_impossible_is_left_out_of_the_total_by_the_rules() -> None:
    found = audit_text(CLOSED + "; penalty/0 penalty/1 penalty/2 penalty/3=unsure")
    assert found.violations == ()
    assert [v.id for v in found.possible] == ["misthrows-and-closed-rows"]
    assert (found.as_marked, found.by_the_rules) == (Span(36, 41), Span.of(41))


def test_everything_unsure_is_bounded() -> None:
    for variant in ("original", "longo"):
        sheet = sheet_of(variant)
        found = audit(sheet, {cell.id: "unsure" for cell in sheet.cells})
        assert found.as_marked.low == -20
        assert found.as_marked.high == 4 * sheet.variant.points.table[-1]
        assert found.violations == ()


def test_marks_are_checked() -> None:
    sheet = sheet_of("original")
    with pytest.raises(UsageError, match="no cell 'red/12' on this sheet: did you mean 'red/"):
        audit(sheet, {"red/12": "cross"})
    with pytest.raises(UsageError, match="cell red/1: no mark 'crss': did you mean 'cross'"):
        audit(sheet, {"red/1": "crss"})


@given(marked_sheets())
def test_totals_differ_only_where_a_violation_is_reported(
    marked: tuple[Sheet, dict[str, str]],
) -> None:
    found = audit(*marked)
    assert found.as_marked.exact is not None
    assert found.possible == ()
    if all(violation.severity != "error" for violation in found.violations):
        assert found.as_marked == found.by_the_rules
    if found.by_the_rules is not None:
        effects = sum(v.effect.low for v in found.violations if v.effect)
        terms = sum(term.by_the_rules.low - term.as_marked.low for term in found.terms)
        misthrows = found.penalties.by_the_rules.low - found.penalties.points.low
        assert found.by_the_rules.low - found.as_marked.low == effects + terms + misthrows


@given(marked_sheets(), st.data())
def test_dashes_and_cancelled_crosses_change_nothing(
    marked: tuple[Sheet, dict[str, str]], data: st.DataObject
) -> None:
    sheet, marks = marked
    free = [cell.id for cell in sheet.cells if cell.id not in marks and cell.kind != "bar"]
    more = data.draw(st.dictionaries(st.sampled_from(free or ["red/0"]), st.just("dash")))
    more = {cell: mark for cell, mark in more.items() if cell in free}
    crossed = {
        cell.id: marks[cell.id]
        for cell in sheet.cells
        if cell.id in marks and counts(cell, marks[cell.id])
    }
    assert audit(sheet, marks | more) == audit(sheet, marks) == audit(sheet, crossed)


def resolutions(sheet: Sheet, marks: dict[str, str]) -> list[Audit]:
    unsure = [cell for cell, mark in marks.items() if mark == "unsure"]
    return [
        audit(sheet, marks | dict(zip(unsure, values, strict=True)))
        for values in product(("empty", "cross"), repeat=len(unsure))
    ]


def names_of(found: Audit) -> set[tuple[str, str]]:
    return {(v.id, v.subject) for v in found.violations}


def same(one: Violation, other: Violation) -> bool:
    return (one.id, one.subject) == (other.id, other.subject)


@settings(max_examples=200, deadline=None)
@given(marked_sheets(unsure=6))
def test_unsure_cells_agree_with_trying_every_value(
    marked: tuple[Sheet, dict[str, str]],
) -> None:
    found = audit(*marked)
    every = resolutions(*marked)
    assert found.as_marked == Span.over(one.as_marked for one in every)
    totals = [one.by_the_rules for one in every if one.by_the_rules is not None]
    assert found.by_the_rules == (Span.over(totals) if totals else None)
    names = [{(v.id, v.subject) for v in one.violations} for one in every]
    assert {(v.id, v.subject) for v in found.violations} == set.intersection(*names)
    assert {(v.id, v.subject) for v in found.possible} == set.union(*names) - names_of(found)
    for violation in (*found.violations, *found.possible):
        if violation.effect is not None:
            effects = [v.effect for one in every for v in one.violations if same(v, violation)]
            assert violation.effect == Span.over(effect for effect in effects if effect)
    for i, term in enumerate(found.terms):
        assert term.as_marked == Span.over(one.terms[i].as_marked for one in every)
        assert term.by_the_rules == Span.over(one.terms[i].by_the_rules for one in every)
        assert {*term.rows} == {row for one in every for row in one.terms[i].rows}
    assert found.penalties.points == Span.over(one.penalties.points for one in every)
    assert found.penalties.by_the_rules == Span.over(one.penalties.by_the_rules for one in every)
    for i, row in enumerate(found.rows):
        assert row.as_marked == Span.over(one.rows[i].as_marked for one in every)
        assert row.by_the_rules == Span.over(one.rows[i].by_the_rules for one in every)
        assert row.counted == Span.over(one.rows[i].counted for one in every)


@settings(max_examples=100, deadline=None)
@given(marked_sheets(unsure=5))
def test_cells_that_the_result_does_not_depend_on_change_nothing(
    marked: tuple[Sheet, dict[str, str]],
) -> None:
    sheet, marks = marked
    found = audit(sheet, marks)
    for cell in set(found.unsure) - set(found.depends):
        for mark in ("empty", "cross"):
            fixed = audit(sheet, marks | {cell: mark})
            assert (fixed.as_marked, fixed.by_the_rules) == (found.as_marked, found.by_the_rules)
            assert names_of(fixed) == names_of(found)
