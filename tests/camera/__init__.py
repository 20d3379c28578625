"""Camera simulator: fills printed sheets with pen marks and photographs them.

In: clean rasters of blank sheets with their cell boxes in mm (`paper`). Out: photos as JPEG bytes
with the truth beside them (`camera.Photo`, `paper.FilledSheet`). The package knows nothing of the
program that it tests: it imports numpy, cv2 and Pillow only.
"""

from .camera import Photo, photograph
from .hands import Hand, random_hand
from .ink import Pen, random_pen
from .paper import BlankSheet, CellBox, Drawn, FilledSheet
from .players import fill_sheet, random_marks

__all__ = [
    "BlankSheet",
    "CellBox",
    "Drawn",
    "FilledSheet",
    "Hand",
    "Pen",
    "Photo",
    "fill_sheet",
    "photograph",
    "random_hand",
    "random_marks",
    "random_pen",
]
