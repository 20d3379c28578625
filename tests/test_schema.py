"""Faults of templates, word for word."""

import copy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetgen.errors import TemplateError
from sheetgen.schema import MAX_BYTES, MAX_PROBLEMS, check_template, load_template, parse_template
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


FULL = """
format = 1
name = "mine"
title = "Mine"
summary = "two rows"
rows = [
  { id = "red", colour = "red", numbers = "1..8" },
  { id = "blue", colour = "blue", numbers = [8, 6, 4, 2, 9, 7, 5, 3] },
]
[[specials]]
id = "star"
shape = "star"
cells = ["red 3"]
rule = "points"
text = "stars"
"""

CONTRADICTIONS = {
    '[[boxes]]\nid = "star"\nlow = 3\nhigh = 2\ntext = "x"': (
        "17:6: boxes[0].id: 'star' is used twice; every id is its own",
        "18:7: boxes[0].low: 3 is more than 'high', 2",
    ),
    '[[sheets]]\nid = "a"\ncells = { stra = ["red 3"] }\n[[sheets]]\nid = "a"': (
        "18:11: sheets[0].cells.stra: unknown key: no special cells 'stra', did you mean 'star'?",
        "20:6: sheets[1].id: 'a' is used twice; every id is its own",
    ),
    '[[sheets]]\nid = "a"\ncells.star = ["red 3", "red/2"]\npairs = [["red 3", "rod 5"]]': (
        "18:24: sheets[0].cells.star[1]: cell 'red/2' is special already: 'star'",
        "19:20: sheets[0].pairs[0][1]: there is no cell 'rod 5': no row 'rod', did you mean 'red'?",
    ),
    '[[sheets]]\nid = "a"\npairs = [["red 9", "red/8"], ["red/0", "red 1"]]': (
        "18:11: sheets[0].pairs[0][0]: there is no cell 'red 9': its row has numbers from 1 to 8",
        "18:20: sheets[0].pairs[0][1]: there is no cell 'red/8': its row has positions 0 to 7",
        "18:30: sheets[0].pairs[1]: 'red/0' is paired with itself",
    ),
    "[closing]\ncells = 8": (
        "17:9: closing.cells: 8 leaves no other cell in row 'red'",
        "17:9: closing.cells: 8 leaves no other cell in row 'blue'",
    ),
    '[[strips]]\nid = "points"\nkind = "bar"\nrule = "bonus-bar"\nswaps = [[1, 2]]\ntext = "x"': (
        "16:1: strips[0]: a strip of kind 'bar' needs 'colours'",
        "20:9: strips[0].swaps: a strip of kind 'bar' has no 'swaps'",
    ),
    '[[strips]]\nid = "points"\nkind = "legend"\nrule = "legend"\ntext = "x"': (
        "17:6: strips[0].id: 'points' means something else on every sheet",
    ),
    "[draw]": (
        "16:1: draw: draws nothing; possible are segments, permutations, specials, walk, links "
        "and bar",
    ),
    "[draw.segments]\nshortest = 5": (
        "17:12: draw.segments.shortest: 5 is more than 'longest', 4",
    ),
    '[draw.bar]\nstrip = "bra"\n[draw.walk]\nspecial = "stra"': (
        "17:9: draw.bar.strip: there is no bar 'bra'",
        "19:11: draw.walk.special: there are no special cells 'stra', did you mean 'star'?",
    ),
    "[draw.specials]\nways = [5, 3]\nwindows = [[9, 9]]": (
        "17:8: draw.specials.ways: [5, 3]: the least value comes first",
    ),
    "[draw.specials]\nways = [3, 5]": (
        "17:8: draw.specials.ways: 'ways' is for draws with windows",
    ),
    "[draw.specials]\nwindows = [[0, 2], [7, 9]]\nfirst = false": (
        "17:20: draw.specials.windows[1]: begins at 7; before the closing number are positions "
        "0 to 6",
        "18:9: draw.specials.first: 'first' is for draws without windows",
    ),
    "[draw.links]\nwindows = [[0, 3], [3, 8]]": (
        "17:11: draw.links.windows: windows overlap, but every link has a column of its own",
        "17:20: draw.links.windows[1]: ends at 8; the rows have positions 0 to 7",
    ),
    '[draw.walk]\nspecial = "star"\n[draw.specials]': (
        "16:1: draw: 'specials' and 'walk' both place the special cells; keep one",
    ),
}


