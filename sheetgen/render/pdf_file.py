"""The bytes of a PDF file: numbered objects written as soon as they are complete.

Only the place of each object is remembered, so that a file of any length takes the same memory.
PDF 1.4, as PDF/A-1 asks: every object in the open, no object streams.
"""

from __future__ import annotations

import hashlib
import zlib
from typing import BinaryIO

_LEVEL = 6


class PdfFile:
    """A file that grows object by object."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._places: list[int] = [0]
        self._length = 0
        self._digest = hashlib.sha256()
        self._write(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")

    def reserve(self) -> int:
        """The number of an object that is written later."""
        self._places.append(-1)
        return len(self._places) - 1

    def add(self, content: bytes, number: int | None = None) -> int:
        """Write an object, under a new number or a reserved one; returns its number."""
        number = self.reserve() if number is None else number
        self._places[number] = self._length
        self._write(b"%d 0 obj\n%b\nendobj\n" % (number, content))
        return number

    def add_stream(
        self, data: bytes, entries: bytes = b"", number: int | None = None, packed: bool = True
    ) -> int:
        """Write a stream, compressed if ``packed``, with further entries of its dictionary."""
        if packed:
            data = zlib.compress(data, _LEVEL)
            entries += b"/Filter/FlateDecode"
        content = b"<<%b/Length %d>>\nstream\n%b\nendstream" % (entries, len(data), data)
        return self.add(content, number)

    def finish(self, root: int, info: int) -> None:
        """Write the table of objects and the end of the file."""
        start, count = self._length, len(self._places)
        identity = self._digest.hexdigest()[:32].encode()
        lines = [b"%010d 00000 n \n" % place for place in self._places[1:]]
        self._write(b"xref\n0 %d\n0000000000 65535 f \n%b" % (count, b"".join(lines)))
        self._write(
            b"trailer\n<</Size %d/Root %d 0 R/Info %d 0 R/ID[<%b><%b>]>>\nstartxref\n%d\n%%%%EOF\n"
            % (count, root, info, identity, identity, start)
        )

    def _write(self, data: bytes) -> None:
        self._stream.write(data)
        self._digest.update(data)
        self._length += len(data)


def text_string(text: str) -> bytes:
    """A text as PDF has it in dictionaries: plain where possible, else UTF-16."""
    if text.isascii() and text.isprintable():
        escaped = text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        return b"(%b)" % escaped.encode("ascii")
    return b"<FEFF%b>" % text.encode("utf-16-be").hex().upper().encode()


def references(numbers: list[int]) -> bytes:
    """Objects by number, as in a list."""
    return b" ".join(b"%d 0 R" % number for number in numbers)
