"""``sheetgen layout``: every box of a sheet in millimetres, for people or for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from sheetgen.cli.options import with_sheet

if TYPE_CHECKING:
    from sheetgen.layout import Layout
    from sheetgen.sheet import Sheet

_DIGITS = 3
"""Boxes are told to a thousandth of a millimetre."""


@click.command("layout", short_help="Tell where every box of a sheet is.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@with_sheet
def command(made: Sheet, as_json: bool) -> None:
    """Tell where every box of a sheet is, in millimetres from its top left corner."""
    from sheetgen.layout import lay_out

    described = describe(lay_out(made))
    if as_json:
        click.echo(json.dumps(described, indent=1))
    else:
        click.echo(_as_table(described))


def describe(layout: Layout) -> dict[str, Any]:
    """The layout as plain data; boxes are [x, y, width, height] in mm."""
    return {
        "code": layout.sheet.code.text,
        "variant": layout.sheet.variant.name,
        "sheet": {"width": layout.frame.width, "height": layout.frame.height},
        "frame": {
            "name": layout.frame.name,
            "fiducials": [
                {"id": marker_id, "box": _box(box)}
                for marker_id, box in zip(
                    layout.frame.fiducial_ids, layout.frame.fiducials, strict=True
                )
            ],
            "code_box": _box(layout.frame.code_box),
        },
        "cells": [
            {
                "id": mark.cell.id,
                "row": mark.cell.row,
                "position": mark.cell.position,
                "number": mark.cell.number,
                "colour": mark.cell.colour,
                "kind": mark.cell.kind,
                "box": _box(mark.box),
            }
            for mark in layout.mark_boxes
        ],
        "write_boxes": [{"id": write.id, "box": _box(write.box)} for write in layout.write_boxes],
    }


def _box(box: Sequence[float]) -> list[float]:
    return [round(value, _DIGITS) for value in box]


def _as_table(described: dict[str, Any]) -> str:
    sheet = described["sheet"]
    lines = [
        f"{described['variant']}, sheet {described['code']}, "
        f"{sheet['width']:g} x {sheet['height']:g} mm",
        f"{'box':16}{'shows':>7}{'x':>9}{'y':>9}{'width':>9}{'height':>9}",
    ]
    for box in (*described["cells"], *described["write_boxes"]):
        shows = box.get("number")
        numbers = "".join(f"{value:9.2f}" for value in box["box"])
        lines.append(f"{box['id']:16}{'' if shows is None else shows:>7}{numbers}")
    return "\n".join(lines)
