"""Options and arguments that several commands share. Imports only click at its top."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from sheetgen.sheet import Sheet
    from sheetgen.variant import Variant
    from sheetgen.wishes import Wishes

RULES = ("standard", "card-game")
"""As in ``sheetgen.rules``, which the help must not import; a test compares them."""

GAMES = ("code", "photo", "all")
"""As in ``sheetgen.checking``, which the help must not import; a test compares them."""

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

LANGUAGES = ("en", "de", "fr", "es", "it", "nl")
"""As in ``sheetgen.layout.theme``, which the help must not import; a test compares them."""

PALETTES = ("standard", "clear", "grey", "outline", "large")
"""As in ``sheetgen/layout/palettes.toml``, in its order."""

_CODE = re.compile(r"[0-9A-Z]{6}([- ]?[0-9A-Z]{6}){2}[- ]?[0-9A-Z]{0,4}|[0-9A-Z]{4,7}(-[0-9A-Z]+)+")


def seed_option(help: str) -> Decorator:
    return click.option("--seed", type=int, metavar="N", help=help)


def layout_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Whether the layout is drawn or official, and which official one."""
    options = (
        click.option("--shuffle", is_flag=True, help="Draw the layout; --seed implies it."),
        click.option("--official", is_flag=True, help="The official layout, also with --seed."),
        click.option(
            "--sheet", "official_sheet", metavar="A", help="One of several official sheets."
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def palette_option() -> Decorator:
    return click.option(
        "--palette",
        default="standard",
        show_default=True,
        metavar="NAME",
        help=f"Colours: {', '.join(PALETTES)}.",
    )


def language_option() -> Decorator:
    return click.option(
        "--language",
        metavar="CODE",
        default=locale_language,
        help=f"Words on the sheet: {', '.join(LANGUAGES)}.  [default: that of your system]",
    )


def output_option(help: str) -> Decorator:
    return click.option("-o", "--output", metavar="FILE", help=help)


def force_option() -> Decorator:
    return click.option("--force", is_flag=True, help="Replace existing files.")


def template_option() -> Decorator:
    return click.option(
        "--template",
        "templates",
        multiple=True,
        metavar="FILE",
        help="Own template that a sheet code may refer to (repeatable).",
    )


def game_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """By which rules games are judged, and what the sheets do not show."""
    for option in (
        click.option(
            "--board-ended/--board-not-ended",
            default=None,
            help="Whether a figure reached the end of the board.",
        ),
        click.option(
            "--board-points", type=int, metavar="N", help="The number in the sheet's round box."
        ),
        click.option(
            "--rules",
            type=click.Choice(RULES),
            default="standard",
            show_default=True,
            help="card-game: a row is closed for its player alone.",
        ),
    ):
        command = option(command)
    return command


def how_option() -> Decorator:
    return click.option(
        "--how", is_flag=True, help="Tell an order of play that leads to each sheet."
    )


def locale_language() -> str:
    """The language of the user's locale, or English if the sheets do not speak it."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable)
        if value:
            break
    else:
        import locale

        value = locale.getlocale()[0] or ""
    code = value[:2].lower()
    return code if code in LANGUAGES and not value[2:3].isalpha() else "en"


def lucky_numbers(text: str | None) -> tuple[int, ...]:
    """``5,10`` as numbers. Raises UsageError."""
    from sheetgen.errors import UsageError

    try:
        return tuple(int(part) for part in text.split(",")) if text is not None else ()
    except ValueError:
        raise UsageError(
            f"--lucky {text} is not a pair of numbers",
            "give two numbers with a comma between, such as 5,10",
        ) from None


def with_sheet(command: Callable[..., Any]) -> Callable[..., Any]:
    """For commands about one sheet: which one it is. The command gets it as ``made``."""

    @wraps(command)
    def with_made_sheet(
        sheet: str,
        templates: tuple[str, ...],
        seed: int | None,
        shuffle: bool,
        official: bool,
        official_sheet: str | None,
        palette: str,
        language: str,
        **others: Any,
    ) -> Any:
        made = sheet_from(
            sheet,
            templates=templates,
            seed=seed,
            shuffle=shuffle,
            official=official,
            official_sheet=official_sheet,
            palette=palette,
            language=language,
        )
        return command(made=made, **others)

    decorated: Callable[..., Any] = with_made_sheet
    for decorator in (
        template_option(),
        language_option(),
        palette_option(),
        layout_options,
        seed_option("Seed of the draws of a variant.  [default: 0]"),
        click.argument("sheet", metavar="VARIANT|CODE"),
    ):
        decorated = decorator(decorated)
    return decorated


def load_templates(paths: tuple[str, ...]) -> tuple[Variant, ...]:
    """Own templates that sheet codes may refer to. Raises TemplateError."""
    from pathlib import Path

    from sheetgen.catalog import load_own
    from sheetgen.rules import refuse_unknown_rules

    own = tuple(load_own(Path(path)) for path in paths)
    for variant in own:
        refuse_unknown_rules(variant)
    return own


def sheet_from(
    text: str,
    *,
    templates: tuple[str, ...],
    seed: int | None,
    shuffle: bool,
    official: bool,
    official_sheet: str | None,
    palette: str,
    language: str,
    drawn: bool = True,
) -> Sheet:
    """The sheet of a sheet code, or the first sheet of a variant with a seed (0 if none).

    ``drawn``: palette and language are those of the sheet, not of what is said
    about it. Raises TemplateError, SheetNotFoundError and UsageError.
    """
    from sheetgen.catalog import bundled, find_variant
    from sheetgen.dealing import code_for
    from sheetgen.layout.theme import language_index, palette_named
    from sheetgen.printing import check_seed
    from sheetgen.rules import refuse_unknown_rules
    from sheetgen.sheet import make_sheet, sheet_of
    from sheetgen.sheetcode import parse_sheet_code
    from sheetgen.wishes import Wishes, check_wishes, choice_of, dealing_of

    wishes = Wishes(shuffle, official, seed is not None, sheet=official_sheet)
    if text not in bundled() and _CODE.fullmatch(text.upper()) and text != text.lower():
        _refuse_wishes(wishes)
        made = sheet_of(parse_sheet_code(text), load_templates(templates))
        if drawn:
            _refuse_other_looks(made, palette_named(palette).index, language_index(language))
        return made
    variant = find_variant(text)
    refuse_unknown_rules(variant)
    check_wishes(wishes, [variant])
    code = code_for(
        variant,
        seed=check_seed(seed or 0),
        dealing=dealing_of(variant, wishes),
        choice=choice_of(variant, wishes),
        palette=palette_named(palette).index,
        language=language_index(language),
    )
    return make_sheet(variant, code)


def _refuse_other_looks(sheet: Sheet, palette: int, language: int) -> None:
    """A sheet code tells colours and words, too. Raises UsageError if others were asked for."""
    from sheetgen.errors import UsageError

    context = click.get_current_context()
    typed = click.core.ParameterSource.COMMANDLINE
    code = sheet.code
    for name, asked, told in (
        ("palette", palette, code.palette),
        ("language", language, code.language),
    ):
        if context.get_parameter_source(name) is typed and asked != told:
            raise UsageError(
                f"--{name} with a sheet code, which tells another one",
                "leave it out, or name the variant in place of the code",
            )


def _refuse_wishes(wishes: Wishes) -> None:
    """A sheet code tells the whole sheet: an option beside it would be idle. Raises UsageError."""
    from sheetgen.errors import UsageError

    given = {
        "--seed": wishes.seeded,
        "--shuffle": wishes.shuffle,
        "--official": wishes.official,
        "--sheet": wishes.sheet is not None,
    }
    idle = " and ".join(option for option, is_given in given.items() if is_given)
    if idle:
        raise UsageError("a sheet code already tells which sheet it is", f"leave out {idle}")
