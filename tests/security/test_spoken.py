"""Nothing of a minted secret is left in the texts of `spoken`; none of its look-alikes is touched."""

from __future__ import annotations

import re

import pytest

from butler.maids.redaction_worker import redact
from tests.security.minting import Mint, Value
from tests.security.spoken import QUIET, SECRET

_CODE = re.compile(r"§(\w)")


def _words(mint: Mint, count: int) -> str:
    return "-".join(mint.word(3) for _ in range(count))


SORTS: dict[str, Value] = {
    "w": lambda m: f"{_words(m, 3)}-{m.digits(2)}",
    "c": lambda m: f"{m.word(3).capitalize()}_{m.digits(5)}",
    "f": lambda m: _words(m, 4),
    "m": lambda m: " ".join(m.word(2) for _ in range(12)),
    "h": lambda m: m.hex(40),
    "H": lambda m: m.hex(64),
    "x": lambda m: m.hex(32),
    "a": lambda m: m.alnum(32),
    "A": lambda m: m.alnum(20),
    "l": lambda m: m.alnum(24).lower(),
    "b": lambda m: m.b64(32),
    "u": Mint.uuid,
    "d": lambda m: m.digits(6),
    "4": lambda m: m.digits(4),
    "2": lambda m: m.upper(32),
}


def minted(template: str, seed: str) -> tuple[str, list[str]]:
    """The text of a template and the values in it."""
    mint = Mint(f"{seed}/{template}")
    values: list[str] = []

    def value(found: re.Match[str]) -> str:
        values.append(SORTS[found[1]](mint))
        return values[-1]

    return _CODE.sub(value, template), values


@pytest.mark.parametrize("seed", ["one", "two"])
def test_no_value_is_left(seed: str) -> None:
    left = {}
    for template in SECRET:
        text, values = minted(template, seed)
        shown = redact(text)[0]
        if any(value in shown for value in values):
            left[template] = shown
    assert not left


def test_no_look_alike_is_touched() -> None:
    touched = {text: shown for one in QUIET if (shown := redact(text := minted(one, "calm")[0])[0]) != text}
    assert not touched
