"""``sheetgen audit``: photos in; a table, JSON and overlays out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from sheetgen.cli.options import force_option, language_option, load_templates, template_option

if TYPE_CHECKING:
    from sheetgen.checking import CheckedPhoto
    from sheetgen.sheetcode import SheetCode


@click.command("audit", short_help="Check completed sheets from photos.")
@click.argument("photos", nargs=-1, required=True, metavar="PHOTO…")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.option("--overlay", metavar="DIR", help="Draw what was read onto the photos, into DIR.")
@click.option("--code", metavar="CODE", help="The sheet code, where the photo's is unreadable.")
@click.option(
    "--set",
    "corrections",
    multiple=True,
    metavar="CELL=MARK",
    help='Correct a cell, such as "red 5=cross" or red/3=empty (repeatable).',
)
@template_option()
@language_option()
@force_option()
def command(
    photos: tuple[str, ...],
    as_json: bool,
    overlay: str | None,
    code: str | None,
    corrections: tuple[str, ...],
    templates: tuple[str, ...],
    language: str,
    force: bool,
) -> int:
    """Check completed sheets: crosses, points, violations, total, winner.

    Exit code 0 if all is fine, 1 if there are violations or unsure marks, 4 if a photo cannot be
    read, 5 if there is no sheet in it or its code is not known; the highest of all photos.
    """
    from sheetgen.checking import check_photo, judge_games
    from sheetgen.cli.audit_json import as_data
    from sheetgen.cli.audit_report import print_report

    given = _given_code(code, photos, corrections)
    own = load_templates(templates)
    checked = [
        check_photo(Path(photo), code=given, own=own, corrections=corrections) for photo in photos
    ]
    games = judge_games(checked)
    if overlay:
        _write_overlays(checked, Path(overlay), language, force)
    if as_json:
        import json

        click.echo(json.dumps(as_data(checked, games, language), indent=1, ensure_ascii=False))
    else:
        print_report(checked, games, language)
    return max(photo.exit_code for photo in checked)


def _given_code(
    code: str | None, photos: tuple[str, ...], corrections: tuple[str, ...]
) -> SheetCode | None:
    from sheetgen.errors import UsageError
    from sheetgen.sheetcode import parse_sheet_code

    for option, used in (("--code", bool(code)), ("--set", bool(corrections))):
        if used and len(photos) > 1:
            raise UsageError(f"{option} with {len(photos)} photos", "give the one photo it is for")
    return parse_sheet_code(code) if code else None


def _write_overlays(checked: list[CheckedPhoto], folder: Path, language: str, force: bool) -> None:
    """One JPEG per photo, named after it; names that would clash get a number."""
    from sheetgen.checking import overlay_of
    from sheetgen.errors import OutputError
    from sheetgen.output import writing

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(
            f"cannot create the folder '{folder}': {error.strerror}", "choose another place"
        ) from error
    used: set[str] = set()
    for photo in checked:
        jpeg = overlay_of(photo, language)
        if jpeg is None:
            continue
        name, number = photo.path.stem, 2
        while name in used:
            name, number = f"{photo.path.stem}-{number}", number + 1
        used.add(name)
        with writing(folder / f"{name}-overlay.jpg", force=force) as stream:
            stream.write(jpeg)
