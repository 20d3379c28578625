"""``sheetgen print``."""

import json
import os
from pathlib import Path

import pypdfium2
import pytest

from tests.commands import run

OWN = """
format = 1
name = "mine"
title = "Mine"
summary = "one row"
[[rows]]
id = "red"
colour = "red"
numbers = "1..8"
"""


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def pages(path: str) -> int:
    return len(pypdfium2.PdfDocument(Path(path).read_bytes()))


def test_what_it_says() -> None:
    result = run("print", "longo", "--seed", "5")
    assert result.exit_code == 0
    assert result.stdout == (
        "longo.pdf: 3 sheets on 1 page\n"
        "longo: lucky numbers drawn for each sheet, no pair twice in a game of 4, "
        "all equally strong\n"
        "  3 per page on A4, full size, cells of 9.6 x 10.3 mm\n"
        "  A33333-333F3U-CU33EH\n"
        "  A33333-433F3U-CU33AK\n"
        "  A33333-633F3U-CU336N\n"
        "seed 5: --seed 5 prints the same sheets again\n"
    )
    assert result.stderr == ""
    assert pages("longo.pdf") == 1


def test_many_sheets_as_a_range_and_the_scale() -> None:
    result = run("print", "original", "-n", "40", "--seed", "5", "--per-page", "4")
    assert result.stdout == (
        "original.pdf: 40 sheets on 10 pages\n"
        "original: all sheets are alike\n"
        "  4 per page on A4, 75% of full size, cells of 9.9 x 7.8 mm\n"
        "  A33333-333Q6M-QH337J to A33333-Q43Q6M-QH33NC (40 sheets)\n"
        "seed 5: --seed 5 prints the same sheets again\n"
    )
    assert pages("original.pdf") == 10


def test_several_variants_in_one_file() -> None:
    result = run("print", "original", "longo", "-n", "1", "-o", "both.pdf")
    assert result.stdout.startswith("both.pdf: 2 sheets on 2 pages\noriginal: ")
    assert pages("both.pdf") == 2
    run("print", "original", "longo")
    assert pages("original-longo.pdf") == 2


