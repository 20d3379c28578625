"""One player's sheet during a game: what can be crossed, and what a cross brings with it.

Independent of the legality search: this plays forward by the rules of the game. Where the rules of
a variant are not published in full, simple ones stand in, so that all cells come into play: a
square may be crossed with either of its two numbers; the next cell of a track instead of a cross in
action 1 when the white dice show a double.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from sheetgen.sheet import Cell, Row, Sheet

CLOSED_COLOURS_END = 2


class Chooser(Protocol):
    """Who decides where the rules leave a choice within an effect."""

    def choose_row(self, rows: list[Row]) -> Row: ...

    def order_rows(self, rows: list[Row]) -> list[Row]: ...


@dataclass(frozen=True, slots=True)
class Option:
    """A cross that a player may make."""

    cell: Cell
    row: Row
    skipped: int = 0
    """Cells that are lost by it."""
    diamond: Cell | None = None
    """The swap that it takes."""


class Position:
    """The crosses of one player, and the colours closed so far."""

    def __init__(self, sheet: Sheet, chooser: Chooser, *, at_once: bool = True) -> None:
        self.sheet = sheet
        self.chooser = chooser
        self.at_once = at_once
        """Whether an effect within an effect runs at once or after it."""
        self.crossed: set[str] = set()
        self.closed: set[str] = set()
        self.made: list[str] = []
        """The crosses of the current action in order."""
        self._running = 0
        self._later: list[Callable[[], None]] = []
        self._partner = {a.id: b for a, b in sheet.pairs} | {b.id: a for a, b in sheet.pairs}
        self._bar = [cell for cell in sheet.cells if cell.kind == "bar"]

    # What can be crossed.

    def white_options(self, total: int, double: bool) -> list[Option]:
        """Action 1: the white sum; ``double``: both dice show the same."""
        options = list(self._options(total, None))
        for strip in self.sheet.extras:
            cell = next((cell for cell in strip.cells if cell.id not in self.crossed), None)
            if cell is None:
                continue
            if cell.kind == "track" and double:
                options.append(Option(cell, strip))
            elif cell.kind == "diamond" and cell.swap and total in cell.swap:
                other = cell.swap[1] if total == cell.swap[0] else cell.swap[0]
                options += [Option(o.cell, o.row, o.skipped, cell)
                            for o in self._options(other, None)]  # fmt: skip
        if total in self.sheet.lucky:
            options += self._lucky_options()
        return options

    def colour_options(self, total: int, colour: str) -> list[Option]:
        """Action 2: a white die and one of a colour."""
        return list(self._options(total, colour))

    def _options(self, total: int, colour: str | None) -> Iterator[Option]:
        for row in self.sheet.rows:
            if self.is_closed(row):
                continue
            last = self.last(row)
            for cell in row.cells[last + 1 :]:
                fits = total in self._numbers_of(row, cell) and colour in (None, *cell.colours)
                if fits and cell.id not in self.crossed and self.allows(row, cell):
                    yield Option(cell, row, cell.position - last - 1)
            second = self._second_box(row, last)
            if second and second.number == total and colour in (None, *second.colours):
                yield Option(second, row)

    def _numbers_of(self, row: Row, cell: Cell) -> tuple[int | None, ...]:
        if cell.kind == "square":
            before, after = row.cells[cell.position - 1], row.cells[cell.position + 1]
            return before.number, after.number
        return () if cell.kind == "lock" else (cell.number,)

    def _second_box(self, row: Row, last: int) -> Cell | None:
        """The free second box under the row's last cross."""
        for strip in self.sheet.doubles:
            if strip.doubles_of == row.id and last >= 0 and row.cells[last] in row.numbers:
                box = strip.cells[row.numbers.index(row.cells[last])]
                return None if box.id in self.crossed else box
        return None

    def _lucky_options(self) -> Iterator[Option]:
        """The next cell of a row with fewest crosses."""
        for row in self.rows_with_fewest():
            cell = self.next_possible(row)
            if cell is not None:
                yield Option(cell, row)

    def is_closed(self, row: Row) -> bool:
        return row.lock is not None and row.lock.colour in self.closed

    def last(self, row: Row) -> int:
        """Position of the row's rightmost cross, -1 for none."""
        return max((c.position for c in row.cells if c.id in self.crossed), default=-1)

    def count(self, row: Row) -> int:
        """Crosses of a row, with its lock."""
        return sum(cell.id in self.crossed for cell in row.cells)

    def allows(self, row: Row, cell: Cell) -> bool:
        """Whether an open row allows a cross, apart from the order."""
        assert row.spec is not None
        if row.spec.between:
            beside = [c for r in self.sheet.rows if r.id in row.spec.between for c in r.numbers]
            return any(c.number == cell.number and c.id in self.crossed for c in beside)
        if not cell.closing:
            return True
        earlier = [c for c in row.cells if c.kind == "number"]
        for strip in self.sheet.doubles:
            if strip.doubles_of == row.id:
                earlier += strip.cells
        need = self.sheet.variant.closing_of(row.spec).need
        return sum(c.id in self.crossed for c in earlier) >= need

    def next_possible(self, row: Row) -> Cell | None:
        """The cell right of the row's last cross, None where a forced cross lapses."""
        if self.is_closed(row):
            return None
        for cell in row.cells[self.last(row) + 1 :][:1]:
            if cell.kind != "lock" and self.allows(row, cell):
                return cell
        return None

    def rows_with_fewest(self) -> list[Row]:
        counts = [self.count(row) for row in self.sheet.rows]
        return [r for r, n in zip(self.sheet.rows, counts, strict=True) if n == min(counts)]

    # What a cross brings with it.

    def take(self, option: Option) -> None:
        """Make a cross with all that it forces."""
        if option.diamond:
            self._mark(option.diamond)
        if option.cell.kind in ("track", "double"):
            self._mark(option.cell)
        else:
            self._cross(option.row, option.cell)

    def _mark(self, cell: Cell) -> None:
        if cell.id not in self.crossed:
            self.crossed.add(cell.id)
            self.made.append(cell.id)

    def _cross(self, row: Row, cell: Cell) -> None:
        self._mark(cell)
        if cell.closing and row.lock:
            self._mark(row.lock)
            self.close(row.lock.colour)
        if cell.id in self._partner:
            self._mark(self._partner[cell.id])
        special = self.sheet.special_of(cell)
        if special is None:
            return
        if special.rule == "strike-bar":
            self._strike()
        elif self.has_all(special.id):
            self._mark_legend(special.id)
            effects = {"two-in-fewest": self._two_in_fewest, "one-in-every-row": self._every_row}
            if special.rule in effects:
                self._start(effects[special.rule])

    def has_all(self, special: str) -> bool:
        """Every cell of a kind of special cell is crossed."""
        cells = [c.id for row in self.sheet.rows for c in row.cells if c.special == special]
        return bool(cells) and all(cell in self.crossed for cell in cells)

    def _mark_legend(self, special: str) -> None:
        for cell in self.sheet.cells:
            if cell.kind == "legend" and cell.special == special:
                self._mark(cell)

    def _start(self, effect: Callable[[], None]) -> None:
        """Run an effect, or put it off until the one that runs is done."""
        if self._running and not self.at_once:
            self._later.append(effect)
            return
        self._running += 1
        effect()
        self._running -= 1
        while self._later and not self._running:
            self._start(self._later.pop(0))

    def _strike(self) -> None:
        """The leftmost free field of an open colour forces a cross in its row."""
        for cell in self._bar:
            if cell.id not in self.crossed and cell.colour not in self.closed:
                self._mark(cell)
                for row in self.sheet.rows:
                    if row.spec and row.spec.colour == cell.colour:
                        self._force(row)
                return

    def _force(self, row: Row) -> None:
        cell = self.next_possible(row)
        if cell is not None:
            self._cross(row, cell)

    def _two_in_fewest(self) -> None:
        row = self.chooser.choose_row(self.rows_with_fewest())
        self._force(row)
        self._force(row)

    def _every_row(self) -> None:
        for row in self.chooser.order_rows(list(self.sheet.rows)):
            self._force(row)

    def close(self, colour: str) -> None:
        """A colour is closed, by this player or another."""
        self.closed.add(colour)

    def strike_void(self) -> None:
        """Strike the bar fields of the closed colours unused."""
        for cell in self._bar:
            if cell.colour in self.closed:
                self.crossed.add(cell.id)
