"""``sheetgen doctor``."""

import re
import shutil
import tomllib
from pathlib import Path

import pytest

from sheetgen import __version__
from sheetgen.cli import doctor
from tests.commands import run

PROJECT = Path(__file__).parent.parent


def test_looks_for_every_dependency() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    names = {re.split(r"[<>=\[ ]", line)[0] for line in project["dependencies"]}
    assert set(doctor._LIBRARIES) == names


@pytest.mark.skipif(shutil.which("tesseract") is None, reason="no tesseract here")
def test_all_there() -> None:
    result = run("doctor")
    assert result.exit_code == 0
    assert f"ok       sheetgen                {__version__}\n" in result.stdout
    assert "missing" not in result.stdout
    assert re.search(r"^ok       tesseract +\d", result.stdout, re.MULTILINE)
    assert re.search(r"^ok       templates +\d+: original, longo", result.stdout, re.MULTILINE)


@pytest.mark.parametrize(
    ("tool", "remedy"),
    [
        ("apt-get", "sudo apt-get install tesseract-ocr"),
        ("brew", "brew install tesseract"),
        ("winget", "winget install UB-Mannheim.TesseractOCR"),
        ("", "see https://tesseract-ocr.github.io/tessdoc/Installation.html"),
    ],
)
def test_how_to_get_tesseract(tool: str, remedy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: "/bin/tool" if name == tool else None)
    result = run("doctor")
    assert result.exit_code == 3
    assert f"missing  tesseract               {remedy}\n" in result.stdout


def test_a_tesseract_that_does_not_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = tmp_path / "tesseract"
    broken.write_text("#!/bin/sh\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setattr(shutil, "which", lambda name: str(broken) if name == "tesseract" else None)
    result = run("doctor")
    assert result.exit_code == 3
    assert f"missing  tesseract               {broken} does not run" in result.stdout


def test_a_missing_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(doctor._LIBRARIES, "no-such-thing", "no_such_thing")
    result = run("doctor")
    assert result.exit_code == 3
    assert re.search(r"^missing  no-such-thing +pip install no-such-thing", result.stdout, re.M)
