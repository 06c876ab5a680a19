"""Names are judged once in the same surroundings: the verdict is that of the text, and no value outlives its document."""

from __future__ import annotations

import gc
import importlib
import pkgutil
import re
from functools import _lru_cache_wrapper
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

import pytest

from butler import maids
from butler.maids.redaction_assignments import _AFTER_SPACE
from butler.maids.redaction_glance import Glance
from butler.maids.redaction_syntaxes import ASSIGN
from butler.maids.redaction_worker import redact

CHOSEN = "Nera" + "ne2579%pi"
LINES = (
    f"password: {CHOSEN}",
    f'DB_PASSWORD="{CHOSEN}"',
    f"the password for staging is {CHOSEN}",
    f'{{"name": "password", "value": "{CHOSEN}"}}',
    f"password:\n\n    {CHOSEN}\n",
    f'<input\n  name="password"\n  value="{CHOSEN}">',
    f'password = (\n    "{CHOSEN}"\n)',
    f"パスワードは{CHOSEN}です",
)
FILLERS = (
    "",
    "x" * 900 + "\n",
    "a line of nothing\n" * 60,
    "a line of nothing " * 60 + "\n",
    "日本語の行です。\n" * 40,
)


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("filler", FILLERS)
def test_what_stands_further_off_changes_no_verdict(line: str, filler: str) -> None:
    text, _ = redact(f"{filler}{line}\n{filler}{line}\n{filler}")
    assert CHOSEN not in text
    assert text == redact(f"{filler}{line}\n")[0] + redact(f"{filler}{line}\n")[0] + filler


def test_the_same_line_with_another_value_is_another_verdict() -> None:
    text, _ = redact(f"password: required\npassword: {CHOSEN}\npassword: required\n" * 40)
    assert text == "password: required\npassword: [REDACTED:password:1]\npassword: required\n" * 40


def test_plain_words_behind_a_name_stay_and_a_value_behind_them_goes() -> None:
    words = "the token of a user is checked before the form opens, and the key of the list keeps its place. " * 8
    assert redact(words) == (words, ())
    assert CHOSEN not in redact(f"{words}The password is {CHOSEN}. {words}")[0]


def test_the_words_of_a_wallet_are_no_plain_words() -> None:
    words = "legal winner thank year wave sausage worth useful legal winner thank yellow"
    assert words not in redact(f"seed phrase: {words}\n" + "and so on it goes " * 40)[0]


def test_no_value_is_remembered_when_the_document_is_done() -> None:
    value = "Qorv" + "un8316!ta"
    assert value not in redact(f"password: {value}\npassword = {value}\nsecret({value})\n{value}: password\n" * 3)[0]
    assert not [cache for cache in _caches() if value in repr(_held(cache))]


def _caches() -> list[Any]:
    """The functions of the rules that remember results."""
    names = [one.name for one in pkgutil.iter_modules(maids.__path__) if one.name.startswith("redaction")]
    modules = [importlib.import_module(f"butler.maids.{name}") for name in names]
    found = [one for module in modules for one in vars(module).values() if isinstance(one, _lru_cache_wrapper)]
    assert found
    return found


def _held(cache: Any) -> list[Any]:
    """The arguments that a function remembers."""
    return [list(one) for one in gc.get_referents(cache) if isinstance(one, dict)]


def test_a_long_text_is_asked_for_literals_as_a_short_one_is() -> None:
    text = "log in with a\nname, the\n key\tis my own  and  step\nca is not step ca, foo -k bar\n-k x (my y"
    long = Glance(text + "\n" + "z" * 4000)
    for literal in (
        "log in",
        " is my ",
        "step ca",
        " -k ",
        " (my ",
        "\tis",
        "own  and",
        "the key",
        "my\nown",
        "name, ",
    ):
        assert list(long.places(literal)) == list(Glance(text).places(literal))
        assert long.may_hold(literal) or literal not in text


def test_every_sign_that_an_assignment_goes_on_with_behind_a_space_is_asked_for_it() -> None:
    begins, _ = _first(parser.parse(ASSIGN.pattern))
    signs = map(chr, (*range(0x21, 0x250), *range(0x2010, 0x2030), *range(0xFF01, 0xFF5F)))
    closing = set("\"'`\\])}&")  # these close the name: they stand before the space
    assert {sign for sign in signs if any(one(sign) for one in begins)} == _AFTER_SPACE | closing


def _first(items: Any) -> tuple[list[Any], bool]:
    """What a pattern may begin with once spaces are left out, as tests of a sign, and whether all of it may be left out."""
    tests: list[Any] = []
    for code, value in items:
        found, left_out = _first_of(code, value)
        tests += found
        if not left_out:
            return tests, False
    return tests, True


def _first_of(code: Any, value: Any) -> tuple[list[Any], bool]:
    if code in (codes.ASSERT, codes.ASSERT_NOT, codes.AT):
        return [], True
    if code is codes.SUBPATTERN:
        return _first(value[3])
    if code is codes.BRANCH:
        parts = [_first(one) for one in value[1]]
        return [test for tests, _ in parts for test in tests], any(left_out for _, left_out in parts)
    if code in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
        tests, left_out = _first(value[2])
        return tests, left_out or value[0] == 0
    pattern = re.compile(_source(code, value))
    return [pattern.fullmatch], pattern.fullmatch(" ") is not None


def _source(code: Any, value: Any) -> str:
    """One literal or set of signs as a pattern."""
    if code is codes.LITERAL:
        return re.escape(chr(value))
    assert code is codes.IN, code
    parts = {
        codes.LITERAL: lambda one: re.escape(chr(one)),
        codes.RANGE: lambda one: f"{re.escape(chr(one[0]))}-{re.escape(chr(one[1]))}",
    }
    classes = {codes.CATEGORY_WORD: r"\w", codes.CATEGORY_SPACE: r"\s", codes.CATEGORY_DIGIT: r"\d"}
    inside = "".join(
        "^" if kind is codes.NEGATE else classes[one] if kind is codes.CATEGORY else parts[kind](one)
        for kind, one in value
    )
    return f"[{inside}]"
