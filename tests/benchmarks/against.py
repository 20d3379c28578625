"""How an earlier commit read the same photos: ``make bench-read-against COMMIT=HEAD~1``.

Runs tests/benchmarks/read.py twice with the same seed, once as it is here and once as it was at
COMMIT, and prints both beside each other: nets, thresholds and all else that changed in between.
Refused if the camera or the templates did, as the photos would not be the same. What is not
committed here is part of "here". Further options are those of read.py.
"""

from __future__ import annotations

import argparse
import json
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.benchmarks.read_tally import VERDICTS

_ROOT = Path(__file__).parents[2]
_SAME = (
    "templates",
    "tests/camera",
    "tests/blanks.py",
    "tests/benchmarks/read_cases.py",
    "sheetgen/layout",
    "sheetgen/render",
)
"""What decides how photos look."""


class Run(NamedTuple):
    """What one version made of the photos."""

    groups: Mapping[str, Mapping[str, object]]
    """Counts by level or condition."""
    not_right: frozenset[str]
    """Names of the photos with a sheet that was not read right."""


def changed_since(commit: str) -> list[str]:
    """The files that decide how photos look and differ from those at a commit."""
    told = _git("diff", "--name-only", commit, "--", *_SAME)
    return told.split()


def _git(*words: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(_ROOT), *words], capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(done.stderr.strip())
    return done.stdout


def run_in(folder: Path, out: Path, options: Sequence[str]) -> Run:
    """Run the benchmark of the version in a folder."""
    command = [sys.executable, "-m", "tests.benchmarks.read", "--out", str(out), *options]
    done = subprocess.run(command, cwd=folder, check=False, stdout=subprocess.DEVNULL)
    if done.returncode:
        sys.exit(f"the benchmark failed in {folder}")
    report = json.loads((out / "read.json").read_text(encoding="utf-8"))
    return Run(report["groups"], frozenset(one["case"] for one in report["not right"]))


def beside(before: Run, here: Run) -> list[str]:
    """Both versions in lines of text."""
    lines = []
    for group, counts in here.groups.items():
        lines.append(f"{group}: {counts['photos']} simulated photos")
        for name, run in (("before", before), ("here", here)):
            table = run.groups[group]
            verdicts = ", ".join(f"{verdict} {_count(table[verdict])}" for verdict in VERDICTS)
            lines.append(f"  {name:6} {table['sheets']} sheets: {verdicts}")
        gained, lost = (
            sum(_group_of(case) == group.replace(", ", "-") for case in some - others)
            for some, others in (
                (before.not_right, here.not_right),
                (here.not_right, before.not_right),
            )
        )
        lines.append(f"  photos right only here {gained}, only before {lost}")
    return lines


def _group_of(case: str) -> str:
    return case.rsplit("-", 2)[0]


def _count(verdict: object) -> int:
    assert isinstance(verdict, Mapping)
    return int(verdict["count"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("commit")
    parser.add_argument("--photos", default="100", help="per level")
    parser.add_argument("--seed", default="fresh", help="a number, or fresh")
    options, rest = parser.parse_known_args()
    if changed := changed_since(options.commit):
        sys.exit(f"the photos would not be the same: {', '.join(changed)} changed")
    seed = str(secrets.randbelow(1_000_000_000)) if options.seed == "fresh" else options.seed
    wanted = ["--photos", options.photos, "--seed", seed, *rest]
    print(f"seed {seed}, {options.commit} against what is here", flush=True)
    with tempfile.TemporaryDirectory() as temporary:
        tree = Path(temporary, "tree")
        _git("worktree", "add", "--detach", str(tree), options.commit)
        try:
            before = run_in(tree, Path(temporary, "before"), wanted)
            here = run_in(_ROOT, Path(temporary, "here"), wanted)
        finally:
            _git("worktree", "remove", "--force", str(tree))
    print("\n".join(beside(before, here)))


if __name__ == "__main__":
    main()
