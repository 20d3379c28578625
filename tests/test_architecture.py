"""Who imports whom, and what the program imports before it has anything to do."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "sheetgen"

LAYERS = {
    "sheetgen": 0,
    "errors": 1,
    "geometry": 1,
    "toml_places": 1,
    "basics": 2,
    "randomness": 2,
    "frame": 2,
    "sheetcode": 2,
    "output": 2,
    "draws": 3,
    "variant": 4,
    "consistency": 5,
    "drawing": 5,
    "luck": 5,
    "rulebook": 5,
    "schema": 6,
    "turning": 6,
    "catalog": 7,
    "commented": 7,
    "editor_schema": 7,
    "dealing": 8,
    "board": 8,
    "comparing": 9,
    "wishes": 9,
    "sheet": 9,
    "layout": 10,
    "play": 10,
    "rules": 10,
    "render": 11,
    "vision": 11,
    "lookalikes": 11,
    "printing": 12,
    "board_printing": 13,
    "auditing": 12,
    "templating": 12,
    "gathering": 12,
    "blanks": 12,
    "confirming": 13,
    "reading": 14,
    "checking": 15,
    "batch": 16,
    "cli": 17,
    "web": 17,
}
"""Each part imports only parts with a smaller number, and itself."""

STRANGERS = {("render", "rules"), ("vision", "rules"), ("cli", "web"), ("web", "cli")}

ONLY_IN = {
    "click": {"cli"},
    "reportlab": {"layout"},
    "rich": {"cli"},
    "cv2": {"vision", "blanks", "reading"},
    "zxingcpp": {"vision", "layout"},
    "pytesseract": {"vision", "reading"},
    "pypdfium2": {"render", "vision"},
    "pillow_heif": {"vision"},
    "pydantic_core": {"basics"},
    "pydantic": {"basics", "draws", "variant", "schema"},
}
"""Libraries that only some parts may know."""

HEAVY = {"reportlab", "cv2", "numpy", "pytesseract", "pydantic", "PIL", "rich", "pypdfium2"}

MODULES = sorted(PACKAGE.rglob("*.py"))


def name_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def part_of(module: str) -> str:
    """``sheetgen.layout.rows`` is of the part ``layout``."""
    return module.split(".")[1] if "." in module else module


def imports(path: Path) -> Iterator[str]:
    """Dotted names of all modules that a file imports anywhere, also only for type checks."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            assert node.module
            if node.module == "sheetgen":
                yield from (_submodule(alias.name) for alias in node.names)
            else:
                yield node.module


def _submodule(name: str) -> str:
    """``from sheetgen import layout`` imports a part, ``from sheetgen import __version__`` none."""
    return f"sheetgen.{name}" if name in LAYERS else "sheetgen"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_point_downwards(path: Path) -> None:
    part = part_of(name_of(path))
    assert part in LAYERS, f"say in LAYERS where {part} belongs"
    for module in imports(path):
        other = part_of(module)
        if module.split(".")[0] != "sheetgen" or other == part:
            continue
        assert LAYERS[other] < LAYERS[part], f"{part} imports {module}"
        assert (part, other) not in STRANGERS, f"{part} imports {module}"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_libraries_stay_where_they_belong(path: Path) -> None:
    part = part_of(name_of(path))
    for module in imports(path):
        allowed = ONLY_IN.get(module.split(".")[0])
        assert allowed is None or part in allowed, f"{part} imports {module}"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_modules_and_functions_are_short(path: Path) -> None:
    text = path.read_text("utf-8")
    assert text.count("\n") <= 400
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0]
            has_docstring = (
                isinstance(first, ast.Expr)
                and isinstance(first.value, ast.Constant)
                and isinstance(first.value.value, str)
            )
            start = (first.end_lineno or 0) + 1 if has_docstring else first.lineno
            lines = (node.end_lineno or 0) - start + 1
            assert lines <= 40, f"{node.name} has {lines} lines"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_modules_say_what_they_are_for(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    assert ast.get_docstring(tree) or not tree.body


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["print", "--help"]])
def test_help_imports_nothing_heavy(arguments: list[str]) -> None:
    script = (
        "import sys\n"
        f"sys.argv = ['sheetgen', *{arguments!r}]\n"
        "from sheetgen.cli.__main__ import main\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code, end.code\n"
        "print('\\n' + ' '.join(name.split('.')[0] for name in sys.modules))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    loaded = set(done.stdout.splitlines()[-1].split())
    assert not loaded & HEAVY
    assert "click" in loaded


def test_layout_does_not_load_the_reader() -> None:
    script = "import sys, sheetgen.printing; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert not {"cv2", "pytesseract", "click", "rich"} & set(done.stdout.split())
