"""Typed crosses and corrections."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetgen.errors import UsageError
from sheetgen.rules import parse_correction, parse_marks, parse_typed
from sheetgen.sheet import Sheet
from tests.rules_samples import marked_sheets, sheet_of

ORIGINAL = sheet_of("original")
EXAMPLE = 'for example "red 2 3 6 8; green 11 10 5 4 3 2 lock; misthrows 2"'


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("red 2 3 6 8", "red/0 red/1 red/4 red/6"),
        ("green 11 10 2 lock", "green/1 green/2 green/10 green/11"),
        ("misthrows 2", "penalty/0 penalty/1"),
        ("misthrows 0", ""),
        ("", ""),
        (" ; red ;\n", ""),
        ("red: 2, 3\nblue: 12", "red/0 red/1 blue/0"),
        ("rot 2; gelb 2; grün 12; BLAU 12 Schloss", "red/0 yellow/0 green/0 blue/0 blue/11"),
        ("gruen 12; Fehlwürfe 1", "green/0 penalty/0"),
        ("gru\u0308n 12", "green/0"),
        (
            "r 2; y 2; ge 3; gr 12; b 12 l; m 1",
            "red/0 yellow/0 yellow/1 green/0 blue/0 blue/11 penalty/0",
        ),
        ("red/3 penalty/2; blue 2 green/0", "red/3 penalty/2 blue/10 green/0"),
    ],
)
def test_crosses(text: str, cells: str) -> None:
    assert parse_marks(ORIGINAL, text) == dict.fromkeys(cells.split(), "cross")


@pytest.mark.parametrize(
    ("variant", "text", "cells"),
    [
        ("original", "red 2-4; green 12-10", "red/0 red/1 red/2 green/0 green/1 green/2"),
        ("connect-15", "red 3 3+ 4; green 10|9", "red/1 red/2 red/3 green/3"),
        ("connect-15", "red 2-4 lock", "red/0 red/1 red/3 red/14"),
        ("bonus-a", "bar 1-3 5", "bar/0 bar/1 bar/2 bar/4"),
        ("bonus-a", "Leiste 2", "bar/1"),
        ("bonus-b", "legend circle 2 sq", "legend/0 legend/1 legend/2"),
        ("bonus-b", "Legende Stern Kreis", "legend/4 legend/0"),
        ("lucky-15", "lucky-track 5 11", "lucky-track/0 lucky-track/1"),
        ("lucky-15", "track 5-18", "lucky-track/0 lucky-track/1 lucky-track/2"),
        ("x-change", "swaps 3", "swaps/0 swaps/1 swaps/2"),
        ("x-change", "Tausch 1", "swaps/0"),
        ("double-a", "red 7; double red 7 8", "red/5 red-double/5 red-double/6"),
        ("double-a", "r 7; doppelt rot 2-3", "red/5 red-double/0 red-double/1"),
        ("double-a", "red-double 7", "red-double/5"),
        ("big-points", "red-yellow 5; rot-gelb 6", "red-yellow/3 red-yellow/4"),
        ("gemixxt-b", "red 10-2", "red/0 red/1 red/2"),
    ],
)
def test_cells_outside_plain_rows(variant: str, text: str, cells: str) -> None:
    assert parse_marks(sheet_of(variant), text) == dict.fromkeys(cells.split(), "cross")


@pytest.mark.parametrize(
    ("variant", "text", "message"),
    [
        ("original", "green 2-12", "character 7: row green runs from 12 to 2: write 12-2"),
        ("original", "red 3+", f"character 5: row red has no square '3+': {EXAMPLE}"),
        (
            "connect-15",
            "red 4+",
            "character 5: row red has no square '4+': it has 3+, 6+, 10+",
        ),
        ("bonus-b", "legend circel", "character 8: no legend box 'circel': did you mean 'circle'?"),
        ("x-change", "swaps 10", "character 7: '10' is no count of swaps: give 0 to 9"),
        ("big-points", "re 5", "character 1: 're' is not clear: it may be red or red-yellow"),
        ("on-board", "board", "character 1: 'board' wants one number: such as \"board 12\""),
        ("on-board", "board x", "character 7: 'board' wants one number: such as \"board 12\""),
        ("on-board", "board 1; board 2", "character 10: 'board' is named twice: leave one out"),
    ],
)
def test_faults_outside_plain_rows(variant: str, text: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_marks(sheet_of(variant), text)
    assert str(caught.value) == f"typed crosses, {message}"


@pytest.mark.parametrize("text", ["board 12; red 2", "red 2\nPlan: 12"])
def test_written_numbers(text: str) -> None:
    typed = parse_typed(sheet_of("on-board"), text)
    assert (typed.boxes, typed.marks) == ({"board": 12}, {"red/0": "cross"})


def test_other_marks() -> None:
    text = "red 2=dash 3 = strich 4 lock=unsure; blue/0=leer; rot 5=can"
    assert parse_marks(ORIGINAL, text) == {
        "red/0": "dash",
        "red/1": "dash",
        "red/2": "cross",
        "red/11": "unsure",
        "blue/0": "empty",
        "red/3": "cancelled",
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rad 2", "character 1: no row 'rad': did you mean 'red'?"),
        ("red 2; bleu 3", "character 8: no row 'bleu': did you mean 'blue'?"),
        ("g 2", "character 1: 'g' is not clear: it may be yellow or green"),
        (
            "red 13",
            "character 5: row red has no 13: it has 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12",
        ),
        (
            "red 2\n  blu lok",
            "line 2, character 7: 'lok' is no number of row blue: did you mean 'lock'?",
        ),
        ("red 2 yellow 3", "character 7: 'yellow' is no number of row red: separate rows by \";\""),
        ("red/99", "character 1: no cell 'red/99': did you mean 'red/9'?"),
        ("misthrows 5", "character 11: '5' is no count of misthrows: give 0 to 4"),
        ("misthrows two", "character 11: 'two' is no count of misthrows: give 0 to 4"),
        ("red 2 2", "character 7: cell red/0 is named twice: leave one out"),
        ("red 2=crss", "character 7: no mark 'crss': did you mean 'cross'?"),
        ("red 2=un", "character 7: 'un' is not clear: it may be ungültig or unsicher or unsure"),
        (
            "red=cross",
            "character 1: 'red' is a row, not a cell: for example "
            '"red 2 3 6 8; green 11 10 5 4 3 2 lock; misthrows 2"',
        ),
    ],
)
def test_faults_are_located(text: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_marks(ORIGINAL, text)
    assert str(caught.value) == f"typed crosses, {message}"


@pytest.mark.parametrize(
    ("text", "cell", "mark"),
    [
        ("red 5=cross", "red/3", "cross"),
        ("red/3 = dash", "red/3", "dash"),
        ("rot Schloss=leer", "red/11", "empty"),
        ("misthrow 2=cross", "penalty/1", "cross"),
        ("penalty/0=empty", "penalty/0", "empty"),
    ],
)
def test_corrections(text: str, cell: str, mark: str) -> None:
    assert parse_correction(ORIGINAL, text) == (cell, mark)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", 'character 1: no mark: write it after "=", such as "red 5=cross"'),
        ("red 5", 'character 6: no mark: write it after "=", such as "red 5=cross"'),
        ("red 5 6=cross", 'character 1: 2 cells: name one cell, such as "red 5=cross"'),
        ("misthrow 5=cross", "character 10: no misthrow box '5': the boxes are 1 to 4"),
    ],
)
def test_faulty_corrections(text: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_correction(ORIGINAL, text)
    assert str(caught.value) == f"typed crosses, {message}"


@given(marked_sheets(("cross", "dash", "cancelled", "unsure", "empty")))
def test_every_set_of_marks_can_be_typed_by_id(marked: tuple[Sheet, dict[str, str]]) -> None:
    sheet, marks = marked
    text = "; ".join(f"{cell}={mark}" for cell, mark in marks.items())
    assert parse_marks(sheet, text) == marks


@given(st.text(max_size=60) | st.text(alphabet="red 2/=;lock\nm", max_size=40))
def test_any_text_is_understood_or_a_usage_error(text: str) -> None:
    parsers: tuple[Callable[[Sheet, str], object], ...] = (parse_marks, parse_correction)
    for parse in parsers:
        error = error_of(parse, text)
        assert error is None or ("character" in error.message and error.hint)


def error_of(parse: Callable[[Sheet, str], object], text: str) -> UsageError | None:
    try:
        parse(ORIGINAL, text)
    except UsageError as error:
        return error
    return None
