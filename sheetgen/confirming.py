"""Whether an aligned photo shows the sheet that it is taken for, and no other that looks alike.

Needed where the code was typed, which may be that of another sheet on the table, and where two
fiducials were enough, from which the rows could be found a cell beside their place.
"""

from __future__ import annotations

import numpy as np

from sheetgen.blanks import left_out, small_blank
from sheetgen.errors import PhotoError
from sheetgen.layout import Layout
from sheetgen.lookalikes import other_draws, other_palettes, other_variants
from sheetgen.variant import Variant
from sheetgen.vision.likeness import PX_PER_MM, Likeness, compare_prints, reduced
from sheetgen.vision.photo import Pixels
from sheetgen.vision.settings import SETTINGS


def check_likeness(aligned: Pixels, layout: Layout, own: tuple[Variant, ...]) -> None:
    """Raises PhotoError if the photo shows other numbers, symbols or colours than the sheet has."""
    photo = reduced(aligned, SETTINGS.px_per_mm)
    draws = _compared(photo, layout, [small_blank(one) for one in other_draws(layout, own)])
    others = [small_blank(one) for one in other_variants(layout)] + _displaced(layout)
    variants = _compared(photo, layout, others)
    if (
        max(draws.to_one, variants.to_one) > SETTINGS.max_lean
        or draws.share_against > SETTINGS.max_share_against
        or variants.share_against > SETTINGS.max_share_to_variants
    ):
        raise _another("numbers or symbols")
    palettes = [small_blank(one) for one in other_palettes(layout, own)]
    coloured = _compared(photo, layout, palettes)
    if not coloured.colourless and coloured.to_one > SETTINGS.max_lean_to_palette:
        raise _another("colours")


def _compared(photo: Pixels, layout: Layout, others: list[Pixels]) -> Likeness:
    return compare_prints(photo, small_blank(layout), others, left_out(layout))


def _displaced(layout: Layout) -> list[Pixels]:
    """The print as it would be if every cell lay where its neighbour is."""
    first, second = [m.box for m in layout.mark_boxes if m.cell.kind == "number"][:2]
    step = round((second.x - first.x) * PX_PER_MM)
    return [np.roll(small_blank(layout), way * step, axis=1) for way in (-1, 1)]


def _another(what: str) -> PhotoError:
    return PhotoError(
        f"the photo shows other {what} than the sheet of its code",
        "check the code given with --code; else lay the sheet flat, with its corners free",
    )
