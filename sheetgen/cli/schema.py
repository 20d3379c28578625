"""``sheetgen schema``: the JSON Schema of templates, for editors."""

from __future__ import annotations

import json

import click

from sheetgen.cli.options import force_option, output_option


@click.command("schema", short_help="Write the JSON Schema of templates, for editors.")
@output_option("File to write.  [default: standard output]")
@force_option()
def command(output: str | None, force: bool) -> None:
    """Write the JSON Schema of templates (draft 2020-12).

    Editors that know TOML schemas complete and check a template whose first line names the file:
    #:schema ./sheetgen.schema.json
    """
    from sheetgen.editor_schema import editor_schema

    text = json.dumps(editor_schema(), indent=2, ensure_ascii=False) + "\n"
    if output in (None, "-"):
        click.echo(text, nl=False)
        return
    from sheetgen.output import writing

    assert output is not None
    with writing(output, force) as stream:
        stream.write(text.encode())
    click.echo(f"{output}: the JSON Schema of templates", err=True)
