"""Where sheets lie on a page. Millimetres from the page's top left corner, y down."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from sheetgen.errors import UsageError
from sheetgen.geometry import Affine, Rect, bounding_box
from sheetgen.render.paper import MARK_LENGTH, MAX_PER_PAGE, SCALES, PageWishes, check_page_wishes

FULL_SIZE = 0.9
"""``--per-page auto`` takes as many sheets as keep at least this scale."""

_MOST_MIXED = 24
"""Up to this many sheets, some may lie turned beside the others."""

_WORTH_MIXING = 0.95
"""Sheets that lie in two ways count by this share of their scale."""

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
    """How far the print may go over the edges of the outer sheets."""

    @property
    def scale(self) -> float:
        return self.slots[0].scale

    def slot_box(self, slot: Affine) -> Rect:
        """The trimmed sheet of a slot on the page."""
        corners = Rect(0, 0, self.sheet_width, self.sheet_height).corners
        return bounding_box(slot.apply(*corner) for corner in corners)

    @property
    def trim_box(self) -> Rect:
        """The smallest box around all slots."""
        boxes = [self.slot_box(slot) for slot in self.slots]
        return bounding_box(corner for box in boxes for corner in box.corners)

    def back(self, flip: str) -> Imposition:
        """The back of the page: each slot behind the same slot of the front.

        ``flip``: the edge (``long`` or ``short``) about which the paper is turned over. Sheets stay
        upright for a reader who turns the paper about that edge.
        """
        upright = self.page_height >= self.page_width
        about_the_side = upright == (flip == "long")
        slots = []
        for slot in self.slots:
            box = self.slot_box(slot)
            if about_the_side:
                shift = self.page_width - box.right - box.x
                slots.append(replace(slot, e=slot.e + shift))
            else:
                shift = self.page_height - box.bottom - box.y
                slots.append(replace(slot, f=slot.f + shift))
        return replace(self, slots=tuple(slots))

    def lines(self, wishes: PageWishes) -> list[Line]:
        """The crop marks or cut lines that are wished for."""
        if wishes.cut == "marks":
            return self.crop_marks(wishes.mark_gap)
        return self.cut_lines() if wishes.cut == "lines" else []

    def crop_marks(self, gap: float = 1.0, length: float = MARK_LENGTH) -> list[Line]:
        """Lines in the margins, in line with the edges of the slots that border on the margin."""
        trim = self.trim_box
        boxes = [self.slot_box(slot) for slot in self.slots]
        marks: list[Line] = []
        for x in _edges((b.x, b.right) for b in boxes if _near(b.y, trim.y)):
            marks.append((x, trim.y - gap - length, x, trim.y - gap))
        for x in _edges((b.x, b.right) for b in boxes if _near(b.bottom, trim.bottom)):
            marks.append((x, trim.bottom + gap, x, trim.bottom + gap + length))
        for y in _edges((b.y, b.bottom) for b in boxes if _near(b.x, trim.x)):
            marks.append((trim.x - gap - length, y, trim.x - gap, y))
        for y in _edges((b.y, b.bottom) for b in boxes if _near(b.right, trim.right)):
            marks.append((trim.right + gap, y, trim.right + gap + length, y))
        return marks

    def cut_lines(self) -> list[Line]:
        """Lines along the edges of all slots; an edge that two slots share is drawn once."""
        found: dict[Line, None] = {}
        for slot in self.slots:
            box = self.slot_box(slot)
            corners = box.corners
            for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True):
                ends = sorted([(round(x1, 4), round(y1, 4)), (round(x2, 4), round(y2, 4))])
                found[(*ends[0], *ends[1])] = None
        return list(found)


def _near(a: float, b: float) -> bool:
    return abs(a - b) < 1e-3


def _edges(pairs: Iterator[tuple[float, float]]) -> list[float]:
    return sorted({round(edge, 4) for pair in pairs for edge in pair})


@dataclass(frozen=True, slots=True)
class _Block:
    """A grid of sheets that lie the same way; its last row need not be full."""

    columns: int
    count: int
    turned: bool = False

    @property
    def rows(self) -> int:
        return -(-self.count // self.columns)


@dataclass(frozen=True, slots=True)
class _Arrangement:
    """Blocks on a page, side by side or one below the other."""

    page: tuple[float, float]
    blocks: tuple[_Block, ...]
    beside: bool = True


def impose(sheet_width: float, sheet_height: float, wishes: PageWishes) -> Imposition:
    """Arrange sheets on a page so that their cells are as large as possible.

    The page is upright or turned, sheets lie in a grid or, where that makes them larger, some of
    them turned beside it. Without ``per_page`` as many sheets as keep about their full size, or as
    fit at the size that is wished for. Raises UsageError for wishes that cannot be met.
    """
    check_page_wishes(wishes)
    sheet = (sheet_width, sheet_height)
    wanted = _wanted_scale(sheet, wishes)
    least = FULL_SIZE if wanted is None else wanted
    counts = [wishes.per_page] if wishes.per_page else range(_at_most(sheet, wishes, least), 0, -1)
    for count in counts:
        best, scale = _best(count, sheet, wishes, wanted)
        if scale >= least - 1e-6:
            break
    if scale <= 0:
        raise UsageError(
            f"{count} sheets per page leave no room for themselves",
            "use fewer per page, a narrower gutter, or larger paper",
        )
    if wanted is not None and scale < wanted - 1e-6:
        raise _too_large(count, wanted, scale, wishes)
    return _placed(best, sheet, wishes, scale if wanted is None else wanted)


def _best(
    count: int, sheet: tuple[float, float], wishes: PageWishes, wanted: float | None
) -> tuple[_Arrangement, float]:
    """The arrangement with the largest sheets, and their scale.

    Sheets that lie in two ways are harder to cut: they must be clearly larger, or be the only way
    to have the size that is wished for.
    """

    def merit(plan: _Arrangement) -> float:
        scale = _scale(plan, sheet, wishes)
        if wanted is not None:
            return round(min(scale, wanted), 6)
        return round(scale * (1 if len(plan.blocks) == 1 else _WORTH_MIXING), 6)

    best = max(_arrangements(count, wishes), key=merit)
    return best, _scale(best, sheet, wishes)


def _wanted_scale(sheet: tuple[float, float], wishes: PageWishes) -> float | None:
    if wishes.fit_box is None:
        return wishes.scale
    long, short = max(wishes.fit_box), min(wishes.fit_box)
    scale = min(long / max(sheet), short / min(sheet))
    if scale < SCALES[0]:
        smallest = " x ".join(f"{math.ceil(side * SCALES[0])}" for side in sorted(sheet)[::-1])
        raise UsageError(
            f"a box of {wishes.fit_box[0]:g} x {wishes.fit_box[1]:g} mm is too small for a sheet",
            f"give at least {smallest} mm",
        )
    return scale


def _at_most(sheet: tuple[float, float], wishes: PageWishes, scale: float) -> int:
    """No more sheets than this fit at a scale, by area."""
    width, height = (length - 2 * wishes.margin + wishes.space for length in wishes.size)
    each = (sheet[0] * scale + wishes.space) * (sheet[1] * scale + wishes.space)
    return max(1, min(MAX_PER_PAGE, int(width * height / each + 1e-6)))


def _too_large(count: int, wanted: float, scale: float, wishes: PageWishes) -> UsageError:
    sheets = "one sheet does" if count == 1 else f"{count} sheets do"
    size, remedies = f"at {wanted:.0%} of full size", [f"--scale {int(scale * 100)}%"]
    if wishes.fit_box:
        size, remedies = f"for a box of {wishes.fit_box[0]:g} x {wishes.fit_box[1]:g} mm", []
    remedies += ["larger paper", "a smaller margin"] + ["fewer per page"] * (count > 1)
    return UsageError(
        f"{sheets} not fit on a page {size}",
        f"use {', '.join(remedies[:-1])} or {remedies[-1]}",
    )


def _arrangements(count: int, wishes: PageWishes) -> Iterator[_Arrangement]:
    """All that come into question; of equally good ones the first is taken."""
    short, long = sorted(wishes.size)
    pages = {
        "portrait": [(short, long)],
        "landscape": [(long, short)],
        "auto": [(short, long), (long, short)],
    }[wishes.orientation]
    for turned, page, columns in product((False, True), pages, range(1, count + 1)):
        yield _Arrangement(page, (_Block(columns, count, turned),))
    if count > _MOST_MIXED or wishes.cut == "marks":
        return  # crop marks show only cuts that go through the whole page
    for page, straight, beside in product(pages, range(1, count), (True, False)):
        turned_count = count - straight
        for columns, turned_columns in product(_divisors(straight), _divisors(turned_count)):
            blocks = (_Block(columns, straight), _Block(turned_columns, turned_count, True))
            yield _Arrangement(page, blocks, beside)


def _divisors(number: int) -> list[int]:
    return [i for i in range(1, number + 1) if number % i == 0]


def _scale(plan: _Arrangement, sheet: tuple[float, float], wishes: PageWishes) -> float:
    """The largest scale of an arrangement; 0 or less if there is no room."""
    room = [length - 2 * wishes.margin for length in plan.page]
    along, across = (0, 1) if plan.beside else (1, 0)
    # Along the way that blocks follow each other their lengths add up, across each must fit.
    grids = [((b.columns, b.rows), sheet[::-1] if b.turned else sheet) for b in plan.blocks]
    number = sum(cells[along] for cells, _ in grids)
    length = sum(cells[along] * size[along] for cells, size in grids)
    scales = [(room[along] - (number - 1) * wishes.space) / length]
    for cells, size in grids:
        gaps = (cells[across] - 1) * wishes.space
        scales.append((room[across] - gaps) / (cells[across] * size[across]))
    return min(scales)


def _placed(
    plan: _Arrangement, sheet: tuple[float, float], wishes: PageWishes, scale: float
) -> Imposition:
    """The arrangement at a scale, in the middle of the page."""
    space = wishes.space
    sizes = [
        tuple(length * scale for length in (sheet[::-1] if b.turned else sheet))
        for b in plan.blocks
    ]
    extents = [
        (b.columns * (w + space) - space, b.rows * (h + space) - space)
        for b, (w, h) in zip(plan.blocks, sizes, strict=True)
    ]
    along = 0 if plan.beside else 1
    whole = [max(extent[i] for extent in extents) for i in (0, 1)]
    whole[along] = sum(extent[along] for extent in extents) + space * (len(extents) - 1)
    corner = [(page - length) / 2 for page, length in zip(plan.page, whole, strict=True)]
    slots: list[Affine] = []
    for block, (width, height), extent in zip(plan.blocks, sizes, extents, strict=True):
        for i in range(block.count):
            x = corner[0] + i % block.columns * (width + space)
            y = corner[1] + i // block.columns * (height + space)
            turns = 1 if block.turned else 0
            slots.append(Affine.placing(x + width * turns, y, scale, turns))
        corner[along] += extent[along] + space
    return Imposition(*plan.page, *sheet, tuple(slots), wishes.bleed)
