"""Where keys and values stand in a TOML text: path to line and column, both from 1.

``tomllib`` tells no positions, so this scanner walks the same text. It takes any valid TOML; where
it meets something else it stops, and ``end`` says where. It refuses, before ``tomllib`` sees the
text, what would keep that busy: deep nesting and keys of very many parts.
"""

from __future__ import annotations

import contextlib
import re
from dataclasses import dataclass, field

Path = tuple[str | int, ...]

MAX_DEPTH = 12
"""Lists and inline tables within each other, and parts of a key; templates need five."""

_SPACE = re.compile(r"[ \t]*+")
_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*+)*+")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]++")
_STRINGS = (
    re.compile(r'"""(?:[^"\\]|\\[\s\S]|"{1,2}(?!"))*+"{3,5}'),
    re.compile(r"'''(?:[^']|'{1,2}(?!'))*+'{3,5}"),
    re.compile(r'"(?:[^"\\\n]|\\.)*+"'),
    re.compile(r"'[^'\n]*+'"),
)
_SCALAR = re.compile(r"[^\s,\]}#]++(?:[ ][0-9][^\s,\]}#]*+)?")
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))", re.DOTALL)
_ESCAPED = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b"}


@dataclass(slots=True)
class Places:
    """Offsets of what was found, by path: of the key (or table header) and of the value."""

    text: str
    keys: dict[Path, int] = field(default_factory=dict)
    values: dict[Path, int] = field(default_factory=dict)
    end: int = 0
    """Offset up to which the text was understood."""

    def position(self, path: Path, *, key: bool = False) -> tuple[int, int]:
        """Line and column of a value, or of its key; of the nearest table around if not there."""
        for length in range(len(path), 0, -1):
            part = path[:length]
            first, second = (self.keys, self.values) if key else (self.values, self.keys)
            offset = first.get(part, second.get(part))
            if offset is not None:
                return self.line_and_column(offset)
        return 1, 1

    def line_and_column(self, offset: int) -> tuple[int, int]:
        line = self.text.count("\n", 0, offset) + 1
        return line, offset - (self.text.rfind("\n", 0, offset) + 1) + 1


class TooDeepError(Exception):
    """Nested deeper than any template; ``offset`` says where."""

    def __init__(self, offset: int) -> None:
        super().__init__(offset)
        self.offset = offset


class _NotUnderstoodError(Exception):
    pass


def scan(text: str) -> Places:
    """The places of all keys and values. Raises TooDeepError."""
    scanner = _Scanner(text)
    with contextlib.suppress(_NotUnderstoodError):
        scanner.run()
    scanner.places.end = scanner.at
    return scanner.places


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.places = Places(text)
        self.lengths: dict[Path, int] = {}
        """Elements so far of each array of tables."""

    def run(self) -> None:
        table: Path = ()
        self.skip(_BLANK)
        while self.at < len(self.text):
            if self.text[self.at] == "[":
                table = self.header()
            else:
                self.pair(table)
            self.skip(_SPACE)
            if self.at < len(self.text) and self.text[self.at] not in "#\r\n":
                raise _NotUnderstoodError
            self.skip(_BLANK)

    def skip(self, pattern: re.Pattern[str]) -> None:
        match = pattern.match(self.text, self.at)
        self.at = match.end() if match else self.at

    def take(self, token: str) -> bool:
        found = self.text.startswith(token, self.at)
        self.at += len(token) * found
        return found

    def expect(self, token: str) -> None:
        if not self.take(token):
            raise _NotUnderstoodError

    def header(self) -> Path:
        """``[a.b]`` or ``[[a.b]]``: the path of the table that follows."""
        start = self.at
        brackets = 2 if self.text.startswith("[[", start) else 1
        self.at += brackets
        *parents, (last, _) = self.key()
        self.expect("]" * brackets)
        path: Path = ()
        for name, _ in parents:
            path = (*path, name)
            self.places.keys.setdefault(path, start)
            path = self.inside(path)
        path = (*path, last)
        if brackets == 2:
            self.places.keys.setdefault(path, start)
            self.lengths[path] = self.lengths.get(path, 0) + 1
        path = self.inside(path)
        self.places.keys[path] = start
        return path

    def inside(self, path: Path) -> Path:
        """The path itself, or that of the last element of an array of tables."""
        return (*path, self.lengths[path] - 1) if path in self.lengths else path

    def key(self) -> list[tuple[str, int]]:
        """A dotted key: its parts, each with its offset."""
        parts: list[tuple[str, int]] = []
        while True:
            self.skip(_SPACE)
            start = self.at
            parts.append((self.key_part(), start))
            if len(parts) > MAX_DEPTH:
                raise TooDeepError(parts[0][1])
            self.skip(_SPACE)
            if not self.take("."):
                return parts

    def key_part(self) -> str:
        start = self.at
        if self.text.startswith(('"', "'"), start):
            self.string()
            raw = self.text[start + 1 : self.at - 1]
            return _ESCAPE.sub(_unescaped, raw) if self.text[start] == '"' else raw
        match = _BARE_KEY.match(self.text, start)
        if not match:
            raise _NotUnderstoodError
        self.at = match.end()
        return match[0]

    def pair(self, table: Path, depth: int = 0) -> None:
        """``key = value``."""
        path = table
        for name, start in self.key():
            path = (*path, name)
            self.places.keys.setdefault(path, start)
        if len(path) > 2 * MAX_DEPTH:
            raise TooDeepError(self.at)
        self.expect("=")
        self.skip(_SPACE)
        self.value(path, depth)

    def value(self, path: Path, depth: int) -> None:
        if depth > MAX_DEPTH:
            raise TooDeepError(self.at)
        self.places.values[path] = self.at
        if self.take("["):
            self.array(path, depth + 1)
        elif self.take("{"):
            self.inline_table(path, depth + 1)
        elif self.text.startswith(('"', "'"), self.at):
            self.string()
        else:
            match = _SCALAR.match(self.text, self.at)
            if not match:
                raise _NotUnderstoodError
            self.at = match.end()

    def array(self, path: Path, depth: int) -> None:
        index = 0
        self.skip(_BLANK)
        while not self.take("]"):
            self.value((*path, index), depth)
            index += 1
            self.skip(_BLANK)
            if not self.take(",") and not self.text.startswith("]", self.at):
                raise _NotUnderstoodError
            self.skip(_BLANK)

    def inline_table(self, path: Path, depth: int) -> None:
        self.skip(_BLANK)
        while not self.take("}"):
            self.pair(path, depth)
            self.skip(_BLANK)
            if not self.take(",") and not self.text.startswith("}", self.at):
                raise _NotUnderstoodError
            self.skip(_BLANK)

    def string(self) -> None:
        for pattern in _STRINGS:
            match = pattern.match(self.text, self.at)
            if match:
                self.at = match.end()
                return
            if self.text.startswith(pattern.pattern[:3], self.at) and pattern in _STRINGS[:2]:
                break  # an open multi-line string is not an empty one and a rest
        raise _NotUnderstoodError


def _unescaped(match: re.Match[str]) -> str:
    code = match[1] or match[2]
    if code:
        number = int(code, 16)
        return chr(number) if number < 0x110000 else "?"
    return _ESCAPED.get(match[3], match[3])
