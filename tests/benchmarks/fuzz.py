"""Mutated picture files through the reader: ``make fuzz-photo [INPUTS=10000] [SEED=fresh]``.

Every input is a small photo in some format with bytes changed, cut, moved or mixed. The reader may
refuse it with a message of its own. Counted as findings, with the input kept in ``bench/fuzz``: any
other exception, more than 10 s of processor time, more than 1 GB of memory, a process that dies.
"""

from __future__ import annotations

import argparse
import io
import resource
import secrets
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from PIL import Image

from sheetgen.errors import SheetgenError
from sheetgen.reading import read_photo
from sheetgen.vision.picture_files import pages_of
from tests.blanks import blank_sheet
from tests.camera import fill_sheet, photograph, random_hand, random_marks
from tests.prints import layout

MOST_SECONDS = 10
MOST_BYTES = 10**9
WALL_SECONDS = 120
"""On a busy machine a process may wait long for its seconds."""
_CHANGES = (0, 1, 2, 7, 8, 15, 16, 127, 128, 254, 255)
_WORDS = tuple(n.to_bytes(4, "big") for n in (0, 1, 255, 65535, 2**31 - 1, 2**31, 2**32 - 1))


@cache
def picture() -> Image.Image:
    """A small photo of a sheet that can be read."""
    rng = np.random.default_rng(1)
    blank = blank_sheet(layout())
    marks = random_marks(blank, rng, "careful")
    filled = fill_sheet(blank, marks, random_hand("careful", rng), rng)
    image = photograph([filled], "careful", rng, megapixels=2.0).image
    return Image.fromarray(image).reduce(2)


def _saved(kind: str, image: Image.Image, **options: Any) -> bytes:
    stream = io.BytesIO()
    # A copy, as saving leaves settings of its format behind.
    image.copy().save(stream, kind, **options)
    return stream.getvalue()


@cache
def seeds() -> dict[str, bytes]:
    """Sound files of all formats."""
    full = picture()
    small = full.reduce(2)
    exif = Image.Exif()
    exif[0x0112] = 6

    def pages() -> dict[str, Any]:
        return {"save_all": True, "append_images": [small.rotate(180)]}

    found = {
        "jpeg": _saved("JPEG", full, exif=exif),
        "jpeg-progressive": _saved("JPEG", small, progressive=True),
        "jpeg-cmyk": _saved("JPEG", small.convert("CMYK")),
        "mpo": _saved("MPO", small, **pages()),
        "png": _saved("PNG", full),
        "png-palette": _saved("PNG", small.quantize(64), transparency=3),
        "png-alpha": _saved("PNG", small.convert("RGBA")),
        "tiff": _saved("TIFF", small, **pages()),
        "tiff-lzw": _saved("TIFF", small, compression="tiff_lzw"),
        "tiff-jpeg": _saved("TIFF", small, compression="jpeg"),
        "tiff-fax": _saved("TIFF", small.convert("1"), compression="group4"),
        "webp": _saved("WEBP", full),
        "webp-animated": _saved("WEBP", small, **pages()),
        "gif": _saved("GIF", small.quantize(64), **pages()),
        "bmp": _saved("BMP", small),
        "pdf": _saved("PDF", small, resolution=150, **pages()),
    }
    for kind in ("AVIF", "HEIF"):
        try:
            found[kind.lower()] = _saved(kind, small)
        except (KeyError, OSError):
            if kind == "HEIF":
                import pillow_heif

                pillow_heif.register_heif_opener()
                found["heif"] = _saved(kind, small)
    return found


Mutation = Callable[[bytearray, np.random.Generator], bytearray]


def _place(data: bytearray, rng: np.random.Generator) -> int:
    """Every other time near the beginning, where the headers are."""
    end = min(len(data), 700) if rng.random() < 0.5 else len(data)
    return int(rng.integers(max(end, 1)))


def _change_bytes(data: bytearray, rng: np.random.Generator) -> bytearray:
    for _ in range(int(rng.integers(1, 12))):
        at = _place(data, rng)
        if at < len(data):
            data[at] = int(rng.choice(_CHANGES)) if rng.random() < 0.5 else int(rng.integers(256))
    return data


def _change_word(data: bytearray, rng: np.random.Generator) -> bytearray:
    at, word = _place(data, rng), _WORDS[int(rng.integers(len(_WORDS)))]
    data[at : at + 4] = word if rng.random() < 0.5 else word[::-1]
    return data


def _cut(data: bytearray, rng: np.random.Generator) -> bytearray:
    return data[: _place(data, rng)]


def _leave_out(data: bytearray, rng: np.random.Generator) -> bytearray:
    at = _place(data, rng)
    del data[at : at + int(rng.integers(1, 400))]
    return data


def _repeat(data: bytearray, rng: np.random.Generator) -> bytearray:
    at, to = _place(data, rng), _place(data, rng)
    data[to:to] = data[at : at + int(rng.integers(1, 400))]
    return data


def _noise(data: bytearray, rng: np.random.Generator) -> bytearray:
    at, size = _place(data, rng), int(rng.integers(1, 200))
    data[at : at + size] = rng.bytes(size)
    return data


MUTATIONS: tuple[Mutation, ...] = (
    _change_bytes, _change_bytes, _change_word, _cut, _leave_out, _repeat, _noise,
)  # fmt: skip


