"""Damaged files of every format: a message, never another exception (more: make fuzz-photo)."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sheetgen.errors import PhotoError
from sheetgen.vision.photo import load_photo
from sheetgen.vision.picture_files import pages_of
from tests.benchmarks.fuzz import mutated
from tests.test_photo import picture

KINDS = ("JPEG", "PNG", "TIFF", "WEBP", "GIF", "BMP", "PDF", "MPO", "AVIF")


@cache
def sound(kind: str) -> bytes:
    stream = io.BytesIO()
    picture().copy().save(stream, kind)
    return stream.getvalue()


def refuses_or_reads(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    told = None
    try:
        for page in pages_of(path)[:2]:
            image = load_photo(path, page=page, reduced=True).image
            assert image.dtype == np.uint8
            assert image.shape[2] == 3
    except PhotoError as error:
        told = (error.message.startswith(str(path)), bool(error.hint))
    assert told in (None, (True, True))


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz") / "a"


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    kind=st.sampled_from(KINDS),
    changes=st.lists(st.tuples(st.integers(0, 900), st.integers(0, 255)), max_size=8),
    length=st.integers(0, 60_000),
)
def test_changed_and_cut_files(
    path: Path, kind: str, changes: list[tuple[int, int]], length: int
) -> None:
    data = bytearray(sound(kind))
    for at, value in changes:
        if at < len(data):
            data[at] = value
    refuses_or_reads(path, bytes(data[:length]))


def test_some_inputs_of_the_fuzzer(path: Path) -> None:
    files = {kind: sound(kind) for kind in KINDS}
    for number in range(200):
        refuses_or_reads(path, mutated(files, 5, number)[1])
