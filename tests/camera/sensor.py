"""From the scene to a file: lens, sensor, a phone's processing, JPEG.

In: the scene's reflectance (uint8 RGB, encoded), light gains at grid nodes, blur in pixels, noise
in 8-bit steps. Out: the developed picture (uint8 RGB) and JPEG bytes with EXIF orientation.
Light, blur and flare act in linear light; the work goes in strips of rows to save memory.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from .light import enlarge
from .paper import Field, Image

GAMMA = 2.2
STRIP = 128
NOISE_TILE = 640
# turning an upright picture into the stored one for each EXIF orientation
STORED = {3: cv2.ROTATE_180, 6: cv2.ROTATE_90_COUNTERCLOCKWISE, 8: cv2.ROTATE_90_CLOCKWISE}
UPRIGHT = {3: cv2.ROTATE_180, 6: cv2.ROTATE_90_CLOCKWISE, 8: cv2.ROTATE_90_COUNTERCLOCKWISE}


@dataclass(frozen=True)
class Development:
    """How the picture is taken: pixels, 8-bit steps, shares of 1."""

    blur_px: float
    motion_px: float
    motion_deg: float
    noise: float
    sharpen: float
    contrast: float
    flare: float


def motion_kernel(length: float, degrees: float) -> Field:
    """A line of the given length in pixels, antialiased, sum 1."""
    size = int(np.ceil(length)) // 2 * 2 + 3
    fine = 8
    canvas = np.zeros((size * fine, size * fine), np.uint8)
    angle = np.radians(degrees)
    dx, dy = np.cos(angle) * length / 2 * fine, np.sin(angle) * length / 2 * fine
    mid = (size * fine - 1) / 2
    a, b = (
        (round((mid - dx) * 16), round((mid - dy) * 16)),
        (
            round((mid + dx) * 16),
            round((mid + dy) * 16),
        ),
    )
    cv2.line(canvas, a, b, 255, fine, cv2.LINE_AA, 4)
    kernel = cv2.resize(canvas, (size, size), interpolation=cv2.INTER_AREA).astype(np.float32)
    kernel[kernel < 4] = 0
    return np.asarray(kernel / kernel.sum(), np.float32)


def _noise_tile(strength: float, rng: np.random.Generator) -> Field:
    """Shot noise has one strength everywhere once encoded; a phone's denoising smears it."""
    size = (NOISE_TILE, NOISE_TILE)
    luma = rng.standard_normal(size, dtype=np.float32)
    chroma = rng.standard_normal((*size, 3), dtype=np.float32)
    chroma = np.asarray(cv2.GaussianBlur(chroma, (0, 0), 1.1), np.float32) * np.float32(3.0)
    both = chroma * np.float32(0.5) + luma[..., None] * np.float32(0.85)
    both = np.asarray(cv2.GaussianBlur(both, (0, 0), 0.5), np.float32)
    return np.asarray(both * np.float32(strength / max(float(both.std()), 1e-6)), np.float32)


def develop(
    scene: Image, gains: Field, step: int, how: Development, rng: np.random.Generator
) -> Image:
    """Take the picture."""
    height, width = scene.shape[:2]
    table = ((np.arange(256) / 255) ** GAMMA).astype(np.float32)
    kernel = motion_kernel(how.motion_px, how.motion_deg) if how.motion_px > 0.3 else None
    sharp = 1.0 + 0.5 * how.blur_px
    halo = int(np.ceil(4 * how.blur_px)) + int(np.ceil(4 * sharp)) + 1
    halo += 0 if kernel is None else kernel.shape[0] // 2
    halo = -(-halo // step) * step
    tile = _noise_tile(how.noise, rng)
    out = np.empty_like(scene)
    for top in range(0, height, STRIP):
        bottom = min(height, top + STRIP)
        first, last = max(0, top - halo), min(height, bottom + halo)
        node = gains[first // step : -(-last // step) + 2]
        gain = enlarge(node, step)[: last - first, :width]
        part = cv2.LUT(scene[first:last], table)
        part = cv2.multiply(part, gain)
        if kernel is not None:
            part = cv2.filter2D(part, -1, kernel, borderType=cv2.BORDER_REFLECT_101)
        if how.blur_px > 0.25:
            part = cv2.GaussianBlur(part, (0, 0), how.blur_px)
        part = cv2.addWeighted(part, 1 - how.flare, part, 0, 0.6 * how.flare)
        part = cv2.pow(part, how.contrast / GAMMA)
        if how.sharpen > 0.02:
            soft = cv2.GaussianBlur(part, (0, 0), sharp)
            part = cv2.addWeighted(part, 1 + how.sharpen, soft, -how.sharpen, 0)
        body = part[top - first : bottom - first]
        out[top:bottom] = _with_noise(body, tile, rng)
    return out


def _with_noise(body: cv2.typing.MatLike, tile: Field, rng: np.random.Generator) -> Image:
    """Encoded 0..1 to 0..255 with noise, stronger in the dark."""
    rows, width = body.shape[:2]
    y = int(rng.integers(0, NOISE_TILE - rows + 1))
    x = int(rng.integers(0, NOISE_TILE))
    strip = np.concatenate([tile[y : y + rows, x:], tile[y : y + rows, :x]], axis=1)
    noise = cv2.repeat(strip, 1, -(-width // NOISE_TILE))[:, :width]
    weak = cv2.addWeighted(body, -0.55, body, 0, 1.4)
    noise = cv2.multiply(noise, weak)
    return np.asarray(cv2.addWeighted(body, 255, noise, 1, 0, dtype=cv2.CV_8U), np.uint8)


def encode_jpeg(upright: Image, quality: int, orientation: int | None) -> bytes:
    """JPEG bytes; an orientation turns the stored pixels and says so in EXIF."""
    stored = cv2.cvtColor(upright, cv2.COLOR_RGB2BGR)
    if orientation in STORED:
        stored = cv2.rotate(stored, STORED[orientation])
    done, data = cv2.imencode(".jpg", stored, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise RuntimeError("the JPEG encoder failed")
    raw = data.tobytes()
    if orientation is None:
        return raw
    tiff = b"MM\x00\x2a\x00\x00\x00\x08" + b"\x00\x01"
    tiff += b"\x01\x12\x00\x03\x00\x00\x00\x01" + orientation.to_bytes(2, "big") + b"\x00\x00"
    tiff += b"\x00\x00\x00\x00"
    body = b"Exif\x00\x00" + tiff
    return raw[:2] + b"\xff\xe1" + (len(body) + 2).to_bytes(2, "big") + body + raw[2:]


def decode_upright(jpeg: bytes, orientation: int | None) -> Image:
    """The picture in the file, turned upright (uint8 RGB)."""
    flags = cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), flags)
    if picture is None:
        raise ValueError("not a JPEG")
    picture = cv2.cvtColor(picture, cv2.COLOR_BGR2RGB)
    if orientation in UPRIGHT:
        picture = cv2.rotate(picture, UPRIGHT[orientation])
    return np.asarray(picture, np.uint8)
