"""The constraints of every kind of draw, checked anew from the template, not by ``drawing``."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby, pairwise

from sheetgen.drawing import Content
from sheetgen.variant import Variant


def ways(number: int, sides: int = 6) -> int:
    """Rolls of two dice with this sum, by counting them."""
    return sum(a + b == number for a in range(1, sides + 1) for b in range(1, sides + 1))


def faults(variant: Variant, content: Content) -> list[str]:
    """What is wrong with a content, be it drawn, turned, or official and of the drawn kind."""
    return [*_rows(variant, content), *_specials(variant, content), *_others(variant, content)]


def _rows(variant: Variant, content: Content) -> Iterator[str]:
    draw = variant.draw
    if draw and draw.permutations:
        yield from _permutations(variant, content)
    else:
        for spec, numbers in zip(variant.rows, content.numbers, strict=True):
            if numbers != spec.numbers:
                yield f"row {spec.id} has {numbers}"
    if draw and draw.segments:
        yield from _segments(variant, content)
    elif content.colours != tuple(spec.colours for spec in variant.rows):
        yield "colours that are not drawn changed"


def _permutations(variant: Variant, content: Content) -> Iterator[str]:
    assert variant.draw
    wanted = variant.draw.permutations
    assert wanted
    for spec, numbers in zip(variant.rows, content.numbers, strict=True):
        if sorted(numbers) != sorted(spec.numbers):
            yield f"row {spec.id} is no permutation"
    if wanted.columns_differ:
        for column in zip(*content.numbers, strict=True):
            if len(set(column)) < len(column):
                yield f"column {column}"
    lasts = [numbers[-1] for numbers in content.numbers]
    if wanted.closing_differ and len(set(lasts)) < len(lasts):
        yield f"closing numbers {lasts}"
    total = sum(ways(number, variant.dice.sides) for number in lasts)
    if wanted.closing_ways and not wanted.closing_ways[0] <= total <= wanted.closing_ways[1]:
        yield f"closing numbers {lasts} come {total} times"


def _segments(variant: Variant, content: Content) -> Iterator[str]:
    assert variant.draw
    wanted = variant.draw.segments
    assert wanted
    pairs = []
    for spec, numbers, colours in zip(variant.rows, content.numbers, content.colours, strict=True):
        assert colours
        segments = [(colour, len(list(group))) for colour, group in groupby(colours)]
        if sorted(colour for colour, _ in segments) != sorted(
            str(row.colour) for row in variant.rows
        ):
            yield f"row {spec.id}: segments {segments}"
        if not all(wanted.shortest <= length <= wanted.longest for _, length in segments):
            yield f"row {spec.id}: segments {segments}"
        if segments[-1][0] != spec.colour:
            yield f"row {spec.id} ends in {segments[-1][0]}"
        pairs += list(zip(colours, numbers, strict=True))
    if len(set(pairs)) < len(pairs):
        yield "a pair of colour and number stands twice"


def _specials(variant: Variant, content: Content) -> Iterator[str]:
    draw = variant.draw
    places = [place for _, found in content.specials for place in found]
    if len(set(places)) < len(places):
        yield "two special cells in one place"
    if draw and draw.walk:
        walk = sorted(
            (position, row) for row, position in dict(content.specials)[draw.walk.special]
        )
        if [column for column, _ in walk] != list(range(len(variant.rows[0].numbers))):
            yield "not one step per column"
        if any(abs(a[1] - b[1]) != 1 for a, b in pairwise(walk)):
            yield f"steps {walk}"
    if not (draw and draw.specials):
        return
    wanted = draw.specials
    for i, (spec, numbers) in enumerate(zip(variant.rows, content.numbers, strict=True)):
        here = sorted(position for row, position in places if row == i)
        last = len(numbers) - variant.closing_of(spec).cells
        if any(position >= last for position in here) or (not wanted.first and 0 in here):
            yield f"row {spec.id}: special cells at {here}"
        if wanted.windows and [
            sum(low <= position <= high for position in here) for low, high in wanted.windows
        ] != [1] * len(here):
            yield f"row {spec.id}: special cells at {here}"
        total = sum(ways(numbers[position], variant.dice.sides) for position in here)
        if wanted.ways and not wanted.ways[0] <= total <= wanted.ways[1]:
            yield f"row {spec.id}: special cells come {total} times"
        if wanted.per_row and not wanted.per_row[0] <= len(here) <= wanted.per_row[1]:
            yield f"row {spec.id}: {len(here)} special cells"
    for name, found in content.specials:
        if wanted.different_rows and len({row for row, _ in found}) < len(found):
            yield f"{name} twice in a row"


def _others(variant: Variant, content: Content) -> Iterator[str]:
    draw = variant.draw
    if draw and draw.links:
        columns = [a[1] for a, _ in content.pairs]
        if len(set(columns)) < len(columns):
            yield "two links in a column"
        if any(b != (a[0] + 1, a[1]) for a, b in content.pairs):
            yield f"links {content.pairs}"
        for upper in range(len(variant.rows) - 1):
            here = [a[1] for a, _ in content.pairs if a[0] == upper]
            for low, high in draw.links.windows:
                if sum(low <= column <= high for column in here) != 1:
                    yield f"links under row {upper} at {here}"
    for strip in variant.strips:
        if strip.kind == "bar":
            colours = dict(content.bars)[strip.id]
            if Counter(colours) != Counter(strip.colours):
                yield f"bar {colours}"
            if draw and draw.bar and any(a == b for a, b in pairwise(colours)):
                yield f"bar {colours}: neighbours alike"
