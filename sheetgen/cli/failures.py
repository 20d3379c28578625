"""From exceptions to what the user sees: one line what is wrong, one what to do, an exit code."""

from __future__ import annotations

import errno
import os
import traceback

import click

from sheetgen.errors import OutputError, SheetgenError, TemplateError, UsageError

DEBUG_VARIABLE = "SHEETGEN_DEBUG"
INTERRUPTED = 130
OUR_FAULT = 70


def report(error: Exception) -> int:
    """Print an error on standard error and return the exit code."""
    if os.environ.get(DEBUG_VARIABLE) and not isinstance(error, click.ClickException):
        traceback.print_exception(error)
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        click.echo(error.format_message())
        return 0
    if isinstance(error, click.ClickException):
        return _report_usage(error)
    if isinstance(error, click.Abort):
        click.echo("interrupted", err=True)
        return INTERRUPTED
    if isinstance(error, TemplateError) and len(error.problems) > 1:
        for problem in error.problems:
            _print(problem)
        return error.exit_code
    if isinstance(error, SheetgenError):
        _print(error.message, error.hint)
        return error.exit_code
    if isinstance(error, OSError) and error.errno == errno.ENOSPC:
        # Standard output into a file; other files are written by sheetgen.output.
        _print("the disk is full", "free some space, or choose another place")
        return OutputError.exit_code
    _print_fault(error)
    return OUR_FAULT


def _report_usage(error: click.ClickException) -> int:
    message = error.format_message().rstrip(".")
    message = message[:1].lower() + message[1:]
    context = getattr(error, "ctx", None)
    _print(message, f"see '{context.command_path} --help'" if context else None)
    return UsageError.exit_code


def _print(message: str, hint: str | None = None) -> None:
    click.echo(click.style("error: ", fg="red", bold=True) + message, err=True)
    if hint:
        click.echo(f"  {hint}", err=True)


def _print_fault(error: Exception) -> None:
    text = " ".join(str(error).split()) or "no message"
    click.echo(
        click.style("internal error: ", fg="red", bold=True)
        + f"{type(error).__name__}: {text} - please report it with your command and, if you can, "
        f"what {DEBUG_VARIABLE}=1 shows",
        err=True,
    )
