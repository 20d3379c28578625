"""Pictures of every format become the same upright photo; what cannot be read says why."""

from __future__ import annotations

import builtins
import io
import struct
import zlib
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image

from sheetgen.errors import PhotoError
from sheetgen.geometry import Point
from sheetgen.vision.photo import Photo, load_photo, mirrored
from sheetgen.vision.picture_files import KNOWN_SUFFIXES, is_picture, pages_of
from sheetgen.vision.settings import SETTINGS

ORIENTATION = 0x0112
WIDTH, HEIGHT = 240, 160


@cache
def picture() -> Image.Image:
    """A smooth picture, red to the right, green downwards."""
    x, y = np.meshgrid(np.linspace(0, 255, WIDTH), np.linspace(0, 255, HEIGHT))
    return Image.fromarray(np.stack([x, y, np.full_like(x, 90)], axis=-1).astype(np.uint8))


def saved(path: Path, image: Image.Image | None = None, kind: str = "", **options: Any) -> Path:
    (image or picture()).save(path, kind or None, **options)
    return path


def difference(photo: Photo, grey: bool = False) -> float:
    """Largest difference of block means from the picture that was saved."""
    wanted = picture().convert("L").convert("RGB") if grey else picture()
    assert photo.image.shape == (HEIGHT, WIDTH, 3)
    assert photo.image.dtype == np.uint8
    seen, known = (cv2.resize(np.asarray(a), (24, 16), interpolation=cv2.INTER_AREA).astype(float)
                   for a in (photo.image, wanted))  # fmt: skip
    return float(np.abs(seen - known).max())


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "TIFF", "WEBP", "BMP", "MPO", "AVIF", "GIF"])
def test_formats_are_known_by_content_not_by_name(kind: str, tmp_path: Path) -> None:
    path = saved(tmp_path / "photo.txt", kind=kind)
    assert is_picture(path) or kind == "BMP"
    assert difference(load_photo(path)) < (24 if kind == "GIF" else 8)


def test_heic_is_read_and_turned_once(tmp_path: Path) -> None:
    heif = pytest.importorskip("pillow_heif")
    lying = picture().transpose(Image.Transpose.ROTATE_90)
    exif = Image.Exif()
    exif[ORIENTATION] = 6
    path = tmp_path / "photo.jpg"
    heif.from_pillow(lying).save(path, exif=exif.tobytes(), quality=90)
    assert difference(load_photo(path)) < 12


def test_heic_without_its_library_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.heic"
    path.write_bytes(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(64))
    real = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name.startswith("pillow_heif"):
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(PhotoError) as error:
        load_photo(path)
    assert str(error.value) == (
        f"{path} is a HEIC photo, which needs pillow-heif: "
        "pip install pillow-heif, or send the photo as JPEG"
    )


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "TIFF", "WEBP"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_the_exif_orientation_is_applied_once(kind: str, orientation: int, tmp_path: Path) -> None:
    back = {
        2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM, 5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90, 7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }  # fmt: skip
    stored = picture().transpose(back[orientation]) if orientation > 1 else picture()
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    path = saved(tmp_path / "a", stored, kind, exif=exif)
    for reduced in (False, True):
        photo = load_photo(path, reduced=reduced)
        assert photo.full_size == (WIDTH, HEIGHT)
        assert difference(photo) < 8


