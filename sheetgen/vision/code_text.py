"""Read the sheet code as the text that is printed above the rows, by Tesseract."""

from __future__ import annotations

import re

import numpy as np

from sheetgen.sheetcode import ALPHABET, SheetCode
from sheetgen.vision.code_search import checked_code
from sheetgen.vision.photo import Pixels
from sheetgen.vision.rectify import rectify
from sheetgen.vision.registration import Registration

_TEXT_PX_PER_MM = 14.0
_LOOKALIKES = str.maketrans({"O": "Q", "0": "Q", "G": "6", "V": "U", "S": "5", "Z": "7", "B": "8"})


def read_code_text(grey: Pixels, registration: Registration) -> SheetCode | None:
    """The code as text, by one call of Tesseract. None if it is not installed or reads nonsense."""
    import pytesseract

    box = registration.frame.code_text_box.inset(-1.5, -0.6)
    line = rectify(grey, registration.matrix, box, _TEXT_PX_PER_MM)
    low, high = np.percentile(line, (1, 99))
    line = ((line - low) * (255 / max(high - low, 1))).clip(0, 255).astype(np.uint8)
    line = np.pad(line, 20, mode="edge")
    config = f"--psm 7 -c tessedit_char_whitelist={ALPHABET}-"
    try:
        text = pytesseract.image_to_string(line, config=config)
    except (pytesseract.TesseractNotFoundError, pytesseract.TesseractError, OSError):
        return None
    plain = re.sub(r"[^A-Z0-9]", "", text.upper().translate(_LOOKALIKES))
    return checked_code(plain)
