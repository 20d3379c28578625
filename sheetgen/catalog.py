"""Find templates: the bundled ones by name or by their id in the sheet code, own ones by path."""

from __future__ import annotations

import difflib
import hashlib
import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from sheetgen.errors import SheetNotFoundError, TemplateError
from sheetgen.schema import load_template
from sheetgen.sheetcode import OWN_TEMPLATES_FROM
from sheetgen.variant import Variant

_OWN_IDS = 180_000
_PART_TEXTS = {"__all__": {"text"}}
_NOT_IN_DIGEST: dict[str, Any] = {
    "title": True,
    "summary": True,
    "players": True,
    "specials": _PART_TEXTS,
    "strips": _PART_TEXTS,
    "boxes": _PART_TEXTS,
    "board": True,
    "draw": {"spread": True, "official_lead": True},
}


def templates_dir() -> Path:
    """Where the bundled templates are: in the package, or in a checkout beside it."""
    package = Path(__file__).parent
    inside = package / "templates"
    if inside.is_dir():
        return inside
    checkout = package.parent
    if (checkout / "pyproject.toml").is_file():
        return checkout / "templates"
    raise TemplateError("the bundled templates are missing", "install sheetgen again")


@cache
def bundled() -> dict[str, Variant]:
    """The bundled variants by name, in the order of their numbers."""
    variants = [load_template(path) for path in sorted(templates_dir().glob("*.toml"))]
    return {v.name: v for v in sorted(variants, key=lambda v: v.number or 0)}


def find_variant(name: str) -> Variant:
    """A bundled variant by name, or an own one by the path of its template file.

    Raises TemplateError with the closest names if there is none.
    """
    if name.endswith(".toml") or "/" in name or "\\" in name:
        return load_own(Path(name))
    path = templates_dir() / f"{name}.toml"
    if name.replace("-", "").isalnum() and path.is_file():
        return load_template(path)
    names = list(bundled())
    match = difflib.get_close_matches(name.lower(), names, n=1, cutoff=0.5)
    hint = f"did you mean '{match[0]}'?" if match else "see 'sheetgen list'"
    raise TemplateError(f"no variant '{name}'", hint)


def is_bundled(path: Path) -> bool:
    """Whether a file is one of the bundled templates."""
    return path.resolve().parent == templates_dir().resolve()


def load_own(path: Path) -> Variant:
    """An own template. Raises TemplateError, also if it claims the number of a bundled one.

    Its number would make its sheet codes those of the bundled template.
    """
    variant = load_template(path)
    if variant.number is not None and not is_bundled(path):
        raise TemplateError(
            f"{path}: number: only the templates of sheetgen itself have one", "leave it out"
        )
    return variant


def template_id(variant: Variant) -> int:
    """The template's id in the sheet code: number and revision, or a digest of an own template.

    The digest leaves out texts, so that a corrected text does not orphan printed sheets, and keys
    at their default, so that a new key of the language does not either.
    """
    if variant.number is not None:
        return 20 * variant.number + variant.revision
    data = variant.model_dump(mode="json", exclude=_NOT_IN_DIGEST, exclude_defaults=True)
    digest = hashlib.sha256(json.dumps(data, sort_keys=True).encode()).digest()
    return OWN_TEMPLATES_FROM + int.from_bytes(digest[:8], "big") % _OWN_IDS


def variant_of(template: int, own: Iterable[Variant] = ()) -> Variant:
    """The variant with a template id, among the bundled ones and the given own ones.

    Raises SheetNotFoundError that names what is missing.
    """
    given = tuple(own)
    for variant in (*given, *bundled().values()):
        if template_id(variant) == template:
            return variant
    if template >= OWN_TEMPLATES_FROM:
        raise _own_missing(template, given)
    number, revision = divmod(template, 20)
    raise SheetNotFoundError(
        f"the sheet is of template {number}, revision {revision}, which this version lacks",
        "update sheetgen",
    )


def _own_missing(template: int, given: tuple[Variant, ...]) -> SheetNotFoundError:
    """The error for a sheet of an own template; its name is not in the code, its digest is."""
    message = f"the sheet was printed from an own template (digest {template}) that is not here"
    if not given:
        return SheetNotFoundError(message, "give its file with --template FILE")
    digests = ", ".join(f"'{variant.name}' (digest {template_id(variant)})" for variant in given)
    return SheetNotFoundError(
        f"{message}, only {digests}", "give the file as it was when the sheet was printed"
    )
