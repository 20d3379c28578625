"""Names and dates on sheets, sheets without numbers, paper dice, the score log, the rules."""

import math
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from sheetgen.catalog import bundled, find_variant
from sheetgen.errors import UsageError
from sheetgen.layout import Element, Text
from sheetgen.layout.dice import Net, cube, lay_out_dice, octahedron
from sheetgen.layout.die import dice_of
from sheetgen.layout.extra_pages import Extras, check_extras, dressed
from sheetgen.layout.fonts import text_width
from sheetgen.layout.inscription import Inscription, inscribed
from sheetgen.layout.scorelog import lay_out_score_log
from sheetgen.layout.theme import LANGUAGES, palettes, words_of
from tests.commands import run
from tests.prints import VARIANTS, layout, own_variant, pdf, plan

STANDARD = palettes()[0]


def strings(elements: list[Element] | tuple[Element, ...]) -> list[str]:
    return [t.string for e in elements for t in e.primitives if isinstance(t, Text)]


def page_texts(data: bytes) -> list[str]:
    document = pypdfium2.PdfDocument(data)
    return [page.get_textpage().get_text_range() for page in document]


def test_names_go_to_the_seats_of_each_game() -> None:
    job = plan(count=4, players=None, extras=Extras(names=("Anna", "Ben"), game=7))
    assert job.runs[0].first_code.players == 1
    (first, second) = page_texts(pdf(job))
    assert first.count("Anna") == 2
    assert first.count("Game 7") == 2
    assert first.count("Game 8") == 1
    assert "Ben" in second


def test_named_players_make_a_game() -> None:
    assert plan(extras=Extras(names=("A", "B", "C", "D", "E"))).sheets == 5


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("language", range(len(LANGUAGES)), ids=LANGUAGES)
def test_words_stay_on_their_lines(name: str, language: int) -> None:
    for palette in palettes():
        plain = layout(name, language=language, palette=palette.index)
        made = inscribed(plain, Inscription("Anna-Katharina", "27.11.2026", 12_345))
        boxes = {box.id: box.box for box in made.write_boxes}
        name_text, date_text, game_text = (
            t for t in made.elements[-1].primitives if isinstance(t, Text)
        )
        for text, box in ((name_text, boxes["name"]), (date_text, boxes["date"])):
            width = text_width(text.string, text.size, text.font)
            assert text.x > box.x
            assert text.x + width <= box.right + 0.01
            assert text.size >= 1.9
        assert game_text.y < made.frame.code_text_box.y
        assert made.mark_boxes == plain.mark_boxes


def test_nothing_wished_for_changes_nothing() -> None:
    made = layout()
    assert dressed(made, Extras()) is made


@pytest.mark.parametrize("name", VARIANTS)
def test_blank_sheets_have_neither_numbers_nor_code(name: str) -> None:
    made = dressed(layout(name), Extras(blank=True))
    keys = {element.key for element in made.elements}
    assert not keys & {"code", "code-text", "fiducials", "title"}
    cells = [element for element in made.elements if element.key.startswith("cell/")]
    assert cells
    assert not strings(cells)


