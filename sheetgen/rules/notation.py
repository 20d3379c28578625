"""Typed crosses: text such as "red 2 3 6 8; green 11 10 lock; misthrows 2" in, marks out.

Groups are separated by semicolons or line ends, and begin with a row: by its name in any language
that has texts, by its id, or by the beginning of either. Then come numbers, "lock", or, after
"misthrows", how many. Cells may be named by id ("red/3") as well, and every cell may have a mark
("red 5=dash"); without one it is crossed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from sheetgen.errors import UsageError
from sheetgen.rules.marks import MARKS, closest
from sheetgen.rules.texts import languages, texts
from sheetgen.sheet import Cell, Row, Sheet

_WORD = re.compile(r"[^\s,;=:]+")
_GROUP = re.compile(r"[^;\n\r]+")
_ASSIGNMENT = re.compile(r"\s*=\s*([^\s,;=:]*)")
_COUNT = re.compile(r"\d{1,3}")
_NUMBER = re.compile(r"-?\d{1,4}")
_LOCK = "lock"
_EXAMPLE = 'for example "red 2 3 6 8; green 11 10 5 4 3 2 lock; misthrows 2"'


@dataclass(frozen=True, slots=True)
class _Item:
    """A word of the text, where it begins (0-based), and the mark that is set after it."""

    text: str
    start: int
    mark: str | None = None


def parse_marks(sheet: Sheet, text: str) -> dict[str, str]:
    """The marks that a text names. Raises UsageError with the place of what is not understood."""
    marks: dict[str, str] = {}
    for group in _GROUP.finditer(text):
        items = list(_items(text, group.start(), group.end()))
        for cell, item in _cells(sheet, text, items):
            if cell.id in marks:
                raise _error(text, item.start, f"cell {cell.id} is named twice", "leave one out")
            marks[cell.id] = item.mark or "cross"
    return marks


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
        if row is sheet.penalties:
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


def _cells(sheet: Sheet, text: str, items: list[_Item]) -> Iterator[tuple[Cell, _Item]]:
    """The cells that a group names, each with its word."""
    row: Row | None = None
    for item in items:
        if "/" in item.text:
            yield _by_id(sheet, text, item), item
        elif row is None:
            row = _find_row(sheet, text, item)
            if item.mark is not None:
                raise _error(text, item.start, f"'{item.text}' is a row, not a cell", _EXAMPLE)
        elif row is sheet.penalties:
            for cell in _counted(row, text, item):
                yield cell, item
        else:
            yield _in_row(row, text, item), item


def _by_id(sheet: Sheet, text: str, item: _Item) -> Cell:
    cells = {cell.id: cell for cell in sheet.cells}
    found = cells.get(item.text.casefold())
    if found is None:
        hint = closest(item.text.casefold(), list(cells))
        raise _error(text, item.start, f"no cell '{item.text}'", hint)
    return found


def _counted(row: Row, text: str, item: _Item) -> tuple[Cell, ...]:
    boxes = len(row.cells)
    if not _COUNT.fullmatch(item.text) or int(item.text) > boxes:
        what = f"'{item.text}' is no count of misthrows"
        raise _error(text, item.start, what, f"give 0 to {boxes}")
    return row.cells[: int(item.text)]


def _nth(row: Row, text: str, item: _Item) -> Cell:
    boxes = len(row.cells)
    if not _COUNT.fullmatch(item.text) or not 1 <= int(item.text) <= boxes:
        what = f"no misthrow box '{item.text}'"
        raise _error(text, item.start, what, f"the boxes are 1 to {boxes}")
    return row.cells[int(item.text) - 1]


def _in_row(row: Row, text: str, item: _Item) -> Cell:
    """The cell of a row with a number, or its lock."""
    numbers = [cell for cell in row.cells if cell.number is not None]
    if _NUMBER.fullmatch(item.text):
        found = [cell for cell in numbers if cell.number == int(item.text)]
        if len(found) == 1:
            return found[0]
        if found:
            hint = "name the cell: " + " or ".join(cell.id for cell in found)
            raise _error(text, item.start, f"row {row.id} has several {item.text}", hint)
        shown = ", ".join(str(cell.number) for cell in numbers)
        raise _error(text, item.start, f"row {row.id} has no {item.text}", f"it has {shown}")
    words = _typed()[_LOCK]
    if row.lock and any(word.startswith(_fold(item.text)) for word in words):
        return row.lock
    hint = closest(_fold(item.text), words)
    if _rows_named(item.text, row):
        hint = 'separate rows by ";"'
    raise _error(text, item.start, f"'{item.text}' is no number of row {row.id}", hint)


def _find_row(sheet: Sheet, text: str, item: _Item) -> Row:
    """The row whose name or id is the word, else the only one that begins with it."""
    names = {row.id: (row.id, *_typed().get(row.id, ())) for row in sheet.strips}
    word = _fold(item.text)
    exact = [row for row in sheet.strips if word in names[row.id]]
    found = exact or [
        row for row in sheet.strips if any(name.startswith(word) for name in names[row.id])
    ]
    if len(found) == 1:
        return found[0]
    if found:
        hint = "it may be " + " or ".join(row.id for row in found)
        raise _error(text, item.start, f"'{item.text}' is not clear", hint)
    options = list(dict.fromkeys(name for row in sheet.strips for name in names[row.id]))
    raise _error(text, item.start, f"no row '{item.text}'", closest(word, options))


def _rows_named(word: str, row: Row) -> bool:
    """Whether a word names some other row."""
    return any(_fold(word) in names for key, names in _typed().items() if key != row.id)


def _find_mark(text: str, word: str, start: int) -> str:
    """The mark of a name in any language, or of the beginning of one that is no other's."""
    names: dict[str, str] = {}
    for language in languages():
        names |= {_fold(name): mark for mark, name in texts(language)["marks"].items()}
    folded = _fold(word)
    if folded in names:
        return names[folded]
    found = [name for name in names if folded and name.startswith(folded)]
    if len({names[name] for name in found}) == 1:
        return names[found[0]]
    if found:
        raise _error(text, start, f"'{word}' is not clear", "it may be " + " or ".join(found))
    raise _error(text, start, f"no mark '{word}'", closest(folded, [*MARKS, *names]))


def _typed() -> dict[str, tuple[str, ...]]:
    """What may be typed for each row and for the lock, in all languages, folded."""
    found: dict[str, tuple[str, ...]] = {}
    for language in languages():
        for key, spellings in texts(language)["typed"].items():
            found[key] = (*found.get(key, ()), *(_fold(word) for word in spellings.split()))
    return found


def _fold(word: str) -> str:
    """Case and the two ways to write an umlaut make no difference."""
    return unicodedata.normalize("NFC", word).casefold()


def _error(text: str, start: int, what: str, hint: str) -> UsageError:
    """Says where: line (if there are several) and character, counted from 1."""
    line = text.count("\n", 0, start) + 1
    column = start - (text.rfind("\n", 0, start) + 1) + 1
    where = f"character {column}" if "\n" not in text else f"line {line}, character {column}"
    return UsageError(f"typed crosses, {where}: {what}", hint)
