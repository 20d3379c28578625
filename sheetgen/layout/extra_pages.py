"""What people ask for besides plain sheets: words on them beforehand, and further pages.

``Extras`` are the wishes; ``dressed`` changes a sheet's layout, ``pages`` draws the further pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sheetgen.errors import UsageError
from sheetgen.geometry import Affine
from sheetgen.layout.blank import without_numbers
from sheetgen.layout.dice import lay_out_dice
from sheetgen.layout.inscription import LONGEST, Inscription, inscribed
from sheetgen.layout.model import Element, Layout
from sheetgen.layout.page_head import HEIGHT, WIDTH
from sheetgen.layout.placing import placed
from sheetgen.layout.rulepage import lay_out_rules
from sheetgen.layout.scorelog import MAX_PLAYERS as MAX_LOGGED
from sheetgen.layout.scorelog import lay_out_score_log
from sheetgen.layout.theme import LANGUAGES, palettes, words_of
from sheetgen.rulebook import rule_page
from sheetgen.sheet import Sheet

MAX_GAME = 99_999


@dataclass(frozen=True, slots=True)
class Extras:
    names: tuple[str, ...] = ()
    """One for each seat of a game."""
    date: str = ""
    game: int | None = None
    """Number of the first game."""
    blank: bool = False
    """Cells without numbers, to write one's own into."""
    rules: bool = False
    dice: bool = False
    score_log: bool = False

    @property
    def has_pages(self) -> bool:
        return self.rules or self.dice or self.score_log


@dataclass(frozen=True, slots=True)
class ExtraPage:
    title: str
    """For the bookmark."""
    elements: tuple[Element, ...]


def check_extras(extras: Extras, players: int | None) -> None:
    """Raises UsageError for names that fit no game, and texts that are too long."""
    if extras.names and players not in (None, len(extras.names)):
        raise UsageError(
            f"{len(extras.names)} names for a game of {players} players",
            "give a name for each player, or leave out --players",
        )
    for text in (*extras.names, extras.date):
        if len(text) > LONGEST or not text.isprintable():
            raise UsageError(f"{text[:LONGEST]!r} does not fit on its line", "shorten it")
    if extras.game is not None and not 0 < extras.game <= MAX_GAME:
        raise UsageError(f"game {extras.game} is not possible", f"give 1 to {MAX_GAME}")
    if extras.score_log and (players or len(extras.names)) > MAX_LOGGED:
        raise UsageError(
            f"the score log has room for {MAX_LOGGED} players", "print it for fewer players"
        )


def dressed(layout: Layout, extras: Extras) -> Layout:
    """A sheet with its player's name, the date and the number of its game; or without numbers."""
    code = layout.sheet.code
    name = extras.names[code.seat] if extras.names else ""
    game = None if extras.game is None else extras.game + code.game
    made = inscribed(layout, Inscription(name, extras.date, game))
    return without_numbers(made) if extras.blank else made


def pages(
    extras: Extras, sheets: Sequence[Sheet], width: float, height: float
) -> Iterator[ExtraPage]:
    """Rules of each sheet's variant, dice, score log, on upright pages of a size in mm.

    Raises LayoutError if rules do not fit, UsageError for dice that are not made of paper.
    """
    scale = min(width / WIDTH, height / HEIGHT)
    where = Affine.placing((width - WIDTH * scale) / 2, (height - HEIGHT * scale) / 2, scale)
    for title, elements in _drawn(extras, sheets):
        yield ExtraPage(title, tuple(placed(elements, where)))


def _drawn(extras: Extras, sheets: Sequence[Sheet]) -> Iterator[tuple[str, list[Element]]]:
    """Bookmark and elements of each page, in mm of A4."""
    code = sheets[0].code
    palette, language = palettes()[code.palette], LANGUAGES[code.language]
    words = words_of("pages", language)
    if extras.rules:
        for sheet in sheets:
            yield rule_page(sheet.variant, language).title, lay_out_rules(sheet)
    if extras.dice:
        for variant in {sheet.variant.dice: sheet.variant for sheet in sheets}.values():
            for elements in lay_out_dice(variant, palette, language):
                yield words["dice"], elements
    if extras.score_log:
        yield (
            words["score-log"],
            lay_out_score_log(palette, language, code.players + 1, extras.names),
        )
