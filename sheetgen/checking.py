"""The conductor of the whole check: photos in, audited sheets and judged games out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from sheetgen.auditing import audit_marks, board_boxes, corrected
from sheetgen.errors import SheetgenError, UsageError
from sheetgen.geometry import Point
from sheetgen.reading import PhotoReading, RefusedSheet, SheetReading, read_photo
from sheetgen.rules.audit import Audit
from sheetgen.rules.games import Game, group_games, judge_game
from sheetgen.rules.texts import place_name
from sheetgen.sheetcode import SheetCode
from sheetgen.variant import Variant
from sheetgen.vision.closeups import CloseUp, close_up
from sheetgen.vision.overlay import Badge, Caption, draw_overlay, to_jpeg
from sheetgen.vision.photo import Photo, Pixels, photo_name

WITH_REMARKS = 1
BY_CODE = "code"
BY_PHOTO = "photo"
ALL = "all"
GAMES = (BY_CODE, BY_PHOTO, ALL)
"""What makes sheets those of one game: their codes, a photo of all of them, or the user's word."""


@dataclass(frozen=True, slots=True, eq=False)
class CheckedSheet:
    reading: SheetReading | None
    """None once it is no longer needed, or if the sheet was read in an earlier run."""
    marks: dict[str, str]
    """By cell id, after corrections by hand."""
    audit: Audit
    boxes: Mapping[str, int] = field(default_factory=dict)
    """Numbers that the player wrote, by box id, as far as they were told."""


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
        remarks = any(s.audit.unsure or _has(s.audit, "error") for s in self.sheets)
        codes = [problem.exit_code for problem in self.problems]
        return max([WITH_REMARKS if remarks else 0, *codes])

    @property
    def has_warnings(self) -> bool:
        return any(_has(s.audit, "warning") for s in self.sheets)


def check_photo(
    path: Path,
    *,
    page: int | None = None,
    code: SheetCode | None = None,
    own: tuple[Variant, ...] = (),
    corrections: Sequence[str] = (),
    board_points: int | None = None,
) -> CheckedPhoto:
    """Read and audit one photo. What keeps it from being read is data, not an exception.

    ``board_points``: the number in the sheet's box for them. Raises UsageError for corrections that
    fit no cell, and for what could mean several sheets.
    """
    try:
        reading = read_photo(path, page=page, code=code, own=own)
    except SheetgenError as error:
        return CheckedPhoto(path, page, None, (), (error,))
    single = {"--set": bool(corrections), "--board-points": board_points is not None}
    for option, used in single.items():
        if used and len(reading.sheets) > 1:
            raise UsageError(
                f"{option}, but {path} shows {len(reading.sheets)} sheets",
                "photograph the sheet alone",
            )
    sheets = tuple(_check_sheet(sheet, corrections, board_points) for sheet in reading.sheets)
    return CheckedPhoto(path, page, reading, sheets, reading.problems, reading.notes)


def _check_sheet(
    reading: SheetReading, corrections: Sequence[str], board_points: int | None
) -> CheckedSheet:
    marks = corrected(reading.sheet, reading.marks, corrections)
    boxes = board_boxes(reading.sheet, board_points)
    return CheckedSheet(reading, marks, audit_marks(reading.sheet, marks, boxes=boxes), boxes)


def without_readings(photo: CheckedPhoto) -> CheckedPhoto:
    """The photo without what only its picture tells, which needs little memory."""
    sheets = tuple(replace(sheet, reading=None) for sheet in photo.sheets)
    return replace(photo, reading=None, sheets=sheets)


def corrected_by_hand(photo: CheckedPhoto, marks: Sequence[Mapping[str, str]]) -> CheckedPhoto:
    """The photo with other marks for each of its sheets, audited again."""
    sheets = tuple(
        replace(
            sheet,
            marks=dict(changed),
            audit=audit_marks(sheet.audit.sheet, changed, boxes=sheet.boxes),
        )
        for sheet, changed in zip(photo.sheets, marks, strict=True)
    )
    return replace(photo, sheets=sheets)