@pytest.mark.parametrize(
    ("extras", "players", "message"),
    [
        (Extras(names=("A", "B")), 4, "2 names for a game of 4 players"),
        (Extras(names=("A" * 41,)), None, f"'{'A' * 40}' does not fit on its line"),
        (Extras(date="a\nb"), None, "'a\\nb' does not fit on its line"),
        (Extras(game=0), None, "game 0 is not possible"),
        (Extras(score_log=True), 9, "the score log has room for 8 players"),
    ],
)
def test_impossible_wishes(extras: Extras, players: int | None, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        check_extras(extras, players)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("net", [cube(20), octahedron(20)], ids=["cube", "octahedron"])
def test_nets_fold_to_dice(net: Net) -> None:
    count = len(net.faces)
    assert sorted(face.value for face in net.faces) == list(range(1, count + 1))
    edges = [
        frozenset((round(p.x, 3), round(p.y, 3)) for p in pair)
        for face in net.faces
        for pair in pairwise((*face.corners, face.corners[0]))
    ]
    sides = len(net.faces[0].corners)
    folds = len(edges) - len(set(edges))
    assert folds == count - 1
    outer = {edge for edge in edges if edges.count(edge) == 1}
    tabs = {frozenset((round(p.x, 3), round(p.y, 3)) for p in tab) for tab in net.tabs}
    assert tabs <= outer
    assert 2 * len(tabs) == len(outer) == count * sides - 2 * folds
    for a, b in combinations(net.faces, 2):
        assert math.dist(a.middle, b.middle) > 10


def test_opposite_faces_of_the_cube() -> None:
    faces = {face.value: face.middle for face in cube(10).faces}
    row = sorted((1, 3, 4, 6), key=lambda value: faces[value].x)
    assert row[0] + row[2] == row[1] + row[3] == 7
    assert faces[2].x == faces[5].x == faces[1].x


def test_opposite_faces_of_the_octahedron() -> None:
    faces = octahedron(10).faces
    band = [face.value for face in faces[:6]]
    assert [band[i] + band[i + 3] for i in range(3)] == [9, 9, 9]
    assert faces[6].value + faces[7].value == 9


def test_dice_are_those_of_the_variant() -> None:
    assert dice_of(find_variant("original")) == ["white", "white", "red", "yellow", "green", "blue"]
    assert len(list(lay_out_dice(find_variant("longo"), STANDARD, "en"))) == 1
    odd = own_variant(dice={"sides": 10})
    with pytest.raises(UsageError, match="no paper dice with 10 sides"):
        list(lay_out_dice(odd, STANDARD, "en"))


@pytest.mark.parametrize("players", [2, 5, 8])
def test_the_score_log_has_a_column_per_player(players: int) -> None:
    names = tuple(f"N{i}" for i in range(players))
    found = strings(lay_out_score_log(STANDARD, "en", players, names))
    assert set(names) <= set(found)
    assert "22" in found


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_of_the_pages(language: str) -> None:
    words = words_of("pages", language)
    assert words.keys() == words_of("pages", "en").keys()
    assert all(words.values())


def test_pages_follow_the_sheets() -> None:
    job = plan("original", "longo", count=1, extras=Extras(rules=True, dice=True, score_log=True))
    texts = page_texts(pdf(job))
    assert len(texts) == job.pages == 7
    assert "How to play Original" in texts[2]
    assert "How to play Longo" in texts[3]
    assert "Paper dice" in texts[4]
    assert "Paper dice" in texts[5]
    assert "Who won?" in texts[6]


def test_only_the_pages(tmp_path: Path) -> None:
    target = tmp_path / "dice.pdf"
    done = run("print", "longo", "-n", "0", "--dice", "-o", str(target))
    assert done.exit_code == 0, done.output
    assert len(page_texts(target.read_bytes())) == 1
    refused = run("print", "longo", "-n", "0", "-o", str(target), "--force")
    assert refused.exit_code == 2


@pytest.mark.parametrize(
    ("name", "hint"),
    [("dice", "-n 0 --dice"), ("score-log", "-n 0 --score-log"), ("blank", "--blank")],
)
def test_pages_are_no_variants(name: str, hint: str) -> None:
    done = run("print", name)
    assert done.exit_code == 2
    assert done.output == (f"error: {name} is no variant\n  try: sheetgen print original {hint}\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--names", "A,,B"], "--names A,,B lacks a name"),
        (["--laminate", "--scale", "1"], "--laminate and --scale both set the size"),
        (["--names", "A,B", "--players", "3"], "2 names for a game of 3 players"),
    ],
)
def test_contradictions(tmp_path: Path, arguments: list[str], message: str) -> None:
    done = run("print", "original", *arguments, "-o", str(tmp_path / "x.pdf"))
    assert done.exit_code == 2
    assert message in done.output


def test_laminated_sheets_are_large(tmp_path: Path) -> None:
    done = run("print", "original", "--laminate", "-o", str(tmp_path / "x.pdf"))
    assert "1 per page on A4, 145% of full size" in done.output


def test_every_template_text_is_there_in_every_language() -> None:
    for name, variant in bundled().items():
        for text in texts_of(variant.model_dump()):
            if "en" in text and len(text) > 1:
                assert set(text) == set(LANGUAGES), (name, text["en"])


def texts_of(data: Any) -> list[dict[str, str]]:
    """All tables of texts in a template's data."""
    if isinstance(data, dict):
        if "en" in data:
            return [data]
        return [text for value in data.values() for text in texts_of(value)]
    if isinstance(data, list | tuple):
        return [text for value in data for text in texts_of(value)]
    return []
