"""Many photos: order, bad ones among good ones, files of results, taking up an earlier run."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from sheetgen import batch
from sheetgen.batch import Orders, check_all, sensible_jobs
from sheetgen.checking import CheckedPhoto, check_photo
from sheetgen.gathering import gather, overlay_names
from tests.commands import run
from tests.photos import filled, save_photo, take_photo
from tests.prints import layout

NAMES = ["p1.jpg", "p2.jpg", "p3-cut.jpg", "p4.jpg", "p5-mirrored.png", "p6-text.jpg"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("photos")
    for number, name in enumerate(NAMES):
        if name.endswith("text.jpg"):
            (folder / name).write_text("no photo")
            continue
        taken = take_photo([filled(layout(number=number), {"red/0": "cross"})], megapixels=2.0)
        path = save_photo(taken, folder / name)
        if "cut" in name:
            path.write_bytes(path.read_bytes()[:20000])
        if "mirrored" in name:
            Image.open(path).transpose(Image.Transpose.FLIP_LEFT_RIGHT).save(path, "PNG")
    return folder


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.fixture(scope="module")
def one_run(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, int]:
    """A run over the folder in two processes with all files of results."""
    out = tmp_path_factory.mktemp("out")
    result = run(
        "audit", str(folder), "--jobs", "2", "--jsonl", str(out / "done.jsonl"),
        "--csv", str(out / "all.csv"), "--rejected", str(out / "rejected.csv"),
        "--overlay", str(out / "drawn"),
    )  # fmt: skip
    return out, result.output, result.exit_code


def test_one_bad_photo_does_not_stop_the_rest(one_run: tuple[Path, str, int]) -> None:
    out, output, code = one_run
    assert code == 4
    assert "not read" in output
    assert "is damaged or incomplete: copy it from the" in output
    found = lines_of(out / "done.jsonl")
    assert [Path(line["photo"]).name for line in found] == NAMES
    assert [len(line["sheets"]) for line in found] == [1, 1, 0, 1, 1, 0]
    assert [line["exit_code"] for line in found][2::3] == [4, 4]


def test_sheets_are_those_that_were_printed(one_run: tuple[Path, str, int]) -> None:
    found = lines_of(one_run[0] / "done.jsonl")
    codes = [line["sheets"][0]["code"] if line["sheets"] else None for line in found]
    wanted = [layout(number=n).sheet.code.text for n in range(len(NAMES))]
    assert codes == [code if i not in (2, 5) else None for i, code in enumerate(wanted)]


def test_a_mirrored_photo_is_read_and_said_to_be(folder: Path, one_run: Any) -> None:
    line = lines_of(one_run[0] / "done.jsonl")[4]
    note = "the photo is mirrored, as front cameras do; it was read the right way round"
    assert line["notes"] == [note]
    outline = line["sheets"][0]["outline"]
    with Image.open(folder / NAMES[4]) as picture:
        width, height = picture.size
    # In the pixels of the file, where the sheet's corners run the other way round.
    assert all(0 <= x < width and 0 <= y < height for x, y in outline)
    (ax, ay), (bx, by), (cx, cy) = outline[:3]
    assert (bx - ax) * (cy - by) - (by - ay) * (cx - bx) < 0


def test_csv_has_a_line_per_sheet_and_problem(one_run: tuple[Path, str, int]) -> None:
    with (one_run[0] / "all.csv").open(encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert [Path(row["photo"]).name for row in rows] == NAMES
    assert all(row["total"] or row["problem"] for row in rows)
    assert rows[5]["remedy"] == "use JPEG, HEIC, PNG, TIFF, WebP or PDF"


def test_the_rejected_are_listed_with_remedies(folder: Path, one_run: Any) -> None:
    with (one_run[0] / "rejected.csv").open(encoding="utf-8") as stream:
        rows = list(csv.reader(stream))
    assert rows == [
        ["photo", "page", "exit_code", "reason", "remedy"],
        [str(folder / NAMES[2]), "", "4", f"{folder / NAMES[2]} is damaged or incomplete",
         "copy it from the camera again"],
        [str(folder / NAMES[5]), "", "4", f"{folder / NAMES[5]} is not a photo",
         "use JPEG, HEIC, PNG, TIFF, WebP or PDF"],
    ]  # fmt: skip


def test_overlays_of_what_was_read(one_run: tuple[Path, str, int]) -> None:
    drawn = sorted(path.name for path in (one_run[0] / "drawn").iterdir())
    read = [name for i, name in enumerate(NAMES) if i not in (2, 5)]
    assert drawn == [f"{Path(name).stem}-overlay.jpg" for name in read]


def test_processes_give_what_one_gives(folder: Path, one_run: tuple[Path, str, int]) -> None:
    alone = run("audit", str(folder), "--jobs", "1", "--jsonl", "-")
    assert alone.stdout == (one_run[0] / "done.jsonl").read_text("utf-8")


def test_a_run_is_taken_up_where_it_ended(
    folder: Path, one_run: tuple[Path, str, int], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    complete = (one_run[0] / "done.jsonl").read_text("utf-8")
    done = tmp_path / "done.jsonl"
    lines = complete.splitlines(keepends=True)
    done.write_text("".join(lines[:4]) + lines[4][:100], encoding="utf-8")
    read: list[str] = []
    real = check_photo

    def counted(path: Path, **options: Any) -> CheckedPhoto:
        read.append(path.name)
        return real(path, **options)

    monkeypatch.setattr(batch, "check_photo", counted)
    again = run("audit", str(folder), "--jobs", "1", "--jsonl", str(done), "--skip-done", str(done))
    assert read == NAMES[4:]
    assert [lines_of_valid(done)] == [[json.loads(line) for line in lines]]
    assert (again.exit_code, again.output) == (one_run[2], one_run[1])
    whole = run_json_4("audit", str(folder), "--json", "--skip-done", str(done))
    assert whole["photos"] == [json.loads(line) for line in lines]
    assert read == NAMES[4:]


def lines_of_valid(path: Path) -> list[dict[str, Any]]:
    """Lines but for the half one that the first run left."""
    found = []
    for line in path.read_text("utf-8").splitlines():
        try:
            found.append(json.loads(line))
        except ValueError:
            assert line
    return found


def run_json_4(*arguments: str) -> Any:
    result = run(*arguments)
    assert result.exit_code == 4
    return json.loads(result.stdout)


def test_a_changed_photo_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "a.jpg"
    path.write_text("no photo")
    done = tmp_path / "done.jsonl"
    assert run("audit", str(path), "--jsonl", str(done)).exit_code == 4
    save_photo(take_photo([filled(layout(), {})], megapixels=2.0), path)
    again = run("audit", str(path), "--jsonl", str(done), "--skip-done", str(done))
    assert again.exit_code in (0, 1)
    assert len(lines_of(done)) == 2


def test_a_fault_of_our_own_is_one_photos_problem(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(path: Path, **options: Any) -> CheckedPhoto:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr(batch, "check_photo", fail)
    path = folder / NAMES[0]
    assert run("audit", str(path)).output == (
        f"error: {path}: internal error: ZeroDivisionError: oops\n"
        "  please report it, with the photo if you can\n"
    )
    assert run("audit", str(path)).exit_code == 70


def dying(task: batch.Task, orders: Orders) -> CheckedPhoto:
    """Stands for a process that the system ends for lack of memory."""
    if "p2" in task[0].name:
        os._exit(9)
    return CheckedPhoto(task[0].path, None, None, (), ())


def test_a_process_that_dies_takes_no_other_photo_with_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch, "_check", dying)
    sources = gather([str(folder / name) for name in NAMES[:3]])
    tasks = list(zip(sources, overlay_names(sources), strict=True))
    results = list(check_all(tasks, Orders(), jobs=2))
    assert [result.path.name for result in results] == NAMES[:3]
    assert [len(result.problems) for result in results] == [0, 1, 0]
    assert str(results[1].problems[0]) == (
        f"{folder / 'p2.jpg'}: reading it ended the process, perhaps for lack of memory: "
        "make the photo smaller, or use fewer --jobs"
    )


def test_few_photos_need_one_process() -> None:
    assert [sensible_jobs(count) for count in (0, 1, 7)] == [1, 1, 1]
    assert 1 <= sensible_jobs(1000) <= 8


def test_the_pages_of_a_scan_are_photos(tmp_path: Path) -> None:
    pages = []
    for number in range(2):
        taken = take_photo([filled(layout(number=number), {})], megapixels=2.0)
        pages.append(Image.open(save_photo(taken, tmp_path / f"{number}.jpg")).convert("RGB"))
    path = tmp_path / "scan.pdf"
    pages[0].save(path, save_all=True, append_images=pages[1:], resolution=200)
    found = run_json_any("audit", str(path), "--json")["photos"]
    assert [photo["page"] for photo in found] == [1, 2]
    assert [photo["sheets"][0]["code"] for photo in found] == [
        layout(number=number).sheet.code.text for number in range(2)
    ]
    assert "scan.pdf page 2" in run("audit", str(path)).output


def run_json_any(*arguments: str) -> Any:
    return json.loads(run(*arguments).stdout)


@pytest.mark.skipif(sys.platform == "win32", reason="no signals to process groups")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_a_batch_and_keeps_its_lines(jobs: str, folder: Path, tmp_path: Path) -> None:
    many = tmp_path / "many"
    many.mkdir()
    for number in range(60):
        (many / f"{number}.jpg").symlink_to(folder / NAMES[0])
    lines = tmp_path / "done.jsonl"
    script = "from sheetgen.cli.__main__ import main\nif __name__ == '__main__':\n    main()\n"
    program = tmp_path / "program.py"
    program.write_text(script)
    process = subprocess.Popen(
        [sys.executable, program, "audit", many, "--jobs", jobs, "--jsonl", lines],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True, text=True,
    )  # fmt: skip
    deadline = time.monotonic() + 60
    while not (lines.exists() and lines.read_text()) and time.monotonic() < deadline:
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    output, _ = process.communicate(timeout=60)
    assert (process.returncode, output.split()) == (130, ["interrupted"])
    assert 1 <= len(lines_of(lines)) < 60


def test_json_of_one_photo_has_everything(folder: Path) -> None:
    (photo,) = run_json_any("audit", str(folder / NAMES[0]), "--json")["photos"]
    assert set(photo) == {
        "photo", "page", "exit_code", "sheets", "notes", "problems", "size", "modified",
    }  # fmt: skip
    (sheet,) = photo["sheets"]
    red = sheet["cells"][0]
    assert red["id"] == "red/0"
    assert len(red["quad"]) == 4
