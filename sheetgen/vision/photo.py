"""Load a photo: a file in, an upright RGB array out. JPEG, PNG, TIFF, WebP, by content."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps, UnidentifiedImageError

from sheetgen.errors import PhotoError
from sheetgen.vision.settings import SETTINGS

Pixels = NDArray[np.uint8]
FORMATS = ("JPEG", "MPO", "PNG", "TIFF", "WEBP", "BMP")


@dataclass(frozen=True, slots=True)
class Photo:
    """``image``: (height, width, 3) RGB with the EXIF orientation applied. ``full_size``: width
    and height of the upright original; ``image`` may be smaller by a whole factor."""

    path: Path
    image: Pixels
    full_size: tuple[int, int]

    @property
    def reduction(self) -> float:
        """Original pixels per pixel of ``image``."""
        return self.full_size[0] / float(self.image.shape[1])


def load_photo(path: Path, *, reduced: bool = False) -> Photo:
    """Read a photo; large JPEGs at half size if ``reduced``. Raises PhotoError."""
    if path.is_dir():
        raise PhotoError(f"{path} is a folder", "give the photos in it, such as folder/*.jpg")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(path, formats=FORMATS) as picture:
                return _decode(path, picture, reduced)
    except FileNotFoundError as error:
        raise PhotoError(f"{path}: no such file", "check the path") from error
    except UnidentifiedImageError as error:
        raise PhotoError(f"{path} is not a photo", "use JPEG, PNG, TIFF or WebP") from error
    except Image.DecompressionBombError as error:
        raise _too_large(path) from error
    except PermissionError as error:
        raise PhotoError(f"{path}: no permission to read it", "check its permissions") from error
    except (OSError, ValueError, SyntaxError, EOFError, MemoryError) as error:
        raise PhotoError(
            f"{path} is damaged or incomplete", "copy it from the camera again"
        ) from error


def _decode(path: Path, picture: Image.Image, reduced: bool) -> Photo:
    width, height = picture.size
    if width * height > SETTINGS.max_megapixels * 1e6:
        raise _too_large(path, f" ({width * height / 1e6:.0f} megapixels)")
    if min(width, height) < SETTINGS.min_side_px:
        raise PhotoError(
            f"{path}: {width} x {height} pixels are too few to read a sheet",
            "take a photo with at least 2 megapixels",
        )
    if reduced and width * height > SETTINGS.reduce_above_megapixels * 1e6:
        picture.draft("RGB", (width // 2, height // 2))
    turned = picture.getexif().get(0x0112, 1) >= 5
    image = np.asarray(_to_rgb(ImageOps.exif_transpose(picture)))
    return Photo(path, image, (height, width) if turned else (width, height))


def _to_rgb(picture: Image.Image) -> Image.Image:
    """8-bit RGB; transparent parts become white, 16-bit grey is scaled down."""
    if picture.mode.startswith("I;16") or picture.mode in ("I", "F"):
        values = np.asarray(picture, dtype=np.float64)
        top = 65535.0 if values.max(initial=0) > 255 else 255.0
        return Image.fromarray((values * (255.0 / top)).clip(0, 255).astype(np.uint8)).convert(
            "RGB"
        )
    if picture.mode in ("RGBA", "LA", "PA") or "transparency" in picture.info:
        rgba = picture.convert("RGBA")
        ground = Image.new("RGBA", rgba.size, "white")
        ground.alpha_composite(rgba)
        return ground.convert("RGB")
    return picture.convert("RGB")


def _too_large(path: Path, detail: str = "") -> PhotoError:
    return PhotoError(
        f"{path} is too large{detail}",
        f"make it smaller than {SETTINGS.max_megapixels:.0f} megapixels",
    )
