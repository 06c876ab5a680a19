"""Only the value itself goes: what stands around it is evidence; escapes, folded lines and neighbours of a mark are read."""

from __future__ import annotations

import random
import string

import pytest

from butler.maids.redaction_views import around, unescaped
from butler.maids.redaction_worker import redact

ALNUM = string.ascii_letters + string.digits


def made(label: str, length: int, alphabet: str = ALNUM) -> str:
    """A value of ``length`` that depends on ``label`` alone."""
    source = random.Random(label)
    return "".join(source.choice(alphabet) for _ in range(length))


HEX = made("hex", 40, "0123456789abcdef")
KEY = made("key", 32) + "7aZ"
PASSWORD = "".join(["Mu", "zidu", "8", "5", "8", "%gini"])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (f'Authorization: Digest username="aki", realm="r", response="{HEX}"', HEX),
        (f"POST /oauth/token grant_type=client_credentials&client_secret={KEY}&scope=read", KEY),
        (f"初期パスワード → {PASSWORD}(初回ログイン後に変更)", PASSWORD),
        (f"redis://:{PASSWORD}@cache:6379?email=ops@example.net", PASSWORD),
        (f"postgres://shop:{PASSWORD}@h1:5432,h2:5432/shop", PASSWORD),
        (f"(DB_PASSWORD={PASSWORD})", PASSWORD),
        (rf'"password={KEY}\nuser=aki"', KEY),
        (f'document.cookie = "sid={KEY}; path=/"', KEY),
        (f"then secret_key_base: {HEX} and it ran", HEX),
        (f"mvn -Dsonar.token={HEX} -DskipTests verify", HEX),
        (rf'{{"html": "<meta name=\"csrf-token\" content=\"{KEY}\">"}}', KEY),
        (f'public string ApiSecret {{ get; set; }} = "{KEY}";', KEY),
        (f'{{"value": "{KEY}", "name": "API_TOKEN"}}', KEY),
    ],
)
def test_nothing_but_the_value_goes(text: str, value: str) -> None:
    shown, found = redact(text)

    assert [one.count for one in found] == [1]
    before, _, after = text.partition(value)
    assert shown.startswith(before)
    assert shown.endswith(after)


@pytest.mark.parametrize(
    "text",
    [
        "postgres://DB_USER:DB_PASSWORD@localhost/shop",
        'Authorization: Digest username="aki", realm="r", qop=auth',
        "next token: 0193f2a4-c5d6-4e7f-8a9b-0c1d2e3f4a5b",
        "exit code is 137 and the user code 1234 lines",
        "changed the password hashing from bcrypt to argon2id",
        "Recovery codes: none generated yet",
    ],
)
def test_what_only_looks_like_one_stays(text: str) -> None:
    assert redact(text) == (text, ())


def test_the_rest_of_a_broken_value_follows_its_first_part() -> None:
    shown, _ = redact(f'TOKEN = ("{KEY}" "{made("rest", 18)}9qW")')

    assert made("rest", 18) not in shown


def test_escapes_are_read_and_lead_back_to_the_text_as_it_is() -> None:
    text = r"{\"a\": \"\u30d1\n\"}"
    view = unescaped(text)

    assert view is not None
    assert view.text == '{"a": "パ\n"}'
    assert text[view.original(view.text.index("a"))] == "a"
    assert unescaped("nothing to read") is None


def test_only_the_neighbourhood_of_the_points_is_looked_at_again() -> None:
    text = "\n".join(["x" * 50] * 200)
    pieces = around(text, [5000], 100)

    assert [(at, text[at : at + len(piece)] == piece) for at, piece in pieces] == [(pieces[0][0], True)]
    assert pieces[0][0] <= 4900 < 5100 <= pieces[0][0] + len(pieces[0][1])
    assert around(text, list(range(0, len(text), 100)), 100) == [(0, text)]
