"""The legality search at length: times, fresh games, random changes, miniatures.

    make bench-legality                                            (--games 40, fresh seed)
    python -m tests.benchmarks.legality [--games 100] [--seed N]

CPU time of one process, median and most. Without ``--seed`` the games are new every time; the seed
is printed. Exits 1 if a sheet of a game is judged impossible, or if search and brute force
disagree.
"""

from __future__ import annotations

import argparse
import random
import sys
from time import process_time

from sheetgen.catalog import bundled
from sheetgen.dealing import code_for
from sheetgen.play import simulate
from sheetgen.rules.legality import agrees_with, is_reachable, judge_legality
from sheetgen.sheet import Sheet, make_sheet
from sheetgen.variant import Variant
from tests.miniatures import every_sheet, marks_of, miniatures, outcomes


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=100, help="games per variant")
    parser.add_argument("--seed", default="fresh", help="of an earlier run; fresh: a new one")
    options = parser.parse_args()
    fresh = options.seed == "fresh"
    seed = random.SystemRandom().randrange(10**6) if fresh else int(options.seed)
    print(f"seed {seed}")
    faults = 0
    for variant in bundled().values():
        faults += check_games(variant, seed, options.games)
    for name, sheet in miniatures().items():
        faults += check_miniature(name, sheet, seed)
    print("agreed" if not faults else f"{faults} faults")
    return 1 if faults else 0


def check_games(variant: Variant, seed: int, games: int) -> int:
    """Sheets of new games, as they are, with a third of the cells unsure, and changed."""
    stream = random.Random(f"{variant.name} {seed}")
    yes: list[float] = []
    unsure: list[float] = []
    fine: list[float] = []
    reasons: list[float] = []
    faults = minimal = 0
    for game in range(games):
        for played in simulate(sheets_of(variant, seed + game), seed + game).sheets:
            found, seconds = timed(played.sheet, played.marks)
            yes.append(seconds)
            if not found:
                faults += 1
                print(f"{variant.name} {seed + game}: judged impossible: {sorted(played.crossed)}")
            doubtful = [c.id for c in played.sheet.cells if stream.random() < 0.3]
            found, seconds = timed(played.sheet, played.marks | dict.fromkeys(doubtful, "unsure"))
            unsure.append(seconds)
            faults += not found
            marks = change(played.sheet, played.marks, stream)
            start = process_time()
            legality = judge_legality(played.sheet, marks)
            wrong = legality.possible is False
            (reasons if wrong else fine).append(process_time() - start)
            minimal += wrong and legality.minimal
    print(
        f"{variant.name:12} legal {spread(yes)}, unsure {spread(unsure)}, "
        f"with an order {spread(fine)}, with reasons {spread(reasons)}, "
        f"{minimal} of {len(reasons)} conflicts minimal"
    )
    return faults


def sheets_of(variant: Variant, seed: int) -> list[Sheet]:
    dealing = "same" if variant.draw and seed % 2 else None
    return [
        make_sheet(variant, code_for(variant, seed=seed % 10**5, number=i, dealing=dealing))
        for i in range(4)
    ]


def timed(sheet: Sheet, marks: dict[str, str]) -> tuple[bool | None, float]:
    start = process_time()
    return is_reachable(sheet, marks), process_time() - start


def change(sheet: Sheet, marks: dict[str, str], stream: random.Random) -> dict[str, str]:
    """One or two cells the other way."""
    changed = dict(marks)
    for cell in stream.choices([cell.id for cell in sheet.cells], k=stream.choice((1, 2))):
        if changed.pop(cell, None) is None:
            changed[cell] = "cross"
    return changed


def spread(seconds: list[float]) -> str:
    """The median and the greatest."""
    if not seconds:
        return "-"
    ordered = sorted(seconds)
    return f"{ordered[len(ordered) // 2] * 1000:.1f} ms (most {ordered[-1] * 1000:.0f})"


def check_miniature(name: str, sheet: Sheet, seed: int) -> int:
    """Every set of crosses, and many partial ones."""
    reached = outcomes(sheet)
    wrong = sum(
        is_reachable(sheet, marks_of(crosses)) is not (crosses in reached)
        for crosses in every_sheet(sheet)
    )
    stream = random.Random(f"{name} {seed}")
    cells = [cell.id for cell in sheet.cells]
    games = sorted(map(sorted, reached))
    for _ in range(1000):
        crosses = stream.choice(games)
        share = stream.random()
        known = {
            cell: (cell in crosses) is not (stream.random() < 0.15)
            for cell in cells
            if stream.random() < share
        }
        expected = any(all((c in one) is fact for c, fact in known.items()) for one in reached)
        wrong += agrees_with(sheet, known) is not expected
    print(f"miniature '{name}': {len(reached)} sheets, {wrong} disagreements")
    return wrong


if __name__ == "__main__":
    sys.exit(main())
