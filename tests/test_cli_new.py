"""``sheetgen new``: commented copies of the bundled templates."""

import tomllib
from pathlib import Path

import pytest

from sheetgen.catalog import bundled, template_id
from sheetgen.templating import check_file
from tests.commands import run


@pytest.mark.parametrize("original", bundled())
def test_a_copy_is_in_order_and_the_same_but_for_its_name(original: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    result = run("new", "mine", "--from", original, "-o", str(path))
    assert result.exit_code == 0, result.output
    report = check_file(path)
    assert report.problems == ()
    assert report.variant
    official = bundled()[original]
    changes = {"name": "mine", "title": {"en": "Mine"}, "number": None, "revision": 1}
    assert report.variant == official.model_copy(update=changes)
    assert template_id(report.variant) != template_id(official)
    assert max(map(len, path.read_text("utf-8").splitlines()), default=0) < 1000


def test_every_key_is_explained_once() -> None:
    lines = run("new", "big-rows", "-o", "-").stdout.splitlines()
    assert lines[:14] == [
        "# 'big-rows', begun as a copy of 'original'. Change what you like, then try:",
        "#   sheetgen check big-rows.toml",
        "#   sheetgen print ./big-rows.toml",
        "# 'sheetgen schema -o sheetgen.schema.json' lets editors complete and check it:",
        "#:schema ./sheetgen.schema.json",
        "",
        "# Version of the template language: always 1.",
        "format = 1",
        "# Name of the variant: small letters, digits and hyphens.",
        'name = "big-rows"',
        "# Title at the top of the sheet.",
        'title = "Big Rows"',
        "",
        "# What is special, in a few words, for the list of variants.",
    ]
    assert lines.count("# The row's own colour; a row 'between' two others has theirs.") == 1
    assert "#   players = 4  Sheets per game where the user does not say." in lines
    assert "#   [lucky]  Lucky numbers, printed on every sheet." in lines
    assert not [line for line in lines if line.startswith(("number =", "revision ="))]
    assert all(len(line) <= 100 for line in lines)


def test_the_file_is_named_after_the_variant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("new", "mine")
    assert result.exit_code == 0
    assert result.stdout == ""
    assert result.stderr == (
        "mine.toml: a copy of 'original' to change\n  then: sheetgen check mine.toml\n"
    )
    assert tomllib.loads((tmp_path / "mine.toml").read_text("utf-8"))["name"] == "mine"
    (tmp_path / "mine.toml").write_text("precious")
    again = run("new", "mine", "--from", "longo")
    assert again.exit_code == 2
    assert again.stderr == (
        "error: 'mine.toml' exists already\n  choose another name, or replace it with --force\n"
    )
    assert (tmp_path / "mine.toml").read_text() == "precious"
    assert run("new", "mine", "--from", "longo", "--force").exit_code == 0
    assert "sides = 8" in (tmp_path / "mine.toml").read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "exit_code", "message"),
    [
        (
            ["Mine"],
            2,
            "error: 'Mine' is not a name for a variant\n"
            "  use small letters, digits and hyphens, a letter first, such as short-rows\n",
        ),
        (
            ["../mine"],
            2,
            "error: '../mine' is not a name for a variant\n"
            "  use small letters, digits and hyphens, a letter first, such as short-rows\n",
        ),
        (
            ["longo"],
            2,
            "error: 'longo' is the name of a bundled variant\n  choose another one\n",
        ),
        (
            ["mine", "--from", "lngo"],
            3,
            "error: no bundled variant 'lngo'\n  did you mean 'longo'?\n",
        ),
        (
            ["mine", "--from", "./mine.toml"],
            3,
            "error: no bundled variant './mine.toml'\n  see 'sheetgen list'\n",
        ),
        ([], 2, "error: missing argument 'NAME'\n  see 'sheetgen new --help'\n"),
    ],
)
def test_messages(
    arguments: list[str],
    exit_code: int,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("new", *arguments)
    assert (result.exit_code, result.stderr, result.stdout) == (exit_code, message, "")
    assert list(tmp_path.iterdir()) == []
