"""``sheetgen print``: sheets of one or more variants as one PDF."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import click

from sheetgen.cli.extra_options import extra_options, refuse_pages, take_extras
from sheetgen.cli.options import (
    force_option,
    language_option,
    layout_options,
    lucky_numbers,
    output_option,
    palette_option,
    seed_option,
)
from sheetgen.cli.page_options import duplex_variants, page_options, page_wishes

if TYPE_CHECKING:
    from sheetgen.printing import PrintJob, PrintRequest, Run

_CODES_SHOWN = 6
"""More codes than this are told as the first and the last."""

_LONG_RUN = 200
"""Sheets from which on a terminal shows progress."""


@click.command("print")
@click.argument("variants", metavar="VARIANT...", nargs=-1)
@click.option(
    "-n", "--sheets", type=int, metavar="N", help="Sheets per variant.  [default: one full page]"
)
@output_option("PDF to write, or - for standard output.  [default: VARIANT.pdf]")
@seed_option("Seed of the draws: the same one prints the same sheets.  [default: a new one]")
@layout_options
@click.option(
    "--players", type=int, metavar="N", help="Sheets that make a game.  [default: as the variant]"
)
@click.option(
    "--same", "dealing", flag_value="same", help="Draw for each game; its sheets are alike."
)
@click.option(
    "--different",
    "dealing",
    flag_value="different",
    help="Draw for each game; its sheets differ and are as equally strong as can be.",
)
@click.option(
    "--independent", "dealing", flag_value="independent", help="Draw for each sheet, fair or not."
)
@click.option("--lucky", metavar="A,B", help="Lucky numbers of all sheets, such as 5,10.")
@page_options
@click.option(
    "--tiles", type=int, metavar="N", help="Pages for each side of a board: 1 or 2.  [default: 1]"
)
@palette_option()
@language_option()
@extra_options
@click.option("--manifest", metavar="FILE", help="Also write where each sheet lies, as JSON.")
@force_option()
def command(
    variants: tuple[str, ...],
    sheets: int | None,
    output: str | None,
    seed: int | None,
    shuffle: bool,
    official: bool,
    official_sheet: str | None,
    players: int | None,
    dealing: str | None,
    lucky: str | None,
    tiles: int | None,
    palette: str,
    language: str,
    duplex: str | None,
    flip: str,
    manifest: str | None,
    force: bool,
    **page: Any,
) -> None:
    """Print sheets of one or more variants as one PDF.

    VARIANT is a name from 'sheetgen list' or the path of an own template file (.toml).
    on-board-board is the board of On Board, with figures to cut out.
    """
    from sheetgen.cli.print_board import names_a_board, print_board

    if names_a_board(variants):
        context = click.get_current_context()
        print_board(context, variants[0], **context.params)
        return
    if tiles is not None:
        raise click.UsageError("--tiles is for a board, such as on-board-board")
    from sheetgen.catalog import find_variant
    from sheetgen.printing import PrintRequest, plan_print
    from sheetgen.wishes import Wishes

    refuse_pages(variants)
    extras = take_extras(page, language)
    request = PrintRequest(
        variants=tuple(find_variant(name) for name in duplex_variants(variants, duplex)),
        count=sheets,
        seed=seed,
        players=players,
        wishes=Wishes(
            shuffle, official, seed is not None, dealing, official_sheet, lucky_numbers(lucky)
        ),
        page=page_wishes(**page),
        flip=flip if duplex else None,
        palette=palette,
        language=language,
        extras=extras,
    )
    names = dict.fromkeys(variant.name for variant in request.variants)
    target = output or "-".join(names) + ".pdf"
    job = plan_print(request)
    _write(job, target, manifest, force)
    _tell(job, request, target)


def _write(job: PrintJob, target: str, manifest_target: str | None, force: bool) -> None:
    """The PDF and its manifest; nothing is written if one of the two has no place."""
    from sheetgen.errors import UsageError
    from sheetgen.output import check_target, writing
    from sheetgen.printing import manifest, write_pdf

    check_target(target, force)
    if manifest_target is not None:
        if manifest_target == target:
            raise UsageError("PDF and manifest have the same name", "give them different names")
        check_target(manifest_target, force)
    with writing(target, force) as stream, _progress(job.sheets) as progress:
        write_pdf(job, stream, progress)
    if manifest_target is not None:
        with writing(manifest_target, force) as stream:
            stream.write(json.dumps(manifest(job), indent=1).encode() + b"\n")


@contextlib.contextmanager
def _progress(sheets: int) -> Iterator[Callable[[int], None]]:
    """A progress bar for long runs on a terminal, else nothing."""
    if sheets < _LONG_RUN or not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("sheets", total=sheets)
        yield lambda done: bar.advance(task, done)


def _tell(job: PrintJob, request: PrintRequest, target: str) -> None:
    """What came out; on standard error if the PDF itself went to standard output."""
    aside = target == "-"
    name = "PDF" if aside else target
    title = click.style(name, bold=True)
    lines = [f"{title}: {_count(job.sheets, 'sheet')} on {_count(job.pages, 'page')}"]
    for run in job.runs:
        lines += _describe(run, request.page.paper, job.extras.blank) if run.count else []
    lines += [f"{click.style(page.title, bold=True)}: a page" for page in job.extra_pages]
    if job.flip:
        lines.append(f"two-sided: let the printer turn the paper about its {job.flip} edge")
    lines.append(f"seed {job.seed}: {job.replay} prints the same sheets again")
    click.echo("\n".join(lines), err=aside)


def _describe(run: Run, paper: str, blank: bool) -> list[str]:
    scale = run.imposition.scale
    size = "full size" if abs(scale - 1) < 0.005 else f"{scale:.0%} of full size"
    width, height = run.cell_size
    backs = " on the backs" if run.side == "back" else ""
    lines = [
        f"{click.style(run.variant.name, bold=True)}{backs}: {run.dealing}",
        f"  {run.per_page} per page on {_paper_name(paper)}, {size}, "
        f"cells of {width:.1f} x {height:.1f} mm",
    ]
    lines += [f"  note: {note}" for note in run.notes]
    if blank:
        return lines
    if run.count <= _CODES_SHOWN:
        return lines + [f"  {run.code(number).text}" for number in range(run.count)]
    return [
        *lines,
        f"  {run.code(0).text} to {run.code(run.count - 1).text} ({_count(run.count, 'sheet')})",
    ]


def _paper_name(paper: str) -> str:
    return paper.upper() if len(paper) == 2 else paper.capitalize() if paper.isalpha() else paper


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
