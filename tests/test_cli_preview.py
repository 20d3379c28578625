"""``sheetgen preview`` and ``sheetgen layout``: the same sheet in pixels and in millimetres."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from sheetgen.cli.layout import describe
from sheetgen.layout import lay_out
from sheetgen.sheet import make_sheet
from tests.commands import run, run_json
from tests.prints import VARIANTS, layout, sheet

CODE = "A33333-333F3U-CU33EH"
"""The first Longo sheet of seed 5."""


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def picture(*arguments: str) -> Any:
    result = run("preview", *arguments, "-o", "p.png", "--force")
    assert result.exit_code == 0, result.output
    with Image.open("p.png") as image:
        return np.asarray(image.convert("RGB"))


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("dpi", [75, 300])
def test_pixels_are_millimetres_times_a_factor(name: str, dpi: int) -> None:
    pixels = picture(name, "--dpi", str(dpi))
    data = run_json("layout", name, "--json")
    factor = dpi / 25.4
    height, width = pixels.shape[:2]
    assert width == np.ceil(data["sheet"]["width"] * factor)
    assert height == np.ceil(data["sheet"]["height"] * factor)
    for fiducial in data["frame"]["fiducials"]:
        assert dark_box(pixels, fiducial["box"], factor) == pytest.approx(
            np.array(fiducial["box"]) * factor, abs=1.01
        )


def dark_box(pixels: Any, box: list[float], factor: float) -> list[float]:
    """The black box found in the picture around a box in mm: x, y, width, height in pixels."""
    x, y, w, h = (length * factor for length in box)
    left, top = int(x - factor), int(y - factor)
    cut = pixels[top : int(y + h + factor), left : int(x + w + factor)].max(axis=2) < 128
    rows, columns = np.flatnonzero(cut.any(axis=1)), np.flatnonzero(cut.any(axis=0))
    return [
        left + columns[0],
        top + rows[0],
        columns[-1] - columns[0] + 1,
        rows[-1] - rows[0] + 1,
    ]


def test_cells_are_tinted_where_the_layout_says() -> None:
    pixels = picture("original", "--dpi", "150")
    factor = 150 / 25.4
    for cell in run_json("layout", "original", "--json")["cells"]:
        x, y, w, _ = cell["box"]
        spot = pixels[round((y + 0.3) * factor), round((x + 0.5 * w) * factor)]
        assert spot.min() > 190 or cell["kind"] in ("penalty", "lock"), cell["id"]


def test_resolution_is_in_the_file_and_told() -> None:
    result = run("preview", "longo", "--seed", "5", "--dpi", "150")
    assert result.stderr == f"longo.png: 1146 x 556 pixels, sheet {CODE}\n"
    with Image.open("longo.png") as image:
        assert image.info["dpi"] == pytest.approx((150, 150), abs=0.1)


def test_variant_with_seed_and_code_are_the_same_sheet() -> None:
    by_seed = picture("longo", "--seed", "5", "--dpi", "60")
    assert (picture(CODE, "--dpi", "60") == by_seed).all()
    assert (picture(CODE.replace("-", " ").replace("A", "a"), "--dpi", "60") == by_seed).all()
    assert (picture("longo", "--dpi", "60") != by_seed).any()


def test_to_standard_output() -> None:
    result = run("preview", "longo", "-o", "-", "--dpi", "50")
    assert result.stdout_bytes.startswith(b"\x89PNG")


def test_existing_pictures_are_kept() -> None:
    Path("longo.png").write_bytes(b"old")
    result = run("preview", "longo")
    assert (result.exit_code, Path("longo.png").read_bytes()) == (2, b"old")


def test_layout_for_programs() -> None:
    data = run_json("layout", CODE, "--json")
    assert {key: data[key] for key in ("code", "variant", "sheet")} == {
        "code": CODE,
        "variant": "longo",
        "sheet": {"width": 194, "height": 94},
    }
    assert data["cells"][0] == {
        "id": "red/0",
        "row": "red",
        "position": 0,
        "number": 2,
        "colour": "red",
        "kind": "number",
        "box": [13.2, 15.7, 9.625, 10.338],
    }
    assert {"id", "row", "position", "number", "colour", "kind", "box"} <= set(data["cells"][15])
    assert (data["cells"][15]["kind"], data["cells"][15]["number"]) == ("lock", None)
    assert [box["id"] for box in data["write_boxes"]] == [
        "name",
        "date",
        "points/red",
        "points/yellow",
        "points/green",
        "points/blue",
        "points/penalty",
        "total",
    ]


def test_layout_for_people() -> None:
    lines = run("layout", CODE).stdout.splitlines()
    assert lines[:3] == [
        f"longo, sheet {CODE}, 194 x 94 mm",
        "box               shows        x        y    width   height",
        "red/0                 2    13.20    15.70     9.62    10.34",
    ]
    assert len(lines) == 2 + 4 * 16 + 4 + 8


def test_own_template_behind_a_code(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'format = 1\nname = "mine"\ntitle = "Mine"\nsummary = "one row"\n'
        '[[rows]]\nid = "red"\ncolour = "red"\nnumbers = "1..8"\n'
    )
    code = run_json("layout", str(path), "--json")["code"]
    missing = run("layout", code)
    assert missing.exit_code == 5
    assert missing.stderr.endswith("  give its file with --template FILE\n")
    assert run_json("layout", code, "--template", str(path), "--json")["variant"] == "mine"


@pytest.mark.parametrize("seed", ["-1", "148035889"])
def test_seeds_that_no_code_holds(seed: str) -> None:
    result = run("layout", "longo", "--seed", seed)
    assert result.exit_code == 2
    assert result.stderr == (
        f"error: seed {seed} is not possible\n  give a whole number from 0 to 148035888\n"
    )


def test_describe_is_what_the_layout_holds() -> None:
    made = layout("original")
    assert describe(lay_out(make_sheet(made.sheet.variant, made.sheet.code))) == describe(made)
    assert len(describe(made)["cells"]) == len(list(sheet("original").cells))
