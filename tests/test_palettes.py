"""Palettes: everybody tells the rows apart, cells stay light for pens and reader, ink is saved."""

import re
from itertools import combinations
from typing import Any

import colour
import numpy as np
import pytest

from sheetgen.basics import COLOURS
from sheetgen.cli.options import PALETTES
from sheetgen.layout import Layout, Text
from sheetgen.layout.theme import LANGUAGES, Palette, palette_named, palettes, texts
from sheetgen.render.raster import rasterise_sheet
from tests.prints import VARIANTS, layout

ROWS = ("red", "yellow", "green", "blue")
SIGHTS = (None, "Deuteranomaly", "Protanomaly", "Tritanomaly", "tritanopia")
"""At severity 1 the first two are deuteranopia and protanopia (Machado and others, 2009).

Their model only comes near to tritanopia, which is therefore also simulated as by Brettel and
others (1997).
"""

TRITANOPIA = (
    np.array(
        [[1.01277, 0.13548, -0.14826], [-0.01243, 0.86812, 0.14431], [0.07589, 0.805, 0.11911]]
    ),
    np.array(
        [[0.93678, 0.18979, -0.12657], [0.06154, 0.81526, 0.1232], [-0.37562, 1.12767, 0.24796]]
    ),
)
"""On linear RGB, for either side of the plane of the colours that tritanopes see as they are."""

TRITANOPIA_PLANE = np.array([0.03901, -0.02788, -0.01113])

LEAST_DIFFERENCE = 15.0
LIGHTEST_CELL = 215
DARK_PRINT = ("diamond",)
"""Cells with numbers so small that grey ones make empty cells doubtful (docs/looks.md)."""
MAX_CODED = 8
"""Palettes that the sheet code can tell."""

pytestmark = pytest.mark.filterwarnings("ignore:.*tritanomaly")

each_palette = pytest.mark.parametrize("palette", palettes(), ids=lambda palette: palette.name)


def rgb(value: str) -> tuple[int, int, int]:
    assert re.fullmatch("#[0-9a-f]{6}", value)
    return (int(value[1:3], 16), int(value[3:5], 16), int(value[5:7], 16))


def seen(value: str, sight: str | None) -> Any:
    """A colour in CIE Lab as eyes of a kind see it."""
    linear = colour.models.eotf_sRGB(np.array(rgb(value)) / 255)
    if sight == "tritanopia":
        side = 0 if linear @ TRITANOPIA_PLANE >= 0 else 1
        linear = np.clip(TRITANOPIA[side] @ linear, 0, 1)
    elif sight:
        matrix = colour.blindness.matrix_cvd_Machado2009(sight, 1.0)
        linear = np.clip(matrix @ linear, 0, 1)
    xyz = colour.RGB_to_XYZ(linear, "sRGB", apply_cctf_decoding=False)
    return colour.XYZ_to_Lab(xyz)


def least_difference(palette: Palette, sight: str | None) -> float:
    """The smallest CIEDE2000 between the bands of any two row colours."""
    bands = [seen(palette[name].band, sight) for name in ROWS]
    return min(float(colour.delta_E(a, b, method="CIE 2000")) for a, b in combinations(bands, 2))


def ink(made: Layout) -> float:
    """Mean coverage with cyan, magenta and yellow, as a share of the paper."""
    return float(1 - rasterise_sheet(made, 6).mean() / 255)


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("name", ["clear", "grey"])
def test_colour_blind_players_tell_the_rows_apart(name: str, sight: str | None) -> None:
    assert least_difference(palette_named(name), sight) >= LEAST_DIFFERENCE


def test_the_order_of_palettes_is_part_of_the_sheet_code() -> None:
    names = [palette.name for palette in palettes()]
    assert names == list(PALETTES) == ["standard", "clear", "grey", "outline", "large"]
    assert len(names) <= MAX_CODED


@each_palette
def test_every_colour_has_its_tones(palette: Palette) -> None:
    assert [name for name, _ in palette.colours] == list(COLOURS)


