"""Crops of simulated photos with their truth, through the same reading path as real photos.

``python -m tests.training.dataset FOLDER --photos N --seed S [--odd|--rare|--lively]`` prints
sheets of every variant, fills them in, photographs them, registers and aligns the photos, keeps
their crops.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from sheetgen.catalog import bundled
from sheetgen.errors import SheetNotFoundError
from sheetgen.layout import Layout
from sheetgen.reading import AlignedSheet, align_sheet
from sheetgen.vision.crops import cut_crops, shade
from sheetgen.vision.locate import locate_sheets
from sheetgen.vision.nets import MARKS
from sheetgen.vision.registration import Registration
from tests.blanks import blank_sheet, printed_at, random_layout, scale_for
from tests.camera.camera import photograph
from tests.camera.hands import Hand, random_hand
from tests.camera.paper import LEVELS, BlankSheet, FilledSheet, Points
from tests.camera.players import fill_sheet, random_marks
from tests.camera.texture import pick

CROP_SCALE = 170
"""Crops are kept as bytes, 1.0 as this."""
SEVERAL = 0.1

_UNSURE_SHEETS = 0.1
_ODDER = 3
"""So many times more odd crosses and meaningless marks are on odd sheets than in games."""
_RARE_BARE = {"unsure": 0.28, "dash": 0.22}
"""On rare sheets such shares of the cells that would be empty bear other marks ..."""
_RARE_CROSSES = {"two-stroke": 1.0, "plus": 1.2, "slash": 0.6, "one-stroke": 0.3, "tick": 0.4}
_RARE_QUIRK = 0.4
_RARE_QUIRKS = {"light": 3.0, "tiny": 1.5, "reaching": 1.5, "retraced": 1.0, "gap": 1.0}
"""... and every hand makes such crosses, a share of them with such quirks."""
_RARE_WEIGHTS = {"empty": 2.0, "cross": 2.2, "dash": 0.4, "unsure": 0.02}
_RARE_STROKES = {"plus": 0.4, "slash": 0.6, "tick": 0.6}
_RARE_QUIRK_WEIGHT = 0.35
"""What marks of rare sheets weigh: as much as they are frequent in games, with what their strokes
and quirks do, which count for more."""
_LIVELY = (0.33, 0.32, 0.15, 0.07, 0.13)
"""Shares of ``MARKS`` about which those of lively sheets vary."""
_DASH_AFTER_DASH = 0.4
_LIVELY_QUIRK = 0.3
_HANDS = 8
_EXTRAS = {
    "coffee": 1,
    "glare": 1,
    "messenger": 1,
    "screenshot": 1,
    "fax": 1,
    "grey-scan": 1,
    "low-light": 1,
    "grey": 1,
    "tablet": 3,
}
"""How often each befalls a photo, in proportion."""
_EXTRA_SHARE = 0.3
_NEAR_MM = 5.0
"""A sheet whose middle is found no further from its place is that one."""
_CHUNK = 100


class SheetCells(NamedTuple):
    """The cells of one sheet."""

    crops: NDArray[np.uint8]
    truth: NDArray[np.int64]
    """Indices into ``MARKS``."""
    about: list[dict[str, object]]
    """``ABOUT`` each cell."""


ABOUT = ("seed", "sheet", "level", "variant", "row", "position", "kind", "pen", "stroke", "weight")


def sheets_of_photo(
    seed: int, kind: str, several: float = SEVERAL, among: Sequence[str] = (), small: float = 0.0
) -> list[SheetCells]:
    """The cells of the sheets that are found in a random photo.

    ``kind``: "games" for marks as games leave them; "odd" for the same with more odd crosses and
    meaningless marks; "rare" for very many of them and many dashes besides; "lively" for any mark
    anywhere by several hands. Some photos of all but games are taken under further conditions.
    ``several``: share of photos with two to five sheets. ``among``: names of variants, or of all.
    ``small``: if given, sheets are printed at scales from the full one down to that at which number
    cells are so many mm wide.
    """
    rng = np.random.default_rng(seed)
    level = str(rng.choice(LEVELS, p=(0.15, 0.35, 0.5)))
    count = int(rng.integers(2, 6)) if rng.random() < several else 1
    layouts = [random_layout(rng, among) for _ in range(count)]
    filled = [_filled(layout, kind, level, rng, small) for layout in layouts]
    extras = {pick(_EXTRAS, rng)} if kind != "games" and rng.random() < _EXTRA_SHARE else set()
    size = float(rng.choice([2.0, 3.0, 5.0], p=(0.4, 0.4, 0.2)))
    photo = photograph(filled, level, rng, megapixels=size if count == 1 else None, extras=extras)
    try:
        found = locate_sheets(cv2.cvtColor(photo.image, cv2.COLOR_RGB2GRAY).astype(np.uint8))
    except SheetNotFoundError:
        return []
    sheets: list[SheetCells] = []
    for number, corners in enumerate(photo.sheet_corners):
        mine = [one for one in found if _lies_at(one, corners)]
        if len(mine) == 1 and not mine[0].provisional:
            aligned = align_sheet(photo.image, mine[0], layouts[number])
            about = {"seed": seed, "sheet": number, "level": level}
            sheets.append(_cells(aligned, layouts[number], filled[number], kind, about))
    return sheets


def _filled(
    layout: Layout, kind: str, level: str, rng: np.random.Generator, small: float
) -> FilledSheet:
    blank = blank_sheet(layout)
    if small:
        least = min(1.0, scale_for(layout, small))
        blank = printed_at(blank, float(np.exp(rng.uniform(np.log(least), 0.0))))
    if kind == "lively":
        return fill_by_many(blank, lively_marks(blank, rng), level, rng)
    times = _ODDER if kind in ("odd", "rare") else 1
    marks = random_marks(blank, rng, level, unsure_share=times * _UNSURE_SHEETS)
    hand = random_hand(level, rng)
    if kind == "rare":
        bare = [cell.id for cell in blank.cells if cell.id not in marks and cell.kind != "lock"]
        shares = [1 - sum(_RARE_BARE.values()), *_RARE_BARE.values()]
        added = rng.choice(["empty", *_RARE_BARE], len(bare), p=shares)
        marks |= dict(zip(bare, added.tolist(), strict=True))
        return fill_sheet(blank, marks, _rare(hand), rng)
    return fill_sheet(blank, marks, replace(hand, quirk=times * hand.quirk), rng)


def _rare(hand: Hand) -> Hand:
    return replace(
        hand,
        cross_styles=_RARE_CROSSES,
        quirk=_RARE_QUIRK,
        quirks=_RARE_QUIRKS,
        dash_style="single",
    )


def _lies_at(found: Registration, corners: Points) -> bool:
    middle = np.array(found.outline()).mean(axis=0)
    return bool(np.linalg.norm(middle - corners.mean(axis=0)) < _NEAR_MM * found.px_per_mm)


def _cells(
    aligned: AlignedSheet, layout: Layout, filled: FilledSheet, kind: str, about: dict[str, object]
) -> SheetCells:
    cells = aligned.cells
    crops, _ = cut_crops(aligned.image, cells.fine(range(len(cells))))
    shade(crops, cells.shades(cut_crops(aligned.image, cells.quick).papers))
    truth = [MARKS.index(filled.truth[box.cell.id]) for box in layout.mark_boxes]
    lines: list[dict[str, object]] = []
    for cell in (box.cell for box in layout.mark_boxes):
        how = filled.drawn.get(cell.id)
        stroke = how.stroke if how else ""
        lines.append(
            {
                **about,
                "variant": layout.sheet.variant.name,
                "row": cell.row,
                "position": cell.position,
                "kind": cell.kind,
                "pen": how.pen if how else "",
                "stroke": stroke,
                "weight": _weight(kind, filled.truth[cell.id], stroke),
            }
        )
    kept = (crops * CROP_SCALE).clip(0, 255).astype(np.uint8)
    return SheetCells(kept, np.array(truth), lines)


def _weight(kind: str, mark: str, stroke: str) -> float:
    """What a cell counts for: less if such marks are more frequent than in games."""
    style, _, quirk = stroke.partition(", ")
    if kind == "rare":
        weight = _RARE_WEIGHTS.get(mark, 1.0)
        if mark == "cross":
            weight *= _RARE_STROKES.get(style, 1.0) * (_RARE_QUIRK_WEIGHT if quirk else 1.0)
        return weight
    return 1 / _ODDER if kind == "odd" and (mark == "unsure" or quirk) else 1.0


def lively_marks(blank: BlankSheet, rng: np.random.Generator) -> dict[str, str]:
    """Any mark anywhere; dashes are often followed by dashes."""
    weights = rng.dirichlet(np.array(_LIVELY) * 12)
    marks: dict[str, str] = {}
    last = ""
    for cell in blank.cells:
        after_dash = last == "dash" and rng.random() < _DASH_AFTER_DASH
        last = "dash" if after_dash else str(rng.choice(MARKS, p=weights))
        if last != "empty":
            marks[cell.id] = last
    return marks


def fill_by_many(
    blank: BlankSheet, marks: dict[str, str], level: str, rng: np.random.Generator
) -> FilledSheet:
    """Cells dealt to several hands with many odd crosses; a row's dashes by one of them."""
    hands = [
        replace(random_hand(level, rng), quirk=_LIVELY_QUIRK, writes=0.4 if number == 0 else 0.0)
        for number in range(_HANDS)
    ]
    dealt: list[dict[str, str]] = [{} for _ in hands]
    of_row: dict[str, int] = {}
    for cell in blank.cells:
        if cell.id in marks:
            anyone = int(rng.integers(_HANDS))
            who = of_row.setdefault(cell.row, anyone) if marks[cell.id] == "dash" else anyone
            dealt[who][cell.id] = marks[cell.id]
    filled = [fill_sheet(blank, part, hand, rng) for part, hand in zip(dealt, hands, strict=True)]
    ink = filled[0].ink
    for other in filled[1:]:
        ink = np.asarray(cv2.multiply(ink, other.ink, scale=1 / 255), np.uint8)
    truth = {cell.id: marks.get(cell.id, "empty") for cell in blank.cells}
    drawn = {cell: how for one in filled for cell, how in one.drawn.items()}
    return FilledSheet(blank, ink, truth, drawn)


