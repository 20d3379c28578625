"""What is drawn for a sheet: numbers, colours, special cells, links and bars.

``official_content`` takes them from the template, ``draw_content`` from a stream of random numbers
and the template's constraints. Where a draw says that all layouts are equally likely, it lists them
all, or draws again as a whole until the constraints hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice, pairwise, permutations, product
from math import prod

from sheetgen.basics import Span
from sheetgen.draws import LinksDraw, PermutationsDraw, SegmentsDraw, SpecialsDraw
from sheetgen.errors import TemplateError
from sheetgen.randomness import Stream
from sheetgen.variant import CellPlace, RowSpec, SheetSpec, Variant

MAX_LAYOUTS = 20_000
_MAX_TRIES = 4_000
_MAX_ORDERS = 200
"""Tries for the orders of all rows; each row has tries of its own within them."""
_MAX_STEPS = 400_000
_MAX_COMPARED = 1_000_000
"""Pairs of row colourings that are compared; the official kind needs about 100,000."""

Place = tuple[int, int]
"""Row index and position among the row's numbers."""


@dataclass(frozen=True, slots=True)
class Content:
    """What fills the rows of a sheet; all tuples by row index."""

    numbers: tuple[tuple[int, ...], ...]
    colours: tuple[tuple[str, ...] | None, ...]
    """A colour per cell, None where the cells have the row's colour."""
    specials: tuple[tuple[str, tuple[Place, ...]], ...] = ()
    pairs: tuple[tuple[Place, Place], ...] = ()
    bars: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Colours of each bar, by strip id."""


def official_content(variant: Variant, sheet: SheetSpec | None = None) -> Content:
    """The content as the template has it; ``sheet``: one of its several official sheets."""
    index = {row.id: i for i, row in enumerate(variant.rows)}

    def place(ref: str) -> Place:
        found: CellPlace | None = variant.place_of(ref)
        assert found is not None  # checked when the template was parsed
        return index[found[0]], found[1]

    cells = {special.id: special.cells for special in variant.specials}
    pairs = variant.pairs
    if sheet:
        cells.update(sheet.cells)
        pairs = sheet.pairs or pairs
    return Content(
        numbers=tuple(row.numbers for row in variant.rows),
        colours=tuple(row.colours for row in variant.rows),
        specials=tuple((name, tuple(map(place, refs))) for name, refs in cells.items()),
        pairs=tuple((place(a), place(b)) for a, b in pairs),
        bars=tuple((s.id, s.colours) for s in variant.strips if s.kind == "bar" and s.colours),
    )


@lru_cache(32)
def _undrawn(variant: Variant) -> Content:
    return official_content(variant)


def draw_content(variant: Variant, stream: Callable[..., Stream]) -> Content:
    """Random content; ``stream(name)`` gives the stream of each draw.

    Raises TemplateError if no layout satisfies the template's constraints.
    """
    content = _undrawn(variant)
    draw = variant.draw
    if draw is None:
        return content
    if draw.segments:
        colours = stream("segments").choice(segment_layouts(variant, draw.segments))
        content = replace(content, colours=colours)
    if draw.permutations:
        numbers = _permutations(variant, draw.permutations, stream("permutations"))
        content = replace(content, numbers=numbers)
    if draw.specials:
        specials = _specials(variant, content, draw.specials, stream("specials"))
        content = replace(content, specials=specials)
    if draw.walk:
        walk = _walk(len(variant.rows), len(variant.rows[0].numbers), stream("walk"))
        content = replace(content, specials=((draw.walk.special, walk),))
    if draw.links:
        pairs = _links(len(variant.rows), draw.links, stream("links"))
        content = replace(content, pairs=pairs)
    if draw.bar:
        content = replace(content, bars=_bars(variant, draw.bar.strip, stream("bar")))
    return content


def ways(sides: int, number: int) -> int:
    """Rolls of two dice that show ``number`` in sum, out of ``sides`` squared."""
    return max(0, min(number - 1, 2 * sides + 1 - number))


def _within(value: int, span: Span | None) -> bool:
    return span is None or span[0] <= value <= span[1]


def _impossible(variant: Variant, key: str, hint: str = "loosen its constraints") -> TemplateError:
    return TemplateError(f"{variant.name}: no layout satisfies draw.{key}", hint)


def _too_many(variant: Variant, key: str, hint: str) -> TemplateError:
    return TemplateError(f"{variant.name}: draw.{key} allows too many layouts to list", hint)


_RowOptions = list[tuple[tuple[str, ...], frozenset[tuple[str, int]]]]
"""Colourings of a row, each with its pairs of colour and number."""


@lru_cache(32)
def segment_layouts(
    variant: Variant, draw: SegmentsDraw
) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """All colourings of the rows that satisfy the constraints, in a fixed order."""
    colours = [str(row.colour) for row in variant.rows]
    options = [_row_options(variant, row, colours, draw) for row in variant.rows]
    found: list[tuple[tuple[str, ...], ...]] = []
    compared = 0

    def extend(chosen: tuple[tuple[str, ...], ...], open_rows: list[_RowOptions]) -> None:
        nonlocal compared
        if not open_rows:
            found.append(chosen)
            return
        for option, pairs in open_rows[0]:
            compared += sum(map(len, open_rows[1:]))
            if len(found) > MAX_LAYOUTS or compared > _MAX_COMPARED:
                raise _too_many(variant, "segments", "narrow 'shortest' and 'longest'")
            left = [[o for o in row if not pairs & o[1]] for row in open_rows[1:]]
            if all(left):
                extend((*chosen, option), left)

    extend((), options)
    if not found:
        raise _impossible(variant, "segments")
    return tuple(found)


def _row_options(
    variant: Variant, row: RowSpec, colours: list[str], draw: SegmentsDraw
) -> _RowOptions:
    """The colourings of one row. Raises TemplateError if there are none or too many."""
    every = _segmented(len(row.numbers), colours, str(row.colour), draw)
    options = list(islice(every, MAX_LAYOUTS + 1))
    if len(options) > MAX_LAYOUTS:
        raise _too_many(variant, "segments", "narrow 'shortest' and 'longest'")
    if not options:
        count, length = len(colours), len(row.numbers)
        raise _impossible(
            variant,
            "segments",
            f"{count} segments of {draw.shortest} to {draw.longest} cells do not make the "
            f"{length} of row '{row.id}'",
        )
    return [(option, frozenset(zip(option, row.numbers, strict=True))) for option in options]


def _segmented(
    length: int, colours: list[str], last: str, draw: SegmentsDraw
) -> Iterator[tuple[str, ...]]:
    """Rows of ``length`` cells with every colour in one segment, ending in ``last``."""
    others = [colour for colour in colours if colour != last]
    sizes = range(draw.shortest, draw.longest + 1)
    if len(sizes) ** len(colours) > _MAX_STEPS or len(colours) > 6:
        return
    for lengths in product(sizes, repeat=len(colours)):
        if sum(lengths) == length:
            for order in permutations(others):
                segments = zip((*order, last), lengths, strict=True)
                yield tuple(colour for colour, size in segments for _ in range(size))


def _permutations(
    variant: Variant, draw: PermutationsDraw, stream: Stream
) -> tuple[tuple[int, ...], ...]:
    """Rows in random order. The closing numbers come first, all allowed sets equally likely."""
    rows = [row.numbers for row in variant.rows]
    closings = _closing_numbers(variant, draw)
    for _ in range(_MAX_ORDERS):
        lasts = stream.choice(closings)
        result: list[tuple[int, ...]] = []
        for numbers, last in zip(rows, lasts, strict=True):
            row = _permuted(numbers, last, result if draw.columns_differ else [], stream)
            if row is None:
                break
            result.append(row)
        if len(result) == len(rows):
            return tuple(result)
    raise _impossible(variant, "permutations")


@lru_cache(32)
def _closing_numbers(variant: Variant, draw: PermutationsDraw) -> tuple[tuple[int, ...], ...]:
    """The allowed closing numbers of all rows. Raises TemplateError if there are none."""
    if len(variant.rows) > 4 or prod(len(row.numbers) for row in variant.rows) > _MAX_STEPS:
        raise _too_many(variant, "permutations", "it is for up to 4 rows of 25 numbers")
    sides = variant.dice.sides
    differing = [
        lasts
        for lasts in product(*(row.numbers for row in variant.rows))
        if not draw.closing_differ or len(set(lasts)) == len(lasts)
    ]
    if not differing:
        raise _impossible(variant, "permutations", "the closing numbers cannot all differ")
    sums = [sum(ways(sides, number) for number in lasts) for lasts in differing]
    found = tuple(
        lasts
        for lasts, total in zip(differing, sums, strict=True)
        if _within(total, draw.closing_ways)
    )
    if not found:
        possible = f"closing_ways from {min(sums)} to {max(sums)} are possible"
        raise _impossible(variant, "permutations", possible)
    return found


def _permuted(
    numbers: tuple[int, ...], last: int, above: list[tuple[int, ...]], stream: Stream
) -> tuple[int, ...] | None:
    """The numbers in random order before ``last``, none below an equal one; None if not found."""
    others = [number for number in numbers if number != last]
    for _ in range(60):
        row = (*stream.shuffled(others), last)
        if all(a != b for other in above for a, b in zip(row, other, strict=False)):
            return row
    return None


def _specials(
    variant: Variant, content: Content, draw: SpecialsDraw, stream: Stream
) -> tuple[tuple[str, tuple[Place, ...]], ...]:
    if draw.windows:
        return ((variant.specials[0].id, _in_windows(variant, content, draw, stream)),)
    return _scattered(variant, draw, stream)


def _last_open(variant: Variant, row: int) -> int:
    """The number of cells before the closing numbers of a row."""
    spec = variant.rows[row]
    return len(spec.numbers) - variant.closing_of(spec).cells


def _in_windows(
    variant: Variant, content: Content, draw: SpecialsDraw, stream: Stream
) -> tuple[Place, ...]:
    """One special cell per row and window; all choices that keep the ways equally likely."""
    places: list[Place] = []
    for row, numbers in enumerate(content.numbers):
        options = _window_options(variant, row, numbers, draw)
        places += [(row, position) for position in stream.choice(options)]
    return tuple(places)


@lru_cache(256)
def _window_options(
    variant: Variant, row: int, numbers: tuple[int, ...], draw: SpecialsDraw
) -> tuple[tuple[int, ...], ...]:
    """All choices of a row's special cells. Raises TemplateError if there are none or too many."""
    sides, end = variant.dice.sides, _last_open(variant, row)
    windows = [range(lo, min(hi, end - 1) + 1) for lo, hi in draw.windows]
    if prod(map(len, windows)) > _MAX_STEPS:
        raise _too_many(variant, "specials", "use fewer or narrower windows")
    distinct = [c for c in product(*windows) if len(set(c)) == len(c)]
    sums = [sum(ways(sides, numbers[position]) for position in c) for c in distinct]
    options = tuple(c for c, n in zip(distinct, sums, strict=True) if _within(n, draw.ways))
    if not options:
        name = variant.rows[row].id
        possible = f"in row '{name}' ways from {min(sums)} to {max(sums)} are possible"
        raise _impossible(variant, "specials", possible if sums else f"row '{name}' is too short")
    return options


