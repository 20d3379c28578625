"""What a layout consists of. All lengths in millimetres from the sheet's top left corner, y down.

Three primitives carry the whole artwork: ``Path``, ``Text`` and ``Bits``. They are grouped into
elements (a cell, a band, a legend) which are compared as wholes: elements that all sheets of a
print run share are drawn once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sheetgen.frame import Frame
from sheetgen.geometry import Rect
from sheetgen.sheet import Cell, Sheet

Segment = tuple[str, *tuple[float, ...]]
"""("M", x, y), ("L", x, y), ("C", x1, y1, x2, y2, x, y) or ("Z",), as in SVG."""

Anchor = Literal["start", "middle", "end"]
Font = Literal["regular", "bold"]


@dataclass(frozen=True, slots=True)
class Paint:
    """Colours as '#rrggbb'; None is not painted. ``width`` of the stroke in mm."""

    fill: str | None = None
    stroke: str | None = None
    width: float = 0.25
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Path:
    segments: tuple[Segment, ...]
    paint: Paint


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text; ``y`` is the baseline, ``size`` the font size in mm."""

    x: float
    y: float
    string: str
    size: float
    colour: str
    font: Font = "bold"
    anchor: Anchor = "middle"


@dataclass(frozen=True, slots=True)
class Bits:
    """A square black-and-white pattern (fiducial or 2-D code); '1' is black, rows from the top."""

    box: Rect
    rows: tuple[str, ...]


Primitive = Path | Text | Bits


@dataclass(frozen=True, slots=True)
class Element:
    key: str
    primitives: tuple[Primitive, ...]


@dataclass(frozen=True, slots=True)
class MarkBox:
    """Where a cross goes. ``shape`` tells the outline inside ``box``."""

    cell: Cell
    box: Rect
    shape: Literal["box", "round"] = "box"


@dataclass(frozen=True, slots=True)
class WriteBox:
    """Where a player writes a number or a word."""

    id: str
    box: Rect


@dataclass(frozen=True, slots=True)
class Layout:
    sheet: Sheet
    frame: Frame
    mark_boxes: tuple[MarkBox, ...]
    write_boxes: tuple[WriteBox, ...]
    elements: tuple[Element, ...]
    """In drawing order; only bands and panels lie below other elements, and they come first."""

    @property
    def smallest_cell(self) -> tuple[float, float]:
        """Least width and least height of the number cells, in mm at full size."""
        boxes = [mark.box for mark in self.mark_boxes if mark.cell.kind == "number"]
        return min(box.width for box in boxes), min(box.height for box in boxes)
