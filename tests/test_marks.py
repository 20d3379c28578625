"""How marks are told apart: ink beside the print, the sheet as evidence, what is believed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from sheetgen.vision.crops import CHANNELS, QUICK
from sheetgen.vision.evidence import SheetLook, evidence_of
from sheetgen.vision.inks import TRAITS, PrintedCells, ink_traits
from sheetgen.vision.marks import (
    MarkReading,
    doubtful_cells,
    fine_look,
    ink_limits,
    is_settled,
    quick_look,
    typical_doubt,
)
from sheetgen.vision.nets import MARKS, NetAnswer, look, weigh
from sheetgen.vision.settings import SETTINGS

Floats = NDArray[np.float32]
SIDE = QUICK.side
EMPTY, CROSS, DASH, CANCELLED, UNSURE = range(len(MARKS))


@pytest.fixture
def blank() -> Floats:
    """A cell with a bold 1 in it, as printed and as seen without a mark."""
    crop = np.ones((1, CHANNELS, SIDE, SIDE), np.float32)
    crop[0, :5, 18:34, 24:28] = 0.1
    crop[0, 5] = 0
    crop[0, 5, 8:44, 8:44] = 1
    return crop


def marked(blank: Floats, rows: slice, columns: slice, dark: float = 0.7) -> Floats:
    crop = blank.copy()
    crop[:, :3, rows, columns] *= 1 - dark
    return crop


def chances(**of: float) -> NDArray[np.float64]:
    """Probabilities of the marks of one cell; what is left falls to the others."""
    rest = (1 - sum(of.values())) / (len(MARKS) - len(of))
    return np.array([[of.get(mark, rest) for mark in MARKS]])


def test_print_is_no_ink_and_is_seen(blank: Floats) -> None:
    printed = PrintedCells(blank[:, 3:])
    assert printed.ink_shares(blank) == 0
    assert printed.spots(blank) == pytest.approx(0, abs=1e-6)
    assert 0.9 < printed.visibilities(blank)[0] <= 1


def test_a_stroke_is_ink_and_a_dot_is_a_spot(blank: Floats) -> None:
    printed = PrintedCells(blank[:, 3:])
    stroke = marked(blank, slice(38, 41), slice(14, 40))
    dot = marked(blank, slice(24, 28), slice(28, 32))
    assert printed.ink_shares(stroke)[0] > 0.03
    assert printed.spots(dot)[0] > SETTINGS.least_spot
    outside = marked(blank, slice(0, 5), slice(0, SIDE))
    assert printed.spots(outside)[0] == pytest.approx(0, abs=1e-6)


def test_print_that_came_out_darker_is_no_ink(blank: Floats) -> None:
    grey, darker = blank.copy(), blank.copy()
    grey[:, :5, 16:36, 22:30] = 0.6
    printed = PrintedCells(grey[:, 3:])
    darker[:, :3, 16:36, 22:30] = 0.2
    assert printed.ink_shares(darker)[0] == 0
    assert printed.ink_shares(marked(darker, slice(38, 41), slice(14, 40)))[0] > 0.03


def test_what_an_eraser_left_is_a_spot_where_the_cell_is_brighter_than_paper(blank: Floats) -> None:
    bright = blank.copy()
    bright[:, :3] *= 1.05
    ghost = marked(bright, slice(38, 41), slice(14, 40), 0.05)
    assert ghost[:, :3, 38:41, 14:40].min() > 0.99  # no darker than paper
    assert PrintedCells(blank[:, 3:]).spots(ghost)[0] > SETTINGS.least_spot_of_marks


def test_where_light_wipes_out_the_print_it_is_not_visible(blank: Floats) -> None:
    printed = PrintedCells(blank[:, 3:])
    wiped = blank.copy()
    wiped[:, :3, :26] = 1.0  # the upper half
    assert printed.visibilities(wiped)[0] < SETTINGS.min_visibility
    pale = blank.copy()
    pale[:, :3] = 1 - 0.5 * (1 - pale[:, :3])
    assert 0.4 < printed.visibilities(pale)[0] < 0.75


@pytest.mark.parametrize("along", [True, False])
def test_the_edge_of_a_shadow_does_not_hide_thin_print(blank: Floats, along: bool) -> None:
    thin = np.ones_like(blank)
    thin[0, 5] = blank[0, 5]
    thin[0, :5, 18:34, 24:26] = 0.7
    printed = PrintedCells(thin[:, 3:])
    for edge in range(4, SIDE, 4):
        shade = 1 - 0.45 / (1 + np.exp((np.arange(SIDE) - edge) / 3))
        shaded = thin.copy()
        shaded[:, :3] *= shade if along else shade[:, None]
        assert printed.visibilities(shaded)[0] > 0.5


def test_a_stroke_that_reaches_into_an_outlined_box_does_not_hide_it(blank: Floats) -> None:
    box = np.ones_like(blank)
    box[0, 5] = blank[0, 5]
    for edge in (np.s_[8:10, 8:44], np.s_[42:44, 8:44], np.s_[8:44, 8:10], np.s_[8:44, 42:44]):
        box[0, :5][:, *edge] = 0.75
    printed = PrintedCells(box[:, 3:])
    reached = marked(box, slice(12, 20), slice(0, 20), 0.9)
    assert printed.visibilities(reached)[0] > 0.5


def test_a_cell_without_print_is_visible(blank: Floats) -> None:
    blank[:, :5] = 1
    assert PrintedCells(blank[:, 3:]).visibilities(blank) == 1


def test_traits_tell_size_place_and_colour_of_ink(blank: Floats) -> None:
    assert ink_traits(blank).shape == (1, TRAITS)
    level = ink_traits(marked(blank, slice(24, 27), slice(10, 42)))[0]
    upright = ink_traits(marked(blank, slice(10, 42), slice(36, 39)))[0]
    spread_x, spread_y, x = 12, 13, 10
    assert level[spread_x] > 3 * level[spread_y]
    assert upright[spread_y] > 3 * upright[spread_x]
    assert upright[x] > 0.3 > abs(level[x])
    red = blank.copy()
    red[:, 1:3, 36:40, 10:40] = 0.2
    of_red, of_green, of_blue = ink_traits(red)[0, -3:]
    assert of_red < 0.1 < 0.5 < of_green == pytest.approx(of_blue)


def test_ink_is_no_alarm_where_the_whole_row_printed_darker() -> None:
    places = [("red", i) for i in range(5)] + [("blue", i) for i in range(5)]
    inks = np.array([0.3, 0.2, 0.4, 0.3, 0.0, 0.0, 0.0, 0.5, 0.0, 0.6], np.float32)
    empty = np.array([True] * 9 + [False])
    limits = ink_limits(places, inks, empty)
    assert (inks <= limits).tolist() == [True] * 7 + [False, True, False]


@pytest.mark.parametrize("inks", [[0.5], [0.5, 0.5], [0.5, 0.5, 0.5], [0.9, 0.0, 0.0, 0.0]])
def test_a_cell_is_no_witness_for_its_own_row(inks: list[float]) -> None:
    """In short rows, and alone in a long one, ink stays an alarm."""
    places = [("lock", i) for i in range(len(inks))]
    seen = np.array(inks, np.float32)
    limits = ink_limits(places, seen, np.ones(len(inks), np.bool_))
    assert (seen > limits).tolist() == [ink > 0.2 for ink in inks]


def test_a_bare_cell_is_empty_without_a_look(blank: Floats) -> None:
    crops = np.concatenate([blank, marked(blank, slice(24, 27), slice(10, 42))])
    spots = PrintedCells(crops[:, 3:]).spots(crops)
    found, features = quick_look(crops, spots)
    assert found[0].tolist() == list(SETTINGS.chances_without_spot)
    assert found[1].argmax() != EMPTY
    assert not features[0].any()
    assert features[1].any()
    assert doubtful_cells(found[:1], spots[:1]) == []
    alone, none = quick_look(crops[:1], spots[:1])
    assert alone[0].tolist() == found[0].tolist()
    assert none.shape == (1, 0)


def test_a_certain_cell_with_a_spot_is_looked_at_again() -> None:
    certain = np.concatenate([chances(empty=0.99985), chances(cancelled=0.99985)])
    nothing, spot = np.zeros(2, np.float32), np.full(2, 0.1, np.float32)
    assert doubtful_cells(certain, nothing) == []
    assert doubtful_cells(certain, spot) == [0]
    assert doubtful_cells(chances(cancelled=0.99), nothing[:1]) == [0]


def test_a_dark_spot_is_looked_at_however_certain_its_emptiness() -> None:
    certain = chances(empty=0.99999999)
    for spot, looked in ((0.1, []), (0.2, [0])):
        assert doubtful_cells(certain, np.full(1, spot, np.float32)) == looked


@pytest.mark.parametrize(("certainty", "looked"), [(0.9995, [0]), (0.99995, [])])
def test_crosses_must_be_very_certain(certainty: float, looked: list[int]) -> None:
    assert doubtful_cells(chances(cross=certainty), np.full(1, 0.3, np.float32)) == looked


def test_every_dash_is_looked_at_again() -> None:
    certain = np.concatenate([chances(dash=0.999999), chances(cross=0.999999)])
    assert doubtful_cells(certain, np.full(2, 0.3, np.float32)) == [0]


def test_the_close_net_looks_where_the_fine_one_doubts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fine net is sure of the first cell only, the close one of the second, too."""
    crops = np.zeros((3, CHANNELS, 8, 8), np.float32)
    crops[:, 0, 0, 0] = 1, 2, 3
    margins = {"fine": {1: 20.0, 2: 1.0, 3: 1.0, 0: 12.0}, "close": {2: 15.0, 3: 2.0, 0: 12.0}}
    asked: list[tuple[str, list[int]]] = []

    def told(name: str, seen: Floats) -> NetAnswer:
        cells = seen[:, 0, 0, 0].astype(int).tolist()
        asked.append((name, cells))
        logits = np.zeros((len(cells), len(MARKS)), np.float32)
        logits[:, 1] = [margins[name][cell] for cell in cells]
        return NetAnswer(logits, np.full((len(cells), 2), len(name), np.float32))

    monkeypatch.setattr("sheetgen.vision.marks.look", told)
    found = fine_look(crops)
    assert asked[:2] == [("fine", [1, 2, 3]), ("close", [2, 3])]
    assert asked[2:] == [("close", [0])]  # the third cell upside down: its corner is elsewhere
    assert found.logits[:, 1].tolist() == [20.0, 15.0, (2.0 + 12.0) / 2]
    assert found.features.tolist() == [[4.0, 4.0]] * 3


