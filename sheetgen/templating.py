"""Conductor of work on own templates: a file in, every problem, hint and a summary out.

After the checks of ``schema`` come those that need the rest of the program: are the rules known,
can the draws be satisfied, does the sheet fit its frame.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from time import monotonic
from typing import Any

from PIL import ImageFont

from sheetgen.basics import LANGUAGES, Fault, Location, Part, close_match, text_in
from sheetgen.catalog import bundled, is_bundled, template_id, templates_dir
from sheetgen.commented import commented_copy
from sheetgen.dealing import code_for
from sheetgen.drawing import draw_content
from sheetgen.errors import LayoutError, TemplateError, UsageError
from sheetgen.frame import FRAMES, frame_named
from sheetgen.layout import lay_out
from sheetgen.layout.fonts import font_path
from sheetgen.randomness import Stream
from sheetgen.rules.special_rules import SPECIAL_RULES
from sheetgen.rules.strip_rules import STRIP_RULES
from sheetgen.schema import check_template, parse_toml, problem_line, problems_error, read_text
from sheetgen.sheet import Sheet, make_sheet
from sheetgen.sheetcode import DEALINGS
from sheetgen.toml_places import Places
from sheetgen.variant import Variant

_SEEDS = range(6)
_LONGEST_TRIAL = 2.0
"""Seconds after which no further draws are tried."""


@dataclass(frozen=True, slots=True)
class TemplateReport:
    """What a check found; each problem and hint is a line that begins with its place."""

    source: str
    variant: Variant | None
    problems: tuple[str, ...]
    hints: tuple[str, ...] = ()

    @property
    def summary(self) -> str:
        """What the template is, in a line."""
        assert self.variant is not None
        return f"{self.source}: {describe(self.variant)}"


def check_file(path: Path) -> TemplateReport:
    """Check a template file in every respect. What is wrong is data, not an exception."""
    source = str(path)
    try:
        data, places = parse_toml(read_text(path), source)
        variant = check_template(data, source, places, also=_raw_faults(data, path))
        faults = list(_draw_faults(variant))
        faults += _layout_faults(variant, drawn=not faults)
        if faults:
            raise problems_error(faults, source, places)
    except TemplateError as error:
        return TemplateReport(source, None, error.problems)
    return TemplateReport(source, variant, (), tuple(_hint_lines(variant, data, source, places)))


def describe(variant: Variant) -> str:
    """Rows, cells, frame and dealing of a variant, in a line."""
    sheet = make_sheet(variant, code_for(variant, seed=0))
    frame = frame_named(variant.frame)
    rows, cells = len(variant.rows), sum(1 for _ in sheet.cells)
    own = "" if variant.number is not None else f", digest {template_id(variant)}"
    return (
        f"'{variant.name}' has {rows} row{'s' * (rows != 1)}, {cells} cells, frame {frame.name} "
        f"({frame.width:g} x {frame.height:g} mm); {_dealing(variant)}{own}"
    )


def _dealing(variant: Variant) -> str:
    drawn = [key for key, _ in _draws(variant)]
    drawn += ["lucky numbers"] if variant.lucky else []
    if not drawn:
        return "nothing is drawn"
    whom = "for each game" if variant.deal == "same" else "for each player"
    return f"drawn {whom}: {', '.join(drawn)}"


def new_template(name: str, original: str) -> str:
    """The text of a new template, begun from a bundled one. Raises UsageError, TemplateError."""
    if not re.fullmatch(r"[a-z][a-z0-9-]{0,31}", name):
        raise UsageError(
            f"{name!r:.60} is not a name for a variant",
            "use small letters, digits and hyphens, a letter first, such as short-rows",
        )
    if name in bundled():
        raise UsageError(f"'{name}' is the name of a bundled variant", "choose another one")
    if original not in bundled():
        hint = close_match(original, bundled()).removeprefix(", ") or "see 'sheetgen list'"
        raise TemplateError(f"no bundled variant '{original}'", hint)
    text = read_text(templates_dir() / f"{original}.toml")
    return commented_copy(text, original, name)


def _raw_faults(data: dict[str, Any], path: Path) -> list[Fault]:
    """What only the rest of the program knows to be wrong, found before the template is parsed."""
    faults: list[Fault] = []
    if "number" in data and not is_bundled(path):
        faults.append((("number",), "only the templates of sheetgen itself have one; leave it out"))
    for table, known in (("specials", SPECIAL_RULES), ("strips", STRIP_RULES)):
        parts = data.get(table)
        for i, part in enumerate(parts[:100] if isinstance(parts, list) else ()):
            rule = part.get("rule") if isinstance(part, dict) else None
            if isinstance(rule, str) and rule not in known:
                hint = close_match(rule, known) or f"; known are {', '.join(sorted(known))}"
                faults.append(((table, i, "rule"), f"no rule {rule!r:.40} for {table}{hint}"))
    return faults


def _draw_faults(variant: Variant) -> Iterator[Fault]:
    """Each draw tried alone, then all together for several games."""
    if variant.draw is None:
        return
    found = False
    drawn = _draws(variant)
    for key, _ in drawn:
        alone = variant.draw.model_copy(update={name: None for name, _ in drawn if name != key})
        try:
            draw_content(variant.model_copy(update={"draw": alone}), _stream_of(0))
        except TemplateError as error:
            found = True
            yield ("draw", key), _without_name(error, variant)
    if found:
        return
    try:
        for _ in _drawn_sheets(variant):
            pass
    except TemplateError as error:
        match = re.search(r"draw\.(\w+)", error.message)
        yield ("draw", match[1]) if match else ("draw",), _without_name(error, variant)


def _draws(variant: Variant) -> list[tuple[str, Part]]:
    """The draws of a variant by key, without the figures that only describe them."""
    return [(key, value) for key, value in variant.draw or () if isinstance(value, Part)]


def _stream_of(seed: int) -> Callable[..., Stream]:
    return lambda name: Stream(seed, name)


def _without_name(error: TemplateError | LayoutError, variant: Variant) -> str:
    message = error.message.removeprefix(f"{variant.name}: ")
    return f"{message}: {error.hint}" if error.hint else message


def _drawn_sheets(variant: Variant) -> Iterator[Sheet]:
    """Sheets of every dealing, until there are enough or it takes too long."""
    end = monotonic() + _LONGEST_TRIAL
    for seed in _SEEDS:
        for dealing in DEALINGS:
            for players in {2, variant.players}:
                if monotonic() > end and seed:
                    return
                try:
                    code = code_for(variant, seed=seed, players=players, dealing=dealing)
                except UsageError:
                    continue  # too few lucky pairs for so many players
                yield make_sheet(variant, code)


def _layout_faults(variant: Variant, *, drawn: bool) -> Iterator[Fault]:
    """Rows that are too wide, each tried alone, then sheets as a whole, also ``drawn`` ones."""
    told: set[str] = set()
    for i, row in enumerate(variant.rows):
        alone = row.model_copy(update={"between": None, "colour": row.colour or "red"})
        only = {"rows": (alone,), "specials": (), "strips": (), "boxes": (), "pairs": ()}
        single = variant.model_copy(update={**only, "sheets": (), "draw": None})
        message = _misfit(make_sheet(single, code_for(single, seed=0)))
        if message:
            told.add(message)
            yield ("rows", i, "numbers"), message + _frame_that_fits(variant)
    for language in range(len(LANGUAGES)):
        code = code_for(variant, seed=0, language=language)
        message = _misfit(make_sheet(variant, code))
        if message and message not in told:
            told.add(message)
            yield _place_of(variant, message), message + _frame_that_fits(variant)
    if told or not drawn:
        return
    for sheet in _drawn_sheets(variant):
        message = _misfit(sheet)
        if message:
            yield ("draw",), message + _frame_that_fits(variant)
            return


def _misfit(sheet: Sheet) -> str | None:
    try:
        lay_out(sheet)
    except LayoutError as error:
        return error.message
    return None


def _frame_that_fits(variant: Variant) -> str:
    for frame in FRAMES:
        larger = variant.model_copy(update={"frame": frame.name, "draw": None})
        if _misfit(make_sheet(larger, code_for(larger, seed=0))) is None:
            return f"; it fits with frame = '{frame.name}'" if frame.name != variant.frame else ""
    return "; it fits no frame: fewer or shorter rows are needed"


def _place_of(variant: Variant, message: str) -> Location:
    """The table that a message about the layout names by its id."""
    named = set(re.findall(r"'([^']+)'", message))
    for table in ("rows", "strips", "boxes", "specials"):
        for i, part in enumerate(getattr(variant, table)):
            if part.id in named:
                return (table, i)
    return ("rows",)


def _hint_lines(
    variant: Variant, data: dict[str, Any], source: str, places: Places
) -> Iterator[str]:
    hints = (*_language_hints(variant, data), *_glyph_hints(variant), *_dice_hints(variant))
    for location, text in hints:
        line, column = places.position(location)
        yield problem_line((location, f"hint: {text}"), f"{source}:{line}:{column}")
    if variant.name in bundled() and variant.number is None:
        yield problem_line((("name",), "hint: a bundled variant has this name too"), source, places)


def _language_hints(variant: Variant, data: dict[str, Any]) -> Iterator[Fault]:
    """Texts that stand in for those of other languages."""
    for location, text in _texts(variant):
        raw: Any = data
        for part in location:
            raw = raw[part]
        lacking = [language for language in LANGUAGES if language not in text]
        if not lacking or (location == ("title",) and isinstance(raw, str)):
            continue
        shown = text_in(text, lacking[0])
        yield location, f"{', '.join(lacking)} missing; {shown!r:.60} stands in"


def _glyph_hints(variant: Variant) -> Iterator[Fault]:
    """Characters that would be printed as empty boxes."""
    for location, text in _texts(variant):
        if location != ("summary",):
            lacking = unprintable("".join(text.values()))
            if lacking:
                yield location, f"the typeface lacks {' '.join(map(ascii, lacking))}"


@cache
def _printable(character: str) -> bool:
    face = ImageFont.truetype(str(font_path("bold")), 40)
    return bytes(face.getmask(character)) != bytes(face.getmask("\uffff"))


def unprintable(text: str) -> list[str]:
    """The characters of a text that the sheet's typeface does not have."""
    return [char for char in dict.fromkeys(text) if not char.isspace() and not _printable(char)]


def _texts(variant: Variant) -> Iterator[tuple[Location, dict[Any, str]]]:
    yield ("title",), variant.title
    yield ("summary",), variant.summary
    for table in ("specials", "strips", "boxes"):
        for i, part in enumerate(getattr(variant, table)):
            yield (table, i, "text"), part.text


def _dice_hints(variant: Variant) -> Iterator[Fault]:
    """Numbers that the white dice never show."""
    white, sides = variant.dice.white, variant.dice.sides
    for i, row in enumerate(variant.rows):
        never = [n for n in row.numbers if not white <= n <= white * sides]
        if never:
            listed = ", ".join(map(str, never[:6])) + (", …" if len(never) > 6 else "")
            text = f"{white} white dice of {sides} sides never show {listed}"
            yield ("rows", i, "numbers"), text
