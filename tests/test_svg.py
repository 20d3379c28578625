"""Sheets as SVG: the same picture as the PDF, drawn by another program."""

import io
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import resvg_py
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.ttLib import TTFont
from PIL import Image

from sheetgen.layout import lay_out
from sheetgen.layout.fonts import FONT_FILES, font_path, typeface
from sheetgen.printing import PrintRequest, plan_print
from sheetgen.render.glyphs import path_data
from sheetgen.render.raster import rasterise_sheet
from sheetgen.render.svg import sheet_svg
from sheetgen.sheet import make_sheet
from tests.commands import run
from tests.prints import VARIANTS, layout, own_variant

PX_PER_MM = 4
SVG = "{http://www.w3.org/2000/svg}"


def drawn(svg: str) -> Any:
    """The raster of another program, at whole pixels per millimetre."""
    in_pixels = re.sub(
        r'"([\d.]+)mm"', lambda size: f'"{round(float(size[1]) * PX_PER_MM)}"', svg, count=2
    )
    png = resvg_py.svg_to_bytes(svg_string=in_pixels, skip_system_fonts=True)
    with Image.open(io.BytesIO(bytes(png))) as image:
        return np.asarray(image.convert("RGB"))


@pytest.mark.parametrize("name", VARIANTS)
def test_the_picture_is_that_of_the_pdf(name: str) -> None:
    made = layout(name)
    pdf = rasterise_sheet(made, PX_PER_MM)
    ours = drawn(sheet_svg(made))
    assert ours.shape == pdf.shape
    difference = np.abs(ours.astype(int) - pdf.astype(int)).max(axis=2)
    assert difference.mean() < 6
    # Edges may differ by how a pixel is shared; areas may not.
    assert (difference > 128).mean() < 0.003


def test_accents_and_characters_that_xml_knows() -> None:
    (run_,) = plan_print(PrintRequest((own_variant(title='Größe <ł> & "ø"'),), seed=0)).runs
    made = lay_out(make_sheet(run_.variant, run_.code(0)))
    tree = ET.fromstring(sheet_svg(made))
    assert (tree.findtext(f"{SVG}title") or "").startswith('Größe <ł> & "ø" ')
    labels = [group.get("aria-label") for group in tree.iter(f"{SVG}g")]
    assert 'Größe <ł> & "ø"' in labels
    difference = np.abs(drawn(sheet_svg(made)).astype(int) - rasterise_sheet(made, PX_PER_MM))
    assert (difference.max(axis=2) > 128).mean() < 0.002


@pytest.mark.parametrize("name", VARIANTS)
def test_every_element_is_a_group_with_its_key(name: str) -> None:
    made = layout(name)
    tree = ET.fromstring(sheet_svg(made))
    assert [group.get("id") for group in tree.findall(f"{SVG}g")] == [e.key for e in made.elements]
    ids = [item.get("id") for item in tree.iter() if item.get("id")]
    assert len(ids) == len(set(ids))
    uses = {item.get("{http://www.w3.org/1999/xlink}href") for item in tree.iter(f"{SVG}use")}
    assert {f"#{name}" for name in ids} >= uses


@pytest.mark.parametrize("font", FONT_FILES)
def test_outlines_are_those_that_fonttools_reads(font: str) -> None:
    theirs = TTFont(str(font_path(font)))
    glyph_set, order = theirs.getGlyphSet(), theirs.getGlyphOrder()
    for glyph in typeface(font).glyphs.values():
        pen, whole = SVGPathPen(glyph_set), DecomposingRecordingPen(glyph_set)
        glyph_set[order[glyph]].draw(whole)
        whole.replay(pen)
        assert area(path_data(font, glyph)) == pytest.approx(area(pen.getCommands()), abs=1)


def area(data: str) -> float:
    """The area that a picture of a path covers, in thousandths of a square em."""
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="50" '
        f'viewBox="-500 -800 2000 2500"><path d="{data}"/></svg>'
    )
    png = resvg_py.svg_to_bytes(svg_string=svg, background="#ffffff", skip_system_fonts=True)
    with Image.open(io.BytesIO(bytes(png))) as image:
        return float((255 - np.asarray(image.convert("L"), dtype=float)).sum() / 255)


def test_preview_writes_svg_by_the_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("preview", "longo", "-o", "a.SVG")
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr.startswith("a.SVG: 194 x 94 mm, sheet ")
    assert ET.parse("a.SVG").getroot().tag == f"{SVG}svg"
    assert run("preview", "longo", "-o", "a.SVG").exit_code == 2
    assert run("preview", "longo", "-o", "a.SVG", "--force").exit_code == 0


def test_the_same_sheet_the_same_bytes() -> None:
    assert sheet_svg(layout("longo")) == sheet_svg(layout("longo"))
