"""Find every sheet in a photo: the quick way first, harder ways where something is missing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetgen.errors import SheetNotFoundError
from sheetgen.frame import CORNER_NAMES
from sheetgen.vision.code_search import find_codes
from sheetgen.vision.fiducials import (
    Glance,
    Marker,
    find_large_markers,
    find_marker_near,
    find_markers,
    glance_at,
    reduced,
    without_doubles,
)
from sheetgen.vision.registration import (
    Registration,
    in_order,
    register_by_code,
    register_sheets,
    shows_code,
    with_code,
)
from sheetgen.vision.settings import SETTINGS
from sheetgen.vision.small_fiducials import find_small_markers, shows_markers_like

Grey = NDArray[np.uint8]


def locate_sheets(grey: Grey) -> list[Registration]:
    """All sheets in a grey picture. Raises SheetNotFoundError that says which corners were seen."""
    markers: list[Marker] = []
    sheets: list[Registration] = []
    glance = glance_at(grey)
    for search in _searches(glance):
        markers = without_doubles([*markers, *search.find(grey)])
        sheets = register_sheets(markers, least=2)
        lost = [m for sheet in sheets for m in _lost_markers(grey, sheet)]
        if lost:
            markers = without_doubles([*markers, *lost])
            sheets = register_sheets(markers, least=2)
        if (
            sheets
            and all(not sheet.missing for sheet in sheets)
            and len(markers) == 4 * len(sheets)
            and not (search.may_miss and _shows_others(grey, glance, sheets))
        ):
            return sheets
    sheets = _with_codes(grey, sheets, markers)
    if not sheets:
        raise SheetNotFoundError(*_explain(markers))
    return sheets


def _with_codes(
    grey: Grey, sheets: list[Registration], markers: Sequence[Marker]
) -> list[Registration]:
    """2-D codes as further fiducials, where fewer than three were found."""
    used = sum(len(sheet.found) for sheet in sheets)
    if used == len(markers) and not any(sheet.provisional for sheet in sheets):
        return sheets
    whole = [sheet for sheet in sheets if not sheet.provisional]
    codes = [c for c in find_codes(grey) if not any(shows_code(sheet, c) for sheet in whole)]
    grown = [with_code(sheet, codes) if sheet.provisional else sheet for sheet in sheets]
    free = [code for code in codes if not any(sheet.code is code for sheet in grown)]
    for code in free:
        for marker in markers:
            if not any(_is_of(marker, sheet) for sheet in grown):
                alone = register_by_code(marker, code)
                if alone:
                    grown.append(alone)
                    break
    return in_order(grown)


def _is_of(marker: Marker, sheet: Registration) -> bool:
    """Whether a fiducial is one of those that a sheet was registered by."""
    nearest = np.linalg.norm(sheet.corners_px - marker.points[0], axis=1).min()
    return bool(nearest < 1e-6)


class _Search(NamedTuple):
    find: Callable[[Grey], list[Marker]]
    may_miss: bool = False
    """All fiducials of a sheet beside others that it finds."""


def _searches(glance: Glance) -> Iterator[_Search]:
    yield _Search(lambda grey: find_large_markers(grey, glance), may_miss=True)
    yield _Search(lambda grey: find_markers(grey, SETTINGS.search_width_px), may_miss=True)
    yield _Search(find_small_markers)
    yield _Search(lambda grey: find_markers(_evened(grey), SETTINGS.search_width_px))
    yield _Search(find_markers)


def _shows_others(grey: Grey, glance: Glance, sheets: Sequence[Registration]) -> bool:
    """Whether there is room beside the sheets, as bright as they are, with fiducials in it."""
    covered = _covered(glance, sheets)
    seen = glance.picture[::4, ::4][covered[::4, ::4]]
    if not seen.size:
        return False
    paper = float(np.median(seen))
    rest = np.count_nonzero((glance.picture > SETTINGS.room_brightness * paper) & ~covered)
    outlines = [np.array(sheet.outline(), np.float32) / glance.reduction for sheet in sheets]
    if rest < SETTINGS.room_share * min(map(cv2.contourArea, outlines)):
        return False
    side = max(sheet.frame.fiducials[0].width * sheet.px_per_mm for sheet in sheets)
    if _shows_markers_beside(glance, sheets, paper, side):
        return True
    if side >= SETTINGS.quick_side_px * glance.reduction:
        return False  # that glance was fine enough
    finer = reduced(grey, max(1, round(side / SETTINGS.quick_side_px)))
    return _shows_markers_beside(finer, sheets, paper, side)


def _shows_markers_beside(
    glance: Glance, sheets: Sequence[Registration], paper: float, side: float
) -> bool:
    """Whether there are fiducials beside the sheets.

    ``paper``: grey level of the sheets. ``side``: of a fiducial, in pixels of the photo.
    """
    beside = np.where(_covered(glance, sheets), np.uint8(round(paper)), glance.picture)
    return shows_markers_like(beside, side / glance.reduction)


def _covered(glance: Glance, sheets: Sequence[Registration]) -> NDArray[np.bool_]:
    """Where sheets lie."""
    covered = np.zeros(glance.picture.shape, np.uint8)
    for sheet in sheets:
        outline = np.array(sheet.outline()) / glance.reduction
        cv2.fillConvexPoly(covered, np.round(outline).astype(np.int32), 1)
    return covered > 0


def _lost_markers(grey: Grey, sheet: Registration) -> Iterator[Marker]:
    """Fiducials of a sheet that were not found at once, looked for where they must be."""
    for corner in range(4):
        if corner in sheet.found:
            continue
        box = sheet.frame.fiducials[corner]
        points = np.array([sheet.mm_to_px.apply(*point) for point in box.corners])
        side = float(np.linalg.norm(points - np.roll(points, 1, axis=0), axis=1).mean())
        marker = find_marker_near(grey, points.mean(axis=0), side, sheet.frame, corner)
        if marker:
            yield marker


def _evened(grey: Grey) -> Grey:
    """Local contrast evened out, for fiducials in a hard shadow or in glare."""
    return cv2.createCLAHE(4.0, (12, 12)).apply(grey).astype(np.uint8)


def _explain(markers: Sequence[Marker]) -> tuple[str, str]:
    if not markers:
        return (
            "no sheet found",
            "photograph the whole sheet, with its four corner marks, in good light",
        )
    seen = {marker.corner for marker in markers}
    missing = [name for corner, name in enumerate(CORNER_NAMES) if corner not in seen]
    if not missing:
        return (
            "found four corner marks that do not form a sheet",
            "lay the sheet flat and photograph it from above",
        )
    return (
        f"found {len(seen)} of 4 corner marks (missing: {', '.join(missing)})",
        "lay the sheet flat and keep the corners free and in the picture",
    )
