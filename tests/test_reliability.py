"""The reliability diagram of the benchmark."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from tests.benchmarks.read_cases import Case, PhotoOutcome, SheetOutcome
from tests.benchmarks.reliability import Bin, calibration, diagram, show_too_sure


def photo(*guesses: tuple[float, bool]) -> PhotoOutcome:
    sheet = SheetOutcome("original", "right", guesses=guesses)
    return PhotoOutcome(Case(1, "careful", 0), (sheet,), {}, 30.0, {}, 0.1, 0.1)


def test_cells_are_binned_by_what_the_reader_expects() -> None:
    bins = calibration([photo((0.95, True), (0.95, False)), photo((0.9995, True))])
    assert [(one.cells, one.wrong) for one in bins] == [(2, 1), (1, 0)]
    assert bins[0].expected == pytest.approx(0.05)
    assert bins[1].expected == pytest.approx(0.0005)


def test_a_certain_guess_has_a_place() -> None:
    assert calibration([photo((1.0, True))]) == [Bin(1, 0, 0.0)]


@pytest.mark.parametrize(("wrong", "too_sure"), [(1, False), (2, False), (3, True)])
def test_too_sure_is_more_than_chance_explains(wrong: int, too_sure: bool) -> None:
    assert Bin(187, wrong, 1 / 190).too_sure is too_sure


def test_bins_that_are_too_sure_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    show_too_sure({"careful": [Bin(100, 0, 0.01)], "bad": [Bin(100, 20, 0.05), Bin(9, 0, 0.0)]})
    assert capsys.readouterr().out == (
        "\ntoo sure in 1 of 3 bins of the reliability diagram\n"
        "  bad: 20 of 100 guesses wrong, 5.0 expected\n"
    )


def test_the_diagram_is_a_picture_with_a_point_per_bin() -> None:
    picture = diagram({"careful": [Bin(10, 1, 0.1), Bin(1000, 0, 0.0)], "bad": [Bin(5, 2, 0.4)]})
    circles = ElementTree.fromstring(picture).findall(".//{http://www.w3.org/2000/svg}circle")
    legend = 2
    assert len(circles) == legend + 3
    assert sum(circle.get("fill") == "white" for circle in circles) == 1
