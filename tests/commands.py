"""Run the command line inside the test process."""

import json
from typing import Any

from click.testing import CliRunner, Result

from sheetgen.cli.program import program


def run(*arguments: str, locale: str = "C", **environment: str) -> Result:
    """Run ``sheetgen`` with arguments; ``output`` holds both streams in their order."""
    variables: dict[str, str | None] = {"LC_ALL": locale, "SHEETGEN_DEBUG": None, **environment}
    return CliRunner(env=variables).invoke(
        program, arguments, prog_name="sheetgen", terminal_width=80
    )


def run_json(*arguments: str, code: int = 0) -> Any:
    result = run(*arguments)
    assert result.exit_code == code, result.output
    return json.loads(result.stdout)
