"""Photos as lines of a file: written as they are finished, and taken up again in a later run."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from sheetgen.auditing import audit_marks
from sheetgen.checking import CheckedPhoto, CheckedSheet
from sheetgen.cli.audit_json import legality_data, photo_data
from sheetgen.errors import OutputError, PhotoError, SheetgenError, SheetNotFoundError, UsageError
from sheetgen.gathering import Source
from sheetgen.output import STANDARD_OUTPUT
from sheetgen.sheet import sheet_of
from sheetgen.sheetcode import parse_sheet_code
from sheetgen.variant import Variant

Record = dict[str, Any]
_FAULTS = {error.exit_code: error for error in (PhotoError, SheetNotFoundError)}


def record_of(source: Source, checked: CheckedPhoto, language: str, *, how: bool) -> Record:
    """What is known of a photo, and by what a later run sees that it has not changed."""
    stamp = {"size": source.size, "modified": source.modified}
    return {**photo_data(checked, language, how=how), **stamp}


def with_verdicts(record: Record, checked: CheckedPhoto, language: str, *, how: bool) -> Record:
    """The record of an earlier run with the verdicts on legal play as they are asked for now."""
    sheets = [
        sheet | {"legality": legality_data(one.audit.legality, language, how=how)}
        for sheet, one in zip(record["sheets"], checked.sheets, strict=True)
    ]
    return record | {"sheets": sheets}


class Done:
    """The photos of an earlier run."""

    def __init__(self, path: Path | None) -> None:
        """Read the lines of a file; a last line that is incomplete is left out.

        Raises UsageError.
        """
        self._records: dict[tuple[object, ...], Record] = {}
        for line in _lines(path) if path else ():
            with contextlib.suppress(ValueError, KeyError, TypeError):
                record = json.loads(line)
                self._records[_key(record)] = record

    def find(self, source: Source, own: tuple[Variant, ...]) -> tuple[CheckedPhoto, Record] | None:
        """The photo as it was, if it is the same file still and its sheets are known."""
        if not source.modified:
            return None
        record = self._records.get((str(source.path), source.page, source.size, source.modified))
        if record is None:
            return None
        with contextlib.suppress(SheetgenError, ValueError, KeyError, TypeError, AttributeError):
            return _restored(source, record, own), record
        return None


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text("utf-8").splitlines()
    except OSError as error:
        raise UsageError(
            f"cannot read {path}: {error.strerror}", "name a file that --jsonl wrote"
        ) from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is no text in UTF-8", "name a file that --jsonl wrote") from error


def _key(record: Mapping[str, Any]) -> tuple[object, ...]:
    return (record["photo"], record["page"], record["size"], record["modified"])


def _restored(source: Source, record: Record, own: tuple[Variant, ...]) -> CheckedPhoto:
    sheets = []
    for known in record["sheets"]:
        marks = {cell["id"]: cell["mark"] for cell in known["cells"]}
        audit = audit_marks(sheet_of(parse_sheet_code(known["code"]), own), marks)
        sheets.append(CheckedSheet(None, marks, audit))
    problems = tuple(
        _FAULTS.get(problem["exit_code"], SheetgenError)(problem["message"], problem["hint"])
        for problem in record["problems"]
    )
    notes = tuple(str(note) for note in record["notes"])
    return CheckedPhoto(source.path, source.page, None, tuple(sheets), problems, notes)


def refuse_existing_lines(target: str) -> None:
    """Raise OutputError if the file is there; an earlier run may have left it."""
    if target != STANDARD_OUTPUT and Path(target).is_file():
        raise OutputError(
            f"'{target}' exists already",
            f"go on with it by --skip-done {target}, or replace it with --force",
        )


@contextlib.contextmanager
def record_lines(target: str | None, *, append: bool, force: bool) -> Iterator[IO[str] | None]:
    """A file for one line per photo, kept also if the run is interrupted; None for no target.

    Raises OutputError.
    """
    if target is None:
        yield None
    elif target == STANDARD_OUTPUT:
        yield sys.stdout
    else:
        path = Path(target)
        try:
            stream = path.open("a+" if append else "w" if force else "x", encoding="utf-8")
        except OSError as error:
            raise OutputError(
                f"cannot write '{target}': {error.strerror}", "choose another place"
            ) from error
        with stream:
            if append:
                _end_line(stream)
            yield stream


def _end_line(stream: IO[str]) -> None:
    """A run that was killed may have left half a line."""
    if stream.tell() > 0:
        stream.seek(0)
        text = stream.read()
        if text and not text.endswith("\n"):
            stream.write("\n")


def write_record(stream: IO[str] | None, record: Record) -> None:
    if stream is not None:
        stream.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")
        stream.flush()
