"""The frames: what the reader knows of a sheet before it knows the variant.

A frame fixes the size of the sheet, the four fiducials and the place of the sheet code, in
millimetres from the top left corner of the trimmed sheet, y down. The ids of the fiducials tell the
frame and the corner: ``4 * index + corner`` with corners in the order top left, top right, bottom
right, bottom left. A released frame is never changed: sheets printed with it are still out there.
"""

from __future__ import annotations

from dataclasses import dataclass

from sheetgen.geometry import Point, Rect

FIDUCIAL_MODULES = 6
"""Modules across a fiducial: 4 x 4 data bits and a black border of one module."""

CODE_MODULES = 18
"""Modules across the Data Matrix symbol of the sheet code."""

CORNER_NAMES = ("upper left", "upper right", "lower right", "lower left")


@dataclass(frozen=True, slots=True)
class Frame:
    name: str
    index: int
    width: float
    height: float
    edge: float = 5.6
    """Distance of the fiducials from the sheet's edges; printers and scanners cut up to 5 mm."""
    fiducial_size: float = 7.2

    @property
    def bounds(self) -> Rect:
        return Rect(0, 0, self.width, self.height)

    @property
    def module(self) -> float:
        """Width of one fiducial module, which is also the least white margin around it."""
        return self.fiducial_size / FIDUCIAL_MODULES

    @property
    def fiducials(self) -> tuple[Rect, Rect, Rect, Rect]:
        """The black squares of the fiducials, corners in the order of ``CORNER_NAMES``."""
        left = top = self.edge
        right = self.width - self.edge - self.fiducial_size
        bottom = self.height - self.edge - self.fiducial_size
        size = self.fiducial_size
        return (
            Rect(left, top, size, size),
            Rect(right, top, size, size),
            Rect(right, bottom, size, size),
            Rect(left, bottom, size, size),
        )

    @property
    def fiducial_ids(self) -> tuple[int, int, int, int]:
        first = 4 * self.index
        return (first, first + 1, first + 2, first + 3)

    @property
    def fiducial_points(self) -> tuple[Point, ...]:
        """The sixteen corners of the fiducials, four per fiducial, clockwise from top left."""
        return tuple(point for box in self.fiducials for point in box.corners)

    @property
    def code_box(self) -> Rect:
        """The 2-D code without its white margin: beside the lower left fiducial."""
        size = 15.3
        x = self.edge + self.fiducial_size + 2.6
        return Rect(x, self.height - self.edge - size, size, size)

    @property
    def code_text_box(self) -> Rect:
        """The sheet code as text: left of the upper right fiducial."""
        right = self.width - self.edge - self.fiducial_size - 2.6
        return Rect(right - 42, self.edge + 4.2, 42, 3.4)


FRAMES = (
    Frame("standard", 0, 194, 94),
    Frame("tall", 1, 194, 141),
    Frame("large", 2, 282, 194),
)
"""Three standard, two tall or (turned) one large sheet fill an A4 page at full size."""


def frame_named(name: str) -> Frame:
    return next(frame for frame in FRAMES if frame.name == name)


def frame_of_fiducial(marker_id: int) -> tuple[Frame, int] | None:
    """The frame and the corner index (0..3) of a fiducial id, or None for a foreign id."""
    index, corner = divmod(marker_id, 4)
    return (FRAMES[index], corner) if 0 <= index < len(FRAMES) else None
