"""The conductor of reading: a photo in, the marks of every sheet on it out. One step per line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import perf_counter
from typing import NamedTuple, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetgen.blanks import blank_of
from sheetgen.confirming import check_likeness
from sheetgen.errors import PhotoError, SheetgenError, SheetNotFoundError
from sheetgen.geometry import Point
from sheetgen.layout import Layout, lay_out
from sheetgen.sheet import Cell, Sheet, sheet_of
from sheetgen.sheetcode import SheetCode
from sheetgen.variant import Variant
from sheetgen.vision.align import Alignment, align, shifted_points
from sheetgen.vision.code import read_code
from sheetgen.vision.code_text import read_code_text
from sheetgen.vision.crops import BlankCells
from sheetgen.vision.growing import grow, views_of
from sheetgen.vision.locate import locate_sheets
from sheetgen.vision.marks import MarkReading, read_marks, typical_doubt
from sheetgen.vision.photo import Photo, Pixels, load_photo, mirrored
from sheetgen.vision.rectify import Part, rectify_bent
from sheetgen.vision.registration import Registration, scale_registration, shows_code
from sheetgen.vision.settings import SETTINGS

LEAST_FIDUCIALS = 3
"""From fewer the place of the print is not certain."""
MIRRORED = "the photo is mirrored, as front cameras do; it was read the right way round"
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class CellReading:
    """The mark in one cell and where the cell is in the photo."""

    cell: Cell
    reading: MarkReading
    quad: tuple[Point, ...]
    """Top left, top right, bottom right, bottom left, in pixels of the upright photo."""

    @property
    def mark(self) -> str:
        return self.reading.mark


@dataclass(frozen=True, slots=True, eq=False)
class SheetReading:
    """A sheet read from a photo."""

    sheet: Sheet
    cells: tuple[CellReading, ...]
    outline: tuple[Point, ...]
    """The sheet's corners in the upright photo."""
    residual_mm: float
    misfit_mm: float
    px_per_mm: float
    missing: tuple[str, ...]
    """Fiducials that were not found, in words."""

    @property
    def marks(self) -> dict[str, str]:
        """Mark by cell id."""
        return {cell.cell.id: cell.mark for cell in self.cells}


@dataclass(frozen=True, slots=True, eq=False)
class RefusedSheet:
    """A sheet that was found in a photo but could not be read."""

    where: str
    """The photo and, if it shows several sheets, the number of this one."""
    error: SheetgenError
    """What kept it from being read."""
    outline: tuple[Point, ...]
    """The sheet's corners in the upright photo; none if where it ends is uncertain."""

    @property
    def problem(self) -> SheetgenError:
        """The error of which photo and sheet."""
        return type(self.error)(f"{self.where}: {self.error.message}", self.error.hint)


@dataclass(frozen=True, slots=True, eq=False)
class PhotoReading:
    """What a photo shows: the sheets that could be read and those that could not."""

    photo: Photo
    sheets: tuple[SheetReading, ...]
    refused: tuple[RefusedSheet, ...] = ()
    seconds: dict[str, float] = field(default_factory=dict)
    """Time per step."""
    notes: tuple[str, ...] = ()
    """What a user should know though it did no harm."""

    @property
    def problems(self) -> tuple[SheetgenError, ...]:
        return tuple(sheet.problem for sheet in self.refused)


@dataclass(frozen=True, slots=True, eq=False)
class AlignedSheet:
    """The photo of a sheet on the grid of its blank print, ``SETTINGS.px_per_mm``."""

    image: Pixels
    """Where the cells are, ``BlankCells.area``."""
    cells: BlankCells
    alignment: Alignment


