"""``sheetgen check``: everything that is wrong with a template, each with its place."""

from __future__ import annotations

import click

PROBLEMS = 3


@click.command("check", short_help="Check own templates.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--no-hints", is_flag=True, help="Only problems, no hints.")
def command(files: tuple[str, ...], no_hints: bool) -> int:
    """Check own templates: every problem with its line, column and key, and a summary if none.

    Exit code 0 if the templates can be used, 3 if not. Hints do not count.
    """
    from pathlib import Path

    from sheetgen.templating import check_file

    count = 0
    for file in files:
        report = check_file(Path(file))
        count += len(report.problems)
        for line in report.problems:
            click.echo(line)
        for line in () if no_hints else report.hints:
            click.echo(click.style(line, dim=True))
        if not report.problems:
            click.echo(report.summary)
    if count:
        click.echo(click.style(f"{count} problem{'s' * (count != 1)}", fg="red", bold=True))
    return PROBLEMS if count else 0
