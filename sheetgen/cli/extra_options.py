"""Options of ``print`` for words on the sheets and for further pages. Imports only click."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from sheetgen.layout.extra_pages import Extras

_OPTIONS = (
    click.option("--names", metavar="A,B", help="Names of the players, printed on their sheets."),
    click.option("--date", metavar="DATE", help="Date, printed on the sheets; or 'today'."),
    click.option(
        "--game-number", type=int, metavar="N", help="Number of the first game, on the sheets."
    ),
    click.option("--blank", is_flag=True, help="Cells without numbers, to write your own."),
    click.option(
        "--laminate", is_flag=True, help="One sheet per page, large, for pens that wipe off."
    ),
    click.option("--rules", is_flag=True, help="Also a page with the rules of each variant."),
    click.option("--dice", is_flag=True, help="Also paper dice to cut out and fold."),
    click.option("--score-log", is_flag=True, help="Also a page for the results of many games."),
)
_DATES = {"en": "%d/%m/%Y", "de": "%d.%m.%Y", "fr": "%d/%m/%Y", "es": "%d/%m/%Y",
          "it": "%d/%m/%Y", "nl": "%d-%m-%Y"}  # fmt: skip


def extra_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add all of them to a command."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def refuse_pages(names: tuple[str, ...]) -> None:
    """Raises UsageError for what is printed with a variant, and is none itself."""
    from sheetgen.errors import UsageError

    pages = {"rules", "dice", "score-log", "blank"}
    for name in names:
        if name in pages:
            only = "" if name == "blank" else "-n 0 "
            raise UsageError(
                f"{name} is no variant", f"try: sheetgen print original {only}--{name}"
            )


def take_extras(options: dict[str, Any], language: str) -> Extras:
    """The wishes, taken out of the options of a command; ``laminate`` becomes one per page.

    Raises UsageError for what contradicts itself.
    """
    from sheetgen.layout.extra_pages import Extras

    if options.pop("laminate"):
        _laminate(options)
    names, date = options.pop("names"), options.pop("date") or ""
    return Extras(
        names=_names(names) if names is not None else (),
        date=_today(language) if date.lower() == "today" else date.strip(),
        game=options.pop("game_number"),
        blank=options.pop("blank"),
        rules=options.pop("rules"),
        dice=options.pop("dice"),
        score_log=options.pop("score_log"),
    )


def _laminate(options: dict[str, Any]) -> None:
    from sheetgen.errors import UsageError

    for key in ("scale", "fit_box"):
        if options.get(key) is not None:
            option = "--" + key.replace("_", "-")
            raise UsageError(f"--laminate and {option} both set the size", "give one of the two")
    if options["per_page"] == "auto":
        options["per_page"] = "1"


def _names(text: str) -> tuple[str, ...]:
    from sheetgen.errors import UsageError

    names = tuple(name.strip() for name in text.split(","))
    if not all(names):
        raise UsageError(f"--names {text} lacks a name", "give names such as Anna,Ben")
    return names


def _today(language: str) -> str:
    import datetime

    return datetime.date.today().strftime(_DATES.get(language, "%Y-%m-%d"))
