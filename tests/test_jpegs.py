"""JPEGs that go straight into an array, against Pillow's way."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageOps

from sheetgen.vision.jpegs import ORIENTATION, decode_jpeg
from sheetgen.vision.photo import load_photo

SIZE = (301, 200)


def jpeg(mode: str = "RGB", orientation: int = 1) -> bytes:
    noise = np.random.default_rng(1).integers(0, 255, (20, 30, 3), np.uint8)
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    stream = io.BytesIO()
    Image.fromarray(noise).resize(SIZE).convert(mode).save(stream, "JPEG", exif=exif)
    return stream.getvalue()


@pytest.mark.parametrize("orientation", range(10))
def test_pixels_and_orientation_are_pillows(orientation: int, tmp_path: Path) -> None:
    path = tmp_path / "photo.jpg"
    path.write_bytes(jpeg(orientation=orientation))
    wanted = ImageOps.exif_transpose(Image.open(path))
    photo = load_photo(path)
    assert photo.full_size == wanted.size
    np.testing.assert_array_equal(photo.image, np.asarray(wanted))


def test_half_the_size_is_rounded_up() -> None:
    decoded = decode_jpeg(Image.open(io.BytesIO(jpeg(orientation=6))), halve=True)
    assert decoded is not None
    image, full = decoded
    assert image.shape == (151, 100, 3)
    assert full == SIZE[::-1]


def test_what_is_not_plain_is_left_to_pillow() -> None:
    spoilt = bytearray(jpeg())
    spoilt[-400:-300] = bytes(100)
    for content in (jpeg("L"), jpeg("CMYK"), bytes(spoilt), jpeg()[:-50]):
        picture = Image.open(io.BytesIO(content))
        assert decode_jpeg(picture, halve=False) is None
        assert picture.fp is not None  # not used up: Pillow goes on from here
    stream = io.BytesIO()
    Image.new("RGB", SIZE).save(stream, "PNG")
    assert decode_jpeg(Image.open(stream), halve=False) is None
