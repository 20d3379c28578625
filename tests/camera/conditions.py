"""What a photo is taken under, by level.

In: a level and a numpy Generator. Out: `Conditions`: angles in degrees, lengths in mm, noise in
steps of 8-bit values, blur in pixels of a 3-megapixel photo.
"""

from dataclasses import dataclass

import numpy as np

from .paper import check_level
from .printer import random_printer
from .texture import near, pick

MEGAPIXELS = (2.0, 3.0, 5.0, 8.0, 12.0)
MAX_TILT = {"careful": 5.0, "ordinary": 20.0, "bad": 35.0}
MAX_CURL_MM = {"careful": 0.5, "ordinary": 2.0, "bad": 6.0}
JPEG = {"careful": (85, 95), "ordinary": (75, 92), "bad": (50, 70)}
NOISE = {"careful": (0.4, 1.6), "ordinary": (1.2, 3.5), "bad": (2.5, 8.0)}
BLUR = {"careful": (0.35, 0.75), "ordinary": (0.45, 1.0), "bad": (0.55, 1.5)}
WHITE = {"careful": (225, 252), "ordinary": (195, 252), "bad": (150, 252)}
TURN = {"careful": 3.0, "ordinary": 8.0}
MOTION_PX = 2.5  # the longest motion blur where cells are MOTION_CELL_PX wide; longer in proportion
MOTION_CELL_PX = 60.0
ORIENTATIONS = (1, 3, 6, 8)


@dataclass(frozen=True)
class Conditions:
    """Everything about one photo that does not depend on what lies on the table."""

    scan: bool
    tilt: float
    tilt_way: float
    rotation: float
    curl_mm: float
    fold_mm: float
    focal: float  # focal length over the frame's long side
    fill: float
    gradient: float  # how much darker the dark side of the frame is
    shadow: str  # "none", "soft" or "hard"
    shadow_factor: float
    warmth: float  # -1 cold to 1 lamp light
    vignette: float
    white: float  # encoded value of well-lit paper
    contrast: float
    flare: float
    blur: float
    motion: float  # 0..1 of the longest motion
    motion_way: float
    noise: float
    sharpen: float
    jpeg: int
    orientation: int | None  # EXIF tag; None: no EXIF in the file
    printer: str
    paper: str  # "cut" or "page"
    fit: float  # scale of the print on its paper


def draw_conditions(level: str, rng: np.random.Generator) -> Conditions:
    """Conditions within the level's bounds."""
    check_level(level)
    scan = level == "careful" and rng.random() < 0.3
    bad = level == "bad"
    quarter = 90.0 * float(rng.choice(4, p=[0.55, 0.15, 0.15, 0.15]))
    if bad:
        rotation = float(rng.uniform(0, 360))
    else:
        limit = TURN[level]
        rotation = quarter + near(rng, 0, limit / 2, -limit, limit)
    curl = float(MAX_CURL_MM[level] * rng.beta(1.3, 1.3)) if not scan else 0.0
    fold = float(curl * rng.uniform(0.2, 0.6)) if bad and rng.random() < 0.3 else 0.0
    shadow, factor = _shadow(level, scan, rng)
    motion = float(rng.beta(1.2, 1.5)) if bad and rng.random() < 0.75 else 0.0
    low, high = WHITE[level]
    orientation: int | None = int(rng.choice(ORIENTATIONS, p=[0.4, 0.1, 0.35, 0.15]))
    if scan or rng.random() < 0.2:
        orientation = None
    return Conditions(
        scan=scan,
        tilt=0.0 if scan else float(MAX_TILT[level] * rng.beta(1.5, 1.2)),
        tilt_way=float(rng.uniform(0, 360)),
        rotation=rotation % 360,
        curl_mm=curl,
        fold_mm=fold,
        focal=40.0 if scan else float(rng.uniform(0.68, 1.0)),
        fill=float(rng.uniform(0.6, 0.95)),
        gradient=float(rng.uniform(0, {"careful": 0.12, "ordinary": 0.35, "bad": 0.5}[level]))
        * (0.2 if scan else 1.0),
        shadow=shadow,
        shadow_factor=factor,
        warmth=0.0
        if scan
        else near(rng, 0.15, 0.35, -0.5, 1.0) * (0.4 if level == "careful" else 1),
        vignette=0.0 if scan else float(rng.uniform(0.02, 0.2)),
        white=float(high - (high - low) * rng.beta(1.2, 2.2)),
        contrast=float(rng.uniform(0.94, 1.12)),
        flare=0.0 if scan else float(rng.uniform(0, 0.035 if bad else 0.02)),
        blur=float(rng.uniform(*BLUR[level])),
        motion=motion,
        motion_way=float(rng.uniform(0, 180)),
        noise=float(rng.uniform(*NOISE[level])),
        sharpen=float(rng.uniform(0, 0.7)),
        jpeg=int(rng.integers(JPEG[level][0], JPEG[level][1] + 1)),
        orientation=orientation,
        printer=random_printer(level, rng),
        paper=pick({"cut": 3, "page": 1}, rng),
        fit=1.0 if rng.random() < 0.5 else float(rng.uniform(0.93, 1.0)),
    )


def _shadow(level: str, scan: bool, rng: np.random.Generator) -> tuple[str, float]:
    """Kind of the cast shadow and what it leaves of the light."""
    if level == "ordinary" and rng.random() < 0.7:
        return "soft", float(rng.uniform(0.65, 0.92))
    if level == "bad" and rng.random() < 0.8:
        return "hard", float(rng.uniform(0.45, 0.75))
    if level == "careful" and not scan and rng.random() < 0.3:
        return "soft", float(rng.uniform(0.88, 0.97))
    return "none", 1.0


def report(setting: Conditions, blur_px: float, motion_px: float) -> dict[str, object]:
    """The conditions in figures, for those who count what goes wrong when."""
    return {
        "scan": setting.scan,
        "tilt": round(setting.tilt, 2),
        "rotation": round(setting.rotation, 2),
        "curl_mm": round(setting.curl_mm, 2),
        "fold_mm": round(setting.fold_mm, 2),
        "shadow": setting.shadow,
        "shadow_factor": round(setting.shadow_factor, 3),
        "gradient": round(setting.gradient, 3),
        "warmth": round(setting.warmth, 3),
        "white": round(setting.white, 1),
        "blur_px": round(blur_px, 2),
        "motion_px": round(motion_px, 2),
        "noise": round(setting.noise, 2),
        "orientation": setting.orientation,
        "printer": setting.printer,
        "paper": setting.paper,
        "fit": round(setting.fit, 3),
    }
