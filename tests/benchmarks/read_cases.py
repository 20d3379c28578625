"""One simulated photo read back: what was on it, what was read, and how that compares.

In: a level and the seed of a photo. Out: a `PhotoOutcome`, small enough to send between processes.
"""

from __future__ import annotations

import math
import re
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter, process_time
from typing import NamedTuple

import numpy as np

from sheetgen.auditing import audit_marks
from sheetgen.errors import SheetgenError
from sheetgen.layout import Layout
from sheetgen.layout.theme import palettes
from sheetgen.reading import PhotoReading, SheetReading, read_photo
from sheetgen.sheet import Sheet
from sheetgen.vision.marks import MarkReading
from tests.benchmarks.detectability import detectability, unmarked
from tests.blanks import blank_sheet, draw_layout
from tests.camera import FilledSheet, Photo, fill_sheet, photograph, random_hand, random_marks
from tests.camera.paper import LEVELS

DOUBTFUL = {"careful": 0.0, "ordinary": 0.1, "bad": 0.1}
"""Share of sheets with marks that mean nothing."""
SEVERAL_EVERY = 10
"""Every tenth photo shows two to five sheets."""


@dataclass(frozen=True, slots=True)
class Case:
    """A photo to be taken: `number` of its level in the run with `seed`."""

    seed: int
    level: str
    number: int
    extra: str = ""
    """A further condition of the camera simulator."""
    palette: str = ""
    """Of its sheets; at random if empty."""

    @property
    def group(self) -> str:
        return f"{self.level}, {self.extra}" if self.extra else self.level

    @property
    def name(self) -> str:
        return f"{self.group.replace(', ', '-')}-{self.seed}-{self.number}"


class Taken(NamedTuple):
    """A photo, what was printed and what was drawn."""

    photo: Photo
    layouts: list[Layout]
    filled: list[FilledSheet]


@dataclass(frozen=True, slots=True)
class CellOutcome:
    """A cell that bears a mark, or that was misread."""

    id: str
    kind: str
    truth: str
    read: str
    pen: str
    stroke: str
    note: str = ""
    """The reader's best guess, its probability and the share of ink."""
    detectability: float = math.inf
    """How far the mark stands out, where it was misread silently; see ``detectability``."""

    @property
    def silent(self) -> bool:
        return self.read not in (self.truth, "unsure")


@dataclass(frozen=True, slots=True)
class SheetOutcome:
    variant: str
    verdict: str
    """right: every cell; flagged: not right and says so; silent: wrong, or overlooked, without
    saying so."""
    problem: str = ""
    """Why the sheet was not read, with N for numbers."""
    cells: tuple[CellOutcome, ...] = ()
    empty_right: int = 0
    total_wrong: bool = False
    """Silent, and the points are wrong also once the unsure cells are set right."""
    guesses: tuple[tuple[float, bool], ...] = ()
    """Of each cell the probability of the best guess, and whether that is right."""


@dataclass(frozen=True, slots=True)
class PhotoOutcome:
    case: Case
    sheets: tuple[SheetOutcome, ...]
    conditions: Mapping[str, object]
    cell_px: float
    seconds: Mapping[str, float]
    elapsed: float
    """Seconds from the file to the marks, by the clock."""
    cpu: float
    """The same of processor time."""
    crash: str = ""

    @property
    def badness(self) -> tuple[int, ...]:
        """Larger is worse."""
        silent = [c for s in self.sheets for c in s.cells if c.silent]
        unsure = [c for s in self.sheets for c in s.cells if c.read != c.truth]
        return (
            bool(self.crash),
            any(s.total_wrong for s in self.sheets),
            sum(s.verdict == "silent" for s in self.sheets),
            len(silent),
            sum(bool(s.problem) for s in self.sheets),
            len(unsure),
        )


def take(case: Case, bare: tuple[int, str] | None = None) -> Taken:
    """The photo of a case and the truth about it.

    ``bare``: the number of a sheet and the cell on it that bears no ink in the photo.
    """
    rng = np.random.default_rng([case.seed, LEVELS.index(case.level), case.number])
    count = 1
    if case.number % SEVERAL_EVERY == SEVERAL_EVERY - 1:
        count = int(rng.integers(2, 6))
    if case.extra == "overlap":
        count = max(count, 2)
    first = case.number + 3 * len(case.extra)
    layouts = [draw_layout(first + 5 * more, rng, case.palette) for more in range(count)]
    filled = []
    for layout in layouts:
        blank = blank_sheet(layout)
        marks = random_marks(blank, rng, case.level, DOUBTFUL[case.level])
        filled.append(fill_sheet(blank, marks, random_hand(case.level, rng), rng))
    extras = {case.extra} if case.extra else set()
    shown = list(filled)
    if bare:
        number, cell = bare
        shown[number] = unmarked(filled[number], cell)
    return Taken(photograph(shown, case.level, rng, extras=extras), layouts, filled)


