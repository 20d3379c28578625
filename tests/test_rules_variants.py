"""What each variant adds: terms, relations between cells, strips, boxes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from sheetgen.catalog import bundled, find_variant
from sheetgen.dealing import choose_sheet, code_for
from sheetgen.errors import UsageError
from sheetgen.rules import Audit, Span, audit, known_rules
from sheetgen.rules.notation import parse_marks
from sheetgen.sheet import Cell, Row, Sheet, make_sheet
from tests.rules_samples import audit_text, marked_sheets, sheet_of


def ids(found: Audit) -> list[str]:
    return [violation.id for violation in found.violations]


def terms(found: Audit) -> dict[str, tuple[int | None, int | None]]:
    return {term.id: (term.as_marked.exact, term.by_the_rules.exact) for term in found.terms}


def test_every_rule_of_the_catalogue_is_known() -> None:
    for variant in bundled().values():
        keys = {special.rule for special in variant.specials}
        keys |= {strip.rule for strip in variant.strips}
        assert keys <= known_rules(), variant.name


# Bonus A


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("red 3; bar 1", {}),
        ("red 3; bar/0=dash", {}),
        ("red 3; bar/0=cancelled", {}),
        ("", {}),
        ("red 3", {"bar-one-missing": "warning"}),
        ("red 3 6", {"bar-fewer-than-cells": "error"}),
        ("red 3; bar 2", {"bar-gap": "warning"}),
        ("bar 1", {"bar-more-than-cells": "warning"}),
        # red is closed here: its fields 1, 6 and 9 are struck unused
        ("red 2 4 5 7 8 12 lock; bar 1 6 9", {"bar-gap": "warning"}),
        ("red 2 4 5 7 8 12 lock; yellow 5; bar 1 2", {}),
        ("red 2 4 5 7 8 12 lock; yellow 5; bar 2", {"bar-void-field-free": "warning"}),
        # every field is struck: further bonus cells strike nothing
        (
            "red 3 6 9; yellow 5 8 11; green 11 7 4; blue 10 8 5; bar 1-12",
            {},
        ),
    ],
)
def test_the_bonus_bar(text: str, faults: dict[str, str]) -> None:
    found = audit_text(text, "bonus-a")
    assert {v.id: v.severity for v in found.violations} == faults
    unreachable = "bar-fewer-than-cells" in faults
    assert (found.by_the_rules is None) == unreachable


def test_the_bar_is_explained() -> None:
    one, two = audit_text("red 3; bar 2 3", "bonus-a").violations
    assert one.message == (
        "bar field 1 (red) left out although a later field is struck: "
        "right only if another player had closed red"
    )
    assert one.text("de") == (
        "Leiste: Feld 1 (Rot) ausgelassen, obwohl ein späteres Feld gestrichen ist: "
        "richtig nur, wenn ein anderer Spieler Rot abgeschlossen hatte"
    )
    assert two.message == (
        "2 bar fields struck, but only 1 bonus cells crossed: "
        "right only if another player had closed a colour"
    )
    assert (one.question, two.question) == (9, 9)


CLOSED = "red 2 4 5 7 8 12 lock; yellow 2 3 4 6 7 12 lock; green 12 10 9 8 6 2 lock"


@pytest.mark.parametrize("variant", ["bonus-a", "bonus-b"])
def test_forced_crosses_may_close_more_than_two_rows(variant: str) -> None:
    assert "too-many-locks" not in ids(audit_text(CLOSED, variant))
    assert "too-many-locks" in ids(audit_text(CLOSED, "original"))


# Bonus B

SQUARES = "red 8; blue 10; legend square"


@pytest.mark.parametrize(
    ("text", "doubled", "total"),
    [
        (SQUARES, 0, 2),
        (f"{SQUARES}; yellow 2; green 12", 1, 5),
        (f"{SQUARES}; red 2 3; yellow 2 4; green 12 11 10; blue 12 11", 3, 6 + 3 + 6 + 6 + 3),
        # a closed row is a row as well, its lock one of its crosses
        (
            "red 2-5 7 8; blue 12 11 10 8 6 5 3; legend square; "
            "yellow 2 4 5 6 8 9 10; green 12 10 8 7 6 2 lock",
            21,
            21 + 28 + 28 + 28 + 21,
        ),
    ],
)
def test_the_row_with_fewest_crosses_is_doubled(text: str, doubled: int, total: int) -> None:
    found = audit_text(text, "bonus-b")
    assert terms(found)["square"] == (doubled, doubled)
    assert found.as_marked == found.by_the_rules == Span.of(total)


def test_the_doubled_row_is_named_and_a_tie_names_all() -> None:
    found = audit_text(f"{SQUARES}; yellow 2; green 12 11", "bonus-b")
    doubled = {term.id: term.rows for term in found.terms}["square"]
    assert doubled == ("red", "yellow", "blue")
    found = audit_text(f"{SQUARES}; red 2; yellow 2; green 12 11; blue 12", "bonus-b")
    assert {term.id: term.rows for term in found.terms}["square"] == ("yellow",)


def test_doubling_by_the_rules_sees_the_crosses_that_count() -> None:
    found = audit_text(f"{SQUARES}; red 2; blue 12; yellow 2 12 lock; green 12 11", "bonus-b")
    assert terms(found)["square"] == (3, 1)
    assert (found.as_marked, found.by_the_rules) == (Span.of(18), Span.of(11))


def test_thirteen_points_and_free_misthrows() -> None:
    found = audit_text(
        "red 6; blue 4; yellow 3; green 5; misthrows 4; legend octagon star", "bonus-b"
    )
    assert ids(found) == []
    assert terms(found) == {"square": (0, 0), "octagon": (13, 13)}
    assert (found.penalties.points, found.penalties.full) == (Span(0, 0), True)
    assert found.as_marked == Span.of(4 + 13)


def test_a_legend_box_without_its_cells_brings_nothing() -> None:
    found = audit_text("red 6; legend octagon; misthrows 1", "bonus-b")
    (violation,) = found.violations
    assert (violation.id, violation.severity) == ("legend-without-cells", "error")
    assert violation.message == (
        "legend octagon is crossed, but not both of its cells are; it brings nothing: "
        "no difference in points"
    )
    assert found.as_marked == found.by_the_rules == Span.of(1 - 5)


def test_a_forgotten_legend_box_is_a_warning_and_the_bonus_counts() -> None:
    found = audit_text("red 6; blue 4", "bonus-b")
    (violation,) = found.violations
    assert (violation.id, violation.severity) == ("legend-forgotten", "warning")
    assert violation.cells == ("legend/3",)
    assert found.by_the_rules == Span.of(2 + 13)
    assert violation.text("de") == (
        "Legende: Achteck ist nicht angekreuzt, obwohl es beide Felder dazu sind; "
        "der Bonus zählt trotzdem: kein Unterschied in Punkten"
    )


# On Board


def test_board_points_are_added_and_checked() -> None:
    found = audit_text("red 2; board 7", "on-board")
    assert terms(found) == {"board": (7, 7)}
    assert (ids(found), found.total) == ([], Span.of(8))
    for points in (-1, 21):
        found = audit_text(f"red 2; board {points}", "on-board")
        (violation,) = found.violations
        assert violation.message == f'{points} in the box "board", but only 0 to 20 can be'
        assert (found.as_marked, found.by_the_rules) == (Span.of(1 + points), None)


def test_without_board_points_the_total_says_so() -> None:
    (hint,) = audit_text("red 2", "on-board").violations
    assert (hint.severity, hint.message) == (
        "hint",
        'the number in the box "board" is not known: the total is without it',
    )
    assert hint.text("de") == "die Zahl im Feld „Plan“ ist nicht bekannt: sie fehlt in der Summe"


def test_boxes_that_the_sheet_lacks() -> None:
    with pytest.raises(UsageError, match="original has no box 'board': leave it out"):
        audit(sheet_of("original"), {}, {"board": 3})


# Big Points


def test_a_field_wants_a_neighbour_with_its_number() -> None:
    assert ids(audit_text("red 5; red-yellow 5", "big-points")) == []
    assert ids(audit_text("yellow 5; red-yellow 5", "big-points")) == []
    found = audit_text("red 5; red-yellow 5 6 8; green 6", "big-points")
    (violation,) = found.violations
    assert violation.cells == ("red-yellow/4", "red-yellow/6")
    assert violation.message == (
        "red-yellow 6 and red-yellow 8: crossed without a crossed neighbour of the same number"
    )
    assert (found.as_marked, found.by_the_rules) == (Span.of(10 + 6 + 1), None)


def test_fields_do_not_help_to_close_a_row() -> None:
    found = audit_text("red 2 3 4 5 12 lock; red-yellow 2 3 4", "big-points")
    assert ids(found) == ["closing-without-enough-crosses"]
    assert found.rows[0].counted == Span.of(4 + 3)


def test_more_than_fifteen_crosses_count_as_fifteen() -> None:
    text = "red 2-12 lock; yellow 2-7; red-yellow 2-12"
    found = audit_text(text, "big-points")
    assert ids(found) == []
    assert (found.rows[0].crosses, found.rows[0].as_marked) == (Span.of(23), Span.of(120))
    assert found.rows[2].crosses == Span.of(17)


# Connected A and B


def of_sheet(variant: str, name: str, text: str) -> Audit:
    found = find_variant(variant)
    sheet = make_sheet(found, code_for(found, seed=0, choice=choose_sheet(found, name)))
    return audit(sheet, parse_marks(sheet, text))


def test_steps_score_again_as_a_fifth_row() -> None:
    steps = "yellow 2 6 8 12; green 11 9 5 3; blue 10 4; red 7"
    found = of_sheet("connected-a", "a", steps)
    assert terms(found) == {"step": (66, 66 - 11)}
    assert ids(found) == ["closing-without-enough-crosses"]
    found = of_sheet("connected-a", "a", "yellow 2 6; green 12; red 7")
    assert terms(found) == {"step": (6, 6)}
    assert found.as_marked == Span.of(3 + 1 + 1 + 6)


@pytest.mark.parametrize("name", "abcde")
def test_every_sheet_has_eleven_steps_of_its_own(name: str) -> None:
    found = find_variant("connected-a")
    sheet = make_sheet(found, code_for(found, seed=0, choice=choose_sheet(found, name)))
    marks = {cell.id: "cross" for cell in sheet.cells if cell.special}
    assert len(marks) == 11
    assert terms(audit(sheet, marks))["step"][0] == 66


def test_both_cells_of_a_pair_or_neither() -> None:
    assert ids(of_sheet("connected-b", "a", "red 6; yellow 6; green 9; blue 9")) == []
    found = of_sheet("connected-b", "a", "red 6; green 9; blue 9; yellow 11")
    assert ids(found) == ["torn-pair", "torn-pair"]
    assert found.violations[0].cells == ("red/4", "yellow/4")
    assert found.violations[0].message == (
        "of the linked cells red 6 and yellow 6 only one is crossed, but they are crossed together"
    )
    assert (found.as_marked, found.by_the_rules) == (Span.of(4), None)


def test_partners_may_lie_out_of_order_or_in_a_closed_row() -> None:
    text = "red 2 3 4 5 7 11 12 lock; yellow 11"
    assert ids(of_sheet("connected-b", "a", text)) == []
    # the partner may have been crossed before the closing number, and help, or after it
    text = "red 2 3 4 5 11 12 lock; yellow 11"
    assert ids(of_sheet("connected-b", "a", text)) == []


# X-Change, Connect 15, Lucky 15, Double A


def test_diamonds_are_used_from_the_left_and_score_nothing() -> None:
    found = audit_text("swaps 4; red 2", "x-change")
    assert (ids(found), found.total, found.terms) == ([], Span.of(1), ())
    found = audit_text("swaps/0 swaps/2; red 2", "x-change")
    (violation,) = found.violations
    assert violation.message == (
        "swap: swap 2 (9/7) left out although swap 3 (11/3) is crossed; "
        "they are used from the left without gaps"
    )
    assert (found.as_marked, found.by_the_rules) == (Span.of(1), None)


def test_squares_are_crosses_but_no_help_to_close() -> None:
    found = audit_text("red 2-12 3+ 6|7 10+ lock", "connect-15")
    assert (found.rows[0].crosses, found.total) == (Span.of(15), Span.of(120))
    found = audit_text("red 2 3 4 5 3+ 6+=empty 12 lock", "connect-15")
    assert ids(found) == ["closing-without-enough-crosses"]
    assert found.by_the_rules == Span.of(15)


def test_the_track_brings_its_highest_number() -> None:
    found = audit_text("lucky-track 5 11", "lucky-15")
    assert (ids(found), terms(found)) == ([], {"lucky-track": (11, 11)})
    found = audit_text("lucky-track 11", "lucky-15")
    assert (ids(found), found.as_marked, found.by_the_rules) == (["strip-gap"], Span.of(11), None)


def test_second_boxes_want_their_first_and_count_once_more() -> None:
    found = audit_text("red 2 5; double red 5", "double-a")
    assert (ids(found), found.total) == ([], Span.of(6))
    found = audit_text("red 2 5; double red 6", "double-a")
    (violation,) = found.violations
    assert violation.message == (
        "red 6 twice: the second box is crossed, the number above it is not"
    )
    assert (found.as_marked, found.by_the_rules) == (Span.of(6), None)


def test_second_boxes_help_to_close() -> None:
    assert ids(audit_text("red 2 3 4 5 12 lock; double red 2 3 4", "double-a")) == []
    found = audit_text("red 2 3 4 5 12 lock; double red 2 3", "double-a")
    assert ids(found) == ["closing-without-enough-crosses"]
    assert found.by_the_rules == Span.of(21)
    text = "red 2-12 lock; double red 2-8"
    assert audit_text(text, "double-a").rows[0].as_marked == Span.of(136)


# An oracle of its own


def crossed_in(row: Row, marks: dict[str, str]) -> int:
    return sum(marks.get(cell.id) == "cross" for cell in row.cells)


def special_cells(sheet: Sheet, key: str) -> list[Cell]:
    kinds = {special.id for special in sheet.variant.specials if special.rule == key}
    return [cell for row in sheet.rows for cell in row.cells if cell.special in kinds]


def expected(sheet: Sheet, marks: dict[str, str]) -> int:
    """Points as marked, told from the templates' keys another way."""
    strips = {strip.id: strip for strip in sheet.strips}
    crosses = {row.id: crossed_in(row, marks) for row in sheet.rows if row.spec}
    for row in sheet.rows:
        for other in (row.spec.between if row.spec else None) or ():
            crosses[other] += crossed_in(row, marks)
        if f"{row.id}-double" in strips:
            crosses[row.id] += crossed_in(strips[f"{row.id}-double"], marks)
    scored = [n for row, n in crosses.items() if not strips[row].spec.between]  # type: ignore[union-attr]
    table = [0, *sheet.variant.points.table]

    def points(n: int) -> int:
        return table[min(n, len(table) - 1)]

    def done(key: str) -> bool:
        cells = special_cells(sheet, key)
        return bool(cells) and all(marks.get(cell.id) == "cross" for cell in cells)

    total = sum(points(n) for n in scored)
    total += points(min(scored)) if done("double-fewest") else 0
    total += 13 if done("points") else 0
    total += points(sum(marks.get(c.id) == "cross" for c in special_cells(sheet, "fifth-row")))
    tracks = [c for c in sheet.cells if c.kind == "track" and marks.get(c.id) == "cross"]
    total += max((cell.number or 0 for cell in tracks), default=0)
    return total - (0 if done("free-penalties") else 5 * crossed_in(sheet.penalties, marks))


@settings(max_examples=300, deadline=None)
@given(marked_sheets())
def test_points_as_marked_agree_with_an_oracle(marked: tuple[Sheet, dict[str, str]]) -> None:
    assert audit(*marked).as_marked == Span.of(expected(*marked))
