"""Layouts to PDF. With ``operators`` the only place that knows points and that y points up in PDF.

What all sheets of a run share is drawn once, as a form object; each sheet then adds only what is
its own (code, lucky numbers, drawn cells). Pages are written as they come, so that memory does not
grow with their number. Output is invariant: the same layouts give the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import BinaryIO, TypeVar

from sheetgen.geometry import Affine, Rect
from sheetgen.layout import Element, Layout, Text
from sheetgen.layout.model import Primitive
from sheetgen.render.imposition import Imposition, Line
from sheetgen.render.operators import number, operators
from sheetgen.render.pdf_file import PdfFile, references
from sheetgen.render.pdf_fonts import UsedFonts
from sheetgen.render.pdf_metadata import (
    write_bookmarks,
    write_information,
    write_output_intent,
    write_xmp,
)

POINTS_PER_MM = 72 / 25.4
_LINE_WIDTH = 0.25
"""Crop marks and cut lines, in points."""

_BRANCH = 1000
"""Pages in a branch of the page tree; PDF 1.4 allows lists of 8191."""

_WORTH_A_FORM = 250
"""Drawings of fewer bytes than this are repeated rather than made a form."""

_MAX_FORMS = 4000
"""PDF 1.4 allows dictionaries of 4095 entries."""

_REMEMBERED = 4000
"""Elements that a form remembers."""


@dataclass(frozen=True, slots=True)
class _Shared:
    """An element in a form: its first ``count`` primitives are drawn there."""

    element: Element
    count: int


T = TypeVar("T")


def _remember(
    memory: dict[int, tuple[Element, T]], element: Element, found: T
) -> tuple[Element, T]:
    """What was found of an element; it is kept with it, or its identity might be used again."""
    if len(memory) >= _REMEMBERED:
        memory.clear()
    memory[id(element)] = element, found
    return element, found


@dataclass(frozen=True, slots=True)
class _Form:
    """A form object and what it draws, by the elements' keys."""

    name: bytes
    shared: dict[str, _Shared]
    compared: dict[int, tuple[Element, int]] = field(default_factory=dict)
    """Elements of earlier sheets, by identity, and how much of them is in the form."""
    left: dict[int, tuple[Element, bytes]] = field(default_factory=dict)
    """Elements of earlier sheets, by identity, and the drawing of what is not in the form."""

    def common(self, element: Element, part: _Shared) -> int:
        """The number of primitives at the start of an element that the form draws."""
        known = self.compared.get(id(element))
        if known is None:
            count = min(part.count, _common(part.element.primitives, element.primitives))
            known = _remember(self.compared, element, count)
        return known[1]


