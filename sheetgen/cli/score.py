"""``sheetgen score``: typed crosses in, the same check as of photos out."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from sheetgen.cli.options import (
    game_options,
    how_option,
    language_option,
    lucky_numbers,
    seed_option,
    sheet_from,
    template_option,
)

if TYPE_CHECKING:
    from sheetgen.auditing import TypedSheet
    from sheetgen.rules import Game
    from sheetgen.sheet import Sheet


@click.command("score", short_help="Check typed crosses, without a photo.")
@click.argument("sheet", metavar="VARIANT|CODE")
@click.argument("crosses", nargs=-1, metavar="[CROSSES|-]...")
@click.option("--file", "path", metavar="FILE", help="Read the crosses from a file.")
@game_options
@click.option("--sheet", "official_sheet", metavar="A", help="One of several official sheets.")
@click.option("--lucky", metavar="A,B", help="Lucky numbers of the sheet, such as 5,10.")
@seed_option("Seed of the draws of a variant.  [default: the official layout]")
@how_option()
@click.option("--strict", is_flag=True, help="Exit with 1 on warnings too.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@template_option()
@language_option()
def command(
    sheet: str,
    crosses: tuple[str, ...],
    path: str | None,
    rules: str,
    board_points: int | None,
    board_ended: bool | None,
    official_sheet: str | None,
    lucky: str | None,
    seed: int | None,
    how: bool,
    strict: bool,
    as_json: bool,
    templates: tuple[str, ...],
    language: str,
) -> int:
    """Check crosses that are typed, such as "red 2 3 6 8; green 11 10 2 lock; misthrows 2".

    Every argument is a sheet, and all of them are one game. In a file, or on standard input (-),
    lines of dashes (--) separate the sheets. Cells may have a mark: "red 5=dash".

    Exit code 0 if all is fine, 1 if there are violations or unsure marks.
    """
    from sheetgen.auditing import audit_typed
    from sheetgen.rules import judge_game

    base = sheet_from(
        sheet,
        templates=templates,
        seed=seed,
        shuffle=False,
        official=False,
        official_sheet=official_sheet,
        palette="standard",
        language=language,
        drawn=False,
    )
    if lucky is not None:
        base = _with_lucky(base, lucky)
    texts = _texts(crosses, path)
    is_code = base.code.text.replace("-", "") == "".join(filter(str.isalnum, sheet.upper()))
    typed = audit_typed(base, texts, board_points, fixed=is_code)
    game = judge_game([one.audit for one in typed], rules=rules, board_ended=board_ended)
    _tell(typed, game, language, as_json=as_json, how=how)
    return 1 if _has_remarks(typed, game, strict) else 0


def _tell(
    typed: tuple[TypedSheet, ...], game: Game, language: str, *, as_json: bool, how: bool
) -> None:
    if as_json:
        import json

        from sheetgen.cli.audit_json import typed_as_data

        data = typed_as_data(typed, [game], language, how=how)
        click.echo(json.dumps(data, indent=1, ensure_ascii=False))
    else:
        from sheetgen.cli.audit_report import print_typed

        print_typed(typed, [game], language, how=how)


def _has_remarks(typed: tuple[TypedSheet, ...], game: Game, strict: bool) -> bool:
    severities = {"error", "warning"} if strict else {"error"}
    found = [violation for one in typed for violation in one.audit.violations]
    found += game.violations
    unsure = any(one.audit.unsure or one.audit.by_the_rules is None for one in typed)
    return unsure or any(violation.severity in severities for violation in found)


def _with_lucky(sheet: Sheet, text: str) -> Sheet:
    """The sheet with other lucky numbers. Raises UsageError."""
    from dataclasses import replace

    from sheetgen.dealing import choose_lucky
    from sheetgen.sheet import make_sheet

    choice = choose_lucky(sheet.variant, lucky_numbers(text))
    return make_sheet(sheet.variant, replace(sheet.code, choice=choice))


def _texts(crosses: tuple[str, ...], path: str | None) -> tuple[str, ...]:
    """The typed sheets: those of a file, of standard input, or one per argument.

    Words without any space are parts of one sheet, as where quotation marks were left out.
    """
    from sheetgen.auditing import split_sheets
    from sheetgen.errors import UsageError

    if path is not None:
        if crosses:
            raise UsageError("crosses and --file", "keep one of them")
        return split_sheets(_read(path))
    if crosses == ("-",):
        return split_sheets(sys.stdin.read())
    if not crosses:
        raise UsageError(
            "no crosses", 'give them, such as "red 2 3 6 8; misthrows 2", or - to read them'
        )
    if len(crosses) > 1 and not any(" " in text.strip() for text in crosses):
        return (" ".join(crosses),)
    return crosses


def _read(path: str) -> str:
    from pathlib import Path

    from sheetgen.errors import UsageError

    try:
        return Path(path).read_text("utf-8")
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}", "name a text file") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is no text in UTF-8", "save it as such") from error
