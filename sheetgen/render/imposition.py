"""Where sheets lie on a page. Millimetres from the page's top left corner, y down."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sheetgen.errors import UsageError
from sheetgen.geometry import Affine, Rect

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MARGIN = 7.5
"""Home printers print up to 4-5 mm from the edge; crop marks need the rest."""

FULL_SIZE = 0.9
"""``--per-page auto`` takes as many sheets as keep at least this scale."""

MAX_PER_PAGE = 4
_SIZE = re.compile(r"^(\d{2,4}(?:\.\d+)?)x(\d{2,4}(?:\.\d+)?)(?:mm)?$")


Line = tuple[float, float, float, float]
"""x1, y1, x2, y2."""


@dataclass(frozen=True, slots=True)
class Imposition:
    """A page and the slots on it, each for a sheet of ``sheet_width`` x ``sheet_height``."""

    page_width: float
    page_height: float
    sheet_width: float
    sheet_height: float
    slots: tuple[Affine, ...]
    bleed: float = 0.0
    """How far the print goes over the edges of the outer sheets."""

    @property
    def scale(self) -> float:
        return self.slots[0].scale

    def slot_box(self, slot: Affine) -> Rect:
        """The trimmed sheet of a slot on the page."""
        return Rect(slot.e, slot.f, self.sheet_width * slot.scale, self.sheet_height * slot.scale)

    @property
    def trim_box(self) -> Rect:
        """The smallest box around all slots."""
        boxes = [self.slot_box(slot) for slot in self.slots]
        left, top = min(box.x for box in boxes), min(box.y for box in boxes)
        right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
        return Rect(left, top, right - left, bottom - top)

    def crop_marks(self, gap: float = 1.0, length: float = 2.5) -> list[Line]:
        """Lines (x1, y1, x2, y2) in the margins, in line with every edge of every slot."""
        boxes = [self.slot_box(slot) for slot in self.slots]
        trim = self.trim_box
        xs = sorted({round(x, 4) for box in boxes for x in (box.x, box.right)})
        ys = sorted({round(y, 4) for box in boxes for y in (box.y, box.bottom)})
        marks: list[Line] = []
        for x in xs:
            marks.append((x, trim.y - gap - length, x, trim.y - gap))
            marks.append((x, trim.bottom + gap, x, trim.bottom + gap + length))
        for y in ys:
            marks.append((trim.x - gap - length, y, trim.x - gap, y))
            marks.append((trim.right + gap, y, trim.right + gap + length, y))
        return marks


def paper_size(name: str) -> tuple[float, float]:
    """Width and height in mm of a paper by name, or of a size such as '200x100'."""
    key = name.strip().lower()
    if key in PAPERS:
        return PAPERS[key]
    match = _SIZE.match(key)
    if match:
        return float(match[1]), float(match[2])
    raise UsageError(
        f"no paper '{name}'", f"choose one of {', '.join(PAPERS)} or give a size such as 200x100mm"
    )


def impose(
    sheet_width: float,
    sheet_height: float,
    paper: tuple[float, float],
    per_page: int | None = None,
    margin: float = MARGIN,
) -> Imposition:
    """Arrange sheets on a page so that their cells are as large as possible.

    The page is upright or turned, the sheets lie in the grid with the largest scale. Without
    ``per_page`` as many sheets as keep about their full size, up to four. Raises UsageError if the
    page has no room inside its margins.
    """
    if per_page is not None and not 1 <= per_page <= MAX_PER_PAGE:
        raise UsageError(
            f"{per_page} sheets per page are not possible", f"give 1 to {MAX_PER_PAGE}, or auto"
        )
    if min(paper) <= 2 * margin + 10:
        raise UsageError(
            f"paper {paper[0]:g} x {paper[1]:g} mm leaves no room inside margins of {margin:g} mm",
            "use larger paper or a smaller margin",
        )
    sheet = (sheet_width, sheet_height)
    if per_page is not None:
        return _best_grid(sheet, paper, per_page, margin)
    options = [_best_grid(sheet, paper, n, margin) for n in range(MAX_PER_PAGE, 0, -1)]
    return next((option for option in options if option.scale >= FULL_SIZE), options[-1])


def _best_grid(
    sheet: tuple[float, float], paper: tuple[float, float], count: int, margin: float
) -> Imposition:
    options = [
        _grid(sheet, page, columns, -(-count // columns), count, margin)
        for page in ((min(paper), max(paper)), (max(paper), min(paper)))
        for columns in range(1, count + 1)
    ]
    return max(options, key=lambda option: round(option.scale, 6))


def _grid(
    sheet: tuple[float, float],
    page: tuple[float, float],
    columns: int,
    rows: int,
    count: int,
    margin: float,
) -> Imposition:
    width, height = sheet
    scale = min(
        (page[0] - 2 * margin) / (columns * width), (page[1] - 2 * margin) / (rows * height)
    )
    left = (page[0] - columns * width * scale) / 2
    top = (page[1] - rows * height * scale) / 2
    slots = tuple(
        Affine.placing(
            left + (i % columns) * width * scale, top + (i // columns) * height * scale, scale
        )
        for i in range(count)
    )
    return Imposition(page[0], page[1], width, height, slots)
