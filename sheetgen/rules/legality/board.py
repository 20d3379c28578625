"""A sheet as the search for legal orders sees it: lines of cells, effects, implications.

``board_of`` reads everything from the template's data: closing rules, the rule keys of special
cells, bars, pairs, second boxes, rows between others. Cell ids in, numbers and bit masks out.
"""

from __future__ import annotations

from dataclasses import dataclass

from sheetgen.sheet import Cell, Row, Sheet

STRIKE_BAR = "strike-bar"
TWO_IN_FEWEST = "two-in-fewest"
ONE_IN_EVERY_ROW = "one-in-every-row"
FORCING = (STRIKE_BAR, TWO_IN_FEWEST, ONE_IN_EVERY_ROW)
"""Rules of special cells that force crosses."""

FULL_HOUSE = 2
"""The game ends with this many closed colours."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What a special cell does. A bar cell acts at once, others when all of their kind are made."""

    rule: str
    special: str
    bit: int = 0
    """The cell's own bit among the special cells that act together."""
    full: int = 0
    """The bits of all cells that act together."""


@dataclass(frozen=True, slots=True)
class Line:
    """A scoring row: its cells without the lock, left to right."""

    row: Row
    cells: tuple[Cell, ...]
    lock: Cell | None
    need: int
    """Earlier crosses that a closing number needs."""
    colour: int
    """Bit of the colour that closing the row takes out of the game; 0 without a lock."""
    effects: tuple[Effect | None, ...]
    """By position."""
    doubles: tuple[Cell | None, ...]
    """The second box of each cell, by position."""

    def counts(self, position: int) -> bool:
        """Whether a cross there is one of those that a closing number needs: squares are not."""
        return self.cells[position].kind == "number" and not self.cells[position].closing


@dataclass(frozen=True, slots=True)
class Board:
    sheet: Sheet
    lines: tuple[Line, ...]
    colours: tuple[str, ...]
    """Colours that can be closed, by bit."""
    bar: tuple[Cell, ...]
    """The fields of the bar, left to right."""
    bar_bits: tuple[int, ...]
    """Bit of each field's colour; 0 if no row of it can be closed."""
    bar_lines: tuple[int | None, ...]
    """The line in which each field forces a cross."""
    implications: tuple[tuple[str, str], ...]
    """Pairs of cells: a cross in the first is never without one in the second."""
    neighbours: tuple[tuple[Cell, tuple[Cell, ...]], ...]
    """Two-colour fields, each with the cells of which one must be crossed first."""
    misthrows: tuple[str, ...]

    @property
    def forcing(self) -> bool:
        """Whether the order of crosses matters: some cells force crosses, or there is a bar."""
        return bool(self.bar) or any(
            effect is not None for line in self.lines for effect in line.effects
        )

    @property
    def searchable(self) -> bool:
        """Whether the rules combined here are all within what is judged exactly."""
        special = self.sheet.pairs or self.sheet.doubles or self.neighbours
        linked_closing = any(cell.closing for pair in self.sheet.pairs for cell in pair)
        return not linked_closing and not (self.forcing and special)

    def mask(self, colours: frozenset[str]) -> int:
        return sum(1 << i for i, colour in enumerate(self.colours) if colour in colours)

    def names(self, mask: int) -> tuple[str, ...]:
        return tuple(colour for i, colour in enumerate(self.colours) if mask >> i & 1)


def board_of(sheet: Sheet) -> Board:
    """Compile a sheet."""
    colours = tuple(dict.fromkeys(row.lock.colour for row in sheet.rows if row.lock))
    effects = _effects(sheet)
    lines = tuple(_line(sheet, row, colours, effects) for row in sheet.rows)
    bar = tuple(
        cell
        for strip in sheet.extras
        if strip.strip and strip.strip.kind == "bar"
        for cell in strip.cells
    )
    by_colour = {row.colours[0]: i for i, row in reversed(list(enumerate(sheet.rows)))}
    return Board(
        sheet=sheet,
        lines=lines,
        colours=colours,
        bar=bar,
        bar_bits=tuple(_bit(colours, cell.colour) for cell in bar),
        bar_lines=tuple(by_colour.get(cell.colour) for cell in bar),
        implications=tuple(_implications(sheet)),
        neighbours=tuple(_neighbours(sheet)),
        misthrows=tuple(cell.id for cell in sheet.penalties.cells),
    )


def _bit(colours: tuple[str, ...], colour: str) -> int:
    return 1 << colours.index(colour) if colour in colours else 0


def _line(sheet: Sheet, row: Row, colours: tuple[str, ...], effects: dict[str, Effect]) -> Line:
    assert row.spec is not None
    cells = tuple(cell for cell in row.cells if cell.kind != "lock")
    boxes = next((strip.cells for strip in sheet.doubles if strip.doubles_of == row.id), ())
    second = {cell.id: box for cell, box in zip(row.numbers, boxes, strict=bool(boxes))}
    return Line(
        row=row,
        cells=cells,
        lock=row.lock,
        need=sheet.variant.closing_of(row.spec).need,
        colour=_bit(colours, row.lock.colour) if row.lock else 0,
        effects=tuple(effects.get(cell.id) for cell in cells),
        doubles=tuple(second.get(cell.id) for cell in cells),
    )


def _special_cells(sheet: Sheet) -> dict[str, list[Cell]]:
    """The cells of each kind of special cell."""
    found: dict[str, list[Cell]] = {}
    for row in sheet.rows:
        for cell in row.cells:
            if cell.special:
                found.setdefault(cell.special, []).append(cell)
    return found


def _effects(sheet: Sheet) -> dict[str, Effect]:
    """The forcing special cells by cell id."""
    rules = {special.id: special.rule for special in sheet.variant.specials}
    effects: dict[str, Effect] = {}
    bits = 0
    for special, cells in _special_cells(sheet).items():
        rule = rules[special]
        if rule == STRIKE_BAR:
            effects.update((cell.id, Effect(rule, special)) for cell in cells)
        elif rule in FORCING:
            full = sum(1 << bits + i for i in range(len(cells)))
            for i, cell in enumerate(cells):
                effects[cell.id] = Effect(rule, special, 1 << bits + i, full)
            bits += len(cells)
    return effects


def _implications(sheet: Sheet) -> list[tuple[str, str]]:
    """A legend box needs its cells, a second box its first, linked cells each other; tracks and
    diamonds are crossed from the left without gaps."""
    found: list[tuple[str, str]] = []
    special = _special_cells(sheet)
    for strip in sheet.extras:
        for before, cell in zip(strip.cells, strip.cells[1:], strict=False):
            if cell.kind in ("track", "diamond"):
                found.append((cell.id, before.id))
        for box in strip.cells:
            if box.kind == "legend":
                found += [(box.id, cell.id) for cell in special.get(box.special or "", ())]
    for a, b in sheet.pairs:
        found += [(a.id, b.id), (b.id, a.id)]
    for strip in sheet.doubles:
        row = next(row for row in sheet.rows if row.id == strip.doubles_of)
        found += [(box.id, cell.id) for box, cell in zip(strip.cells, row.numbers, strict=True)]
    return found


def _neighbours(sheet: Sheet) -> list[tuple[Cell, tuple[Cell, ...]]]:
    rows = {row.id: row for row in sheet.rows}
    found: list[tuple[Cell, tuple[Cell, ...]]] = []
    for row in sheet.rows:
        if row.spec is None or row.spec.between is None:
            continue
        beside = [cell for other in row.spec.between for cell in rows[other].numbers]
        for field in row.numbers:
            found.append((field, tuple(cell for cell in beside if cell.number == field.number)))
    return found