class PdfDocument:
    """Sheets imposed on pages and pages of free drawings, written to a binary stream.

    Pages are written as they are added; the file is complete after ``save``.
    """

    def __init__(self, stream: BinaryIO, title: str, author: str, duplex: str = "") -> None:
        self._file = PdfFile(stream)
        self._title, self._author, self._duplex = title, author, duplex
        self._catalogue, self._tree = self._file.reserve(), self._file.reserve()
        self._resources, self._form_resources = self._file.reserve(), self._file.reserve()
        self._fonts = UsedFonts()
        self._pages: list[int] = []
        self._nodes: list[int] = []
        """The page tree's branches, each of up to ``_BRANCH`` pages."""
        self._bookmarks: list[tuple[str, int]] = []
        """Title and index of a page."""
        self._forms: dict[int, _Form] = {}
        """The form in use of each template id."""
        self._form_objects: list[int] = []
        self._met: dict[bytes, bytes | None] = {}
        """Drawings that some sheets have, and the names of those that are forms."""

    def bookmark(self, title: str) -> None:
        """Begin a part of the document with the page that is added next."""
        self._bookmarks.append((title, len(self._pages)))

    def add_page(
        self, imposition: Imposition, layouts: Iterable[Layout], lines: Sequence[Line] = ()
    ) -> None:
        """One page with a layout per slot; slots left over stay empty. ``lines`` in page mm."""
        parts: list[bytes] = []
        for slot, layout in zip(imposition.slots, layouts, strict=False):
            parts.append(_placement(slot, layout.frame.height, imposition.page_height))
            parts += self._sheet(layout)
            parts.append(b"Q\n")
        if lines:
            parts.append(_lines(lines, imposition.page_height))
        size = imposition.page_width, imposition.page_height
        trim = imposition.trim_box
        boxes = b"/TrimBox[%b]" % _box(trim, size[1])
        if imposition.bleed:
            boxes += b"/BleedBox[%b]" % _box(trim.inset(-imposition.bleed), size[1])
        self._write_page(*size, b"".join(parts), boxes)

    def add_drawing(self, width: float, height: float, elements: Iterable[Element]) -> None:
        """One page of its own, in mm from its top left corner, such as a page of rules."""
        primitives = chain.from_iterable(element.primitives for element in elements)
        k = number(POINTS_PER_MM).encode()
        content = b"%b 0 0 %b 0 0 cm\n" % (k, k)
        self._write_page(width, height, content + self._draw(primitives, height))

    def save(self) -> None:
        """Write what all pages share, and the end of the file."""
        file = self._file
        names = [b"/S%d %d 0 R" % (i, form) for i, form in enumerate(self._form_objects)]
        forms = b"/XObject<<%b>>" % b"".join(names) if names else b""
        fonts = self._fonts.write(file)
        file.add(b"<<%b%b>>" % (fonts, forms), self._resources)
        file.add(b"<<%b>>" % fonts, self._form_resources)
        for i, node in enumerate(self._nodes):
            pages = self._pages[i * _BRANCH : (i + 1) * _BRANCH]
            content = b"<</Type/Pages/Parent %d 0 R/Count %d/Kids[%b]>>"
            file.add(content % (self._tree, len(pages), references(pages)), node)
        branches = references(self._nodes)
        file.add(b"<</Type/Pages/Count %d/Kids[%b]>>" % (len(self._pages), branches), self._tree)
        extra = b""
        if self._bookmarks:
            marks = [(title, self._pages[page]) for title, page in self._bookmarks]
            extra += b"/PageMode/UseOutlines/Outlines %d 0 R" % write_bookmarks(file, marks)
        if self._duplex:
            extra += b"/ViewerPreferences<</Duplex/%b>>" % self._duplex.encode()
        intent = write_output_intent(file)
        xmp = write_xmp(file, self._title, self._author)
        file.add(
            b"<</Type/Catalog/Pages %d 0 R/Metadata %d 0 R/OutputIntents[%d 0 R]%b>>"
            % (self._tree, xmp, intent, extra),
            self._catalogue,
        )
        file.finish(self._catalogue, write_information(file, self._title, self._author))

    def _write_page(self, width: float, height: float, content: bytes, boxes: bytes = b"") -> None:
        if len(self._pages) % _BRANCH == 0:
            self._nodes.append(self._file.reserve())
        stream = self._file.add_stream(content)
        k = POINTS_PER_MM
        size = f"{number(width * k)} {number(height * k)}".encode()
        page = self._file.add(
            b"<</Type/Page/Parent %d 0 R/Resources %d 0 R/MediaBox[0 0 %b]%b/Contents %d 0 R>>"
            % (self._nodes[-1], self._resources, size, boxes, stream)
        )
        self._pages.append(page)

    def _draw(self, primitives: Iterable[Primitive], height: float) -> bytes:
        drawn = []
        for item in primitives:
            if isinstance(item, Text):
                self._fonts.note(item.font, item.string)
            drawn.append(operators(item, height))
        return b"".join(drawn)

    def _sheet(self, layout: Layout) -> list[bytes]:
        """The form of the sheet, then what is not in it."""
        form = self._form_for(layout)
        shared, height = form.shared, layout.frame.height
        parts = [b"/%b Do\n" % form.name]
        for element in layout.elements:
            part = shared.get(element.key)
            if part is not None and part.count == len(element.primitives):
                continue
            if element.key.startswith("code"):
                parts.append(self._draw(element.primitives, height))
                continue
            drawn = self._left_over(element, form, height)
            parts.append(self._repeated(drawn, layout) if len(drawn) >= _WORTH_A_FORM else drawn)
        return parts

    def _left_over(self, element: Element, form: _Form, height: float) -> bytes:
        """The drawing of what a form leaves of an element."""
        known = form.left.get(id(element))
        if known is None:
            part = form.shared.get(element.key)
            drawn = self._draw(element.primitives[part.count if part else 0 :], height)
            known = _remember(form.left, element, drawn)
        return known[1]

    def _repeated(self, drawn: bytes, layout: Layout) -> bytes:
        """A drawing that is met again becomes a form of its own, which is then only named."""
        if drawn in self._met:
            name = self._met[drawn]
            if name is None and len(self._form_objects) < _MAX_FORMS:
                name = self._met[drawn] = self._add_form(drawn, layout)
            return b"/%b Do\n" % name if name else drawn
        if len(self._met) < _MAX_FORMS:
            self._met[drawn] = None
        return drawn

    def _form_for(self, layout: Layout) -> _Form:
        """The form of the sheet's template; one that no longer fits is replaced.

        The first sheet's form holds all but its code; a later sheet that differs elsewhere leaves
        what both share. The shared part only shrinks, so that the number of forms is bounded.
        """
        template = layout.sheet.code.template
        form = self._forms.get(template)
        if form is None:
            fitting = {
                e.key: _Shared(e, len(e.primitives))
                for e in layout.elements
                if not e.key.startswith("code")
            }
        else:
            fitting = _still_shared(form, layout)
            if fitting is form.shared:
                return form
        form = self._forms[template] = self._write_form(fitting, layout)
        return form

    def _write_form(self, shared: dict[str, _Shared], layout: Layout) -> _Form:
        """In the order of the elements; later ones are drawn over earlier ones."""
        height = layout.frame.height
        content = b"".join(
            self._draw(part.element.primitives[: part.count], height) for part in shared.values()
        )
        return _Form(self._add_form(content, layout), shared)

    def _add_form(self, content: bytes, layout: Layout) -> bytes:
        """Write a form object as large as a sheet; returns its name."""
        entries = b"/Type/XObject/Subtype/Form/BBox[0 0 %b %b]/Resources %d 0 R" % (
            number(layout.frame.width).encode(),
            number(layout.frame.height).encode(),
            self._form_resources,
        )
        self._form_objects.append(self._file.add_stream(content, entries))
        return b"S%d" % (len(self._form_objects) - 1)


