"""From names on the command line to photos: files, folders, patterns and pages of scans."""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from sheetgen.errors import PhotoError, SheetgenError
from sheetgen.vision.photo import photo_name
from sheetgen.vision.picture_files import KNOWN_SUFFIXES, is_picture, pages_of

OVERLAY_END = "-overlay.jpg"
"""How the names of our own pictures end; in folders they are no photos."""


@dataclass(frozen=True, slots=True)
class Source:
    """A photo to be read. ``size`` (bytes) and ``modified`` (ns) tell whether it has changed."""

    path: Path
    page: int | None = None
    """The page of a file that has several, from 1."""
    size: int = 0
    modified: int = 0
    fault: SheetgenError | None = None
    """What is already known to be wrong with it."""

    @property
    def name(self) -> str:
        return photo_name(self.path, self.page)


def gather(names: Sequence[str]) -> tuple[Source, ...]:
    """Every photo once, in the order of the names; within folders and patterns sorted by name.

    Folders are searched to the bottom for known kinds of files, hidden ones and our own overlays
    left out. What is wrong with a single name is a fault of its source.
    """
    found: dict[str, Source] = {}
    for name in names:
        for source in _sources(name):
            key = f"{os.path.abspath(source.path)}:{source.page}"
            found.setdefault(key, source)
    return tuple(found.values())


def _sources(name: str) -> Iterator[Source]:
    path = Path(name)
    if path.is_dir():
        files = list(_in_folder(path))
        if not files:
            yield Source(path, fault=_no_photos(path))
        for file in files:
            yield from _pages(file)
    elif glob.has_magic(name) and not path.exists():
        matches = sorted(glob.glob(name, recursive=True), key=_natural)
        if not matches:
            fault = PhotoError(f"no file is called '{name}'", "check the folder and the pattern")
            yield Source(path, fault=fault)
        for match in matches:
            yield from _sources(match)
    else:
        yield from _pages(path)


def _no_photos(path: Path) -> PhotoError:
    if not os.access(path, os.R_OK | os.X_OK):
        return PhotoError(f"{path}: no permission to read the folder", "check its permissions")
    return PhotoError(f"no photos in the folder {path}", "give a folder with JPEG or HEIC files")


def _in_folder(folder: Path) -> Iterator[Path]:
    for parent, folders, files in os.walk(folder):
        folders[:] = sorted((f for f in folders if not f.startswith(".")), key=_natural)
        for file in sorted(files, key=_natural):
            path = Path(parent, file)
            if file.startswith(".") or file.endswith(OVERLAY_END):
                continue
            if path.suffix.lower() in KNOWN_SUFFIXES or (not path.suffix and is_picture(path)):
                yield path


def _pages(path: Path) -> Iterator[Source]:
    try:
        stat = path.stat()
        pages = pages_of(path)
    except SheetgenError as error:
        yield Source(path, fault=error)
    except (OSError, ValueError):
        # Reading it will tell what is wrong.
        yield Source(path)
    else:
        for page in pages:
            of_several = page if len(pages) > 1 else None
            yield Source(path, of_several, stat.st_size, stat.st_mtime_ns)


def _natural(name: str) -> list[tuple[int, str]]:
    """Sorts 2 before 10."""
    parts = re.split(r"(\d+)", name)
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts]


def overlay_names(sources: Iterable[Source]) -> list[str]:
    """A file name for the overlay of each photo; names that would clash get a number."""
    names: list[str] = []
    used: set[str] = set()
    for source in sources:
        stem = source.path.stem + (f"-page-{source.page}" if source.page else "")
        name, number = stem, 2
        while name.casefold() in used:
            name, number = f"{stem}-{number}", number + 1
        used.add(name.casefold())
        names.append(name + OVERLAY_END)
    return names
