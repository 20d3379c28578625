"""A sheet without its numbers, to scribble one's own into. Nobody reads it back from a photo."""

from __future__ import annotations

from dataclasses import replace

from sheetgen.layout.model import Element, Layout, Text

_LEFT_OUT = ("code", "code-text", "fiducials", "title", "lucky", "lucky-label", "convention")
_EMPTIED = ("cell/", "link/")


def without_numbers(layout: Layout) -> Layout:
    """The sheet with empty cells and without code, fiducials and title.

    Without them the reader says that there is no sheet, instead of judging by numbers that the
    player did not write.
    """
    return replace(
        layout,
        elements=tuple(_emptied(e) for e in layout.elements if e.key not in _LEFT_OUT),
    )


def _emptied(element: Element) -> Element:
    if not element.key.startswith(_EMPTIED):
        return element
    kept = tuple(item for item in element.primitives if not isinstance(item, Text))
    return Element(element.key, kept)
