"""Layouts in mm: nothing overlaps, the machine-readable parts stand free, goldens hold places."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any, cast

import cv2
import numpy as np
import pytest
import zxingcpp

from sheetgen.catalog import bundled
from sheetgen.cli.layout import describe
from sheetgen.dealing import code_for
from sheetgen.errors import LayoutError
from sheetgen.frame import CODE_MODULES, FRAMES, Frame, frame_of_fiducial
from sheetgen.geometry import Point, Rect, bounding_box
from sheetgen.layout import Layout, Text, lay_out
from sheetgen.layout.fonts import text_width
from sheetgen.layout.model import Path
from sheetgen.layout.symbols import ARUCO_4X4, fiducial_rows
from sheetgen.layout.theme import LANGUAGES, palettes, texts
from sheetgen.render.raster import rasterise_sheet
from sheetgen.sheet import make_sheet
from sheetgen.sheetcode import SheetCode
from tests.golden import check_golden
from tests.prints import DRAWN, VARIANTS, layout, own_variant

PX_PER_MM = 8
EDGE = 5.0
"""What printers and scanners may cut, in mm."""

LAYOUTS = [
    pytest.param(layout(name, language=language, palette=palette.index), id=f"{name}-{code}")
    for name in VARIANTS
    for language, code in enumerate(LANGUAGES)
    for palette in palettes()
]

each_variant = pytest.mark.parametrize("name", VARIANTS)
each_layout = pytest.mark.parametrize("made", LAYOUTS)


def own_layout(frame: str) -> Layout:
    own = own_variant(frame=frame)
    return lay_out(make_sheet(own, code_for(own, seed=1)))


@each_variant
def test_boxes_stay_where_they_are_for_years(name: str) -> None:
    data = describe(layout(name))
    check_golden(f"layout-{name}-{bundled()[name].revision}", data)


@pytest.mark.parametrize("name", DRAWN)
def test_boxes_of_drawn_sheets_stay_where_they_are_for_years(name: str) -> None:
    data = describe(layout(name, seed=20_250_101, number=5, dealing="different"))
    check_golden(f"layout-drawn-{name}-{bundled()[name].revision}", data)


@each_layout
def test_every_cell_has_one_box_and_no_two_boxes_overlap(made: Layout) -> None:
    assert [box.cell for box in made.mark_boxes] == list(made.sheet.cells)
    boxes = [box.box for box in made.mark_boxes] + [box.box for box in made.write_boxes]
    assert not [pair for pair in combinations(boxes, 2) if pair[0].overlaps(pair[1])]
    assert len({box.id for box in made.write_boxes}) == len(made.write_boxes)


@each_layout
def test_boxes_keep_clear_of_fiducials_and_code(made: Layout) -> None:
    frame = made.frame
    module = frame.code_box.width / CODE_MODULES
    reserved = [box.inset(-frame.module) for box in frame.fiducials]
    reserved += [frame.code_box.inset(-module), frame.code_text_box]
    for box in [box.box for box in made.mark_boxes] + [box.box for box in made.write_boxes]:
        assert frame.bounds.inset(EDGE).contains(box, 0.01)
        assert not any(box.overlaps(other) for other in reserved)


@each_layout
def test_every_row_has_a_box_for_its_points(made: Layout) -> None:
    ids = {box.id for box in made.write_boxes}
    expected = {f"points/{row.id}" for row in made.sheet.rows if row.spec and row.spec.colour}
    assert expected | {"points/penalty", "total", "name", "date"} <= ids


@each_layout
def test_words_stay_on_the_sheet_and_off_the_symbols(made: Layout) -> None:
    frame = made.frame
    reserved = [box.inset(-frame.module) for box in (*frame.fiducials, frame.code_box)]
    for element in made.elements:
        for text in element.primitives:
            if isinstance(text, Text):
                box = text_box(text)
                assert frame.bounds.inset(EDGE - 0.2).contains(box), text.string
                assert not any(box.overlaps(other) for other in reserved), text.string


@each_layout
def test_words_do_not_run_into_each_other(made: Layout) -> None:
    boxes = [
        (text.string, text_box(text))
        for element in made.elements
        for text in element.primitives
        if isinstance(text, Text)
    ]
    for (a, box_a), (b, box_b) in combinations(boxes, 2):
        assert not box_a.overlaps(box_b), f"{a!r} and {b!r}"


@each_layout
def test_no_line_strikes_a_number_through(made: Layout) -> None:
    """It would look like the dash of a skipped number."""
    for element in made.elements:
        for text in element.primitives:
            if element.key.startswith("cell/") and isinstance(text, Text):
                box = text_box(text).inset(0.3)
                for path in element.primitives:
                    if isinstance(path, Path) and path.paint.stroke:
                        assert not any(box.overlaps(line) for line in level_lines(path))


def level_lines(path: Path) -> Iterator[Rect]:
    """The level straight lines of an outline, with that which closes it."""
    points = ends(path)
    straight = [segment[0] == "L" for segment in path.segments[1:] if len(segment) > 1]
    if path.segments[-1] == ("Z",):
        points.append(points[0])
        straight.append(True)
    for (x, y), (to_x, to_y), is_line in zip(points, points[1:], straight, strict=False):
        if is_line and abs(y - to_y) < 0.01:
            yield Rect(min(x, to_x), y - 0.05, abs(to_x - x), 0.1)


def ends(path: Path) -> list[Point]:
    """Where the lines of an outline end."""
    numbers = [list(map(float, segment[1:])) for segment in path.segments]
    return [Point(found[-2], found[-1]) for found in numbers if found]


@each_layout
def test_every_box_of_the_bottom_line_says_what_goes_in(made: Layout) -> None:
    """By a letter, a word or a symbol: colour is not enough."""
    (drawn,) = (element for element in made.elements if element.key == "sum")
    signs = [text_box(item) for item in drawn.primitives if isinstance(item, Text)]
    signs += [bounding_box(ends(item)) for item in drawn.primitives if isinstance(item, Path)]
    for box in made.write_boxes:
        if box.id.startswith("points/") or box.id == "total":
            assert any(box.box.inset(0.5).contains(sign) for sign in signs), box.id


def text_box(text: Text) -> Rect:
    """The letters without their descenders."""
    width = text_width(text.string, text.size, text.font)
    left = text.x - {"start": 0, "middle": width / 2, "end": width}[text.anchor]
    return Rect(left, text.y - 0.7 * text.size, width, 0.7 * text.size)


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: frame.name)
def test_symbols_stand_inside_the_edge_and_apart(frame: Frame) -> None:
    symbols = [*frame.fiducials, frame.code_box]
    for symbol in symbols:
        assert frame.bounds.inset(EDGE).contains(symbol)
    for a, b in combinations(symbols, 2):
        assert not a.inset(-frame.module).overlaps(b)


@pytest.mark.parametrize("name", [*VARIANTS, *(frame.name for frame in FRAMES)])
def test_quiet_zones_are_white_in_the_print(name: str) -> None:
    made = layout(name) if name in VARIANTS else own_layout(name)
    raster = rasterise_sheet(made, PX_PER_MM)
    frame = made.frame
    for box in frame.fiducials:
        assert ring_is_white(raster, box, frame.module)
    assert ring_is_white(raster, frame.code_box, frame.code_box.width / CODE_MODULES)


@each_variant
def test_nothing_is_printed_near_the_edge(name: str) -> None:
    raster = rasterise_sheet(layout(name), PX_PER_MM)
    inside = int((EDGE - 0.1) * PX_PER_MM)
    raster[inside:-inside, inside:-inside] = 255
    assert (raster == 255).all()


def ring_is_white(raster: np.ndarray[Any, Any], box: Rect, width: float) -> bool:
    """Whether the ring of a width in mm around a box is white, but for a pixel at either side."""
    outer = box.inset(-width)
    x0, y0 = round(outer.x * PX_PER_MM) + 1, round(outer.y * PX_PER_MM) + 1
    x1, y1 = round(outer.right * PX_PER_MM) - 1, round(outer.bottom * PX_PER_MM) - 1
    cut = raster[y0:y1, x0:x1].copy()
    inner = box.inset(-1.5 / PX_PER_MM)
    cut[
        round(inner.y * PX_PER_MM) - y0 : round(inner.bottom * PX_PER_MM) - y0,
        round(inner.x * PX_PER_MM) - x0 : round(inner.right * PX_PER_MM) - x0,
    ] = 255
    return bool((cut == 255).all())


def test_fiducials_are_those_of_opencv() -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for marker_id in range(len(ARUCO_4X4)):
        image = cv2.aruco.generateImageMarker(dictionary, marker_id, 6)
        expected = tuple("".join("1" if v == 0 else "0" for v in row) for row in image)
        assert fiducial_rows(marker_id) == expected


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: frame.name)
def test_opencv_finds_the_four_fiducials_where_the_frame_says(frame: Frame) -> None:
    image = rasterise_sheet(own_layout(frame.name), PX_PER_MM)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    corners, ids, _ = detector.detectMarkers(image)
    found_ids = [int(marker_id) for marker_id in ids.ravel()]
    assert sorted(found_ids) == list(frame.fiducial_ids)
    for marker_id, quad in zip(found_ids, corners, strict=True):
        found = frame_of_fiducial(marker_id)
        assert found is not None
        expected = np.array(frame.fiducials[found[1]].corners) * PX_PER_MM
        assert np.abs(quad[0] + 0.5 - expected).max() < 1.5


def test_foreign_fiducials_belong_to_no_frame() -> None:
    assert frame_of_fiducial(49) is None
    assert frame_of_fiducial(-1) is None


@each_variant
@pytest.mark.parametrize("choice", [0, 5])
def test_the_2d_code_reads_back(name: str, choice: int) -> None:
    if choice and bundled()[name].lucky is None:
        pytest.skip("nothing to choose")
    made = layout(name, seed=123_456, number=77, choice=choice)
    box = made.frame.code_box.inset(-2)
    raster = rasterise_sheet(made, PX_PER_MM)
    cut = raster[
        int(box.y * PX_PER_MM) : int(box.bottom * PX_PER_MM),
        int(box.x * PX_PER_MM) : int(box.right * PX_PER_MM),
    ].copy()
    found = cast(Any, zxingcpp).read_barcodes(cut)
    assert [code.text for code in found] == [made.sheet.code.plain]


def test_the_longest_code_fits_its_symbol_and_its_box() -> None:
    longest = SheetCode(template=199_999, seed=1, number=9, choice=23**4 - 1)
    assert len(longest.plain) == 22
    made = layout("longo", choice=105)
    element = next(e for e in made.elements if e.key == "code-text")
    (text,) = element.primitives
    assert isinstance(text, Text)
    assert made.frame.code_text_box.contains(text_box(text))


def test_too_many_rows() -> None:
    rows = [{"id": f"r{i}", "colour": "red", "numbers": "2..8"} for i in range(8)]
    own = own_variant(rows=rows)
    with pytest.raises(LayoutError) as caught:
        lay_out(make_sheet(own, code_for(own, seed=1)))
    assert str(caught.value) == (
        "8 rows are too many for the frame: each lacks 1.4 mm of height: use a larger frame"
    )
    tall = own_variant(rows=rows, frame="tall")
    assert len(lay_out(make_sheet(tall, code_for(tall, seed=1))).mark_boxes) == 68


def test_too_many_cells() -> None:
    own = own_variant(rows=[{"id": "red", "colour": "red", "numbers": "1..30"}])
    with pytest.raises(LayoutError) as caught:
        lay_out(make_sheet(own, code_for(own, seed=1)))
    assert str(caught.value) == (
        "row 'red': 31 cells are too many, it lacks 34 mm of width: "
        "use a larger frame or fewer cells"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_there_in_every_language(language: str) -> None:
    assert all(texts(language).values())
    assert texts(language).keys() == texts("en").keys()
