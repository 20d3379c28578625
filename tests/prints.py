"""Sheets, layouts and PDFs for the tests of printing."""

import io
from dataclasses import fields
from functools import cache
from typing import Any

from sheetgen.catalog import bundled, find_variant
from sheetgen.dealing import code_for
from sheetgen.layout import Layout, lay_out
from sheetgen.printing import PrintJob, PrintRequest, plan_print, write_pdf
from sheetgen.render.paper import PageWishes
from sheetgen.schema import check_template
from sheetgen.sheet import Sheet, make_sheet
from sheetgen.variant import Variant
from sheetgen.wishes import Wishes

VARIANTS = tuple(bundled())
DRAWN = tuple(name for name, variant in bundled().items() if variant.draw)
"""The variants whose layout can be drawn instead of the official one."""


def sheet(name: str = "original", **wishes: Any) -> Sheet:
    variant = find_variant(name)
    return make_sheet(variant, code_for(variant, **{"seed": 0, **wishes}))


def layout(name: str = "original", **wishes: Any) -> Layout:
    return lay_out(sheet(name, **wishes))


def own_variant(**changes: Any) -> Variant:
    """A small variant as a user may write it, with changes to its raw data."""
    raw = {
        "format": 1,
        "name": "mine",
        "title": "Mine",
        "summary": "two rows",
        "rows": [
            {"id": "red", "colour": "red", "numbers": "1..8"},
            {"id": "blue", "colour": "blue", "numbers": [8, 6, 4, 2]},
        ],
    }
    return check_template({**raw, **changes}, "mine.toml")


def plan(*names: str, **options: Any) -> PrintJob:
    """A print job; options are fields of ``PrintRequest``, ``Wishes`` and ``PageWishes``."""
    variants = tuple(find_variant(name) for name in names or ("original",))
    parts: dict[str, Any] = {"seed": 0}
    for part, kind in (("wishes", Wishes), ("page", PageWishes)):
        known = {item.name for item in fields(kind)}
        parts[part] = kind(**{key: options.pop(key) for key in known & set(options)})
    return plan_print(PrintRequest(variants, **{**parts, **options}))


def pdf(job: PrintJob) -> bytes:
    stream = io.BytesIO()
    write_pdf(job, stream)
    return stream.getvalue()


@cache
def longo_pdf(count: int) -> bytes:
    return pdf(plan("longo", count=count))
