"""What happens to a picture after it was taken: mirrored, sent, photographed off a screen, faxed.

In: the upright picture (uint8 RGB) and points in its pixels (0, 0 = middle of the top left one).
Out: the changed picture and points.
"""

from collections.abc import Set
from dataclasses import dataclass

import cv2
import numpy as np
from PIL import Image as PilImage
from PIL import ImageDraw, ImageFont

from .paper import Image, Points
from .sensor import decode_upright, encode_jpeg

MESSENGER_PX = 1600  # long side
MESSENGER_JPEG = 40
SCREENS = ((1080, 2400), (1170, 2532), (1440, 3120))


@dataclass(frozen=True)
class Picture:
    """A finished picture; `scale`: its pixels per pixel of the camera."""

    image: Image
    corners: tuple[Points, ...]
    jpeg: int
    scale: float = 1.0


def aftermath(picture: Picture, extras: Set[str], rng: np.random.Generator) -> Picture:
    """The picture as it arrives."""
    if "fax" in extras:
        picture = _with_image(picture, _faxed(picture.image, rng))
    elif extras & {"grey", "grey-scan"}:
        grey = cv2.cvtColor(picture.image, cv2.COLOR_RGB2GRAY)
        picture = _with_image(picture, np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2RGB), np.uint8))
    if "mirrored" in extras:
        last = picture.image.shape[1] - 1
        corners = tuple(np.array([last, 0]) + c * np.array([-1, 1]) for c in picture.corners)
        flipped = np.ascontiguousarray(picture.image[:, ::-1])
        picture = Picture(flipped, corners, picture.jpeg, picture.scale)
    if "messenger" in extras:
        picture = _resized(picture, MESSENGER_PX / max(picture.image.shape[:2]))
        picture = Picture(picture.image, picture.corners, MESSENGER_JPEG, picture.scale)
    if "screenshot" in extras:
        picture = _screenshot(picture, rng)
    return picture


def _with_image(picture: Picture, image: Image) -> Picture:
    return Picture(image, picture.corners, picture.jpeg, picture.scale)


def _resized(picture: Picture, share: float) -> Picture:
    """Smaller by `share`; a smaller picture stays as it is."""
    if share >= 1:
        return picture
    height, width = picture.image.shape[:2]
    size = (round(width * share), round(height * share))
    image = np.asarray(cv2.resize(picture.image, size, interpolation=cv2.INTER_AREA), np.uint8)
    ratio = np.array([size[0] / width, size[1] / height])
    corners = tuple((corner + 0.5) * ratio - 0.5 for corner in picture.corners)
    return Picture(image, corners, picture.jpeg, picture.scale * share)


def _faxed(image: Image, rng: np.random.Generator) -> Image:
    """Black and white only, by a threshold or in the dots of an ordered dither, with specks."""
    grey = cv2.cvtColor(image, cv2.COLOR_RGB2GRAY).astype(np.float32)
    paper = float(np.percentile(grey, 95))
    if rng.random() < 0.6:
        limit: Image | Points = np.full((1, 1), paper * rng.uniform(0.6, 0.72))
    else:
        bayer = np.array([[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]])
        tile = (0.3 + 0.6 * (bayer + 0.5) / 16) * paper
        rows, cols = grey.shape
        limit = np.tile(tile, (-(-rows // 4), -(-cols // 4)))[:rows, :cols]
    white = grey > limit
    specks = rng.random(grey.shape, dtype=np.float32)
    white = (white & (specks > 0.0004)) | (specks > 0.9996)
    return np.asarray(np.repeat(white[..., None] * np.uint8(255), 3, axis=2), np.uint8)


def _screenshot(picture: Picture, rng: np.random.Generator) -> Picture:
    """The photo as an app shows it on a phone's upright screen, bars above and below."""
    sent = encode_jpeg(picture.image, picture.jpeg, None)
    picture = _with_image(picture, decode_upright(sent, None))
    wide, high = SCREENS[int(rng.integers(len(SCREENS)))]
    dark = bool(rng.random() < 0.6)
    ground, ink = ((12, 12, 14), (235, 235, 235)) if dark else ((246, 246, 248), (30, 30, 34))
    screen = PilImage.new("RGB", (wide, high), ground)
    pen = ImageDraw.Draw(screen)
    unit = wide / 36
    font = ImageFont.load_default(unit * 1.1)
    pen.text((unit * 2, unit), f"{rng.integers(24):02}:{rng.integers(60):02}", ink, font)
    pen.rounded_rectangle((wide - 4 * unit, unit, wide - 2 * unit, 2 * unit), unit / 4, ink)
    pen.text((unit * 4, unit * 3.6), "Photo", ink, font)
    pen.line(((2 * unit, 4.2 * unit), (3 * unit, 3.6 * unit)), ink, max(2, round(unit / 6)))
    pen.line(((2 * unit, 4.2 * unit), (3 * unit, 4.8 * unit)), ink, max(2, round(unit / 6)))
    for place in range(4):
        x, y = wide * (place + 0.5) / 4, high - 3.2 * unit
        shape = (x - unit * 0.7, y - unit * 0.7, x + unit * 0.7, y + unit * 0.7)
        (pen.ellipse if place % 2 else pen.rectangle)(shape, outline=ink, width=round(unit / 5))
    pen.rounded_rectangle((wide * 0.35, high - unit, wide * 0.65, high - 0.7 * unit), 4, ink)
    top, bottom = round(5.6 * unit), round(high - 5 * unit)
    share = min(wide / picture.image.shape[1], (bottom - top) / picture.image.shape[0])
    small = _resized(picture, share)
    canvas: Image = np.array(screen, np.uint8)
    rows, cols = small.image.shape[:2]
    x0, y0 = (wide - cols) // 2, top + (bottom - top - rows) // 2
    canvas[y0 : y0 + rows, x0 : x0 + cols] = small.image
    corners = tuple(corner + np.array([x0, y0]) for corner in small.corners)
    return Picture(canvas, corners, int(rng.integers(88, 96)), small.scale)
