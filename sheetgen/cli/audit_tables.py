"""Many photos at a glance: one line per sheet, the doubtful ones first; CSV; the rejected ones."""

from __future__ import annotations

import contextlib
import csv
import io
import os
from collections.abc import Iterable, Iterator, Sequence

import click
from rich.table import Table
from rich.text import Text

from sheetgen.checking import CheckedPhoto, CheckedSheet, doubtful_cells
from sheetgen.cli.audit_report import cell_names, print_games, report_console
from sheetgen.layout.theme import texts
from sheetgen.output import STANDARD_OUTPUT, writing
from sheetgen.rules.audit import Audit
from sheetgen.rules.games import Game

_COLUMNS = (
    "photo", "page", "sheet", "variant", "total", "total_high", "as_marked", "as_marked_high",
    "unsure", "depends", "violations", "problem", "remedy",
)  # fmt: skip
_REJECTED = ("photo", "page", "exit_code", "reason", "remedy")
_DOUBTFUL, _REFUSED, _WRONG, _FINE = range(4)
_STYLES = ("bold magenta", "red", "yellow", "")
_WORDS = ("doubtful", "not read", "with violations", "fine")


def print_many(photos: Sequence[CheckedPhoto], games: Iterable[Game], language: str) -> None:
    """A table of all sheets and of what could not be read, then the games."""
    console = report_console()
    words = texts(language)
    folder = _common_folder(photos)
    table = Table(title=folder or None, title_justify="left")
    table.add_column("photo", overflow="fold")
    table.add_column(words["sheet"], no_wrap=True)
    table.add_column(words["total"], justify="right", no_wrap=True)
    table.add_column("", overflow="fold")
    lines = sorted(_lines(photos, language), key=lambda line: line[0])
    for rank, name, *columns in lines:
        short = name.removeprefix(folder)
        table.add_row(Text(short), *columns[:2], Text(columns[2], _STYLES[rank]))
    console.print(table)
    counts = [sum(line[0] == rank for line in lines) for rank in range(4)]
    told = [f"{n} {word}" for n, word in zip(counts, _WORDS, strict=True) if n]
    print_games(console, games, language)
    console.print(f"{len(photos)} photos: {', '.join(reversed(told))}")


def _common_folder(photos: Iterable[CheckedPhoto]) -> str:
    """The beginning that all paths share, up to a slash."""
    folders = {str(photo.path.parent) for photo in photos}
    with contextlib.suppress(ValueError):  # other drives, or absolute and relative
        common = os.path.commonpath(folders)
        return os.path.join(common, "") if common else ""
    return ""


def _lines(
    photos: Iterable[CheckedPhoto], language: str
) -> Iterator[tuple[int, str, str, str, str]]:
    for photo in photos:
        for sheet in photo.sheets:
            code = sheet.audit.sheet.code.text
            yield (
                _rank(sheet.audit),
                photo.name,
                code,
                _total(sheet.audit),
                _remark(sheet, language),
            )
        for problem in photo.problems:
            hint = f": {problem.hint}" if problem.hint else ""
            reason = problem.message.removeprefix(photo.name).lstrip(":, ")
            yield _REFUSED, photo.name, "", "", reason + hint


def _rank(audit: Audit) -> int:
    if audit.unsure:
        return _DOUBTFUL
    wrong = any(v.severity != "hint" for v in audit.violations) or audit.by_the_rules is None
    return _WRONG if wrong else _FINE


def _total(audit: Audit) -> str:
    span = audit.total
    return str(span.low) if span.exact is not None else f"{span.low}…{span.high}"


def _remark(sheet: CheckedSheet, language: str) -> str:
    """The unsure cells, those that change anything first, then what is wrong."""
    audit = sheet.audit
    cells = doubtful_cells(audit)
    parts = []
    if cells:
        parts.append(
            f"{texts(language)['unsure']}: {', '.join(cell_names(audit, cells, language))}"
        )
    parts += [v.text(language) for v in audit.violations if v.severity != "hint"]
    return "; ".join(parts)


def write_csv(target: str, photos: Iterable[CheckedPhoto], language: str, force: bool) -> None:
    """A line per sheet and per problem. Raises OutputError."""
    rows: list[Sequence[object]] = [_COLUMNS]
    for photo in photos:
        rows += [_csv_line(photo, sheet, language) for sheet in photo.sheets]
        for problem in photo.problems:
            empty = [""] * (len(_COLUMNS) - 4)
            rows.append([photo.path, photo.page or "", *empty, problem.message, problem.hint])
    _write(target, rows, force)


def _csv_line(photo: CheckedPhoto, sheet: CheckedSheet, language: str) -> Sequence[object]:
    audit = sheet.audit
    return (
        photo.path,
        photo.page or "",
        audit.sheet.code.text,
        audit.sheet.variant.name,
        audit.total.low,
        audit.total.high,
        audit.as_marked.low,
        audit.as_marked.high,
        ", ".join(cell_names(audit, audit.unsure, language)),
        ", ".join(cell_names(audit, audit.depends, language)),
        "; ".join(v.text(language) for v in audit.violations if v.severity != "hint"),
        "",
        "",
    )


def write_rejected(target: str, photos: Iterable[CheckedPhoto], force: bool) -> None:
    """The photos and sheets that could not be read, with reasons and remedies, as CSV."""
    rows: list[Sequence[object]] = [_REJECTED]
    for photo in photos:
        for problem in photo.problems:
            where = (photo.path, photo.page or "", problem.exit_code)
            rows.append((*where, problem.message, problem.hint or ""))
    _write(target, rows, force)


def _write(target: str, rows: Iterable[Sequence[object]], force: bool) -> None:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    if target == STANDARD_OUTPUT:
        click.echo(text.getvalue(), nl=False)
        return
    with writing(target, force=force) as stream:
        stream.write(text.getvalue().encode("utf-8"))
