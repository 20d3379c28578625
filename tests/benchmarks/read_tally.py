"""Outcomes counted: shares with intervals, confusions, times. No pixels here."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from statistics import median

from tests.benchmarks.detectability import FAINT
from tests.benchmarks.read_cases import CellOutcome, PhotoOutcome, SheetOutcome

MARKS = ("empty", "cross", "dash", "cancelled", "unsure")
VERDICTS = ("right", "flagged", "silent")
BINS: dict[str, tuple[float, ...]] = {
    "tilt": (10, 20, 28),
    "curl_mm": (1, 2, 4),
    "blur_px": (0.7, 1.1, 1.6),
    "motion_px": (0.5, 1.5),
    "noise": (2, 4, 6),
    "jpeg": (60, 75),
    "white": (180, 210),
    "cell_px": (30, 40, 60),
}
NAMED = ("palette", "shadow", "printer", "paper", "megapixels")
Json = dict[str, object]


def wilson(hits: int, count: int) -> tuple[float, float]:
    """95 % interval of a share."""
    if count == 0:
        return 0.0, 1.0
    z2 = 1.959964**2
    share = hits / count
    middle = (share + z2 / (2 * count)) / (1 + z2 / count)
    half = (z2 * (share * (1 - share) / count + z2 / (4 * count * count))) ** 0.5
    half /= 1 + z2 / count
    return max(0.0, middle - half), min(1.0, middle + half)


def shares(sheets: Sequence[SheetOutcome]) -> Json:
    """Right, flagged, silent of some sheets."""
    out: Json = {"sheets": len(sheets)}
    counts = Counter(sheet.verdict for sheet in sheets)
    for verdict in VERDICTS:
        low, high = wilson(counts[verdict], len(sheets))
        out[verdict] = {"count": counts[verdict], "low": round(low, 5), "high": round(high, 5)}
    wrong = sum(sheet.total_wrong for sheet in sheets)
    out["silent, points wrong"] = wrong
    out["silent, points right"] = counts["silent"] - wrong
    out["not read"] = sum(bool(sheet.problem) for sheet in sheets)
    return out


def _unseen(sheet: SheetOutcome) -> bool:
    """Whether all that was misread silently are marks that nobody could see."""
    silent = [cell for cell in sheet.cells if cell.silent]
    return bool(silent) and all(cell.detectability < FAINT for cell in silent)


def confusion(sheets: Iterable[SheetOutcome]) -> dict[str, dict[str, int]]:
    """Cells by truth and by what was read."""
    table = {truth: dict.fromkeys(MARKS, 0) for truth in MARKS}
    for sheet in sheets:
        table["empty"]["empty"] += sheet.empty_right
        for cell in sheet.cells:
            row = table[cell.truth]
            row[cell.read] = row.get(cell.read, 0) + 1
    return table


def by_cell(
    sheets: Iterable[SheetOutcome], key: Callable[[CellOutcome], str]
) -> dict[str, dict[str, int]]:
    """Marked cells, how many of them unsure without need and how many silently wrong."""
    table: dict[str, dict[str, int]] = defaultdict(lambda: {"cells": 0, "unsure": 0, "silent": 0})
    for cell in (cell for sheet in sheets for cell in sheet.cells):
        row = table[key(cell)]
        row["cells"] += 1
        row["silent"] += cell.silent
        row["unsure"] += cell.read == "unsure" != cell.truth
    return dict(sorted(table.items(), key=lambda item: -item[1]["silent"] - item[1]["unsure"]))


def needless(sheets: Iterable[SheetOutcome]) -> dict[str, int]:
    """Doubts without need, by what the reader would have guessed: its guess right or wrong."""
    table: Counter[str] = Counter()
    for cell in (cell for sheet in sheets for cell in sheet.cells):
        if cell.read == "unsure" != cell.truth:
            guess = cell.note.split(" ")[0]
            table["guess right" if guess == cell.truth else f"{cell.truth} guessed {guess}"] += 1
    return dict(table.most_common())


def by_condition(photos: Sequence[PhotoOutcome]) -> dict[str, dict[str, Json]]:
    """Sheets right, flagged, silent by each condition of the photo."""
    table: dict[str, dict[str, list[SheetOutcome]]] = {}
    for photo in photos:
        for name in (*NAMED, *BINS):
            value = photo.cell_px if name == "cell_px" else photo.conditions.get(name)
            if value is None:
                continue
            label = _bin(float(str(value)), BINS[name]) if name in BINS else str(value)
            table.setdefault(name, {}).setdefault(label, []).extend(photo.sheets)
        for sheet in photo.sheets:
            table.setdefault("variant", {}).setdefault(sheet.variant, []).append(sheet)
        several = "several" if len(photo.sheets) > 1 else "one"
        table.setdefault("sheets in the photo", {}).setdefault(several, []).extend(photo.sheets)
    return {
        name: {label: brief(sheets) for label, sheets in sorted(groups.items())}
        for name, groups in table.items()
    }


def brief(sheets: Sequence[SheetOutcome]) -> Json:
    counts = Counter(sheet.verdict for sheet in sheets)
    return {"sheets": len(sheets), **{verdict: counts[verdict] for verdict in VERDICTS}}


def _bin(value: float, edges: Sequence[float]) -> str:
    below = [edge for edge in edges if edge <= value]
    above = [edge for edge in edges if edge > value]
    if not below:
        return f"< {edges[0]:g}"
    return f"{below[-1]:g} to {above[0]:g}" if above else f"≥ {edges[-1]:g}"


def times(photos: Sequence[PhotoOutcome]) -> Json:
    """Milliseconds per photo of one sheet and the share of each step, by megapixels."""
    groups: dict[str, list[PhotoOutcome]] = {}
    for photo in photos:
        if len(photo.sheets) == 1 and not photo.sheets[0].problem:
            size = round(float(str(photo.conditions["megapixels"])))
            for name in ("all", f"{size} MP"):
                groups.setdefault(name, []).append(photo)
    out: Json = {}
    for name, some in sorted(groups.items(), key=lambda item: -len(item[1])):
        spent: Counter[str] = Counter()
        for photo in some:
            spent.update(photo.seconds)
        total = sum(spent.values()) or 1.0
        out[name] = {
            "photos": len(some),
            "median_ms": round(1000 * median(photo.elapsed for photo in some), 1),
            "median_cpu_ms": round(1000 * median(photo.cpu for photo in some), 1),
            "share": {step: round(value / total, 3) for step, value in spent.most_common()},
        }
    return out


def summary(photos: Sequence[PhotoOutcome]) -> Json:
    """Everything about one group of photos."""
    sheets = [sheet for photo in photos for sheet in photo.sheets]
    failures = Counter(sheet.problem for sheet in sheets if sheet.problem)
    return {
        "photos": len(photos),
        **shares(sheets),
        "silent, not to be seen": sum(_unseen(sheet) for sheet in sheets),
        "crashes": sum(bool(photo.crash) for photo in photos),
        "failures": dict(failures.most_common()),
        "confusion": confusion(sheets),
        "needless": needless(sheets),
        "by_pen": by_cell(sheets, lambda cell: cell.pen),
        "by_stroke": by_cell(sheets, lambda cell: f"{cell.truth}: {cell.stroke}"),
        "by_kind": by_cell(sheets, lambda cell: cell.kind),
        "by_condition": by_condition(photos),
        "times": times(photos),
    }


def worst(photos: Iterable[PhotoOutcome], count: int | None = None) -> list[PhotoOutcome]:
    """The photos that were read worst, worst first; none that was read right."""
    bad = [p for p in photos if any(s.verdict != "right" for s in p.sheets)]
    return sorted(bad, key=lambda photo: photo.badness, reverse=True)[:count]


def misreadings(photo: PhotoOutcome) -> list[str]:
    """Each difference in a line."""
    lines = [f"{s.variant}: {s.problem}" for s in photo.sheets if s.problem]
    lines += [photo.crash] if photo.crash else []
    for sheet in photo.sheets:
        lines += [_misread(sheet.variant, cell) for cell in sheet.cells if cell.read != cell.truth]
    return lines


def _misread(variant: str, c: CellOutcome) -> str:
    line = f"{variant} {c.id}: {c.truth} ({c.pen}, {c.stroke}) read as {c.read} ({c.note})"
    return line if math.isinf(c.detectability) else f"{line}, d' {c.detectability:.0f}"
