"""``sheetgen doctor``: what is installed, what is missing, how to get it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import click

SOMETHING_MISSING = 3

_LIBRARIES = {
    "click": "click",
    "numpy": "numpy",
    "opencv-python-headless": "cv2",
    "pillow": "PIL",
    "pydantic": "pydantic",
    "pypdfium2": "pypdfium2",
    "pytesseract": "pytesseract",
    "reportlab": "reportlab",
    "rich": "rich",
    "simplejpeg": "simplejpeg",
    "zxing-cpp": "zxingcpp",
}
"""Distribution -> module, as in the project's dependencies."""

_TESSERACT_FROM = {
    "apt-get": "sudo apt-get install tesseract-ocr",
    "dnf": "sudo dnf install tesseract",
    "pacman": "sudo pacman -S tesseract tesseract-data-eng",
    "zypper": "sudo zypper install tesseract-ocr",
    "apk": "sudo apk add tesseract-ocr tesseract-ocr-data-eng",
    "brew": "brew install tesseract",
    "winget": "winget install UB-Mannheim.TesseractOCR",
}
_TESSERACT_ELSEWHERE = "see https://tesseract-ocr.github.io/tessdoc/Installation.html"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked for: what was found, or how to get it."""

    name: str
    found: str | None
    remedy: str = ""


@click.command("doctor", short_help="Check what is installed and what is missing.")
def command() -> int:
    """Check that all that sheetgen needs is there, and tell how to get what is missing.

    Exit code 0 if all is there, 3 if something is missing.
    """
    findings = list(_findings())
    width = max(len(finding.name) for finding in findings)
    for finding in findings:
        if finding.found is not None:
            mark, text = click.style("ok     ", fg="green"), finding.found
        else:
            mark, text = click.style("missing", fg="red"), finding.remedy
        click.echo(f"{mark}  {finding.name.ljust(width)}  {text}")
    return SOMETHING_MISSING if any(finding.found is None for finding in findings) else 0


def _findings() -> Iterator[Finding]:
    from sheetgen import __version__

    yield Finding("sheetgen", __version__)
    yield Finding("Python", sys.version.split()[0])
    for distribution, module in _LIBRARIES.items():
        yield _library(distribution, module)
    yield _tesseract()
    yield _fonts()
    yield _templates()


def _library(distribution: str, module: str) -> Finding:
    import importlib
    from importlib.metadata import PackageNotFoundError, version

    try:
        importlib.import_module(module)
    except ImportError as error:
        return Finding(distribution, None, f"pip install {distribution}  ({error})")
    try:
        return Finding(distribution, version(distribution))
    except PackageNotFoundError:
        return Finding(distribution, f"module {module} from elsewhere")


def _tesseract() -> Finding:
    """The Tesseract program with its English data, which reads the printed text code."""
    name = "tesseract"
    program = shutil.which("tesseract")
    remedy = next(
        (command for tool, command in _TESSERACT_FROM.items() if shutil.which(tool)),
        _TESSERACT_ELSEWHERE,
    )
    if program is None:
        return Finding(name, None, remedy)
    try:
        languages = _output_of(program, "--list-langs").split()
        version = _output_of(program, "--version").split("\n")[0].removeprefix("tesseract ")
    except (OSError, subprocess.SubprocessError) as error:
        return Finding(name, None, f"{program} does not run ({error}); {remedy}")
    if "eng" not in languages:
        return Finding(name, None, f"its English data (eng.traineddata); {remedy}")
    return Finding(name, f"{version.strip()} ({program})")


def _output_of(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=True)
    return done.stdout + done.stderr


def _fonts() -> Finding:
    from sheetgen.layout.fonts import FONT_FILES, font_path

    lacking = [file for font, file in FONT_FILES.items() if not font_path(font).is_file()]
    if lacking:
        return Finding("fonts", None, f"{', '.join(lacking)}: install sheetgen again")
    return Finding("fonts", ", ".join(FONT_FILES.values()))


def _templates() -> Finding:
    from sheetgen.catalog import bundled
    from sheetgen.errors import SheetgenError

    try:
        variants = bundled()
    except SheetgenError as error:
        return Finding("templates", None, str(error))
    return Finding("templates", f"{len(variants)}: {', '.join(variants)}")
