"""The programs that ``make bench-print`` compares: the same layouts, drawn by each its own way.

Each takes layouts and a file name, puts three sheets on an A4 page and writes a PDF. Ours shares
what sheets have in common; fpdf2 and reportlab draw every sheet whole, as one would at first; cairo
records the common part once and replays it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from sheetgen.layout import Bits, Layout, Path, Text
from sheetgen.layout.fonts import font_path, text_width
from sheetgen.layout.model import Primitive
from sheetgen.printing import PrintJob, write_pdf

K = 72 / 25.4
PAGE = (210.0, 297.0)
PLACES = ((8.0, 7.5), (8.0, 101.5), (8.0, 195.5))
SHIFTS = {"start": 0.0, "middle": 0.5, "end": 1.0}


def rgb(colour: str) -> tuple[float, float, float]:
    r, g, b = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return r, g, b


def left(item: Text) -> float:
    return item.x - SHIFTS[item.anchor] * text_width(item.string, item.size, item.font)


def runs(item: Bits) -> Iterator[tuple[float, float, float, float]]:
    """x, y, width, height of each black run."""
    module = item.box.width / len(item.rows)
    for i, row in enumerate(item.rows):
        x = 0
        while (x := row.find("1", x)) >= 0:
            end = row.find("0", x)
            end = len(row) if end < 0 else end
            yield item.box.x + x * module, item.box.y + i * module, (end - x) * module, module
            x = end


def pages(layouts: Iterator[Layout]) -> Iterator[list[Layout]]:
    """The layouts of each page."""
    while page := list(islice(layouts, len(PLACES))):
        yield page


def primitives(layout: Layout) -> Iterator[Primitive]:
    for element in layout.elements:
        yield from element.primitives


def ours(job: PrintJob, layouts: Iterator[Layout], target: str) -> None:
    with open(target, "wb") as stream:
        write_pdf(job, stream)


def reportlab(job: PrintJob, layouts: Iterator[Layout], target: str) -> None:
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas

    for font in ("regular", "bold"):
        registerFont(TTFont(font, str(font_path(font))))
    canvas = Canvas(target, pagesize=(PAGE[0] * K, PAGE[1] * K), pageCompression=1)
    for page in pages(layouts):
        for (x, y), layout in zip(PLACES, page, strict=False):
            canvas.saveState()
            height = layout.frame.height
            canvas.transform(K, 0, 0, K, x * K, (PAGE[1] - y - height) * K)
            for item in primitives(layout):
                _reportlab_item(canvas, item, height)
            canvas.restoreState()
        canvas.showPage()
    canvas.save()


def _reportlab_item(canvas: Any, item: Primitive, height: float) -> None:
    if isinstance(item, Text):
        canvas.setFillColorRGB(*rgb(item.colour))
        canvas.setFont(item.font, item.size)
        canvas.drawString(left(item), height - item.y, item.string)
        return
    path = canvas.beginPath()
    if isinstance(item, Bits):
        canvas.setFillColorRGB(0, 0, 0)
        for x, y, w, h in runs(item):
            path.rect(x, height - y - h, w, h)
        canvas.drawPath(path, stroke=0, fill=1)
        return
    draw = {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo, "Z": path.close}
    for op, *values in item.segments:
        draw[op](*(height - v if i % 2 else v for i, v in enumerate(values)))
    paint = item.paint
    if paint.fill:
        canvas.setFillColorRGB(*rgb(paint.fill))
    if paint.stroke:
        canvas.setStrokeColorRGB(*rgb(paint.stroke))
        canvas.setLineWidth(paint.width)
    canvas.drawPath(path, stroke=int(bool(paint.stroke)), fill=int(bool(paint.fill)))


def fpdf2(job: PrintJob, layouts: Iterator[Layout], target: str) -> None:
    from fpdf import FPDF

    pdf = FPDF(format=PAGE)
    for font in ("regular", "bold"):
        pdf.add_font(font, fname=str(font_path(font)))
    for page in pages(layouts):
        pdf.add_page()
        for (x, y), layout in zip(PLACES, page, strict=False):
            for item in primitives(layout):
                _fpdf2_item(pdf, item, x, y)
    pdf.output(target)


def _fpdf2_item(pdf: Any, item: Primitive, x: float, y: float) -> None:
    """Curves as the lines between their ends: fpdf2 has no quick curves."""
    if isinstance(item, Text):
        pdf.set_text_color(*(round(255 * v) for v in rgb(item.colour)))
        pdf.set_font(item.font, size=item.size * K)
        pdf.text(x + left(item), y + item.y, item.string)
        return
    if isinstance(item, Bits):
        pdf.set_fill_color(0)
        for left_, top, w, h in runs(item):
            pdf.rect(x + left_, y + top, w, h, style="F")
        return
    paint = item.paint
    if paint.fill:
        pdf.set_fill_color(*(round(255 * v) for v in rgb(paint.fill)))
    if paint.stroke:
        pdf.set_draw_color(*(round(255 * v) for v in rgb(paint.stroke)))
        pdf.set_line_width(paint.width)
    style = ("D" if paint.stroke else "") + ("F" if paint.fill else "")
    points = []
    for _, *values in item.segments:
        if values:
            points.append((x + values[-2], y + values[-1]))
    pdf.polygon(points, style=style)


def cairo(job: PrintJob, layouts: Iterator[Layout], target: str) -> None:
    try:
        import cairo as library
    except ImportError:
        import cairocffi as library
    surface = library.PDFSurface(target, PAGE[0] * K, PAGE[1] * K)
    context = library.Context(surface)
    recorded: dict[int, Any] = {}
    for page in pages(layouts):
        for (x, y), layout in zip(PLACES, page, strict=False):
            context.save()
            context.scale(K, K)
            context.translate(x, y)
            context.set_source_surface(_recorded(library, layout, recorded))
            context.paint()
            for element in layout.elements:
                if element.key in _CHANGING:
                    for item in element.primitives:
                        _cairo_item(context, item)
            context.restore()
        context.show_page()
    surface.finish()


_CHANGING = ("code", "code-text", "lucky")


def _recorded(library: Any, layout: Layout, recorded: dict[int, Any]) -> Any:
    template = layout.sheet.code.template
    if template not in recorded:
        frame = layout.frame
        surface = library.RecordingSurface(
            library.CONTENT_COLOR_ALPHA, (0, 0, frame.width, frame.height)
        )
        context = library.Context(surface)
        for element in layout.elements:
            if element.key not in _CHANGING:
                for item in element.primitives:
                    _cairo_item(context, item)
        recorded[template] = surface
    return recorded[template]


def _cairo_item(context: Any, item: Primitive) -> None:
    """Text in the font that the system has: cairo's plain interface opens no font files."""
    if isinstance(item, Text):
        context.set_source_rgb(*rgb(item.colour))
        context.select_font_face("sans-serif")
        context.set_font_size(item.size)
        context.move_to(left(item), item.y)
        context.show_text(item.string)
        return
    if isinstance(item, Bits):
        context.set_source_rgb(0, 0, 0)
        for run in runs(item):
            context.rectangle(*run)
        context.fill()
        return
    _cairo_path(context, item)


def _cairo_path(context: Any, item: Path) -> None:
    draw = {
        "M": context.move_to,
        "L": context.line_to,
        "C": context.curve_to,
        "Z": context.close_path,
    }
    for op, *values in item.segments:
        draw[op](*values)
    if item.paint.fill:
        context.set_source_rgb(*rgb(item.paint.fill))
        context.fill_preserve()
    if item.paint.stroke:
        context.set_source_rgb(*rgb(item.paint.stroke))
        context.set_line_width(item.paint.width)
        context.stroke_preserve()
    context.new_path()


PROGRAMS: dict[str, Callable[[PrintJob, Iterator[Layout], str], None]] = {
    "sheetgen": ours,
    "fpdf2": fpdf2,
    "reportlab": reportlab,
    "cairo": cairo,
}
