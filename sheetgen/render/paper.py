"""Papers, and what the user wishes of pages. Millimetres."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sheetgen.errors import UsageError

PAPERS = {
    "a3": (297.0, 420.0),
    "a4": (210.0, 297.0),
    "a5": (148.0, 210.0),
    "a6": (105.0, 148.0),
    "letter": (215.9, 279.4),
    "legal": (215.9, 355.6),
}
MARGIN = 7.5
"""Home printers print up to 4-5 mm from the edge; crop marks need the rest."""

MAX_PER_PAGE = 100
ORIENTATIONS = ("auto", "portrait", "landscape")
CUTS = ("none", "marks", "lines")
ORDERS = ("page", "stack")
MARK_GAP, MARK_LENGTH = 1.0, 2.5
"""Crop marks keep this distance from the sheets, and outside the bleed."""

SCALES = (0.1, 10.0)
_SIZE = re.compile(r"^(\d{2,4}(?:\.\d+)?)x(\d{2,4}(?:\.\d+)?) ?(?:mm)?$")


@dataclass(frozen=True, slots=True)
class PageWishes:
    """How sheets are put on paper; None leaves the choice to the program."""

    paper: str = "a4"
    per_page: int | None = None
    orientation: str = "auto"
    """One of ``ORIENTATIONS``."""
    scale: float | None = None
    """1 = full size."""
    fit_box: tuple[float, float] | None = None
    """A box that the sheets shall fit into, lying flat."""
    margin: float = MARGIN
    gutter: float | None = None
    """Space between sheets; as much as both bleeds take if not given."""
    bleed: float = 0.0
    cut: str = "none"
    """One of ``CUTS``."""
    order: str = "page"
    """One of ``ORDERS``: sheets count on along the page, or down the pile once it is cut."""

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the paper. Raises UsageError."""
        return paper_size(self.paper)

    @property
    def space(self) -> float:
        """Between neighbouring sheets."""
        return 2 * self.bleed if self.gutter is None else self.gutter

    @property
    def mark_gap(self) -> float:
        return max(MARK_GAP, self.bleed)


def paper_size(name: str) -> tuple[float, float]:
    """Width and height in mm of a paper by name, or of a size such as '200x100'."""
    key = name.strip().lower()
    size = PAPERS.get(key) or size_of(key)
    if size:
        return size
    raise UsageError(
        f"no paper '{name}'", f"choose one of {', '.join(PAPERS)} or give a size such as 200x100mm"
    )


def size_of(text: str) -> tuple[float, float] | None:
    """``200x100mm`` as width and height; None if it is no size."""
    match = _SIZE.match(text.strip().lower())
    return (float(match[1]), float(match[2])) if match else None


def check_page_wishes(wishes: PageWishes) -> None:
    """Raise UsageError for what is impossible on any sheet, or contradicts itself."""
    _check_choices(wishes)
    for name in ("margin", "gutter", "bleed"):
        length = getattr(wishes, name)
        if length is not None and not 0 <= length <= 100:
            raise UsageError(f"--{name} {length:g} is not possible", "give 0 to 100 mm")
    if wishes.scale is not None and wishes.fit_box is not None:
        raise UsageError("--scale and --fit-box both set the size", "give one of the two")
    if wishes.scale is not None and not SCALES[0] <= wishes.scale <= SCALES[1]:
        raise UsageError(
            f"a scale of {wishes.scale:.0%} is not possible",
            f"give {SCALES[0]:.0%} to {SCALES[1]:.0%}",
        )
    if wishes.gutter is not None and wishes.gutter < 2 * wishes.bleed:
        raise UsageError(
            f"a gutter of {wishes.gutter:g} mm is too narrow for the bleed of two sheets",
            f"give --gutter {2 * wishes.bleed:g} or more, or leave it out",
        )
    _check_margin(wishes)


def _check_choices(wishes: PageWishes) -> None:
    count = wishes.per_page
    if count is not None and not 1 <= count <= MAX_PER_PAGE:
        raise UsageError(
            f"{count} sheets per page are not possible", f"give 1 to {MAX_PER_PAGE}, or auto"
        )
    for option, value, allowed in (
        ("--orientation", wishes.orientation, ORIENTATIONS),
        ("--cut", wishes.cut, CUTS),
        ("--order", wishes.order, ORDERS),
    ):
        if value not in allowed:
            raise UsageError(f"{option} {value} is not possible", f"give {', '.join(allowed)}")


def _check_margin(wishes: PageWishes) -> None:
    width, height = wishes.size
    if min(width, height) <= 2 * wishes.margin + 10:
        raise UsageError(
            f"paper {width:g} x {height:g} mm leaves no room inside margins of "
            f"{wishes.margin:g} mm",
            "use larger paper or a smaller margin",
        )
    needed, what = wishes.bleed, f"a bleed of {wishes.bleed:g} mm"
    remedy = "leave out the bleed"
    if wishes.cut == "marks":
        needed, what = wishes.mark_gap + MARK_LENGTH, "crop marks"
        remedy = "use --cut lines"
    if wishes.margin < needed:
        raise UsageError(
            f"a margin of {wishes.margin:g} mm has no room for {what}",
            f"give --margin {needed:g} or more, or {remedy}",
        )
