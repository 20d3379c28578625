"""How well photos are read: ``make bench-read [PHOTOS=200] [SEED=fresh] [EXTRAS=all] [KEEP=FILE]``.

Takes PHOTOS simulated photos per level over all variants of the catalogue, reads them and compares
with the truth. Prints a table per level; writes ``bench/read.json``, which has every misread cell,
a reliability diagram to ``bench/reliability.svg``, and the ten worst photos with what was read to
``bench/worst/``. Photos are simulated, figures are of simulated photos. The same seed gives the
same photos. EXTRAS: further conditions (see tests/camera/extras.py) that are each put on top of
photos of ``--extra-levels`` (ordinary), a quarter as many of each. ``--palette``: all sheets
in that one, and otherwise the same photos, to compare palettes. ``--keep``: outcomes are kept in
a file as they come, and a run that broke off, or ended after ``--minutes``, goes on from there.
"""

from __future__ import annotations

import argparse
import json
import math
import secrets
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from multiprocessing import Pool
from pathlib import Path

import cv2

from sheetgen.checking import check_photo, overlay_of
from sheetgen.cli.options import PALETTES
from sheetgen.errors import SheetgenError
from sheetgen.vision.nets import model_path
from tests.benchmarks.kept import keeping
from tests.benchmarks.read_cases import Case, PhotoOutcome, run, take
from tests.benchmarks.read_tally import MARKS, VERDICTS, misreadings, summary, wilson, worst
from tests.benchmarks.reliability import calibration, diagram, show_too_sure
from tests.camera.extras import EXTRAS
from tests.camera.paper import LEVELS

WORST = 10
ROWS = 8  # at most of each confusion table on the screen; the JSON has all


def _quiet() -> None:
    cv2.setNumThreads(1)


def outcomes(cases: Sequence[Case], processes: int) -> Iterator[PhotoOutcome]:
    """Run the cases, in any order."""
    if processes == 1:
        yield from map(run, cases)
        return
    with Pool(processes, initializer=_quiet) as pool:
        yield from pool.imap_unordered(run, cases, chunksize=1)


def show(group: str, table: Mapping[str, object]) -> None:
    """Print the summary of a group of photos."""
    sheets = _int(table["sheets"])
    print(f"\n{group}: {table['photos']} simulated photos, {sheets} sheets")
    for verdict in VERDICTS:
        count = _int(_map(table[verdict])["count"])
        low, high = wilson(count, sheets)
        share = 100 * count / max(sheets, 1)
        print(f"  {verdict:8} {count:5}  {share:6.2f} %  ({100 * low:.2f} to {100 * high:.2f})")
    print(
        f"  silent and points wrong {table['silent, points wrong']}, "
        f"silent but points right {table['silent, points right']}, "
        f"silent for a mark not to be seen {table['silent, not to be seen']}, "
        f"crashes {table['crashes']}"
    )
    for message, times_seen in _map(table["failures"]).items():
        print(f"  not read {times_seen:4}  {message}")
    confused = _map(table["confusion"])
    print("  truth \\ read " + "".join(f"{mark:>10}" for mark in MARKS))
    for truth in MARKS:
        row = _map(confused[truth])
        print(f"  {truth:>12} " + "".join(f"{_int(row[mark]):10}" for mark in MARKS))
    doubts = ", ".join(f"{k} {v}" for k, v in _map(table["needless"]).items())
    print(f"  unsure without need: {doubts or '-'}")
    for name in ("by_pen", "by_stroke", "by_kind"):
        rows = [(k, _map(v)) for k, v in _map(table[name]).items()]
        rows = [(k, v) for k, v in rows if _int(v["unsure"]) + _int(v["silent"])]
        parts = [f"{k} {v['unsure']}+{v['silent']}/{v['cells']}" for k, v in rows[:ROWS]]
        print(f"  {name.replace('_', ' ')} (unsure + silent / cells): {', '.join(parts) or '-'}")
    for name, groups in _map(table["by_condition"]).items():
        cases = [(label, _map(v)) for label, v in _map(groups).items()]
        cases = [(label, v) for label, v in cases if _int(v["flagged"]) + _int(v["silent"])]
        parts = [f"{label} {v['flagged']}+{v['silent']}/{v['sheets']}" for label, v in cases]
        if parts:
            print(f"  by {name} (flagged + silent / sheets): {', '.join(parts)}")
    for name, one in _map(table["times"]).items():
        times = _map(one)
        steps = ", ".join(f"{s} {float(str(v)):.0%}" for s, v in _map(times["share"]).items())
        print(
            f"  {name}: {times['median_ms']} ms ({times['median_cpu_ms']} ms CPU) "
            f"median of {times['photos']} photos: {steps}"
        )


