"""The order of play that a search found, as steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sheetgen.rules.legality.board import FULL_HOUSE
from sheetgen.rules.legality.states import Done, State
from sheetgen.rules.legality.steps import Link, Step

if TYPE_CHECKING:
    from sheetgen.rules.legality.search import Search


def steps_to(search: Search, state: State) -> tuple[Step, ...]:
    """The order that led to a state, with all that ends it."""
    path: list[Done] = []
    at = state
    while at in search.came_from:
        at, done = search.came_from[at]
        path.append(done)
    events: list[list[Link]] = []
    for done in reversed(path):
        if done.links and done.links[0].kind == "cross":
            events += [[Link("cross", cell)] for cell in done.before]
            events.append(list(done.links))
        else:
            events[-1:-1] = [[Link("cross", cell)] for cell in done.before]
            events[-1] += done.links
    return _with_end(search, state, events)


def _with_end(search: Search, state: State, events: list[list[Link]]) -> tuple[Step, ...]:
    """Plain crosses and misthrows before the end, then what others close in the end."""
    closed = search.closed_at_end(state)
    assert closed is not None
    plain = [
        [Link("cross", cell)]
        for i, (moves, row) in enumerate(zip(search.rows, state.rows, strict=True))
        if not moves.done[row]
        for cell in search.cells(i, moves.finished[row][0].path)
    ]
    misthrows = [[Link("misthrow", cell)] for cell in search.misthrows]
    last = misthrows.pop() if search.four else None
    plain += misthrows
    ended = state.pending or state.closed.bit_count() >= FULL_HOUSE
    events = [*events[:-1], *plain, *events[-1:]] if ended else [*events, *plain]
    names = search.board.names(closed & ~state.closed)
    late = [Link("others-close", name) for name in names]
    if late and state.pending:
        events[-1] += late
    elif late:
        events.append(late)
    if state.pending:
        events[-1].append(Link("cut"))
    elif closed.bit_count() >= FULL_HOUSE:
        events[-1].append(Link("end"))
    if last:
        events.append([*last, Link("end")])
    return tuple(Step(tuple(links)) for links in events)
