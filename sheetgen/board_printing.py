"""Conductor of printing a board: both sides, on one page or two each, and a page of figures.

Lengths in millimetres.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from sheetgen.board import SIDES, Side, draw_side
from sheetgen.errors import UsageError
from sheetgen.geometry import Affine, Rect
from sheetgen.layout import Element, Paint, Path, Text
from sheetgen.layout.board import BOARD_HEIGHT, BOARD_WIDTH, lay_out_board
from sheetgen.layout.figures import FIGURES_HEIGHT, FIGURES_WIDTH, lay_out_figures
from sheetgen.layout.placing import placed
from sheetgen.layout.shapes import line, polygon
from sheetgen.layout.theme import Palette, language_index, palette_named, words_of
from sheetgen.printing import AUTHOR, check_seed, draw_seed
from sheetgen.render.paper import MARGIN, paper_size
from sheetgen.render.pdf import PdfDocument
from sheetgen.variant import Variant

STRIP = 8.0
"""Where the two pages of a side are glued onto each other, in mm."""

_LEAST_SCALE = 0.6
_CUT = Paint(stroke="#000000", width=0.2, dash=(2.0, 1.5))


@dataclass(frozen=True, slots=True)
class BoardRequest:
    """What the user wishes; None leaves the choice to the program."""

    variant: Variant
    seed: int | None = None
    paper: str = "a4"
    tiles: int = 1
    """Pages for each side, 1 or 2."""
    palette: str = "standard"
    language: str = "en"


@dataclass(frozen=True, slots=True)
class BoardJob:
    """A board that has passed all checks."""

    seed: int
    sides: tuple[Side, ...]
    page: tuple[float, float]
    """Width and height; turned for a side on one page, upright for two."""
    tiles: int
    palette: Palette
    language: str

    @property
    def pages(self) -> int:
        return len(self.sides) * self.tiles + 1

    @property
    def scale(self) -> float:
        width, height = (length - 2 * MARGIN for length in self.page)
        if self.tiles == 2:
            width = 2 * width - STRIP
        return min(width / BOARD_WIDTH, height / BOARD_HEIGHT)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of a side as printed."""
        return BOARD_WIDTH * self.scale, BOARD_HEIGHT * self.scale


def plan_board(request: BoardRequest) -> BoardJob:
    """Check a request and draw the board. Raises UsageError and TemplateError."""
    if request.tiles not in (1, 2):
        raise UsageError(f"a side on {request.tiles} pages is not possible", "give --tiles 1 or 2")
    seed = draw_seed() if request.seed is None else check_seed(request.seed)
    language_index(request.language)
    short, long = sorted(paper_size(request.paper))
    job = BoardJob(
        seed=seed,
        sides=tuple(draw_side(request.variant, seed, name) for name in SIDES),
        page=(long, short) if request.tiles == 1 else (short, long),
        tiles=request.tiles,
        palette=palette_named(request.palette),
        language=request.language,
    )
    if job.scale < _LEAST_SCALE:
        raise UsageError(
            f"the board is too small to play on paper of {short:g} x {long:g} mm",
            "use larger paper, or --tiles 2",
        )
    return job


def write_board(job: BoardJob, stream: BinaryIO) -> None:
    """Write the board as PDF: the sides, then the figures."""
    variant = job.sides[0].variant
    document = PdfDocument(stream, f"{variant.text(variant.title, 'en')}: board", AUTHOR)
    width, height = job.page
    for side in job.sides:
        elements = lay_out_board(side, job.palette, job.language)
        for page in _pages(job, elements):
            document.add_drawing(width, height, page)
    short, long = sorted(job.page)
    room = min((short - 2 * MARGIN) / FIGURES_WIDTH, (long - 2 * MARGIN) / FIGURES_HEIGHT)
    scale = min(1.0, room)
    where = Affine.placing((short - FIGURES_WIDTH * scale) / 2, MARGIN, scale)
    document.add_drawing(short, long, placed(lay_out_figures(job.palette, job.language), where))
    document.save()


def _pages(job: BoardJob, elements: Sequence[Element]) -> Iterator[list[Element]]:
    """A side on its page in the middle, or on two pages that meet in a line."""
    (page_width, page_height), (width, height) = job.page, job.size
    top = (page_height - height) / 2
    if job.tiles == 1:
        yield list(placed(elements, Affine.placing((page_width - width) / 2, top, job.scale)))
        return
    words = words_of("board", job.language)["glue"]
    left_part = (width - STRIP) / 2
    seam = page_width - MARGIN - STRIP
    left = placed(elements, Affine.placing(seam - left_part, top, job.scale))
    yield [*left, _covers(job, 0, page_width - MARGIN), _seam(seam, top, height)]
    right = placed(elements, Affine.placing(MARGIN - left_part, top, job.scale))
    note = Text(MARGIN, top + height + 5, words, 3, job.palette.text, "regular", "start")
    seam_and_words = Element("glue", (*_seam(MARGIN, top, height).primitives, note))
    yield [*right, _covers(job, MARGIN, page_width), seam_and_words]


def _covers(job: BoardJob, left: float, right: float) -> Element:
    """White over what is left and right of the part of a page that is printed."""
    width, height = job.page
    sides = (Rect(0, 0, left, height), Rect(right, 0, width - right, height))
    return Element(
        "cover",
        tuple(Path(polygon(box.corners), Paint(fill="#ffffff")) for box in sides if box.width > 0),
    )


def _seam(x: float, top: float, height: float) -> Element:
    return Element("seam", (Path(line(x, top - 3, x, top + height + 3), _CUT),))
