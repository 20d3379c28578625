"""Photographs filled sheets on a table.

In: filled sheets, a level ("careful", "ordinary", "bad"), a numpy Generator that alone decides
everything. Out: a `Photo`: JPEG bytes, the sheets' corners in pixels of the upright picture
(0, 0 = middle of the top left pixel), and the conditions it was taken under.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from .conditions import MEGAPIXELS, MOTION_CELL_PX, MOTION_PX, Conditions, draw_conditions
from .geometry import Camera, Pose, aim, make_curl
from .light import enlarge, grid, light_field
from .paper import Field, FilledSheet, Image, Points, check_level, multiply
from .printer import print_sheet
from .sensor import GAMMA, Development, decode_upright, develop, encode_jpeg
from .surfaces import table_top
from .table import Paper, View, cut_paper, lay_out, put_paper, textured, view_of

MIN_CELL_PX = 25.0
FILL_LIMIT = 0.95


@dataclass(frozen=True)
class Photo:
    """One photo and the truth about it."""

    jpeg: bytes
    sheet_corners: tuple[Points, ...]  # TL, TR, BR, BL of each sheet
    conditions: dict[str, object]
    cell_px: float  # width of the smallest number cell
    orientation: int | None

    @cached_property
    def image(self) -> Image:
        """What is in the file, upright (uint8 RGB)."""
        return decode_upright(self.jpeg, self.orientation)


@dataclass(frozen=True)
class _Lying:
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


def photograph(
    sheets: Sequence[FilledSheet],
    level: str,
    rng: np.random.Generator,
    *,
    megapixels: float | None = None,
) -> Photo:
    """Lay the sheets on a table and take a photo of them all."""
    check_level(level)
    if not sheets:
        raise ValueError("no sheets to photograph")
    setting = draw_conditions(level, rng)
    lying = _lay(sheets, level, setting, rng)
    camera = _frame(lying, setting, megapixels, rng)
    cell_px = _cell_px(lying, camera)
    step = 8 if camera.width * camera.height > 4e6 else 4
    px, py = grid(camera.width, camera.height, step)
    corners = tuple(camera.project(one.pose.place(one.paper.sheet_corners)) for one in lying)
    target = np.concatenate(corners).mean(axis=0)
    gains = light_field(px, py, (camera.width, camera.height), target, setting, rng)
    views = [view_of(one.paper, one.pose, camera, px, py, step) for one in lying]
    scene = _table(camera, setting, px.shape, lying, views, step, rng)
    for one, view in zip(lying, views, strict=True):
        image, px_per_mm = _printed(one, camera, setting.printer, rng)
        raster = textured(one.paper, image, px_per_mm, rng)
        put_paper(scene, raster, px_per_mm, one.paper, view, step)
    _expose(gains, lying, views, setting, rng)
    how = _development(setting, camera, cell_px)
    upright = develop(scene, gains, step, how, rng)
    jpeg = encode_jpeg(upright, setting.jpeg, setting.orientation)
    return Photo(jpeg, corners, _report(setting, how, camera, level), cell_px, setting.orientation)


def _lay(
    sheets: Sequence[FilledSheet], level: str, setting: Conditions, rng: np.random.Generator
) -> list[_Lying]:
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
        out.append(
            _Lying(sheet, paper, Pose(x, y, turn, curl), sheet.blank.px_per_mm / setting.fit)
        )
    return out


def _frame(
    lying: Sequence[_Lying],
    setting: Conditions,
    megapixels: float | None,
    rng: np.random.Generator,
) -> Camera:
    """A camera near enough, and with pixels enough, for cells of MIN_CELL_PX."""
    outline = np.concatenate([one.pose.place(_sheet_outline(one)) for one in lying])
    size = float(megapixels if megapixels is not None else rng.choice(MEGAPIXELS))
    across = np.ptp(_rolled(outline, setting.rotation), axis=0)
    portrait = bool(across[1] > across[0]) != bool(rng.random() < 0.12)
    drift = (float(rng.uniform(-0.9, 0.9)), float(rng.uniform(-0.9, 0.9)))
    fill = setting.fill
    while True:
        long = round((size * 1e6 * 4 / 3) ** 0.5 / 8) * 8
        short = round(long * 3 / 32) * 8
        frame = (short, long) if portrait else (long, short)
        camera = aim(
            outline,
            np.radians(setting.tilt),
            np.radians(setting.tilt_way),
            np.radians(setting.rotation),
            frame,
            setting.focal * long,
            fill,
            drift,
        )
        if _cell_px(lying, camera) >= MIN_CELL_PX:
            return camera
        if fill < FILL_LIMIT:
            fill = FILL_LIMIT
        else:
            size *= 1.35


def _rolled(points: Points, degrees: float) -> Points:
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.asarray(points[:, :2] @ np.array([[cos, sin], [-sin, cos]]), np.float64)


def _sheet_outline(one: _Lying) -> Points:
    """Points round the sheet's edge, or the paper's where it reaches further out when cut."""
    paper = one.paper
    beyond = [min(max(v, 0.0), 1.5) for v in (paper.left, paper.top, paper.right, paper.bottom)]
    return Paper(paper.width, paper.height, *beyond).outline()


def _cell_px(lying: Sequence[_Lying], camera: Camera) -> float:
    """The narrowest of the cells, in pixels."""
    narrow = np.inf
    for one in lying:
        cells = one.cells()
        seen = camera.project(cells.reshape(-1, 3)).reshape(-1, 4, 2)
        top = np.hypot(*(seen[:, 1] - seen[:, 0]).T)
        bottom = np.hypot(*(seen[:, 2] - seen[:, 3]).T)
        narrow = min(narrow, float(np.minimum(top, bottom).min()))
    return narrow


def _printed(
    one: _Lying, camera: Camera, printer: str, rng: np.random.Generator
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


def _shrunk(image: Image, one: _Lying, camera: Camera) -> tuple[Image, float]:
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


def _table(
    camera: Camera,
    setting: Conditions,
    shape: tuple[int, ...],
    lying: Sequence[_Lying],
    views: Sequence[View],
    step: int,
    rng: np.random.Generator,
) -> Image:
    """The table with the papers' own soft shadows on it."""
    if setting.scan:
        lid = rng.uniform(225, 250)
        return np.full((camera.height, camera.width, 3), lid, np.uint8)
    shrink = 1 if camera.width * camera.height < 4e6 else 2
    small = table_top(camera, shrink, None, rng)
    shade = np.zeros(shape, np.float32)
    for one, view in zip(lying, views, strict=True):
        shade[view.rows, view.cols][view.inside(one.paper, *rng.normal(0, 1.0, 2))] = 1
    wide = max(0.8, (1.5 + setting.curl_mm) * _scale(camera) / step)
    shade = np.asarray(cv2.GaussianBlur(shade, (0, 0), wide), np.float32)
    dark = enlarge(1 - np.float32(rng.uniform(0.25, 0.55)) * shade, step // shrink)
    dark = np.ascontiguousarray(dark[: small.shape[0], : small.shape[1]])
    small = np.asarray(
        cv2.multiply(small, cv2.cvtColor(dark, cv2.COLOR_GRAY2RGB), dtype=cv2.CV_8U), np.uint8
    )
    if shrink > 1:
        size = (camera.width, camera.height)
        small = np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_LINEAR), np.uint8)
    return small


