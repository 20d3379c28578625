"""One player's score sheet: the variant after its draws, as rows of cells.

``make_sheet`` turns a variant and a sheet code into a sheet; the same code gives the same sheet.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from sheetgen.catalog import template_id, variant_of
from sheetgen.errors import UsageError
from sheetgen.randomness import Stream
from sheetgen.sheetcode import DEALINGS, SheetCode
from sheetgen.variant import Lucky, RowSpec, Variant


@dataclass(frozen=True, slots=True)
class Cell:
    """A place where a cross can go. Identity is (row, position)."""

    row: str
    position: int
    kind: str
    """``number``, ``lock`` or ``penalty``."""
    number: int | None
    colours: tuple[str, ...]
    closing: bool = False

    @property
    def id(self) -> str:
        return f"{self.row}/{self.position}"

    @property
    def colour(self) -> str:
        return self.colours[0]


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the sheet, or another strip of cells (``spec`` is None), such as the penalties."""

    id: str
    colours: tuple[str, ...]
    cells: tuple[Cell, ...]
    spec: RowSpec | None = None

    @property
    def numbers(self) -> tuple[Cell, ...]:
        return tuple(cell for cell in self.cells if cell.kind == "number")

    @property
    def lock(self) -> Cell | None:
        return next((cell for cell in self.cells if cell.kind == "lock"), None)


@dataclass(frozen=True, slots=True)
class Sheet:
    variant: Variant
    code: SheetCode
    rows: tuple[Row, ...]
    """The scoring rows, top to bottom."""
    penalties: Row
    lucky: tuple[int, ...] = ()

    @property
    def strips(self) -> tuple[Row, ...]:
        """All groups of cells: the rows, then everything outside them."""
        return (*self.rows, self.penalties)

    @property
    def cells(self) -> Iterator[Cell]:
        return (cell for strip in self.strips for cell in strip.cells)


def make_sheet(variant: Variant, code: SheetCode) -> Sheet:
    """Rebuild the sheet of a code from its variant."""
    return Sheet(
        variant=variant,
        code=code,
        rows=tuple(_make_row(variant, spec) for spec in variant.rows),
        penalties=_make_penalties(variant),
        lucky=_draw_lucky(variant.lucky, code) if variant.lucky else (),
    )


def sheet_of(code: SheetCode, own: tuple[Variant, ...] = ()) -> Sheet:
    """Rebuild a sheet from its code alone. Raises SheetNotFoundError if the template is missing."""
    return make_sheet(variant_of(code.template, own), code)


def code_for(
    variant: Variant,
    *,
    seed: int,
    number: int = 0,
    players: int | None = None,
    dealing: str | None = None,
    palette: int = 0,
    language: int = 0,
    choice: int = 0,
) -> SheetCode:
    """The sheet code of one sheet of a set. Raises UsageError for impossible wishes."""
    players = players or variant.players
    dealing = dealing or variant.deal
    drawn = variant.lucky is not None and not choice and dealing != "same"
    if variant.lucky and drawn and players > len(variant.lucky.pairs):
        raise UsageError(
            f"{players} players, but {variant.name} has {len(variant.lucky.pairs)} fair pairs of "
            "lucky numbers",
            "print several games of fewer players",
        )
    return SheetCode(
        template=template_id(variant),
        seed=seed,
        number=number,
        players=players - 1,
        dealing=DEALINGS.index(dealing),
        palette=palette,
        language=language,
        choice=choice,
    )


def choose_lucky(variant: Variant, numbers: tuple[int, ...]) -> int:
    """The ``choice`` of a sheet code for lucky numbers set by the user. Raises UsageError."""
    if variant.lucky is None:
        raise UsageError(f"{variant.name} has no lucky numbers", "leave out --lucky")
    allowed = sorted(variant.lucky.choose)
    pair = tuple(sorted(numbers))
    options = list(combinations(allowed, 2))
    if pair not in options:
        raise UsageError(
            f"lucky numbers {','.join(map(str, numbers))} are not possible",
            f"give two different numbers from {allowed[0]} to {allowed[-1]}, such as 5,10",
        )
    return options.index(pair) + 1


def _make_row(variant: Variant, spec: RowSpec) -> Row:
    closing = variant.closing_of(spec)
    first_closing = len(spec.numbers) - closing.cells if closing.lock else len(spec.numbers)
    cells = [
        Cell(spec.id, i, "number", number, (spec.colour,), closing=i >= first_closing)
        for i, number in enumerate(spec.numbers)
    ]
    if closing.lock:
        cells.append(Cell(spec.id, len(cells), "lock", None, (spec.colour,)))
    return Row(spec.id, (spec.colour,), tuple(cells), spec)


def _make_penalties(variant: Variant) -> Row:
    cells = tuple(
        Cell("penalty", i, "penalty", None, ("grey",)) for i in range(variant.penalties.boxes)
    )
    return Row("penalty", ("grey",), cells)


def _draw_lucky(lucky: Lucky, code: SheetCode) -> tuple[int, ...]:
    """The lucky numbers of a sheet: chosen, or dealt from a shuffled pack of pairs per game."""
    if code.choice:
        return list(combinations(sorted(lucky.choose), 2))[code.choice - 1]
    pack = Stream(code.seed, "lucky", code.game).shuffled(lucky.pairs)
    seat = 0 if DEALINGS[code.dealing] == "same" else code.seat
    return tuple(sorted(pack[seat % len(pack)]))
