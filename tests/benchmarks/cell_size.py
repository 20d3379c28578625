"""How small cells may be printed: ``make bench-cell-size [PHOTOS=100] [SEED=fresh]``.

Sheets are printed at scales that make their narrowest number cell so many millimetres wide, filled
with pens of their usual width, and photographed with 12 megapixels under ordinary conditions: one
sheet that fills the picture, and a page of A4 with as many sheets as fit on it, up to four of them
filled. Small cells are hard for two reasons that the two views tell apart: marks are coarse beside
the print, and there are few pixels. Writes ``bench/cell_size.json``; ``python -m
tests.docs_measured`` puts its table into the docs. Photos are simulated.
"""

from __future__ import annotations

import argparse
import json
import secrets
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing import Pool
from pathlib import Path
from statistics import median

import cv2
import numpy as np

from sheetgen.errors import SheetgenError
from sheetgen.geometry import Affine, Rect, bounding_box
from sheetgen.layout import Layout
from sheetgen.reading import PhotoReading, read_photo
from sheetgen.render.imposition import Imposition, impose
from sheetgen.render.paper import PageWishes
from tests.benchmarks.read_cases import SheetOutcome, compare, plain, unread
from tests.benchmarks.read_tally import Json, shares
from tests.blanks import blank_sheet, draw_layout, printed_at, scale_for
from tests.camera import FilledSheet, fill_sheet, photograph, random_hand, random_marks
from tests.camera.paper import BlankSheet, CellBox, Image

SIZES = (9.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.5)
"""Width in mm of the narrowest number cell, as printed."""

VIEWS = ("sheet", "page")
LEVEL = "ordinary"
MEGAPIXELS = 12.0
DOUBTFUL = 0.1
FILLED_ON_A_PAGE = 4
_SHEET_PX_PER_MM, _PAGE_PX_PER_MM = 16.0, 12.0
"""Of the raster: for a sheet per mm of its full size, for a page as printed."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A photo to be taken."""

    seed: int
    view: str
    size: float
    number: int


@dataclass(frozen=True, slots=True)
class Outcome:
    shot: Shot
    sheets: tuple[SheetOutcome, ...]
    cell_px: float
    """Width of the narrowest number cell in the photo."""


def filled_in(
    layout: Layout, scale: float, px_per_mm: float, rng: np.random.Generator
) -> FilledSheet:
    """``px_per_mm`` of the raster at the sheet's full size."""
    blank = printed_at(blank_sheet(layout, px_per_mm), scale)
    marks = random_marks(blank, rng, LEVEL, DOUBTFUL)
    return fill_sheet(blank, marks, random_hand(LEVEL, rng), rng)


def page_of(
    sheets: Sequence[FilledSheet], imposition: Imposition, slots: Sequence[Affine]
) -> FilledSheet:
    """Filled sheets on a page as one paper; cell ids begin with the number of the sheet."""
    size = imposition.page_height, imposition.page_width
    shape = (*(round(length * _PAGE_PX_PER_MM) for length in size), 3)
    image, ink = np.full(shape, 255, np.uint8), np.full(shape, 255, np.uint8)
    cells: list[CellBox] = []
    truth: dict[str, str] = {}
    for number, (sheet, slot) in enumerate(zip(sheets, slots, strict=True)):
        box = imposition.slot_box(slot)
        _paste(image, sheet.blank.image, box, slot.quarter_turns)
        _paste(ink, sheet.ink, box, slot.quarter_turns)
        for cell in sheet.blank.cells:
            where = bounding_box(slot.apply(*(corner / slot.scale)) for corner in cell.corners)
            cells.append(CellBox(f"{number}:{cell.id}", cell.row, cell.position, cell.kind, *where))
        truth |= {f"{number}:{cell}": mark for cell, mark in sheet.truth.items()}
    return FilledSheet(BlankSheet(image, _PAGE_PX_PER_MM, tuple(cells)), ink, truth, {})


def _paste(page: Image, raster: Image, box: Rect, quarter_turns: int) -> None:
    """A sheet's raster into its box on the page."""
    x, y, right, bottom = (
        round(edge * _PAGE_PX_PER_MM) for edge in (box.x, box.y, box.right, box.bottom)
    )
    turned = np.ascontiguousarray(np.rot90(raster, -quarter_turns))
    page[y:bottom, x:right] = cv2.resize(
        turned, (right - x, bottom - y), interpolation=cv2.INTER_AREA
    )