class _Clock:
    """Adds up the time of the steps."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    def __call__(self, step: str, work: Callable[[], T]) -> T:
        start = perf_counter()
        try:
            return work()
        finally:
            self.seconds[step] = self.seconds.get(step, 0.0) + perf_counter() - start


def read_photo(
    path: Path,
    *,
    page: int | None = None,
    code: SheetCode | None = None,
    own: tuple[Variant, ...] = (),
) -> PhotoReading:
    """Read all sheets in a photo.

    ``page``: of a file that has several, from 1; ``code``: the sheet code where the photo's own is
    unreadable (for a photo of one sheet); ``own``: variants that are not bundled. Raises PhotoError
    or SheetNotFoundError if no sheet at all can be read; with several sheets, those that fail are
    told in ``problems``.
    """
    clock = _Clock()
    photo = clock("decode", lambda: load_photo(path, page=page, reduced=True))
    photo, grey, found = _locate(photo, clock)
    if code is not None and len(found) > 1:
        raise SheetNotFoundError(
            f"{photo.name}: {len(found)} sheets in the photo but one code given",
            "photograph the sheet alone",
        )
    sheets: list[SheetReading] = []
    refused: list[RefusedSheet] = []
    for number, registration in enumerate(found, 1):
        try:
            sheets.append(_read_sheet(photo, grey, registration, code, own, clock))
        except SheetgenError as error:
            where = f"{photo.name}, sheet {number}" if len(found) > 1 else photo.name
            refused.append(RefusedSheet(where, error, _outline(photo, registration)))
    if not sheets:
        raise refused[0].problem
    notes = (MIRRORED,) if photo.mirrored else ()
    return PhotoReading(photo, tuple(sheets), tuple(refused), clock.seconds, notes)


def _outline(photo: Photo, registration: Registration) -> tuple[Point, ...]:
    """Corners in the upright photo; none while they are provisional."""
    if registration.provisional:
        return ()
    return photo.unmirrored(scale_registration(registration, photo.reduction).outline())


def use_one_thread() -> None:
    """For processes that share the cores between them."""
    cv2.setNumThreads(1)


class _Located(NamedTuple):
    photo: Photo
    grey: Pixels
    sheets: list[Registration]


def _locate(photo: Photo, clock: _Clock, *, finest: bool = False) -> _Located:
    """The sheets in a photo: decoded again in full where half the size is too coarse."""
    finest = finest or photo.reduction == 1
    try:
        located = clock("fiducials", lambda: _either_way(photo))
    except SheetNotFoundError as error:
        if finest:
            raise SheetNotFoundError(f"{photo.name}: {error.message}", error.hint) from error
    else:
        least = SETTINGS.full_size_below_px_per_mm
        if finest or all(sheet.px_per_mm >= least for sheet in located.sheets):
            return located
    full = clock("decode", lambda: load_photo(photo.path, page=photo.page))
    return _locate(full, clock, finest=True)


def _either_way(photo: Photo) -> _Located:
    """The sheets as they are or, if there are none, as a mirror shows them."""
    grey = _grey(photo.image)
    try:
        return _Located(photo, grey, locate_sheets(grey))
    except SheetNotFoundError:
        flipped = np.ascontiguousarray(grey[:, ::-1])
        with suppress(SheetNotFoundError):
            return _Located(mirrored(photo), flipped, locate_sheets(flipped))
        raise


def _grey(image: Pixels) -> Pixels:
    return cv2.cvtColor(image, cv2.COLOR_RGB2GRAY).astype(np.uint8, copy=False)


def _read_sheet(
    photo: Photo,
    grey: Pixels,
    registration: Registration,
    given: SheetCode | None,
    own: tuple[Variant, ...],
    clock: _Clock,
) -> SheetReading:
    code = clock("code", lambda: _code_of(grey, registration, given))
    layout = clock("layout", lambda: lay_out(sheet_of(code, own)))
    if layout.frame is not registration.frame:
        raise SheetNotFoundError(
            f"code {code.text} is of a sheet of another size", "check the code given with --code"
        )
    registration = clock("align", lambda: _grown(photo.image, grey, registration, layout))
    _check_resolution(registration, layout)
    aligned = clock("align", lambda: align_sheet(photo.image, registration, layout))
    _check_alignment(aligned.alignment, registration, by_hand=given is not None)
    if given is not None or len(registration.found) < LEAST_FIDUCIALS:
        shift = aligned.alignment.shift_mm
        whole = clock("align", lambda: _straightened(photo.image, registration, layout, shift))
        clock("likeness", lambda: check_likeness(whole, layout, own))
    readings = clock("marks", lambda: read_marks(aligned.image, aligned.cells))
    _check_legibility(readings)
    full = scale_registration(registration, photo.reduction)
    corners = [corner for mark in layout.mark_boxes for corner in mark.box.corners]
    points = shifted_points(aligned.alignment, full.matrix, corners, layout.frame.bounds)
    cells = []
    for i, (mark, reading) in enumerate(zip(layout.mark_boxes, readings, strict=True)):
        quad = points[4 * i : 4 * i + 4]
        if not photo.shows(quad):
            reading = replace(reading, mark="unsure")
        cells.append(CellReading(mark.cell, reading, photo.unmirrored(quad)))
    return SheetReading(
        sheet=layout.sheet,
        cells=tuple(cells),
        outline=photo.unmirrored(full.outline()),
        residual_mm=registration.residual_mm,
        misfit_mm=aligned.alignment.misfit_mm,
        px_per_mm=full.px_per_mm,
        missing=registration.missing,
    )


def _code_of(grey: Pixels, registration: Registration, given: SheetCode | None) -> SheetCode:
    """The sheet's code; ``given``: as typed, which must not contradict the photo."""
    views = list(views_of(registration, grey.shape))
    seen = registration.code.code if registration.code else None
    seen = seen or next(filter(None, (read_code(grey, view) for view in views)), None)
    if given is not None and seen not in (None, given):
        raise SheetNotFoundError(
            f"the code on the sheet can be read and is {seen.text}, not {given.text}",
            "leave out --code",
        )
    code = given or seen
    code = code or next(filter(None, (read_code_text(grey, view) for view in views)), None)
    if code is None:
        raise SheetNotFoundError(
            "the sheet code cannot be read",
            "type it from the sheet with --code XXXXXX-XXXXXX-XXXXXX",
        )
    return code


