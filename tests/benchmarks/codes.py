"""Sheets whose 2-D code is spoilt: ``make bench-codes [PHOTOS=60] [SEED=fresh]``.

Takes PHOTOS simulated photos of one sheet per level, over all variants and palettes, with ink over
the 2-D code. Counts how often the code is read as text by Tesseract (and never misread), how often
a sheet is accepted when its own code is typed, and how often it is refused when that of a sheet is
typed which looks alike: another draw, another variant of the same size, another palette.
"""

from __future__ import annotations

import argparse
import secrets
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np

from sheetgen.errors import SheetgenError
from sheetgen.layout import Layout
from sheetgen.lookalikes import other_draws, other_palettes, other_variants
from sheetgen.reading import read_photo
from sheetgen.sheetcode import SheetCode
from tests.benchmarks.read_cases import SEVERAL_EVERY, Case, plain, take
from tests.benchmarks.read_tally import wilson
from tests.camera.paper import LEVELS

SPOILT = "code-spoilt"
Outcome = tuple[str, str, str]
"""Level, what was asked, what came of it."""


def outcomes(case: Case) -> list[Outcome]:
    """All questions to one photo."""
    photo, (layout,), _ = take(case)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "photo.jpg"
        path.write_bytes(photo.jpeg)
        found = [("code read as text", _read(path, layout.sheet.code, None))]
        found.append(("own code typed", _read(path, layout.sheet.code, layout.sheet.code)))
        for kind, other in _others(layout, np.random.default_rng(case.number)):
            found.append((f"{kind} typed", _read(path, layout.sheet.code, other)))
    return [(case.level, question, answer) for question, answer in found]


def _others(layout: Layout, rng: np.random.Generator) -> Iterator[tuple[str, SheetCode]]:
    kinds = {
        "another draw": other_draws(layout),
        "another variant": other_variants(layout),
        "another palette": other_palettes(layout),
    }
    for kind, layouts in kinds.items():
        if layouts:
            yield kind, layouts[int(rng.integers(len(layouts)))].sheet.code


def _read(path: Path, truth: SheetCode, typed: SheetCode | None) -> str:
    try:
        (sheet,) = read_photo(path, code=typed).sheets
    except SheetgenError as error:
        return f"refused: {plain(error.message, path)}"
    return "read" if sheet.sheet.code == truth else "ACCEPTED AS ANOTHER"


def show(found: Sequence[Outcome]) -> None:
    questions = list(dict.fromkeys(question for _, question, _ in found))
    for question in questions:
        print(f"\n{question}")
        for level in LEVELS:
            answers = [answer for lvl, asked, answer in found if (lvl, asked) == (level, question)]
            for answer, count in Counter(answers).most_common():
                low, high = wilson(count, len(answers))
                print(
                    f"  {level:8} {count:4} of {len(answers):4}  "
                    f"({100 * low:5.1f} to {100 * high:5.1f} %)  {answer}"
                )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=int, default=60, help="per level")
    parser.add_argument("--seed", default="fresh", help="a number, or fresh")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    seed = secrets.randbelow(1_000_000_000) if options.seed == "fresh" else int(options.seed)
    numbers = [n for n in range(2 * options.photos) if n % SEVERAL_EVERY != SEVERAL_EVERY - 1]
    cases = [Case(seed, level, n, SPOILT) for level in LEVELS for n in numbers[: options.photos]]
    print(f"seed {seed}: {len(cases)} simulated photos", flush=True)
    with Pool(options.processes, initializer=cv2.setNumThreads, initargs=(1,)) as pool:
        found = [one for some in pool.imap_unordered(outcomes, cases) for one in some]
    show(found)


if __name__ == "__main__":
    main()
