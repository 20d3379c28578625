"""Draw what was read onto the photo, so that a doubter sees it at a glance.

In: the upright photo and shapes in its pixels. Out: RGB pixels, at most ``MAX_SIDE`` wide or high.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from sheetgen.geometry import Point
from sheetgen.layout.fonts import font_path
from sheetgen.vision.closeups import CloseUp, strip_below
from sheetgen.vision.photo import Pixels

Quad = NDArray[np.float64]

MAX_SIDE = 2400

_COLOURS = {
    "cross": (0, 170, 60),
    "dash": (120, 120, 120),
    "cancelled": (60, 60, 60),
    "unsure": (230, 0, 200),
    "violation": (235, 30, 20),
}
_WHITE = (255, 255, 255)


@dataclass(frozen=True, slots=True)
class Badge:
    """What to draw at a cell: its outline in the photo and the mark that was read there."""

    quad: tuple[Point, ...]
    mark: str
    violation: bool = False


@dataclass(frozen=True, slots=True)
class Caption:
    """Lines of text in a box below the sheet's outline."""

    outline: tuple[Point, ...]
    lines: tuple[str, ...]
    alarm: bool = False
    framed: bool = False
    """Whether the outline is drawn as well."""


def draw_overlay(
    image: Pixels,
    badges: Sequence[Badge],
    captions: Sequence[Caption],
    close_ups: Sequence[CloseUp] = (),
) -> Pixels:
    """The photo with every badge and caption, and doubtful cells enlarged below it."""
    factor = min(1.0, MAX_SIDE / max(image.shape[:2]))
    shown = image.copy()
    if factor < 1:
        shown = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA).astype(
            np.uint8
        )
    for badge in badges:
        _draw_badge(shown, badge, factor)
    for caption in (caption for caption in captions if caption.framed):
        thick = max(3, max(shown.shape[:2]) // 300)
        _outline(shown, np.array(caption.outline) * factor, _COLOURS["violation"], thick)
    picture = Image.fromarray(shown)
    for caption in captions:
        _draw_caption(picture, caption, factor)
    return strip_below(np.asarray(picture), image, close_ups)


def to_jpeg(image: Pixels, quality: int = 88) -> bytes:
    stream = io.BytesIO()
    Image.fromarray(image).save(stream, "JPEG", quality=quality)
    return stream.getvalue()


def _draw_badge(shown: Pixels, badge: Badge, factor: float) -> None:
    quad = np.array(badge.quad) * factor
    size = float(np.sqrt(max(cv2.contourArea(quad.astype(np.float32)), 1.0)))
    thick = max(1, round(size / 16))
    if badge.violation:
        _outline(shown, _grown(quad, 1.16), _COLOURS["violation"], 2 * thick)
    if badge.mark == "empty":
        return
    colour = _COLOURS[badge.mark]
    _outline(shown, quad, _WHITE, 2 * thick + 1)
    _outline(shown, quad, colour, thick + 1)
    corner = tuple(int(v) for v in (quad[1] * 0.82 + quad.mean(axis=0) * 0.18))
    cv2.circle(shown, corner, round(size * 0.17), colour, -1, cv2.LINE_AA)
    _symbol(shown, badge.mark, corner, size * 0.09, max(1, round(size / 24)))


def _grown(quad: Quad, by: float) -> Quad:
    centre = quad.mean(axis=0)
    grown: Quad = centre + (quad - centre) * by
    return grown


def _outline(shown: Pixels, quad: Quad, colour: tuple[int, int, int], thick: int) -> None:
    points = np.round(quad).astype(np.int32).reshape(-1, 1, 2)
    cv2.polylines(shown, [points], True, colour, thick, cv2.LINE_AA)


def _symbol(shown: Pixels, mark: str, at: tuple[int, ...], reach: float, thick: int) -> None:
    """A small white sign: x, -, filled box, or ? in lines."""
    x, y = at
    r = max(2, round(reach))
    if mark == "cross":
        cv2.line(shown, (x - r, y - r), (x + r, y + r), _WHITE, thick, cv2.LINE_AA)
        cv2.line(shown, (x - r, y + r), (x + r, y - r), _WHITE, thick, cv2.LINE_AA)
    elif mark == "dash":
        cv2.line(shown, (x - r, y), (x + r, y), _WHITE, thick, cv2.LINE_AA)
    elif mark == "cancelled":
        cv2.rectangle(shown, (x - r, y - r), (x + r, y + r), _WHITE, -1, cv2.LINE_AA)
    else:
        cv2.putText(
            shown, "?", (x - r, y + r), cv2.FONT_HERSHEY_DUPLEX, r / 9, _WHITE, thick, cv2.LINE_AA
        )


@cache
def _face(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(font_path("bold")), size)


def _draw_caption(picture: Image.Image, caption: Caption, factor: float) -> None:
    outline = np.array(caption.outline) * factor
    width = float(np.ptp(outline[:, 0]))
    size = max(14, round(width / 52))
    face, draw = _face(size), ImageDraw.Draw(picture)
    lines = [line for text in caption.lines for line in _wrapped(text, face, max(width, 200))]
    height = round(size * 1.35)
    box_width = max(draw.textlength(line, font=face) for line in lines) + size
    x = min(max(outline[:, 0].min(), 4), picture.width - box_width - 4)
    y = min(outline[:, 1].max() + 4, picture.height - height * len(lines) - size)
    ground = _COLOURS["violation"] if caption.alarm else _COLOURS["cross"]
    draw.rounded_rectangle(
        (x, y, x + box_width, y + height * len(lines) + size * 0.5), size * 0.4, fill=ground
    )
    for i, line in enumerate(lines):
        draw.text((x + size / 2, y + size * 0.2 + i * height), line, font=face, fill=_WHITE)


def _wrapped(text: str, face: ImageFont.FreeTypeFont, width: float) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        if lines and face.getlength(f"{lines[-1]} {word}") <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
