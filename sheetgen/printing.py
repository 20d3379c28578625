"""Conductor of printing: what is wished for, planned and checked, then written as PDF.

``plan_print`` checks every wish before anything is written and says what will come out;
``write_pdf`` writes it; ``manifest`` tells where each sheet lies. Lengths in millimetres.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain, repeat
from typing import Any, BinaryIO

from sheetgen.comparing import comparison, notes_on
from sheetgen.dealing import code_for
from sheetgen.errors import UsageError
from sheetgen.frame import frame_named
from sheetgen.geometry import Rect
from sheetgen.layout import lay_out
from sheetgen.layout.extra_pages import ExtraPage, Extras, check_extras, dressed, pages
from sheetgen.layout.theme import language_index, palette_named
from sheetgen.render.imposition import Imposition, impose
from sheetgen.render.paper import PageWishes
from sheetgen.render.pdf import PdfDocument
from sheetgen.rules import refuse_unknown_rules
from sheetgen.sheet import make_sheet
from sheetgen.sheetcode import DEALINGS, MAX_PLAYERS, MAX_SEED, MAX_SHEETS, SheetCode
from sheetgen.variant import Variant
from sheetgen.wishes import Wishes, check_wishes, choice_of, dealing_of

AUTHOR = "sheetgen"
FLIPS = ("long", "short")
READABLE_CELL = 6.0
"""The narrowest number cell, in mm as printed, at which photos still read well: see the table in
docs/looks.md, from ``make bench-cell-size``."""

_CELL_PX_PER_MM_OF_A_PAGE = 6.4
"""Median in that benchmark: 12 megapixels, a whole page of A4 in the picture."""

_A4_LONG_SIDE = 297.0


@dataclass(frozen=True, slots=True)
class PrintRequest:
    """What the user wishes; None leaves the choice to the program."""

    variants: tuple[Variant, ...]
    count: int | None = None
    """Sheets of each variant; one full page if not given."""
    seed: int | None = None
    players: int | None = None
    """Sheets that make a game; as the variant says if not given."""
    wishes: Wishes = field(default_factory=Wishes)
    """What is drawn and dealt."""
    page: PageWishes = field(default_factory=PageWishes)
    """Paper, number and size of the sheets on it."""
    flip: str | None = None
    """Print the second variant on the backs of the first; the edge (``long`` or ``short``) about
    which the paper is turned over."""
    palette: str = "standard"
    language: str = "en"
    extras: Extras = field(default_factory=Extras)
    """Words on the sheets beforehand, and further pages."""


@dataclass(frozen=True, slots=True)
class Run:
    """The sheets of one variant in a print job, numbered from 0."""

    variant: Variant
    count: int
    first_code: SheetCode
    imposition: Imposition
    first_page: int
    """From 1."""
    cell_size: tuple[float, float]
    """Width and height in mm of the smallest number cell, as printed."""
    dealing: str
    """A sentence on what differs between the sheets."""
    notes: tuple[str, ...] = ()
    order: str = "page"
    """Sheets count on along the page, or (``stack``) down the pile once it is cut."""
    side: str = "front"
    """Or ``back``: its pages are the other sides of those of the run before."""

    @property
    def is_official(self) -> bool:
        """Official sheets, none of them chosen, of a variant whose layout could be drawn."""
        code = self.first_code
        return bool(self.variant.draw) and DEALINGS[code.dealing] == "official" and not code.choice

    @property
    def per_page(self) -> int:
        return len(self.imposition.slots)

    @property
    def pages(self) -> int:
        return -(-self.count // self.per_page)

    def code(self, number: int) -> SheetCode:
        return replace(self.first_code, number=self.first_code.number + number)

    @property
    def numbers_by_page(self) -> Iterator[range]:
        """The numbers of the sheets on each page, in the order of its slots."""
        for index in range(self.pages):
            if self.order == "stack":
                yield range(index, self.count, self.pages)
            else:
                start = index * self.per_page
                yield range(start, min(start + self.per_page, self.count))


@dataclass(frozen=True, slots=True)
class PrintJob:
    """A print job that has passed all checks."""

    seed: int
    runs: tuple[Run, ...]
    page: PageWishes
    flip: str | None = None
    extras: Extras = field(default_factory=Extras)
    extra_pages: tuple[ExtraPage, ...] = ()
    """Behind the sheets."""

    @property
    def replay(self) -> str:
        """The options that print the same sheets again, besides those of the user."""
        official = any(run.is_official for run in self.runs)
        return f"{'--official ' if official else ''}--seed {self.seed}"

    @property
    def sheets(self) -> int:
        return sum(run.count for run in self.runs)

    @property
    def pages(self) -> int:
        return sum(run.pages for run in self.runs) + len(self.extra_pages)

    @property
    def pages_in_order(self) -> Iterator[tuple[int, Run, range]]:
        """Number (from 1), run and sheet numbers of every page; backs follow their fronts."""
        pages = [zip(repeat(run), run.numbers_by_page, strict=False) for run in self.runs]
        merged = zip(*pages, strict=True) if self.flip else pages
        for index, (run, numbers) in enumerate(chain.from_iterable(merged)):
            yield index + 1, run, numbers


@dataclass(frozen=True, slots=True)
class _Common:
    """What all variants of a request share, checked; palette and language as indices."""

    seed: int
    palette: int
    language: int


def plan_print(request: PrintRequest) -> PrintJob:
    """Check a request and draw what is left open. Raises UsageError, TemplateError, LayoutError."""
    _check_variants(request)
    _check_numbers(request)
    common = _Common(
        seed=draw_seed() if request.seed is None else check_seed(request.seed),
        palette=palette_named(request.palette).index,
        language=language_index(request.language),
    )
    runs: list[Run] = []
    for variant in request.variants:
        first_page = 1 + sum(run.pages for run in runs)
        runs.append(_plan_run(request, variant, common, first_page))
    if request.flip:
        runs = _as_sides(runs, request.flip)
    extra_pages = tuple(_extra_pages(request, runs))
    return PrintJob(
        common.seed, tuple(runs), request.page, request.flip, request.extras, extra_pages
    )


def _extra_pages(request: PrintRequest, runs: list[Run]) -> Iterator[ExtraPage]:
    if request.extras.has_pages:
        sheets = {run.variant.name: make_sheet(run.variant, run.code(0)) for run in runs}
        paper = request.page.size
        yield from pages(request.extras, tuple(sheets.values()), min(paper), max(paper))


def write_pdf(
    job: PrintJob, stream: BinaryIO, progress: Callable[[int], None] = lambda done: None
) -> None:
    """Write the job as PDF; ``progress`` is told the number of sheets after every page."""
    titles = {run.variant.name: run.variant.text(run.variant.title, "en") for run in job.runs}
    duplex = f"DuplexFlip{job.flip.capitalize()}Edge" if job.flip else ""
    document = PdfDocument(stream, ", ".join(titles.values()), AUTHOR, duplex)
    begun: set[str] = set()
    lines = {id(run): run.imposition.lines(job.page) for run in job.runs}
    for _, run, numbers in job.pages_in_order:
        if run.variant.name not in begun:
            begun.add(run.variant.name)
            document.bookmark(titles[run.variant.name])
        layouts = (
            dressed(lay_out(make_sheet(run.variant, run.code(number))), job.extras)
            for number in numbers
        )
        document.add_page(run.imposition, layouts, lines[id(run)])
        progress(len(numbers))
    width, height = sorted(job.page.size)
    for page in job.extra_pages:
        document.bookmark(page.title)
        document.add_drawing(width, height, page.elements)
    document.save()


def manifest(job: PrintJob) -> dict[str, Any]:
    """Where each sheet lies, for other programs: page mm = scale * sheet mm + (x, y).

    ``rotation`` is in degrees clockwise, about the sheet's top left corner, before the shift.
    """
    return {
        "seed": job.seed,
        "unit": "mm",
        "pages": [_manifest_page(*page) for page in job.pages_in_order],
    }


def draw_seed() -> int:
    """A seed for a new set, from the system's source of randomness."""
    return secrets.randbelow(MAX_SEED + 1)


