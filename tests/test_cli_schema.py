"""``sheetgen schema``: the JSON Schema, against the bundled templates and our own checks."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from sheetgen.catalog import bundled, templates_dir
from sheetgen.editor_schema import editor_schema
from sheetgen.errors import TemplateError
from sheetgen.schema import check_template
from tests.commands import run, run_json
from tests.test_schema import FAULTS, GOOD, changed

VALIDATOR = Draft202012Validator(editor_schema())

FITTING = {
    *("rows[1].id", "rows[0].id", "rows[1].closing", "lucky"),
}
"""Faults in what must fit together, which a schema does not see."""


def test_the_schema_is_one() -> None:
    schema = run_json("schema")
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema == editor_schema()


@pytest.mark.parametrize("name", bundled())
def test_bundled_templates_fit_it(name: str) -> None:
    data = tomllib.loads((templates_dir() / f"{name}.toml").read_text("utf-8"))
    VALIDATOR.validate({"$schema": "./sheetgen.schema.json", **data})


@pytest.mark.parametrize("path", FAULTS)
def test_it_finds_what_the_check_finds(path: str) -> None:
    value, _ = FAULTS[path]
    assert VALIDATOR.is_valid(changed(path, value)) == (path in FITTING)


@pytest.mark.parametrize(
    ("numbers", "good"),
    [
        ("2..12", True),
        ("12..-3", True),
        ([1, 2], True),
        ("2-12", False),
        ([], False),
        (["1"], False),
        ([True], False),
        ([1000], False),
        ([1.5], False),
        (3, False),
    ],
)
def test_ranges_and_lists(numbers: Any, good: bool) -> None:
    data = changed("rows[0].numbers", numbers)
    assert VALIDATOR.is_valid(data) == good
    try:
        check_template(data, "m")
    except TemplateError:
        assert not good


def test_everything_is_described_and_nothing_is_null() -> None:
    schema = editor_schema()
    for table in (schema, *schema["$defs"].values()):
        assert table["description"]
        for key, value in table["properties"].items():
            assert value["description"], key
    assert '"null"' not in json.dumps(schema)
    assert VALIDATOR.is_valid(GOOD)


def test_it_is_written_to_a_file_once(tmp_path: Path) -> None:
    target = tmp_path / "schema.json"
    result = run("schema", "-o", str(target))
    assert result.exit_code == 0
    assert result.stdout == ""
    assert result.stderr == f"{target}: the JSON Schema of templates\n"
    assert target.read_text("utf-8") == run("schema").stdout
    again = run("schema", "-o", str(target))
    assert again.exit_code == 2
    assert again.stderr.startswith(f"error: '{target}' exists already\n")
    assert run("schema", "-o", str(target), "--force").exit_code == 0
