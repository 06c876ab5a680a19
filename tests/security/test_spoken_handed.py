"""Nothing of a minted secret is left in the texts of `spoken_handed`, whatever stands before their lines; calm texts stay."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from butler.maids.redaction_worker import redact
from tests.security.spoken_handed import CALM, HANDED
from tests.security.test_spoken import minted

Wrap = Callable[[str], str]


def _before(mark: str) -> Wrap:
    """Each line with ``mark`` before it; ``{}`` in it is the number of the line."""
    return lambda text: "\n".join(mark.format(number) + line for number, line in enumerate(text.split("\n"), 31))


def _painted(text: str) -> str:
    """Lines as ``git diff`` paints them."""
    return "\x1b[36m@@ -3,4 +3,5 @@\x1b[m\n" + "\n".join(
        f"\x1b[32m+\x1b[m\x1b[32m{line}\x1b[m" for line in text.split("\n")
    )


def _notebook(text: str) -> str:
    """The source of a notebook: a list of lines."""
    return json.dumps({"source": [line + "\n" for line in text.split("\n")]}, indent=1, ensure_ascii=False)


def _result(text: str) -> str:
    """What a tool printed, as a terminal shows it."""
    return "● Bash(cat notes)\n  ⎿  " + text.replace("\n", "\n     ")


WRAPS: dict[str, Wrap] = {
    "plain": str,
    "service": _before("web-1  | "),
    "time": _before("2026-03-02T10:14:{}.1121060Z "),
    "place": _before("app/settings.py:{}:"),
    "number": _before("    {}→"),
    "quote": lambda text: "you wrote:\n\n" + _before("> ")(text),
    "painted": _painted,
    "notebook": _notebook,
    "result": _result,
}


@pytest.mark.parametrize("wrap", WRAPS)
def test_no_handed_value_is_left(wrap: str) -> None:
    left = {}
    for template in HANDED:
        text, values = minted(template, wrap)
        shown = redact(WRAPS[wrap](text))[0]
        if any(value in shown for value in values):
            left[template] = shown
    assert not left


@pytest.mark.parametrize("wrap", WRAPS)
def test_no_calm_text_is_touched(wrap: str) -> None:
    texts = [WRAPS[wrap](minted(one, "calm")[0]) for one in CALM]
    assert [text for text in texts if redact(text)[0] != text] == []
