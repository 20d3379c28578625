"""``sheetgen audit``: photos in; tables, JSON, CSV and overlays out."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from sheetgen.cli.options import (
    GAMES,
    force_option,
    game_options,
    how_option,
    language_option,
    load_templates,
    template_option,
)

if TYPE_CHECKING:
    from sheetgen.batch import Orders
    from sheetgen.checking import CheckedPhoto
    from sheetgen.cli.audit_records import Record
    from sheetgen.gathering import Source
    from sheetgen.rules import Game
    from sheetgen.sheetcode import SheetCode

_MANY = 6
"""From this number of photos on, a line per sheet tells more than a table each."""
_LONG_RUN = 3


@dataclass(frozen=True, slots=True)
class _Outputs:
    """Where results go; ``-`` is standard output."""

    as_json: bool
    jsonl: str | None
    csv: str | None
    rejected: str | None
    overlay: str | None
    skip_done: str | None
    full: bool
    how: bool
    force: bool

    @property
    def to_stdout(self) -> list[str]:
        """The options that fill standard output in place of the tables."""
        targets = {"--jsonl": self.jsonl, "--csv": self.csv, "--rejected": self.rejected}
        found = [option for option, target in targets.items() if target == "-"]
        return (["--json"] if self.as_json else []) + found

    @property
    def continued(self) -> bool:
        """The lines of an earlier run are taken up and added to."""
        return self.skip_done is not None and self.skip_done == self.jsonl


@click.command("audit", short_help="Check completed sheets from photos.")
@click.argument("photos", nargs=-1, required=True, metavar="PHOTO|FOLDER...")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.option("--jsonl", metavar="FILE", help="JSON, a line per photo as it is finished.")
@click.option("--csv", metavar="FILE", help="A line per sheet, for a spreadsheet.")
@click.option("--overlay", metavar="DIR", help="Draw what was read onto the photos, into DIR.")
@click.option("--rejected", metavar="FILE", help="List what cannot be read, with the remedies.")
@click.option("--full", is_flag=True, help="A table per sheet for many photos too.")
@click.option("--jobs", type=click.IntRange(1, 64), metavar="N", help="Processes.")
@click.option("--skip-done", metavar="FILE", help="Take over unchanged photos of a --jsonl file.")
@click.option("--review", is_flag=True, help="Show doubtful cells and ask what they are.")
@click.option("--code", metavar="CODE", help="The sheet code, where the photo's is unreadable.")
@click.option(
    "--set",
    "corrections",
    multiple=True,
    metavar="CELL=MARK",
    help='Correct a cell, such as "red 5=cross" or red/3=empty (repeatable).',
)
@click.option(
    "--game",
    type=click.Choice(GAMES),
    default="code",
    show_default=True,
    help="Sheets of one game: those whose codes say so, those in one photo, or all.",
)
@game_options
@how_option()
@click.option("--strict", is_flag=True, help="Exit with 1 on warnings too.")
@template_option()
@language_option()
@force_option()
def command(
    photos: tuple[str, ...],
    jobs: int | None,
    review: bool,
    code: str | None,
    corrections: tuple[str, ...],
    game: str,
    rules: str,
    board_points: int | None,
    board_ended: bool | None,
    strict: bool,
    templates: tuple[str, ...],
    language: str,
    **outputs: Any,
) -> int:
    """Check completed sheets: crosses, points, violations, total, winner.

    Photos are JPEG, HEIC, PNG, TIFF or WebP; every page of a PDF or TIFF is one. Folders are
    searched to the bottom.

    Exit code 0 if all is fine, 1 if there are violations or unsure marks, 4 if a photo cannot be
    read, 5 if there is no sheet in it or its code is not known; the highest of all photos.
    """
    from sheetgen.batch import Orders, sensible_jobs
    from sheetgen.checking import judge_games
    from sheetgen.gathering import gather

    where = _Outputs(**outputs)
    overlays = _folder(where.overlay)
    _check_outputs(where, review)
    sources = gather(photos)
    orders = Orders(
        code=_given_code(code, len(sources), corrections, board_points),
        own=load_templates(templates),
        corrections=corrections,
        board_points=board_points,
        language=language,
        overlays=overlays,
        force=where.force,
    )
    between = _reviewer(language) if review else None
    jobs = 1 if review else jobs or sensible_jobs(len(sources))
    finished, records = _check(sources, orders, where, jobs, between)
    games = judge_games(finished, rules, board_ended, game=game)
    _tell(finished, records, games, where, language)
    warned = any(photo.has_warnings for photo in finished) or _have(games, "warning")
    remarks = _have(games, "error") or (strict and warned)
    return max(int(remarks), *(photo.exit_code for photo in finished))


def _have(games: tuple[Game, ...], severity: str) -> bool:
    return any(v.severity == severity for game in games for v in game.violations)


def _check_outputs(where: _Outputs, review: bool) -> None:
    """Before long work. Raises UsageError and OutputError."""
    from sheetgen.cli.audit_records import refuse_existing_lines
    from sheetgen.errors import UsageError
    from sheetgen.output import check_target

    if len(where.to_stdout) > 1:
        options = " and ".join(where.to_stdout)
        raise UsageError(f"{options} on standard output", "send all but one to files")
    if where.jsonl and not (where.force or where.continued):
        refuse_existing_lines(where.jsonl)
    for target, force in (
        (where.jsonl, True),
        (where.csv, where.force),
        (where.rejected, where.force),
    ):
        if target:
            check_target(target, force)
    if review and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(
            "--review asks questions, but this is no terminal",
            'run it on a terminal, or correct cells with --set "red 5=cross"',
        )
    if review and where.to_stdout:
        raise UsageError(f"--review with {where.to_stdout[0]}", "send the output to a file")


def _given_code(
    code: str | None, photos: int, corrections: tuple[str, ...], board_points: int | None
) -> SheetCode | None:
    from sheetgen.errors import UsageError
    from sheetgen.sheetcode import parse_sheet_code

    single = {
        "--code": code is not None,
        "--set": bool(corrections),
        "--board-points": board_points is not None,
    }
    for option, used in single.items():
        if used and photos > 1:
            raise UsageError(f"{option} with {photos} photos", "give the one photo it is for")
    return parse_sheet_code(code) if code else None


def _folder(name: str | None) -> Path | None:
    from sheetgen.errors import OutputError

    if name is None:
        return None
    folder = Path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(
            f"cannot create the folder '{folder}': {error.strerror}", "choose another place"
        ) from error
    return folder


def _reviewer(language: str) -> Callable[[CheckedPhoto], CheckedPhoto]:
    from sheetgen.cli.audit_review import review

    return lambda photo: review(photo, language)


def _check(
    sources: tuple[Source, ...],
    orders: Orders,
    where: _Outputs,
    jobs: int,
    between: Callable[[CheckedPhoto], CheckedPhoto] | None,
) -> tuple[list[CheckedPhoto], list[Record]]:
    """All photos, each written down as it is finished."""
    from sheetgen.batch import check_all
    from sheetgen.cli.audit_records import Done, record_lines
    from sheetgen.gathering import overlay_names

    known = Path(where.skip_done) if where.skip_done else None
    done = Done(known if known and (known.exists() or not where.continued) else None)
    earlier = [done.find(source, orders.own) for source in sources]
    names = overlay_names(sources)
    tasks = [
        (source, name) for source, name, old in zip(sources, names, earlier, strict=True) if not old
    ]
    finished: list[CheckedPhoto] = []
    records: list[Record] = []
    fresh = check_all(tasks, orders, jobs, between)
    append = where.continued
    with (
        record_lines(where.jsonl, append=append, force=where.force) as lines,
        _progress(len(tasks), quiet=between is not None) as advance,
        contextlib.closing(fresh),
    ):
        for source, old in zip(sources, earlier, strict=True):
            if old:
                checked = _taken_over(*old, None if append else lines, where, orders.language)
            else:
                checked = _written(source, next(fresh), lines, where, orders.language)
                advance()
            photo, record = checked
            finished.append(photo)
            if where.as_json and record is not None:
                records.append(record)
    return finished, records


def _taken_over(
    photo: CheckedPhoto, record: Record, lines: IO[str] | None, where: _Outputs, language: str
) -> tuple[CheckedPhoto, Record | None]:
    """A photo of an earlier run, written down again where the lines go to another file."""
    from sheetgen.cli.audit_records import with_verdicts

    record = with_verdicts(record, photo, language, how=where.how)
    _write(lines, record)
    return photo, record


def _written(
    source: Source, photo: CheckedPhoto, lines: IO[str] | None, where: _Outputs, language: str
) -> tuple[CheckedPhoto, Record | None]:
    """Write a photo down; what is not needed any more is dropped."""
    from sheetgen.checking import without_readings
    from sheetgen.cli.audit_records import record_of

    if lines is None and not where.as_json:
        return without_readings(photo), None
    record = record_of(source, photo, language, how=where.how)
    _write(lines, record)
    return without_readings(photo), record


def _write(lines: IO[str] | None, record: Record) -> None:
    from sheetgen.cli.audit_records import write_record

    write_record(lines, record)


@contextlib.contextmanager
def _progress(photos: int, quiet: bool) -> Iterator[Callable[[], None]]:
    """A progress bar on a terminal, else nothing."""
    if quiet or photos < _LONG_RUN or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("photos", total=photos)
        yield lambda: bar.advance(task)


def _tell(
    finished: list[CheckedPhoto],
    records: list[Record],
    games: tuple[Game, ...],
    where: _Outputs,
    language: str,
) -> None:
    """Tables and files of all photos together."""
    from sheetgen.cli.audit_report import print_report
    from sheetgen.cli.audit_tables import print_many, write_csv, write_rejected

    if where.csv:
        write_csv(where.csv, finished, language, where.force)
    if where.rejected:
        write_rejected(where.rejected, finished, where.force)
    if where.as_json:
        import json

        from sheetgen.cli.audit_json import as_data

        data = as_data(records, games, language)
        click.echo(json.dumps(data, indent=1, ensure_ascii=False))
    elif not where.to_stdout:
        if len(finished) >= _MANY and not (where.full or where.how):
            print_many(finished, games, language)
        else:
            print_report(finished, games, language, how=where.how)
