"""Many photos, one after the other or in several processes; results in the order of the input.

A photo's pixels are kept until its overlay is written, so that memory does not grow with the number
of photos.
"""

from __future__ import annotations

import contextlib
import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path

from sheetgen.checking import CheckedPhoto, check_photo, overlay_of
from sheetgen.errors import OutputError, SheetgenError, UsageError
from sheetgen.gathering import Source
from sheetgen.output import writing
from sheetgen.reading import use_one_thread
from sheetgen.sheetcode import SheetCode
from sheetgen.variant import Variant

_PHOTOS_PER_PROCESS = 4
_MOST_PROCESSES = 8
_AHEAD = 3
"""Photos per process that are handed out before they are asked for."""


@dataclass(frozen=True, slots=True)
class Orders:
    """What to do with every photo."""

    code: SheetCode | None = None
    own: tuple[Variant, ...] = ()
    corrections: tuple[str, ...] = ()
    board_points: int | None = None
    language: str = "en"
    overlays: Path | None = None
    force: bool = False


Task = tuple[Source, str]
"""A photo and the name of its overlay."""
Between = Callable[[CheckedPhoto], CheckedPhoto]


def sensible_jobs(photos: int) -> int:
    """As many processes as there are cores, if there is work for them."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return max(1, min(cores or 1, photos // _PHOTOS_PER_PROCESS, _MOST_PROCESSES))


def check_all(
    tasks: Sequence[Task], orders: Orders, jobs: int = 1, between: Between | None = None
) -> Generator[CheckedPhoto, None, None]:
    """Check photos, in order. ``between``: a last word on each before its overlay is drawn.

    A photo that cannot be read is a result with a problem. Raises OutputError for an overlay that
    cannot be written and UsageError for corrections that fit no cell.
    """
    if jobs == 1 or len(tasks) < 2 or between:
        for task in tasks:
            yield _check(task, orders, between)
    else:
        yield from _in_processes(tasks, orders, min(jobs, len(tasks)))


def _check(task: Task, orders: Orders, between: Between | None = None) -> CheckedPhoto:
    source, overlay = task
    if source.fault:
        return CheckedPhoto(source.path, source.page, None, (), (source.fault,))
    try:
        checked = check_photo(
            source.path,
            page=source.page,
            code=orders.code,
            own=orders.own,
            corrections=orders.corrections,
            board_points=orders.board_points,
        )
        if between:
            checked = between(checked)
        if orders.overlays:
            _write_overlay(checked, orders.overlays / overlay, orders)
    except (OutputError, UsageError):
        raise
    except Exception as error:
        if os.environ.get("SHEETGEN_DEBUG"):
            raise
        return CheckedPhoto(source.path, source.page, None, (), (_our_fault(source, error),))
    return replace(checked, reading=None)


def _our_fault(source: Source, error: Exception) -> SheetgenError:
    text = " ".join(str(error).split()) or "no message"
    return SheetgenError(
        f"{source.name}: internal error: {type(error).__name__}: {text}",
        "please report it, with the photo if you can",
    )


def _write_overlay(checked: CheckedPhoto, path: Path, orders: Orders) -> None:
    jpeg = overlay_of(checked, orders.language)
    if jpeg is not None:
        with writing(path, force=orders.force) as stream:
            stream.write(jpeg)


def _in_processes(tasks: Sequence[Task], orders: Orders, jobs: int) -> Iterator[CheckedPhoto]:
    """Hand out a few photos ahead of the one that is waited for."""
    left = deque(tasks)
    waiting: deque[tuple[Task, Future[CheckedPhoto]]] = deque()
    with _processes(jobs) as pool, contextlib.suppress(BrokenProcessPool):
        while left or waiting:
            while left and len(waiting) < _AHEAD * jobs:
                waiting.append((left[0], _handed_out(pool, left[0], orders)))
                left.popleft()
            yield waiting[0][1].result()
            waiting.popleft()
    # One of the photos ended its process. Find out which, and go on with the rest.
    for suspect, _ in waiting:
        yield _alone(suspect, orders)
    if left:
        yield from _in_processes(left, orders, jobs)


def _alone(task: Task, orders: Orders) -> CheckedPhoto:
    """A photo in a process of its own."""
    with _processes(1) as pool:
        try:
            return _handed_out(pool, task, orders).result()
        except BrokenProcessPool:
            source = task[0]
            fault = SheetgenError(
                f"{source.name}: reading it ended the process, perhaps for lack of memory",
                "make the photo smaller, or use fewer --jobs",
            )
            return CheckedPhoto(source.path, source.page, None, (), (fault,))


@contextlib.contextmanager
def _processes(count: int) -> Iterator[ProcessPoolExecutor]:
    """A pool that ends at once where the block is left early."""
    pool = ProcessPoolExecutor(count, get_context("spawn"), initializer=_begin)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _begin() -> None:
    """Ctrl-C is for the first process, which then ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    use_one_thread()


def _handed_out(pool: ProcessPoolExecutor, task: Task, orders: Orders) -> Future[CheckedPhoto]:
    """Submit a task; processes that this starts are born deaf to Ctrl-C."""
    if not hasattr(signal, "pthread_sigmask"):
        return pool.submit(_check, task, orders)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(_check, task, orders)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
