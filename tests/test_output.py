"""Files that are whole or not there."""

import errno
import os
import stat
import sys
from pathlib import Path

import pytest

from sheetgen.errors import OutputError
from sheetgen.output import writing

AS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0


def write(target: Path | str, data: bytes = b"whole", force: bool = False) -> None:
    with writing(target, force) as stream:
        stream.write(data)


def write_half(target: Path, error: BaseException | type[BaseException]) -> None:
    with writing(target, force=True) as stream:
        stream.write(b"half")
        raise error


def test_a_new_file(tmp_path: Path) -> None:
    write(tmp_path / "a.pdf")
    assert (tmp_path / "a.pdf").read_bytes() == b"whole"
    assert os.listdir(tmp_path) == ["a.pdf"]


def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    write(tmp_path / "a.pdf")
    (tmp_path / "b").write_bytes(b"")
    assert mode(tmp_path / "a.pdf") == mode(tmp_path / "b")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_an_existing_file_is_kept(tmp_path: Path) -> None:
    target = tmp_path / "a.pdf"
    target.write_bytes(b"old")
    with pytest.raises(OutputError) as caught:
        write(target)
    assert str(caught.value) == (
        f"'{target}' exists already: choose another name, or replace it with --force"
    )
    assert target.read_bytes() == b"old"
    assert caught.value.exit_code == 2


def test_a_file_that_appears_meanwhile_is_kept(tmp_path: Path) -> None:
    target = tmp_path / "a.pdf"
    late = writing(target)
    late.__enter__().write(b"new")
    target.write_bytes(b"of somebody else")
    with pytest.raises(OutputError, match="exists already"):
        late.__exit__(None, None, None)
    assert target.read_bytes() == b"of somebody else"
    assert os.listdir(tmp_path) == ["a.pdf"]


def test_force_replaces_and_keeps_the_permissions(tmp_path: Path) -> None:
    target = tmp_path / "a.pdf"
    target.write_bytes(b"old")
    target.chmod(0o640)
    write(target, force=True)
    assert target.read_bytes() == b"whole"
    assert mode(target) == 0o640


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.pdf", tmp_path / "link.pdf"
    real.write_bytes(b"old")
    link.symlink_to(real)
    write(link, force=True)
    assert link.is_symlink()
    assert real.read_bytes() == b"whole"


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit])
def test_nothing_is_left_if_the_writing_fails(tmp_path: Path, error: type[BaseException]) -> None:
    with pytest.raises(error):
        write_half(tmp_path / "a.pdf", error)
    assert os.listdir(tmp_path) == []


def test_the_old_file_stays_if_the_writing_fails(tmp_path: Path) -> None:
    target = tmp_path / "a.pdf"
    target.write_bytes(b"old")
    with pytest.raises(ValueError, match="halfway"):
        write_half(target, ValueError("halfway"))
    assert target.read_bytes() == b"old"


@pytest.mark.parametrize(
    ("code", "message"),
    [
        (errno.ENOSPC, "the disk is full: free some space, or choose another place"),
        (errno.EDQUOT, "your disk quota is used up: free some space, or choose another place"),
    ],
)
def test_a_disk_that_fills_up(tmp_path: Path, code: int, message: str) -> None:
    target = tmp_path / "a.pdf"
    with pytest.raises(OutputError) as caught, writing(target):
        raise OSError(code, os.strerror(code))
    assert str(caught.value) == f"cannot write '{target}': {message}"
    assert os.listdir(tmp_path) == []


def test_other_errors_of_the_system_are_not_blamed_on_the_disk(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), writing(tmp_path / "a.pdf"):
        (tmp_path / "lost").read_bytes()
    assert os.listdir(tmp_path) == []


def test_places_where_no_file_can_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    for target, message in (
        (tmp_path, "it is a folder: give the name of a file"),
        (
            tmp_path / "no" / "a.pdf",
            f"there is no folder '{tmp_path / 'no'}': create it, or choose another place",
        ),
        (
            tmp_path / "file" / "a.pdf",
            f"'{tmp_path / 'file'}' is not a folder: choose another place",
        ),
        (tmp_path / ("x" * 300), "the name is too long: choose a shorter name"),
    ):
        with pytest.raises(OutputError) as caught:
            write(target)
        assert str(caught.value) == f"cannot write '{target}': {message}"


@pytest.mark.skipif(AS_ROOT, reason="root may write everywhere")
def test_no_permission(tmp_path: Path) -> None:
    folder = tmp_path / "locked"
    folder.mkdir(mode=0o500)
    with pytest.raises(OutputError) as caught:
        write(folder / "a.pdf")
    assert str(caught.value) == (
        f"cannot write '{folder / 'a.pdf'}': no permission to write in '{folder}': "
        "choose another place"
    )


def test_no_permission_as_the_system_says_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: object, **options: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr("pathlib.Path.open", refuse)
    with pytest.raises(OutputError, match=f"no permission to write in '{tmp_path}'"):
        write(tmp_path / "a.pdf")


def test_an_interruption_just_after_the_file_was_made_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(path: Path, mode: str) -> None:
        path.touch(exist_ok=False)
        raise KeyboardInterrupt

    monkeypatch.setattr("pathlib.Path.open", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write(tmp_path / "a.pdf")
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="no devices here")
def test_a_device_is_written_not_replaced() -> None:
    write("/dev/null")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


def test_standard_output(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    write("-")
    assert capfdbinary.readouterr().out == b"whole"


def test_a_terminal_is_not_flooded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    with pytest.raises(OutputError, match="a terminal cannot show this file"):
        write("-")
