"""The rulebook: complete in every language, chosen by the template's data, fitting on its page."""

import re
from string import Formatter

import pytest

from sheetgen.basics import LANGUAGES as TEMPLATE_LANGUAGES
from sheetgen.catalog import bundled
from sheetgen.dealing import code_for
from sheetgen.errors import LayoutError
from sheetgen.layout import Text
from sheetgen.layout.fonts import text_width
from sheetgen.layout.page_head import HEIGHT, WIDTH
from sheetgen.layout.rulepage import lay_out_rules
from sheetgen.layout.theme import LANGUAGES, Palette, palette_named, palettes
from sheetgen.rulebook import parts, rule_page
from sheetgen.sheet import make_sheet
from tests.prints import VARIANTS, own_variant, sheet

SMALLEST = 3.4
"""Font size in mm; newspapers are set at about this size."""

MARGIN = 14.0

each_language = pytest.mark.parametrize("language", LANGUAGES)
each_variant = pytest.mark.parametrize("name", VARIANTS)


def words(name: str, language: str) -> str:
    page = rule_page(bundled()[name], language)
    return " ".join(p.text for section in page.sections for p in section.paragraphs)


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@each_language
def test_every_part_is_there_in_every_language(language: str) -> None:
    english, own = parts("en"), parts(language)
    assert own.keys() == english.keys()
    for key, part in english.items():
        assert own[key].keys() == part.keys(), key
        for kind in ("text", "steps"):
            texts = own[key].get(kind, [])
            assert len(texts) == len(part.get(kind, [])), key
            for text, model in zip(texts, part.get(kind, []), strict=True):
                assert fields(text) == fields(model), key
                assert text.strip() == text
                assert language == "en" or text != model, key


def test_templates_and_sheets_speak_the_same_languages() -> None:
    assert set(TEMPLATE_LANGUAGES) == set(LANGUAGES)


@each_variant
@each_language
def test_rules_fit_on_their_page(name: str, language: str) -> None:
    for palette in ("standard", "large"):
        made = sheet(name, language=LANGUAGES.index(language), palette=palette_named(palette).index)
        boxes = []
        for element in lay_out_rules(made):
            for item in element.primitives:
                if isinstance(item, Text):
                    width = text_width(item.string, item.size, item.font)
                    left = item.x - {"start": 0, "middle": width / 2, "end": width}[item.anchor]
                    boxes.append((left, item.y, left + width))
                    if element.key in ("words", "step"):
                        assert item.size >= SMALLEST * 0.89
        assert min(left for left, _, _ in boxes) >= MARGIN
        assert max(right for _, _, right in boxes) <= WIDTH - MARGIN
        assert max(y for _, y, _ in boxes) <= HEIGHT - MARGIN


@each_variant
@each_language
def test_both_columns_of_the_rules_are_well_filled(name: str, language: str) -> None:
    elements = lay_out_rules(sheet(name, language=LANGUAGES.index(language)))
    (points,) = (element for element in elements if element.key == "points")
    table_top = min(item.y for item in points.primitives if isinstance(item, Text))
    words = [
        item
        for element in elements
        for item in element.primitives
        if element.key in ("words", "step") and isinstance(item, Text)
    ]
    for column in (
        [item.y for item in words if item.x < WIDTH / 2],
        [item.y for item in words if item.x > WIDTH / 2],
    ):
        assert table_top - max(column) < 34


def test_how_to_undo_a_cross_may_be_told_early() -> None:
    page = rule_page(bundled()["original"], "en")
    orders = list(page.orders())
    assert orders[0] == page.sections
    (roaming,) = (section for section in page.sections if section.roams)
    assert {order.index(roaming) for order in orders} == {3, 4, 5, 6}
    assert all(set(order) == set(page.sections) for order in orders)
    assert all(order[:3] == page.sections[:3] for order in orders)


@each_variant
@each_language
def test_rules_say_what_one_needs_to_play(name: str, language: str) -> None:
    variant = bundled()[name]
    text = words(name, language)
    assert not re.search(r"[{}]", text)
    assert str(variant.closing.need) in text
    assert str(variant.penalties.points) in text
    book = parts(language)
    for key in ("goal", "end", "fair"):
        assert book[key]["text"][0] in text
    closing = "close-2" if variant.closing.cells > 1 else "close-1"
    assert book[closing]["heading"] in [s.heading for s in rule_page(variant, language).sections]


@each_variant
def test_every_special_rule_is_explained_in_its_own_words(name: str) -> None:
    variant = bundled()[name]
    for special in variant.specials:
        assert f"special-{special.rule}" in parts("en")
    for strip in variant.strips:
        explained = {f"strip-{strip.rule}", strip.rule} & parts("en").keys()
        assert explained or strip.kind == "bar", strip.rule


def test_parts_follow_the_template_not_the_name() -> None:
    own = own_variant(lucky={"pairs": [[2, 4]], "choose": "2..8"}, closing={"need": 3, "cells": 2})
    page = rule_page(own, "en")
    text = " ".join(p.text for section in page.sections for p in section.paragraphs)
    assert "two lucky numbers" in text
    assert "Either of the last two numbers" in text
    assert "at least 3 crosses" in text
    assert "bonus" not in text


def test_mixed_rows_are_told() -> None:
    assert "not in order" in words("gemixxt-b", "en")
    assert "not in order" not in words("original", "en")


def test_more_crosses_than_the_table_has() -> None:
    capped = {name for name in VARIANTS if "count as" in words(name, "en").split("table")[1]}
    assert capped == {"big-points", "double-a"}


@pytest.mark.parametrize("palette", palettes(), ids=lambda palette: palette.name)
def test_pictures_are_taken_from_the_sheet(palette: Palette) -> None:
    index = palettes().index(palette)
    for name in VARIANTS:
        keys = {element.key for element in lay_out_rules(sheet(name, palette=index))}
        assert {"head", "pen", "heading", "step", "words"} <= keys


def test_too_many_words() -> None:
    text = "word " * 79
    own = own_variant(
        specials=[
            {"id": f"s{i}", "shape": "star", "cells": [f"red/{i}"], "rule": "plain", "text": text}
            for i in range(7)
        ],
        summary="word " * 79,
    )
    with pytest.raises(LayoutError, match="the rules do not fit on a page"):
        lay_out_rules(make_sheet(own, code_for(own, seed=0)))
