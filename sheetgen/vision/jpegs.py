"""JPEGs straight into an array, without the copies that Pillow's way makes."""

from __future__ import annotations

import cv2
import numpy as np
import simplejpeg
from numpy.typing import NDArray
from PIL import Image

ORIENTATION = 0x0112
LYING = range(5, 9)
"""EXIF orientations in which width and height are exchanged."""

_TURNS = {
    3: cv2.ROTATE_180,
    5: cv2.ROTATE_90_CLOCKWISE,
    6: cv2.ROTATE_90_CLOCKWISE,
    7: cv2.ROTATE_90_COUNTERCLOCKWISE,
    8: cv2.ROTATE_90_COUNTERCLOCKWISE,
}
_MIRRORED = {2: 1, 4: 0, 5: 1, 7: 1}
"""By EXIF orientation OpenCV's flip that follows the turn."""


def decode_jpeg(
    picture: Image.Image, *, halve: bool
) -> tuple[NDArray[np.uint8], tuple[int, int]] | None:
    """The upright picture, RGB, and the width and height it has at full size.

    ``picture``: as Pillow opened it, not decoded yet. None unless it is a JPEG in colour without
    any fault; Pillow knows more kinds and says what is wrong with damaged ones.
    """
    stream = getattr(picture, "fp", None)
    if picture.format not in ("JPEG", "MPO") or picture.mode != "RGB" or stream is None:
        return None
    orientation = picture.getexif().get(ORIENTATION, 1)
    width, height = picture.size
    smaller = {"min_width": -(-width // 2), "min_height": -(-height // 2)} if halve else {}
    before = stream.tell()
    stream.seek(0)
    try:
        image = simplejpeg.decode_jpeg(stream.read(), "RGB", strict=True, **smaller)
    except ValueError:
        stream.seek(before)
        return None
    if orientation in _TURNS:
        image = cv2.rotate(image, _TURNS[orientation])
    if orientation in _MIRRORED:
        image = cv2.flip(image, _MIRRORED[orientation])
    full = (height, width) if orientation in LYING else (width, height)
    return np.asarray(image, np.uint8), full