def _scattered(
    variant: Variant, draw: SpecialsDraw, stream: Stream
) -> tuple[tuple[str, tuple[Place, ...]], ...]:
    """As many cells of each kind as on the official sheet, anywhere that the constraints allow."""
    counts = [(special.id, len(special.cells)) for special in variant.specials]
    free = [
        (row, position)
        for row in range(len(variant.rows))
        for position in range(0 if draw.first else 1, _last_open(variant, row))
    ]
    for _ in range(_MAX_TRIES):
        pack = stream.shuffled(free)
        result = []
        for name, count in counts:
            result.append((name, tuple(sorted(pack[:count]))))
            pack = pack[count:]
        if _scatter_holds(len(variant.rows), draw, result):
            return tuple(result)
    raise _impossible(variant, "specials", _why_not_scattered(variant, draw))


def _why_not_scattered(variant: Variant, draw: SpecialsDraw) -> str:
    counts = [len(special.cells) for special in variant.specials]
    rows, total = len(variant.rows), sum(counts)
    low, high = draw.per_row or (0, total)
    if not rows * low <= total <= rows * high:
        return f"{total} special cells do not make {low} to {high} in each of {rows} rows"
    if draw.different_rows and max(counts) > rows:
        return f"{max(counts)} cells of a kind cannot lie in different ones of {rows} rows"
    return "loosen its constraints"


