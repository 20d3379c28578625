"""The board of On Board: its track, its picture, and the command that prints it."""

import io
from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path
from statistics import mean

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sheetgen.board import SIDES, Side, board_named, draw_side, tendency
from sheetgen.board_printing import BoardRequest, plan_board, write_board
from sheetgen.catalog import find_variant, template_id
from sheetgen.errors import TemplateError
from sheetgen.layout import Element, Text
from sheetgen.layout.board import BOARD_HEIGHT, BOARD_WIDTH, lay_out_board
from sheetgen.layout.figures import FIGURES_HEIGHT, FIGURES_WIDTH, lay_out_figures
from sheetgen.layout.theme import LANGUAGES, palettes
from sheetgen.sheetcode import MAX_SEED
from tests.commands import run
from tests.golden import check_golden
from tests.prints import own_variant

VARIANT = find_variant("on-board")
WAYS = {number: 6 - abs(7 - number) for number in range(2, 13)}

seeds = st.integers(0, MAX_SEED)
names = st.sampled_from(SIDES)


def numbers_of(side: Side, colour: str) -> list[int]:
    return [space.number for space in side.spaces if space.colour == colour]


@given(seeds, names)
@settings(deadline=None)
def test_a_track_is_playable(seed: int, name: str) -> None:
    side = draw_side(VARIANT, seed, name)
    assert [space.position for space in side.spaces] == list(range(1, 41))
    assert [space.points for space in side.spaces] == [(i + 1) // 2 for i in range(1, 41)]
    assert [space.is_goal for space in side.spaces] == [False] * 35 + [True] * 5
    assert set(Counter(space.colour for space in side.spaces).values()) == {10}
    for a, b in pairwise(side.spaces):
        assert a.colour != b.colour
        assert a.number != b.number
    for row in VARIANT.rows:
        numbers = numbers_of(side, str(row.colour))
        assert set(numbers) <= set(row.numbers)
        assert all(a != b for a, b in pairwise(numbers))
        assert 0.5 <= tendency(numbers, row.numbers) <= 0.9
    for start in range(36):
        reach = {space.colour for space in side.spaces[start : start + 5]}
        assert len(reach) >= 3, "within one move there are spaces of three colours"


@given(seeds, names)
@settings(deadline=None)
def test_numbers_are_as_frequent_as_on_two_dice(seed: int, name: str) -> None:
    counts = Counter(space.number for space in draw_side(VARIANT, seed, name).spaces)
    for number, ways in WAYS.items():
        assert abs(counts[number] - 40 * ways / 36) < 1


def test_tendencies_over_many_boards() -> None:
    """About nine of ten pairs of a colour's numbers follow their row; some leap back."""
    found = [
        tendency(numbers_of(draw_side(VARIANT, seed, name), str(row.colour)), row.numbers)
        for seed in range(60)
        for name in SIDES
        for row in VARIANT.rows
    ]
    assert 0.70 < mean(found) < 0.78
    first_half = [
        row.numbers.index(number)
        for seed in range(60)
        for row in VARIANT.rows
        for number in numbers_of(draw_side(VARIANT, seed, "A"), str(row.colour))[:5]
    ]
    assert mean(first_half) < 4


@given(seeds)
@settings(deadline=None)
def test_the_sides_differ(seed: int) -> None:
    a, b = (draw_side(VARIANT, seed, name).spaces for name in SIDES)
    same = sum(x.colour == y.colour and x.number == y.number for x, y in zip(a, b, strict=True))
    assert same < 20


def test_boards_stay_the_same_for_years() -> None:
    data = {
        f"{seed} {name}": [
            [space.position, space.colour, space.number]
            for space in draw_side(VARIANT, seed, name).spaces
        ]
        for seed in (0, 20_250_101)
        for name in SIDES
    }
    check_golden("board-on-board-1", data)


def test_tendency() -> None:
    row = (12, 11, 10, 9)
    assert tendency((12, 11, 10, 9), row) == 1
    assert tendency((9, 10, 11, 12), row) == -1
    assert tendency((12, 10, 11, 11), row) == pytest.approx(0.2)
    assert tendency((9, 9), row) == 0


def test_names() -> None:
    assert board_named("on-board-board") == VARIANT
    for name in ("on-board", "original-board", "board", "-board", "x-board"):
        assert board_named(name) is None


def test_boards_that_cannot_be_drawn() -> None:
    with pytest.raises(TemplateError, match="original has no board"):
        draw_side(find_variant("original"), 1, "A")
    with pytest.raises(TemplateError, match="mine has no board with as many spaces for every"):
        draw_side(own_variant(board={"spaces": 41}), 1, "A")
    rows = [{"id": "red", "colour": "red", "numbers": [7]}]
    with pytest.raises(TemplateError, match="mine: no board satisfies its table 'board'"):
        draw_side(own_variant(rows=rows, board={"spaces": 8}, closing={"lock": False}), 1, "A")


def test_the_board_does_not_change_the_sheets() -> None:
    assert template_id(own_variant()) == template_id(own_variant(board={"spaces": 20}))


def strings(elements: tuple[Element, ...]) -> list[str]:
    return [item.string for e in elements for item in e.primitives if isinstance(item, Text)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("palette", palettes(), ids=lambda palette: palette.name)
def test_the_picture_shows_every_space_once_inside_its_edges(
    language: str, palette: object
) -> None:
    side = draw_side(VARIANT, 7, "B")
    elements = lay_out_board(side, palettes()[getattr(palette, "index", 0)], language)
    keys = [element.key for element in elements]
    assert len(set(keys)) == len(keys)
    for space in side.spaces:
        element = next(e for e in elements if e.key == f"space-{space.position}")
        assert strings((element,))[1:] == [str(space.number), str(space.points)]
    assert inside(elements, BOARD_WIDTH, BOARD_HEIGHT)
    figures = lay_out_figures(palettes()[0], language)
    assert inside(figures, FIGURES_WIDTH, FIGURES_HEIGHT)


def inside(elements: tuple[Element, ...], width: float, height: float) -> bool:
    """Whether every point that is drawn lies on the drawing."""
    for element in elements:
        for item in element.primitives:
            if isinstance(item, Text):
                points = [(item.x, item.y)]
            else:
                assert not hasattr(item, "rows")
                points = [
                    (x, y)
                    for _, *values in item.segments
                    for x, y in zip(values[::2], values[1::2], strict=True)
                ]
            if not all(0 <= x <= width and 0 <= y <= height for x, y in points):
                return False
    return True


def test_spaces_do_not_cover_each_other() -> None:
    elements = lay_out_board(draw_side(VARIANT, 7, "A"), palettes()[0], "en")
    boxes = []
    for element in elements:
        if element.key.startswith("space-"):
            for part in (element.primitives[0], element.primitives[4]):
                segments = getattr(part, "segments", ())
                xs = [x for _, *values in segments for x in values[::2]]
                ys = [y for _, *values in segments for y in values[1::2]]
                boxes.append((element.key, min(xs), min(ys), max(xs), max(ys)))
    assert len(boxes) == 80
    for a, b in combinations(boxes, 2):
        apart = a[3] < b[1] or b[3] < a[1] or a[4] < b[2] or b[4] < a[2]
        assert apart or a[0] == b[0], f"{a[0]} and {b[0]}"


def pdf_of(**wishes: object) -> bytes:
    stream = io.BytesIO()
    write_board(plan_board(BoardRequest(VARIANT, **{"seed": 3, **wishes})), stream)  # type: ignore[arg-type]
    return stream.getvalue()


@pytest.mark.parametrize(
    ("paper", "tiles", "sizes"),
    [
        ("a4", 1, [(297, 210), (297, 210), (210, 297)]),
        ("a3", 1, [(420, 297), (420, 297), (297, 420)]),
        ("a4", 2, [(210, 297)] * 5),
        ("letter", 1, [(279.4, 215.9)] * 2 + [(215.9, 279.4)]),
    ],
)
def test_pages(paper: str, tiles: int, sizes: list[tuple[float, float]]) -> None:
    raw = pdf_of(paper=paper, tiles=tiles)
    found = [
        (page.get_width() * 25.4 / 72, page.get_height() * 25.4 / 72)
        for page in pypdfium2.PdfDocument(raw)
    ]
    assert found == [pytest.approx(size, abs=0.1) for size in sizes]
    assert raw == pdf_of(paper=paper, tiles=tiles)
    assert raw != pdf_of(paper=paper, tiles=tiles, seed=4)


@pytest.fixture
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("_in_a_folder")
def test_the_command() -> None:
    result = run("print", "on-board-board", "--seed", "5")
    assert result.stdout == (
        "on-board-board.pdf: a board of 2 sides and figures to cut out, 3 pages\n"
        "  each side on a page, 282 x 195 mm (100% of full size)\n"
        "seed 5: --seed 5 prints the same board again\n"
    )
    assert result.exit_code == 0
    assert len(pypdfium2.PdfDocument(Path("on-board-board.pdf").read_bytes())) == 3
    result = run("print", "on-board-board", "--seed", "5", "--tiles", "2", "-o", "b.pdf")
    assert result.stdout == (
        "b.pdf: a board of 2 sides and figures to cut out, 5 pages\n"
        "  each side on two pages to glue together, 382 x 264 mm (135% of full size)\n"
        "seed 5: --seed 5 prints the same board again\n"
    )
    result = run("print", "on-board-board", "-o", "-", "--seed", "5")
    assert result.stdout_bytes == Path("on-board-board.pdf").read_bytes()
    assert result.stderr.startswith("PDF: a board of 2 sides")


@pytest.mark.usefixtures("_in_a_folder")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            "on-board on-board-board",
            "error: on-board-board makes a file of its own\n  print it alone\n",
        ),
        (
            "on-board-board --players 3",
            "error: --players means nothing for a board\n  leave out --players\n",
        ),
        (
            "on-board-board --different",
            "error: --different means nothing for a board\n  leave out --different\n",
        ),
        (
            "on-board-board -n 3",
            "error: --sheets means nothing for a board\n  leave out --sheets\n",
        ),
        (
            "on-board-board --tiles 3",
            "error: a side on 3 pages is not possible\n  give --tiles 1 or 2\n",
        ),
        (
            "on-board-board --paper 150x100mm",
            "error: the board is too small to play on paper of 100 x 150 mm\n"
            "  use larger paper, or --tiles 2\n",
        ),
        ("original-board", "error: no variant 'original-board'\n  did you mean 'original'?\n"),
    ],
)
def test_refusals(arguments: str, message: str) -> None:
    result = run("print", *arguments.split())
    assert (result.exit_code != 0, result.stderr, result.stdout) == (True, message, "")
    assert list(Path().iterdir()) == []


def test_tiles_are_for_boards() -> None:
    result = run("print", "on-board", "--tiles", "2")
    assert result.exit_code == 2
    assert "--tiles is for a board, such as on-board-board" in result.stderr
