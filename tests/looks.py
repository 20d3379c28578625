"""What a sheet looks like, in numbers: sizes, angles, ink; and small rasters that guard the look.

``python -m tests.looks`` prints the tables of docs/looks.md and draws its pictures anew;
``UPDATE_GOLDEN=1 pytest tests/test_looks.py`` draws the goldens anew.
"""

import math
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from sheetgen.layout import Layout, Text
from sheetgen.layout.fonts import DIGIT_HEIGHT
from sheetgen.layout.theme import palettes
from sheetgen.render.raster import rasterise_sheet
from tests.prints import VARIANTS, layout

Raster = NDArray[np.uint8]

DOCS = Path(__file__).parent.parent / "docs" / "images"
GOLDENS = Path(__file__).parent / "golden"
GOLDEN_PX_PER_MM = 1.0
DOCS_PX_PER_MM = 4.2
DISTANCE_MM = 500
"""From the eye to a sheet on the table."""

SMALL = 8.0
"""Pixels per mm at which ink is measured."""


def looks() -> dict[str, Layout]:
    """Every variant in the standard palette, and the original in every palette, by file name."""
    named = {f"look-{name}": layout(name) for name in VARIANTS}
    for palette in palettes()[1:]:
        named[f"look-original-{palette.name}"] = layout(palette=palette.index)
    return named


def picture(made: Layout, px_per_mm: float) -> Raster:
    """The sheet drawn, without the code, which changes with every revision."""
    raster = rasterise_sheet(made, px_per_mm).copy()
    for box in (made.frame.code_box.inset(-1), made.frame.code_text_box.inset(-1)):
        x, y, right, bottom = (
            round(value * px_per_mm) for value in (box.x, box.y, box.right, box.bottom)
        )
        raster[y:bottom, x:right] = 255
    return raster


def ink(made: Layout) -> float:
    """Mean coverage with cyan, magenta and yellow, as a share of the paper."""
    return float(1 - rasterise_sheet(made, SMALL).mean() / 255)


def arc_minutes(height: float) -> float:
    """The angle under which a height in mm is seen from the distance of the table."""
    return math.degrees(math.atan(height / DISTANCE_MM)) * 60


def number_height(made: Layout) -> float:
    """Height in mm of the smallest number in a row."""
    rows = {row.id for row in made.sheet.rows}
    sizes = [
        item.size
        for element in made.elements
        if element.key.startswith("cell/") and element.key.split("/")[1] in rows
        for item in element.primitives
        if isinstance(item, Text) and item.string.isdecimal()
    ]
    return min(sizes) * DIGIT_HEIGHT


def cell_room(made: Layout) -> tuple[float, float]:
    """Width and height in mm of the smallest number cell."""
    boxes = [mark.box for mark in made.mark_boxes if mark.cell.kind in ("number", "field")]
    return min(box.width for box in boxes), min(box.height for box in boxes)


def darkest_parts(made: Layout) -> dict[str, float]:
    """Share of all ink that lies in rows, symbols for the reader, and the rest."""
    raster = 1 - rasterise_sheet(made, SMALL).astype(float) / 255
    total = raster.sum()
    frame = made.frame

    def share(boxes: list[Any]) -> float:
        cuts = [
            raster[
                round(b.y * SMALL) : round(b.bottom * SMALL),
                round(b.x * SMALL) : round(b.right * SMALL),
            ]
            for b in boxes
        ]
        return float(sum(cut.sum() for cut in cuts) / total)

    ids = {row.id for row in made.sheet.rows}
    rows = [mark.box for mark in made.mark_boxes if mark.cell.row in ids]
    top, bottom = min(b.y for b in rows) - 1, max(b.bottom for b in rows) + 1
    band = type(rows[0])(0, top, frame.width, bottom - top)
    symbols = share([*frame.fiducials, frame.code_box])
    return {"rows": share([band]), "symbols": symbols, "rest": 1 - share([band]) - symbols}


def save_small(raster: Raster, path: Path, colours: int = 64) -> None:
    """A PNG of few colours."""
    image = Image.fromarray(raster).quantize(colours, dither=Image.Dither.NONE)
    image.save(path, optimize=True)


def main() -> None:
    DOCS.mkdir(parents=True, exist_ok=True)
    print("| palette | ink | digits | seen from 50 cm |\n|---|---|---|---|")
    for palette in palettes():
        made = layout(palette=palette.index)
        save_small(picture_with_code(made), DOCS / f"palette-{palette.name}.png")
        height = number_height(made)
        print(
            f"| `{palette.name}` | {ink(made):.1%} | {height:.1f} mm | {arc_minutes(height):.0f}′ |"
        )
    print("\n| variant | smallest cell | digits | seen from 50 cm | ink |\n|---|---|---|---|---|")
    for name in VARIANTS:
        made = layout(name)
        width, tall = cell_room(made)
        height = number_height(made)
        print(
            f"| `{name}` | {width:.1f} x {tall:.1f} mm | {height:.1f} mm "
            f"| {arc_minutes(height):.0f}′ | {ink(made):.1%} |"
        )
    for palette in palettes():
        parts = darkest_parts(layout(palette=palette.index))
        print(palette.name, {key: f"{value:.0%}" for key, value in parts.items()})


def picture_with_code(made: Layout) -> Raster:
    return rasterise_sheet(made, DOCS_PX_PER_MM)


if __name__ == "__main__":
    main()