@pytest.mark.parametrize(
    ("alone", "on_the_sheet", "believed"),
    [
        (chances(cross=0.9), chances(cross=0.995), True),
        (chances(cross=0.9), chances(cross=0.6), False),
        (chances(unsure=0.7, cross=0.25), chances(cross=0.995), True),  # settled by the sheet
        (chances(unsure=0.7, cross=0.25), chances(cross=0.93, unsure=0.06), False),
        (chances(empty=0.99, dash=0.005), chances(dash=0.99), False),  # clearly seen otherwise
        (chances(unsure=0.9), chances(unsure=0.999), False),
        (chances(dash=0.85, cross=0.14), chances(dash=0.999), True),
        (chances(dash=0.72, cross=0.27), chances(dash=0.999), False),  # a light upright
        (chances(cross=0.6, dash=0.4), chances(dash=0.999), False),
        (chances(cross=0.72, dash=0.27), chances(cross=0.999), True),
        (chances(empty=0.992, unsure=0.007), chances(empty=0.999), True),
        (chances(empty=0.97, unsure=0.02), chances(empty=0.999), False),  # a dot
        (chances(empty=0.97, cross=0.02), chances(empty=0.999), False),
        (chances(cross=0.75, unsure=0.24), chances(cross=0.996, unsure=0.003), True),
        (chances(cross=0.75, unsure=0.24), chances(cross=0.98, unsure=0.015), False),  # a ghost
        (chances(dash=0.88, cross=0.11), chances(dash=0.98, cross=0.015), False),
    ],
)
def test_the_sheet_settles_doubts_but_does_not_overrule(
    alone: NDArray[np.float64], on_the_sheet: NDArray[np.float64], believed: bool
) -> None:
    assert is_settled(on_the_sheet, alone).tolist() == [believed]


