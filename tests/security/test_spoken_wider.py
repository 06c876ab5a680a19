"""Nothing of a minted secret is left in the texts of `spoken_wider`, however they are wrapped; none of `spoken_calm` is touched."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from butler.maids.redaction_worker import Redactor, redact
from tests.security.spoken_calm import QUIET
from tests.security.spoken_wider import LABELS, WIDER
from tests.security.test_spoken import minted

Wrap = Callable[[str], str]


def _plain(text: str) -> str:
    return text


def _diff(text: str) -> str:
    return "@@ -1 +1,9 @@\n" + "\n".join(f"+{line}" for line in text.split("\n"))


def _in_json(text: str) -> str:
    return json.dumps({"ok": True, "output": text + "\n"}, ensure_ascii=False)


def _numbered(text: str) -> str:
    return "\n".join(f"{number:6}\t{line}" for number, line in enumerate(text.split("\n"), 12))


def _talked(text: str) -> str:
    return f"I looked at it and found this:\n\n{text}\n\nThat is all."


WRAPS = (_plain, _diff, _in_json, _numbered, _talked)


@pytest.mark.parametrize("wrap", WRAPS)
def test_no_value_is_left(wrap: Wrap) -> None:
    left = {}
    for template in WIDER:
        text, values = minted(template, wrap.__name__)
        shown = redact(wrap(text))[0]
        if any(value in shown for value in values):
            left[template] = shown
    assert not left


def test_a_painted_value_is_not_left() -> None:
    left = {}
    for template in WIDER[::3]:
        text, values = minted(template, "painted")
        painted = text
        for value in values:
            painted = painted.replace(value, f"\x1b[33m{value}\x1b[0m")
        shown = redact(painted)[0]
        if any(value in shown for value in values):
            left[template] = shown
    assert not left


@pytest.mark.parametrize("wrap", WRAPS)
def test_no_look_alike_is_touched(wrap: Wrap) -> None:
    touched = {text: shown for text in QUIET if (shown := redact(wrap(text))[0]) != wrap(text)}
    assert not touched


def test_a_value_under_its_label_is_known_again_where_the_lines_were_joined() -> None:
    left = {}
    for template in LABELS:
        text, values = minted(template, "joined")
        redactor = Redactor()
        redactor.learn(text)
        joined = " ".join(text.split())
        if any(value in redactor.redact(joined) for value in values):
            left[template] = redactor.redact(joined)
    assert not left
