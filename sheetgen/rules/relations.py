"""Rules between cells: linked pairs, two-colour fields and their neighbours, second boxes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sheetgen.rules.tally import Tally
from sheetgen.rules.texts import Place
from sheetgen.rules.violations import Fault
from sheetgen.sheet import Cell, Row, Sheet


def pair_name(index: int) -> str:
    """The name under which the crossed cells of a pair are counted: no id of special cells."""
    return f"pair/{index}"


def torn_pairs(sheet: Sheet, tally: Tally) -> Iterator[Fault]:
    """Question 12: a cross in one cell of a pair crosses the other, wherever that is in its row.

    Which of the two is crossed is no matter here: one without the other is as no play leaves it.
    """
    for index, pair in enumerate(sheet.pairs):
        if tally.count(pair_name(index))[0] == 1:
            facts = (("cells", tuple(Place.of(cell) for cell in pair)),)
            cells = tuple(cell.id for cell in pair)
            yield Fault("torn-pair", 12, pair_name(index), cells, None, facts, unreachable=True)


def neighbours_of(field: Cell, rows: Iterable[Row]) -> tuple[Cell, ...]:
    """The cells with the number of a two-colour field in the rows that it lies between."""
    return tuple(cell for row in rows for cell in row.numbers if cell.number == field.number)


def lonely_fields(row: Row, beside: Iterable[Row], crossed: frozenset[str]) -> Iterator[Fault]:
    """A two-colour field wants a crossed neighbour: the same number in a row beside it."""
    rows = tuple(beside)
    lonely = [
        field
        for field in row.numbers
        if field.id in crossed
        and not any(cell.id in crossed for cell in neighbours_of(field, rows))
    ]
    if lonely:
        yield _missing("field-without-neighbour", row.id, lonely)


def lonely_doubles(row: Row, doubles: Row, crossed: frozenset[str]) -> Iterator[Fault]:
    """A second box wants the number above it crossed first."""
    lonely = [
        double
        for number, double in zip(row.numbers, doubles.cells, strict=True)
        if double.id in crossed and number.id not in crossed
    ]
    if lonely:
        yield _missing("double-without-first", doubles.id, lonely)


def _missing(key: str, subject: str, cells: list[Cell]) -> Fault:
    facts = (("cells", tuple(Place.of(cell) for cell in cells)),)
    ids = tuple(cell.id for cell in cells)
    return Fault(key, None, subject, ids, None, facts, unreachable=True)
