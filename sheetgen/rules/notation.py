"""Typed crosses: text such as "red 2 3 6 8; green 11 10 lock; misthrows 2" in, marks out.

Groups are separated by semicolons or line ends, and begin with a row: by its name in any language
that has texts, by its id, or by the beginning of either. Then come its cells:

====================  =======================================================================
``red 2 3 6-8 lock``  numbers, from one number to another, the lock
``red 3+``            the square behind a number (``3|4`` as well)
``double red 7``      the second box of a number
``bar 1-4``           bar fields by their place from the left
``legend circle``     the legend box of a symbol, or by its place
``misthrows 2``       how many, from the left; also ``swaps 3``
``board 12``          a number that the player wrote
====================  =======================================================================

Cells may be named by id ("red/3") as well, and every cell may have a mark ("red 5=dash"); without
one it is crossed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sheetgen.errors import UsageError
from sheetgen.rules.marks import MARKS, closest
from sheetgen.rules.vocabulary import (
    DOUBLE,
    LOCK,
    beginning_with,
    box_names,
    fold,
    mark_names,
    row_names,
    symbol_names,
    typed,
)
from sheetgen.sheet import Cell, Row, Sheet

_WORD = re.compile(r"[^\s,;=:]+")
_GROUP = re.compile(r"[^;\n\r]+")
_ASSIGNMENT = re.compile(r"\s*=\s*([^\s,;=:]*)")
_COUNT = re.compile(r"[0-9]{1,3}")
_NUMBER = re.compile(r"-?[0-9]{1,4}")
_RANGE = re.compile(r"(-?[0-9]{1,4})-(-?[0-9]{1,4})")
_SQUARE = re.compile(r"(-?[0-9]{1,4})(?:\+|\|(-?[0-9]{1,4}))")
_EXAMPLE = 'for example "red 2 3 6 8; green 11 10 5 4 3 2 lock; misthrows 2"'


@dataclass(frozen=True, slots=True)
class Typed:
    """What a text says of a sheet."""

    marks: dict[str, str]
    """By cell id."""
    boxes: dict[str, int]
    """Numbers that the player wrote, by box id."""


@dataclass(frozen=True, slots=True)
class _Item:
    """A word of the text, where it begins (0-based), and the mark that is set after it."""

    text: str
    start: int
    mark: str | None = None


def parse_typed(sheet: Sheet, text: str) -> Typed:
    """The marks and numbers of a text. Raises UsageError with the place of what is not understood.

    A sheet has a number in each of its boxes at most once, and a mark in each of its cells.
    """
    marks: dict[str, str] = {}
    boxes: dict[str, int] = {}
    for group in _GROUP.finditer(text):
        items = list(_items(text, group.start(), group.end()))
        box = _find_box(sheet, items)
        if box is not None:
            if box in boxes:
                raise _error(text, items[0].start, f"'{box}' is named twice", "leave one out")
            boxes[box] = _written(text, items)
            continue
        for cell, item in _cells(sheet, text, items):
            if cell.id in marks:
                raise _error(text, item.start, f"cell {cell.id} is named twice", "leave one out")
            marks[cell.id] = item.mark or "cross"
    return Typed(marks, boxes)


def parse_marks(sheet: Sheet, text: str) -> dict[str, str]:
    """The marks of a text alone, without the numbers that it may name. Raises UsageError."""
    return parse_typed(sheet, text).marks


def parse_correction(sheet: Sheet, text: str) -> tuple[str, str]:
    """The cell id and mark of one correction, such as "red 5=cross". Raises UsageError."""
    items = list(_items(text, 0, len(text)))
    if not items or items[-1].mark is None:
        raise _error(text, len(text), "no mark", 'write it after "=", such as "red 5=cross"')
    found = list(_single(sheet, text, items))
    if len(found) != 1:
        raise _error(text, 0, f"{len(found)} cells", 'name one cell, such as "red 5=cross"')
    return found[0].id, items[-1].mark


def _single(sheet: Sheet, text: str, items: list[_Item]) -> Iterator[Cell]:
    """The cells of a correction; "misthrow 2" is the second box here, not two of them."""
    if len(items) == 2 and "/" not in items[0].text:
        row = _find_row(sheet, text, items[0])
        if _is_counted(row):
            yield _nth(row, text, items[1])
            return
    yield from (cell for cell, _ in _cells(sheet, text, items))


def _items(text: str, start: int, end: int) -> Iterator[_Item]:
    """The words of a group with their marks; "=" binds to the word before it."""
    position = start
    while word := _WORD.search(text, position, end):
        position = word.end()
        mark = None
        if assignment := _ASSIGNMENT.match(text, position, end):
            mark = _find_mark(text, assignment[1], assignment.start(1))
            position = assignment.end()
        yield _Item(word[0], word.start(), mark)


def _find_box(sheet: Sheet, items: list[_Item]) -> str | None:
    """The box of a group that begins with the name of one."""
    word = fold(items[0].text) if items else ""
    return next((box for box, names in box_names(sheet).items() if word in names), None)


def _written(text: str, items: list[_Item]) -> int:
    if len(items) == 2 and items[1].mark is None and _NUMBER.fullmatch(items[1].text):
        return int(items[1].text)
    where = items[min(1, len(items) - 1)].start
    what = f"'{items[0].text}' wants one number"
    raise _error(text, where, what, f'such as "{items[0].text} 12"')


def _cells(sheet: Sheet, text: str, items: list[_Item]) -> Iterator[tuple[Cell, _Item]]:
    """The cells that a group names, each with its word."""
    row: Row | None = None
    doubled = False
    for item in items:
        if "/" in item.text:
            yield _by_id(sheet, text, item), item
        elif row is None:
            if sheet.doubles and not doubled and fold(item.text) in typed(DOUBLE):
                doubled = True
                continue
            row = _find_row(sheet, text, item)
            if doubled:
                row = _doubles_of(sheet, row, text, item)
            if item.mark is not None:
                raise _error(text, item.start, f"'{item.text}' is a row, not a cell", _EXAMPLE)
        elif _is_counted(row):
            for cell in _counted(row, text, item):
                yield cell, item
        else:
            for cell in _in_row(row, text, item):
                yield cell, item


def _is_counted(row: Row) -> bool:
    """Cells that are used from the left and told by how many."""
    return all(cell.kind in ("penalty", "diamond") for cell in row.cells)


def _doubles_of(sheet: Sheet, row: Row, text: str, item: _Item) -> Row:
    found = next((strip for strip in sheet.doubles if strip.doubles_of == row.id), None)
    if found is None:
        raise _error(text, item.start, f"'{item.text}' has no second boxes", _EXAMPLE)
    return found


def _by_id(sheet: Sheet, text: str, item: _Item) -> Cell:
    cells = {cell.id: cell for cell in sheet.cells}
    found = cells.get(item.text.casefold())
    if found is None:
        hint = closest(item.text.casefold(), list(cells))
        raise _error(text, item.start, f"no cell '{item.text}'", hint)
    return found


def _what(row: Row) -> str:
    return "misthrows" if row.cells[0].kind == "penalty" else row.id


def _counted(row: Row, text: str, item: _Item) -> tuple[Cell, ...]:
    boxes = len(row.cells)
    if not _COUNT.fullmatch(item.text) or int(item.text) > boxes:
        what = f"'{item.text}' is no count of {_what(row)}"
        raise _error(text, item.start, what, f"give 0 to {boxes}")
    return row.cells[: int(item.text)]


def _nth(row: Row, text: str, item: _Item) -> Cell:
    boxes = len(row.cells)
    if not _COUNT.fullmatch(item.text) or not 1 <= int(item.text) <= boxes:
        what = f"no {_what(row).removesuffix('s')} box '{item.text}'"
        raise _error(text, item.start, what, f"the boxes are 1 to {boxes}")
    return row.cells[int(item.text) - 1]


def _in_row(row: Row, text: str, item: _Item) -> tuple[Cell, ...]:
    """The cells of a row that a word names."""
    if _NUMBER.fullmatch(item.text):
        return (_numbered(row, text, item, int(item.text)),)
    if ends := _RANGE.fullmatch(item.text):
        return _from_to(row, text, item, int(ends[1]), int(ends[2]))
    if square := _SQUARE.fullmatch(item.text):
        return (_square(row, text, item, square),)
    words = typed(LOCK)
    if row.lock and beginning_with(fold(item.text), words):
        return (row.lock,)
    if row.strip and row.strip.kind == "legend":
        return (_symbol(row, text, item),)
    hint = closest(fold(item.text), words)
    if _rows_named(item.text, row):
        hint = 'separate rows by ";"'
    raise _error(text, item.start, f"'{item.text}' is no number of row {row.id}", hint)


def _number_of(cell: Cell) -> int | None:
    """The number by which a cell is typed: its own, or its place in a bar or a legend."""
    return cell.position + 1 if cell.kind in ("bar", "legend") else cell.number


def _numbered(row: Row, text: str, item: _Item, number: int) -> Cell:
    found = [cell for cell in row.cells if _number_of(cell) == number]
    if len(found) == 1:
        return found[0]
    if found:
        hint = "name the cell: " + " or ".join(cell.id for cell in found)
        raise _error(text, item.start, f"row {row.id} has several {number}", hint)
    numbers = (_number_of(cell) for cell in row.cells)
    shown = ", ".join(str(number) for number in numbers if number is not None)
    raise _error(text, item.start, f"row {row.id} has no {number}", f"it has {shown}")


def _from_to(row: Row, text: str, item: _Item, first: int, last: int) -> tuple[Cell, ...]:
    """All numbers of a row from one to another, both included."""
    start = _numbered(row, text, item, first).position
    end = _numbered(row, text, item, last).position
    if start > end:
        what = f"row {row.id} runs from {last} to {first}"
        raise _error(text, item.start, what, f"write {last}-{first}")
    return tuple(cell for cell in row.cells[start : end + 1] if _number_of(cell) is not None)


def _square(row: Row, text: str, item: _Item, found: re.Match[str]) -> Cell:
    before = _numbered(row, text, item, int(found[1]))
    following = row.cells[before.position + 1 : before.position + 3]
    square = following[0] if following and following[0].kind == "square" else None
    if square and (found[2] is None or following[1].number == int(found[2])):
        return square
    known = [
        f"{row.cells[cell.position - 1].number}+" for cell in row.cells if cell.kind == "square"
    ]
    hint = f"it has {', '.join(known)}" if known else _EXAMPLE
    raise _error(text, item.start, f"row {row.id} has no square '{item.text}'", hint)


def _symbol(row: Row, text: str, item: _Item) -> Cell:
    word = fold(item.text)
    names = {cell.id: symbol_names(cell) for cell in row.cells}
    found = [cell for cell in row.cells if word in names[cell.id]] or [
        cell for cell in row.cells if beginning_with(word, names[cell.id])
    ]
    if len(found) == 1:
        return found[0]
    hint = closest(word, [name for cell in row.cells for name in names[cell.id][:1]])
    raise _error(text, item.start, f"no legend box '{item.text}'", hint)


def _find_row(sheet: Sheet, text: str, item: _Item) -> Row:
    """The row whose name or id is the word, else the only one that begins with it."""
    names = row_names(sheet)
    rows = {row.id: row for row in sheet.strips}
    word = fold(item.text)
    if word in rows:
        return rows[word]
    exact = [row for row in names if word in names[row]]
    found = exact or [row for row in names if beginning_with(word, names[row])]
    if len(found) == 1:
        return rows[found[0]]
    if found:
        raise _error(text, item.start, f"'{item.text}' is not clear", f"it may be {_or(found)}")
    options = list(dict.fromkeys(name for row in names for name in names[row]))
    raise _error(text, item.start, f"no row '{item.text}'", closest(word, options))


def _or(names: list[str]) -> str:
    return " or ".join(names)


def _rows_named(word: str, row: Row) -> bool:
    """Whether a word names some other row."""
    colours = ("red", "yellow", "green", "blue", "orange", "grey", "penalty")
    return any(fold(word) in typed(colour) for colour in colours if colour != row.id)


def _find_mark(text: str, word: str, start: int) -> str:
    """The mark of a name in any language, or of the beginning of one that is no other's."""
    names = mark_names()
    folded = fold(word)
    if folded in names:
        return names[folded]
    found = [name for name in names if folded and name.startswith(folded)]
    if len({names[name] for name in found}) == 1:
        return names[found[0]]
    if found:
        raise _error(text, start, f"'{word}' is not clear", f"it may be {_or(found)}")
    raise _error(text, start, f"no mark '{word}'", closest(folded, [*MARKS, *names]))


def _error(text: str, start: int, what: str, hint: str) -> UsageError:
    """Says where: line (if there are several) and character, counted from 1."""
    line = text.count("\n", 0, start) + 1
    column = start - (text.rfind("\n", 0, start) + 1) + 1
    where = f"character {column}" if "\n" not in text else f"line {line}, character {column}"
    return UsageError(f"typed crosses, {where}: {what}", hint)
