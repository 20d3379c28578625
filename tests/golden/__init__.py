"""Goldens: texts that stay as they are, because printed sheets depend on them.

``UPDATE_GOLDEN=1 make test`` writes them anew; say in the commit why they changed.
"""

import json
import os
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parent


def check_golden(name: str, data: Any) -> None:
    """Compare data with the golden ``name``.json; one line per item of its lists."""
    path = _FOLDER / f"{name}.json"
    text = _to_text(data)
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(text, "utf-8")
    assert path.is_file(), f"no golden {path.name}: write it with UPDATE_GOLDEN=1"
    assert path.read_text("utf-8") == text, f"{path.name} differs"


def _to_text(data: dict[str, Any]) -> str:
    entries = []
    for key, value in data.items():
        if isinstance(value, list):
            lines = ",\n".join(f"  {json.dumps(item)}" for item in value)
            entries.append(f" {json.dumps(key)}: [\n{lines}\n ]")
        else:
            entries.append(f" {json.dumps(key)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(entries) + "\n}\n"
