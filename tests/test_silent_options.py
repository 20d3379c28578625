"""Options and keys that would have no effect are refused."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from sheetgen.cli.program import program

CODE = "733333-333Q6M-QH33Q3"
HINT = "  leave it out, or name the variant in place of the code\n"


@pytest.mark.parametrize(("option", "value"), [("palette", "clear"), ("language", "de")])
def test_a_sheet_code_tells_palette_and_language(option: str, value: str) -> None:
    result = CliRunner().invoke(program, ["layout", CODE, f"--{option}", value])
    assert result.exit_code == 2
    assert result.output == f"error: --{option} with a sheet code, which tells another one\n" + HINT


def test_the_language_of_a_report_may_differ() -> None:
    result = CliRunner().invoke(program, ["score", CODE, "red 2 3", "--language", "de"])
    assert result.exit_code == 0
    assert "Rot" in result.output or "rot" in result.output


def test_an_unknown_rule_is_not_printed(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = (Path(__file__).parent.parent / "templates" / "bonus-a.toml").read_text("utf-8")
    text = text.replace('name = "bonus-a"', 'name = "mine"').replace("number = 5\n", "")
    path.write_text(text.replace('"strike-bar"', '"strike-bat"'), "utf-8")
    result = CliRunner().invoke(program, ["print", str(path), "-o", str(tmp_path / "a.pdf")])
    assert result.exit_code == 3
    assert result.output == (
        "error: mine: no rule 'strike-bat' for specials 'bonus'\n"
        "  see what 'sheetgen check' says of the template\n"
    )