def as_floats(kept: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Crops that were kept as bytes, as the nets want them."""
    return kept.astype(np.float32) / np.float32(CROP_SCALE)


def _save(sheets: Sequence[SheetCells], path: Path) -> int:
    """Write the cells of some sheets as three files that begin alike; how many cells."""
    crops = np.concatenate([sheet.crops for sheet in sheets])
    np.save(path.with_suffix(".crops.npy"), crops)
    np.save(path.with_suffix(".truth.npy"), np.concatenate([sheet.truth for sheet in sheets]))
    with path.with_suffix(".cells.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, ABOUT)
        table.writeheader()
        table.writerows(row for sheet in sheets for row in sheet.about)
    return len(crops)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path, help="folder")
    parser.add_argument("--photos", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0, help="seed of the first photo")
    parser.add_argument(
        "--several", type=float, default=SEVERAL, help="share of photos with two to five sheets"
    )
    parser.add_argument(
        "--variant", action="append", default=[], choices=list(bundled()), help="of these only"
    )
    parser.add_argument(
        "--small", type=float, default=0.0, metavar="MM", help="number cells down to so narrow ones"
    )
    kinds = parser.add_mutually_exclusive_group()
    for kind in ("odd", "rare", "lively"):
        kinds.add_argument(f"--{kind}", dest="kind", action="store_const", const=kind)
    options = parser.parse_args()
    if options.small < 0:
        parser.error("--small: no cell is so narrow")
    cv2.setNumThreads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    for start in range(options.seed, options.seed + options.photos, _CHUNK):
        seeds = range(start, min(start + _CHUNK, options.seed + options.photos))
        kind = options.kind or "games"
        of_photos = (
            sheets_of_photo(seed, kind, options.several, options.variant, options.small)
            for seed in seeds
        )
        sheets = [sheet for of_photo in of_photos for sheet in of_photo]
        cells = _save(sheets, options.out / str(start))
        print(f"{start}: {len(sheets)} sheets, {cells} cells", flush=True)


if __name__ == "__main__":
    main()
