"""From a sheet to its layout in millimetres: where every box, line and word is."""

from sheetgen.layout.engine import lay_out
from sheetgen.layout.model import Bits, Element, Layout, MarkBox, Paint, Path, Text, WriteBox

__all__ = ["Bits", "Element", "Layout", "MarkBox", "Paint", "Path", "Text", "WriteBox", "lay_out"]
