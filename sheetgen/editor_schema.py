"""The JSON Schema of templates (draft 2020-12), by which editors complete and check them.

It knows every key, type and limit; what must fit together is left to ``sheetgen check``.
"""

from __future__ import annotations

from typing import Any

from sheetgen.schema import SCHEMA_KEY
from sheetgen.variant import Variant

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def editor_schema() -> dict[str, Any]:
    """The schema as plain data."""
    made = _cleaned(Variant.model_json_schema(mode="validation"))
    properties = {SCHEMA_KEY: {"type": "string", "description": "Where editors find this schema."}}
    return {
        "$schema": DIALECT,
        "title": "Template of a score sheet for sheetgen",
        "description": "One variant: its rows, rules, draws and texts.",
        "type": made["type"],
        "properties": {**properties, **made["properties"]},
        "required": made["required"],
        "additionalProperties": False,
        "$defs": made["$defs"],
    }


def _cleaned(node: Any, named: bool = False) -> Any:
    """Without what TOML cannot say (null) and the titles that only repeat the key.

    ``named``: the keys of this node are names from the template, not words of JSON Schema.
    """
    if isinstance(node, list):
        return [_cleaned(part) for part in node]
    if not isinstance(node, dict):
        return node
    result = {
        key: _cleaned(value, named=not named and key in ("properties", "$defs"))
        for key, value in node.items()
        if named or not (key == "title" or (key == "default" and value in (None, [], ())))
    }
    choices = result.get("anyOf")
    if not named and isinstance(choices, list):
        left = [choice for choice in choices if choice != {"type": "null"}]
        if len(left) == 1:
            del result["anyOf"]
            result = {**left[0], **result}
        else:
            result["anyOf"] = left
    return result
