"""The program as a whole: help, exit codes, what it says when something goes wrong."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sheetgen import __version__
from sheetgen.cli import options
from sheetgen.cli.program import COMMANDS
from sheetgen.layout.theme import LANGUAGES
from tests.commands import run


def test_help_names_every_command() -> None:
    result = run("--help")
    assert result.exit_code == 0
    listed = result.output.split("Commands:")[1]
    assert re.findall(r"^  ([a-z]+) ", listed, re.MULTILINE) == list(COMMANDS)
    assert "..." not in listed
    assert run("-h").output == result.output


def test_no_arguments_show_the_help() -> None:
    result = run()
    assert result.exit_code == 0
    assert result.stdout == run("--help").output


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_has_a_help(name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert result.output.startswith(f"Usage: sheetgen {name} ")
    bare = re.findall(r"^  (-\S+(?:, --\S+)?(?: [A-Z|]+)?)$\n(?!   )", result.output, re.MULTILINE)
    assert not bare, f"no help for {bare}"


def test_version() -> None:
    assert run("--version").output == f"sheetgen, version {__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "exit_code", "message"),
    [
        (
            ["prnt", "longo"],
            2,
            "error: no command 'prnt', did you mean 'print'?\n  see 'sheetgen --help'\n",
        ),
        (["xyz"], 2, "error: no command 'xyz'\n  see 'sheetgen --help'\n"),
        (
            ["print"],
            2,
            "error: no variant to print\n  see 'sheetgen list'\n",
        ),
        (
            ["print", "longo", "-n", "x"],
            2,
            "error: invalid value for '-n' / '--sheets': 'x' is not a valid integer\n"
            "  see 'sheetgen print --help'\n",
        ),
        (["print", "lngo"], 3, "error: no variant 'lngo'\n  did you mean 'longo'?\n"),
        (
            ["print", "longo", "-n", "0"],
            2,
            "error: 0 sheets of a variant are not possible\n"
            "  give 1 to 12167; print several files if you need more\n",
        ),
        (
            ["preview", "longo", "--dpi", "5"],
            2,
            "error: --dpi 5 is not possible\n  give 20 to 1200\n",
        ),
        (
            ["layout", "433333-333Q6M-QH33CX"],
            5,
            "error: sheet code '433333-333Q6M-QH33CX': the check characters do not match\n"
            "  check the characters against the sheet; "
            "codes have the form XXXXXX-XXXXXX-XXXXXX\n",
        ),
    ],
)
def test_messages(arguments: list[str], exit_code: int, message: str) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stderr, result.stdout) == (exit_code, message, "")


def test_an_unknown_option_is_explained() -> None:
    result = run("print", "longo", "--sed", "5")
    assert result.exit_code == 2
    assert result.stderr.startswith("error: no such option")
    assert "--seed" in result.stderr


def test_every_fault_of_a_template_has_a_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('format = 1\nname = "mine"\ntitle = "Mine"\nplayrs = 2\nrows = []\n')
    result = run("print", str(path))
    assert result.exit_code == 3
    assert result.stderr == (
        f"error: {path}:1:1: summary: missing\n"
        f"error: {path}:4:1: playrs: unknown key, did you mean 'players'?\n"
        f"error: {path}:5:8: rows: 0 entries; at least 1 needed\n"
    )


def test_a_fault_of_our_own_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(*args: object) -> None:
        raise KeyError("what\nnow")

    monkeypatch.setattr("sheetgen.catalog.bundled", stumble)
    result = run("list")
    assert result.exit_code == 70
    assert result.stderr == (
        "internal error: KeyError: 'what\\nnow' - please report it with your command and, "
        "if you can, what SHEETGEN_DEBUG=1 shows\n"
    )
    assert "Traceback" in run("list", SHEETGEN_DEBUG="1").stderr
    assert "Traceback" in run("--debug", "list").stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device here")
@pytest.mark.parametrize("arguments", [["list"], ["print", "longo", "-o", "-"]])
def test_standard_output_onto_a_full_disk(arguments: list[str]) -> None:
    with open("/dev/full", "wb") as full:
        command = [sys.executable, "-m", "sheetgen.cli", *arguments]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2
    assert "error: the disk is full\n  free some space, or choose another place\n" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_interruption_leaves_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sheetgen.catalog.bundled", interrupt)
    result = run("list")
    assert result.exit_code == 130
    assert "Traceback" not in result.output


@pytest.mark.skipif(os.name == "nt", reason="no signals there")
@pytest.mark.parametrize(("number", "exit_code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_killed_print_leaves_nothing_behind(
    tmp_path: Path, number: signal.Signals, exit_code: int
) -> None:
    command = [sys.executable, "-m", "sheetgen.cli", "print", "longo", "-n", "12000"]
    process = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE)
    deadline = time.monotonic() + 20
    while not os.listdir(tmp_path) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert [name for name in os.listdir(tmp_path) if name.endswith(".part")]
    process.send_signal(number)
    _, errors = process.communicate(timeout=20)
    assert process.returncode == exit_code
    assert b"Traceback" not in errors
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("de_DE.UTF-8", "de"),
        ("fr", "fr"),
        ("C", "en"),
        ("POSIX", "en"),
        ("pl_PL.UTF-8", "en"),
        ("nl_BE@euro", "nl"),
        ("eng", "en"),
    ],
)
def test_language_of_the_locale(
    locale: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    assert options.locale_language() == language


def test_help_knows_the_languages() -> None:
    assert options.LANGUAGES == LANGUAGES
