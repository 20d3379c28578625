"""``sheetgen new``: a commented template to begin an own variant with."""

from __future__ import annotations

import click

from sheetgen.cli.options import force_option, output_option


@click.command("new", short_help="Begin an own template as a commented copy.")
@click.argument("name", metavar="NAME")
@click.option(
    "--from",
    "original",
    metavar="VARIANT",
    default="original",
    show_default=True,
    help="Bundled variant to copy.",
)
@output_option("File to write, or - for standard output.  [default: NAME.toml]")
@force_option()
def command(name: str, original: str, output: str | None, force: bool) -> None:
    """Begin an own template: a copy of a bundled one in which every key is explained.

    NAME is of small letters, digits and hyphens, a letter first, such as short-rows.
    """
    from sheetgen.output import writing
    from sheetgen.templating import new_template

    text = new_template(name, original)
    if output == "-":
        click.echo(text, nl=False)
        return
    target = output or f"{name}.toml"
    with writing(target, force) as stream:
        stream.write(text.encode())
    click.echo(f"{target}: a copy of '{original}' to change", err=True)
    click.echo(f"  then: sheetgen check {target}", err=True)
