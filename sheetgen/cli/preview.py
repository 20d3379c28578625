"""``sheetgen preview``: one sheet as a PNG, rasterised from our own PDF."""

from __future__ import annotations

import click

from sheetgen.cli.options import (
    force_option,
    language_option,
    layout_options,
    output_option,
    palette_option,
    seed_option,
    sheet_from,
    template_option,
)

_MIN_DPI, _MAX_DPI = 20, 1200
_MM_PER_INCH = 25.4


@click.command("preview", short_help="Draw one sheet as a picture.")
@click.argument("sheet", metavar="VARIANT|CODE")
@output_option("PNG to write, or - for standard output.  [default: VARIANT.png]")
@click.option("--dpi", type=float, default=300, show_default=True, help="Pixels per inch.")
@seed_option("Seed of the draws of a variant.  [default: 0]")
@layout_options
@palette_option()
@language_option()
@template_option()
@force_option()
def command(
    sheet: str,
    output: str | None,
    dpi: float,
    seed: int | None,
    shuffle: bool,
    official: bool,
    official_sheet: str | None,
    palette: str,
    language: str,
    templates: tuple[str, ...],
    force: bool,
) -> None:
    """Draw one sheet as a picture: the first one of a variant, or the one of a sheet code.

    The picture shows exactly the sheet: pixels = millimetres x DPI / 25.4.
    """
    from sheetgen.errors import UsageError

    if not _MIN_DPI <= dpi <= _MAX_DPI:
        raise UsageError(f"--dpi {dpi:g} is not possible", f"give {_MIN_DPI} to {_MAX_DPI}")
    made = sheet_from(
        sheet,
        templates=templates,
        seed=seed,
        shuffle=shuffle,
        official=official,
        official_sheet=official_sheet,
        palette=palette,
        language=language,
    )
    target = output or f"{made.variant.name}.png"
    from PIL import Image

    from sheetgen.layout import lay_out
    from sheetgen.output import check_target, writing
    from sheetgen.render.raster import rasterise_sheet

    check_target(target, force)
    pixels = rasterise_sheet(lay_out(made), dpi / _MM_PER_INCH)
    with writing(target, force) as stream:
        Image.fromarray(pixels).save(stream, "PNG", dpi=(dpi, dpi))
    height, width = pixels.shape[:2]
    click.echo(f"{target}: {width} x {height} pixels, sheet {made.code.text}", err=True)
