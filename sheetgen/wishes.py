"""What the user wishes of the draws, checked: a variant's dealing and the choice in its sheet code.

An official layout is printed unless a drawn one is wished for; a wish that no variant can meet, or
that another one contradicts, is an error and never silently dropped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sheetgen.dealing import choose_lucky, choose_sheet, default_dealing
from sheetgen.errors import UsageError
from sheetgen.variant import Variant


@dataclass(frozen=True, slots=True)
class Wishes:
    """The options that say how sheets are drawn and dealt; by default all as the variant says."""

    shuffle: bool = False
    """Draw the layout. A wish for a dealing implies it where there is a draw."""
    official: bool = False
    """Never draw the layout, also if a seed is given."""
    seeded: bool = False
    """The user gave a seed: layouts are drawn where that is possible, or the seed would be idle."""
    dealing: str | None = None
    """``same``, ``different`` or ``independent``."""
    sheet: str | None = None
    """One of several official sheets, for every game."""
    lucky: tuple[int, ...] = ()


def check_wishes(wishes: Wishes, variants: Sequence[Variant]) -> None:
    """Raises UsageError for wishes that contradict each other or that no variant can meet."""
    drawing = f"--{wishes.dealing}" if wishes.dealing else "--shuffle" if wishes.shuffle else ""
    fixed = "--sheet" if wishes.sheet is not None else "--official" if wishes.official else ""
    if wishes.shuffle and fixed:
        raise UsageError(f"{fixed} takes an official layout, --shuffle draws one", "keep one")
    if wishes.dealing and fixed and not any(variant.lucky for variant in variants):
        raise UsageError(f"{fixed} takes an official layout, {drawing} draws some", "keep one")
    names = " and ".join(variant.name for variant in variants)
    if drawing and not any(variant.draw or variant.lucky for variant in variants):
        raise UsageError(f"nothing is drawn in {names}", f"leave out {drawing}")
    if wishes.shuffle and not any(variant.draw for variant in variants):
        raise UsageError(f"the layout of {names} is never drawn", "leave out --shuffle")
    if wishes.lucky and not any(variant.lucky for variant in variants):
        choose_lucky(variants[0], wishes.lucky)
    drawn = wishes.dealing not in (None, "same")
    if wishes.lucky and drawn and not any(variant.draw for variant in variants):
        raise UsageError(
            f"--lucky sets the numbers of all sheets, {drawing} draws some", "keep one"
        )
    if wishes.sheet is not None and not any(variant.sheets for variant in variants):
        choose_sheet(variants[0], wishes.sheet)


def dealing_of(variant: Variant, wishes: Wishes) -> str:
    """The dealing of a variant's sheets, one of ``DEALINGS``."""
    if variant.draw is None:
        return (wishes.dealing if variant.lucky else None) or variant.deal
    if wishes.official or (wishes.sheet is not None and variant.sheets):
        return "official"
    return wishes.dealing or default_dealing(variant, shuffle=wishes.shuffle or wishes.seeded)


def choice_of(variant: Variant, wishes: Wishes) -> int:
    """The ``choice`` in the sheet code: chosen lucky numbers, or the chosen official sheet."""
    if variant.lucky and wishes.lucky:
        return choose_lucky(variant, wishes.lucky)
    if variant.sheets and wishes.sheet is not None:
        return choose_sheet(variant, wishes.sheet)
    return 0
