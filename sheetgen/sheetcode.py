"""The sheet code: all that is needed to rebuild a printed sheet, as short text.

The fields are packed into one whole number by mixed radix, written in base 23 with characters that
are not mistaken for each other, and followed by two check characters: the weighted sums of a
Reed-Solomon code over GF(23) with distance 3, so that any two wrong characters, and so any swap of
two, are noticed.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from sheetgen.errors import SheetNotFoundError

ALPHABET = "34679ACDEFHJKMNPQRTUWXY"
"""23 characters; 0/O, 1/I/L, 2/Z, 5/S, 8/B, G (6) and V (U) are left out."""

BASE = len(ALPHABET)
DATA_LENGTH = 16
CHECK_LENGTH = 2
MAX_EXTENSION = 4
"""Characters that may be added for draws that the user chose (a code has 18 to 22)."""

DEALINGS = ("official", "same", "different", "independent")

_RADICES = {
    # least significant first; the product stays below 23 ** 16
    "seed": 23**6,
    "number": 23**3,
    "template": 200_000,
    "players": 12,
    "dealing": len(DEALINGS),
    "palette": 8,
    "language": 8,
    "style": 2,
    "format": 2,
}
MAX_SEED = _RADICES["seed"] - 1
MAX_SHEETS = _RADICES["number"]
MAX_PLAYERS = _RADICES["players"]
OWN_TEMPLATES_FROM = 20_000
"""Template ids below are ``20 * number + revision`` of a bundled template, others digests."""

_GROUP = 6
_UNKNOWN_HINT = "check the characters against the sheet; codes have the form XXXXXX-XXXXXX-XXXXXX"


@dataclass(frozen=True, slots=True)
class SheetCode:
    """Fields of a sheet code; each is a whole number from 0 to its radix - 1.

    ``template``: id of template and revision · ``seed``: of the set · ``number``: of the sheet in
    the set · ``players``: sheets per game - 1 · ``dealing``: index into ``DEALINGS`` · ``palette``,
    ``language``, ``style``: indices of the options that change the print · ``choice``: rank of the
    draws that the user chose, plus 1 (0 = all drawn).
    """

    template: int
    seed: int
    number: int
    players: int = 0
    dealing: int = 1
    palette: int = 0
    language: int = 0
    style: int = 0
    format: int = 0
    choice: int = 0

    def __post_init__(self) -> None:
        for name, radix in _RADICES.items():
            value = getattr(self, name)
            if not 0 <= value < radix:
                raise ValueError(f"{name} {value} is not within 0..{radix - 1}")
        if not 0 <= self.choice < BASE**MAX_EXTENSION:
            raise ValueError(f"choice {self.choice} is too large")

    @property
    def text(self) -> str:
        """The code as printed, in groups of six."""
        plain = self.plain
        return "-".join(plain[i : i + _GROUP] for i in range(0, len(plain), _GROUP))

    @property
    def plain(self) -> str:
        """The code without separators, as in the 2-D code."""
        value, weight = 0, 1
        for name, radix in _RADICES.items():
            value += getattr(self, name) * weight
            weight *= radix
        digits = _digits(value, DATA_LENGTH)
        choice = self.choice
        while choice:
            choice, digit = divmod(choice, BASE)
            digits.append(digit)
        return "".join(ALPHABET[digit] for digit in digits + _check_digits(digits))

    @property
    def game(self) -> int:
        """Index of the game that the sheet belongs to, within its set."""
        return self.number // (self.players + 1)

    @property
    def seat(self) -> int:
        """Index of the sheet within its game."""
        return self.number % (self.players + 1)

    @property
    def game_key(self) -> tuple[int, ...]:
        """What the sheets of one game have in common."""
        return (self.template, self.seed, self.players, self.dealing, self.game)


def parse_sheet_code(text: str) -> SheetCode:
    """Read a code as typed or recognised; separators and case do not matter.

    Raises SheetNotFoundError if the length, a character or the check characters are wrong.
    """
    plain = "".join(ch for ch in text.upper() if ch.isalnum())
    shortest = DATA_LENGTH + CHECK_LENGTH
    if not shortest <= len(plain) <= shortest + MAX_EXTENSION:
        raise SheetNotFoundError(
            f"sheet code {text!r} has {len(plain)} characters, not {shortest}", _UNKNOWN_HINT
        )
    wrong = sorted(set(plain) - set(ALPHABET))
    if wrong:
        raise SheetNotFoundError(
            f"sheet code {text!r}: {', '.join(wrong)} never occurs in a code", _UNKNOWN_HINT
        )
    digits = [ALPHABET.index(ch) for ch in plain]
    data, check = digits[:-CHECK_LENGTH], digits[-CHECK_LENGTH:]
    if _check_digits(data) != check:
        raise SheetNotFoundError(
            f"sheet code {text!r}: the check characters do not match", _UNKNOWN_HINT
        )
    value = 0
    for digit in reversed(data[:DATA_LENGTH]):
        value = value * BASE + digit
    found: dict[str, int] = {}
    for name, radix in _RADICES.items():
        value, found[name] = divmod(value, radix)
    choice = 0
    for digit in reversed(data[DATA_LENGTH:]):
        choice = choice * BASE + digit
    if value or found["format"]:
        raise SheetNotFoundError(
            f"sheet code {text!r} is of a later format", "update sheetgen to read this sheet"
        )
    return SheetCode(choice=choice, **found)


def _digits(value: int, count: int) -> list[int]:
    digits = []
    for _ in range(count):
        value, digit = divmod(value, BASE)
        digits.append(digit)
    return digits


def _check_digits(data: list[int]) -> list[int]:
    """Two digits that make the plain and the weighted sum of the whole code 0 modulo 23.

    The weight of a place is a power of 5, a primitive root of 23: all 22 places differ. The check
    digits have the last two powers. The length enters the plain sum, so that a code that lost or
    won a place is noticed.
    """
    plain = (sum(data) + len(data)) % BASE
    weighted = sum(pow(5, place, BASE) * digit for place, digit in enumerate(data)) % BASE
    first, second = pow(5, 20, BASE), pow(5, 21, BASE)
    b = (first * plain - weighted) * pow(second - first, -1, BASE) % BASE
    return [(-plain - b) % BASE, b]


assert set(_RADICES) | {"choice"} == {field.name for field in fields(SheetCode)}
