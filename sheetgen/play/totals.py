"""Points of a sheet by the rules, counted afresh for the simulator, as a check of audits."""

from __future__ import annotations

from collections.abc import Collection

from sheetgen.sheet import Row, Sheet


def total_of(sheet: Sheet, crossed: Collection[str]) -> int:
    """The total of a legal sheet, without numbers that are written rather than crossed."""
    variant = sheet.variant
    counts = {row.id: _count(sheet, row, crossed) for row in sheet.rows if not _between(row)}
    total = sum(variant.points.of(count) for count in counts.values())
    price = variant.penalties.points
    for special in variant.specials:
        cells = [c.id for row in sheet.rows for c in row.cells if c.special == special.id]
        made = sum(cell in crossed for cell in cells)
        if special.rule == "fifth-row":
            total += variant.points.of(made)
        if not cells or made < len(cells):
            continue
        if special.rule == "points":
            total += special.points
        elif special.rule == "double-fewest":
            total += variant.points.of(min(counts.values()))
        elif special.rule == "free-penalties":
            price = 0
    for strip in sheet.extras:
        if strip.strip and strip.strip.rule == "highest":
            total += max((c.number or 0 for c in strip.cells if c.id in crossed), default=0)
    misthrows = sum(cell.id in crossed for cell in sheet.penalties.cells)
    return total - price * misthrows


def _between(row: Row) -> tuple[str, str] | None:
    return row.spec.between if row.spec else None


def _count(sheet: Sheet, row: Row, crossed: Collection[str]) -> int:
    """Crosses that count for a row: its own with second boxes, and those of fields beside it."""
    cells = [cell.id for cell in row.cells]
    for strip in sheet.doubles:
        if strip.doubles_of == row.id:
            cells += [cell.id for cell in strip.cells]
    for other in sheet.rows:
        if row.id in (_between(other) or ()):
            cells += [cell.id for cell in other.cells]
    return sum(cell in crossed for cell in cells)