def _scale(camera: Camera) -> float:
    """Pixels per mm near the middle of the frame."""
    return camera.focal / float(-camera.position[2])


def _expose(
    gains: Field,
    lying: Sequence[_Lying],
    views: Sequence[View],
    setting: Conditions,
    rng: np.random.Generator,
) -> None:
    """Shade bent paper by its slope and set the exposure for the papers' white."""
    relief = rng.uniform(0.25, 0.8) * (1 if rng.random() < 0.5 else -1)
    lit = []
    for one, view in zip(lying, views, strict=True):
        inside = view.inside(one.paper)
        slope = one.pose.curl.slope(view.u[inside], view.v[inside])
        here = gains[view.rows, view.cols]
        here[inside] *= np.clip(1 + relief * slope, 0.6, 1.3)[:, None].astype(np.float32)
        lit.append(here[inside])
    bright = float(np.percentile(np.concatenate(lit)[:, 1], 90))
    white = (setting.white / 255) ** (GAMMA / setting.contrast)
    gains *= np.float32(white / bright)


def _development(setting: Conditions, camera: Camera, cell_px: float) -> Development:
    finer = max(1.0, (camera.width * camera.height / 3e6) ** 0.5)
    motion = setting.motion * MOTION_PX * min(cell_px / MOTION_CELL_PX, 4.0)
    return Development(
        blur_px=setting.blur * finer**0.7,
        motion_px=motion,
        motion_deg=setting.motion_way,
        noise=setting.noise,
        sharpen=setting.sharpen,
        contrast=setting.contrast,
        flare=setting.flare,
    )


def _report(setting: Conditions, how: Development, camera: Camera, level: str) -> dict[str, object]:
    return {
        "level": level,
        "scan": setting.scan,
        "tilt": round(setting.tilt, 2),
        "rotation": round(setting.rotation, 2),
        "curl_mm": round(setting.curl_mm, 2),
        "fold_mm": round(setting.fold_mm, 2),
        "shadow": setting.shadow,
        "shadow_factor": round(setting.shadow_factor, 3),
        "gradient": round(setting.gradient, 3),
        "warmth": round(setting.warmth, 3),
        "white": round(setting.white, 1),
        "blur_px": round(how.blur_px, 2),
        "motion_px": round(how.motion_px, 2),
        "noise": round(setting.noise, 2),
        "jpeg": setting.jpeg,
        "orientation": setting.orientation,
        "megapixels": round(camera.width * camera.height / 1e6, 2),
        "printer": setting.printer,
        "paper": setting.paper,
        "fit": round(setting.fit, 3),
    }
