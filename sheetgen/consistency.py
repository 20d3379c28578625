"""What must fit together in a template beyond single values: names, references, draws.

``faults_of`` takes a variant whose values are all in order and yields every place where two of them
contradict each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from sheetgen.basics import Fault, Location, Part, close_match
from sheetgen.draws import LinksDraw, SpecialsDraw, WalkDraw
from sheetgen.variant import RESERVED_IDS, Variant


def faults_of(variant: Variant) -> Iterator[Fault]:
    """Every contradiction, with its place in the template."""
    yield from _ids(variant)
    yield from _rows(variant)
    yield from _specials(variant)
    yield from _references(variant)
    for i, box in enumerate(variant.boxes):
        if box.low > box.high:
            yield ("boxes", i, "low"), f"{box.low} is more than 'high', {box.high}"
    if variant.draw:
        yield from _draws(variant)


def _ids(variant: Variant) -> Iterator[Fault]:
    doubles = {f"{row.id}-double" for row in variant.rows if row.doubles}
    seen: set[str] = set()
    for table in ("rows", "specials", "strips", "boxes"):
        for i, part in enumerate(getattr(variant, table)):
            if part.id in RESERVED_IDS | doubles:
                yield (table, i, "id"), f"'{part.id}' means something else on every sheet"
            elif part.id in seen:
                yield (table, i, "id"), f"'{part.id}' is used twice; every id is its own"
            seen.add(part.id)
    counts: Counter[str] = Counter()
    for i, sheet in enumerate(variant.sheets):
        counts[sheet.id] += 1
        if counts[sheet.id] > 1:
            yield ("sheets", i, "id"), f"'{sheet.id}' is used twice; every id is its own"


def _rows(variant: Variant) -> Iterator[Fault]:
    coloured = [row.id for row in variant.rows if row.colour]
    for i, row in enumerate(variant.rows):
        for j, other in enumerate(row.between or ()):
            if other not in coloured:
                hint = close_match(other, coloured)
                yield ("rows", i, "between", j), f"there is no row '{other}' with a colour{hint}"
        if row.between and row.between[0] == row.between[1]:
            yield ("rows", i, "between"), "a row lies between two different rows"
        closing = variant.closing_of(row)
        if row.closing is None and closing.lock and closing.cells >= len(row.numbers):
            yield ("closing", "cells"), f"{closing.cells} leaves no other cell in row '{row.id}'"


def _specials(variant: Variant) -> Iterator[Fault]:
    known = [special.id for special in variant.specials]
    for i, strip in enumerate(variant.strips):
        if strip.kind == "legend" and not known:
            yield ("strips", i, "kind"), "a legend has a box per kind of special cells; none here"
    for i, sheet in enumerate(variant.sheets):
        for name in sheet.cells:
            if name not in known:
                hint = close_match(name, known)
                yield ("sheets", i, "cells", name), f"unknown key: no special cells '{name}'{hint}"


def _references(variant: Variant) -> Iterator[Fault]:
    """Cells that are not there, and cells that are told to be two things."""
    official = {special.id: special.cells for special in variant.specials}
    at: dict[str, Location] = {
        special.id: ("specials", i, "cells") for i, special in enumerate(variant.specials)
    }
    yield from _placed(variant, official, at)
    yield from _paired(variant, variant.pairs, ("pairs",))
    for i, sheet in enumerate(variant.sheets):
        where: dict[str, Location] = {name: ("sheets", i, "cells", name) for name in sheet.cells}
        yield from _placed(variant, sheet.cells, where)
        yield from _paired(variant, sheet.pairs, ("sheets", i, "pairs"))


def _placed(
    variant: Variant, cells: dict[str, tuple[str, ...]], at: dict[str, Location]
) -> Iterator[Fault]:
    taken: dict[tuple[str, int], str] = {}
    for name, refs in cells.items():
        for j, ref in enumerate(refs):
            place = variant.place_of(ref)
            if place is None:
                yield (*at[name], j), _no_cell(variant, ref)
            elif place in taken:
                yield (*at[name], j), f"cell '{ref}' is special already: '{taken[place]}'"
            else:
                taken[place] = name


def _paired(variant: Variant, pairs: tuple[tuple[str, str], ...], at: Location) -> Iterator[Fault]:
    for j, pair in enumerate(pairs):
        places = [variant.place_of(ref) for ref in pair]
        for k, ref in enumerate(pair):
            if places[k] is None:
                yield (*at, j, k), _no_cell(variant, ref)
        if places[0] is not None and places[0] == places[1]:
            yield (*at, j), f"'{pair[0]}' is paired with itself"


def _no_cell(variant: Variant, ref: str) -> str:
    name = ref.partition("/")[0].partition(" ")[0]
    row = next((row for row in variant.rows if row.id == name), None)
    if row is None:
        names = [row.id for row in variant.rows]
        return f"there is no cell '{ref}': no row '{name}'{close_match(name, names)}"
    if "/" in ref:
        return f"there is no cell '{ref}': its row has positions 0 to {len(row.numbers) - 1}"
    low, high = min(row.numbers), max(row.numbers)
    return f"there is no cell '{ref}': its row has numbers from {low} to {high}"


def _draws(variant: Variant) -> Iterator[Fault]:
    draw = variant.draw
    assert draw is not None
    if not any(isinstance(value, Part) for _, value in draw):
        possible = "segments, permutations, specials, walk, links and bar"
        yield ("draw",), f"draws nothing; possible are {possible}"
    if draw.segments:
        yield from _segments(variant)
    if draw.permutations:
        yield from _permutations(variant)
    if draw.specials:
        yield from _scatter(variant, draw.specials)
    if draw.walk:
        yield from _walk(variant, draw.walk)
    if draw.links:
        yield from _links(variant, draw.links)
    bars = [strip.id for strip in variant.strips if strip.kind == "bar"]
    if draw.bar and draw.bar.strip not in bars:
        hint = close_match(draw.bar.strip, bars)
        yield ("draw", "bar", "strip"), f"there is no bar '{draw.bar.strip}'{hint}"


def _segments(variant: Variant) -> Iterator[Fault]:
    draw = variant.draw
    assert draw
    assert draw.segments
    at = ("draw", "segments")
    if draw.segments.shortest > draw.segments.longest:
        longest = draw.segments.longest
        yield (*at, "shortest"), f"{draw.segments.shortest} is more than 'longest', {longest}"
    colours = [row.colour for row in variant.rows]
    if None in colours or len(set(colours)) < len(colours):
        yield at, "every row needs a colour of its own for this draw"


def _permutations(variant: Variant) -> Iterator[Fault]:
    at = ("draw", "permutations")
    for row in variant.rows:
        if row.squares:
            yield at, f"row '{row.id}' has squares between its numbers, which this draw would part"
        if len(set(row.numbers)) < len(row.numbers):
            yield at, f"row '{row.id}' has a number twice, which this draw cannot tell apart"
    if len(variant.rows) > 4:
        yield at, f"for up to 4 rows; here are {len(variant.rows)}"


def _scatter(variant: Variant, draw: SpecialsDraw) -> Iterator[Fault]:
    at = ("draw", "specials")
    unused = ("per_row", "different_rows", "first") if draw.windows else ("ways",)
    for key in unused:
        if key in draw.model_fields_set:
            yield (
                (*at, key),
                f"'{key}' is for draws {'without' if draw.windows else 'with'} windows",
            )
    if not variant.specials:
        yield at, "there are no special cells"
    elif draw.windows and len(variant.specials) > 1:
        yield (*at, "windows"), "windows are for one kind of special cells"
    shortest = min(_open_cells(variant))
    for i, (low, _) in enumerate(draw.windows):
        if low >= shortest:
            text = f"begins at {low}; before the closing number are positions 0 to {shortest - 1}"
            yield (*at, "windows", i), text
    if not draw.windows and variant.specials:
        count = sum(len(special.cells) for special in variant.specials)
        room = sum(_open_cells(variant)) - (0 if draw.first else len(variant.rows))
        if count == 0:
            yield (
                at,
                "draws as many special cells as the official sheet has in 'cells'; it has none",
            )
        if count > room:
            yield at, f"{count} special cells for {room} cells that may be special"


def _open_cells(variant: Variant) -> list[int]:
    return [len(row.numbers) - variant.closing_of(row).cells for row in variant.rows]


def _walk(variant: Variant, draw: WalkDraw) -> Iterator[Fault]:
    at = ("draw", "walk")
    known = [special.id for special in variant.specials]
    if draw.special not in known:
        hint = close_match(draw.special, known)
        yield (*at, "special"), f"there are no special cells '{draw.special}'{hint}"
    elif len(known) > 1:
        yield (*at, "special"), "a walk is for one kind of special cells"
    yield from _rows_alike(variant, at)


def _rows_alike(variant: Variant, at: Location) -> Iterator[Fault]:
    if len(variant.rows) < 2:
        yield at, "needs two rows or more"
    if len({len(row.numbers) for row in variant.rows}) > 1:
        yield at, "needs rows of equally many numbers"


def _links(variant: Variant, draw: LinksDraw) -> Iterator[Fault]:
    at = ("draw", "links")
    yield from _rows_alike(variant, at)
    columns = min(len(row.numbers) for row in variant.rows)
    steps = len(variant.rows) - 1
    for i, (low, high) in enumerate(draw.windows):
        if high >= columns:
            text = f"ends at {high}; the rows have positions 0 to {columns - 1}"
            yield (*at, "windows", i), text
        elif high - low + 1 < steps:
            yield (*at, "windows", i), f"{high - low + 1} columns for {steps} links, one in each"
    ordered = sorted(draw.windows)
    if any(second[0] <= first[1] for first, second in pairwise(ordered)):
        yield (*at, "windows"), "windows overlap, but every link has a column of its own"
