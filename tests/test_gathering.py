"""Names on the command line become photos."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PIL import Image

from sheetgen.gathering import Source, gather, overlay_names


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    picture = Image.new("L", (200, 200))
    for name in ("b.jpg", "IMG_10.JPG", "IMG_2.jpg", "sub/a.png", ".hidden/x.jpg", ".x.jpg"):
        path = Path(name)
        path.parent.mkdir(exist_ok=True)
        picture.save(path, "PNG")
    picture.save("b-overlay.jpg")
    picture.save("nosuffix", "PNG")
    picture.save("scan.tif", save_all=True, append_images=[picture])
    Path("notes").write_text("no picture")
    Path("notes.txt").write_text("no picture")
    return tmp_path


def names(*arguments: str) -> list[str]:
    return [source.name for source in gather(arguments)]


def test_folders_are_searched_to_the_bottom(folder: Path) -> None:
    assert names(".") == [
        "IMG_2.jpg", "IMG_10.JPG", "b.jpg", "nosuffix", "scan.tif page 1", "scan.tif page 2",
        "sub/a.png",
    ]  # fmt: skip
    assert names(str(folder / "sub")) == [str(folder / "sub/a.png")]


def test_patterns_that_the_shell_left_alone(folder: Path) -> None:
    assert names("IMG_*") == ["IMG_2.jpg", "IMG_10.JPG"]
    assert names("**/*.png") == ["sub/a.png"]
    (source,) = gather(["*.webp"])
    assert str(source.fault) == "no file is called '*.webp': check the folder and the pattern"
    Path("b.jpg").rename("b[1].jpg")
    assert names("b[1].jpg") == ["b[1].jpg"]


def test_every_photo_once_in_the_order_of_the_names(folder: Path) -> None:
    assert names("b.jpg", "./b.jpg", str(folder / "b.jpg"), "IMG_2.jpg", "IMG_*") == [
        "b.jpg", "IMG_2.jpg", "IMG_10.JPG",
    ]  # fmt: skip


def test_a_named_file_is_a_photo_whatever_it_is_called(folder: Path) -> None:
    assert names("notes.txt", "b-overlay.jpg", ".x.jpg") == ["notes.txt", "b-overlay.jpg", ".x.jpg"]


def test_what_is_wrong_with_a_name_is_a_fault_of_its_own(folder: Path) -> None:
    Path("empty").mkdir()
    Path("cut.pdf").write_bytes(b"%PDF-1.7")
    missing, empty, cut, good = gather(["no.jpg", "empty", "cut.pdf", "b.jpg"])
    assert missing.fault is None
    assert not missing.modified
    assert str(empty.fault) == (
        "no photos in the folder empty: give a folder with JPEG or HEIC files"
    )
    assert str(cut.fault) == "cut.pdf is damaged or incomplete: copy it from the camera again"
    assert good.fault is None


def test_a_changed_file_is_another_source(folder: Path) -> None:
    (before,) = gather(["b.jpg"])
    assert before.size == Path("b.jpg").stat().st_size
    os.utime("b.jpg", ns=(1, 1))
    (after,) = gather(["b.jpg"])
    assert after.modified == 1
    assert before != after


def test_a_loop_of_links_ends(folder: Path) -> None:
    Path("sub/loop").symlink_to(folder, target_is_directory=True)
    assert "sub/a.png" in names(".")


def test_overlays_have_names_of_their_own() -> None:
    sources = [Source(Path(p)) for p in ("a/x.jpg", "b/x.jpg", "X.png")]
    sources += [Source(Path("s.pdf"), page) for page in (1, 2)]
    assert overlay_names(sources) == [
        "x-overlay.jpg", "x-2-overlay.jpg", "X-3-overlay.jpg",
        "s-page-1-overlay.jpg", "s-page-2-overlay.jpg",
    ]  # fmt: skip
