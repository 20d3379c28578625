"""Find every sheet in a photo: the quick way first, harder ways where something is missing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetgen.errors import SheetNotFoundError
from sheetgen.frame import CORNER_NAMES
from sheetgen.vision.fiducials import (
    Marker,
    find_large_markers,
    find_marker_near,
    find_markers,
    without_doubles,
)
from sheetgen.vision.registration import Registration, register_sheets
from sheetgen.vision.settings import SETTINGS

Grey = NDArray[np.uint8]


def locate_sheets(grey: Grey) -> list[Registration]:
    """All sheets in a grey picture. Raises SheetNotFoundError that says which corners were seen."""
    markers: list[Marker] = []
    sheets: list[Registration] = []
    for search in _searches():
        markers = without_doubles([*markers, *search(grey)])
        sheets = register_sheets(markers)
        lost = [m for sheet in sheets for m in _lost_markers(grey, sheet)]
        if lost:
            markers = without_doubles([*markers, *lost])
            sheets = register_sheets(markers)
        if (
            sheets
            and all(not sheet.missing for sheet in sheets)
            and len(markers) == 4 * len(sheets)
        ):
            return sheets
    if not sheets:
        raise SheetNotFoundError(*_explain(markers))
    return sheets


def _searches() -> Iterator[Callable[[Grey], list[Marker]]]:
    yield find_large_markers
    yield lambda grey: find_markers(grey, SETTINGS.search_width_px)
    yield lambda grey: find_markers(_evened(grey), SETTINGS.search_width_px)
    yield lambda grey: find_markers(grey, None)


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
