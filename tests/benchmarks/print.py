"""How fast sheets are printed: ``make bench-print [VARIANT=longo]``.

This program, fpdf2, reportlab and cairo write the same sheets, each in a process of its own: sheets
per second of CPU time (layout included, imports not), bytes and peak memory for 100, 1,000 and
10,000 sheets. What is not installed, or would take more than four minutes, is said so. Writes
``bench/print.json``.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

NAMES = ("sheetgen", "fpdf2", "reportlab", "cairo")
COUNTS = (100, 1_000, 10_000)
PATIENCE = 240.0
"""Seconds of CPU time that one measurement may take."""

MISSING = 3


def measure(program: str, variant: str, count: int) -> dict[str, Any]:
    """One measurement, in this process."""
    from sheetgen.catalog import find_variant
    from sheetgen.layout import Layout, lay_out
    from sheetgen.printing import PrintRequest, plan_print
    from sheetgen.sheet import make_sheet
    from tests.benchmarks.print_programs import PROGRAMS

    job = plan_print(PrintRequest((find_variant(variant),), count=count, seed=1))
    (run,) = job.runs

    def layouts() -> Iterator[Layout]:
        return (lay_out(make_sheet(run.variant, run.code(i))) for i in range(count))

    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "sheets.pdf"
        # The first page imports what is imported late.
        PROGRAMS[program](
            plan_print(PrintRequest((find_variant(variant),), count=1, seed=1)),
            iter([next(layouts())]),
            str(target),
        )
        start = time.process_time()
        PROGRAMS[program](job, layouts(), str(target))
        seconds = time.process_time() - start
        size = target.stat().st_size
    return {
        "program": program,
        "sheets": count,
        "per_second": count / seconds,
        "bytes": size,
        "peak_mb": peak_memory(),
    }


def peak_memory() -> float:
    """Of this process, in MB."""
    status = Path("/proc/self/status")
    if status.exists():
        line = next(ln for ln in status.read_text().splitlines() if ln.startswith("VmHWM"))
        return int(line.split()[1]) / 1024
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 * 1024 if sys.platform == "darwin" else 1024)


def in_a_process(program: str, variant: str, count: int) -> dict[str, Any] | str:
    """A measurement, or why there is none."""
    command = [sys.executable, "-m", "tests.benchmarks.print", "--one", program, str(count)]
    done = subprocess.run([*command, "--variant", variant], capture_output=True, text=True)
    if done.returncode == MISSING:
        return "not installed: pip install '.[bench]'"
    if done.returncode:
        return f"failed: {done.stderr.strip().splitlines()[-1]}"
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def one(program: str, variant: str, count: int) -> int:
    try:
        print(json.dumps(measure(program, variant, count)))
    except (ImportError, OSError) as error:
        print(error, file=sys.stderr)
        return MISSING
    return 0


def compare(variant: str) -> list[dict[str, Any]]:
    print(f"{variant}, 3 sheets per A4 page; CPU time of one process")
    print(
        f"{'program':<10} {'sheets':>6} {'sheets/s':>9} {'bytes':>12} {'per sheet':>9} {'peak':>7}"
    )
    results = []
    for program in NAMES:
        speed = 0.0
        for count in COUNTS:
            if speed and count / speed > PATIENCE:
                print(f"{program:<10} {count:>6} not run: about {count / speed:.0f} s")
                continue
            found = in_a_process(program, variant, count)
            if isinstance(found, str):
                print(f"{program:<10} {found}")
                break
            results.append(found)
            speed = found["per_second"]
            print(
                f"{program:<10} {count:>6} {speed:>9,.0f} {found['bytes']:>12,} "
                f"{found['bytes'] / count:>9,.0f} {found['peak_mb']:>4.0f} MB",
                flush=True,
            )
    return results


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--variant", default="longo")
    parser.add_argument("--one", nargs=2, metavar=("PROGRAM", "COUNT"))
    options = parser.parse_args()
    if options.one:
        return one(options.one[0], options.variant, int(options.one[1]))
    results = compare(options.variant)
    target = Path("bench/print.json")
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps(results, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
