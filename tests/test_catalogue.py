"""Every bundled variant: draws keep their constraints, sheets fit, prints repeat, README tells."""

import re
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest

from sheetgen.catalog import bundled, templates_dir
from sheetgen.dealing import code_for, content_of
from sheetgen.drawing import official_content
from sheetgen.layout import lay_out
from sheetgen.schema import load_template
from sheetgen.sheet import make_sheet
from tests.draw_rules import faults
from tests.gallery import MOST_BYTES, TARGET, pictures
from tests.prints import DRAWN, VARIANTS

SEEDS = range(200)
README = Path(__file__).parent.parent / "README.md"

each_variant = pytest.mark.parametrize("name", VARIANTS)
each_drawn = pytest.mark.parametrize("name", DRAWN)


@each_variant
def test_it_loads_with_a_number_of_its_own(name: str) -> None:
    variant = bundled()[name]
    assert load_template(templates_dir() / f"{name}.toml") == variant
    numbers = [other.number for other in bundled().values()]
    assert numbers.count(variant.number) == 1


@each_variant
def test_official_sheets_are_of_the_kind_that_is_drawn(name: str) -> None:
    variant = bundled()[name]
    for sheet in variant.sheets or (None,):
        assert faults(variant, official_content(variant, sheet)) == []


@each_drawn
@pytest.mark.parametrize("dealing", ["same", "different", "independent"])
def test_draws_keep_their_constraints(name: str, dealing: str) -> None:
    variant = bundled()[name]
    contents = set()
    for seed in SEEDS:
        code = code_for(variant, seed=seed, number=seed % 4, dealing=dealing)
        content = content_of(variant, code)
        assert faults(variant, content) == [], f"seed {seed}"
        contents.add(content)
    assert len(contents) > 100


@each_drawn
def test_drawn_sheets_fit_the_paper(name: str) -> None:
    variant = bundled()[name]
    for seed in range(10):
        made = lay_out(make_sheet(variant, code_for(variant, seed=seed, dealing="different")))
        boxes = [mark.box for mark in made.mark_boxes] + [write.box for write in made.write_boxes]
        assert not [pair for pair in combinations(boxes, 2) if pair[0].overlaps(pair[1])]
        assert all(made.frame.bounds.inset(5).contains(box, 0.01) for box in boxes)


_PRINT_ALL = """
import hashlib
from tests.prints import DRAWN, VARIANTS, pdf, plan
for name in VARIANTS:
    drawn = {"dealing": "different"} if name in DRAWN else {}
    print(name, hashlib.sha256(pdf(plan(name, seed=5, count=5, **drawn))).hexdigest())
"""


def test_the_same_seed_prints_the_same_bytes_in_another_process() -> None:
    first, second = (
        subprocess.run(
            [sys.executable, "-c", _PRINT_ALL],
            capture_output=True,
            text=True,
            check=True,
            cwd=README.parent,
            env={"PYTHONHASHSEED": hash_seed, "PATH": ""},
        ).stdout
        for hash_seed in ("1", "2")
    )
    assert first == second
    assert [line.split()[0] for line in first.splitlines()] == list(VARIANTS)


@each_variant
def test_the_readme_has_it_in_its_table(name: str) -> None:
    rows = re.findall(r"^\|[^|]*`([a-z0-9-]+)`.*$", README.read_text("utf-8"), re.MULTILINE)
    if not rows:
        pytest.skip("the README has no table yet")
    assert name in rows


def test_the_gallery_shows_every_variant() -> None:
    shown = pictures()
    assert set(VARIANTS) <= set(shown)
    assert {"on-board-board, side A", "on-board-board, side B"} <= set(shown)
    assert TARGET.stat().st_size <= MOST_BYTES