def _map(value: object) -> Mapping[str, object]:
    assert isinstance(value, Mapping)
    return value


def _int(value: object) -> int:
    assert isinstance(value, int)
    return value


def save_worst(photos: Sequence[PhotoOutcome], folder: Path) -> None:
    """Pictures and overlays of the photos, worst first, with what went wrong in `worst.txt`."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    notes = []
    for rank, photo in enumerate(photos, 1):
        path = folder / f"{rank:02}-{photo.case.name}.jpg"
        path.write_bytes(take(photo.case).photo.jpeg)
        try:
            overlay = overlay_of(check_photo(path), "en")
        except SheetgenError:
            overlay = None
        if overlay:
            path.with_suffix(".overlay.jpg").write_bytes(overlay)
        notes += [path.name, *(f"  {line}" for line in misreadings(photo))]
        notes.append(f"  {dict(photo.conditions)}")
    (folder / "worst.txt").write_text("\n".join(notes) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=int, default=200, help="per level")
    parser.add_argument("--seed", default="fresh", help="a number, or fresh")
    parser.add_argument("--levels", default=",".join(LEVELS))
    parser.add_argument("--extras", default="", help="further conditions, or all")
    parser.add_argument("--extra-levels", default="ordinary", help="what extras are put on")
    parser.add_argument("--palette", choices=PALETTES, default="", help="of all sheets")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--keep", type=Path, help="the file in which outcomes are kept")
    parser.add_argument("--minutes", type=float, default=math.inf, help="end early, with --keep")
    parser.add_argument("--out", type=Path, default=Path("bench"))
    options = parser.parse_args()
    if not model_path("sheet").exists():
        sys.exit(f"{model_path('sheet').name} is missing: see tests/training")
    seed = secrets.randbelow(1_000_000_000) if options.seed == "fresh" else int(options.seed)
    cases = [
        Case(seed, level, number, "", options.palette)
        for number in range(options.photos)
        for level in filter(None, options.levels.split(","))
    ]
    extras = EXTRAS if options.extras == "all" else options.extras.split(",")
    cases += [
        Case(seed, level, number, extra, options.palette)
        for extra in filter(None, extras)
        for level in options.extra_levels.split(",")
        for number in range(-(-options.photos // 4))
    ]
    print(f"seed {seed}: {len(cases)} photos", flush=True)
    groups: dict[str, list[PhotoOutcome]] = {case.group: [] for case in cases}
    all_of = partial(outcomes, processes=options.processes)
    coming = (
        keeping(cases, options.keep, all_of, options.minutes) if options.keep else all_of(cases)
    )
    for done, outcome in enumerate(coming, 1):
        groups[outcome.case.group].append(outcome)
        if sys.stderr.isatty():
            print(f"\r{done}/{len(cases)}", end="", file=sys.stderr, flush=True)
    every = [photo for photos in groups.values() for photo in photos]
    report: dict[str, object] = {"seed": seed, "simulated": True}
    report["groups"] = {name: summary(photos) for name, photos in groups.items()}
    for name, table in _map(report["groups"]).items():
        show(name, _map(table))
    bad = worst(every)
    report["not right"] = [{"case": p.case.name, "what": misreadings(p)} for p in bad]
    bad = bad[:WORST]
    options.out.mkdir(parents=True, exist_ok=True)
    text = json.dumps(report, indent=1, ensure_ascii=False) + "\n"
    (options.out / "read.json").write_text(text, encoding="utf-8")
    bins = {name: calibration(photos) for name, photos in groups.items()}
    (options.out / "reliability.svg").write_text(diagram(bins), encoding="utf-8")
    show_too_sure(bins)
    save_worst(bad, options.out / "worst")
    print(f"\n{options.out}/read.json, {options.out}/worst: {', '.join(p.case.name for p in bad)}")


if __name__ == "__main__":
    main()
