"""Photographs filled sheets on a table.

In: filled sheets, a level ("careful", "ordinary", "bad"), a numpy Generator that alone decides
everything. Out: a `Photo`: JPEG bytes, the sheets' corners in pixels of the upright picture
(0, 0 = middle of the top left pixel), and the conditions it was taken under.
"""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from .aftermath import Picture, aftermath
from .conditions import MEGAPIXELS, MOTION_CELL_PX, MOTION_PX, Conditions, draw_conditions, report
from .extras import check_extras, with_extras
from .geometry import Camera, aim
from .light import enlarge, grid, light_field
from .lying import Lying, lay, printed, sheet_outline, stacked
from .mishaps import damage, held_corners, hold_by_thumb, reflect_lamp, shade_below
from .paper import Field, FilledSheet, Image, Points, check_level
from .printer import SCREEN
from .sensor import GAMMA, Development, decode_upright, develop, encode_jpeg
from .surfaces import table_top
from .table import View, put_paper, textured, view_of, with_margin

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


def photograph(
    sheets: Sequence[FilledSheet],
    level: str,
    rng: np.random.Generator,
    *,
    megapixels: float | None = None,
    extras: Set[str] = frozenset(),
    min_cell_px: float = MIN_CELL_PX,
) -> Photo:
    """Lay the sheets on a table and take a photo of them all.

    ``min_cell_px``: the camera goes nearer, or has more pixels, until cells are as wide as this.
    ``extras``: further conditions (see `extras.EXTRAS`), each befalling one of the sheets. Without
    them the same ``rng`` gives the same photo as with them, but for their effect.
    """
    check_level(level)
    if not sheets:
        raise ValueError("no sheets to photograph")
    check_extras(extras, len(sheets))
    fate = rng.spawn(1)[0]
    setting = with_extras(draw_conditions(level, rng), extras, fate)
    lying = lay(sheets, level, setting, rng)
    if "overlap" in extras:
        lying = stacked(lying, fate)
    unlucky = int(fate.integers(len(lying)))
    camera = _frame(lying, setting, megapixels, min_cell_px, rng)
    cell_px = _cell_px(lying, camera)
    step = 8 if camera.width * camera.height > 4e6 else 4
    px, py = grid(camera.width, camera.height, step)
    corners = tuple(camera.project(one.pose.place(one.paper.sheet_corners)) for one in lying)
    target = np.concatenate(corners).mean(axis=0)
    gains = light_field(px, py, (camera.width, camera.height), target, setting, rng)
    views = [view_of(one.paper, one.pose, camera, px, py, step) for one in lying]
    scene = _table(camera, setting, px.shape, lying, views, step, rng)
    for number, (one, view) in enumerate(zip(lying, views, strict=True)):
        image, px_per_mm = printed(one, camera, setting.printer, rng)
        if setting.printer == SCREEN:
            raster = with_margin(one.paper, image, px_per_mm)
        else:
            raster = textured(one.paper, image, px_per_mm, rng)
        if number == unlucky:
            damage(raster, one.paper, px_per_mm, extras, fate)
        if number and "overlap" in extras:
            shade_below(scene, one.paper, view, step)
        put_paper(scene, raster, px_per_mm, one.paper, view, step)
    _expose(gains, lying, views, setting, rng)
    for corner in held_corners(extras, fate):
        paper = lying[unlucky].paper
        hold_by_thumb(scene, corners[unlucky], (paper.width, paper.height), corner, fate)
    if "glare" in extras:
        reflect_lamp(scene, gains, step, corners[unlucky], fate)
    how = _development(setting, camera, cell_px)
    upright = develop(scene, gains, step, how, rng)
    picture = aftermath(Picture(upright, corners, setting.jpeg), extras, fate)
    jpeg = encode_jpeg(picture.image, picture.jpeg, setting.orientation)
    told = report(setting, how.blur_px, how.motion_px) | {
        "level": level,
        "jpeg": picture.jpeg,
        "megapixels": round(picture.image.size / 3e6, 2),
        "extras": ", ".join(sorted(extras)) or "none",
    }
    cell_px *= picture.scale
    return Photo(jpeg, picture.corners, told, cell_px, setting.orientation)


def _frame(
    lying: Sequence[Lying],
    setting: Conditions,
    megapixels: float | None,
    min_cell_px: float,
    rng: np.random.Generator,
) -> Camera:
    """A camera near enough, and with pixels enough, for cells of ``min_cell_px``."""
    outline = np.concatenate([one.pose.place(sheet_outline(one)) for one in lying])
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
        if _cell_px(lying, camera) >= min_cell_px:
            return camera
        if fill < FILL_LIMIT:
            fill = FILL_LIMIT
        else:
            size *= 1.35


def _rolled(points: Points, degrees: float) -> Points:
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.asarray(points[:, :2] @ np.array([[cos, sin], [-sin, cos]]), np.float64)


def _cell_px(lying: Sequence[Lying], camera: Camera) -> float:
    """The narrowest of the cells, in pixels."""
    narrow = np.inf
    for one in lying:
        cells = one.cells()
        seen = camera.project(cells.reshape(-1, 3)).reshape(-1, 4, 2)
        top = np.hypot(*(seen[:, 1] - seen[:, 0]).T)
        bottom = np.hypot(*(seen[:, 2] - seen[:, 3]).T)
        narrow = min(narrow, float(np.minimum(top, bottom).min()))
    return narrow


def _table(
    camera: Camera,
    setting: Conditions,
    shape: tuple[int, ...],
    lying: Sequence[Lying],
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
    lying: Sequence[Lying],
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
