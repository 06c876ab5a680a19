"""A secret whose shape reaches over lines is known in whatever piece of its text is printed."""

from __future__ import annotations

import pytest

from butler.capabilities.session_log.models import Message
from butler.maids.redaction_worker import Redactor
from butler.maids.session_log_spread import Spread
from butler.maids.session_log_worker import gather
from tests.maids.test_redaction_syntaxes import made


def _message(line: int, text: str) -> Message:
    return Message(line=line, at=None, speaker="agent", text=text, channel="commentary")


@pytest.mark.parametrize(
    "text",
    [
        "user,password\naki,{}",
        "NAME          TOKEN\nshop-prod     {}",
        'TOKEN = ("{}"\n         "another1half2of3")',
        "Password:\n{}",
        "api_token: >-\n  {}",
    ],
)
def test_what_is_learnt_from_the_whole_text_is_gone_from_its_pieces(text: str) -> None:
    value = made(text, 24)
    facts = gather([_message(3, text.format(value))])
    redactor = Redactor()
    for one in facts.spread:
        redactor.learn(one)

    assert not redactor.counts()
    assert value not in redactor.redact(f"then {value} was said")
    assert sum(one.count for one in redactor.counts()) == 1


def test_every_line_of_a_key_is_learnt() -> None:
    dashes = "-" * 5
    lines = [made(f"key {at}", 64) for at in range(3)]
    redactor = Redactor()
    redactor.learn("\n".join([f"{dashes}BEGIN PRIVATE KEY{dashes}", *lines, f"{dashes}END PRIVATE KEY{dashes}"]))

    assert redactor.redact(lines[1]) == "[REDACTED:private_key:1]"


def test_only_texts_over_lines_that_may_hold_secrets_are_kept_within_a_bound() -> None:
    spread = Spread()
    for at in range(100):
        spread.take(_message(at, f"token {at}\n" + "x" * 10_000))
    spread.take(_message(200, "token in one line"))
    spread.take(_message(201, "nothing\nof the kind"))

    kept = spread.texts()
    assert sum(map(len, kept)) <= 300_000
    assert kept[-1].startswith("token 99\n")


def test_words_that_stand_elsewhere_too_are_not_learnt() -> None:
    redactor = Redactor()
    redactor.learn("user,password\naki,hunter2\n")

    assert redactor.redact("hunter2 is a famous word") == "hunter2 is a famous word"


def test_a_text_that_teaches_nothing_is_forgotten_and_takes_its_room_all_the_same() -> None:
    value = made("a token of one text", 24)
    plain, forgetful = Spread(), Spread()
    for at in range(60):
        text = f"token {at}\n" + (f"API_TOKEN={value}" if at % 20 == 9 else "word " * 1_800)
        for spread in (plain, forgetful):
            spread.take(_message(at + 1, text))
        if at == 30:
            forgetful.forget(Redactor().is_clean)

    known = forgetful.texts()
    assert set(known) < set(plain.texts())
    assert [one for one in plain.texts() if value in one] == [one for one in known if value in one] != []


def test_a_text_with_a_mark_of_an_older_document_is_not_clean() -> None:
    assert Redactor().is_clean("a token\nof nobody")
    assert not Redactor().is_clean("the token\n[REDACTED:api_key:7]")
    assert not Redactor().is_clean(f"user,password\naki,{made('a clean one', 24)}")
