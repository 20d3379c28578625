"""Conductor of printing: what is wished for, planned and checked, then written as PDF.

``plan_print`` checks every wish before anything is written and says what will come out;
``write_pdf`` writes it; ``manifest`` tells where each sheet lies. Lengths in millimetres.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, BinaryIO

from sheetgen.comparing import comparison, notes_on
from sheetgen.dealing import code_for
from sheetgen.errors import UsageError
from sheetgen.frame import frame_named
from sheetgen.geometry import Rect
from sheetgen.layout import lay_out
from sheetgen.layout.theme import language_index, palette_named
from sheetgen.render.imposition import Imposition, impose, paper_size
from sheetgen.render.pdf import PdfDocument
from sheetgen.sheet import make_sheet
from sheetgen.sheetcode import DEALINGS, MAX_PLAYERS, MAX_SEED, MAX_SHEETS, SheetCode
from sheetgen.variant import Variant
from sheetgen.wishes import Wishes, check_wishes, choice_of, dealing_of

AUTHOR = "sheetgen"


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
    paper: str = "a4"
    per_page: int | None = None
    palette: str = "standard"
    language: str = "en"
    crop_marks: bool = False


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
        return replace(self.first_code, number=number)

    @property
    def numbers_by_page(self) -> Iterator[range]:
        """The numbers of the sheets on each page."""
        for start in range(0, self.count, self.per_page):
            yield range(start, min(start + self.per_page, self.count))


@dataclass(frozen=True, slots=True)
class PrintJob:
    """A print job that has passed all checks."""

    seed: int
    runs: tuple[Run, ...]
    paper: str
    crop_marks: bool = False

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
        return sum(run.pages for run in self.runs)


@dataclass(frozen=True, slots=True)
class _Common:
    """What all variants of a request share, checked; palette and language as indices."""

    seed: int
    paper: tuple[float, float]
    palette: int
    language: int


def plan_print(request: PrintRequest) -> PrintJob:
    """Check a request and draw what is left open. Raises UsageError, TemplateError, LayoutError."""
    _check_variants(request)
    _check_numbers(request)
    common = _Common(
        seed=draw_seed() if request.seed is None else check_seed(request.seed),
        paper=paper_size(request.paper),
        palette=palette_named(request.palette).index,
        language=language_index(request.language),
    )
    runs: list[Run] = []
    for variant in request.variants:
        first_page = 1 + sum(run.pages for run in runs)
        runs.append(_plan_run(request, variant, common, first_page))
    return PrintJob(common.seed, tuple(runs), request.paper, request.crop_marks)


def write_pdf(
    job: PrintJob, stream: BinaryIO, progress: Callable[[int], None] = lambda done: None
) -> None:
    """Write the job as PDF; ``progress`` is told the number of sheets after every page."""
    title = ", ".join(run.variant.text(run.variant.title, "en") for run in job.runs)
    document = PdfDocument(stream, title, AUTHOR)
    for run in job.runs:
        document.bookmark(run.variant.text(run.variant.title, "en"))
        lines = run.imposition.crop_marks() if job.crop_marks else ()
        for numbers in run.numbers_by_page:
            layouts = (lay_out(make_sheet(run.variant, run.code(number))) for number in numbers)
            document.add_page(run.imposition, layouts, lines)
            progress(len(numbers))
    document.save()


def manifest(job: PrintJob) -> dict[str, Any]:
    """Where each sheet lies, for other programs: page mm = scale * sheet mm + (x, y).

    ``rotation`` is in degrees clockwise, about the sheet's top left corner, before the shift.
    """
    return {
        "seed": job.seed,
        "unit": "mm",
        "pages": [page for run in job.runs for page in _manifest_pages(run)],
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
        if names.count(name) > 1:
            raise UsageError(f"{name} is named twice", "ask for more sheets with -n")
    check_wishes(request.wishes, request.variants)


def _check_numbers(request: PrintRequest) -> None:
    players, count = request.players, request.count
    if players is not None and not 1 <= players <= MAX_PLAYERS:
        raise UsageError(f"a game of {players} players is not possible", f"give 1 to {MAX_PLAYERS}")
    if count is not None and not 1 <= count <= MAX_SHEETS:
        raise UsageError(
            f"{count} sheets of a variant are not possible",
            f"give 1 to {MAX_SHEETS}; print several files if you need more",
        )


def _plan_run(request: PrintRequest, variant: Variant, common: _Common, first_page: int) -> Run:
    frame = frame_named(variant.frame)
    imposition = impose(frame.width, frame.height, common.paper, request.per_page)
    wishes = request.wishes
    code = code_for(
        variant,
        seed=common.seed,
        players=request.players,
        dealing=dealing_of(variant, wishes),
        palette=common.palette,
        language=common.language,
        choice=choice_of(variant, wishes),
    )
    return Run(
        variant=variant,
        count=len(imposition.slots) if request.count is None else request.count,
        first_code=code,
        imposition=imposition,
        first_page=first_page,
        cell_size=_smallest_cell(variant, code, imposition.scale),
        dealing=comparison(variant, code, wishes.lucky),
        notes=notes_on(variant, code, wishes.lucky),
    )


def _smallest_cell(variant: Variant, code: SheetCode, scale: float) -> tuple[float, float]:
    boxes = [
        mark.box
        for mark in lay_out(make_sheet(variant, code)).mark_boxes
        if mark.cell.kind == "number"
    ]
    return min(box.width for box in boxes) * scale, min(box.height for box in boxes) * scale


def _manifest_pages(run: Run) -> Iterator[dict[str, Any]]:
    imposition = run.imposition
    for index, numbers in enumerate(run.numbers_by_page):
        slots = zip(imposition.slots, numbers, strict=False)
        yield {
            "page": run.first_page + index,
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
