"""The gallery: a picture of every variant and of the board, for the README.

``python -m tests.gallery`` (or ``make gallery``) writes ``docs/images/gallery.png``.
"""

import io
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from sheetgen.board import SIDES, draw_side
from sheetgen.catalog import bundled
from sheetgen.dealing import code_for
from sheetgen.layout import lay_out
from sheetgen.layout.board import BOARD_HEIGHT, BOARD_WIDTH, lay_out_board
from sheetgen.layout.fonts import font_path
from sheetgen.layout.theme import palettes
from sheetgen.render.pdf import PdfDocument
from sheetgen.render.raster import rasterise, rasterise_sheet
from sheetgen.sheet import make_sheet

TARGET = Path(__file__).parent.parent / "docs" / "images" / "gallery.png"
MOST_BYTES = 500_000
_COLUMNS, _WIDTH, _GAP, _CAPTION = 4, 500, 24, 30
_GROUND, _INK, _EDGE = (236, 238, 241), (51, 55, 61), (195, 200, 206)
_TONES = 96
_SEED = 1


def pictures() -> dict[str, Image.Image]:
    """A picture of each variant's official sheet and of each side of the boards, by caption."""
    found = {}
    for name, variant in bundled().items():
        layout = lay_out(make_sheet(variant, code_for(variant, seed=_SEED)))
        pixels = rasterise_sheet(layout, _WIDTH / layout.frame.width)
        found[name] = Image.fromarray(pixels)
    for name, variant in bundled().items():
        if variant.board:
            for side in SIDES:
                stream = io.BytesIO()
                document = PdfDocument(stream, name, "sheetgen")
                elements = lay_out_board(draw_side(variant, _SEED, side), palettes()[0], "en")
                document.add_drawing(BOARD_WIDTH, BOARD_HEIGHT, elements)
                document.save()
                pixels = rasterise(stream.getvalue(), _WIDTH / BOARD_WIDTH)
                found[f"{name}-board, side {side}"] = Image.fromarray(pixels)
    return found


def gallery() -> bytes:
    """All pictures with their names, in columns of about the same height, as PNG."""
    columns = _columns(list(pictures().items()))
    height = max(sum(_tall(picture) for _, picture in column) for column in columns) + _GAP
    image = Image.new("RGB", (_COLUMNS * (_WIDTH + _GAP) + _GAP, height), _GROUND)
    draw = ImageDraw.Draw(image)
    font = ImageFont.truetype(str(font_path("bold")), 21)
    for number, column in enumerate(columns):
        x, y = _GAP + number * (_WIDTH + _GAP), _GAP
        for caption, picture in column:
            draw.text((x + 2, y - 4), caption, _INK, font)
            image.paste(picture, (x, y + _CAPTION))
            edges = (x, y + _CAPTION, x + picture.width, y + _CAPTION + picture.height)
            draw.rectangle(edges, outline=_EDGE)
            y += _tall(picture)
    stream = io.BytesIO()
    few = image.quantize(_TONES, dither=Image.Dither.NONE)
    few.save(stream, "PNG", optimize=True)
    return stream.getvalue()


def _tall(picture: Image.Image) -> int:
    """Height of a picture with its caption and the gap below."""
    return picture.height + _CAPTION + _GAP


def _columns(shown: list[tuple[str, Image.Image]]) -> list[list[tuple[str, Image.Image]]]:
    """The tallest pictures first, each to the column that is shortest; there they stand last."""
    columns: list[list[tuple[str, Image.Image]]] = [[] for _ in range(_COLUMNS)]
    for item in sorted(shown, key=lambda item: -item[1].height):
        min(columns, key=lambda column: sum(_tall(picture) for _, picture in column)).append(item)
    return [[*column[1:], column[0]] for column in columns]


def main() -> None:
    raw = gallery()
    assert len(raw) <= MOST_BYTES, f"{len(raw)} bytes are too many"
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_bytes(raw)
    print(f"{TARGET.relative_to(TARGET.parent.parent.parent)}: {len(raw) / 1000:.0f} kB")


if __name__ == "__main__":
    main()
