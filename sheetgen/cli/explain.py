"""``sheetgen explain``: what a violation means, with a small picture."""

from __future__ import annotations

import difflib
import shutil

import click

from sheetgen.cli.options import language_option

_WIDTH = 100


@click.command("explain", short_help="Tell what a violation means.")
@click.argument("name", metavar="[ID]", required=False)
@language_option()
def command(name: str | None, language: str) -> None:
    """Tell the rule behind a violation, its effect in points, and show a small picture.

    ID is as in the JSON of audit and score, such as lock-forgotten. Without it all are listed.
    """
    from sheetgen.errors import UsageError
    from sheetgen.rules.explanations import explanations

    known = explanations(language)
    if name is None:
        width = max(map(len, known))
        for key, one in known.items():
            click.echo(f"{key.ljust(width)}  {one.title}")
        return
    if name not in known:
        match = difflib.get_close_matches(name, known, n=1)
        hint = f"did you mean '{match[0]}'?" if match else "see 'sheetgen explain'"
        raise UsageError(f"no violation '{name}'", hint)
    one = known[name]
    click.echo(click.style(one.title, bold=True))
    click.echo("\n" + "\n".join(f"    {line}" for line in one.picture.splitlines()) + "\n")
    width = min(shutil.get_terminal_size().columns, _WIDTH)
    click.echo(click.wrap_text(one.rule, width))
    click.echo(click.wrap_text(one.effect, width))
