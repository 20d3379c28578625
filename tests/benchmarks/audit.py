"""How fast photos are audited: ``make bench-audit [PHOTOS=200] [SEED=1]``.

One core, photos in a batch: processor time per photo of 12 and of 3 megapixels with the share of
each step, beside OpenCV's bare decoding of the same JPEGs in the same run; memory over PHOTOS
photos; two processes against one. Photos are simulated.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter, process_time

import cv2
import numpy as np

from sheetgen.batch import Orders, Task, check_all
from sheetgen.checking import CheckedPhoto, check_photo, without_readings
from sheetgen.gathering import gather, overlay_names
from tests.blanks import blank_sheet, random_layout
from tests.camera import fill_sheet, photograph, random_hand, random_marks

SIZES = {"12 megapixels": 12.0, "3 megapixels": 3.0}
DIFFERENT = 6
"""Different photos per size."""
ROUNDS = 5


def take_photos(folder: Path, megapixels: float, seed: int) -> list[Path]:
    paths = []
    for number in range(DIFFERENT):
        rng = np.random.default_rng([seed, round(megapixels), number])
        blank = blank_sheet(random_layout(rng))
        marks = random_marks(blank, rng, "ordinary")
        sheet = fill_sheet(blank, marks, random_hand("ordinary", rng), rng)
        photo = photograph([sheet], "ordinary", rng, megapixels=megapixels)
        path = folder / f"{megapixels:.0f}-{number}.jpg"
        path.write_bytes(photo.jpeg)
        paths.append(path)
    return paths


def milliseconds(work: Callable[[], object]) -> float:
    """Processor time."""
    start = process_time()
    work()
    return 1000 * (process_time() - start)


def decode(path: Path) -> None:
    picture = cv2.imdecode(np.frombuffer(path.read_bytes(), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None


def speed(name: str, paths: Sequence[Path]) -> None:
    """Print the median per photo, the share of each step, and OpenCV's decoding."""
    for path in paths:
        check_photo(path)  # what is done once per variant
    whole: list[float] = []
    bare: list[float] = []
    steps: dict[str, float] = {}
    for _ in range(ROUNDS):
        for path in paths:
            found: list[CheckedPhoto] = []
            start = perf_counter()
            whole.append(milliseconds(lambda p=path, f=found: f.append(check_photo(p))))  # type: ignore[misc]
            elapsed = perf_counter() - start
            reading = found[0].reading
            if reading:
                spent = {
                    **reading.seconds,
                    "audit and rest": elapsed - sum(reading.seconds.values()),
                }
                for step, seconds in spent.items():
                    steps[step] = steps.get(step, 0.0) + seconds
            bare.append(milliseconds(lambda p=path: decode(p)))  # type: ignore[misc]
    total = sum(steps.values())
    shares = ", ".join(f"{step} {seconds / total:.0%}" for step, seconds in steps.items())
    print(
        f"{name}: {statistics.median(whole):.0f} ms per photo "
        f"(median of {len(whole)}; OpenCV's decoding alone {statistics.median(bare):.0f} ms)\n"
        f"  {shares}"
    )


def memory(paths: Sequence[Path], photos: int) -> None:
    """Print the resident memory as a batch goes on; results are kept as the command keeps them."""
    kept = []
    told = []
    for number in range(photos):
        kept.append(without_readings(check_photo(paths[number % len(paths)])))
        if number in (photos // 5, photos - 1):
            told.append((number + 1, resident_mb()))
    (first, before), (last, after) = told
    grown = 1000 * (after - before) / max(last - first, 1)
    print(f"memory: {before:.0f} MB after {first} photos, {after:.0f} MB after {last}: "
          f"{grown:.0f} kB per photo")  # fmt: skip


def resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def processes(paths: Sequence[Path], photos: int) -> None:
    """Print photos per second in one and in two processes, by the clock."""
    sources = gather([str(path) for path in paths])
    few = list(zip(sources, overlay_names(sources), strict=True))
    tasks: list[Task] = [few[i % len(few)] for i in range(photos)]
    rates = []
    for jobs in (1, 2):
        results = check_all(tasks, Orders(), jobs)
        for _ in range(2 * len(few)):
            next(results)  # processes start, and prepare each variant once
        start = perf_counter()
        rest = sum(1 for _ in results)
        rates.append(rest / (perf_counter() - start))
    print(f"processes: one {rates[0]:.1f}, two {rates[1]:.1f} photos/s, "
          f"{rates[1] / rates[0]:.2f} times as many")  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=int, default=200, help="for memory and processes")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    with tempfile.TemporaryDirectory() as folder:
        taken = {name: take_photos(Path(folder), mp, options.seed) for name, mp in SIZES.items()}
        for name, paths in taken.items():
            speed(name, paths)
        small = taken["3 megapixels"]
        memory(small, options.photos)
        processes(small, options.photos)


if __name__ == "__main__":
    main()
