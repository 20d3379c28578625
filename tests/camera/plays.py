"""Plausible plays for any sheet: which mark goes into which cell.

In: a blank sheet, a level, a numpy Generator. Out: marks by cell id; not always a legal game, but
with the patterns that real ones have: rows and tracks from the left, doubles under crosses only.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from .paper import BlankSheet, CellBox, check_level
from .texture import pick

Marks = dict[str, str]


def random_marks(
    sheet: BlankSheet, rng: np.random.Generator, level: str, unsure_share: float = 0.0
) -> Marks:
    """Crosses, dashes by habit, now and then an undo.

    ``unsure_share``: the share of sheets that bear one to three marks that mean nothing.
    """
    check_level(level)
    rows: dict[str, list[CellBox]] = {}
    for cell in sheet.cells:
        rows.setdefault(cell.row, []).append(cell)
    dashes = float(rng.choice([0.0, 0.5, 1.0], p=[0.45, 0.2, 0.35]))
    marks: Marks = {}
    for row in rows.values():
        if any(cell.kind == "number" for cell in row):
            marks |= _number_row(row, dashes, rng)
    for row in rows.values():
        kind = row[0].kind
        if kind == "field":
            marks |= _fields(row, sheet.cells, marks, dashes, rng)
        elif kind == "double":
            marks |= _doubles(row, sheet.cells, marks, rng)
        elif kind == "bar":
            marks |= _bar(row, rng)
        elif kind == "penalty":
            struck = int(rng.choice(5, p=[0.35, 0.28, 0.19, 0.12, 0.06]))
            marks |= _crossed(row[:struck])
        elif kind in ("track", "diamond"):
            marks |= _crossed(row[: min(len(row), int(rng.geometric(0.35)) - 1)])
        elif not any(cell.kind == "number" for cell in row):
            marks |= _crossed(cell for cell in row if rng.random() < 0.25)
    if rng.random() < (0.1 if level == "careful" else 0.2):
        marks |= {cell.id: "cancelled" for cell in _spare(sheet, marks, 1, rng)}
    if unsure_share and rng.random() < unsure_share:
        count = int(rng.choice([1, 2, 3], p=[0.6, 0.25, 0.15]))
        marks |= {cell.id: "unsure" for cell in _spare(sheet, marks, count, rng)}
    return marks


def _crossed(cells: Iterable[CellBox]) -> Marks:
    return {cell.id: "cross" for cell in cells}


def _spare(sheet: BlankSheet, marks: Marks, count: int, rng: np.random.Generator) -> list[CellBox]:
    """Some of the cells without a mark; locks are too rarely marked wrongly."""
    spare = [cell for cell in sheet.cells if cell.id not in marks and cell.kind != "lock"]
    if not spare:
        return []
    picked = rng.choice(len(spare), min(count, len(spare)), replace=False)
    return [spare[int(i)] for i in picked]


def _number_row(row: Sequence[CellBox], dashes: float, rng: np.random.Generator) -> Marks:
    """Crosses from left to right, a closed row now and then, with its lock."""
    numbers = [cell for cell in row if cell.kind == "number"]
    count = len(numbers)
    step = rng.uniform(1.2, 2.6)
    at = float(rng.exponential(0.8))
    end = count * float(rng.beta(3, 1.6))
    crossed: list[int] = []
    while at < end and int(at) < count:
        crossed.append(int(at))
        at = int(at) + 1 + float(rng.exponential(step - 1))
    if crossed and crossed[-1] == count - 1 and len(crossed) < 6:
        crossed.pop()
    elif len(crossed) >= 5 and crossed[-1] != count - 1 and rng.random() < 0.12:
        crossed.append(count - 1)
    marks = _crossed(numbers[index] for index in crossed)
    if crossed and crossed[-1] == count - 1:
        marks |= _crossed([cell for cell in row if cell.kind == "lock"][:1])
    if not crossed:
        return marks
    last = numbers[crossed[-1]]
    for cell in row:
        if cell.x >= last.x or cell.id in marks:
            continue
        if cell.kind == "square" and rng.random() < 0.4:
            marks[cell.id] = "cross"
        elif cell.kind in ("number", "square") and rng.random() < dashes:
            marks[cell.id] = "dash"
    return marks


def _beside(cell: CellBox, others: Iterable[CellBox]) -> list[CellBox]:
    """Number cells right above and below."""
    middle = cell.x + cell.width / 2
    out = []
    for other in others:
        gap = abs(other.y + other.height / 2 - cell.y - cell.height / 2)
        near = gap < 0.8 * (cell.height + other.height)
        if other.kind == "number" and near and other.x < middle < other.x + other.width:
            out.append(other)
    return out


def _fields(
    row: Sequence[CellBox],
    cells: Sequence[CellBox],
    marks: Marks,
    dashes: float,
    rng: np.random.Generator,
) -> Marks:
    """Two-colour fields: only where a neighbour with the number is crossed."""
    open_to = [
        cell for cell in row if any(marks.get(o.id) == "cross" for o in _beside(cell, cells))
    ]
    out = _crossed(cell for cell in open_to if rng.random() < 0.5)
    last = max((cell.x for cell in row if cell.id in out), default=-1.0)
    for cell in row:
        if cell.x < last and cell.id not in out and rng.random() < dashes:
            out[cell.id] = "dash"
    return out


def _doubles(
    row: Sequence[CellBox], cells: Sequence[CellBox], marks: Marks, rng: np.random.Generator
) -> Marks:
    """Second boxes: only under a crossed number."""
    above = {cell.id: [o for o in _beside(cell, cells) if o.y < cell.y] for cell in row}
    share = rng.uniform(0.0, 0.5)
    return _crossed(
        cell
        for cell in row
        if any(marks.get(o.id) == "cross" for o in above[cell.id]) and rng.random() < share
    )


def _bar(row: Sequence[CellBox], rng: np.random.Generator) -> Marks:
    """Fields struck from the left, in any way: a cross, a dash or filled in."""
    habit = pick({"cross": 3, "dash": 1, "cancelled": 1}, rng)
    mixed = rng.random() < 0.2
    struck = row[: int(rng.binomial(len(row), rng.uniform(0, 0.9)))]
    out: Marks = {}
    for cell in struck:
        other = mixed and rng.random() < 0.3
        out[cell.id] = pick({"cross": 2, "dash": 1, "cancelled": 1}, rng) if other else habit
    return out
