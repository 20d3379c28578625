"""A long benchmark that broke off goes on where it was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.benchmarks import kept
from tests.benchmarks.kept import keeping, kept_in, sources
from tests.benchmarks.read_cases import Case, PhotoOutcome

CASES = [Case(7, "bad", number) for number in range(5)]


def _outcome(case: Case) -> PhotoOutcome:
    return PhotoOutcome(case, (), {}, 20.0, {}, 0.1, 0.1)


class Runner:
    def __init__(self) -> None:
        self.ran: list[Case] = []

    def __call__(self, cases: Sequence[Case]) -> Iterator[PhotoOutcome]:
        for case in cases:
            self.ran.append(case)
            yield _outcome(case)


def test_only_what_is_not_kept_is_run(tmp_path: Path) -> None:
    file = tmp_path / "new" / "kept"
    first, second = Runner(), Runner()
    list(keeping(CASES[:3], file, first, 60))
    every = list(keeping(CASES, file, second, 60))
    assert first.ran == CASES[:3]
    assert second.ran == CASES[3:]
    assert every == [_outcome(case) for case in CASES] == kept_in(file)


def test_other_cases_in_the_file_stay_there_and_are_not_told(tmp_path: Path) -> None:
    list(keeping(CASES, tmp_path / "kept", Runner(), 60))
    assert [one.case for one in keeping(CASES[1:2], tmp_path / "kept", Runner(), 60)] == CASES[1:2]
    assert len(kept_in(tmp_path / "kept")) == len(CASES)


def test_it_ends_early_after_so_many_minutes(tmp_path: Path) -> None:
    assert len(list(keeping(CASES, tmp_path / "kept", Runner(), 0))) == 1
    assert len(list(keeping(CASES, tmp_path / "kept", Runner(), 0))) == 2


@pytest.mark.parametrize("lost", [1, 20])
def test_an_outcome_that_was_half_written_is_run_again(tmp_path: Path, lost: int) -> None:
    file = tmp_path / "kept"
    list(keeping(CASES, file, Runner(), 60))
    file.write_bytes(file.read_bytes()[:-lost])
    again = Runner()
    assert {one.case for one in keeping(CASES, file, again, 60)} == set(CASES)
    assert again.ran == CASES[-1:]
    assert len(kept_in(file)) == len(CASES)


@pytest.mark.parametrize("text", [b"", b"no pickle"])
def test_another_file_is_refused(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "kept").write_bytes(text)
    with pytest.raises(SystemExit, match="no outcomes of this state of the program; name another"):
        kept_in(tmp_path / "kept")


def test_another_state_of_the_program_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    list(keeping(CASES, tmp_path / "kept", Runner(), 60))
    monkeypatch.setattr(kept, "sources", lambda: "other")
    with pytest.raises(SystemExit, match="no outcomes of this state of the program; name another"):
        kept_in(tmp_path / "kept")


def test_every_file_of_the_program_counts(tmp_path: Path) -> None:
    (tmp_path / "sheetgen").mkdir()
    seen = {sources(tmp_path)}
    for name, text in (("a.py", "1"), ("a.py", "2"), ("b.yaml", "2"), ("a.py", "")):
        (tmp_path / "sheetgen" / name).write_text(text)
        seen.add(sources(tmp_path))
    assert len(seen) == 5
    (tmp_path / "sheetgen" / "a.pyc").write_text("compiled")
    assert sources(tmp_path) in seen