def mutated(files: Mapping[str, bytes], seed: int, number: int) -> tuple[str, bytes]:
    """Input ``number`` of a run: the format it began as, and its bytes."""
    rng = np.random.default_rng([seed, number])
    names = list(files)
    name = names[number % len(names)]
    data = bytearray(files[name])
    for _ in range(int(rng.integers(1, 4))):
        kind = int(rng.integers(len(MUTATIONS) + 1))
        if kind == len(MUTATIONS):
            other = files[names[int(rng.integers(len(names)))]]
            data = data[: _place(data, rng)] + bytearray(other[int(rng.integers(len(other))) :])
        elif data:
            data = MUTATIONS[kind](data, rng)
    return name, bytes(data)


def outcome(path: Path) -> str:
    """``read``, or ``refused`` with a message. Lets all other exceptions through."""
    try:
        for page in pages_of(path)[:2]:
            read_photo(path, page=page)
    except SheetgenError as error:
        if error.hint and error.exit_code in (4, 5):
            return "refused"
        raise
    return "read"


def _work(files: Mapping[str, bytes], seed: int, numbers: range, pipe: Connection) -> None:
    """Try inputs; tell each before and after."""
    cv2.setNumThreads(1)
    warm = Path(tempfile.mkdtemp()) / "a"
    warm.write_bytes(files["jpeg"])
    outcome(warm)
    _limit_memory()
    for number in numbers:
        warm.write_bytes(mutated(files, seed, number)[1])
        pipe.send((number, "start", 0))
        signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS)
        try:
            result = outcome(warm)
        except Exception as error:
            result = f"{type(error).__name__}: {error}"
        signal.setitimer(signal.ITIMER_PROF, 0)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        pipe.send((number, result, peak))
    shutil.rmtree(warm.parent)
    pipe.close()


def _limit_memory() -> None:
    """Let the process have what it holds now, and more up to the limit."""
    held = int(Path("/proc/self/statm").read_text().split()[5]) * resource.getpagesize()
    resident = int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()
    most = held + MOST_BYTES - resident
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))


class Fuzzer:
    """Runs workers, starts new ones where one died, collects what happened."""

    def __init__(self, seed: int, inputs: int, processes: int) -> None:
        self.seed = seed
        self.counts: Counter[str] = Counter()
        self.findings: dict[int, str] = {}
        self.peak = 0
        self._context = get_context("spawn")
        size = -(-inputs // processes)
        self._parts = [range(i, min(i + size, inputs)) for i in range(0, inputs, size)]

    def run(self) -> Iterator[int]:
        """Yields the number of inputs done from time to time."""
        running = {}
        for part in self._parts:
            pipe, process = self._start(part)
            running[pipe] = (process, part, part.start, time.monotonic())
        while running:
            ready = wait(list(running), timeout=5)
            for pipe in list(running):
                process, part, number, since = running[pipe]
                if pipe in ready:
                    try:
                        number, result, peak = pipe.recv()
                        self._note(number, result, peak)
                        running[pipe] = (process, part, number, time.monotonic())
                        continue
                    except EOFError:
                        process.join()
                elif time.monotonic() - since < WALL_SECONDS:
                    continue
                else:
                    process.kill()
                    process.join()
                del running[pipe]
                if process.exitcode:
                    self._died(number, process.exitcode)
                    rest = range(number + 1, part.stop)
                    if rest:
                        pipe, process = self._start(rest)
                        running[pipe] = (process, rest, rest.start, time.monotonic())
            yield sum(self.counts.values())

    def _start(self, numbers: range) -> tuple[Connection, Any]:
        ours, theirs = self._context.Pipe(duplex=False)
        process = self._context.Process(target=_work, args=(seeds(), self.seed, numbers, theirs))
        process.start()
        theirs.close()
        return ours, process

    def _note(self, number: int, result: str, peak: int) -> None:
        if result == "start":
            return
        self.peak = max(self.peak, peak)
        if result not in ("read", "refused"):
            self.findings[number] = result
            result = "exception"
        self.counts[result] += 1

    def _died(self, number: int, code: int) -> None:
        what = f"more than {MOST_SECONDS} s" if code == -signal.SIGPROF else f"exit code {code}"
        self.findings[number] = what
        self.counts["ended the process"] += 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=10_000)
    parser.add_argument("--seed", default="fresh", help="a number, or fresh")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path("bench/fuzz"))
    options = parser.parse_args()
    seed = secrets.randbelow(10**6) if options.seed == "fresh" else int(options.seed)
    fuzzer = Fuzzer(seed, options.inputs, options.processes)
    begin, shown = time.monotonic(), 0
    for done in fuzzer.run():
        if done - shown >= 500:
            shown = done
            print(f"{done} of {options.inputs}, {len(fuzzer.findings)} findings", flush=True)
    told = ", ".join(f"{name} {count}" for name, count in fuzzer.counts.most_common())
    print(f"seed {seed}: {sum(fuzzer.counts.values())} inputs in {time.monotonic() - begin:.0f} s")
    print(f"{told}; most memory {fuzzer.peak / 1e6:.0f} MB; findings {len(fuzzer.findings)}")
    for number, what in sorted(fuzzer.findings.items()):
        options.out.mkdir(parents=True, exist_ok=True)
        name, data = mutated(seeds(), seed, number)
        (options.out / f"{seed}-{number}-{name}").write_bytes(data)
        print(f"  {options.out}/{seed}-{number}-{name}: {what}")
    return 1 if fuzzer.findings or fuzzer.peak > MOST_BYTES else 0


if __name__ == "__main__":
    sys.exit(main())
