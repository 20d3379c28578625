"""Picture files by their content: a file in, Pillow pictures out, page by page.

JPEG, PNG, TIFF, WebP, GIF, BMP and AVIF through Pillow, HEIC through pillow-heif, PDF scans through
pypdfium2. What a file claims to be is checked before any pixel is decoded.
"""

from __future__ import annotations

import contextlib
import importlib
import re
import struct
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, cast

from PIL import Image, TiffImagePlugin, UnidentifiedImageError

from sheetgen.errors import PhotoError
from sheetgen.vision.settings import SETTINGS

_COMMON_SUFFIXES = (".jpg", ".jpeg", ".jpe", ".mpo", ".png", ".tif", ".tiff", ".webp", ".pdf")
KNOWN_SUFFIXES = (*_COMMON_SUFFIXES, ".gif", ".bmp", ".avif", ".heic", ".heif", ".hif")
"""In lower case. Only folders are searched by suffix; a file that is named is taken by content."""

_PLUGINS = ("Jpeg", "Png", "Tiff", "WebP", "Gif", "Bmp", "Avif")
for _plugin in _PLUGINS:
    with contextlib.suppress(ImportError):  # an old Pillow has no AVIF
        importlib.import_module(f"PIL.{_plugin}ImagePlugin")
_PILLOW_FORMATS = [plugin.upper() for plugin in _PLUGINS if plugin.upper() in Image.OPEN]
_HEIF_BRANDS = frozenset(
    (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs", b"mif1", b"msf1")
)
_HEAD = 1024
_TIFFS = (b"II*\0", b"MM\0*", b"II+\0", b"MM\0+")
_BEGINNINGS = (b"\xff\xd8\xff", b"\x89PNG", b"RIFF", b"GIF8", *_TIFFS)
_SUBFILE_TYPE = 0x00FE
_THUMBNAIL = 1
_POINTS_PER_INCH = 72
_DAMAGE = (
    OSError,
    ValueError,
    SyntaxError,
    EOFError,
    MemoryError,
    LookupError,
    TypeError,
    RuntimeError,
    ArithmeticError,
    struct.error,
)
"""What Pillow's decoders raise on files that are not what they claim to be."""


def pages_of(path: Path) -> tuple[int, ...]:
    """The pages of a PDF or TIFF, from 1; (1,) for every other picture. Raises PhotoError.

    Thumbnails that some cameras add to a TIFF are no pages.
    """
    with _opened(path) as stream:
        kind = _kind(stream)
        if kind == "pdf":
            with _document(path, stream) as document:
                count = _few_pages(path, len(document))
            return tuple(range(1, count + 1))
        if kind == "tiff":
            with _picture(path, stream) as picture:
                return tuple(_full_frames(path, picture)) or (1,)
    return (1,)


def _full_frames(path: Path, picture: Image.Image) -> Iterator[int]:
    tiff = cast(TiffImagePlugin.TiffImageFile, picture)
    count = _few_pages(path, getattr(tiff, "n_frames", 1))
    for page in range(1, count + 1):
        if count > 1:
            tiff.seek(page - 1)
        if not int(tiff.tag_v2.get(_SUBFILE_TYPE, 0)) & _THUMBNAIL:
            yield page


def _few_pages(path: Path, count: int) -> int:
    if count > SETTINGS.max_pages:
        raise PhotoError(
            f"{path} has {count} pages", f"split it into files of at most {SETTINGS.max_pages}"
        )
    if count == 0:
        raise PhotoError(f"{path} has no pages", "scan it again")
    return count


def is_picture(path: Path) -> bool:
    """Whether a file begins like a picture or a PDF."""
    try:
        with path.open("rb") as stream:
            head = stream.read(_HEAD)
    except OSError:
        return False
    return head.startswith(_BEGINNINGS) or _boxed(head) or b"%PDF-" in head


def _boxed(head: bytes) -> bool:
    return head[4:8] == b"ftyp" and head[8:12] in _HEIF_BRANDS | {b"avif", b"avis"}


@contextlib.contextmanager
def open_picture(path: Path, page: int = 1) -> Iterator[Image.Image]:
    """A page (from 1) of a picture file, not decoded yet. Raises PhotoError, also from the block.

    The faults that a decoder finds in the block are told as a damaged file.
    """
    with _opened(path) as stream:
        kind = _kind(stream)
        if kind == "pdf":
            with _document(path, stream) as document:
                yield _rendered(path, document, page)
        elif kind == "heif":
            with _heif(path, stream) as picture:
                yield picture
        else:
            with _picture(path, stream) as picture:
                if page > 1:
                    picture.seek(page - 1)
                yield picture


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    """The file as a stream; what is wrong with it as a PhotoError."""
    try:
        if not path.is_dir() and path.exists() and not path.is_file():
            raise PhotoError(f"{path} is not a file", "give a photo or a folder of photos")
        with path.open("rb") as stream, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield stream
    except FileNotFoundError as error:
        raise PhotoError(f"{path}: no such file", "check the path") from error
    except IsADirectoryError as error:
        raise PhotoError(f"{path} is a folder", "give the photos in it") from error
    except PermissionError as error:
        raise PhotoError(f"{path}: no permission to read it", "check its permissions") from error
    except UnidentifiedImageError as error:
        raise PhotoError(
            f"{path} is not a photo", "use JPEG, HEIC, PNG, TIFF, WebP or PDF"
        ) from error
    except Image.DecompressionBombError as error:
        pixels = re.search(r"\d+", str(error))
        raise too_large(path, int(pixels[0]) if pixels else None) from error
    except _DAMAGE as error:
        raise _damaged(path) from error


def _damaged(path: Path) -> PhotoError:
    return PhotoError(f"{path} is damaged or incomplete", "copy it from the camera again")


def too_large(path: Path, pixels: int | None = None) -> PhotoError:
    detail = f" ({pixels / 1e6:.0f} megapixels)" if pixels else ""
    return PhotoError(
        f"{path} is too large{detail}",
        f"make it smaller than {SETTINGS.max_megapixels:.0f} megapixels "
        f"({SETTINGS.max_megapixels_at_once:.0f} if it is not a JPEG)",
    )


def _kind(stream: BinaryIO) -> str:
    """``pdf``, ``heif``, ``tiff`` or ``other``, from the first bytes."""
    head = stream.read(_HEAD)
    stream.seek(0)
    if not head:
        raise UnidentifiedImageError("empty")
    if b"%PDF-" in head:
        return "pdf"
    if head[4:8] == b"ftyp" and head[8:12] in _HEIF_BRANDS and b"avif" not in head[:64]:
        return "heif"
    return "tiff" if head[:4] in _TIFFS else "other"


def _picture(path: Path, stream: BinaryIO) -> Image.Image:
    try:
        return Image.open(stream, formats=_PILLOW_FORMATS)
    except UnidentifiedImageError as error:
        stream.seek(0)
        start = stream.read(4)
        if start.startswith(_BEGINNINGS):
            raise _damaged(path) from error
        raise


def _heif(path: Path, stream: BinaryIO) -> Image.Image:
    try:
        from pillow_heif import register_heif_opener
    except ImportError as error:
        raise PhotoError(
            f"{path} is a HEIC photo, which needs pillow-heif",
            "pip install pillow-heif, or send the photo as JPEG",
        ) from error
    register_heif_opener(thumbnails=False)
    try:
        return Image.open(stream, formats=["HEIF"])
    except UnidentifiedImageError as error:
        raise _damaged(path) from error


@contextlib.contextmanager
def _document(path: Path, stream: BinaryIO) -> Iterator[Any]:
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(stream.read())
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower():
            raise PhotoError(
                f"{path} is locked with a password", "save it without one, or scan it again"
            ) from error
        raise _damaged(path) from error
    try:
        yield document
    except pypdfium2.PdfiumError as error:
        raise _damaged(path) from error
    finally:
        document.close()


def _rendered(path: Path, document: Any, page: int) -> Image.Image:
    """A page at the resolution of a scan, or what its size allows."""
    leaf = document[page - 1]
    longest = max(*leaf.get_size(), 1.0)
    scale = min(SETTINGS.pdf_dpi / _POINTS_PER_INCH, SETTINGS.max_pdf_side_px / longest)
    picture: Image.Image = leaf.render(scale=scale, rev_byteorder=True).to_pil()
    return picture
