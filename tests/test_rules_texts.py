"""Every language says the same things with the same facts."""

from __future__ import annotations

from string import Formatter

import pytest

from sheetgen.rules.span import Span
from sheetgen.rules.texts import Change, languages, row_name, sentence, texts


def placeholders(pattern: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(pattern) if name is not None}


def test_english_and_german_are_there() -> None:
    assert set(languages()) >= {"de", "en"}


@pytest.mark.parametrize("language", languages())
def test_languages_have_the_same_keys_and_placeholders(language: str) -> None:
    english, other = texts("en"), texts(language)
    assert english.keys() == other.keys()
    for section in english:
        assert english[section].keys() == other[section].keys()
        for key, pattern in english[section].items():
            assert placeholders(pattern) == placeholders(other[section][key]), (section, key)


def test_a_language_without_texts_is_english() -> None:
    assert sentence("violations", "game-not-finished", (), "xx") == "game not finished"


def test_a_row_without_a_name_is_called_by_its_id() -> None:
    assert row_name("row-1", "de") == "row-1"


@pytest.mark.parametrize(
    ("points", "english", "german"),
    [
        (Span(0, 0), "no difference in points", "kein Unterschied in Punkten"),
        (Span(1, 1), "1 point more", "1 Punkt mehr"),
        (Span(-1, -1), "1 point less", "1 Punkt weniger"),
        (Span(0, 5), "0 to 5 points more", "0 bis 5 Punkte mehr"),
        (Span(-7, -1), "1 to 7 points less", "1 bis 7 Punkte weniger"),
        (Span(-2, 3), "-2 to 3 points", "-2 bis 3 Punkte"),
    ],
)
def test_changes(points: Span, english: str, german: str) -> None:
    facts = (("message", Change(points)),)
    assert sentence("sentences", "depends", facts, "en").endswith(english)
    assert sentence("sentences", "depends", facts, "de").endswith(german)