def take(shot: Shot) -> tuple[bytes, float, list[Layout], list[FilledSheet]]:
    """JPEG, width of the narrowest cell in pixels, and the truth."""
    rng = np.random.default_rng([shot.seed, round(10 * shot.size), shot.number])
    first = draw_layout(shot.number, rng)
    scale = scale_for(first, shot.size)
    if shot.view == "sheet":
        layouts = [first]
        filled = [filled_in(first, scale, _SHEET_PX_PER_MM, rng)]
        papers = filled
    else:
        imposition = impose(first.frame.width, first.frame.height, PageWishes(scale=scale))
        count = min(FILLED_ON_A_PAGE, len(imposition.slots))
        chosen = sorted(rng.permutation(len(imposition.slots))[:count].tolist())
        layouts = [first] + [_like(first, shot.number, rng) for _ in chosen[1:]]
        fine = _PAGE_PX_PER_MM * scale
        filled = [filled_in(layout, scale, fine, rng) for layout in layouts]
        papers = [page_of(filled, imposition, [imposition.slots[i] for i in chosen])]
    photo = photograph(papers, LEVEL, rng, megapixels=MEGAPIXELS, min_cell_px=0.0)
    return photo.jpeg, photo.cell_px, layouts, filled


def _like(first: Layout, number: int, rng: np.random.Generator) -> Layout:
    """Another sheet of the same variant."""
    while True:
        layout = draw_layout(number, rng)
        if layout.sheet.code != first.sheet.code:
            return layout


def run(shot: Shot) -> Outcome:
    """Take the photo, read it, compare."""
    jpeg, cell_px, layouts, filled = take(shot)
    reading: PhotoReading | None = None
    problems: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "photo.jpg"
        path.write_bytes(jpeg)
        try:
            reading = read_photo(path)
            problems = [plain(error.message, path) for error in reading.problems]
        except SheetgenError as error:
            problems = [plain(error.message, path)] * len(layouts)
    sheets = []
    for layout, truth in zip(layouts, filled, strict=True):
        found = reading and next(
            (s for s in reading.sheets if s.sheet.code == layout.sheet.code), None
        )
        if found:
            sheets.append(compare(layout.sheet, found.marks, truth))
        else:
            sheets.append(unread(layout.sheet, problems.pop(0) if problems else ""))
    return Outcome(shot, tuple(sheets), cell_px)


def outcomes(shots: Sequence[Shot], processes: int) -> Iterator[Outcome]:
    """Run the shots, in any order."""
    if processes == 1:
        yield from map(run, shots)
        return
    with Pool(processes, initializer=cv2.setNumThreads, initargs=(1,)) as pool:
        yield from pool.imap_unordered(run, shots, chunksize=1)


def tally(found: Sequence[Outcome]) -> Json:
    """All about one view and size."""
    sheets = [sheet for outcome in found for sheet in outcome.sheets]
    refused = [sheet.problem for sheet in sheets if sheet.problem]
    return {
        "view": found[0].shot.view,
        "cell_mm": found[0].shot.size,
        "cell_px": round(median(outcome.cell_px for outcome in found)),
        "photos": len(found),
        **shares(sheets),
        "silent cells": dict(
            Counter(
                f"{cell.truth} ({cell.pen}) read as {cell.read}"
                for sheet in sheets
                for cell in sheet.cells
                if cell.silent
            ).most_common()
        ),
        "refusals": {why: refused.count(why) for why in sorted(set(refused))},
    }


def show(row: Json) -> None:
    print(
        f"{row['view']!s:<6} {row['cell_mm']!s:>4} mm {row['cell_px']!s:>4} px "
        f"{row['sheets']!s:>4} sheets: "
        + ", ".join(f"{verdict} {_share(row, verdict)}" for verdict in ("right", "flagged"))
        + f", silent {_count(row, 'silent')}; not read {row['not read']}",
        flush=True,
    )


def _count(row: Json, verdict: str) -> int:
    counts = row[verdict]
    assert isinstance(counts, dict)
    return int(counts["count"])


def _share(row: Json, verdict: str) -> str:
    return f"{_count(row, verdict) / max(int(str(row['sheets'])), 1):.0%}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=int, default=100, help="per size and view")
    parser.add_argument("--seed", default="fresh", help="a number, or fresh")
    parser.add_argument("--sizes", default=",".join(f"{size:g}" for size in SIZES), help="mm")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path("bench"))
    options = parser.parse_args()
    seed = secrets.randbelow(1_000_000_000) if options.seed == "fresh" else int(options.seed)
    print(f"seed {seed}: simulated photos of {MEGAPIXELS:g} megapixels, {LEVEL}", flush=True)
    rows = []
    for view in VIEWS:
        for size in map(float, options.sizes.split(",")):
            shots = [Shot(seed, view, size, number) for number in range(options.photos)]
            row = tally(list(outcomes(shots, options.processes)))
            rows.append(row)
            show(row)
    options.out.mkdir(parents=True, exist_ok=True)
    report = {"seed": seed, "simulated": True, "megapixels": MEGAPIXELS, "rows": rows}
    (options.out / "cell_size.json").write_text(json.dumps(report, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
