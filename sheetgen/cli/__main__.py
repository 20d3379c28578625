"""The console script ``sheetgen``."""

from __future__ import annotations

import io
import signal
import sys
from types import FrameType

from sheetgen.cli.program import program

_TERMINATED = 128 + signal.SIGTERM


def main() -> None:
    """Run the command line and leave with its exit code."""
    signal.signal(signal.SIGTERM, _leave)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that lacks a character shows a question mark, not a traceback.
            stream.reconfigure(errors="replace")
    program()


def _leave(signum: int, frame: FrameType | None) -> None:
    """End by an exception, so that half-written files are removed on the way out."""
    raise SystemExit(_TERMINATED)


if __name__ == "__main__":
    main()