def check_seed(seed: int) -> int:
    """The seed itself. Raises UsageError if a sheet code cannot hold it."""
    if not 0 <= seed <= MAX_SEED:
        raise UsageError(
            f"seed {seed} is not possible", f"give a whole number from 0 to {MAX_SEED}"
        )
    return seed


def _check_variants(request: PrintRequest) -> None:
    names = [variant.name for variant in request.variants]
    if not names:
        raise UsageError("no variant to print", "see 'sheetgen list'")
    for name in names:
        if names.count(name) > 1 and not request.flip:
            raise UsageError(f"{name} is named twice", "ask for more sheets with -n")
    for variant in request.variants:
        refuse_unknown_rules(variant)
    check_wishes(request.wishes, request.variants)


def _check_numbers(request: PrintRequest) -> None:
    check_extras(request.extras, request.players)
    players, count = _players(request), request.count
    if count == 0 and request.extras.has_pages:
        return
    if players is not None and not 1 <= players <= MAX_PLAYERS:
        raise UsageError(f"a game of {players} players is not possible", f"give 1 to {MAX_PLAYERS}")
    most = MAX_SHEETS // 2 if request.flip else MAX_SHEETS
    if count is not None and not 1 <= count <= most:
        raise UsageError(
            f"{count} sheets of a variant are not possible",
            f"give 1 to {most}; print several files if you need more",
        )


