"""Layouts to PDF with reportlab. The only file that knows points and that y points up in PDF.

The elements that all sheets of a run share are drawn once, as a form object; each sheet then adds
only what is its own (code, lucky numbers, drawn colours). Output is invariant: the same layouts
give the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, BinaryIO

from reportlab.lib.colors import HexColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from sheetgen.geometry import Affine, Rect
from sheetgen.layout import Bits, Element, Layout, Path, Text
from sheetgen.layout.fonts import FONT_FILES, font_path
from sheetgen.render.imposition import Imposition

POINTS_PER_MM = 72 / 25.4
_FACES = {font: f"sheetgen-{font}" for font in FONT_FILES}


@dataclass(frozen=True, slots=True)
class _Form:
    """A form object and the elements in it, by key."""

    name: str
    shared: dict[str, Element]


class PdfDocument:
    """Sheets imposed on pages, written to a binary stream by ``save``."""

    def __init__(self, stream: BinaryIO, title: str, author: str) -> None:
        _register_fonts()
        self._canvas = Canvas(stream, invariant=1, pageCompression=1)
        self._canvas.setTitle(title)
        self._canvas.setAuthor(author)
        self._canvas.setCreator("sheetgen")
        self._forms: dict[int, _Form] = {}
        """The form in use of each template id."""
        self._form_count = 0

    def add_page(
        self, imposition: Imposition, layouts: Iterable[Layout], crop_marks: bool = False
    ) -> None:
        """One page with a layout per slot; slots left over stay empty."""
        canvas, k, page_height = self._canvas, POINTS_PER_MM, imposition.page_height
        canvas.setPageSize((imposition.page_width * k, page_height * k))
        canvas.setTrimBox(_pdf_box(imposition.trim_box, page_height))
        for slot, layout in zip(imposition.slots, layouts, strict=False):
            canvas.saveState()
            canvas.transform(*_placement(slot, layout.frame.height, page_height))
            self._draw_sheet(layout)
            canvas.restoreState()
        if crop_marks:
            _draw_crop_marks(canvas, imposition)
        canvas.showPage()

    def save(self) -> None:
        self._canvas.save()

    def _draw_sheet(self, layout: Layout) -> None:
        form = self._form_for(layout)
        self._canvas.doForm(form.name)
        for element in layout.elements:
            if element.key not in form.shared:
                _draw_element(self._canvas, element, layout.frame.height)

    def _form_for(self, layout: Layout) -> _Form:
        """The form of the sheet's template; one that no longer fits is replaced.

        The first sheet's form holds all but its code; a later sheet that differs elsewhere leaves
        what both share. The shared part only shrinks, so that the number of forms is bounded.
        """
        template = layout.sheet.code.template
        form = self._forms.get(template)
        if form is None:
            fitting = {e.key: e for e in layout.elements if not e.key.startswith("code")}
        else:
            shared = form.shared
            fitting = {e.key: e for e in layout.elements if shared.get(e.key) == e}
            if len(fitting) == len(shared):
                return form
        form = self._forms[template] = _Form(f"sheet{self._form_count}", fitting)
        self._form_count += 1
        self._define_form(form, layout)
        return form

    def _define_form(self, form: _Form, layout: Layout) -> None:
        canvas, frame = self._canvas, layout.frame
        canvas.beginForm(form.name, 0, 0, frame.width, frame.height)
        for element in layout.elements:
            if element.key in form.shared:
                _draw_element(canvas, element, frame.height)
        canvas.endForm()


def _pdf_box(box: Rect, page_height: float) -> tuple[float, float, float, float]:
    """A box of the page as PDF wants it: left, bottom, right, top in points."""
    k = POINTS_PER_MM
    return (box.x * k, (page_height - box.bottom) * k, box.right * k, (page_height - box.y) * k)


def _placement(slot: Affine, sheet_height: float, page_height: float) -> tuple[float, ...]:
    """From sheet mm with y up to page points: the y-flip of slot and page in one matrix."""
    k = POINTS_PER_MM
    foot = slot.apply(0, sheet_height)
    return (
        slot.a * k, -slot.b * k, -slot.c * k, slot.d * k, foot.x * k, (page_height - foot.y) * k,
    )  # fmt: skip


def _draw_crop_marks(canvas: Any, imposition: Imposition) -> None:
    k, height = POINTS_PER_MM, imposition.page_height
    canvas.saveState()
    canvas.setLineWidth(0.25)
    canvas.setStrokeColor(_colour("#000000"))
    for x1, y1, x2, y2 in imposition.crop_marks():
        canvas.line(x1 * k, (height - y1) * k, x2 * k, (height - y2) * k)
    canvas.restoreState()


def _register_fonts() -> None:
    for font, face in _FACES.items():
        if face not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(face, str(font_path(font))))


@lru_cache(64)
def _colour(value: str) -> Any:
    return HexColor(value)


def _draw_element(canvas: Any, element: Element, height: float) -> None:
    for primitive in element.primitives:
        if isinstance(primitive, Path):
            _draw_path(canvas, primitive, height)
        elif isinstance(primitive, Text):
            _draw_text(canvas, primitive, height)
        else:
            _draw_bits(canvas, primitive, height)


def _draw_path(canvas: Any, item: Path, height: float) -> None:
    path = canvas.beginPath()
    for op, *values in item.segments:
        points = [height - v if i % 2 else v for i, v in enumerate(values)]
        if op == "M":
            path.moveTo(*points)
        elif op == "L":
            path.lineTo(*points)
        elif op == "C":
            path.curveTo(*points)
        else:
            path.close()
    paint = item.paint
    if paint.fill:
        canvas.setFillColor(_colour(paint.fill))
    if paint.stroke:
        canvas.setStrokeColor(_colour(paint.stroke))
        canvas.setLineWidth(paint.width)
        canvas.setDash(*(([], 0) if not paint.dash else (list(paint.dash), 0)))
        canvas.setLineCap(1)
    canvas.drawPath(path, stroke=int(bool(paint.stroke)), fill=int(bool(paint.fill)))


def _draw_text(canvas: Any, item: Text, height: float) -> None:
    canvas.setFillColor(_colour(item.colour))
    canvas.setFont(_FACES[item.font], item.size)
    draw = {
        "start": canvas.drawString,
        "middle": canvas.drawCentredString,
        "end": canvas.drawRightString,
    }[item.anchor]
    draw(item.x, height - item.y, item.string)


def _draw_bits(canvas: Any, item: Bits, height: float) -> None:
    """Black runs of the pattern as one path; runs of neighbouring rows touch without a seam."""
    canvas.setFillColor(_colour("#000000"))
    path = canvas.beginPath()
    module = item.box.width / len(item.rows)
    for i, row in enumerate(item.rows):
        top = height - item.box.y - i * module
        for start, end in _runs(row):
            path.rect(item.box.x + start * module, top - module, (end - start) * module, module)
    canvas.drawPath(path, stroke=0, fill=1)


def _runs(row: str) -> list[tuple[int, int]]:
    """Start and end of each run of '1'."""
    edges = [
        i for i in range(len(row) + 1) if (row[i : i + 1] == "1") != (i > 0 and row[i - 1] == "1")
    ]
    return list(zip(edges[::2], edges[1::2], strict=True))