def _still_shared(form: _Form, layout: Layout) -> dict[str, _Shared]:
    """What a layout has in common with a form; the same object if that is all of the form."""
    found: dict[str, _Shared] = {}
    smaller = False
    for element in layout.elements:
        part = form.shared.get(element.key)
        if part is None:
            continue
        if element is not part.element:
            count = form.common(element, part)
            if count < part.count:
                smaller, part = True, _Shared(element, count)
        if part.count:
            found[element.key] = part
    return found if smaller or len(found) < len(form.shared) else form.shared


def _common(first: tuple[Primitive, ...], second: tuple[Primitive, ...]) -> int:
    """The number of equal primitives at the start of both."""
    if first is second:
        return len(first)
    pairs = enumerate(zip(first, second, strict=False))
    differing = (i for i, (a, b) in pairs if a is not b and a != b)
    return next(differing, min(len(first), len(second)))


def _box(box: Rect, page_height: float) -> bytes:
    """A box of the page as PDF wants it: left, bottom, right, top in points."""
    k = POINTS_PER_MM
    edges = (box.x * k, (page_height - box.bottom) * k, box.right * k, (page_height - box.y) * k)
    return " ".join(number(edge) for edge in edges).encode()


def _placement(slot: Affine, sheet_height: float, page_height: float) -> bytes:
    """From sheet mm with y up to page points: the y-flip of slot and page in one matrix."""
    k = POINTS_PER_MM
    foot = slot.apply(0, sheet_height)
    matrix = (
        slot.a * k, -slot.b * k, -slot.c * k, slot.d * k, foot.x * k, (page_height - foot.y) * k,
    )  # fmt: skip
    return f"q {' '.join(f'{value:.6g}' for value in matrix)} cm\n".encode()


def _lines(lines: Sequence[Line], page_height: float) -> bytes:
    k = POINTS_PER_MM
    drawn = [
        f"{number(x1 * k)} {number((page_height - y1) * k)} m "
        f"{number(x2 * k)} {number((page_height - y2) * k)} l S\n"
        for x1, y1, x2, y2 in lines
    ]
    return f"q {_LINE_WIDTH} w 0 G\n{''.join(drawn)}Q\n".encode()
