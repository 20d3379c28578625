"""The papers as they lie on the table, and their print at the photo's scale.

In: filled sheets, conditions, a numpy Generator. Out: `Lying` papers with poses in mm.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from .conditions import Conditions
from .geometry import Camera, Pose, make_curl
from .mishaps import overlapping
from .paper import FilledSheet, Image, Points, multiply
from .printer import print_sheet
from .table import Paper, cut_paper, lay_out


@dataclass(frozen=True)
class Lying:
    """A paper with a filled sheet and how it lies."""

    sheet: FilledSheet
    paper: Paper
    pose: Pose
    px_per_mm: float  # of the raster, as printed

    def cells(self) -> Points:
        """(N, 4, 3) corners in the world of the cells that set the scale."""
        cells = [c for c in self.sheet.blank.cells if c.kind == "number"]
        corners = np.array([c.corners for c in cells or self.sheet.blank.cells])
        shrink = self.sheet.blank.px_per_mm / self.px_per_mm
        points = corners.reshape(-1, 2) * shrink
        points -= np.array([self.paper.width / 2, self.paper.height / 2])
        return self.pose.place(points).reshape(-1, 4, 3)


def lay(
    sheets: Sequence[FilledSheet], level: str, setting: Conditions, rng: np.random.Generator
) -> list[Lying]:
    kind = setting.paper if len(sheets) == 1 else "cut"
    papers = []
    for sheet in sheets:
        width, height = sheet.blank.size_mm
        papers.append(cut_paper(width * setting.fit, height * setting.fit, kind, rng))
    out = []
    places = lay_out(papers, level, rng)
    for sheet, paper, (x, y, turn) in zip(sheets, papers, places, strict=True):
        x0, y0, x1, y1 = paper.bounds
        size = 2 * max(-x0, x1), 2 * max(-y0, y1)
        bend = setting.curl_mm - setting.fold_mm
        curl = make_curl(*size, bend, setting.fold_mm, rng)
        out.append(Lying(sheet, paper, Pose(x, y, turn, curl), sheet.blank.px_per_mm / setting.fit))
    return out


def stacked(lying: Sequence[Lying], rng: np.random.Generator) -> list[Lying]:
    """The same papers in a column, the margin of each on that of the one before."""
    places = overlapping([one.paper for one in lying], rng)
    return [
        replace(one, pose=replace(one.pose, x=x, y=y, turn=turn))
        for one, (x, y, turn) in zip(lying, places, strict=True)
    ]


def sheet_outline(one: Lying) -> Points:
    """Points round the sheet's edge, or the paper's where it reaches further out when cut."""
    paper = one.paper
    beyond = [min(max(v, 0.0), 1.5) for v in (paper.left, paper.top, paper.right, paper.bottom)]
    return Paper(paper.width, paper.height, *beyond).outline()


def printed(
    one: Lying, camera: Camera, printer: str, rng: np.random.Generator
) -> tuple[Image, float]:
    """Print and ink, no finer than the photo can show (against aliasing); pixels per mm."""
    image, ink, px_per_mm = one.sheet.blank.image, one.sheet.ink, one.px_per_mm
    if printer == "mono halftone":  # its dots are finer than the photo's pixels
        image = multiply(print_sheet(image, px_per_mm, printer, rng), ink)
        return _shrunk(image, one, camera)
    image, px_per_mm = _shrunk(image, one, camera)
    return multiply(print_sheet(image, px_per_mm, printer, rng), _shrunk(ink, one, camera)[0]), (
        px_per_mm
    )


def _shrunk(image: Image, one: Lying, camera: Camera) -> tuple[Image, float]:
    """A raster of the sheet at the photo's scale, or as it is where that is coarser."""
    corners = one.pose.place(one.paper.sheet_corners)
    near = (corners - camera.position) @ camera.rotation[2]
    wanted = camera.focal / float(near.min()) * 1.1
    if wanted >= one.px_per_mm * 0.95:
        return image, one.px_per_mm
    width = max(8, round(one.paper.width * wanted))
    height = max(8, round(image.shape[0] * width / image.shape[1]))
    small = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), width / one.paper.width
