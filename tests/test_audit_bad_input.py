"""What ``sheetgen audit`` says of bad input, word for word, and its exit code."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from sheetgen.catalog import load_own
from sheetgen.dealing import code_for
from sheetgen.frame import CORNER_NAMES
from sheetgen.layout import lay_out
from sheetgen.sheet import make_sheet
from sheetgen.vision.photo import load_photo
from tests.commands import run, run_json
from tests.photos import filled, save_photo, take_photo
from tests.prints import layout, sheet
from tests.test_photo import claiming_jpeg


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One good photo, and pictures cut from it."""
    folder = tmp_path_factory.mktemp("photos")
    photo = take_photo([filled(layout(), {"red/0": "cross"})], seed=2, megapixels=2.0)
    good = load_photo(save_photo(photo, folder / "good.jpg")).image
    left = int(np.array(photo.sheet_corners[0])[:, 0].mean())
    Image.fromarray(good[:, :left]).save(folder / "half.png")
    Image.new("RGB", (800, 600), "grey").save(folder / "table.png")
    return folder


def told(*arguments: str) -> tuple[int, str]:
    result = run("audit", *arguments)
    return result.exit_code, result.output


@pytest.mark.parametrize(
    ("name", "data", "code", "message"),
    [
        (
            "notes.txt",
            b"red 2 3 6",
            4,
            "error: {} is not a photo\n  use JPEG, HEIC, PNG, TIFF, WebP or PDF\n",
        ),
        (
            "cut.jpg",
            claiming_jpeg(240, 160)[:1500],
            4,
            "error: {} is damaged or incomplete\n  copy it from the camera again\n",
        ),
        (
            "huge.jpg",
            claiming_jpeg(20000, 10000),
            4,
            "error: {} is too large (200 megapixels)\n"
            "  make it smaller than 120 megapixels (80 if it is not a JPEG)\n",
        ),
    ],
)
def test_files_that_are_no_photos(
    name: str, data: bytes, code: int, message: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    assert told(str(path)) == (code, message.format(path))


def test_one_pixel(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    Image.new("RGB", (1, 1)).save(path)
    assert told(str(path)) == (
        4,
        f"error: {path}: 1 x 1 pixels are too few to read a sheet\n"
        "  take a photo with at least 2 megapixels\n",
    )


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "a.jpg"
    assert told(str(path)) == (4, f"error: {path}: no such file\n  check the path\n")
    assert told(f"{tmp_path}/*.jpg") == (
        4,
        f"error: no file is called '{tmp_path}/*.jpg'\n  check the folder and the pattern\n",
    )


def test_a_folder_without_photos(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no photo")
    assert told(str(tmp_path)) == (
        4,
        f"error: no photos in the folder {tmp_path}\n  give a folder with JPEG or HEIC files\n",
    )


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_no_permission(tmp_path: Path) -> None:
    path = tmp_path / "a.jpg"
    path.write_bytes(b"")
    path.chmod(0)
    assert told(str(path)) == (
        4,
        f"error: {path}: no permission to read it\n  check its permissions\n",
    )


def test_no_permission_as_the_system_tells_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.jpg"
    path.write_bytes(b"")

    def refuse(self: Path, *arguments: object) -> None:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "open", refuse)
    assert told(str(path)) == (
        4,
        f"error: {path}: no permission to read it\n  check its permissions\n",
    )


def test_a_picture_without_a_sheet(folder: Path) -> None:
    path = folder / "table.png"
    assert told(str(path)) == (
        5,
        f"error: {path}: no sheet found\n"
        "  photograph the whole sheet, with its four corner marks, in good light\n",
    )


def test_a_sheet_that_is_cut_off_says_which_corners_are_missing(folder: Path) -> None:
    path = folder / "half.png"
    code, output = told(str(path))
    assert code == 4
    assert output.startswith(
        f"error: {path}: found too little of the sheet (missing corner marks: "
    )
    assert output.endswith(")\n  lay the sheet flat and keep the corners free and in the picture\n")
    missing = output.partition("marks: ")[2].partition(")")[0].split(", ")
    assert len(set(missing) & set(CORNER_NAMES)) == 2


def test_two_photos_of_the_same_sheet(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.jpg"
    copy.write_bytes((folder / "good.jpg").read_bytes())
    code, output = told(str(folder / "good.jpg"), str(copy))
    text = sheet().code.text
    assert f"sheet {text} was given 2 times; it counts once\n" in output
    assert output.count("Original") == 2
    assert code == run("audit", str(copy)).exit_code


def test_the_same_photo_twice_is_read_once(folder: Path) -> None:
    path = str(folder / "good.jpg")
    assert len(run_photos(path, path, f"{folder}/../{folder.name}/good.jpg")) == 1


def run_photos(*arguments: str) -> list[object]:
    photos: list[object] = run_json("audit", *arguments, "--json")["photos"]
    return photos


def test_an_own_template_that_is_not_given(tmp_path: Path) -> None:
    template = tmp_path / "mine.toml"
    assert run("new", "mine", "--from", "original", "-o", str(template)).exit_code == 0
    variant = load_own(template)
    printed = lay_out(make_sheet(variant, code_for(variant, seed=0)))
    path = save_photo(take_photo([filled(printed, {})], megapixels=2.0), tmp_path / "a.jpg")
    code, output = told(str(path))
    assert code == 5
    assert output.startswith(f"error: {path}: ")
    assert "--template" in output
    assert told(str(path), "--template", str(template))[0] in (0, 1)


def test_a_code_that_is_wrong_or_garbled(folder: Path) -> None:
    path = str(folder / "good.jpg")
    code, output = told(path, "--code", "ABC")
    assert code in (2, 5)
    assert output.startswith("error: ")
    assert "ABC" in output
    for other in (sheet("longo").code.text, layout("big-points").sheet.code.text):
        assert told(path, "--code", other) == (
            5,
            f"error: {path}: the code on the sheet can be read and is {sheet().code.text}, "
            f"not {other}\n  leave out --code\n",
        )


def test_a_code_of_a_sheet_of_another_size(tmp_path: Path) -> None:
    path = save_photo(take_photo([filled(layout(), {}, cover_code=True)]), tmp_path / "a.jpg")
    tall = layout("big-points")
    assert tall.frame.name != layout().frame.name
    assert told(str(path), "--code", tall.sheet.code.text) == (
        5,
        f"error: {path}: code {tall.sheet.code.text} is of a sheet of another size\n"
        "  check the code given with --code\n",
    )


def test_a_code_or_correction_for_several_photos(folder: Path) -> None:
    both = (str(folder / "good.jpg"), str(folder / "table.png"))
    assert told(*both, "--code", sheet().code.text) == (
        2,
        "error: --code with 2 photos\n  give the one photo it is for\n",
    )
    assert told(*both, "--set", "red 2=cross") == (
        2,
        "error: --set with 2 photos\n  give the one photo it is for\n",
    )


def test_a_code_for_a_photo_of_several_sheets(tmp_path: Path) -> None:
    sheets = [filled(layout(number=n), {}) for n in range(2)]
    path = save_photo(take_photo(sheets, megapixels=3.0), tmp_path / "a.jpg")
    assert told(str(path), "--code", sheet().code.text) == (
        5,
        f"error: {path}: 2 sheets in the photo but one code given\n  photograph the sheet alone\n",
    )
    assert told(str(path), "--set", "red 2=cross") == (
        2,
        f"error: --set, but {path} shows 2 sheets\n  photograph the sheet alone\n",
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nonsense", "typed crosses, character 9: no mark"),
        ("red 99=cross", "typed crosses, character 5: row red has no 99"),
        ("red 5=crossed-out-twice", "typed crosses, character 7: no mark 'crossed-out-twice'"),
        ("rad 5=cross", "typed crosses, character 1: no row 'rad'"),
    ],
)
def test_corrections_that_make_no_sense(text: str, message: str, folder: Path) -> None:
    code, output = told(str(folder / "good.jpg"), "--set", text)
    assert code == 2
    assert output.startswith(f"error: {message}\n  ")


def test_review_without_a_terminal(folder: Path) -> None:
    assert told(str(folder / "good.jpg"), "--review") == (
        2,
        "error: --review asks questions, but this is no terminal\n"
        '  run it on a terminal, or correct cells with --set "red 5=cross"\n',
    )


def test_several_outputs_on_standard_output(folder: Path) -> None:
    assert told(str(folder / "good.jpg"), "--json", "--csv", "-") == (
        2,
        "error: --json and --csv on standard output\n  send all but one to files\n",
    )


def test_files_that_are_there_already(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "a.x"
    path.write_text("")
    good = str(folder / "good.jpg")
    for option in ("--csv", "--rejected"):
        assert told(good, option, str(path)) == (
            2,
            f"error: '{path}' exists already\n  choose another name, or replace it with --force\n",
        )
    assert told(good, "--jsonl", str(path)) == (
        2,
        f"error: '{path}' exists already\n"
        f"  go on with it by --skip-done {path}, or replace it with --force\n",
    )


def test_skip_done_of_no_file(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "none.jsonl"
    assert told(str(folder / "good.jpg"), "--skip-done", str(path)) == (
        2,
        f"error: cannot read {path}: No such file or directory\n  name a file that --jsonl wrote\n",
    )