def run(case: Case) -> PhotoOutcome:
    """Take the photo, read it, compare."""
    photo, layouts, filled = take(case)
    reading: PhotoReading | None = None
    problem = crash = ""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "photo.jpg"
        path.write_bytes(photo.jpeg)
        start, start_cpu = perf_counter(), process_time()
        try:
            reading = read_photo(path)
        except SheetgenError as error:
            problem = plain(error.message, path)
        except Exception as error:  # a benchmark counts what should never happen
            problem = crash = f"crash: {type(error).__name__}: {error}"
        elapsed, cpu = perf_counter() - start, process_time() - start_cpu
        others = [plain(e.message, path) for e in reading.problems] if reading else []
    sheets = []
    for number, (layout, truth) in enumerate(zip(layouts, filled, strict=True)):
        found = _find(reading, layout.sheet)
        if found is not None:
            notes = {c.cell.id: _note(c.reading) for c in found.cells}
            guesses = tuple(
                (c.reading.confidence, c.reading.guess == truth.truth[c.cell.id])
                for c in found.cells
            )
            outcome = compare(layout.sheet, found.marks, truth, notes)
            cells = tuple(_looked_at(cell, photo, case, number) for cell in outcome.cells)
            sheets.append(replace(outcome, cells=cells, guesses=guesses))
        else:
            sheets.append(unread(layout.sheet, problem or (others.pop(0) if others else "")))
    if reading and len(reading.sheets) > sum(not s.problem for s in sheets):
        sheets[0] = replace(sheets[0], verdict="silent", problem="read as another sheet")
    seconds = reading.seconds if reading else {}
    conditions = dict(photo.conditions)
    if len(layouts) == 1:
        conditions["palette"] = palettes()[layouts[0].sheet.code.palette].name
    return PhotoOutcome(
        case, tuple(sheets), conditions, photo.cell_px, seconds, elapsed, cpu, crash
    )


def unread(sheet: Sheet, problem: str) -> SheetOutcome:
    """What a sheet counts as that was not read, for a problem or without a word."""
    if problem:
        return SheetOutcome(sheet.variant.name, "flagged", problem)
    return SheetOutcome(sheet.variant.name, "silent", "one of several sheets overlooked")


def plain(message: str, path: Path) -> str:
    """A message without path and figures, so that equal ones can be counted."""
    short = message.removeprefix(str(path))
    short = re.sub(r"^(, sheet \d+)?: ", "", short)
    return re.sub(r"\d[\d.,]*", "N", short)


def _find(reading: PhotoReading | None, sheet: Sheet) -> SheetReading | None:
    if reading is None:
        return None
    return next((s for s in reading.sheets if s.sheet.code == sheet.code), None)


def _looked_at(cell: CellOutcome, photo: Photo, case: Case, sheet: int) -> CellOutcome:
    """The same, with how far a silently misread mark stands out."""
    if not cell.silent or cell.truth == "empty":
        return cell
    without = take(case, (sheet, cell.id)).photo.image
    return replace(cell, detectability=detectability(photo.image, without))


def _note(reading: MarkReading) -> str:
    return f"{reading.guess} {reading.confidence:.3f}, ink {reading.ink:.3f}"


def compare(
    sheet: Sheet,
    read: Mapping[str, str],
    filled: FilledSheet,
    notes: Mapping[str, str] | None = None,
) -> SheetOutcome:
    """The marks read from a sheet beside the truth."""
    kinds = {cell.id: cell.kind for cell in filled.blank.cells}
    cells = []
    empty_right = 0
    for cell, truth in filled.truth.items():
        mark = read.get(cell, "missing")
        if truth == mark == "empty":
            empty_right += 1
            continue
        drawn = filled.drawn.get(cell)
        pen, stroke = (drawn.pen, drawn.stroke) if drawn else ("none", "none")
        note = (notes or {}).get(cell, "")
        cells.append(CellOutcome(cell, kinds[cell], truth, mark, pen, stroke, note))
    silent = any(cell.silent for cell in cells)
    right = all(cell.read == cell.truth for cell in cells)
    verdict = "silent" if silent else "right" if right else "flagged"
    wrong = silent and _points_differ(sheet, read, filled.truth)
    return SheetOutcome(sheet.variant.name, verdict, "", tuple(cells), empty_right, wrong)


def _points_differ(sheet: Sheet, read: Mapping[str, str], truth: Mapping[str, str]) -> bool:
    """Whether what was read silently wrong changes the points."""
    settled = {c: truth[c] if mark == "unsure" else mark for c, mark in read.items()}
    seen, known = audit_marks(sheet, settled), audit_marks(sheet, truth)
    return seen.as_marked != known.as_marked or seen.by_the_rules != known.by_the_rules
