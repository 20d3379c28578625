"""Hostile and damaged templates: an error, quickly, and never a traceback."""

import random
import re
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sheetgen.catalog import templates_dir
from sheetgen.errors import SheetgenError
from sheetgen.schema import MAX_BYTES, load_template, parse_template
from sheetgen.templating import check_file

SLOWEST = 8.0
"""Seconds of processor time for the worst template; most take milliseconds."""

HEAD = 'format = 1\nname = "x"\ntitle = "t"\nsummary = "s"\n'
COLOURS = ("red", "yellow", "green", "blue", "orange", "grey")


def rows(count: int, numbers: str, more: str = "") -> str:
    return "".join(
        f'[[rows]]\nid = "r{i}"\ncolour = "{COLOURS[i % 6]}"\nnumbers = {numbers}\n{more}'
        for i in range(count)
    )


def special(cells: list[str]) -> str:
    listed = ", ".join(f'"{cell}"' for cell in cells)
    return (
        f'[[specials]]\nid = "a"\nshape = "star"\nrule = "points"\ntext = "x"\ncells = [{listed}]\n'
    )


TWO = rows(2, '"2..12"')
EVERY = [f"r{i} {j}" for i in range(12) for j in range(20)]

BOMBS: dict[str, str] = {
    "ten megabytes": "#" * 10_000_000,
    "open lists": "x = " + "[" * 250_000,
    "closed lists": "x = " + "[" * 100_000 + "]" * 100_000,
    "open tables": "x = " + "{a=" * 80_000,
    "dotted key": "a." * 120_000 + "a = 1",
    "dotted header": "[" + "a." * 120_000 + "a]",
    "quoted dotted key": '"a".' * 60_000 + '"a" = 1',
    "many dotted keys": "".join(f"a.b.c.d.e.f.g.k{i} = 1\n" for i in range(10_000)),
    "unknown keys": "".join(f"k{i}=1\n" for i in range(20_000)),
    "unknown tables": "".join(f"[t{i}]\n" for i in range(25_000)),
    "lists of tables": "[[a]]\n" * 40_000,
    "lists in lists of tables": "[[a]]\n[[a.b]]\n[[a.b.c]]\n" * 8_000,
    "very long number": HEAD + TWO + "[points]\nup_to = " + "9" * 200_000,
    "very long hexadecimal": HEAD + TWO + "[points]\nup_to = 0x" + "f" * 200_000,
    "long list": HEAD + rows(1, "[" + "1," * 100_000 + "]"),
    "long range": HEAD + rows(1, '"-999..9999"'),
    "many segments": HEAD + rows(1, '"1..9"', "colours = [" + '"red*40",' * 20_000 + "]\n"),
    "many wrong segments": HEAD + rows(1, '"1..9"', "colours = [" + '"rad*1",' * 20_000 + "]\n"),
    "many specials": HEAD + TWO + special([]) * 3_000,
    "many pairs": HEAD
    + TWO
    + '[[sheets]]\nid = "a"\npairs = ['
    + '["r0 99", "r1 99"],' * 11_000
    + "]",
    "many sheets": HEAD + TWO + "".join(f'[[sheets]]\nid = "s{i}"\n' for i in range(9_000)),
    "NUL bytes": "\0" * 1_000,
    "NUL in a text": HEAD.replace('"t"', r'"a\u0000b"') + TWO,
    "text direction": HEAD.replace('"t"', r'"a\u202eb"') + TWO,
    "surrogate": HEAD.replace('"t"', r'"\ud800"') + TWO,
    "empty and odd keys": '"" = 1\n"\\u202e\\u0000" = 2\n' + HEAD + TWO,
    "inf and nan": "players = inf\nrevision = nan\n" + HEAD + TWO,
    "dates": "players = 1979-05-27T07:32:00Z\nrevision = 07:32:00\n" + HEAD + TWO,
    "open string": 'x = "' + "\\\\" * 120_000,
    "open long string": '"""' + "a" * 200_000,
    "quotes": "x = '''" + "'" * 200_000,
    "segments of many sizes": HEAD
    + rows(6, '"0..39"')
    + "[draw.segments]\nshortest = 1\nlongest = 8\n",
    "segments without end": HEAD
    + 'frame = "large"\n'
    + rows(4, '"0..24"')
    + "[draw.segments]\nshortest = 1\nlongest = 22\n",
    "orders of long rows": HEAD + rows(4, '"0..39"') + "[draw.permutations]\n",
    "orders that cannot be": HEAD
    + rows(4, "[1, 2, 3]")
    + "[draw.permutations]\ncolumns_differ = true\n",
    "windows without end": HEAD
    + TWO
    + special(["r0 3"])
    + "[draw.specials]\nwindows = ["
    + "[0, 39]," * 40
    + "]\n",
    "a scatter that cannot be": 'frame = "large"\n'
    + HEAD
    + rows(12, '"0..24"')
    + special(EVERY)
    + "[draw.specials]\nper_row = [20, 20]\n",
}


@pytest.mark.parametrize("name", BOMBS)
def test_bombs(name: str, tmp_path: Path) -> None:
    path = tmp_path / "m.toml"
    path.write_text(BOMBS[name], "utf-8")
    start = time.process_time()
    report = check_file(path)
    assert time.process_time() - start < SLOWEST
    assert report.problems
    assert all(problem.startswith(str(path)) for problem in report.problems)
    assert all(len(problem) < 400 + len(str(path)) for problem in report.problems)
    assert "".join(report.problems).isprintable()


