"""Tell marks apart: crops in, a mark with its probability out, for every cell.

A quick net looks at all cells that are not plainly bare, a finer one again at those about which the
quick one is not certain, a third at those that are in doubt still, and the sheet net weighs them
against the other marks on the sheet. A plain measure of ink is the second, independent judge. Where
the nets are not sure, or see nothing where there is ink, the mark is ``unsure``. Too little ink is
no alarm: in cells full of print it is not seen.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np
from numpy.typing import NDArray

from sheetgen.vision.crops import BlankCells, cut_crops, shade
from sheetgen.vision.evidence import SheetLook, evidence_of
from sheetgen.vision.inks import ink_traits
from sheetgen.vision.nets import MARKS, NetAnswer, look, softmax, weigh
from sheetgen.vision.photo import Pixels
from sheetgen.vision.settings import SETTINGS, Settings

Floats = NDArray[np.float32]
_TURNS = (((-1, -1),), ((-1, 1), (1, -1)))
"""Further views: upside down; then mirrored either way. Marks stay what they are."""


@dataclass(frozen=True, slots=True)
class MarkReading:
    """What was seen in a cell."""

    mark: str
    """One of ``MARKS``."""
    confidence: float
    """Probability of ``mark``; for ``unsure`` that of the best guess."""
    guess: str
    """The most probable mark, also where the answer is ``unsure``."""
    at_first: float
    """Probability of ``guess`` as the quick net alone sees it."""
    ink: float
    """Share of the cell's inner part that is darker than the blank print there."""


def read_marks(aligned: Pixels, cells: BlankCells) -> list[MarkReading]:
    """The marks in all boxes of an aligned sheet."""
    crops, papers = cut_crops(aligned, cells.quick)
    shades = cells.shades(papers)
    shade(crops, shades)
    spots = cells.printed.spots(crops)
    chances, features = quick_look(crops, spots)
    first = chances.copy()
    doubtful = doubtful_cells(chances, spots)
    settled = np.ones(len(crops), np.bool_)
    if doubtful:
        closer, _ = cut_crops(aligned, cells.fine(doubtful))
        shade(closer, shades[doubtful])
        fine = fine_look(closer)
        looked = chances_of_all(chances, doubtful, fine)
        sheet = SheetLook(cells.places, looked, ink_traits(crops), features)
        chances[doubtful] = weigh(evidence_of(sheet, doubtful, fine))
        settled[doubtful] = is_settled(chances[doubtful], sheet.chances[doubtful])
    inks, seen = cells.printed.ink_shares(crops), cells.printed.visibilities(crops)
    empty = chances.argmax(axis=1) == MARKS.index("empty")
    settled &= ~empty | (
        (inks <= ink_limits(cells.places, inks, empty)) & (seen >= SETTINGS.min_visibility)
    )
    if doubtful and (~settled).sum() >= SETTINGS.many_doubts:
        wary = is_settled(chances[doubtful], sheet.chances[doubtful], SETTINGS.wary())
        settled[doubtful] &= wary
    of_cells = zip(chances, first, settled.tolist(), inks, strict=True)
    return [_answer(*of_cell) for of_cell in of_cells]


def typical_doubt(readings: Sequence[MarkReading]) -> float:
    """How doubtful the crosses on a sheet are as a rule, from 0 to 1.

    Of each the geometric mean of the doubt at first and at last, 1 for marks too faint to be one;
    of these the median; 0 if there are too few to tell. Where even the crosses are hard to tell, a
    dot or a stroke of a cross is lost without a trace: no doubt about a single cell warns of it.
    """
    crosses = [reading for reading in readings if reading.guess == "cross"]
    doubts = [(1 - cross.at_first) * (1 - cross.confidence) for cross in crosses]
    doubts += [1.0 for reading in readings if _is_faint(reading)]
    if len(doubts) < SETTINGS.least_crosses:
        return 0.0
    return math.sqrt(max(0.0, median(doubts)))


def _is_faint(reading: MarkReading) -> bool:
    """Whether it may be a cross in ink that is hardly seen, and no mark that means nothing."""
    return reading.guess == "unsure" and reading.ink <= SETTINGS.max_ink_of_faint


def quick_look(crops: Floats, spots: Floats) -> tuple[NDArray[np.float64], Floats]:
    """Probabilities of ``MARKS`` and features by the quick net, (cells, marks), (cells, features).

    Cells in which nothing is darker than the blank print are empty without a look, and have no
    features. ``spots``: see ``PrintedCells.spots``.
    """
    seen = np.flatnonzero(spots > SETTINGS.least_spot_of_marks)
    chances = np.tile(np.array(SETTINGS.chances_without_spot), (len(crops), 1))
    if not len(seen):
        return chances, np.zeros((len(crops), 0), np.float32)
    quick = look("quick", crops[seen])
    features = np.zeros((len(crops), quick.features.shape[1]), np.float32)
    chances[seen] = softmax(quick.logits)
    features[seen] = quick.features
    return chances, features


