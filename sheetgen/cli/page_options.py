"""Options of ``print`` on paper, size and place of the sheets. Imports only click at its top."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from sheetgen.errors import UsageError
    from sheetgen.render.paper import PageWishes

_LENGTH = re.compile(r"^(\d+(?:\.\d+)?) ?(?:mm)?$")
_SCALE = re.compile(r"^(\d+(?:\.\d+)?) ?(%?)$")

_OPTIONS = (
    click.option(
        "--paper",
        default="a4",
        show_default=True,
        metavar="NAME",
        help="a3, a4, a5, a6, letter, legal, or a size such as 200x100mm.",
    ),
    click.option(
        "--per-page",
        default="auto",
        show_default=True,
        metavar="N",
        help="Sheets per page; auto takes as many as keep about their full size.",
    ),
    click.option(
        "--orientation",
        default="auto",
        show_default=True,
        metavar="WAY",
        help="Of the page: portrait, landscape, or auto for the larger cells.",
    ),
    click.option("--scale", metavar="S", help="Size of the sheets, such as 0.9 or 120%."),
    click.option(
        "--fit-box", metavar="WxH", help="Sheets as large as fit into a box, such as 100x70 mm."
    ),
    click.option("--margin", metavar="MM", help="White edge of the page.  [default: 7.5]"),
    click.option("--gutter", metavar="MM", help="Space between sheets.  [default: two bleeds]"),
    click.option("--bleed", metavar="MM", help="For print shops: a bleed box around the sheets."),
    click.option(
        "--cut", metavar="HOW", help="Where to cut: marks, lines or none.  [default: none]"
    ),
    click.option("--crop-marks", is_flag=True, help="The same as --cut marks."),
    click.option(
        "--order",
        default="page",
        show_default=True,
        metavar="HOW",
        help="Sheets in order along each page, or in the cut pile (stack).",
    ),
    click.option("--duplex", metavar="A,B", help="Two-sided: variant A, with B on the backs."),
    click.option(
        "--flip",
        default="long",
        show_default=True,
        metavar="EDGE",
        help="Edge about which the printer turns the paper over: long or short.",
    ),
)


def page_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add all of them to a command."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def page_wishes(
    *,
    paper: str,
    per_page: str,
    orientation: str,
    scale: str | None,
    fit_box: str | None,
    margin: str | None,
    gutter: str | None,
    bleed: str | None,
    cut: str | None,
    crop_marks: bool,
    order: str,
) -> PageWishes:
    """The options as wishes. Raises UsageError for what cannot be read or contradicts itself."""
    from sheetgen.render.paper import MARGIN, PageWishes

    if crop_marks and cut not in (None, "marks"):
        raise _error(f"--crop-marks and --cut {cut} contradict each other", "give one of the two")
    return PageWishes(
        paper=paper,
        per_page=_count(per_page),
        orientation=orientation,
        scale=None if scale is None else _scale(scale),
        fit_box=None if fit_box is None else _box(fit_box),
        margin=MARGIN if margin is None else _length("--margin", margin),
        gutter=None if gutter is None else _length("--gutter", gutter),
        bleed=0.0 if bleed is None else _length("--bleed", bleed),
        cut="marks" if crop_marks else cut or "none",
        order=order,
    )


def duplex_variants(names: tuple[str, ...], duplex: str | None) -> tuple[str, ...]:
    """The names of the variants to print, of a front and a back if ``duplex`` names them."""
    if duplex is None:
        if not names:
            raise _error("no variant to print", "see 'sheetgen list'")
        return names
    if names:
        raise _error(
            f"--duplex {duplex} names the variants, so {names[0]} is one too many",
            "name the front and the back in --duplex only",
        )
    sides = tuple(name.strip() for name in duplex.split(","))
    if len(sides) != 2 or not all(sides):
        raise _error(
            f"--duplex {duplex} does not name two variants",
            "give front and back with a comma between, such as gemixxt-a,gemixxt-b",
        )
    return sides


def _count(text: str) -> int | None:
    from sheetgen.render.paper import MAX_PER_PAGE

    if text == "auto":
        return None
    if not text.isdecimal():
        raise _error(f"--per-page {text} is not a number", f"give 1 to {MAX_PER_PAGE}, or auto")
    return int(text)


def _scale(text: str) -> float:
    match = _SCALE.match(text.strip())
    if not match:
        raise _error(f"--scale {text} is not a size", "give a factor such as 0.9, or 90%")
    return float(match[1]) / (100 if match[2] else 1)


def _box(text: str) -> tuple[float, float]:
    from sheetgen.render.paper import size_of

    size = size_of(text)
    if size is None:
        raise _error(f"--fit-box {text} is not a size", "give width and height, such as 100x70")
    return size


def _length(option: str, text: str) -> float:
    match = _LENGTH.match(text.strip())
    if not match:
        raise _error(f"{option} {text} is not a length", "give millimetres, such as 5 or 7.5")
    return float(match[1])


def _error(message: str, hint: str) -> UsageError:
    from sheetgen.errors import UsageError

    return UsageError(message, hint)