def judge_games(
    photos: Iterable[CheckedPhoto],
    rules: str = "standard",
    board_ended: bool | None = None,
    *,
    game: str = BY_CODE,
) -> tuple[Game, ...]:
    """The games that the sheets of all photos belong to; ``game``: what makes one, of ``GAMES``."""
    by_photo = [tuple(sheet.audit for sheet in photo.sheets) for photo in photos]
    together = tuple(audit for audits in by_photo for audit in audits)
    groups: Iterable[tuple[Audit, ...]]
    if game == BY_CODE:
        groups = group_games(together)
    else:
        groups = by_photo if game == BY_PHOTO else [together]
    return tuple(
        judge_game(group, rules=rules, board_ended=board_ended) for group in groups if group
    )


def _has(audit: Audit, severity: str) -> bool:
    return any(violation.severity == severity for violation in audit.violations)


def overlay_of(photo: CheckedPhoto, language: str) -> bytes | None:
    """The photo with its reading drawn on it, as JPEG. None if nothing was read.

    Sheets that could not be read are framed, with the reason.
    """
    if photo.reading is None:
        return None
    taken = photo.reading.photo
    pairs = [(sheet, sheet.reading) for sheet in photo.sheets if sheet.reading]
    badges = [badge for sheet, seen in pairs for badge in _badges(sheet, seen, taken)]
    captions = [_caption(sheet, seen, taken, language) for sheet, seen in pairs]
    captions += [_refusal(sheet, taken) for sheet in photo.reading.refused if sheet.outline]
    close_ups = [one for sheet, seen in pairs for one in _close_ups(sheet, seen, taken, language)]
    return to_jpeg(draw_overlay(taken.image, badges, captions, close_ups))


def picture_of(photo: Photo, quad: Sequence[Point], width: int) -> Pixels:
    """A cell and its surroundings, upright; ``quad`` as in ``CellReading``."""
    return close_up(photo.image, _in_image(photo, quad), width)


def doubtful_cells(audit: Audit) -> tuple[str, ...]:
    """The unsure cells, those that change points or violations first."""
    return (*audit.depends, *(cell for cell in audit.unsure if cell not in audit.depends))


def _close_ups(
    sheet: CheckedSheet, seen: SheetReading, photo: Photo, language: str
) -> Iterator[CloseUp]:
    cells = {cell.cell.id: cell for cell in seen.cells}
    for name in doubtful_cells(sheet.audit):
        label = place_name(cells[name].cell, language, sheet.audit.sheet)
        yield CloseUp(_in_image(photo, cells[name].quad), label)


def _in_image(photo: Photo, points: Sequence[Point]) -> tuple[Point, ...]:
    """Points of the original as points of the picture in memory."""
    scale = 1 / photo.reduction
    return tuple(Point(p.x * scale, p.y * scale) for p in photo.unmirrored(points))


def _badges(sheet: CheckedSheet, seen: SheetReading, photo: Photo) -> list[Badge]:
    wrong = {cell for violation in sheet.audit.violations for cell in violation.cells}
    return [
        Badge(_in_image(photo, cell.quad), sheet.marks[cell.cell.id], cell.cell.id in wrong)
        for cell in seen.cells
    ]


def _caption(sheet: CheckedSheet, seen: SheetReading, photo: Photo, language: str) -> Caption:
    audit = sheet.audit
    lines = [audit.verdict(language), *(v.text(language) for v in audit.violations)]
    if audit.unsure:
        lines.append(f"{len(audit.unsure)} × ?")
    outline = _in_image(photo, seen.outline)
    return Caption(outline, tuple(lines), bool(audit.unsure or _has(audit, "error")))


def _refusal(sheet: RefusedSheet, photo: Photo) -> Caption:
    lines = tuple(filter(None, (sheet.error.message, sheet.error.hint)))
    return Caption(_in_image(photo, sheet.outline), lines, alarm=True, framed=True)
