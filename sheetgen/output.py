"""Write files so that nothing half-written is left behind.

A file is written under a temporary name in its own folder and renamed when it is complete; an
existing file is replaced only if the caller says so. ``-`` is standard output.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from sheetgen.errors import OutputError

STANDARD_OUTPUT = "-"

_REMEDIES = {
    errno.ENOENT: ("there is no folder '{folder}'", "create it, or choose another place"),
    errno.ENOTDIR: ("'{folder}' is not a folder", "choose another place"),
    errno.EACCES: ("no permission to write in '{folder}'", "choose another place"),
    errno.EPERM: ("no permission to write in '{folder}'", "choose another place"),
    errno.EROFS: ("'{folder}' is read-only", "choose another place"),
    errno.ENOSPC: ("the disk is full", "free some space, or choose another place"),
    errno.EDQUOT: ("your disk quota is used up", "free some space, or choose another place"),
    errno.EFBIG: ("the file would be too large for the disk", "choose another place"),
    errno.EIO: ("the disk reports an error", "choose another place"),
    errno.ENAMETOOLONG: ("the name is too long", "choose a shorter name"),
    errno.EISDIR: ("it is a folder", "give the name of a file"),
}
_WHILE_WRITING = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}


@contextlib.contextmanager
def writing(target: str | Path, force: bool = False) -> Iterator[BinaryIO]:
    """A binary stream that becomes the file ``target`` if the block ends without an exception.

    Raises OutputError, with a remedy, if the file cannot be written or, without ``force``, if it
    exists.
    """
    if str(target) == STANDARD_OUTPUT:
        yield _standard_output()
        sys.stdout.flush()
        return
    check_target(target, force)
    # The file behind a link is replaced, not the link.
    path = Path(os.path.realpath(target))
    if path.exists() and not path.is_file():
        # A device or a pipe cannot be renamed over.
        with _explained(target), path.open("wb") as stream:
            yield stream
        return
    # The name is known before the file is there, so that whenever we are interrupted it is removed.
    temporary = path.parent / f".sheetgen-{secrets.token_hex(8)}.part"
    try:
        with _explained(target):
            file = temporary.open("xb")
        with _explained(target, _WHILE_WRITING), file as stream:
            yield stream
        check_target(target, force)
        with _explained(target):
            os.chmod(temporary, _mode_of(path))
            os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


def check_target(target: str | Path, force: bool = False) -> None:
    """Raise OutputError if ``target`` is a folder or, without ``force``, an existing file.

    Called before long work, so that nobody waits for a file that cannot be kept.
    """
    path = Path(target)
    if str(target) == STANDARD_OUTPUT:
        return
    with _explained(target):
        if path.is_dir():
            raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
        if path.is_file() and not force:
            raise OutputError(
                f"'{target}' exists already",
                "choose another name, or replace it with --force",
            )
        if not path.parent.is_dir():
            code = errno.ENOTDIR if path.parent.exists() else errno.ENOENT
            raise OSError(code, os.strerror(code))


def _standard_output() -> BinaryIO:
    if sys.stdout.isatty():
        raise OutputError(
            "a terminal cannot show this file", "send it elsewhere, such as: -o - > sheets.pdf"
        )
    return sys.stdout.buffer


@contextlib.contextmanager
def _explained(target: str | Path, only: set[int] | None = None) -> Iterator[None]:
    """Turn OSErrors (those in ``only``, if given) into OutputErrors with a remedy."""
    try:
        yield
    except OSError as error:
        code = error.errno or 0
        if only is not None and code not in only:
            raise
        folder = Path(target).parent
        what, hint = _REMEDIES.get(code, (error.strerror or str(error), "choose another place"))
        raise OutputError(f"cannot write '{target}': {what.format(folder=folder)}", hint) from error


def _mode_of(path: Path) -> int:
    """The permissions of the file that is replaced, or those that a new file gets."""
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
