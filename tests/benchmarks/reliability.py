"""How far the reader's probabilities can be trusted: a reliability diagram.

Cells are put into bins by the probability of the best guess; in each, the share of wrong guesses
that the reader expects stands beside the share that was wrong, with its 95 % interval. Both axes
are logarithmic: what matters is whether one in a thousand means one in a thousand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log10
from xml.sax.saxutils import escape

from tests.benchmarks.read_cases import PhotoOutcome
from tests.benchmarks.read_tally import wilson

EDGES = (0.1, 0.03, 0.01, 0.003, 0.001, 0.0003, 0.0001, 0.00003, 0.00001)
"""Between the bins, as chances of an error."""
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
_LOWEST = 1e-6
_PLOT = (70.0, 20.0, 420.0, 300.0)  # left, top, width, height


@dataclass(frozen=True, slots=True)
class Bin:
    """Cells that the reader thinks equally certain."""

    cells: int
    wrong: int
    expected: float
    """Mean chance of an error as the reader sees it."""

    @property
    def too_sure(self) -> bool:
        """Whether more guesses were wrong than chance explains (95 %)."""
        return self.expected < wilson(self.wrong, self.cells)[0]


def calibration(photos: Iterable[PhotoOutcome]) -> list[Bin]:
    """The bins that have cells, least certain first."""
    edges = (1.0, *EDGES, 0.0)
    sums = [[0, 0, 0.0] for _ in edges[1:]]
    for sheet in (sheet for photo in photos for sheet in photo.sheets):
        for confidence, right in sheet.guesses:
            chance = 1 - confidence
            place = sum(chance < edge for edge in EDGES)
            sums[place][0] += 1
            sums[place][1] += not right
            sums[place][2] += chance
    return [Bin(int(n), int(wrong), chance / n) for n, wrong, chance in sums if n]


def show_too_sure(groups: Mapping[str, Sequence[Bin]]) -> None:
    """Print in how many bins the reader was too sure, and in which."""
    found = [(name, one) for name, bins in groups.items() for one in bins if one.too_sure]
    total = sum(map(len, groups.values()))
    print(f"\ntoo sure in {len(found)} of {total} bins of the reliability diagram")
    for name, one in found:
        expected = one.expected * one.cells
        print(f"  {name}: {one.wrong} of {one.cells} guesses wrong, {expected:.1f} expected")


def diagram(groups: Mapping[str, Sequence[Bin]]) -> str:
    """The reliability diagram of several groups of photos as SVG."""
    left, top, width, height = _PLOT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 20:g} '
        f'{top + height + 60:g}" font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="white"/>',
        *_axes(),
    ]
    for number, (name, bins) in enumerate(groups.items()):
        colour = COLOURS[number % len(COLOURS)]
        parts += _series(bins, colour, number)
        y = top + 18 + 16 * number
        parts.append(f'<circle cx="{left + 16:g}" cy="{y - 4:g}" r="4" fill="{colour}"/>')
        parts.append(f'<text x="{left + 26:g}" y="{y:g}">{escape(name)}</text>')
    return "\n".join([*parts, "</svg>\n"])


def _axes() -> list[str]:
    left, top, width, height = _PLOT
    parts = []
    for power in range(-6, 1):
        share = 10.0**power
        x, y = _x(share), _y(share)
        label = f"{100 * share:g} %"
        parts += [
            f'<path d="M{x:.1f} {top:g}V{top + height:g}M{left:g} {y:.1f}H{left + width:g}" '
            'stroke="#ddd"/>',
            f'<text x="{x:.1f}" y="{top + height + 16:g}" text-anchor="middle">{label}</text>',
            f'<text x="{left - 6:g}" y="{y + 4:.1f}" text-anchor="end">{label}</text>',
        ]
    diagonal = f"M{_x(_LOWEST):.1f} {_y(_LOWEST):.1f}L{_x(1):.1f} {_y(1):.1f}"
    middle = left + width / 2
    return [
        *parts,
        f'<path d="{diagonal}" stroke="#888" stroke-dasharray="4 3"/>',
        f'<text x="{middle:g}" y="{top + height + 40:g}" text-anchor="middle">'
        "chance of an error that the reader sees</text>",
        f'<text transform="translate(14 {top + height / 2:g}) rotate(-90)" '
        'text-anchor="middle">guesses that were wrong</text>',
    ]


def _series(bins: Sequence[Bin], colour: str, number: int) -> list[str]:
    """A point with its interval for each bin; hollow where no guess was wrong."""
    parts = []
    for one in bins:
        low, high = wilson(one.wrong, one.cells)
        x = _x(one.expected) + 3 * (number - 1)
        y = _y(one.wrong / one.cells if one.wrong else high)
        fill = colour if one.wrong else "white"
        parts += [
            f'<path d="M{x:.1f} {_y(low):.1f}V{_y(high):.1f}" stroke="{colour}"/>',
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{fill}" stroke="{colour}"/>',
        ]
    return parts


def _x(share: float) -> float:
    return _PLOT[0] + _PLOT[2] * _along(share)


def _y(share: float) -> float:
    return _PLOT[1] + _PLOT[3] * (1 - _along(share))


def _along(share: float) -> float:
    """From 0 at the lowest share to 1 at all."""
    return 1 - log10(max(share, _LOWEST)) / log10(_LOWEST)
