"""The reference tables of ``docs/templates.md``, made from the models of the template language.

``python -m tests.docs_reference`` writes them between the two markers of the page.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sheetgen.editor_schema import editor_schema
from sheetgen.rules.special_rules import SPECIAL_RULES
from sheetgen.rules.strip_rules import STRIP_RULES

PAGE = Path(__file__).parent.parent / "docs" / "templates.md"
BEGIN = "<!-- reference: made by python -m tests.docs_reference -->"
END = "<!-- end of the reference -->"

PLACES = {
    "RowSpec": "[[rows]]",
    "Closing": "[closing]",
    "Points": "[points]",
    "Penalties": "[penalties]",
    "Dice": "[dice]",
    "Lucky": "[lucky]",
    "SpecialSpec": "[[specials]]",
    "StripSpec": "[[strips]]",
    "BoxSpec": "[[boxes]]",
    "BoardSpec": "[board]",
    "SheetSpec": "[[sheets]]",
    "Draw": "[draw]",
    "SegmentsDraw": "[draw.segments]",
    "PermutationsDraw": "[draw.permutations]",
    "SpecialsDraw": "[draw.specials]",
    "WalkDraw": "[draw.walk]",
    "LinksDraw": "[draw.links]",
    "BarDraw": "[draw.bar]",
}
"""How the table of a model begins in a template; ``closing`` stands in rows too."""


def reference() -> str:
    """All tables, in the order of ``PLACES``."""
    schema = editor_schema()
    top = {key: value for key, value in schema["properties"].items() if key != "$schema"}
    parts = ["\n".join(_section("The template itself", "", {**schema, "properties": top}))]
    for name, place in PLACES.items():
        if name in schema["$defs"]:
            table = schema["$defs"][name]
            parts.append("\n".join(_section(f"`{place}`", table["description"], table)))
    parts.append("### Rules")
    for kind, known in (("special cells", list(SPECIAL_RULES)), ("strips", list(STRIP_RULES))):
        parts.append(f"For {kind}: {', '.join(f'`{key}`' for key in sorted(known))}.")
    return "\n\n".join(parts)


def _section(title: str, text: str, table: dict[str, Any]) -> Iterator[str]:
    yield f"### {title}\n"
    if text:
        yield " ".join(text.replace("``", "`").split()) + "\n"
    yield "| key | value | default | meaning |"
    yield "|---|---|---|---|"
    for key, value in table["properties"].items():
        needed = key in table.get("required", ())
        default = "**needed**" if needed else _default(value)
        yield f"| `{key}` | {words(value)} | {default} | {value['description']} |"


def _default(value: dict[str, Any]) -> str:
    default = value.get("default")
    if default is None or isinstance(default, dict):
        return ""
    return f"`{str(default).lower() if isinstance(default, bool) else default}`"


def words(value: dict[str, Any]) -> str:
    """What a value may be, in words."""
    if "$ref" in value:
        name = value["$ref"].rsplit("/", 1)[-1]
        return f"table `{PLACES[name]}`"
    if "enum" in value:
        return ", ".join(f"`{choice}`" for choice in value["enum"])
    if "const" in value:
        return f"`{value['const']}`"
    if "anyOf" in value:
        return " or ".join(words(choice) for choice in value["anyOf"])
    match value.get("type"):
        case "array":
            return _list(value)
        case "integer":
            return f"whole number{_range(value)}"
        case "number":
            return f"number{_range(value)}"
        case "boolean":
            return "`true` or `false`"
        case "object":
            return _table(value)
    return _text(value)


def _list(value: dict[str, Any]) -> str:
    if "prefixItems" in value:
        return f"pair of: {words(value['prefixItems'][0])}"
    items = words(value["items"])
    if items.startswith("pair of: "):
        items = items.replace("pair of: ", "pairs of: ")
    if items.startswith("table"):
        return f"tables `{items[7:-1]}`"
    most = f" (at most {value['maxItems']})" if "maxItems" in value else ""
    return f"list{most} of: {items}".replace("of: pairs of", "of pairs of")


def _table(value: dict[str, Any]) -> str:
    if "en" in value.get("properties", {}):
        return "table of them by language"
    (inner,) = value["patternProperties"].values()
    return f"table by name; {words(inner)}"


def _text(value: dict[str, Any]) -> str:
    pattern = value.get("pattern", "")
    if pattern.startswith("^[a-z]"):
        return "cell (`red 5`, `red/3`)" if "/" in pattern else "name"
    if pattern:
        return "colours such as `red*3`" if "red" in pattern else "range such as `2..12`"
    return f"text of up to {value['maxLength']} characters"


def _range(value: dict[str, Any]) -> str:
    low, high = value.get("minimum"), value.get("maximum")
    if high is None and "exclusiveMaximum" in value:
        high = value["exclusiveMaximum"] - 1
    return f" {low:g} to {high:g}" if low is not None and high is not None else ""


def main() -> None:
    text = PAGE.read_text("utf-8")
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    PAGE.write_text(f"{before}{BEGIN}\n\n{reference()}\n\n{END}{after}", "utf-8")


if __name__ == "__main__":
    main()
