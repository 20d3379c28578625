"""The error tree. Library code raises these; one adapter in ``cli`` prints them.

A message says what is wrong and where; ``hint`` says what to do. ``exit_code`` is the process
exit code of the command line.
"""

from __future__ import annotations


class SheetgenError(Exception):
    """Base of all errors that a user can cause or mend."""

    exit_code = 70

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}: {self.hint}" if self.hint else self.message

    def __reduce__(self) -> tuple[type[SheetgenError], tuple[str, str | None]]:
        return type(self), (self.message, self.hint)


class UsageError(SheetgenError):
    """An option or argument that makes no sense."""

    exit_code = 2


class TemplateError(SheetgenError):
    """A template that cannot be used; ``problems`` lists every fault, one line each."""

    exit_code = 3

    def __init__(
        self, message: str, hint: str | None = None, problems: tuple[str, ...] = ()
    ) -> None:
        super().__init__(message, hint)
        self.problems = problems or (str(self),)

    def __reduce__(self) -> tuple[type[TemplateError], tuple[str, str | None, tuple[str, ...]]]:  # type: ignore[override]
        return type(self), (self.message, self.hint, self.problems)


class LayoutError(SheetgenError):
    """A layout that does not fit its frame or its page."""

    exit_code = 3


class PhotoError(SheetgenError):
    """A photo that cannot be read."""

    exit_code = 4


class SheetNotFoundError(SheetgenError):
    """No sheet in the photo, or a sheet code that is not known."""

    exit_code = 5


class OutputError(SheetgenError):
    """A file that cannot be written."""

    exit_code = 2
