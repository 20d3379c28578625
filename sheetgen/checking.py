"""The conductor of the whole check: photos in, audited sheets and judged games out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from sheetgen.auditing import audit_marks, corrected
from sheetgen.errors import SheetgenError, UsageError
from sheetgen.geometry import Point
from sheetgen.reading import PhotoReading, SheetReading, read_photo
from sheetgen.rules.audit import Audit
from sheetgen.rules.games import Game, group_games, judge_game
from sheetgen.sheetcode import SheetCode
from sheetgen.variant import Variant
from sheetgen.vision.overlay import Badge, Caption, draw_overlay, to_jpeg
from sheetgen.vision.photo import Photo, photo_name

WITH_REMARKS = 1


@dataclass(frozen=True, slots=True, eq=False)
class CheckedSheet:
    reading: SheetReading
    marks: dict[str, str]
    """By cell id, after corrections by hand."""
    audit: Audit


@dataclass(frozen=True, slots=True, eq=False)
class CheckedPhoto:
    path: Path
    page: int | None
    """Of a file that has several."""
    reading: PhotoReading | None
    sheets: tuple[CheckedSheet, ...]
    problems: tuple[SheetgenError, ...]
    notes: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return photo_name(self.path, self.page)

    @property
    def exit_code(self) -> int:
        """0 fine, 1 with violations or unsure marks, else that of the worst problem."""
        remarks = any(s.audit.unsure or _errors(s.audit) for s in self.sheets)
        codes = [problem.exit_code for problem in self.problems]
        return max([WITH_REMARKS if remarks else 0, *codes])


def check_photo(
    path: Path,
    *,
    page: int | None = None,
    code: SheetCode | None = None,
    own: tuple[Variant, ...] = (),
    corrections: Sequence[str] = (),
) -> CheckedPhoto:
    """Read and audit one photo. What keeps it from being read is data, not an exception.

    Raises UsageError for corrections that fit no cell, or that could mean several sheets.
    """
    try:
        reading = read_photo(path, page=page, code=code, own=own)
    except SheetgenError as error:
        return CheckedPhoto(path, page, None, (), (error,))
    if corrections and len(reading.sheets) > 1:
        raise UsageError(
            f"--set, but {path} shows {len(reading.sheets)} sheets", "photograph the sheet alone"
        )
    sheets = tuple(_check_sheet(sheet, corrections) for sheet in reading.sheets)
    return CheckedPhoto(path, page, reading, sheets, reading.problems, reading.notes)


def _check_sheet(reading: SheetReading, corrections: Sequence[str]) -> CheckedSheet:
    marks = corrected(reading.sheet, reading.marks, corrections)
    return CheckedSheet(reading, marks, audit_marks(reading.sheet, marks))


def judge_games(photos: Iterable[CheckedPhoto]) -> tuple[Game, ...]:
    """The games that the sheets of all photos belong to."""
    audits = [sheet.audit for photo in photos for sheet in photo.sheets]
    return tuple(judge_game(game) for game in group_games(audits))


def _errors(audit: Audit) -> bool:
    return any(violation.severity != "hint" for violation in audit.violations)


def overlay_of(photo: CheckedPhoto, language: str) -> bytes | None:
    """The photo with its reading drawn on it, as JPEG. None if nothing was read."""
    if photo.reading is None:
        return None
    taken = photo.reading.photo
    badges = [badge for sheet in photo.sheets for badge in _badges(sheet, taken)]
    captions = [_caption(sheet, taken, language) for sheet in photo.sheets]
    return to_jpeg(draw_overlay(taken.image, badges, captions))


def _in_image(photo: Photo, points: Sequence[Point]) -> tuple[Point, ...]:
    """Points of the original as points of the picture in memory."""
    scale = 1 / photo.reduction
    return tuple(Point(p.x * scale, p.y * scale) for p in photo.unmirrored(points))


def _badges(sheet: CheckedSheet, photo: Photo) -> list[Badge]:
    wrong = {cell for violation in sheet.audit.violations for cell in violation.cells}
    return [
        Badge(_in_image(photo, cell.quad), sheet.marks[cell.cell.id], cell.cell.id in wrong)
        for cell in sheet.reading.cells
    ]


def _caption(sheet: CheckedSheet, photo: Photo, language: str) -> Caption:
    audit = sheet.audit
    lines = [audit.verdict(language), *(v.text(language) for v in audit.violations)]
    if audit.unsure:
        lines.append(f"{len(audit.unsure)} × ?")
    outline = _in_image(photo, sheet.reading.outline)
    return Caption(outline, tuple(lines), bool(audit.unsure or _errors(audit)))
