"""How the colours of a print came out: grey from a monochrome printer, pale, or of another hue.

In: cells as they are seen and as they should have been printed. Out: a matrix that turns the
colours of the template into those on the paper, and the crops' channels of the blank print by it.
So what the printer did is not taken for ink, nor ink for print: blue on a digit is a mark where all
else on the sheet came out grey.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

_STEP = 2
"""Every second pixel is looked at, and two of these each way are taken together, so that blur and
misalignment cancel."""
_ROUNDS = 3
_INK = 0.08
"""What is darker than the print by this, where paper is 1, is ink or shadow and left out."""
_LEAN = 2.0
"""So many blocks of each colour that is absorbed whole speak for a print as it should be: it counts
where the template lacks the colour."""


def absorbed_by(colours: Floats) -> Floats:
    """What blocks of pixels absorb of red, green and blue, (blocks, 3); 0: paper, 1: black.

    ``colours``: relative to paper, (cells, 3, side, side), where side is a multiple of four.
    """
    pixels = colours[..., ::_STEP, ::_STEP]
    flat = pixels[..., ::2, :] + pixels[..., 1::2, :]
    sums = flat[..., ::2] + flat[..., 1::2]
    return np.asarray(1 - sums.transpose(0, 2, 3, 1).reshape(-1, 3) / np.float32(4), np.float32)


def fit_printing(seen: Floats, printed: Floats) -> Floats:
    """The matrix, (3, 3), that turns what the template absorbs into what the paper does.

    ``seen``, ``printed``: as of ``absorbed_by``. Least squares over what bears no ink, which is
    found in a few rounds.
    """
    lean = _LEAN * np.eye(3, dtype=np.float32)
    mean = np.full((3, 1), 1 / 3, np.float32)
    used = np.ones((len(seen), 1), np.float32)
    for _ in range(_ROUNDS):
        known = printed * used
        turned = np.linalg.solve(known.T @ printed + lean, known.T @ seen + lean)
        used = ((seen - printed @ turned) @ mean < _INK).astype(np.float32)
    return np.asarray(turned.T, np.float32)


def as_printed(absorbed: Floats, matrix: Floats) -> Floats:
    """Brightness and darkest colour of the print on the paper, (cells, 2, side, side).

    ``absorbed``: by the template, of red, green and blue, (cells, 3, side, side).
    """
    cells, _, side, _ = absorbed.shape
    red, green, blue = (matrix @ absorbed.reshape(cells, 3, -1)).transpose(1, 0, 2)
    out = np.empty((cells, 2, side * side), np.float32)
    np.add(red, green, out=out[:, 0])
    out[:, 0] += blue
    out[:, 0] /= 3
    np.maximum(red, green, out=out[:, 1])
    np.maximum(out[:, 1], blue, out=out[:, 1])
    np.subtract(1, out, out=out)
    return out.reshape(cells, 2, side, side)