def _scatter_holds(
    rows: int, draw: SpecialsDraw, placed: list[tuple[str, tuple[Place, ...]]]
) -> bool:
    by_row = [0] * rows
    for _, places in placed:
        for row, _ in places:
            by_row[row] += 1
        if draw.different_rows and len({row for row, _ in places}) < len(places):
            return False
    return all(_within(count, draw.per_row) for count in by_row)


def _walk(rows: int, columns: int, stream: Stream) -> tuple[Place, ...]:
    """A walk over neighbouring rows, all walks equally likely.

    ``to_go[n][row]`` counts the walks of n further steps from a row; each step is drawn in
    proportion to the walks that it leaves open.
    """
    to_go = [[1] * rows]
    for _ in range(columns - 1):
        before = to_go[-1]
        to_go.append([sum(before[r] for r in (i - 1, i + 1) if 0 <= r < rows) for i in range(rows)])
    places: list[Place] = []
    for column in range(columns):
        left = to_go[columns - 1 - column]
        near = range(rows) if not places else (places[-1][0] - 1, places[-1][0] + 1)
        options = [row for row in near if 0 <= row < rows]
        pick = stream.below(sum(left[row] for row in options))
        for row in options:
            pick -= left[row]
            if pick < 0:
                places.append((row, column))
                break
    return tuple(sorted(places))


def _links(rows: int, draw: LinksDraw, stream: Stream) -> tuple[tuple[Place, Place], ...]:
    """Vertical links, for each window all orders of its columns equally likely."""
    pairs: list[tuple[Place, Place]] = []
    for low, high in draw.windows:
        columns = stream.shuffled(range(low, high + 1))[: rows - 1]
        pairs += [((row, column), (row + 1, column)) for row, column in enumerate(columns)]
    return tuple(sorted(pairs))


def _bars(
    variant: Variant, strip_id: str, stream: Stream
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The bar's colours in random order, drawn as a whole until no two neighbours are alike."""
    result = []
    for strip in variant.strips:
        if strip.kind != "bar" or strip.colours is None:
            continue
        colours: tuple[str, ...] = strip.colours
        if strip.id == strip_id:
            for _ in range(_MAX_TRIES):
                colours = tuple(stream.shuffled(strip.colours))
                if all(a != b for a, b in pairwise(colours)):
                    break
            else:
                raise _impossible(variant, "bar")
        result.append((strip.id, colours))
    return tuple(result)
