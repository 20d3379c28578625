"""``sheetgen list``: the bundled variants, a line each."""

from __future__ import annotations

import json

import click

from sheetgen.cli.options import language_option


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@language_option()
def command(as_json: bool, language: str) -> None:
    """Show the variants, a line each."""
    from sheetgen.catalog import bundled
    from sheetgen.layout.theme import language_index

    language_index(language)
    variants = bundled().values()
    if as_json:
        click.echo(
            json.dumps(
                [
                    {
                        "name": variant.name,
                        "title": variant.text(variant.title, language),
                        "summary": variant.text(variant.summary, language),
                        "number": variant.number,
                        "revision": variant.revision,
                        "players": variant.players,
                        "dealing": variant.deal,
                        "frame": variant.frame,
                    }
                    for variant in variants
                ],
                indent=2,
                ensure_ascii=False,
            )
        )
        return
    width = max(len(variant.name) for variant in variants)
    for variant in variants:
        name = click.style(variant.name.ljust(width), bold=True)
        click.echo(f"{name}  {variant.text(variant.summary, language)}")
