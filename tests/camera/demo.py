"""Pictures to look at: `python -m tests.camera.demo OUTDIR [SEED]`.

Out: `pens.png` (every pen and colour on one sheet's cells), and six photos per level with the
conditions beside them in `photos.txt`.
"""

import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from .camera import photograph
from .hands import random_hand
from .ink import COLOURS, KINDS, make_pen
from .paper import LEVELS, BlankSheet, Image, multiply
from .players import fill_sheet, random_marks
from .standin import standin_sheet
from .strokes import CROSSES

SCRIBBLES = ("zigzag", "coil", "spiral", "fill")


def contact_sheet(sheet: BlankSheet, rng: np.random.Generator) -> Image:
    """A band of cells per pen and colour: every cross, dashes, a cancelled cell."""
    bands: list[Image] = []
    for number, kind in enumerate(KINDS):
        for colour in COLOURS if kind != "pencil" else ("grey",):
            pen = make_pen(kind, colour, rng, pencil_tone=float(rng.uniform(0.35, 0.65)))
            hand = replace(
                random_hand("ordinary", rng),
                pen=pen,
                second_pen=None,
                dash_style="line" if number % 2 else "single",
                scribble=SCRIBBLES[number % 4],
            )
            row = ("red", "yellow", "green", "blue")[len(bands) % 4]
            cells = [cell for cell in sheet.cells if cell.row == row]
            strip = replace(sheet, cells=tuple(cells))
            ink: Image = np.full_like(sheet.image, 255)
            for style, cell in zip([*CROSSES, "two-stroke"], cells, strict=False):
                one = replace(hand, cross_styles={style: 1.0})
                ink = multiply(ink, fill_sheet(strip, {cell.id: "cross"}, one, rng).ink)
            rest = {cell.id: "dash" for cell in cells[6:9]} | {cells[10].id: "cancelled"}
            ink = multiply(ink, fill_sheet(strip, rest, hand, rng).ink)
            top = round((cells[0].y - 3) * sheet.px_per_mm)
            bottom = top + round(19 * sheet.px_per_mm)
            bands.append(multiply(sheet.image, ink)[top:bottom])
    half = -(-len(bands) // 2)
    bands += [np.full_like(bands[0], 255)] * (2 * half - len(bands))
    both = np.hstack([np.vstack(bands[:half]), np.vstack(bands[half:])])
    small = cv2.resize(both, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def main(out: Path, seed: int) -> None:
    """Write the pictures."""
    out.mkdir(parents=True, exist_ok=True)
    sheet = standin_sheet()
    pens = contact_sheet(sheet, np.random.default_rng(seed))
    cv2.imwrite(str(out / "pens.png"), cv2.cvtColor(pens, cv2.COLOR_RGB2BGR))
    notes = []
    for level in LEVELS:
        for number in range(6):
            rng = np.random.default_rng([seed, LEVELS.index(level), number])
            filled = [
                fill_sheet(sheet, random_marks(sheet, rng, level), random_hand(level, rng), rng)
                for _ in range(3 if number == 5 else 1)
            ]
            photo = photograph(filled, level, rng)
            (out / f"{level}_{number}.jpg").write_bytes(photo.jpeg)
            notes.append(f"{level}_{number}: cell {photo.cell_px:.0f} px, {photo.conditions}")
    (out / "photos.txt").write_text("\n".join(notes) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)
