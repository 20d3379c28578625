"""``sheetgen print on-board-board``: a board of two sides and figures to cut out, as PDF."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from sheetgen.board_printing import BoardJob, BoardRequest

_FOR_BOARDS = {"variants", "output", "seed", "paper", "tiles", "palette", "language", "force"}
"""The options of ``print`` that mean something for a board."""


def names_a_board(names: tuple[str, ...]) -> bool:
    """Whether a board is to be printed. Raises UsageError if it is not alone."""
    from sheetgen.board import board_named
    from sheetgen.errors import UsageError

    boards = [name for name in names if name.endswith("-board") and board_named(name)]
    if boards and len(names) > 1:
        raise UsageError(f"{boards[0]} makes a file of its own", "print it alone")
    return bool(boards)


def print_board(context: click.Context, name: str, **options: Any) -> None:
    """Print the board; ``options`` as those of ``print``."""
    from sheetgen.board import board_named
    from sheetgen.board_printing import BoardRequest, plan_board, write_board
    from sheetgen.output import check_target, writing

    _refuse_idle(context)
    variant = board_named(name)
    assert variant is not None
    request = BoardRequest(
        variant=variant,
        seed=options["seed"],
        paper=options["paper"],
        tiles=options["tiles"] or 1,
        palette=options["palette"],
        language=options["language"],
    )
    job = plan_board(request)
    target = options["output"] or f"{name}.pdf"
    check_target(target, options["force"])
    with writing(target, options["force"]) as stream:
        write_board(job, stream)
    _tell(job, request, target)


def _refuse_idle(context: click.Context) -> None:
    """Raises UsageError for options that a board has no use for."""
    from click.core import ParameterSource

    from sheetgen.errors import UsageError

    for parameter in context.command.params:
        name = str(parameter.name)
        given = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if given and name not in _FOR_BOARDS:
            option = f"--{context.params[name]}" if name == "dealing" else parameter.opts[-1]
            raise UsageError(f"{option} means nothing for a board", f"leave out {option}")


def _tell(job: BoardJob, request: BoardRequest, target: str) -> None:
    """What came out; on standard error if the PDF itself went to standard output."""
    aside = target == "-"
    width, height = job.size
    each = "on a page" if job.tiles == 1 else "on two pages to glue together"
    lines = (
        f"{click.style('PDF' if aside else target, bold=True)}: a board of {len(job.sides)} sides "
        f"and figures to cut out, {job.pages} pages",
        f"  each side {each}, {width:.0f} x {height:.0f} mm ({job.scale:.0%} of full size)",
        f"seed {job.seed}: --seed {job.seed} prints the same board again",
    )
    click.echo("\n".join(lines), err=aside)
