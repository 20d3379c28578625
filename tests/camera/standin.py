"""A stand-in for a printed sheet: four coloured bands with numbered cells.

In: pixels per mm. Out: a `BlankSheet` (200 x 130 mm) for demonstrations and the simulator's own
tests; it has nothing of the real sheets but their general looks.
"""

from collections.abc import Callable

import cv2
import numpy as np
from PIL import Image as PilImage
from PIL import ImageDraw, ImageFont

from .paper import BlankSheet, CellBox, Image

WIDTH_MM, HEIGHT_MM = 200.0, 130.0
ROWS = (
    ("red", (200, 30, 45), (250, 224, 224), range(2, 13)),
    ("yellow", (214, 160, 0), (255, 246, 205), range(2, 13)),
    ("green", (20, 130, 60), (218, 240, 222), range(12, 1, -1)),
    ("blue", (30, 70, 160), (218, 228, 246), range(12, 1, -1)),
)
Box = Callable[[float, float, float, float], tuple[float, float, float, float]]


def standin_sheet(px_per_mm: float = 300 / 25.4) -> BlankSheet:
    """Draw the sheet with Pillow."""
    scale = px_per_mm
    width, height = round(WIDTH_MM * scale), round(HEIGHT_MM * scale)
    picture = PilImage.new("RGB", (width, height), (255, 255, 255))
    pen = ImageDraw.Draw(picture)
    cells: list[CellBox] = []

    def box(x: float, y: float, w: float, h: float) -> tuple[float, float, float, float]:
        return x * scale, y * scale, (x + w) * scale, (y + h) * scale

    big, small = ImageFont.load_default(6.2 * scale), ImageFont.load_default(3.0 * scale)
    side, gap, left, top = 13.0, 1.4, 10.0, 14.0
    for index, (name, full, tint, numbers) in enumerate(ROWS):
        y = top + index * 20.0
        pen.rounded_rectangle(box(left - 3, y - 2.5, 186, 18), 2.5 * scale, fill=full)
        for position, number in enumerate(numbers):
            x = left + position * (side + gap)
            pen.rounded_rectangle(box(x, y, side, side), 2 * scale, fill=tint)
            middle = ((x + side / 2) * scale, (y + side / 2) * scale)
            pen.text(middle, str(number), fill=full, font=big, anchor="mm")
            cells.append(CellBox(f"{name}/{position}", name, position, "number", x, y, side, side))
        x = left + 11 * (side + gap) + 1
        pen.ellipse(box(x, y, side, side), fill=tint, outline=(255, 255, 255))
        pen.rectangle(box(x + 4.2, y + 6.2, 4.6, 3.8), fill=full)
        pen.arc(box(x + 4.8, y + 3.2, 3.4, 5.6), 180, 360, fill=full, width=round(0.8 * scale))
        cells.append(CellBox(f"{name}/11", name, 11, "lock", x, y, side, side))
    _bottom(pen, box, small, cells, scale)
    image: Image = np.array(picture, np.uint8)
    _corners(image, scale)
    return BlankSheet(image, px_per_mm, tuple(cells))


def _bottom(
    pen: ImageDraw.ImageDraw,
    box: Box,
    font: ImageFont.ImageFont | ImageFont.FreeTypeFont,
    cells: list[CellBox],
    scale: float,
) -> None:
    """Points table, penalty boxes and a line of boxes for the sums."""
    pen.text(
        (12 * scale, 99 * scale),
        "1x 1   2x 3   3x 6   4x 10   5x 15   6x 21   7x 28   8x 36",
        fill=(60, 60, 60),
        font=font,
        anchor="lm",
    )
    for position in range(4):
        x, y, side = 150 + position * 9.5, 95.0, 8.0
        pen.rounded_rectangle(
            box(x, y, side, side),
            scale,
            outline=(60, 60, 60),
            width=round(0.4 * scale),
            fill=(240, 240, 240),
        )
        cells.append(
            CellBox(f"penalty/{position}", "penalty", position, "penalty", x, y, side, side)
        )
    for index, (_, full, _, _) in enumerate(ROWS):
        pen.rounded_rectangle(
            box(20 + index * 30, 109, 22, 12), 2 * scale, outline=full, width=round(0.8 * scale)
        )
    pen.rounded_rectangle(
        box(152, 109, 34, 12), 2 * scale, outline=(40, 40, 40), width=round(0.8 * scale)
    )


def _corners(image: Image, scale: float) -> None:
    """Small black frames near the corners."""
    height, width = image.shape[:2]
    for x in (5.5, width / scale - 8.5):
        for y in (5.5, height / scale - 8.5):
            a = (round(x * scale), round(y * scale))
            b = (round((x + 3) * scale), round((y + 3) * scale))
            cv2.rectangle(image, a, b, (0, 0, 0), -1)
