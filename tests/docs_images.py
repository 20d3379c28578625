"""The pictures of ``docs/templates.md``: a sheet per step, from the very templates of the page.

``python -m tests.docs_images`` writes them.
"""

import io
import re
from pathlib import Path

from PIL import Image

from sheetgen.dealing import code_for
from sheetgen.layout import lay_out
from sheetgen.layout.theme import language_index
from sheetgen.render.raster import rasterise_sheet
from sheetgen.schema import parse_template
from sheetgen.sheet import Sheet, make_sheet

DOCS = Path(__file__).parent.parent / "docs"
PAGE = DOCS / "templates.md"
_PX_PER_MM = 4.2
_TONES = 48
_SEED = 3


def steps() -> list[str]:
    """The TOML texts of the page, one per step."""
    return re.findall(r"^```toml\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)


def step_sheet(text: str) -> Sheet:
    """The sheet that a step shows: drawn if there is a draw, German if it speaks it."""
    variant = parse_template(text, "step")
    dealing = "official" if variant.draw is None else "same"
    language = language_index("de" if "de" in variant.title else "en")
    return make_sheet(variant, code_for(variant, seed=_SEED, dealing=dealing, language=language))


def picture(text: str) -> bytes:
    """A small PNG of a step's sheet."""
    pixels = rasterise_sheet(lay_out(step_sheet(text)), _PX_PER_MM)
    image = Image.fromarray(pixels).quantize(_TONES, dither=Image.Dither.NONE)
    stream = io.BytesIO()
    image.save(stream, "PNG", optimize=True)
    return stream.getvalue()


def main() -> None:
    folder = DOCS / "images"
    folder.mkdir(exist_ok=True)
    for number, text in enumerate(steps(), 1):
        path = folder / f"step-{number}.png"
        path.write_bytes(picture(text))
        print(f"{path.relative_to(DOCS.parent)}: {path.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
