"""Load a photo: a file in, an upright RGB array out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

from sheetgen.errors import PhotoError
from sheetgen.geometry import Point
from sheetgen.vision.jpegs import LYING, ORIENTATION, decode_jpeg
from sheetgen.vision.picture_files import open_picture, too_large
from sheetgen.vision.settings import SETTINGS

Pixels = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """``image``: (height, width, 3) RGB with the EXIF orientation applied. ``full_size``: width
    and height of the upright original; ``image`` may be smaller by a whole factor."""

    path: Path
    image: Pixels
    full_size: tuple[int, int]
    page: int | None = None
    """The page of a file that has several, from 1."""
    mirrored: bool = False
    """``image`` is the original seen in a mirror."""

    @property
    def name(self) -> str:
        return photo_name(self.path, self.page)

    @property
    def reduction(self) -> float:
        """Original pixels per pixel of ``image``."""
        return self.full_size[0] / float(self.image.shape[1])

    def shows(self, points: Sequence[Point]) -> bool:
        """Whether points of ``image`` at full size are all in the picture."""
        width, height = self.full_size
        return all(-1 <= p.x <= width and -1 <= p.y <= height for p in points)

    def unmirrored(self, points: Sequence[Point]) -> tuple[Point, ...]:
        """Points of ``image`` at full size as points of the original, and the other way round."""
        if not self.mirrored:
            return tuple(points)
        return tuple(Point(self.full_size[0] - 1 - p.x, p.y) for p in points)


def photo_name(path: Path, page: int | None) -> str:
    """How people are told of a photo: "scan.pdf page 2"."""
    return str(path) if page is None else f"{path} page {page}"


def load_photo(path: Path, *, page: int | None = None, reduced: bool = False) -> Photo:
    """Read a photo, or a page of a scan; large JPEGs at half size if ``reduced``.

    Raises PhotoError.
    """
    with open_picture(path, page or 1) as picture:
        _check_size(path, picture)
        pixels = picture.width * picture.height / 1e6
        halve = pixels > SETTINGS.halve_above_megapixels or (
            reduced and pixels > SETTINGS.reduce_above_megapixels
        )
        quick = decode_jpeg(picture, halve=halve) if page in (None, 1) else None
        if quick is not None:
            image, full = quick
            return Photo(path, image, full, page)
        before = picture.size
        if halve:
            picture.draft("RGB", (before[0] // 2, before[1] // 2))
        drafted = picture.size != before
        turned = drafted and picture.getexif().get(ORIENTATION, 1) in LYING
        upright = ImageOps.exif_transpose(picture)
        full = upright.size
        if drafted:
            full = before[::-1] if turned else before
        image = np.asarray(_to_rgb(path, _halved(upright)))
        return Photo(path, image, full, page)


def mirrored(photo: Photo) -> Photo:
    """The photo as a mirror shows it."""
    flipped = np.ascontiguousarray(photo.image[:, ::-1])
    return replace(photo, image=flipped, mirrored=not photo.mirrored)


def _check_size(path: Path, picture: Image.Image) -> None:
    """Refuse too large and too small pictures before they are decoded."""
    width, height = picture.size
    limit = SETTINGS.max_megapixels
    if picture.format not in ("JPEG", "MPO"):
        limit = SETTINGS.max_megapixels_at_once
    if width * height > limit * 1e6:
        raise too_large(path, width * height)
    if min(width, height) < SETTINGS.min_side_px:
        raise PhotoError(
            f"{path}: {width} x {height} pixels are too few to read a sheet",
            "take a photo with at least 2 megapixels",
        )


def _halved(picture: Image.Image) -> Image.Image:
    """A very large picture at half its size, which needs less memory."""
    if picture.width * picture.height <= SETTINGS.halve_above_megapixels * 1e6:
        return picture
    if picture.mode in ("1", "P", "PA") or picture.mode.startswith("I;"):
        return picture
    return picture.reduce(2)


def _to_rgb(path: Path, picture: Image.Image) -> Image.Image:
    """8-bit RGB; transparent parts become white, 16-bit grey is scaled down."""
    if picture.mode == "RGB" and "transparency" not in picture.info:
        return picture
    if picture.mode.startswith("I;16") or picture.mode in ("I", "F"):
        return Image.fromarray(_to_bytes(np.asarray(picture))).convert("RGB")
    if picture.mode in ("RGBA", "LA", "PA", "La", "RGBa") or "transparency" in picture.info:
        rgba = picture.convert("RGBA")
        white = Image.new("RGB", rgba.size, "white")
        white.paste(rgba, mask=rgba.getchannel("A"))
        return white
    if picture.mode in ("LAB", "HSV"):
        raise PhotoError(f"{path}: colours in {picture.mode}", "save it as RGB, such as a JPEG")
    return picture.convert("RGB")


def _to_bytes(values: NDArray[np.generic]) -> Pixels:
    """Values of 0..1, 0..255 or 0..65535 as bytes."""
    numbers = np.nan_to_num(np.asarray(values, np.float32), posinf=0, neginf=0)
    largest = float(numbers.max(initial=0))
    top = 65535.0 if largest > 255 else 255.0
    if values.dtype.kind == "f" and largest <= 1:
        top = 1.0
    np.multiply(numbers, 255.0 / top, out=numbers)
    return np.clip(numbers, 0, 255, out=numbers).astype(np.uint8)
