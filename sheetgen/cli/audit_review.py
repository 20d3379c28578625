"""Ask about doubtful cells on a terminal: each is shown as a small picture."""

from __future__ import annotations

import click
from rich.console import Console
from rich.style import Style
from rich.text import Text

from sheetgen.checking import (
    CheckedPhoto,
    CheckedSheet,
    corrected_by_hand,
    doubtful_cells,
    picture_of,
)
from sheetgen.cli.audit_report import cell_names
from sheetgen.reading import CellReading
from sheetgen.vision.photo import Photo, Pixels

_ANSWERS = {"x": "cross", "-": "dash", "e": "empty", "c": "cancelled", "s": "unsure"}
_KEYS = "x cross · - dash · e empty · c cancelled · s skip"
_COLUMNS = 36
_UPPER_HALF = "▀"


def review(photo: CheckedPhoto, language: str) -> CheckedPhoto:
    """The photo with the user's answers for its doubtful cells, audited again."""
    if photo.reading is None or not any(sheet.audit.unsure for sheet in photo.sheets):
        return photo
    console = Console(highlight=False)
    answers = [
        _asked(console, photo, sheet, photo.reading.photo, language) for sheet in photo.sheets
    ]
    return corrected_by_hand(photo, answers)


def _asked(
    console: Console, photo: CheckedPhoto, sheet: CheckedSheet, taken: Photo, language: str
) -> dict[str, str]:
    """The marks of a sheet; cells that change the total come first."""
    marks = dict(sheet.marks)
    audit = sheet.audit
    doubtful = doubtful_cells(audit)
    cells = {c.cell.id: c for c in sheet.reading.cells} if sheet.reading else {}
    for number, cell in enumerate(doubtful, 1):
        where = f"{photo.name} · {audit.sheet.code.text} · {number} of {len(doubtful)}"
        console.print(Text(where, "dim"))
        console.print(as_text(picture_of(taken, cells[cell].quad, _COLUMNS)))
        marks[cell] = _ask(cell_names(audit, [cell], language)[0], cells[cell])
    return marks


def _ask(name: str, cell: CellReading) -> str:
    seen = cell.reading
    guess = "unclear" if seen.guess == "unsure" else f"{seen.guess}? {seen.confidence:.0%}"
    question = f"{name} ({guess})  {_KEYS}"
    answer: str = click.prompt(
        click.style(question, bold=True),
        type=click.Choice(list(_ANSWERS)),
        show_choices=False,
        prompt_suffix=": ",
    )
    return _ANSWERS[answer]


def as_text(picture: Pixels) -> Text:
    """A picture in half blocks: two pixels above each other per character."""
    text = Text()
    height = picture.shape[0] // 2 * 2
    for y in range(0, height, 2):
        for above, below in zip(picture[y], picture[y + 1], strict=True):
            colours = ("#" + "".join(f"{int(v):02x}" for v in pixel) for pixel in (above, below))
            text.append(_UPPER_HALF, Style(color=next(colours), bgcolor=next(colours)))
        text.append("\n")
    return text
