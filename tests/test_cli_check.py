"""``sheetgen check``: what it prints and how it exits."""

from pathlib import Path

import pytest

from sheetgen.catalog import bundled, templates_dir
from tests.commands import run

GOOD = """format = 1
name = "mine"
title = "Mine"
summary = "one row"
[[rows]]
id = "red"
colour = "red"
numbers = "2..9"
"""

FAULTY = """format = 1
name = "mine"
titel = "Mine"

[[rows]]
id = "red"
colour = "rde"
numbers = [1, 2,
  "3"]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.toml").write_text(GOOD)
    (tmp_path / "faulty.toml").write_text(FAULTY)
    return tmp_path


def test_every_problem_has_its_line_and_column(folder: Path) -> None:
    result = run("check", "faulty.toml")
    assert result.exit_code == 3
    assert result.stderr == ""
    assert result.stdout == (
        "faulty.toml:1:1: title: missing\n"
        "faulty.toml:1:1: summary: missing\n"
        "faulty.toml:3:1: titel: unknown key, did you mean 'title'?\n"
        "faulty.toml:7:10: rows[0].colour: 'rde' is not one of red, yellow, green, blue, orange, "
        "grey, did you mean 'red'?\n"
        "faulty.toml:9:3: rows[0].numbers[2]: '3' is not a whole number\n"
        "5 problems\n"
    )


def test_a_good_template_is_described(folder: Path) -> None:
    result = run("check", "good.toml")
    assert result.exit_code == 0
    assert result.stderr == ""
    hint, summary = result.stdout.splitlines()
    assert hint == (
        "good.toml:4:11: summary: hint: de, fr, es, it, nl missing; 'one row' stands in"
    )
    assert summary.startswith(
        "good.toml: 'mine' has 1 row, 13 cells, frame standard (194 x 94 mm); "
        "nothing is drawn, digest "
    )
    assert run("check", "good.toml", "--no-hints").stdout == summary + "\n"


def test_several_files_at_once(folder: Path) -> None:
    result = run("check", "good.toml", "faulty.toml", "lost.toml", "--no-hints")
    assert result.exit_code == 3
    lines = result.stdout.splitlines()
    assert lines[0].startswith("good.toml: 'mine' has 1 row")
    assert lines[-2:] == [
        "lost.toml: cannot be read (No such file or directory): check the path",
        "6 problems",
    ]


def test_the_bundled_templates_pass() -> None:
    result = run("check", *(str(path) for path in templates_dir().glob("*.toml")))
    assert result.exit_code == 0
    assert "hint" not in result.stdout
    assert len(result.stdout.splitlines()) == len(bundled())


def test_other_commands_tell_the_same_lines(folder: Path) -> None:
    lines = run("check", "faulty.toml").stdout.splitlines()[:-1]
    for command in ("print", "preview", "layout"):
        result = run(command, "./faulty.toml")
        assert result.exit_code == 3
        assert result.stderr.splitlines() == [f"error: {line}" for line in lines]


def test_own_templates_go_the_whole_way(folder: Path) -> None:
    assert run("print", "./good.toml", "-n", "1", "--seed", "1").exit_code == 0
    assert (folder / "mine.pdf").read_bytes().startswith(b"%PDF")
    preview = run("preview", "./good.toml", "--dpi", "60")
    assert preview.exit_code == 0
    code = preview.stderr.strip().rsplit(" ", 1)[-1]
    layout = run("layout", "./good.toml")
    assert layout.exit_code == 0
    assert layout.stdout.startswith(f"mine, sheet {code}, 194 x 94 mm\n")
    assert run("layout", code, "--template", "good.toml").stdout == layout.stdout


def test_a_sheet_of_an_own_template_says_which_file_is_missing(folder: Path) -> None:
    summary = run("check", "good.toml", "--no-hints").stdout
    digest = summary.split("digest ")[1].strip()
    code = run("layout", "./good.toml").stdout.split(",")[1].split()[-1]
    lost = run("layout", code)
    assert lost.exit_code == 5
    assert lost.stderr == (
        f"error: the sheet was printed from an own template (digest {digest}) that is not here\n"
        "  give its file with --template FILE\n"
    )
    (folder / "good.toml").write_text(GOOD.replace("2..9", "2..8"))
    other = run("check", "good.toml", "--no-hints").stdout.split("digest ")[1].strip()
    changed = run("layout", code, "--template", "good.toml")
    assert changed.exit_code == 5
    assert changed.stderr == (
        f"error: the sheet was printed from an own template (digest {digest}) that is not here, "
        f"only 'mine' (digest {other})\n"
        "  give the file as it was when the sheet was printed\n"
    )


def test_a_photo_of_an_own_template_is_audited_with_its_file(folder: Path) -> None:
    assert run("preview", "./good.toml", "-o", "photo.png", "--dpi", "200").exit_code == 0
    audit = run("audit", "photo.png", "--template", "./good.toml")
    assert audit.exit_code == 0, audit.output
    assert "Mine" in audit.stdout
    lost = run("audit", "photo.png")
    assert lost.exit_code == 5
    assert "printed from an own template (digest " in lost.output
    assert "--template FILE" in lost.output
