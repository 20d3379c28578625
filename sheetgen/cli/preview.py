"""``sheetgen preview``: one sheet as a PNG, rasterised from our own PDF, or as an SVG."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sheetgen.cli.options import force_option, output_option, with_sheet

if TYPE_CHECKING:
    from sheetgen.layout import Layout
    from sheetgen.sheet import Sheet

_MIN_DPI, _MAX_DPI = 20, 1200
_MM_PER_INCH = 25.4


@click.command("preview", short_help="Draw one sheet as a picture.")
@output_option("PNG or SVG to write, or - for a PNG to standard output.  [default: VARIANT.png]")
@click.option("--dpi", type=float, default=300, show_default=True, help="Pixels per inch of a PNG.")
@with_sheet
@force_option()
def command(made: Sheet, output: str | None, dpi: float, force: bool) -> None:
    """Draw one sheet as a picture: the first one of a variant, or the one of a sheet code.

    The picture shows exactly the sheet: pixels = millimetres x DPI / 25.4. A name that ends in
    .svg makes a picture of lines, in millimetres.
    """
    from sheetgen.errors import UsageError

    if not _MIN_DPI <= dpi <= _MAX_DPI:
        raise UsageError(f"--dpi {dpi:g} is not possible", f"give {_MIN_DPI} to {_MAX_DPI}")
    target = output or f"{made.variant.name}.png"
    from sheetgen.layout import lay_out
    from sheetgen.output import check_target

    check_target(target, force)
    write = _write_svg if target.lower().endswith(".svg") else _write_png
    size = write(lay_out(made), target, dpi, force)
    click.echo(f"{target}: {size}, sheet {made.code.text}", err=True)


def _write_png(layout: Layout, target: str, dpi: float, force: bool) -> str:
    """Returns the size of the picture, in words."""
    from PIL import Image

    from sheetgen.output import writing
    from sheetgen.render.raster import rasterise_sheet

    pixels = rasterise_sheet(layout, dpi / _MM_PER_INCH)
    with writing(target, force) as stream:
        Image.fromarray(pixels).save(stream, "PNG", dpi=(dpi, dpi))
    height, width = pixels.shape[:2]
    return f"{width} x {height} pixels"


def _write_svg(layout: Layout, target: str, dpi: float, force: bool) -> str:
    from sheetgen.output import writing
    from sheetgen.render.svg import sheet_svg

    with writing(target, force) as stream:
        stream.write(sheet_svg(layout).encode("utf-8"))
    return f"{layout.frame.width:g} x {layout.frame.height:g} mm"
