"""What the sheets of a game demand of each other: closings that somebody else must have made.

A field of the bonus bar is struck unused, or a forced cross lapses, because another player closed
the colour. On one sheet that can always have been so; in a game some other sheet must show it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from sheetgen.rules.audit import Audit
from sheetgen.rules.legality import Legality, stays_possible
from sheetgen.rules.texts import ColourName, Fact, Facts, SomeColour
from sheetgen.rules.violations import Severity, Violation
from sheetgen.sheet import Row

FEWEST_PLAYERS = 2


def colour_of(row: Row) -> str:
    """The colour that closing a row takes out of the game: that of its end."""
    return row.lock.colour if row.lock else row.cells[-1].colour


def is_complete(audits: Sequence[Audit]) -> bool:
    """Whether all sheets of a game are there, as many as its codes say."""
    return len(audits) >= max(FEWEST_PLAYERS, audits[0].sheet.code.players + 1)


def needed_closings(audit: Audit) -> tuple[str, ...]:
    """The colours that other players must have closed for a sheet to be legal."""
    legality = _possible(audit)
    if legality is None:
        return ()
    # What the example does without is not needed.
    return tuple(
        colour
        for colour in dict.fromkeys(legality.closed_by_others)
        if stays_possible(legality, set(_colours(audit)) - {colour}) is False
    )


def unmade_closings(audits: Sequence[Audit]) -> Iterator[Violation]:
    """Sheets that are legal only with closings, or an end of the game, that no other sheet has.

    With sheets missing it is worth knowing, no more: one of those may have it.
    """
    complete = is_complete(audits)
    for i, audit in enumerate(audits):
        legality = _possible(audit)
        if legality is None:
            continue
        others = (*audits[:i], *audits[i + 1 :])
        may_end = not any(other.penalties.full for other in others)
        if stays_possible(legality, _colours(audit), may_end=may_end) is False:
            facts: Facts = (("misthrows", len(audit.sheet.penalties.cells)),)
            yield _violation("ended-by-misthrows-before", audit, facts)
            continue
        shown = {colour for other in others for colour in _may_have_closed(other)}
        if stays_possible(legality, shown, may_end=may_end) is False:
            facts = (("colours", _lacking(audit, legality, shown, may_end=may_end)),)
            if complete:
                yield _violation("closing-on-no-sheet", audit, facts)
            else:
                yield _violation("closing-by-another-player", audit, facts, severity="hint")


def _possible(audit: Audit) -> Legality | None:
    """The verdict on a sheet that is legal by itself."""
    found = audit.legality
    return found if found is not None and found.possible else None


def _colours(audit: Audit) -> tuple[str, ...]:
    """The colours that can be closed, in the order of the rows."""
    return tuple(dict.fromkeys(colour_of(row) for row in audit.sheet.rows if row.lock))


def _may_have_closed(audit: Audit) -> Iterator[str]:
    """Colours of rows that are closed or may be, faulty ones too: a lock says that it was meant."""
    for row, result in zip(audit.sheet.rows, audit.rows, strict=True):
        if row.lock and (result.closed is not False or result.lock is not False):
            yield colour_of(row)


def _lacking(audit: Audit, legality: Legality, shown: Collection[str], *, may_end: bool) -> Fact:
    """The colours that somebody must have closed besides those shown, or one of which."""
    colours = _colours(audit)
    rest = tuple(colour for colour in colours if colour not in shown)

    def possible_with(closed: Iterable[str]) -> bool:
        return stays_possible(legality, set(closed), may_end=may_end) is not False

    needed = [one for one in rest if not possible_with(c for c in colours if c != one)]
    if needed:
        return tuple(ColourName(colour) for colour in needed)
    enough = tuple(one for one in rest if possible_with((*shown, one)))
    if possible_with(colour for colour in colours if colour not in enough):
        return SomeColour()
    return SomeColour(enough)


def _violation(key: str, audit: Audit, facts: Facts, *, severity: Severity = "error") -> Violation:
    sheet = audit.sheet.code.text
    return Violation(key, severity, None, (), None, (("sheet", sheet), *facts), subject=sheet)
