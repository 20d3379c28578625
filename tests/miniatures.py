"""Tiny variants, and all their games played out by brute force.

The brute force is written from the rules alone and shares nothing with the search: it knows the
sheet after every link, lets other players close any colour at any time, and stops wherever play
may stop. ``outcomes`` is the set of all sheets that can come about.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, combinations

from sheetgen.dealing import code_for
from sheetgen.schema import check_template
from sheetgen.sheet import Cell, Row, Sheet, make_sheet

Crosses = frozenset[str]

_TEXT = {"en": "-"}


def row(name: str, numbers: list[int], **more: object) -> dict[str, object]:
    return {"id": name, "colour": name, "numbers": numbers, **more}


def special(name: str, rule: str, *cells: str) -> dict[str, object]:
    return {"id": name, "shape": "circle", "cells": cells, "rule": rule, "text": _TEXT}


def bar(*colours: str) -> dict[str, object]:
    return {"id": "bar", "kind": "bar", "rule": "bonus-bar", "colours": colours, "text": _TEXT}


LEGEND = {"id": "legend", "kind": "legend", "rule": "legend", "text": _TEXT}


def make(rows: list[dict[str, object]], need: int = 1, boxes: int = 1, **more: object) -> Sheet:
    """A sheet of a tiny variant."""
    data = {
        "format": 1,
        "name": "miniature",
        "title": "-",
        "summary": "-",
        "closing": {"need": need, **({"cells": more.pop("last")} if "last" in more else {})},
        "penalties": {"boxes": boxes},
        "rows": rows,
        **more,
    }
    variant = check_template(data, "miniature")
    return make_sheet(variant, code_for(variant, seed=1))


RED, YELLOW = row("red", [2, 3, 4, 5]), row("yellow", [2, 3, 4, 5])
GREEN = row("green", [5, 4, 3])
TRIO = [row("red", [2, 3, 4]), row("yellow", [2, 3, 4]), row("green", [4, 3, 2])]


@cache
def miniatures() -> dict[str, Sheet]:
    """The tiny sheets that are checked on every set of crosses."""
    bonus = special("bonus", "strike-bar", "red 2", "yellow 3")
    two = special("circle", "two-in-fewest", "red 2", "yellow 3")
    every = special("notched", "one-in-every-row", "red 3", "yellow 2")
    return {
        "plain": make([RED, YELLOW], need=2, boxes=2),
        "three rows": make(TRIO, need=1),
        "two closing numbers": make([RED, YELLOW], need=1, last=2),
        "bar": make(
            [RED, row("yellow", [2, 3, 4])],
            need=2,
            specials=[bonus],
            strips=[bar("yellow", "red", "yellow")],
        ),
        "bar, easily closed": make(
            [row("red", [2, 3, 4]), row("yellow", [2, 3, 4])],
            need=1,
            specials=[special("bonus", "strike-bar", "red 2", "yellow 3", "red 3", "red 4")],
            strips=[bar("red", "yellow", "yellow", "red")],
        ),
        "bar, three rows": make(
            [row("red", [2, 3]), row("yellow", [2, 3]), row("green", [4, 3])],
            need=1,
            specials=[special("bonus", "strike-bar", "red 2", "yellow 2", "green 4")],
            strips=[bar("green", "yellow", "red")],
        ),
        "bar, two closing numbers": make(
            [RED, YELLOW], last=2, specials=[bonus], strips=[bar("yellow", "red")]
        ),
        "circle": make([RED, YELLOW], need=2, specials=[two], strips=[LEGEND]),
        "notched": make([RED, YELLOW], need=2, specials=[every], strips=[LEGEND]),
        "circle and notched": make([RED, YELLOW], need=1, specials=[two, every]),
        "circle and notched, three rows": make(
            TRIO, specials=[
                special("circle", "two-in-fewest", "red 3", "yellow 2"),
                special("notched", "one-in-every-row", "red 2", "green 3"),
            ],
        ),
        "bar and circle": make(
            [row("red", [2, 3, 4]), row("yellow", [2, 3, 4])],
            specials=[
                special("bonus", "strike-bar", "red 3"),
                special("circle", "two-in-fewest", "red 2", "yellow 3"),
            ],
            strips=[bar("yellow", "red")],
        ),
        "squares": make([row("red", [2, 3, 4, 5], squares=[[2, 3], [4, 5]]), YELLOW], need=2),
        "bar and squares": make(
            [row("red", [2, 3, 4], squares=[[2, 3]]), YELLOW], need=1,
            specials=[bonus], strips=[bar("red", "yellow")],
        ),
        "pairs": make(
            [row("red", [2, 3, 4]), YELLOW, GREEN], need=2,
            pairs=[["red 3", "yellow 4"], ["yellow 3", "green 4"]],
        ),
        "doubles": make([row("red", [2, 3, 4], doubles=True), YELLOW], need=2),
        "fields": make(
            [
                row("red", [2, 3, 4]),
                {"id": "mid", "between": ["red", "yellow"], "numbers": [2, 3, 4],
                 "closing": {"lock": False}},
                row("yellow", [2, 3, 4]),
            ],
            need=1,
        ),
        "tracks": make(
            [RED], need=2,
            strips=[
                {"id": "track", "kind": "track", "rule": "highest", "numbers": [5, 11],
                 "text": _TEXT},
                {"id": "swaps", "kind": "diamonds", "rule": "left-to-right",
                 "swaps": [[2, 3], [4, 5]], "text": _TEXT},
            ],
        ),
    }  # fmt: skip


@dataclass(frozen=True)
class Position:
    """A game in progress, seen by one player."""

    crossed: Crosses = frozenset()
    partners: Crosses = frozenset()
    """Crossed as the partner of a linked cell."""
    closed: Crosses = frozenset()
    """Colours."""
    pending: tuple[tuple[str, ...], ...] = ()
    """What is still forced: ("strike",), ("force", row), ("fewest",), ("two", row, left) or
    ("every", row, row, ...); the innermost last."""

    @property
    def over(self) -> bool:
        return len(self.closed) >= 2


class BruteForce:
    """Every game of a sheet; ``at_once``: effects within effects run at once, else after."""

    def __init__(self, sheet: Sheet, at_once: bool) -> None:
        self.sheet = sheet
        self.at_once = at_once
        self.rows = {line.id: line for line in sheet.rows}
        self.bar = [cell for cell in sheet.cells if cell.kind == "bar"]
        self.colours = [line.lock.colour for line in sheet.rows if line.lock]
        self.partner: dict[str, list[Cell]] = {}
        for a, b in sheet.pairs:
            self.partner.setdefault(a.id, []).append(b)
            self.partner.setdefault(b.id, []).append(a)

    def outcomes(self) -> set[Crosses]:
        start = Position()
        seen, edge = {start}, [start]
        found: set[Crosses] = set()
        while edge:
            position = edge.pop()
            if not position.pending or position.over:
                found.update(self.sheets_of(position))
            for after in self.next_positions(position):
                if after not in seen:
                    seen.add(after)
                    edge.append(after)
        return found

    def sheets_of(self, position: Position) -> Iterator[Crosses]:
        """The sheet now, with any void bar fields struck and any earned legend boxes crossed."""
        void = [cell.id for cell in self.bar if cell.colour in position.closed]
        legend = [
            box.id
            for box in self.sheet.cells
            if box.kind == "legend" and self.complete(box.special, position.crossed)
        ]
        for more in subsets([*void, *legend]):
            yield position.crossed | frozenset(more)

    def complete(self, name: str | None, crossed: Crosses) -> bool:
        return {
            c.id for c in self.sheet.cells if c.special == name and c.kind != "legend"
        } <= crossed

    def next_positions(self, position: Position) -> Iterator[Position]:
        ended = all(cell.id in position.crossed for cell in self.sheet.penalties.cells)
        if ended:
            return
        if position.pending:
            yield from self.link(position)
        elif not position.over:
            yield from self.own_crosses(position)
            yield from self.other_marks(position)
        for colour in self.colours:  # in the moment of the end further ones, at the same time
            yield replace(position, closed=position.closed | {colour})

    def other_marks(self, position: Position) -> Iterator[Position]:
        """Misthrows in any order, tracks and diamonds from the left, second boxes."""
        for cell in self.sheet.penalties.cells:
            yield replace(position, crossed=position.crossed | {cell.id})
        for strip in self.sheet.extras:
            for cell in strip.cells:
                if cell.kind in ("track", "diamond") and cell.id not in position.crossed:
                    yield replace(position, crossed=position.crossed | {cell.id})
                    break
        for strip in self.sheet.doubles:
            line = self.rows[strip.doubles_of or ""]
            last = self.last(line, position)
            if last >= 0 and not self.is_closed(line, position):
                box = strip.cells[line.numbers.index(line.cells[last])]
                yield replace(position, crossed=position.crossed | {box.id})

    def own_crosses(self, position: Position) -> Iterator[Position]:
        for line in self.sheet.rows:
            if self.is_closed(line, position):
                continue
            for cell in line.cells[self.last(line, position) + 1 :]:
                if cell.kind != "lock" and cell.id not in position.crossed:
                    yield from self.cross(position, line, cell)

    def last(self, line: Row, position: Position) -> int:
        """The last cross that was made in order."""
        made = position.crossed - position.partners
        return max((c.position for c in line.cells if c.id in made), default=-1)

    def is_closed(self, line: Row, position: Position) -> bool:
        return line.lock is not None and line.lock.colour in position.closed

    def enough(self, line: Row, position: Position) -> bool:
        assert line.spec is not None
        numbers = [c.id for c in line.cells if c.kind == "number" and not c.closing]
        for strip in self.sheet.doubles:
            if strip.doubles_of == line.id:
                numbers += [cell.id for cell in strip.cells]
        need = self.sheet.variant.closing_of(line.spec).need
        return sum(cell in position.crossed for cell in numbers) >= need

    def cross(self, position: Position, line: Row, cell: Cell) -> Iterator[Position]:
        """The position after a cross, none if it is not allowed."""
        if cell.closing and not self.enough(line, position):
            return
        if line.spec and line.spec.between:
            beside = [c for other in line.spec.between for c in self.rows[other].numbers]
            if not any(c.number == cell.number and c.id in position.crossed for c in beside):
                return
        crossed, partners = position.crossed | {cell.id}, position.partners
        closed, pending = position.closed, position.pending
        if cell.closing:
            assert line.lock is not None
            crossed |= {line.lock.id}
            closed |= {line.lock.colour}
        for other in self.partner.get(cell.id, ()):
            if other.id not in crossed:
                crossed, partners = crossed | {other.id}, partners | {other.id}
        frame = self.frame(cell, crossed)
        if frame and (self.at_once or frame[0] == "strike" or not pending):
            pending = (*pending, frame)
        elif frame:
            pending = (*pending[:-1], frame, pending[-1])
        yield Position(crossed, partners, closed, pending)

    def frame(self, cell: Cell, crossed: Crosses) -> tuple[str, ...] | None:
        """What a cross in a special cell forces."""
        kind = self.sheet.special_of(cell)
        if kind is None:
            return None
        if kind.rule == "strike-bar":
            return ("strike",)
        if not self.complete(kind.id, crossed):
            return None
        frames = {"two-in-fewest": ("fewest",), "one-in-every-row": ("every", *self.rows)}
        return frames.get(kind.rule)

    def link(self, position: Position) -> Iterator[Position]:
        """One link of what is forced."""
        *below, (kind, *rest) = position.pending
        without = replace(position, pending=tuple(below))
        if kind == "strike":
            yield self.strike(without)
        elif kind == "force":
            yield from self.force(without, rest[0])
        elif kind == "fewest":
            for line in self.with_fewest(position):
                yield replace(position, pending=(*below, ("two", line.id, "2")))
        elif kind == "two":
            again = (("two", rest[0], "1"),) if rest[1] == "2" else ()
            yield from self.force(replace(position, pending=(*below, *again)), rest[0])
        for name in rest if kind == "every" else ():
            others = tuple(other for other in rest if other != name)
            left = (("every", *others),) if others else ()
            yield from self.force(replace(position, pending=(*below, *left)), name)

    def strike(self, position: Position) -> Position:
        for cell in self.bar:
            if cell.id not in position.crossed and cell.colour not in position.closed:
                return replace(
                    position,
                    crossed=position.crossed | {cell.id},
                    pending=(*position.pending, ("force", cell.colour)),
                )
        return position

    def force(self, position: Position, name: str) -> Iterator[Position]:
        line = self.rows[name]
        after = self.last(line, position) + 1
        possible = [c for c in line.cells[after : after + 1] if c.kind != "lock"]
        made: list[Position] = []
        if possible and not self.is_closed(line, position):
            made = list(self.cross(position, line, possible[0]))
        yield from made or [position]

    def with_fewest(self, position: Position) -> list[Row]:
        counts = {
            line.id: sum(cell.id in position.crossed for cell in line.cells)
            for line in self.sheet.rows
        }
        return [line for line in self.sheet.rows if counts[line.id] == min(counts.values())]


def outcomes(sheet: Sheet) -> set[Crosses]:
    """Every sheet that legal play leads to, under either reading of effects within effects."""
    return BruteForce(sheet, True).outcomes() | BruteForce(sheet, False).outcomes()


def every_sheet(sheet: Sheet) -> Iterator[Crosses]:
    """Every set of crosses."""
    return (frozenset(crosses) for crosses in subsets([cell.id for cell in sheet.cells]))


def subsets(items: list[str]) -> Iterable[tuple[str, ...]]:
    return chain.from_iterable(combinations(items, n) for n in range(len(items) + 1))


def marks_of(crosses: Iterable[str]) -> dict[str, str]:
    return dict.fromkeys(crosses, "cross")
