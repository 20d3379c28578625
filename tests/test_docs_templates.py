"""The page that teaches the template language: its steps run, its reference is complete."""

import io
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from pydantic import BaseModel

from sheetgen.catalog import bundled
from sheetgen.schema import table_at
from sheetgen.templating import check_file
from sheetgen.variant import Variant
from tests.commands import run
from tests.docs_images import DOCS, PAGE, picture, step_sheet, steps
from tests.docs_reference import BEGIN, END, PLACES, reference

TEXT = PAGE.read_text("utf-8")
STEPS = steps()
LARGEST_PICTURE = 60_000
STALE = 2.0
"""Mean difference of two pictures, in 255ths, above which one is of another layout."""


@pytest.fixture(params=range(1, 6), ids=lambda step: f"step-{step}")
def step(request: pytest.FixtureRequest) -> int:
    number: int = request.param
    return number


@pytest.fixture
def file(step: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = Path("garden.toml")
    path.write_text(STEPS[step - 1], "utf-8")
    return path


def test_there_are_five_steps() -> None:
    assert len(STEPS) == 5
    assert re.findall(r"^## Step (\d)", TEXT, re.MULTILINE) == list("12345")
    assert len(set(STEPS)) == 5


def test_each_step_is_in_order(file: Path) -> None:
    report = check_file(file)
    assert report.problems == ()
    assert report.variant
    assert report.variant.name == "garden"
    assert report.variant.name not in bundled()


def test_each_step_prints_and_lays_out(file: Path) -> None:
    printed = run("print", f"./{file}", "-n", "2", "--seed", "1")
    assert printed.exit_code == 0, printed.output
    assert Path("garden.pdf").read_bytes().startswith(b"%PDF")
    laid_out = run("layout", f"./{file}")
    assert laid_out.exit_code == 0, laid_out.output
    assert laid_out.stdout.startswith("garden, sheet ")


def test_each_step_has_its_picture(step: int) -> None:
    path = DOCS / "images" / f"step-{step}.png"
    assert f"](images/{path.name})" in TEXT
    assert path.stat().st_size < LARGEST_PICTURE
    then = np.asarray(Image.open(path).convert("L"), float)
    now = np.asarray(Image.open(io.BytesIO(picture(STEPS[step - 1]))).convert("L"), float)
    assert then.shape == now.shape, "run: make docs-images"
    assert np.abs(then - now).mean() < STALE, "run: make docs-images"


def test_each_step_adds_what_its_text_says() -> None:
    plain, closing, special, drawn, german = (step_sheet(text) for text in STEPS)
    assert [len(row.cells) for row in plain.rows] == [10, 10, 10]
    assert [sum(cell.closing for cell in row.cells) for row in closing.rows] == [2, 2, 2]
    assert len(closing.penalties.cells) == 3
    assert sum(cell.special is not None for row in special.rows for cell in row.cells) == 5
    assert drawn.rows != special.rows
    assert german.variant.text(german.variant.title, "de") == "Garten"


def test_what_the_page_says_that_check_prints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = Path("garden.toml")
    path.write_text(STEPS[0], "utf-8")
    printed = run("check", "garden.toml", "--no-hints").stdout
    assert f"$ sheetgen check garden.toml --no-hints\n{printed}" in TEXT
    path.write_text(STEPS[3].replace("per_row = [1, 3]", "per_row = [2, 3]"), "utf-8")
    printed = run("check", "garden.toml", "--no-hints").stdout
    assert f"$ sheetgen check garden.toml\n{printed}" in TEXT


def test_the_reference_is_that_of_the_models() -> None:
    between = TEXT.partition(BEGIN)[2].partition(END)[0].strip()
    assert between == reference(), "run: python -m tests.docs_reference"


def models(model: type[BaseModel], location: tuple[str, ...] = ()) -> dict[str, Any]:
    """All tables of the language by the name of their model."""
    found: dict[str, Any] = {model.__name__: model}
    for key in model.model_fields:
        inner = table_at((*location, key))
        if inner is not None:
            found |= models(inner, (*location, key))
    return found


def test_every_key_of_every_table_is_documented_and_none_is_invented() -> None:
    known = models(Variant)
    assert known.pop("Variant") is Variant
    assert set(known) == set(PLACES)
    sections = dict(re.findall(r"^### (.+?)\n(.*?)(?=^### |\Z)", reference(), re.M | re.S))
    documented = {
        title: re.findall(r"^\| `(\w+)` \|", body, re.MULTILINE) for title, body in sections.items()
    }
    assert documented.pop("Rules") == []
    assert documented.pop("The template itself") == list(Variant.model_fields)
    assert documented.keys() == {f"`{place}`" for place in PLACES.values()}
    for name, model in known.items():
        assert documented[f"`{PLACES[name]}`"] == list(model.model_fields)
        assert all(field.description for field in model.model_fields.values())


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)]+)\)", TEXT):
        if target.startswith("#"):
            assert re.search(rf"^#+ {target[1:]}$", TEXT, re.MULTILINE | re.IGNORECASE)
        elif not target.startswith("https://"):
            assert (DOCS / target).is_file()
