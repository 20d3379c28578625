"""Where keys and values stand in TOML texts, against what the standard parser finds in them."""

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetgen.catalog import templates_dir
from sheetgen.toml_places import MAX_DEPTH, Path, TooDeepError, scan

TEXT = '''# comment with [brackets] = "and quotes
format = 1   # one
"quoted key" = 'it''
a.b . "c" = 3
list = [
  1, # two, 3 ]
  [ "x, ]", 'y' ],
  { p = 1, q.r = [ 2 ] },
]
long = """
text = 1
\\""" [no.table] """
raw = \'\'\'
[[no]]
\'\'\'
when = 1979-05-27 07:32:00

[[rows]]
id = "red"
[rows.closing]
need = 5

[[rows]]
  id = "blüe"
	tab = 0x1F
[[rows.parts]]
x = -inf
[[rows.parts]]
x = {}
[draw . walk]
special = ""
'''.replace("'it''", "'it'")


def paths(value: Any, at: Path = ()) -> Iterator[Path]:
    if at:
        yield at
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from paths(inner, (*at, key))
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from paths(inner, (*at, i))


@pytest.mark.parametrize("path", sorted(templates_dir().glob("*.toml")), ids=lambda p: p.stem)
def test_every_key_of_the_bundled_templates_has_its_place(path: Any) -> None:
    text = path.read_text("utf-8")
    places = scan(text)
    assert places.end == len(text)
    assert {*places.keys, *places.values} == set(paths(tomllib.loads(text)))
    for (*_, name), offset in places.keys.items():
        assert text.startswith((str(name), "["), offset)


def test_every_kind_of_toml() -> None:
    places = scan(TEXT)
    assert places.end == len(TEXT)
    assert set(paths(tomllib.loads(TEXT))) <= {*places.keys, *places.values}


@pytest.mark.parametrize(
    ("path", "key", "value"),
    [
        (("format",), (2, 1), (2, 10)),
        (("quoted key",), (3, 1), (3, 16)),
        (("a", "b", "c"), (4, 7), (4, 13)),
        (("list", 1), (7, 3), (7, 3)),
        (("list", 1, 1), (7, 13), (7, 13)),
        (("list", 2, "q", "r", 0), (8, 20), (8, 20)),
        (("raw",), (13, 1), (13, 7)),
        (("rows", 0), (18, 1), (18, 1)),
        (("rows", 0, "closing"), (20, 1), (20, 1)),
        (("rows", 1, "id"), (24, 3), (24, 8)),
        (("rows", 1, "tab"), (25, 2), (25, 8)),
        (("rows", 1, "parts", 1, "x"), (29, 1), (29, 5)),
        (("draw", "walk", "special"), (31, 1), (31, 11)),
        (("rows", 1, "missing"), (23, 1), (23, 1)),
        (("nothing", "like", "it"), (1, 1), (1, 1)),
    ],
)
def test_lines_and_columns(path: Path, key: tuple[int, int], value: tuple[int, int]) -> None:
    places = scan(TEXT)
    assert places.position(path, key=True) == key
    assert places.position(path) == value


@pytest.mark.parametrize(
    ("text", "end"),
    [("a = 1\nb = \nc = 2", 10), ("a = [1 x]", 7), ("= 1", 0), ('a = "x', 4), ("[a\nb = 1", 2)],
)
def test_what_is_not_toml_ends_the_scan(text: str, end: int) -> None:
    assert scan(text).end == end


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "[" * 50_000,
        "x = " + "{a=" * 50_000,
        ".".join("a" * 50_000) + " = 1",
        "[" + ".".join('"a"' for _ in range(50_000)) + "]",
    ],
)
def test_bombs_are_refused_before_they_go_off(text: str) -> None:
    with pytest.raises(TooDeepError):
        scan(text)


def test_the_depth_that_is_allowed() -> None:
    assert scan("x = " + "[" * MAX_DEPTH + "]" * MAX_DEPTH).end == 4 + 2 * MAX_DEPTH


@given(st.text(alphabet="ab.=[]{}\"'\\\n#, 1-\r\t", max_size=60))
def test_whatever_is_toml_is_understood(text: str) -> None:
    try:
        data = tomllib.loads(text)
    except ValueError:
        scan(text)
        return
    places = scan(text)
    assert places.end == len(text)
    assert set(paths(data)) <= {*places.keys, *places.values}
