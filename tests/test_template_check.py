"""Checks of own templates beyond their text: rules, draws, geometry, hints; messages in full."""

from pathlib import Path

import pytest

from sheetgen.catalog import bundled, template_id, templates_dir
from sheetgen.templating import TemplateReport, check_file, describe, unprintable

HEAD = """format = 1
name = "mine"
title = "Mine"
summary = { en = "x", de = "x", fr = "x", es = "x", it = "x", nl = "x" }
"""
ROWS = """[[rows]]
id = "red"
colour = "red"
numbers = "2..12"
[[rows]]
id = "blue"
colour = "blue"
numbers = "12..2"
"""
STAR = """[[specials]]
id = "star"
shape = "star"
cells = ["red 3", "blue 3"]
rule = "free-penalties"
text = { en = "x", de = "x", fr = "x", es = "x", it = "x", nl = "x" }
"""


def checked(folder: Path, text: str) -> TemplateReport:
    path = folder / "m.toml"
    path.write_text(text, "utf-8")
    return check_file(path)


def told(report: TemplateReport) -> tuple[str, ...]:
    """Problems, or else hints, without the path of the file."""
    return tuple(line.split("m.toml:")[-1] for line in report.problems or report.hints)


@pytest.mark.parametrize("name", bundled())
def test_bundled_templates_are_in_order(name: str) -> None:
    report = check_file(templates_dir() / f"{name}.toml")
    assert report.problems == ()
    assert report.variant == bundled()[name]
    assert report.summary.endswith(describe(bundled()[name]))


def test_the_summary_says_what_the_template_is(tmp_path: Path) -> None:
    report = checked(tmp_path, HEAD + ROWS)
    assert report.variant
    assert told(report) == ()
    assert report.summary == (
        f"{tmp_path / 'm.toml'}: 'mine' has 2 rows, 28 cells, frame standard (194 x 94 mm); "
        f"nothing is drawn, digest {template_id(report.variant)}"
    )
    drawn = checked(tmp_path, 'deal = "different"\n' + HEAD + ROWS + "[draw.permutations]\n")
    assert "; drawn for each player: permutations, digest " in drawn.summary


PROBLEMS = {
    "number": (
        "number = 3\n" + HEAD + ROWS,
        "1:10: number: only the templates of sheetgen itself have one; leave it out",
    ),
    "mistyped rule": (
        HEAD + ROWS + STAR.replace("free-penalties", "free-penalty"),
        "17:8: specials[0].rule: no rule 'free-penalty' for specials, "
        "did you mean 'free-penalties'?",
    ),
    "impossible ways": (
        HEAD + ROWS + "[draw.permutations]\nclosing_ways = [50, 60]\n",
        "13:1: draw.permutations: no layout satisfies draw.permutations: "
        "closing_ways from 2 to 12 are possible",
    ),
    "impossible columns": (
        HEAD
        + ROWS.replace("2..12", "1..2").replace("12..2", "1..2")
        + '[[rows]]\nid = "green"\ncolour = "green"\nnumbers = "1..2"\n'
        "[draw.permutations]\ncolumns_differ = true\n",
        "17:1: draw.permutations: no layout satisfies draw.permutations: loosen its constraints",
    ),
    "impossible segments": (
        HEAD + ROWS + "[draw.segments]\nshortest = 2\nlongest = 4\n",
        "13:1: draw.segments: no layout satisfies draw.segments: "
        "2 segments of 2 to 4 cells do not make the 11 of row 'red'",
    ),
    "impossible windows": (
        HEAD + ROWS + STAR + "[draw.specials]\nwindows = [[0, 2], [4, 6]]\nways = [12, 20]\n",
        "19:1: draw.specials: no layout satisfies draw.specials: "
        "in row 'red' ways from 6 to 9 are possible",
    ),
    "impossible scatter": (
        HEAD + ROWS + STAR + "[draw.specials]\nper_row = [2, 3]\n",
        "19:1: draw.specials: no layout satisfies draw.specials: "
        "2 special cells do not make 2 to 3 in each of 2 rows",
    ),
    "impossible rows": (
        HEAD
        + ROWS
        + STAR.replace('"blue 3"', '"red 5", "blue 3"')
        + "[draw.specials]\ndifferent_rows = true\n",
        "19:1: draw.specials: no layout satisfies draw.specials: "
        "3 cells of a kind cannot lie in different ones of 2 rows",
    ),
    "impossible bar": (
        HEAD + ROWS + '[[strips]]\nid = "bar"\nkind = "bar"\nrule = "bonus-bar"\n'
        'colours = ["red*4", "blue"]\ntext = "x"\n[draw.bar]\nstrip = "bar"\n',
        "19:1: draw.bar: no layout satisfies draw.bar: loosen its constraints",
    ),
}


@pytest.mark.parametrize("name", PROBLEMS)
def test_problems(name: str, tmp_path: Path) -> None:
    text, problem = PROBLEMS[name]
    assert told(checked(tmp_path, text)) == (problem,)


def test_all_impossible_draws_are_told_at_once(tmp_path: Path) -> None:
    text = HEAD + ROWS + STAR + "[draw.permutations]\nclosing_ways = [0, 1]\n"
    text += "[draw.segments]\n[draw.specials]\nper_row = [3, 3]\n"
    places = [line.split(" ")[1] for line in told(checked(tmp_path, text))]
    assert places == ["draw.permutations:", "draw.segments:", "draw.specials:"]


def test_rows_that_do_not_fit_say_by_how_much(tmp_path: Path) -> None:
    text = HEAD + ROWS.replace("2..12", "1..36").replace("12..2", "1..30")
    first, second = told(checked(tmp_path, text))
    assert first.startswith("8:11: rows[0].numbers: row 'red': 37 cells are too many, it lacks ")
    assert first.endswith(" mm of width; it fits with frame = 'large'")
    assert second.startswith("12:11: rows[1].numbers: row 'blue': 31 cells are too many, it lacks ")
    many = "".join(
        ROWS.replace('"red"', f'"r{i}"', 1).replace('"blue"', f'"b{i}"', 1) for i in range(6)
    )
    (high,) = told(checked(tmp_path, HEAD + many))
    assert high.startswith("5:1: rows: 12 rows are too many for the frame: each lacks ")
    assert high.endswith(" mm of height; it fits with frame = 'tall'")
    (both,) = told(checked(tmp_path, HEAD + ROWS.replace("12..2", "40..1")))
    assert both.endswith(" mm of width; it fits no frame: fewer or shorter rows are needed")


def test_hints(tmp_path: Path) -> None:
    text = HEAD.replace(', nl = "x"', "") + ROWS.replace("2..12", "1..13")
    text = text.replace('"mine"', '"longo"').replace('"Mine"', '"漢"')
    assert told(
        checked(
            tmp_path,
            text
            + STAR.replace(
                '{ en = "x", de = "x", fr = "x", es = "x", it = "x", nl = "x" }', '"stars"'
            ),
        )
    ) == (
        "4:11: summary: hint: nl missing; 'x' stands in",
        "18:8: specials[0].text: hint: de, fr, es, it, nl missing; 'stars' stands in",
        r"3:9: title: hint: the typeface lacks '\u6f22'",
        "8:11: rows[0].numbers: hint: 2 white dice of 6 sides never show 1, 13",
        "2:8: name: hint: a bundled variant has this name too",
    )


def test_the_typeface() -> None:
    assert unprintable("Größe déjà ñ ½ +13 漢字漢") == ["漢", "字"]