@each_palette
def test_cells_are_light_and_bands_clearly_darker(palette: Palette) -> None:
    for _, tones in palette.colours:
        assert min(rgb(tones.tint)) >= LIGHTEST_CELL
        assert min(rgb(tones.tint)) - min(rgb(tones.band)) >= 60
        assert min(rgb(tones.tint)) - min(rgb(tones.ink)) >= 100


def contrast(value: str, ground: str) -> float:
    """Of two colours, 1 to 21, as WCAG 2.2 defines it."""
    linear = [colour.models.eotf_sRGB(np.array(rgb(one)) / 255) for one in (value, ground)]
    dark, light = sorted(float(one @ (0.2126, 0.7152, 0.0722)) for one in linear)
    return (light + 0.05) / (dark + 0.05)


@each_palette
def test_numbers_stand_out_but_are_not_as_dark_as_pens(palette: Palette) -> None:
    least = {"large": 7.0, "clear": 4.5, "grey": 4.5}.get(palette.name, 3.0)
    for _, tones in palette.colours:
        assert least <= contrast(tones.ink, tones.tint) <= 8.0
        assert least <= contrast(palette["grey"].ink, tones.tint) <= 8.0, "two-coloured fields"


@each_palette
@pytest.mark.parametrize("name", VARIANTS)
def test_nothing_in_a_cell_is_as_dark_as_a_pen(name: str, palette: Palette) -> None:
    made = layout(name, palette=palette.index)
    dark = {f"cell/{box.cell.id}" for box in made.mark_boxes if box.cell.kind in DARK_PRINT}
    inks = [
        item.colour
        for element in made.elements
        if element.key.startswith("cell/") and element.key not in dark
        for item in element.primitives
        if isinstance(item, Text) and item.anchor == "middle"
    ]
    assert inks
    assert max(contrast(ink, "#ffffff") for ink in inks) <= 8.5


@pytest.mark.parametrize("name", VARIANTS)
def test_outlines_save_ink(name: str) -> None:
    outline = ink(layout(name, palette=palette_named("outline").index))
    assert outline <= 0.4 * ink(layout(name))


@pytest.mark.parametrize("name", ["original", "longo"])
def test_large_print_is_larger(name: str) -> None:
    standard = number_sizes(layout(name))
    large = number_sizes(layout(name, palette=palette_named("large").index))
    assert all(b >= 1.08 * a for a, b in zip(standard, large, strict=True))


def number_sizes(made: Layout) -> list[float]:
    return [
        item.size
        for element in made.elements
        if element.key.startswith("cell/")
        for item in element.primitives
        if isinstance(item, Text)
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_letters_tell_all_colours_apart(language: str) -> None:
    letters = [texts(language)[f"letter-{name}"] for name in COLOURS]
    assert len(set(letters)) == len(COLOURS)
    assert all(1 <= len(letter) <= 2 for letter in letters)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_row_starts_with_its_letters(language: str) -> None:
    words = texts(language)
    for name in VARIANTS:
        made = layout(name, language=LANGUAGES.index(language))
        elements = {element.key: element for element in made.elements}
        for row in made.sheet.rows:
            own = bool(row.spec and row.spec.colours)
            colours = (row.cells[0].colour,) if own else row.colours
            expected = [words[f"letter-{colour}"] for colour in colours]
            found = [
                item.string
                for item in elements[f"band/{row.id}"].primitives
                if isinstance(item, Text)
            ]
            assert found == expected


SMALLEST_WORD, SMALLEST_LETTER = 2.1, 1.9
"""Font sizes in mm at the sheet's full size: 6 points, and the letters of colours."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", VARIANTS)
def test_no_word_is_shrunk_until_nobody_can_read_it(name: str, language: str) -> None:
    for palette in palettes():
        made = layout(name, language=LANGUAGES.index(language), palette=palette.index)
        for element in made.elements:
            for item in element.primitives:
                if isinstance(item, Text):
                    least = SMALLEST_LETTER if len(item.string) < 3 else SMALLEST_WORD
                    assert item.size >= least, (palette.name, item.string)
