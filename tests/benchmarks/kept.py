"""Outcomes of a long benchmark kept in a file as they come, so that it can be gone on with.

The file is a row of pickles: first what the program was (`sources`), then one outcome each. Only a
program that is the same, file by file, goes on with it.
"""

from __future__ import annotations

import contextlib
import hashlib
import pickle
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import monotonic

from tests.benchmarks.read_cases import Case, PhotoOutcome

_ROOT = Path(__file__).parents[2]
_SOURCES = ("sheetgen", "templates", "tests/camera", "tests/blanks.py", "tests/benchmarks")
"""What decides how photos look and how they are read and compared."""


def sources(root: Path = _ROOT) -> str:
    """A digest of all files that decide the outcomes."""
    digest = hashlib.sha256()
    for name in _SOURCES:
        start = root / name
        files = [start] if start.is_file() else sorted(start.rglob("*"))
        for path in files:
            if path.is_file() and path.suffix != ".pyc":
                digest.update(str(path.relative_to(root)).encode() + b"\0")
                digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def kept_in(file: Path) -> list[PhotoOutcome]:
    """The outcomes kept in a file, none if there is no such file; what breaks off is left out.

    Raises:
        SystemExit: it holds something else, or they are of another state of the program.
    """
    if not file.exists():
        return []
    found: list[PhotoOutcome] = []
    whole = 0
    with file.open("rb") as stream, contextlib.suppress(EOFError, pickle.UnpicklingError):
        same = pickle.load(stream) == sources()
        while same:
            whole = stream.tell()
            found.append(pickle.load(stream))
    if not whole:
        sys.exit(f"{file} has no outcomes of this state of the program; name another file")
    with file.open("r+b") as stream:
        stream.truncate(whole)
    return found


def keeping(
    cases: Sequence[Case],
    file: Path,
    run_all: Callable[[Sequence[Case]], Iterator[PhotoOutcome]],
    minutes: float,
) -> Iterator[PhotoOutcome]:
    """The outcomes of the cases: those kept in the file, then the others, which are added to it.

    After so many minutes it ends early: later cases are left for the next time.
    """
    end = monotonic() + 60 * minutes
    wanted = set(cases)
    before = [one for one in kept_in(file) if one.case in wanted]
    yield from before
    done = {one.case for one in before}
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(pickle.dumps(sources()))
    with file.open("ab") as stream:
        for outcome in run_all([case for case in cases if case not in done]):
            stream.write(pickle.dumps(outcome))
            stream.flush()
            yield outcome
            if monotonic() > end:
                break
