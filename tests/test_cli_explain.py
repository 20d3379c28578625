"""``sheetgen explain``: every violation is explained in every language that words it."""

import pytest
from click.testing import CliRunner

from sheetgen.cli.program import program
from sheetgen.rules.explanations import explanations
from sheetgen.rules.legality import NOT_REACHABLE
from sheetgen.rules.texts import languages, texts


@pytest.mark.parametrize("language", languages())
def test_every_violation_is_explained(language: str) -> None:
    assert set(explanations(language)) == {*texts(language)["violations"], NOT_REACHABLE}


def test_an_explanation() -> None:
    result = CliRunner().invoke(program, ["explain", "lock-forgotten", "--language", "en"])
    assert result.exit_code == 0
    assert result.output == (
        "The lock goes with the closing number\n\n"
        "    [x10] [x11] [x12] [  lock]   the lock is empty\n\n"
        "Whoever crosses the closing number also crosses the lock beside it.\n"
        "The lock counts as one more cross.\n"
    )


def test_an_unknown_violation() -> None:
    result = CliRunner().invoke(program, ["explain", "lock-forgoten", "--language", "en"])
    assert result.exit_code == 2
    assert (
        result.output == "error: no violation 'lock-forgoten'\n  did you mean 'lock-forgotten'?\n"
    )


def test_the_list() -> None:
    result = CliRunner().invoke(program, ["explain", "--language", "de"])
    assert "torn-pair" in result.output
    assert "Verkettete Felder gehören zusammen" in result.output
