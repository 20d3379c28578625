"""Make ``examples/``: a PDF, simulated photos of filled sheets with their truth, the report.

``python -m tests.make_examples`` writes all of it anew; tests/test_examples.py keeps it true.
"""

from __future__ import annotations

import contextlib
import json
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner

from sheetgen.cli.program import program
from sheetgen.dealing import code_for
from sheetgen.layout import Layout, lay_out
from sheetgen.rules import parse_marks
from sheetgen.sheet import make_sheet
from tests.photos import filled, save_photo, take_photo

FOLDER = Path(__file__).parent.parent / "examples"
TRUTH = FOLDER / "truth.json"
REPORT = FOLDER / "report.txt"
_SEED = 20261127


@dataclass(frozen=True, slots=True)
class Scene:
    """A photo: sheets of a variant, the typed crosses of each, and how it is taken."""

    name: str
    variant: str
    crosses: tuple[str, ...]
    level: str
    seed: int
    megapixels: float = 2.0
    dealing: str | None = None


SCENES = (
    Scene(
        "original-70.jpg", "original",
        ("red 2 3 6 8; yellow 3 5 8; green 11 10 5 4 3 2 lock; "
         "blue 12 10 9 8 7 5 4 3; misthrows 2",),
        "careful", 1,
    ),
    Scene(
        "longo-87.jpg", "longo",
        ("red 2 3 5 8; yellow 4 6 9; green 16 15 14 12 11 9 8 3 lock; "
         "blue 16 15 13 12 11 9 8 6; misthrows 2",),
        "ordinary", 2,
    ),
    Scene(
        "longo-faults.jpg", "longo",
        ("red 2 4 5 7 9 16 lock; yellow 3 4 6 7 9 10 12 15; green 15 12 lock; blue 14 13 8",),
        "ordinary", 3,
    ),
    Scene(
        "gemixxt-drawn.jpg", "gemixxt-a",
        ("red 2 3 5 6 9; yellow 4 5 8; green 12 10 9 7 6 4; blue 11 8 7; misthrows 1",),
        "ordinary", 4, dealing="same",
    ),
    Scene(
        "bonus-b.jpg", "bonus-b",
        ("red 2 4 6 7 9; yellow 3 6 9; green 12 10 8 6 5; blue 11 9 8 6 4; "
         "legend octagon star; misthrows 2",),
        "ordinary", 5,
    ),
    Scene(
        "evening-light.jpg", "original",
        ("red 3 4 6 9 10; yellow 2 5 6 7 11; green 12 9 8 6; blue 11 10 7 5 4; misthrows 3",),
        "bad", 6, megapixels=3.0,
    ),
    Scene(
        "family-game.jpg", "original",
        ("red 2 3 5 6 8 9 12 lock; yellow 4 7 9; green 12 10 9; blue 11 8 7 6",
         "red 4 5 7 8; yellow 2 3 5 6 8 10 12 lock; green 11 8 6; blue 12 9",
         "red 3 6 7 9 10; yellow 4 5 9 11; green 12 11 9 7 5; blue 10 8 6 5 3; misthrows 1",
         "red 5 8 11; yellow 3 6 7 8; green 10 7 6 4; blue 12 11 10 9 7 4; misthrows 2"),
        "ordinary", 7, megapixels=6.0,
    ),
)  # fmt: skip


def layouts_of(scene: Scene) -> list[Layout]:
    from sheetgen.catalog import find_variant

    variant = find_variant(scene.variant)
    return [
        lay_out(
            make_sheet(
                variant,
                code_for(variant, seed=_SEED + scene.seed, number=number, dealing=scene.dealing),
            )
        )
        for number in range(len(scene.crosses))
    ]


def take(scene: Scene) -> list[dict[str, object]]:
    """Write the photo of a scene; the truth about its sheets."""
    prints = layouts_of(scene)
    marks = [
        dict(parse_marks(p.sheet, text)) for p, text in zip(prints, scene.crosses, strict=True)
    ]
    sheets = [
        filled(p, m, scene.level, scene.seed + 10 * i)
        for i, (p, m) in enumerate(zip(prints, marks, strict=True))
    ]
    photo = take_photo(sheets, scene.level, scene.seed, scene.megapixels)
    save_photo(photo, FOLDER / scene.name)
    return [{"code": p.sheet.code.text, "marks": m} for p, m in zip(prints, marks, strict=True)]


def report() -> str:
    """What ``sheetgen audit`` says about the photos, run in their folder."""
    photos = [scene.name for scene in SCENES]
    # Tables are wrapped with the names of the photos in them: they must not depend on the folder.
    with contextlib.chdir(FOLDER):
        result = CliRunner().invoke(program, ["audit", "--full", "--language", "en", *photos])
    return result.stdout


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    truth = {scene.name: take(scene) for scene in SCENES}
    TRUTH.write_text(json.dumps(truth, indent=1) + "\n")
    pdf = str(FOLDER / "sheets.pdf")
    arguments = ["print", "original", "longo", "-n", "6", "--seed", str(_SEED), "-o", pdf]
    result = CliRunner().invoke(program, [*arguments, "--language", "en", "--force"])
    assert result.exit_code == 0, result.output
    REPORT.write_text(report())


if __name__ == "__main__":
    main()