def _plan_run(request: PrintRequest, variant: Variant, common: _Common, first_page: int) -> Run:
    frame = frame_named(variant.frame)
    imposition = impose(frame.width, frame.height, request.page)
    wishes = request.wishes
    code = code_for(
        variant,
        seed=common.seed,
        players=_players(request),
        dealing=dealing_of(variant, wishes),
        palette=common.palette,
        language=common.language,
        choice=choice_of(variant, wishes),
    )
    cell_size = _smallest_cell(variant, code, imposition.scale)
    return Run(
        variant=variant,
        count=_count(request, len(imposition.slots)),
        first_code=code,
        imposition=imposition,
        first_page=first_page,
        cell_size=cell_size,
        dealing=comparison(variant, code, wishes.lucky),
        notes=(*notes_on(variant, code, wishes.lucky), *_size_notes(cell_size[0], imposition)),
        order=request.page.order,
    )


def _players(request: PrintRequest) -> int | None:
    """As wished for, else as many as are named."""
    if request.players is None and request.extras.names:
        return len(request.extras.names)
    return request.players


def _count(request: PrintRequest, per_page: int) -> int:
    """As many sheets as wished for; else a game of the named players, or a full page."""
    if request.count is not None:
        return request.count
    return len(request.extras.names) or per_page


def _size_notes(width: float, imposition: Imposition) -> tuple[str, ...]:
    """A note if cells are so narrow that photos of the sheets are read worse.

    Pens are coarse beside small cells, which no camera mends; pixels depend on the picture.
    """
    if width >= READABLE_CELL - 0.005:
        return ()
    longest = max(imposition.page_width, imposition.page_height)
    pixels = width * _CELL_PX_PER_MM_OF_A_PAGE * _A4_LONG_SIDE / longest
    return (
        f"cells {width:.1f} mm wide: below {READABLE_CELL:g} mm photos are read worse, as pens are "
        f"coarse there; use a thin pen and photograph each sheet by itself (a 12-megapixel "
        f"picture of the whole page has about {pixels:.0f} pixels for a cell), or print fewer per "
        "page or on larger paper",
    )


def _as_sides(runs: list[Run], flip: str) -> list[Run]:
    """Front and back of the same paper, the back's slots behind those of the front."""
    if flip not in FLIPS:
        raise UsageError(f"--flip {flip} is not possible", f"give {' or '.join(FLIPS)}")
    if len(runs) != 2:
        raise UsageError(
            f"{len(runs)} variants for two sides", "name a front and a back, such as A,B"
        )
    front, back = runs
    if front.variant.frame != back.variant.frame:
        raise UsageError(
            f"sheets of {front.variant.name} and {back.variant.name} differ in size, so that one "
            "cannot be the other's back",
            "print each in a file of its own",
        )
    code = back.first_code
    if front.variant == back.variant:
        code = replace(code, number=front.count)
    return [
        front,
        replace(
            back,
            first_code=code,
            first_page=2,
            side="back",
            imposition=front.imposition.back(flip),
        ),
    ]


def _smallest_cell(variant: Variant, code: SheetCode, scale: float) -> tuple[float, float]:
    width, height = lay_out(make_sheet(variant, code)).smallest_cell
    return width * scale, height * scale


def _manifest_page(page: int, run: Run, numbers: range) -> dict[str, Any]:
    imposition = run.imposition
    slots = zip(imposition.slots, numbers, strict=False)
    return {
        "page": page,
        "side": run.side,
        "width": round(imposition.page_width, 3),
        "height": round(imposition.page_height, 3),
        "sheets": [
            {
                "code": run.code(number).text,
                "variant": run.variant.name,
                "x": round(slot.e, 4),
                "y": round(slot.f, 4),
                "scale": round(slot.scale, 6),
                "rotation": slot.quarter_turns * 90,
                "box": _rounded(imposition.slot_box(slot)),
            }
            for slot, number in slots
        ],
    }


def _rounded(box: Rect) -> list[float]:
    return [round(value, 3) for value in box]
