"""A broken rule as data: what, where, which rule, what it costs, and the sentence that says so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sheetgen.rules.span import Span
from sheetgen.rules.texts import Change, Facts, sentence

Severity = Literal["error", "warning", "hint"]


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
    """By the rules minus as marked, in points; None where nothing says what does not count."""
    facts: Facts = ()
    certain: bool = True
    """It holds for every value of the unsure cells."""

    def text(self, language: str = "en") -> str:
        """The sentence in a language; English where the language has no texts."""
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
