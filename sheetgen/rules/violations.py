"""A broken rule as data: what, where, which rule, what it costs, and the sentence that says so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sheetgen.rules.legality import Legality, reason_text
from sheetgen.rules.span import Span
from sheetgen.rules.texts import Change, Facts, sentence

Severity = Literal["error", "warning", "hint"]


@dataclass(frozen=True, slots=True)
class Fault:
    """One broken rule on a sheet without doubt: every cell is crossed or it is not."""

    id: str
    question: int | None
    subject: str
    """The row, strip, pair or special cells that it is about: at most one fault per id of each."""
    cells: tuple[str, ...]
    effect: int | None
    """Points of its row by the rules minus as marked; None where nothing says what to count."""
    facts: Facts = ()
    severity: Severity = "error"
    unreachable: bool = False
    """No legal play leads here, and nothing says what does not count (question 14)."""


@dataclass(frozen=True, slots=True)
class Violation:
    """A broken rule (error), something doubtful (warning) or worth knowing (hint)."""

    id: str
    """Stable: other programs may rely on it."""
    severity: Severity
    question: int | None
    """The question of the rules that decides; None for what the rules say plainly."""
    cells: tuple[str, ...]
    effect: Span | None
    """Points of its row by the rules minus as marked; None where nothing says what to count.

    What changes in the terms of the sheet (a fifth row, a doubled row) is told there.
    """
    facts: Facts = ()
    certain: bool = True
    """It holds for every value of the unsure cells."""
    subject: str = ""
    """The row, strip, pair, cell or box that it is about; empty for a whole sheet or game. At most
    one violation per id of each."""

    legality: Legality | None = None
    """The verdict of the search for an order of play, which words its own sentence."""

    def text(self, language: str = "en") -> str:
        """The sentence in a language; English where the language has no texts."""
        if self.legality is not None:
            return reason_text(self.legality, language)
        facts = self.facts
        if self.effect is not None:
            facts = (*facts, ("cost", Change(self.effect)))
        message = sentence("violations", self.id, facts, language)
        if self.certain:
            return message
        return sentence("sentences", "depends", (("message", message),), language)

    @property
    def message(self) -> str:
        """The sentence in English."""
        return self.text()