LARGEST = (
    'frame = "large"\nplayers = 12\n'
    + HEAD
    + rows(8, '"0..24"')
    + special([f"r{i} 3" for i in range(8)])
    + "[draw.specials]\ndifferent_rows = true\n"
)


def test_a_large_template_is_still_quick(tmp_path: Path) -> None:
    path = tmp_path / "m.toml"
    path.write_text(LARGEST)
    start = time.process_time()
    assert check_file(path).problems == ()
    assert time.process_time() - start < SLOWEST
    path.write_text(LARGEST + "#" * (MAX_BYTES - len(LARGEST)))
    assert load_template(path)


TEXTS = [path.read_text("utf-8") for path in sorted(templates_dir().glob("*.toml"))]

SPLICES = st.sampled_from(
    [
        *("\0", "[", "]", "{", "}", '"', "'", "'''", '"""', "=", ".", ",", "\n", "#", "\\"),
        *("é", "漢", "\u202e", "inf", "nan", "true", "1979-05-27", "9" * 40, "-1", "0.5", '"x"'),
        *("[[1], [2]]", "{ a = 1 }", "[draw]", "[draw.walk]", "[[rows]]", "[draw.segments]\n"),
        *("[draw.permutations]\n", "doubles = true\n", "per_row = [0, 40]\n"),
        *("[draw.specials]\nways = [0, 999]\n", "colours = ['red*11']\n"),
        *("squares = [[2, 3]]\n", "closing = { cells = 10 }\n"),
    ]
)
TWEAKABLE = re.compile(r"\d+|true|false|(?<=\")(?:red|yellow|green|blue)(?=[\" *])")
WAYS = ("drop", "double", "swap", "rename", "value", "splice", "number")


@st.composite
def mutated(draw: Any) -> str:
    """A bundled template with lines dropped, doubled, swapped, renamed, spliced into."""
    text = draw(st.sampled_from(TEXTS))
    lines = text.splitlines()
    for _ in range(draw(st.integers(1, 4))):
        i = draw(st.integers(0, len(lines) - 1))
        match draw(st.sampled_from(WAYS)):
            case "drop" if len(lines) > 1:
                lines.pop(i)
            case "double":
                lines.insert(i, lines[i])
            case "swap":
                j = draw(st.integers(0, len(lines) - 1))
                lines[i], lines[j] = lines[j], lines[i]
            case "rename":
                key, equals, value = lines[i].partition(" = ")
                lines[i] = key[:-1] + draw(st.sampled_from(["", "x", ".x"])) + equals + value
            case "value":
                key, equals, _ = lines[i].partition(" = ")
                lines[i] = key + equals + draw(SPLICES)
            case "splice":
                at = draw(st.integers(0, len(lines[i])))
                lines[i] = lines[i][:at] + draw(SPLICES) + lines[i][at:]
            case "number":
                number = str(draw(st.integers(-1200, 1200)))
                digits = [at for at, char in enumerate(lines[i]) if char.isdigit()]
                if digits:
                    at = draw(st.sampled_from(digits))
                    lines[i] = lines[i][:at] + number + lines[i][at + 1 :]
    return "\n".join(lines)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(text=mutated())
def test_mutated_templates_are_checked_to_the_end(text: str, tmp_path_factory: Any) -> None:
    path = tmp_path_factory.getbasetemp() / "mutated.toml"
    path.write_text(text, "utf-8")
    start = time.process_time()
    report = check_file(path)
    assert time.process_time() - start < SLOWEST
    assert report.problems or report.summary


@st.composite
def tweaked(draw: Any) -> str:
    """A bundled template in which a few numbers, colours and switches are others."""
    lines = draw(st.sampled_from(TEXTS)).splitlines()
    for _ in range(draw(st.integers(1, 3))):
        found = [
            (i, match)
            for i, line in enumerate(lines)
            for match in TWEAKABLE.finditer(line)
            if not line.startswith(("format", "number = "))
        ]
        i, match = draw(st.sampled_from(found))
        word = match[0]
        if word.isdigit():
            new = str(draw(st.integers(0, 14)))
        elif word in COLOURS:
            new = draw(st.sampled_from(COLOURS))
        else:
            new = draw(st.sampled_from(["true", "false"]))
        lines[i] = lines[i][: match.start()] + new + lines[i][match.end() :]
    return "\n".join(line for line in lines if not line.startswith("number = "))


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(text=tweaked())
def test_tweaked_templates_are_drawn_and_laid_out(text: str, tmp_path_factory: Any) -> None:
    path = tmp_path_factory.getbasetemp() / "tweaked.toml"
    path.write_text(text, "utf-8")
    start = time.process_time()
    report = check_file(path)
    assert time.process_time() - start < SLOWEST
    assert report.problems or report.summary


@settings(max_examples=300, deadline=2000)
@given(text=mutated())
def test_mutated_templates_give_a_variant_or_an_error(text: str) -> None:
    try:
        parse_template(text, "m")
    except SheetgenError as error:
        assert error.exit_code == 3  # noqa: PT017


@settings(max_examples=200, deadline=2000)
@given(st.text(max_size=300) | st.binary(max_size=300).map(lambda raw: raw.decode("latin-1")))
def test_any_text_gives_an_error(text: str) -> None:
    with pytest.raises(SheetgenError):
        parse_template(text, "m")


def test_every_cut_of_a_template_gives_an_error() -> None:
    text = TEXTS[0]
    for end in random.Random(5).sample(range(text.index("[[rows]]")), 60):
        with pytest.raises(SheetgenError):
            parse_template(text[:end], "m")
