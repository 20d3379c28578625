"""Bundled and own templates."""

from pathlib import Path

import pytest

from sheetgen.catalog import (
    bundled,
    find_variant,
    load_own,
    template_id,
    templates_dir,
    variant_of,
)
from sheetgen.errors import SheetNotFoundError, TemplateError
from sheetgen.layout.theme import LANGUAGES
from sheetgen.sheetcode import _RADICES, OWN_TEMPLATES_FROM
from sheetgen.variant import Variant
from tests.prints import own_variant

OWN = """
format = 1
name = "mine"
title = "Mine"
summary = "one row"
[[rows]]
id = "red"
colour = "red"
numbers = "1..8"
"""


@pytest.mark.parametrize("variant", bundled().values(), ids=bundled())
def test_bundled_templates_are_complete(variant: Variant) -> None:
    assert (templates_dir() / f"{variant.name}.toml").is_file()
    assert variant.number is not None
    assert {"en", "de"} <= set(variant.summary)
    assert set(variant.title) <= set(LANGUAGES)
    assert find_variant(variant.name) == variant
    assert variant_of(template_id(variant)) == variant
    assert template_id(variant) < OWN_TEMPLATES_FROM


def test_ids_in_the_sheet_code_stay() -> None:
    ids = {name: template_id(variant) for name, variant in bundled().items()}
    assert {"original": 21, "longo": 41}.items() <= ids.items()
    assert len(set(ids.values())) == len(ids)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("lngo", "no variant 'lngo': did you mean 'longo'?"),
        ("Original", "no variant 'Original': did you mean 'original'?"),
        ("xyz", "no variant 'xyz': see 'sheetgen list'"),
        ("", "no variant '': see 'sheetgen list'"),
        (
            "nowhere/mine.toml",
            "nowhere/mine.toml: cannot be read (No such file or directory): check the path",
        ),
    ],
)
def test_unknown_names(name: str, message: str) -> None:
    with pytest.raises(TemplateError) as caught:
        find_variant(name)
    assert str(caught.value) == message


def test_own_template_by_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(OWN)
    own = find_variant(str(path))
    assert own.name == "mine"
    assert OWN_TEMPLATES_FROM <= template_id(own) < _RADICES["template"]
    assert variant_of(template_id(own), [own]) == own


def test_the_digest_is_that_of_the_sheet_not_of_its_texts() -> None:
    plain = template_id(own_variant())
    assert plain == template_id(own_variant(title="Other", summary="Words", players=2))
    assert plain != template_id(own_variant(closing={"need": 4}))
    assert plain != template_id(own_variant(name="other"))


def test_an_own_template_cannot_pass_for_a_bundled_one(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("number = 1\n" + OWN)
    with pytest.raises(TemplateError) as caught:
        load_own(path)
    assert str(caught.value) == (
        f"{path}: number: only the templates of sheetgen itself have one: leave it out"
    )
    assert load_own(templates_dir() / "longo.toml") == find_variant("longo")


def test_templates_that_are_not_here() -> None:
    with pytest.raises(SheetNotFoundError, match=r"own template \(digest 123456\)"):
        variant_of(123_456)
    with pytest.raises(SheetNotFoundError, match="template 999, revision 7, which this version"):
        variant_of(20 * 999 + 7)