@pytest.mark.parametrize("orientation", [1, 3, 6, 8])
def test_a_large_jpeg_is_decoded_at_half_size(orientation: int, tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    path = saved(tmp_path / "a.jpg", picture().resize((3001, 2401)), exif=exif)
    photo = load_photo(path, reduced=True)
    width, height = (3001, 2401) if orientation < 5 else (2401, 3001)
    assert photo.full_size == (width, height)
    assert photo.image.shape[:2] == ((height + 1) // 2, (width + 1) // 2)
    assert photo.reduction == pytest.approx(2, rel=1e-3)
    assert load_photo(path).image.shape == (height, width, 3)


def test_a_very_large_picture_is_never_decoded_in_full(tmp_path: Path) -> None:
    for name in ("a.jpg", "a.png"):
        photo = load_photo(saved(tmp_path / name, picture().resize((7000, 6000))))
        assert (photo.full_size, photo.reduction) == ((7000, 6000), 2)


@pytest.mark.parametrize(
    ("name", "mode"),
    [("a.jpg", "CMYK"), ("a.png", "RGBA"), ("a.tif", "CMYK"), ("a.webp", "RGBA"), ("a.png", "P")],
)
def test_colour_modes_become_rgb(name: str, mode: str, tmp_path: Path) -> None:
    image = picture().quantize(256) if mode == "P" else picture().convert(mode)
    assert difference(load_photo(saved(tmp_path / name, image))) < 24


def test_transparent_parts_become_white(tmp_path: Path) -> None:
    clear = picture().convert("RGBA")
    clear.putalpha(0)
    assert load_photo(saved(tmp_path / "a.png", clear)).image.min() == 255
    grey = Image.merge("LA", (picture().convert("L"), Image.new("L", picture().size, 0)))
    assert load_photo(saved(tmp_path / "b.png", grey)).image.min() == 255


@pytest.mark.parametrize("name", ["a.png", "a.tif"])
def test_sixteen_bits_are_scaled_down(name: str, tmp_path: Path) -> None:
    deep = np.asarray(picture().convert("L")).astype(np.uint16) * 257
    assert difference(load_photo(saved(tmp_path / name, Image.fromarray(deep))), grey=True) < 3
    colours = np.asarray(picture())[..., ::-1].astype(np.uint16) * 257
    cv2.imwrite(str(tmp_path / f"colour-{name}"), colours)
    assert difference(load_photo(tmp_path / f"colour-{name}")) < 3


@pytest.mark.parametrize("top", [1.0, 255.0, 65535.0])
def test_floating_point_greys(top: float, tmp_path: Path) -> None:
    grey = np.asarray(picture().convert("L")).astype(np.float32) * np.float32(top / 255)
    grey[0, 0] = np.nan
    photo = load_photo(saved(tmp_path / "a.tif", Image.fromarray(grey)))
    assert difference(photo, grey=True) < 8


def test_black_and_white_scans(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.tif", picture().convert("1"), compression="group4")
    assert set(np.unique(load_photo(path).image)) == {0, 255}


@pytest.mark.parametrize("kind", ["GIF", "WEBP", "PNG"])
def test_of_an_animation_the_first_frame_counts(kind: str, tmp_path: Path) -> None:
    other = Image.new("RGB", picture().size)
    path = saved(tmp_path / "a", kind=kind, save_all=True, append_images=[other])
    assert pages_of(path) == (1,)
    assert difference(load_photo(path)) < 24


@pytest.mark.parametrize("kind", ["TIFF", "PDF"])
def test_every_page_of_a_scan_is_a_photo(kind: str, tmp_path: Path) -> None:
    second = picture().transpose(Image.Transpose.ROTATE_180)
    path = saved(tmp_path / "scan.x", kind=kind, save_all=True, append_images=[second],
                 resolution=SETTINGS.pdf_dpi)  # fmt: skip
    assert pages_of(path) == (1, 2)
    photos = [load_photo(path, page=page) for page in (1, 2)]
    assert photos[1].name == f"{path} page 2"
    # A page of a PDF is rounded up to whole pixels.
    first, other = (photo.image[:HEIGHT, :WIDTH] for photo in photos)
    assert difference(Photo(path, first, photos[0].full_size)) < 8
    assert difference(Photo(path, other[::-1, ::-1], photos[1].full_size)) < 8


def test_a_thumbnail_in_a_tiff_is_no_page(tmp_path: Path) -> None:
    path = tmp_path / "a.tif"
    small = picture().resize((60, 40))
    small.encoderinfo = {"tiffinfo": {254: 1}}
    saved(path, save_all=True, append_images=[small])
    assert pages_of(path) == (1,)


def test_a_pdf_page_of_any_size_stays_within_bounds(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.pdf", Image.new("RGB", (200, 100)), resolution=1)
    assert load_photo(path).image.shape[:2] == (2500, 5000)


def test_a_mirrored_photo_tells_points_of_the_original() -> None:
    photo = Photo(Path("a"), np.arange(24, dtype=np.uint8).reshape(2, 4, 3), (8, 4))
    flipped = mirrored(photo)
    assert (flipped.image == photo.image[:, ::-1]).all()
    assert flipped.unmirrored([Point(0, 3)]) == (Point(7, 3),)
    assert photo.unmirrored([Point(1, 3)]) == (Point(1, 3),)


def claiming_png(width: int, height: int) -> bytes:
    """A PNG of a few bytes that claims a size."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = chunk(b"IDAT", zlib.compress(b"\0" * 64))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + body + chunk(b"IEND", b"")


def claiming_jpeg(width: int, height: int) -> bytes:
    """A small JPEG of which the header is changed to claim a size."""
    stream = io.BytesIO()
    picture().save(stream, "JPEG")
    data = bytearray(stream.getvalue())
    at = data.index(b"\xff\xc0") + 5
    data[at : at + 4] = struct.pack(">HH", height, width)
    return bytes(data)


FAULTS = {
    "text": (b"hello, this is no picture", "{} is not a photo",
             "use JPEG, HEIC, PNG, TIFF, WebP or PDF"),
    "empty": (b"", "{} is not a photo", "use JPEG, HEIC, PNG, TIFF, WebP or PDF"),
    "html": (b"<!DOCTYPE html><html>", "{} is not a photo",
             "use JPEG, HEIC, PNG, TIFF, WebP or PDF"),
    "cut-jpeg": (claiming_jpeg(WIDTH, HEIGHT)[:1500], "{} is damaged or incomplete",
                 "copy it from the camera again"),
    "jpeg-head": (b"\xff\xd8\xff\xe0\x00\x10JFIF", "{} is damaged or incomplete",
                  "copy it from the camera again"),
    "cut-png": (claiming_png(WIDTH, HEIGHT), "{} is damaged or incomplete",
                "copy it from the camera again"),
    "cut-pdf": (b"%PDF-1.7\n1 0 obj\n", "{} is damaged or incomplete",
                "copy it from the camera again"),
    "cut-heic": (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "{} is damaged or incomplete",
                 "copy it from the camera again"),
    "200-megapixel-jpeg": (claiming_jpeg(20000, 10000), "{} is too large (200 megapixels)",
                           "make it smaller than 120 megapixels (80 if it is not a JPEG)"),
    "130-megapixel-jpeg": (claiming_jpeg(13000, 10000), "{} is too large (130 megapixels)",
                           "make it smaller than 120 megapixels (80 if it is not a JPEG)"),
    "90-megapixel-png": (claiming_png(9000, 10000), "{} is too large (90 megapixels)",
                         "make it smaller than 120 megapixels (80 if it is not a JPEG)"),
    "bomb": (claiming_png(100000, 100000), "{} is too large (10000 megapixels)",
             "make it smaller than 120 megapixels (80 if it is not a JPEG)"),
}  # fmt: skip


@pytest.mark.parametrize("fault", list(FAULTS))
def test_what_cannot_be_read_is_told(fault: str, tmp_path: Path) -> None:
    data, message, hint = FAULTS[fault]
    path = tmp_path / "a.jpg"
    path.write_bytes(data)
    with pytest.raises(PhotoError) as error:
        load_photo(path)
    assert (error.value.message, error.value.hint) == (message.format(path), hint)


def test_one_pixel_is_too_few(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.png", Image.new("RGB", (1, 1)))
    with pytest.raises(PhotoError) as error:
        load_photo(path)
    assert str(error.value) == (
        f"{path}: 1 x 1 pixels are too few to read a sheet: take a photo with at least 2 megapixels"
    )


def test_colours_that_are_not_understood(tmp_path: Path) -> None:
    path = saved(tmp_path / "a.tif", picture().convert("LAB"))
    with pytest.raises(PhotoError, match="colours in LAB: save it as RGB, such as a JPEG"):
        load_photo(path)


def test_a_pdf_with_a_password(tmp_path: Path) -> None:
    fpdf = pytest.importorskip("fpdf")
    document = fpdf.FPDF()
    document.add_page()
    document.set_encryption(owner_password="a", user_password="b")
    path = tmp_path / "a.pdf"
    document.output(str(path))
    with pytest.raises(PhotoError) as error:
        pages_of(path)
    assert str(error.value) == (
        f"{path} is locked with a password: save it without one, or scan it again"
    )


def test_too_many_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = saved(tmp_path / "a.tif", save_all=True, append_images=[picture()] * 2)
    monkeypatch.setattr("sheetgen.vision.picture_files.SETTINGS", replace(SETTINGS, max_pages=2))
    with pytest.raises(PhotoError, match="has 3 pages: split it into files of at most 2"):
        pages_of(path)


def test_suffixes_are_in_lower_case() -> None:
    assert all(s == s.lower() and s.startswith(".") for s in KNOWN_SUFFIXES)
