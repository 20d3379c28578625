"""Legality where no cross forces another in a row: any set can be made from left to right.

What remains are conditions on the finished sheet: closing numbers with enough crosses and their
lock, one closing number per row, at most two closed rows and not with every misthrow, linked cells
together, second boxes with their first, tracks without gaps, two-colour fields with a neighbour.
Linked cells may be crossed in any order and count in their rows. A second box is crossed while its
number is the row's last, so a closing number, which ends the row, has none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sheetgen.rules.legality.board import FULL_HOUSE, Board, Line
from sheetgen.rules.legality.facts import Known, implied
from sheetgen.rules.legality.steps import Link, Step
from sheetgen.sheet import Cell


@dataclass(frozen=True, slots=True)
class _Closing:
    """The number that closes a line."""

    line: Line
    cell: Cell


_Choice = tuple[_Closing, ...]
"""The closed rows in order of time: the second ends the game."""


def plain_order(board: Board, known: Known) -> tuple[Step, ...] | None:
    """An order of play that agrees with the facts, None if there is none."""
    facts = implied(board, known)
    if facts is None:
        return None
    for choice in _choices(board, facts, (), 0):
        decided = implied(board, facts | _closing_facts(board, choice))
        if decided is None:
            continue
        for order in (choice, choice[::-1]) if len(choice) > 1 else (choice,):
            crossed = _complete(board, decided, order)
            if crossed is not None:
                return _steps(board, crossed, order)
    return None


def _choices(board: Board, facts: Known, made: _Choice, at: int) -> Iterator[_Choice]:
    """Which rows are closed by which numbers, as far as the facts of each row allow."""
    if at == len(board.lines):
        yield made
        return
    line = board.lines[at]
    closing = [cell for cell in line.cells if cell.closing]
    lock = line.lock and facts.get(line.lock.id)
    must = [cell for cell in closing if facts.get(cell.id)]
    if not must and not lock:
        yield from _choices(board, facts, made, at + 1)
    full = all(facts.get(cell) for cell in board.misthrows)
    if line.lock is None or lock is False or len(must) > 1 or len(made) + full >= FULL_HOUSE:
        return
    for cell in must or closing:
        if facts.get(cell.id) is not False and _most_counted(line, facts) >= line.need:
            yield from _choices(board, facts, (*made, _Closing(line, cell)), at + 1)


def _most_counted(line: Line, facts: Known) -> int:
    """Most crosses that a closing number of the line can have before it."""
    count = 0
    for position, box in enumerate(line.doubles):
        if line.counts(position) and facts.get(line.cells[position].id) is not False:
            count += 1 + (box is not None and facts.get(box.id) is not False)
    return count


def _closing_facts(board: Board, choice: _Choice) -> dict[str, bool]:
    """All closing numbers and locks, decided; no closing number has its second box crossed."""
    facts: dict[str, bool] = {}
    chosen = {closing.cell.id for closing in choice}
    closed = {closing.line.row.id for closing in choice}
    for line in board.lines:
        if line.lock:
            facts[line.lock.id] = line.row.id in closed
        for cell in line.cells:
            if cell.closing:
                facts[cell.id] = cell.id in chosen
    return facts


def _complete(board: Board, facts: dict[str, bool], order: _Choice) -> set[str] | None:
    """All crosses of a sheet that agrees with the facts; as few as will do."""
    doubles = [box for line in board.lines for i, box in enumerate(line.doubles)
               if box and line.cells[i].closing]  # fmt: skip
    if any(facts.get(box.id) for box in doubles):
        return None
    crossed = {cell for cell, fact in facts.items() if fact}
    for closing in order:
        if not _fill(board, facts, crossed, closing.line):
            return None
    late = {order[-1].cell.id} if len(order) >= FULL_HOUSE else set()
    for field, beside in board.neighbours:
        if field.id not in crossed or any(c.id in crossed - late for c in beside):
            continue
        free = [c.id for c in beside if c.id not in facts]
        if not free:
            return None
        _cross(board, crossed, free[0])
    return crossed


def _fill(board: Board, facts: Known, crossed: set[str], line: Line) -> bool:
    """Cross unknown cells until a closing number of the line has its crosses."""
    wanted: list[str] = []
    for position, box in enumerate(line.doubles):
        if line.counts(position):
            wanted += [line.cells[position].id, *([box.id] if box else [])]
    missing = line.need - sum(cell in crossed for cell in wanted)
    for cell in wanted:
        if missing <= 0:
            break
        if cell not in facts and cell not in crossed:
            before = sum(one in crossed for one in wanted)
            _cross(board, crossed, cell)
            missing -= sum(one in crossed for one in wanted) - before
    return missing <= 0


def _cross(board: Board, crossed: set[str], cell: str) -> None:
    """A cross with all that is implied."""
    edge = [cell]
    while edge:
        cell = edge.pop()
        if cell not in crossed:
            crossed.add(cell)
            edge += [b for a, b in board.implications if a == cell]


def _steps(board: Board, crossed: set[str], order: _Choice) -> tuple[Step, ...]:
    """Rows from left to right, then tracks and misthrows; closing numbers and fields last."""
    steps = [*_row_steps(board, crossed, {closing.cell.id for closing in order})]
    for strip in board.sheet.extras:
        steps += [Step((Link("cross", c.id),)) for c in strip.cells if c.id in crossed]
    misthrows = [Link("misthrow", cell) for cell in board.misthrows if cell in crossed]
    ended_by_misthrows = len(misthrows) == len(board.misthrows)
    last = misthrows.pop() if ended_by_misthrows else None
    steps += [Step((link,)) for link in misthrows]
    steps += [Step(_closing_links(closing)) for closing in order[:1]]
    fields = [field.id for field, _ in board.neighbours]
    steps += [Step((Link("cross", field),)) for field in fields if field in crossed]
    steps += [Step((*_closing_links(closing), Link("end"))) for closing in order[1:]]
    if last is not None:
        steps.append(Step((last, Link("end"))))
    return tuple(steps)


def _row_steps(board: Board, crossed: set[str], closing: set[str]) -> Iterator[Step]:
    """The crosses in rows with numbers of their own, but for those that close a row."""
    partner = {a.id: b.id for a, b in board.sheet.pairs}
    partner |= {b: a for a, b in partner.items()}
    made = closing | {field.id for field, _ in board.neighbours}
    for line in board.lines:
        for cell, box in zip(line.cells, line.doubles, strict=True):
            if cell.id in crossed and cell.id not in made:
                other = partner.get(cell.id)
                linked = (Link("partner", other),) if other and other not in made else ()
                made.update((cell.id, other or cell.id))
                yield Step((Link("cross", cell.id), *linked))
            if box and box.id in crossed:
                yield Step((Link("cross", box.id),))


def _closing_links(closing: _Closing) -> tuple[Link, ...]:
    assert closing.line.lock is not None
    return Link("cross", closing.cell.id), Link("lock", closing.line.lock.id)