def doubtful_cells(chances: NDArray[np.float64], spots: Floats) -> list[int]:
    """The cells that want a closer look; ``spots``: see ``PrintedCells.spots``.

    All dashes do: only the marks beside tell them from a stroke that reaches in. So do all dark
    spots in cells that seem empty. Of crosses the quick net must be very certain, as scribbles and
    what an eraser left look like some.
    """
    guess = chances.argmax(axis=1)
    empty = guess == MARKS.index("empty")
    spotted = (spots > SETTINGS.least_spot) & empty
    wary = spotted | (guess == MARKS.index("cross"))
    certain = np.where(wary, SETTINGS.certain_of_marks, SETTINGS.certain)
    wanted = (chances.max(axis=1) < certain) | (guess == MARKS.index("dash"))
    wanted |= (spots > SETTINGS.dark_spot) & empty
    return np.flatnonzero(wanted).tolist()


def is_settled(
    chances: NDArray[np.float64], before: NDArray[np.float64], settings: Settings = SETTINGS
) -> NDArray[np.bool_]:
    """Whether cells are believed to be what the most probable mark says, (cells,).

    ``before``: as the fine net saw them alone. The sheet settles doubts; it does not overrule what
    is clearly seen.
    """
    guess, every = chances.argmax(axis=1), np.arange(len(chances))
    same = before.argmax(axis=1) == guess
    possible = before[every, guess] >= settings.min_seen
    sure = _within(settings.max_doubts, chances, guess)
    sure &= _within(settings.max_doubts_alone, before, guess)
    sure &= _within(settings.max_doubts_in_both, np.sqrt(chances * before), guess)
    overruled = possible & (chances.max(axis=1) >= settings.min_overruling)
    settled: NDArray[np.bool_] = sure & (guess != MARKS.index("unsure")) & (same | overruled)
    return settled


def _within(
    most: Sequence[Sequence[float]], chances: NDArray[np.float64], guess: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Where no mark but the guess is more probable than it may be beside that guess, (cells,)."""
    limits = np.array([*most, [0.0] * len(MARKS)])[guess]
    limits[np.arange(len(guess)), guess] = 1.0
    return np.asarray((chances <= limits).all(axis=1), np.bool_)


def fine_look(crops: Floats) -> NetAnswer:
    """What the fine net sees; the logits are those of the close net where the fine one doubts."""
    answer = look("fine", crops)
    again = np.flatnonzero(_certainties(answer.logits) < SETTINGS.certain_after_fine)
    if len(again):
        answer.logits[again] = close_look(crops[again])
    return answer


def close_look(crops: Floats) -> Floats:
    """Logits by the close net, (cells, marks): the mean of more views where it is in doubt."""
    logits = look("close", crops).logits
    seen = 1
    for turns, certain in zip(_TURNS, SETTINGS.certain_after_views, strict=True):
        again = np.flatnonzero(_certainties(logits) < certain)
        if not len(again):
            break
        views = [look("close", crops[again, :, ::down, ::across]).logits for down, across in turns]
        logits[again] = (seen * logits[again] + sum(views)) / (seen + len(turns))
        seen += len(turns)
    return logits


def _certainties(logits: Floats) -> NDArray[np.float64]:
    most: NDArray[np.float64] = softmax(logits).max(axis=1)
    return most


def chances_of_all(
    chances: NDArray[np.float64], doubtful: Sequence[int], fine: NetAnswer
) -> NDArray[np.float64]:
    """Probabilities before the sheet is weighed: of the doubtful cells as the fine net has them."""
    looked = chances.copy()
    looked[doubtful] = softmax(fine.logits)
    return looked


def ink_limits(
    places: Sequence[tuple[str, int]], inks: Floats, empty: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """How much ink each cell may have and still be empty, (cells,).

    Where the other empty cells of a row have ink in general, the print came out darker than it
    should, as in a fax: that tells nothing of marks. A cell's own ink is no evidence for that.
    """
    rows = np.array([row for row, _ in places])
    limits = np.full(len(rows), SETTINGS.max_ink_of_empty)
    for cell in np.flatnonzero(empty & (inks > limits)):
        others = empty & (rows == rows[cell])
        others[cell] = False
        enough = others.sum() >= SETTINGS.cells_of_dark_print
        if enough and np.median(inks[others]) > SETTINGS.ink_of_dark_print:
            limits[cell] = np.inf
    return limits


def _answer(
    chance: NDArray[np.float64], first: NDArray[np.float64], settled: bool, ink: float
) -> MarkReading:
    best = int(chance.argmax())
    return MarkReading(
        mark=MARKS[best] if settled else "unsure",
        confidence=float(chance[best]),
        guess=MARKS[best],
        at_first=float(first[best]),
        ink=float(ink),
    )