def test_the_told_seed_prints_the_same_again() -> None:
    first = run("print", "longo", "-o", "a.pdf")
    seed = first.stdout.splitlines()[-1].split(":")[0].removeprefix("seed ")
    run("print", "longo", "-o", "b.pdf", "--seed", seed)
    run("print", "longo", "-o", "c.pdf", "--seed", str(int(seed) // 2))
    assert Path("a.pdf").read_bytes() == Path("b.pdf").read_bytes()
    assert Path("a.pdf").read_bytes() != Path("c.pdf").read_bytes()


@pytest.mark.parametrize("options", ["", "--shuffle", "--different --players 2", "--sheet B"])
def test_the_last_line_tells_how_to_print_a_drawn_layout_again(options: str) -> None:
    first = run("print", "connected-a", *options.split(), "-o", "a.pdf")
    again = (
        first.stdout.splitlines()[-1].split(": ")[1].removesuffix(" prints the same sheets again")
    )
    assert again.startswith("--seed " if options else "--official --seed ")
    run("print", "connected-a", *options.split(), *again.split(), "-o", "b.pdf")
    assert Path("a.pdf").read_bytes() == Path("b.pdf").read_bytes()


def test_drawn_layouts_say_how_strong_they_are() -> None:
    result = run("print", "gemixxt-b", "--independent", "--seed", "5", "-n", "1")
    assert result.stdout == (
        "gemixxt-b.pdf: 1 sheet on 1 page\n"
        "gemixxt-b: unrelated layouts, one drawn for each sheet: best and worst of four lie about "
        "2.7 points a game apart\n"
        "  3 per page on A4, full size, cells of 13.2 x 10.3 mm\n"
        "  note: the official sheet is about 3 points a game stronger than drawn ones: never mix "
        "them in one game\n"
        "  A33333-333YX4-W94336\n"
        "seed 5: --seed 5 prints the same sheets again\n"
    )


def test_own_template() -> None:
    Path("mine.toml").write_text(OWN)
    assert run("print", "mine.toml").exit_code == 0
    assert pages("mine.pdf") == 1


def test_language_from_option_or_locale() -> None:
    run("print", "longo", "-o", "a.pdf", "--seed", "1", "--language", "de")
    run("print", "longo", "-o", "b.pdf", "--seed", "1", locale="de_DE.UTF-8")
    assert Path("a.pdf").read_bytes() == Path("b.pdf").read_bytes()
    page = pypdfium2.PdfDocument(Path("a.pdf").read_bytes())[0]
    assert "Glückszahlen" in page.get_textpage().get_text_bounded()


def test_lucky_numbers_with_a_note() -> None:
    result = run("print", "longo", "--lucky", "7,9")
    assert "longo: lucky numbers 7 and 9 on every sheet\n" in result.stdout
    assert "  note: lucky numbers 7 and 9 come up with chance 14 of 64, " in result.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--lucky", "seven"],
            "error: --lucky seven is not a pair of numbers\n"
            "  give two numbers with a comma between, such as 5,10\n",
        ),
        (
            ["--lucky", "5"],
            "error: lucky numbers 5 are not possible\n"
            "  give two different numbers from 2 to 16, such as 5,10\n",
        ),
        (
            ["--per-page", "many"],
            "error: --per-page many is not a number\n  give 1 to 100, or auto\n",
        ),
        (
            ["--per-page", "101"],
            "error: 101 sheets per page are not possible\n  give 1 to 100, or auto\n",
        ),
        (
            ["--paper", "b4"],
            "error: no paper 'b4'\n"
            "  choose one of a3, a4, a5, a6, letter, legal or give a size such as 200x100mm\n",
        ),
        (
            ["--language", "xx"],
            "error: no language 'xx'\n  choose one of en, de, fr, es, it, nl\n",
        ),
        (
            ["-o", "no/a.pdf"],
            "error: cannot write 'no/a.pdf': there is no folder 'no'\n"
            "  create it, or choose another place\n",
        ),
        (
            ["-o", "a.pdf", "--manifest", "a.pdf"],
            "error: PDF and manifest have the same name\n  give them different names\n",
        ),
        (
            ["-o", "a.pdf", "--manifest", "no/a.json"],
            "error: cannot write 'no/a.json': there is no folder 'no'\n"
            "  create it, or choose another place\n",
        ),
    ],
)
def test_refusals_write_nothing(arguments: list[str], message: str) -> None:
    result = run("print", "longo", *arguments)
    assert (result.exit_code, result.stderr, result.stdout) == (2, message, "")
    assert os.listdir() == []


def test_existing_files_are_kept_unless_forced() -> None:
    Path("longo.pdf").write_bytes(b"old")
    result = run("print", "longo")
    assert result.exit_code == 2
    assert result.stderr == (
        "error: 'longo.pdf' exists already\n  choose another name, or replace it with --force\n"
    )
    assert Path("longo.pdf").read_bytes() == b"old"
    assert run("print", "longo", "--force").exit_code == 0
    assert pages("longo.pdf") == 1


def test_standard_output_carries_the_pdf_alone() -> None:
    result = run("print", "longo", "--seed", "5", "-o", "-")
    assert result.exit_code == 0
    assert result.stdout_bytes.startswith(b"%PDF-")
    assert result.stdout_bytes.rstrip().endswith(b"%%EOF")
    assert result.stderr.startswith("PDF: 3 sheets on 1 page\n")
    run("print", "longo", "--seed", "5")
    assert Path("longo.pdf").read_bytes() == result.stdout_bytes


def test_manifest() -> None:
    run("print", "longo", "-n", "4", "--seed", "5", "--manifest", "m.json")
    data = json.loads(Path("m.json").read_text())
    assert data["seed"] == 5
    assert [(page["page"], len(page["sheets"])) for page in data["pages"]] == [(1, 3), (2, 1)]
    assert data["pages"][0]["sheets"][1] == {
        "code": "A33333-433F3U-CU33AK",
        "variant": "longo",
        "x": 8.0,
        "y": 101.5,
        "scale": 1.0,
        "rotation": 0,
        "box": [8.0, 101.5, 194.0, 94.0],
    }


def test_long_runs_are_silent_in_a_pipe() -> None:
    result = run("print", "longo", "-n", "400", "--seed", "5")
    assert result.exit_code == 0
    assert result.stderr == ""
    assert len(result.stdout.splitlines()) == 5
