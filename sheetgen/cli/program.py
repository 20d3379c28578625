"""The program: its table of commands, each imported when it is needed, and its one way out."""

from __future__ import annotations

import difflib
import importlib
import os
import sys
from typing import Any, NoReturn

import click

from sheetgen import __version__
from sheetgen.cli.failures import DEBUG_VARIABLE, report

COMMANDS = {
    "list": "sheetgen.cli.list_variants:command",
    "print": "sheetgen.cli.print_sheets:command",
    "preview": "sheetgen.cli.preview:command",
    "audit": "sheetgen.cli.audit:command",
    "score": "sheetgen.cli.score:command",
    "explain": "sheetgen.cli.explain:command",
    "layout": "sheetgen.cli.layout:command",
    "check": "sheetgen.cli.check:command",
    "new": "sheetgen.cli.new:command",
    "schema": "sheetgen.cli.schema:command",
    "doctor": "sheetgen.cli.doctor:command",
}
"""Name -> "module:attribute". The modules import only click at their top."""


class Program(click.Group):
    """A group of lazily imported commands that reports every error in the same form."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(importlib.import_module(module), attribute)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            match = difflib.get_close_matches(name, COMMANDS, n=1)
            hint = f", did you mean '{match[0]}'?" if match else ""
            raise click.UsageError(f"no command '{name}'{hint}", ctx)
        return super().resolve_command(ctx, args)

    def main(self, *args: Any, **options: Any) -> NoReturn:
        """Run a command line and exit: 0, what the command returns, or the error's code."""
        options["standalone_mode"] = False
        try:
            code = super().main(*args, **options)
        except Exception as error:
            code = report(error)
        sys.exit(code if isinstance(code, int) else 0)


def _set_debug(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value:
        # The environment reaches worker processes too.
        os.environ[DEBUG_VARIABLE] = "1"


@click.command(cls=Program, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="sheetgen")
@click.option(
    "--debug",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_set_debug,
    help="Show where a fault of the program itself happened.",
)
def program() -> None:
    """Print score sheets for Qwixx and its variants, and check completed ones from photos."""