def _too_little(registration: Registration) -> PhotoError:
    missing = ", ".join(registration.missing)
    return PhotoError(
        f"found too little of the sheet (missing corner marks: {missing})",
        "lay the sheet flat and keep the corners free and in the picture",
    )


def _grown(image: Pixels, grey: Pixels, registration: Registration, layout: Layout) -> Registration:
    """The registration over the whole sheet, where two fiducials gave a provisional one."""
    if not registration.provisional:
        return registration
    grown = grow(image, registration, blank_of(layout).known)
    code = registration.code
    if grown is None or (code and not shows_code(grown, code)):
        raise _too_little(registration)
    if read_code(grey, grown) not in (None, layout.sheet.code):
        raise SheetNotFoundError(
            "the sheet code belongs to another sheet in the photo", "photograph the sheet alone"
        )
    return grown


def _check_resolution(registration: Registration, layout: Layout) -> None:
    width = layout.smallest_cell[0] * registration.px_per_mm
    if width < SETTINGS.min_cell_px:
        raise PhotoError(
            f"the cells are only {width:.0f} pixels wide in the photo",
            "go closer or use a higher resolution",
        )


def _check_alignment(alignment: Alignment, registration: Registration, *, by_hand: bool) -> None:
    """``by_hand``: the code was typed, and may be that of another sheet that looks alike."""
    least = SETTINGS.min_match_by_hand if by_hand else SETTINGS.min_sheet_match
    if alignment.misfit_mm > SETTINGS.max_misfit_mm or alignment.match < least:
        if len(registration.found) < LEAST_FIDUCIALS:
            raise _too_little(registration)
        raise PhotoError(
            "the print does not match the sheet of its code",
            "lay the sheet flat, in even light; check --code and --template if you gave them",
        )


def _check_legibility(readings: Sequence[MarkReading]) -> None:
    if typical_doubt(readings) > SETTINGS.max_typical_doubt:
        raise PhotoError(
            "the marks are too faint, blurred or small in the photo",
            "photograph the sheet again: closer, in brighter light, in focus",
        )


def align_sheet(image: Pixels, registration: Registration, layout: Layout) -> AlignedSheet:
    """Rectify a sheet so that it lies on its blank print, curl and all."""
    blank = blank_of(layout)
    alignment = align(image, registration.matrix, blank.known)
    shift = alignment.shift_mm
    seen = _straightened(image, registration, layout, shift, blank.cells.area)
    return AlignedSheet(seen, blank.cells, alignment)


def _straightened(
    image: Pixels,
    registration: Registration,
    layout: Layout,
    shift_mm: NDArray[np.float32],
    part: Part | None = None,
) -> Pixels:
    size = (layout.frame.width, layout.frame.height)
    scale = SETTINGS.px_per_mm
    return rectify_bent(image, registration.matrix, shift_mm, size, scale, part)
