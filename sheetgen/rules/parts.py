"""Parts of a sheet that score on their own: rows, with the cells outside them that count there.

Most rows are a part each. A row of two-colour fields and its neighbours are one part, and so are a
row and its second boxes. What crosses of different parts mean together is left to the tally.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sheetgen.rules.relations import lonely_doubles, lonely_fields, neighbours_of, pair_name
from sheetgen.rules.rows import Extra, RowScore, score_row, terms_of
from sheetgen.rules.special_rules import rule_of
from sheetgen.rules.strip_rules import rule_of as strip_rule_of
from sheetgen.rules.tally import Pair, Tally
from sheetgen.rules.violations import Fault
from sheetgen.sheet import Cell, Row, Sheet
from sheetgen.variant import Variant


@dataclass(frozen=True, slots=True)
class PartScore:
    rows: tuple[RowScore, ...]
    faults: tuple[Fault, ...]
    tally: Tally

    @property
    def points(self) -> Pair:
        """Of all its rows, as marked and by the rules."""
        return sum(row.as_marked for row in self.rows), sum(row.by_the_rules for row in self.rows)


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """Rows of which crosses in one may count in another."""

    variant: Variant
    rows: tuple[Row, ...]
    doubles: dict[str, Row]
    """Second boxes by the row that they belong to."""
    counted: dict[str, tuple[str, ...]]
    """Names under which a crossed cell is counted in the tally, by its id."""
    fewest: bool
    colours: bool

    @property
    def cells(self) -> Iterator[Cell]:
        for row in (*self.rows, *self.doubles.values()):
            yield from row.cells

    def counting_in(self, row: Row) -> Iterator[Cell]:
        """The cells whose crosses may count in a row: its own, fields beside it, second boxes."""
        yield from row.cells
        for other in self.rows:
            if other.spec and row.id in (other.spec.between or ()):
                yield from other.cells
        if row.id in self.doubles:
            yield from self.doubles[row.id].cells

    def score(self, crossed: frozenset[str]) -> PartScore:
        """Score the rows of a part without doubt: ids of crossed cells in, points out."""
        scores: dict[str, RowScore] = {}
        for row in sorted(self.rows, key=lambda row: not _is_between(row)):
            extra = self._extra(row, crossed, scores)
            terms = terms_of(self.variant, row)
            scores[row.id] = score_row(row, _positions(row, crossed), terms, extra)
        faults = [fault for row in self.rows for fault in scores[row.id].faults]
        faults += self._relations(crossed)
        return PartScore(
            tuple(scores[row.id] for row in self.rows),
            tuple(faults),
            self._tally(scores, crossed, not any(fault.unreachable for fault in faults)),
        )

    def _extra(self, row: Row, crossed: frozenset[str], scores: dict[str, RowScore]) -> Extra:
        """What counts in a row besides its own crosses."""
        fields = [
            scores[other.id]
            for other in self.rows
            if other.spec and row.id in (other.spec.between or ())
        ]
        doubled = frozenset[int]()
        if row.id in self.doubles:
            boxes = zip(row.numbers, self.doubles[row.id].cells, strict=True)
            doubled = frozenset(number.position for number, box in boxes if box.id in crossed)
        return Extra(
            sum(score.crosses for score in fields),
            sum(score.counted for score in fields),
            doubled,
        )

    def _relations(self, crossed: frozenset[str]) -> Iterator[Fault]:
        for row in self.rows:
            if _is_between(row):
                yield from lonely_fields(row, self._beside(row), crossed)
            if row.id in self.doubles:
                yield from lonely_doubles(row, self.doubles[row.id], crossed)

    def _beside(self, row: Row) -> tuple[Row, ...]:
        names = (row.spec.between if row.spec else None) or ()
        return tuple(other for other in self.rows if other.id in names)

    def _tally(
        self, scores: dict[str, RowScore], crossed: frozenset[str], reachable: bool
    ) -> Tally:
        closed = [row for row in self.rows if scores[row.id].closed]
        scored = [scores[row.id] for row in self.rows if not _is_between(row)]
        tally = Tally(
            colours=frozenset(row.lock.colour for row in closed if row.lock and self.colours),
            counts=self._counts(scores, crossed),
            reachable=reachable,
        )
        for score in scores.values():
            tally += Tally(locks=int(score.lock), closed=int(score.closed))
        if self.fewest:
            for score in scored:
                tally += Tally(fewest=(score.crosses, score.counted))
        return tally

    def _counts(
        self, scores: dict[str, RowScore], crossed: frozenset[str]
    ) -> tuple[tuple[str, Pair], ...]:
        found: dict[str, Pair] = {}
        for row in self.rows:
            for cell in row.cells:
                if cell.id in crossed:
                    counts = cell.position in scores[row.id].cells
                    for name in self.counted.get(cell.id, ()):
                        marked, counted = found.get(name, (0, 0))
                        found[name] = (marked + 1, counted + counts)
        return tuple(sorted(found.items()))

    def roles(self, crossed: frozenset[str], unsure: frozenset[str]) -> tuple[tuple[str, ...], ...]:
        """The unsure cells in groups that are interchangeable: only how many are crossed matters.

        Closing numbers and locks stand for themselves, and so do cells that another one depends on.
        """
        tied = self._tied(crossed, unsure)
        groups: dict[str, list[str]] = defaultdict(list)
        for cell in self.cells:
            if cell.id in unsure:
                alone = cell.closing or cell.kind == "lock" or cell.id in tied
                names = ",".join(self.counted.get(cell.id, ()))
                groups[cell.id if alone else f"{cell.row}:{cell.kind}:{names}"].append(cell.id)
        return tuple(tuple(group) for group in groups.values())

    def _tied(self, crossed: frozenset[str], unsure: frozenset[str]) -> frozenset[str]:
        """Cells whose cross is asked for by another one that is or may be crossed."""
        tied: set[str] = set()
        for wanting, wanted in self._wants():
            if wanting.id in crossed | unsure and not any(cell.id in crossed for cell in wanted):
                tied |= {wanting.id, *(cell.id for cell in wanted)}
        return frozenset(tied)

    def _wants(self) -> Iterator[tuple[Cell, tuple[Cell, ...]]]:
        """Cells that want one of others crossed."""
        for row in self.rows:
            if _is_between(row):
                beside = self._beside(row)
                yield from ((field, neighbours_of(field, beside)) for field in row.numbers)
            if row.id in self.doubles:
                for number, double in zip(row.numbers, self.doubles[row.id].cells, strict=True):
                    yield double, (number,)
                    if number.closing:
                        yield double, ()


def _together(rows: tuple[Row, ...]) -> tuple[tuple[Row, ...], ...]:
    """Rows that belong together, in the order of the sheet."""
    groups = [{row.id} for row in rows]
    for row in rows:
        if row.spec and row.spec.between:
            joined = {row.id, *row.spec.between}
            for group in [group for group in groups if group & joined]:
                groups.remove(group)
                joined |= group
            groups.append(joined)
    order = {row.id: index for index, row in enumerate(rows)}
    groups.sort(key=lambda group: min(order[name] for name in group))
    return tuple(tuple(row for row in rows if row.id in group) for group in groups)


def parts_of(sheet: Sheet) -> tuple[Part, ...]:
    """The parts of a sheet, top to bottom."""
    counted = _counted(sheet)
    doubles = {row.doubles_of: row for row in sheet.doubles}
    return tuple(
        Part(
            variant=sheet.variant,
            rows=rows,
            doubles={row.id: doubles[row.id] for row in rows if row.id in doubles},
            counted=counted,
            fewest=any(rule_of(special).fewest for special in sheet.variant.specials),
            colours=any(strip_rule_of(strip).colours for strip in sheet.extras),
        )
        for rows in _together(sheet.rows)
    )


def _counted(sheet: Sheet) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = defaultdict(tuple)
    for row in sheet.rows:
        for cell in row.numbers:
            if cell.special:
                found[cell.id] = (cell.special,)
    for index, pair in enumerate(sheet.pairs):
        for cell in pair:
            found[cell.id] = (*found[cell.id], pair_name(index))
    return dict(found)


def _is_between(row: Row) -> bool:
    return row.spec is not None and row.spec.between is not None


def _positions(row: Row, crossed: Iterable[str]) -> frozenset[int]:
    ids = frozenset(crossed)
    return frozenset(cell.position for cell in row.cells if cell.id in ids)
