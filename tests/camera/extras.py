"""Further conditions of a photo, on top of a level.

In: names out of EXTRAS, a numpy Generator of their own. Out: changed `Conditions`. What happens to
the papers and in front of the lens is in `mishaps`, what happens to the file in `aftermath`.
"""

from collections.abc import Set
from dataclasses import replace

import numpy as np

from .conditions import Conditions
from .printer import SCREEN

EXTRAS = (
    "mirrored",  # by a front camera
    "thumb",  # a finger over a corner
    "two-covered",  # by a finger each
    "folded-corner",
    "edge-cut-off",  # an edge of the sheet, with its two fiducials
    "code-spoilt",  # ink over the 2-D code
    "coffee",  # a brown ring over a fiducial
    "glare",  # a lamp or flash on the paper
    "messenger",  # 2 megapixels, JPEG 40
    "screenshot",  # of the photo on a phone
    "fax",  # a scan of black and white only
    "grey-scan",
    "low-light",
    "overlap",  # sheets lie on each other by their margins
    "grey",  # a photo without colour
    "tablet",  # filled in on a tablet and exported, never printed
)
SCANS = frozenset({"fax", "grey-scan"})


def check_extras(extras: Set[str], sheets: int) -> None:
    """Raise ValueError for what is unknown or cannot be."""
    unknown = sorted(extras - set(EXTRAS))
    if unknown:
        raise ValueError(f"unknown extra {unknown[0]!r}: one of {', '.join(EXTRAS)}")
    if "overlap" in extras and sheets < 2:
        raise ValueError("one sheet cannot overlap another")
    if "tablet" in extras and len(extras) > 1:
        raise ValueError("nothing else befalls a page that was never printed")
    if extras & SCANS and extras & {"thumb", "two-covered", "glare", "low-light"}:
        raise ValueError("a scanner has no thumb before it, no glare and no low light")


def with_extras(setting: Conditions, extras: Set[str], rng: np.random.Generator) -> Conditions:
    """The conditions as the extras make them."""
    if extras & SCANS:
        setting = _scanned(setting)
    if "tablet" in extras:
        setting = _exported(_scanned(setting), rng)
    if "low-light" in extras:
        setting = replace(
            setting,
            white=float(rng.uniform(85, 130)),
            noise=float(rng.uniform(7, 12)),
            blur=max(setting.blur, float(rng.uniform(0.8, 1.3))),
            warmth=float(rng.uniform(0.4, 1.0)),
        )
    if extras & {"folded-corner", "edge-cut-off", "overlap", "thumb", "two-covered"}:
        setting = replace(setting, paper="cut")
    if extras & {"messenger", "screenshot"}:
        setting = replace(setting, fill=max(setting.fill, 0.85), orientation=None)
    return setting


def _scanned(setting: Conditions) -> Conditions:
    """The paper lies flat in even light."""
    return replace(
        setting,
        scan=True,
        tilt=0.0,
        curl_mm=0.0,
        fold_mm=0.0,
        focal=40.0,
        gradient=0.2 * setting.gradient,
        shadow="none",
        shadow_factor=1.0,
        warmth=0.0,
        vignette=0.0,
        flare=0.0,
        motion=0.0,
        white=max(setting.white, 225.0),
        noise=min(setting.noise, 2.0),
        blur=min(setting.blur, 0.8),
        orientation=None,
    )


def _exported(setting: Conditions, rng: np.random.Generator) -> Conditions:
    """The page itself: no paper, no light, no lens."""
    return replace(
        setting,
        rotation=90.0 * float(rng.choice(4, p=[0.85, 0.05, 0.05, 0.05])),
        gradient=0.0,
        white=255.0,
        contrast=1.0,
        noise=0.0,
        blur=0.0,
        sharpen=0.0,
        jpeg=int(rng.integers(88, 100)),
        printer=SCREEN,
        fit=1.0,
    )
