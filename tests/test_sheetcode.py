"""The sheet code: stable for years, and any two wrong characters are noticed."""

import contextlib
import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheetgen.errors import SheetNotFoundError
from sheetgen.sheetcode import (
    _RADICES,
    ALPHABET,
    BASE,
    DEALINGS,
    MAX_EXTENSION,
    MAX_SHEETS,
    SheetCode,
    parse_sheet_code,
)

SAMPLE = SheetCode(template=41, seed=123_456_789, number=321, players=3, dealing=2)
EXTENDED = SheetCode(
    template=199_999, seed=1, number=9, palette=2, language=5, style=1, choice=BASE**4 - 1
)

codes = st.builds(
    SheetCode,
    choice=st.integers(0, BASE**MAX_EXTENSION - 1),
    format=st.just(0),
    **{name: st.integers(0, radix - 1) for name, radix in _RADICES.items() if name != "format"},
)


def noticed(plain: str) -> bool:
    try:
        parse_sheet_code(plain)
    except SheetNotFoundError:
        return True
    return False


@pytest.mark.parametrize(
    ("code", "text"),
    [
        (SheetCode(template=21, seed=0, number=0), "333333-333RWA-ME33M3"),
        (SAMPLE, "JPU79U-YM3F3U-CU336D"),
        (EXTENDED, "433333-F33QFR-NJWCYY-YY4T"),
    ],
)
def test_printed_codes_are_read_for_years(code: SheetCode, text: str) -> None:
    assert code.text == text
    assert parse_sheet_code(text) == code


@given(codes)
def test_fields_make_the_round_trip(code: SheetCode) -> None:
    assert parse_sheet_code(code.text) == code
    assert parse_sheet_code(code.plain) == code


@given(codes)
def test_shape_of_the_code(code: SheetCode) -> None:
    assert set(code.plain) <= set(ALPHABET)
    assert 18 <= len(code.plain) <= 22
    assert all(len(group) == 6 for group in code.text.split("-")[:-1])


def test_no_two_characters_look_alike() -> None:
    for alike in ("O0", "1IL", "2Z", "5S", "8B", "6G", "UV"):
        assert sum(ch in ALPHABET for ch in alike) <= 1


def test_case_and_separators_do_not_matter() -> None:
    text = SAMPLE.text
    assert parse_sheet_code(text.lower().replace("-", " ")) == SAMPLE
    assert parse_sheet_code(f"  {SAMPLE.plain}\n") == SAMPLE


@pytest.mark.parametrize("code", [SAMPLE, EXTENDED])
def test_every_single_substitution_is_noticed(code: SheetCode) -> None:
    plain = code.plain
    for i, right in enumerate(plain):
        for wrong in ALPHABET:
            if wrong != right:
                assert noticed(plain[:i] + wrong + plain[i + 1 :])


def test_every_double_substitution_is_noticed() -> None:
    plain = SAMPLE.plain
    for i, j in combinations(range(len(plain)), 2):
        for a in ALPHABET:
            for b in ALPHABET:
                if a != plain[i] and b != plain[j]:
                    assert noticed(plain[:i] + a + plain[i + 1 : j] + b + plain[j + 1 :])


@given(codes, st.randoms(use_true_random=False))
def test_double_substitutions_are_noticed_in_any_code(code: SheetCode, rng: random.Random) -> None:
    characters = list(code.plain)
    for place in rng.sample(range(len(characters)), 2):
        characters[place] = rng.choice([ch for ch in ALPHABET if ch != characters[place]])
    assert noticed("".join(characters))


@given(codes)
def test_every_swap_of_two_characters_is_noticed(code: SheetCode) -> None:
    plain = code.plain
    for i, j in combinations(range(len(plain)), 2):
        if plain[i] != plain[j]:
            assert noticed(plain[:i] + plain[j] + plain[i + 1 : j] + plain[i] + plain[j + 1 :])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("NRP6X4", "sheet code 'NRP6X4' has 6 characters, not 18"),
        ("O" + SAMPLE.plain[1:], f"sheet code 'O{SAMPLE.plain[1:]}': O never occurs in a code"),
        (
            SAMPLE.plain[:-1] + ("3" if SAMPLE.plain[-1] != "3" else "4"),
            f"sheet code '{SAMPLE.plain[:-1]}{'3' if SAMPLE.plain[-1] != '3' else '4'}': "
            "the check characters do not match",
        ),
        (
            SheetCode(template=1, seed=1, number=1, format=1).plain,
            f"sheet code '{SheetCode(template=1, seed=1, number=1, format=1).plain}' "
            "is of a later format",
        ),
    ],
)
def test_messages(text: str, message: str) -> None:
    with pytest.raises(SheetNotFoundError) as caught:
        parse_sheet_code(text)
    assert caught.value.message == message
    assert caught.value.hint


@given(st.text(max_size=40))
def test_any_text_gives_a_code_or_an_error(text: str) -> None:
    with contextlib.suppress(SheetNotFoundError):
        assert parse_sheet_code(text).plain == "".join(filter(str.isalnum, text.upper()))


@pytest.mark.parametrize("field", list(_RADICES))
def test_fields_out_of_range_are_refused(field: str) -> None:
    given_fields = {"template": 1, "seed": 1, "number": 1}
    with pytest.raises(ValueError, match=field):
        SheetCode(**{**given_fields, field: _RADICES[field]})


def test_game_and_seat() -> None:
    seats = [(code.game, code.seat) for code in (_numbered(n) for n in range(8))]
    assert seats == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1)]
    assert _numbered(0).game_key == _numbered(2).game_key != _numbered(3).game_key


def _numbered(number: int) -> SheetCode:
    return SheetCode(template=21, seed=5, number=number, players=2)


def test_a_code_has_room_for_what_the_program_promises() -> None:
    assert MAX_SHEETS >= 10_000
    assert len(DEALINGS) == _RADICES["dealing"]
