"""Tables of docs/looks.md that come out of benchmarks: how palettes and small cells are read.

``make bench-read`` and ``make bench-cell-size`` measure; ``python -m tests.docs_measured`` (``make
docs-measured``) puts what ``bench/read.json`` and ``bench/cell_size.json`` have between the marks
``<!-- NAME -->`` and ``<!-- end of NAME -->``.
``--bench FOLDER``: they lie elsewhere.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from sheetgen.layout.theme import palettes

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "looks.md"
BENCH = ROOT / "bench"
VERDICTS = ("right", "flagged", "silent")


def palette_table(report: Mapping[str, Any]) -> Iterator[str]:
    """Sheets read by palette and kind of photo; only photos of one sheet tell their palette."""
    yield f"Seed {report['seed']}, simulated photos of one sheet each; right + flagged + silent:"
    yield ""
    groups = report["groups"]
    yield f"| palette | {' | '.join(groups)} |"
    yield "|---" * (len(groups) + 1) + "|"
    for palette in palettes():
        cells = []
        for group in groups.values():
            found = group["by_condition"].get("palette", {}).get(palette.name)
            cells.append(" + ".join(str(found[key]) for key in VERDICTS) if found else "-")
        yield f"| `{palette.name}` | {' | '.join(cells)} |"


def cell_size_table(report: Mapping[str, Any]) -> Iterator[str]:
    yield (
        f"Seed {report['seed']}, simulated photos of {report['megapixels']:g} megapixels, ordinary "
        "conditions; *page*: up to four filled sheets on a page of A4, wholly in the picture:"
    )
    yield ""
    yield "| picture of a | cells | in the photo | sheets | right | flagged | silent | not read |"
    yield "|---|---|---|---|---|---|---|---|"
    for row in report["rows"]:
        shares = [f"{row[key]['count'] / max(row['sheets'], 1):.0%}" for key in VERDICTS]
        yield (
            f"| {row['view']} | {row['cell_mm']:g} mm | {row['cell_px']} px | {row['sheets']} "
            f"| {' | '.join(shares)} | {row['not read']} |"
        )


TABLES = {
    "palettes read": ("read.json", palette_table),
    "cell sizes read": ("cell_size.json", cell_size_table),
}


def replaced(page: str, name: str, lines: Iterator[str]) -> str:
    """The page with other text between the marks of a name."""
    start, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    pattern = re.compile(f"{re.escape(start)}.*?{re.escape(end)}", re.DOTALL)
    body = "\n".join([start, *lines, end])
    changed, count = pattern.subn(lambda _: body, page)
    assert count == 1, f"{name}: {count} places in the page"
    return changed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bench", type=Path, default=BENCH)
    bench: Path = parser.parse_args().bench
    page = PAGE.read_text("utf-8")
    for name, (source, table) in TABLES.items():
        path = bench / source
        if not path.exists():
            print(f"{name}: no {path}, left as it is")
            continue
        page = replaced(page, name, table(json.loads(path.read_text("utf-8"))))
        print(f"{name}: from {path}")
    PAGE.write_text(page, "utf-8")


if __name__ == "__main__":
    main()