def test_a_sheet_of_many_doubts_is_believed_less() -> None:
    likely, clear = chances(cross=0.9, unsure=0.08), chances(cross=0.99)
    assert is_settled(likely, clear).tolist() == [True]
    assert is_settled(likely, clear, SETTINGS.wary()).tolist() == [False]
    assert is_settled(clear, clear, SETTINGS.wary()).tolist() == [True]


def seen(guess: str, confidence: float, at_first: float, ink: float = 0.0) -> MarkReading:
    return MarkReading(guess, confidence, guess, at_first, ink)


def test_crosses_tell_how_doubtful_marks_are_on_a_sheet() -> None:
    clear, hard = seen("cross", 0.99999, 0.999), seen("cross", 0.9996, 0.96)
    assert typical_doubt([hard, clear, clear, hard, clear]) == pytest.approx(1e-4, rel=1e-3)
    assert typical_doubt([hard, clear, hard, hard, clear]) == pytest.approx(4e-3, rel=1e-3)
    others = [seen("empty", 0.6, 0.5), seen("dash", 0.7, 0.6), seen("cancelled", 0.7, 0.6)]
    assert typical_doubt([clear] * 5 + others * 9) == pytest.approx(1e-4, rel=1e-3)
    assert typical_doubt([seen("cross", 1.0, 1.0 + 1e-9)] * 9) == 0


