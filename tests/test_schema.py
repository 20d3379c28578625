"""Faults of templates, word for word."""

import copy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetgen.errors import TemplateError
from sheetgen.schema import MAX_BYTES, check_template, load_template, parse_template
from tests.prints import own_variant

GOOD: dict[str, Any] = {
    "format": 1,
    "name": "mine",
    "title": "Mine",
    "summary": "two rows",
    "rows": [
        {"id": "red", "colour": "red", "numbers": "1..8"},
        {"id": "blue", "colour": "blue", "numbers": [8, 6, 4, 2]},
    ],
}

FAULTS: dict[str, tuple[Any, str]] = {
    "title": (None, "title: missing"),
    "playrs": (3, "playrs: unknown key, did you mean 'players'?"),
    "format": (2, "format: 2 is not one of 1"),
    "frame": ("tal", "frame: 'tal' is not one of standard, tall, large, did you mean 'tall'?"),
    "players": (13, "players: 13 is too large; at most 12"),
    "revision": (0, "revision: 0 is too small; at least 1"),
    "number": (1000, "number: 1000 is too large; it must be below 1000"),
    "name": (
        "My Variant",
        "name: 'My Variant' is not a name of small letters, digits and hyphens, a letter first",
    ),
    "rows": ([], "rows: 0 entries; at least 1 needed"),
    "rows[0].colour": (
        "rde",
        "rows[0].colour: 'rde' is not one of red, yellow, green, blue, orange, grey, "
        "did you mean 'red'?",
    ),
    "rows[1].colur": ("red", "rows[1].colur: unknown key, did you mean 'colour'?"),
    "rows[1].id": ("red", "rows[1].id: 'red' is used twice; every id is its own"),
    "rows[0].id": ("total", "rows[0].id: 'total' means something else on every sheet"),
    "rows[0].numbers": (
        "2-12",
        "rows[0].numbers: expected a range such as '2..12' or '12..2', or a list of numbers",
    ),
    "rows[1].numbers": ("1..9999", "rows[1].numbers: a range of 9999 numbers; at most 40 fit"),
    "rows[1].closing": ({"cells": 4}, "rows[1].closing.cells: 4 leaves no other cell in the row"),
    "closing": ({"ned": 5}, "closing.ned: unknown key, did you mean 'need'?"),
    "points": ({"up_to": "x"}, "points.up_to: 'x' is not a whole number"),
    "dice": (6, "dice: 6 is not a table"),
    "lucky": (
        {"pairs": [[2, 2]], "choose": "2..5"},
        "lucky.pairs[0]: pair [2, 2] is not of two different numbers of 'choose'",
    ),
    "summary": ({"xx": "?"}, "summary.xx: unknown key; one of de, en, fr, es, it, nl expected"),
}


def changed(path: str, value: Any) -> dict[str, Any]:
    data = copy.deepcopy(GOOD)
    place: Any = data
    parts = path.replace("[", ".").replace("]", "").split(".")
    *parents, key = [int(part) if part.isdigit() else part for part in parts]
    for parent in parents:
        place = place[parent]
    if value is None:
        del place[key]
    else:
        place[key] = value
    return data


@pytest.mark.parametrize("path", FAULTS)
def test_each_fault_is_named_with_its_place(path: str) -> None:
    value, message = FAULTS[path]
    with pytest.raises(TemplateError) as caught:
        check_template(changed(path, value), "mine.toml")
    assert caught.value.problems == (f"mine.toml: {message}",)
    assert caught.value.exit_code == 3


def test_all_faults_come_at_once() -> None:
    data = changed("rows[1].colur", "red")
    del data["rows"][1]["id"]
    data["playrs"] = 2
    with pytest.raises(TemplateError) as caught:
        check_template(data, "mine.toml")
    assert caught.value.problems == (
        "mine.toml: rows[1].id: missing",
        "mine.toml: rows[1].colur: unknown key, did you mean 'colour'?",
        "mine.toml: playrs: unknown key, did you mean 'players'?",
    )
    assert str(caught.value) == "\n".join(caught.value.problems)


def test_long_values_are_shortened() -> None:
    with pytest.raises(TemplateError) as caught:
        check_template(changed("rows[0].colour", "x" * 1000), "mine.toml")
    assert len(caught.value.problems[0]) < 150


def test_a_global_closing_must_fit_every_row() -> None:
    with pytest.raises(TemplateError, match="closing.cells: 4 leaves no other cell in row 'blue'"):
        own_variant(closing={"cells": 4})
    assert own_variant(closing={"cells": 3}).closing.cells == 3


@pytest.mark.parametrize("text", ["a = ", "\x00", "[a]\n[a]"])
def test_text_that_is_not_toml(text: str) -> None:
    with pytest.raises(TemplateError, match="not valid TOML"):
        parse_template(text, "mine.toml")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    lost, folder = tmp_path / "lost.toml", tmp_path / "folder.toml"
    binary, huge = tmp_path / "binary.toml", tmp_path / "huge.toml"
    folder.mkdir()
    binary.write_bytes(b"\xff\xfe\x00")
    huge.write_bytes(b"#" * (MAX_BYTES + 1))
    for path, message in (
        (lost, f"{lost}: cannot be read (No such file or directory): check the path"),
        (folder, f"{folder}: cannot be read (Is a directory): check the path"),
        (binary, f"{binary}: not UTF-8 text: save it as UTF-8"),
        (huge, f"{huge}: larger than 256 kB: is it a template?"),
    ):
        with pytest.raises(TemplateError) as caught:
            load_template(path)
        assert str(caught.value) == message


plain = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
values = st.recursive(
    plain,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)


@given(st.sampled_from([*FAULTS, "rows[0]"]), values)
def test_any_value_gives_a_variant_or_explained_faults(path: str, value: Any) -> None:
    try:
        check_template(changed(path, value) if value is not None else GOOD, "mine.toml")
    except TemplateError as error:
        assert all(problem.startswith("mine.toml: ") for problem in error.problems)  # noqa: PT017
