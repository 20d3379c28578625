"""The sheet as evidence: a doubtful cell beside all other marks of the same pen and hand.

A faint cross among faint crosses is a cross; alone among dark ones it is what an eraser left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sheetgen.vision.nets import MARKS, NetAnswer

Floats = NDArray[np.float32]
_CLEAR = 0.9
"""Marks at least so probable tell of the hand."""
_OF_THE_HAND = ("cross", "dash", "empty")
_WITH_FEATURES = ("cross", "dash")
_COUNTED = ("cancelled", "unsure")
_NEIGHBOURS = (-2, -1, 1, 2)
_NEXT = (-1, 1)
_FEATURE_SCALE = 0.25
_LEAST = 1e-6


@dataclass(frozen=True, slots=True, eq=False)
class SheetLook:
    """What is known of all cells of a sheet."""

    places: Sequence[tuple[str, int]]
    """Row and position of each cell."""
    chances: NDArray[np.float64]
    """Probabilities of the marks so far, (cells, marks)."""
    traits: Floats
    """``ink_traits`` of all cells."""
    features: Floats
    """What the quick net saw in all cells."""


def evidence_of(sheet: SheetLook, doubtful: Sequence[int], fine: NetAnswer) -> Floats:
    """Evidence about the doubtful cells for the sheet net, (doubtful cells, numbers).

    ``fine``: what the fine net says of them. For each: the logarithms of the probabilities so far
    and what else is known of itself; how the clear crosses, dashes and empty cells look elsewhere
    on the sheet and how it differs from them; the marks of its neighbours in the row and the ink of
    the next ones, whose strokes may reach in.
    """
    own = sheet.traits[doubtful]
    logs = np.log(np.maximum(sheet.chances[doubtful], _LEAST))
    seen = sheet.features[doubtful]
    parts = [logs, fine.logits, fine.features * _FEATURE_SCALE, own, seen * _FEATURE_SCALE]
    for mark in _OF_THE_HAND:
        weights = _others(sheet, doubtful, mark)
        total = weights.sum(axis=1, keepdims=True)
        mean = weights @ sheet.traits / np.maximum(total, _LEAST)
        square = weights @ sheet.traits**2 / np.maximum(total, _LEAST)
        spread = np.sqrt(np.maximum(square - mean**2, 0))
        parts += [np.log1p(total), mean, spread, (own - mean) * (total > 0)]
        if mark in _WITH_FEATURES:
            typical = weights @ sheet.features / np.maximum(total, _LEAST)
            parts.append(typical * _FEATURE_SCALE)
    for mark in _COUNTED:
        parts.append(np.log1p(_others(sheet, doubtful, mark).sum(axis=1, keepdims=True)))
    parts += [_neighbours(sheet, doubtful), _ink_beside(sheet, doubtful)]
    return np.concatenate(parts, axis=1).astype(np.float32)


def _others(sheet: SheetLook, doubtful: Sequence[int], mark: str) -> NDArray[np.float64]:
    """For each doubtful cell the other cells that clearly bear a mark, (doubtful, cells)."""
    chance = sheet.chances[:, MARKS.index(mark)]
    weights = np.tile(np.where(chance > _CLEAR, chance, 0.0), (len(doubtful), 1))
    weights[np.arange(len(doubtful)), doubtful] = 0.0
    return weights


def _neighbours(sheet: SheetLook, doubtful: Sequence[int]) -> Floats:
    """Probabilities of the marks two to each side, and whether there is such a cell."""
    there = np.ones((len(sheet.places), 1))
    return _beside(sheet, doubtful, np.concatenate([sheet.chances, there], axis=1), _NEIGHBOURS)


def _ink_beside(sheet: SheetLook, doubtful: Sequence[int]) -> Floats:
    """Traits of the ink in the next cells."""
    return _beside(sheet, doubtful, sheet.traits, _NEXT)


def _beside(
    sheet: SheetLook, doubtful: Sequence[int], known: NDArray[np.floating], steps: Sequence[int]
) -> Floats:
    """What is known of the cells some steps further in the row, (doubtful, steps * numbers).

    ``known``: (cells, numbers). All 0 where there is no such cell.
    """
    at = {place: number for number, place in enumerate(sheet.places)}
    out = np.zeros((len(doubtful), len(steps), known.shape[1]), np.float32)
    for line, cell in zip(out, doubtful, strict=True):
        row, position = sheet.places[cell]
        for numbers, step in zip(line, steps, strict=True):
            other = at.get((row, position + step))
            if other is not None:
                numbers[:] = known[other]
    return out.reshape(len(doubtful), -1)