def test_marks_too_faint_to_be_crosses_are_as_doubtful_as_can_be() -> None:
    faint, clear = seen("unsure", 0.99, 0.99), seen("cross", 0.99999, 0.999)
    assert typical_doubt([faint] * 3 + [clear] * 2) == 1
    assert typical_doubt([faint] * 2 + [clear] * 3) < SETTINGS.max_typical_doubt


def test_marks_that_mean_nothing_but_are_clearly_seen_do_not_make_a_sheet_faint() -> None:
    circle = seen("unsure", 0.99, 0.99, ink=0.3)
    assert typical_doubt([circle] * 30) == 0


def test_a_few_crosses_do_not_tell_how_doubtful_a_sheet_is() -> None:
    hard = seen("cross", 0.7, 0.7)
    assert typical_doubt([hard] * (SETTINGS.least_crosses - 1)) == 0
    assert typical_doubt([]) == 0


@pytest.fixture
def sheet() -> tuple[SheetLook, list[int], NetAnswer]:
    """Twelve cells in a row: crosses, the last one doubtful."""
    rng = np.random.default_rng(5)
    features = look("quick", np.zeros((1, CHANNELS, SIDE, SIDE), np.float32)).features.shape[1]
    fine_features = look("fine", np.zeros((1, CHANNELS, 72, 72), np.float32)).features.shape[1]
    known = np.concatenate([chances(cross=0.99999)] * 11 + [chances(cross=0.6)])
    of_sheet = SheetLook(
        [("red", i) for i in range(12)],
        known,
        rng.random((12, TRAITS), np.float32),
        rng.random((12, features), np.float32),
    )
    fine = NetAnswer(np.log(known[[11]]).astype(np.float32), np.ones((1, fine_features), "f4"))
    return of_sheet, [11], fine


def test_evidence_does_not_depend_on_what_the_cell_itself_was_taken_for(
    sheet: tuple[SheetLook, list[int], NetAnswer],
) -> None:
    look_, doubtful, fine = sheet
    once = evidence_of(look_, doubtful, fine)
    sure = look_.chances.copy()
    sure[11] = chances(cross=0.99)[0]
    again = evidence_of(replace(look_, chances=sure), doubtful, fine)
    assert np.array_equal(once[:, len(MARKS) :], again[:, len(MARKS) :])
    assert not np.array_equal(once[:, : len(MARKS)], again[:, : len(MARKS)])


def test_evidence_does_not_depend_on_the_order_of_other_rows(
    sheet: tuple[SheetLook, list[int], NetAnswer],
) -> None:
    look_, doubtful, fine = sheet
    order = [*range(5, 9), *range(5), 9, 10, 11]
    moved = SheetLook(
        [look_.places[i] for i in order],
        look_.chances[order],
        look_.traits[order],
        look_.features[order],
    )
    same = evidence_of(moved, doubtful, fine)
    assert np.allclose(evidence_of(look_, doubtful, fine), same, atol=1e-5)


def test_the_ink_beside_a_cell_is_evidence(
    sheet: tuple[SheetLook, list[int], NetAnswer],
) -> None:
    look_, doubtful, fine = sheet
    left, right = evidence_of(look_, doubtful, fine)[0, -2 * TRAITS :].reshape(2, TRAITS)
    assert np.array_equal(left, look_.traits[10])
    assert not right.any()  # the row ends


def test_the_sheet_net_gives_probabilities(
    sheet: tuple[SheetLook, list[int], NetAnswer],
) -> None:
    of_sheet = weigh(evidence_of(*sheet))
    assert of_sheet.shape == (1, len(MARKS))
    assert of_sheet.sum() == pytest.approx(1, abs=1e-5)
