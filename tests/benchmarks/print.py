"""How fast sheets are printed: ``make bench-print [VARIANT=longo] [BUDGET=600]``.

This program, fpdf2, reportlab and cairo write the same sheets, each in a process of its own: sheets
per second of CPU time (layout included, imports not), bytes and peak memory for 100, 1,000 and
10,000 sheets. What is not installed, or takes more CPU time than the budget, is said so. Then this
program prints every variant with a draw, every sheet another layout. Writes ``bench/print.json``.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

NAMES = ("sheetgen", "fpdf2", "reportlab", "cairo")
COUNTS = (100, 1_000, 10_000)
DRAWN_COUNTS = (1_000, 10_000)
MISSING = 3


def measure(program: str, name: str, count: int, dealing: str | None) -> dict[str, Any]:
    """One measurement, in this process."""
    from sheetgen.catalog import find_variant
    from sheetgen.layout import Layout, lay_out
    from sheetgen.printing import PrintRequest, plan_print
    from sheetgen.sheet import make_sheet
    from sheetgen.wishes import Wishes
    from tests.benchmarks.print_programs import PROGRAMS

    variant, wishes = find_variant(name), Wishes(dealing=dealing)
    job = plan_print(PrintRequest((variant,), count=count, seed=1, wishes=wishes))
    (run,) = job.runs

    def layouts() -> Iterator[Layout]:
        return (lay_out(make_sheet(run.variant, run.code(i))) for i in range(count))

    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "sheets.pdf"
        # The first page imports what is imported late.
        single = plan_print(PrintRequest((variant,), count=1, seed=1))
        PROGRAMS[program](single, iter([next(layouts())]), str(target))
        start = time.process_time()
        PROGRAMS[program](job, layouts(), str(target))
        seconds = time.process_time() - start
        size = target.stat().st_size
    return {
        "program": program,
        "variant": name,
        "dealing": dealing or "official",
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
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 * 1024 if sys.platform == "darwin" else 1024)


def in_a_process(
    program: str, variant: str, count: int, budget: int, dealing: str = ""
) -> dict[str, Any] | str:
    """A measurement, or why there is none."""
    command = [sys.executable, "-m", "tests.benchmarks.print", "--one", program, str(count)]
    command += ["--variant", variant, "--budget", str(budget), "--dealing", dealing]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode == MISSING:
        return "not installed: pip install '.[bench]'"
    if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return f"not finished within the budget of {budget} s of CPU time"
    if done.returncode:
        return f"failed: {(done.stderr.strip() or 'no reason given').splitlines()[-1]}"
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def one(options: argparse.Namespace) -> int:
    program, count = options.one[0], int(options.one[1])
    resource.setrlimit(resource.RLIMIT_CPU, (options.budget, options.budget + 5))
    try:
        found = measure(program, options.variant, count, options.dealing or None)
    except (ImportError, OSError) as error:
        print(error, file=sys.stderr)
        return MISSING
    print(json.dumps(found))
    return 0


def line(name: str, count: int, found: dict[str, Any] | str) -> str:
    if isinstance(found, str):
        return f"{name:<12} {count:>6} {found}"
    return (
        f"{name:<12} {count:>6} {found['per_second']:>9,.0f} {found['bytes']:>12,} "
        f"{found['bytes'] / count:>9,.0f} {found['peak_mb']:>4.0f} MB"
    )


def heading(first: str) -> str:
    return f"{first:<12} {'sheets':>6} {'sheets/s':>9} {'bytes':>12} {'per sheet':>9} {'peak':>7}"


def compare(variant: str, budget: int) -> list[dict[str, Any]]:
    """All programs on the same sheets."""
    print(f"{variant}, 3 sheets per A4 page; CPU time of one process, at most {budget} s")
    print(heading("program"))
    results = []
    for program in NAMES:
        for count in COUNTS:
            found = in_a_process(program, variant, count, budget)
            print(line(program, count, found), flush=True)
            if isinstance(found, str):
                break
            results.append(found)
    return results


def drawn(budget: int) -> list[dict[str, Any]]:
    """This program on every variant with a draw, every sheet another layout."""
    from sheetgen.catalog import bundled

    print("\nsheetgen, every sheet another drawn layout (--independent)")
    print(heading("variant"))
    results = []
    for variant in bundled().values():
        if variant.draw is None:
            continue
        for count in DRAWN_COUNTS:
            found = in_a_process("sheetgen", variant.name, count, budget, "independent")
            print(line(variant.name, count, found), flush=True)
            if not isinstance(found, str):
                results.append(found)
    return results


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--variant", default="longo")
    parser.add_argument("--budget", type=int, default=600, help="seconds of CPU per measurement")
    parser.add_argument("--dealing", default="")
    parser.add_argument("--one", nargs=2, metavar=("PROGRAM", "COUNT"))
    options = parser.parse_args()
    if options.one:
        return one(options)
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start")
    results = [*compare(options.variant, options.budget), *drawn(options.budget)]
    target = Path("bench/print.json")
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps(results, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