@pytest.mark.parametrize("more", CONTRADICTIONS)
def test_contradictions_stand_where_they_are(more: str) -> None:
    with pytest.raises(TemplateError) as caught:
        parse_template(FULL + more, "m")
    assert caught.value.problems == tuple(f"m:{line}" for line in CONTRADICTIONS[more])


def test_contradictions_are_told_beside_harmless_faults() -> None:
    text = FULL.replace('title = "Mine"', "title = 5").replace("red 3", "red 9") + "playrs = 3\n"
    with pytest.raises(TemplateError) as caught:
        parse_template(text, "m")
    assert caught.value.problems == (
        "m:4:9: title: 5 is neither a text nor a table of texts",
        "m:13:10: specials[0].cells[0]: there is no cell 'red 9': its row has numbers from 1 to 8",
        "m:16:1: specials[0].playrs: unknown key",
    )


TOML_FAULTS = {
    "a = ": "1:5: not valid TOML: not a value; texts stand between quotes, lists in [ ]",
    "a = red": "1:5: not valid TOML: not a value; texts stand between quotes, lists in [ ]",
    "a = 1\nb 2": "2:3: not valid TOML: expected '=' after the key",
    "a = 1\na = 2": "2:6: not valid TOML: this key is there already",
    "a = [1, 2": "1:10: not valid TOML: a list without its closing ]",
    "a = 1 b": "1:7: not valid TOML: something follows the value on its line",
    "\x00": "1:1: not valid TOML: neither 'key = value' nor a [table]",
    "[a]\n[a]": "2:3: not valid TOML: Cannot declare ('a',) twice",
    "a = " + "9" * 5000: " not valid TOML: a number of too many digits",
}


@pytest.mark.parametrize("text", TOML_FAULTS, ids=lambda text: text[:12])
def test_text_that_is_not_toml(text: str) -> None:
    with pytest.raises(TemplateError) as caught:
        parse_template(text, "m")
    assert str(caught.value) == f"m:{TOML_FAULTS[text]}: see https://toml.io"


def test_text_that_is_nested_too_deeply() -> None:
    with pytest.raises(TemplateError) as caught:
        parse_template("a = 1\nx = " + "[" * 3000, "m")
    assert str(caught.value) == "m:2:18: nested too deeply: templates are flat"


def test_windows_line_ends_a_byte_order_mark_and_a_schema_key(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = '"$schema" = "x.json"\n' + FULL
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert load_template(path) == parse_template(FULL, "m")


def test_many_faults_are_only_counted() -> None:
    with pytest.raises(TemplateError) as caught:
        parse_template("".join(f"k{i} = 1\n" for i in range(100)), "m")
    assert len(caught.value.problems) == MAX_PROBLEMS + 1
    assert caught.value.problems[-1] == "m: and 65 more"


@pytest.mark.parametrize(
    ("key", "value"), [("players", True), ("players", "3"), ("players", 3.0), ("format", True)]
)
def test_other_types_do_not_pass_for_numbers(key: str, value: Any) -> None:
    with pytest.raises(TemplateError, match=f"{key}: "):
        check_template({**GOOD, key: value}, "m")


def test_long_values_are_shortened() -> None:
    with pytest.raises(TemplateError) as caught:
        check_template(changed("rows[0].colour", "x" * 1000), "mine.toml")
    assert len(caught.value.problems[0]) < 150


def test_a_global_closing_must_fit_every_row() -> None:
    with pytest.raises(
        TemplateError, match=r"closing\.cells: 4 leaves no other cell in row 'blue'"
    ):
        own_variant(closing={"cells": 4})
    assert own_variant(closing={"cells": 3}).closing.cells == 3


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
