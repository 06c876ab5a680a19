"""Secrets in places that look like evidence as a whole: ids of tests, encoded queries, permission rules, stored values, file names."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote, quote_plus

import pytest

from butler.maids.redaction_worker import redact
from tests.maids.test_redaction_syntaxes import made

PASSWORD, TOKEN = "Vam" + "dk#uO45" + "82yBB", made("encoded", 32)
PLAIN = "Ggb" + "ppQaBEt" + "896Bu"
PLACES = [
    "FAILED tests/test_a.py::test_login[password={p}]",
    "FAILED tests/test_a.py::test_login[DB_PASSWORD={p}] - AssertionError",
    "tests/test_a.py::test_login[https://h.example/cb?access_token={t}&x=1]",
    "tests/test_a.py::test_login[admin:{p}]",
    "tests/test_a.py::test_login[user:{p}@host]",
    "Bash(mysql -uroot -p{w}:*)",
    "Bash(redis-cli -a {w}:*)",
    "vault kv put secret/app value={p}",
    "vault kv put secret/app region=eu db={p}",
    "heroku config:set NODE_ENV=production STRIPE={t}",
    "ＤＢ＿ＰＡＳＳＷＯＲＤ＝{p}",
    "`backup/api_key={t}.txt`",
    "`docs/Authorization: Bearer {t}.md`",
]
SENTENCES = [
    "the admin password is {w}",
    "curl -u admin:{w}",
    "mysql -uroot -p{w}",
    "sshpass -p {w}",
    "postgres://bob:{w}@db/x",
    "パスワードは{w}",
]


@pytest.mark.parametrize("place", PLACES)
def test_a_secret_is_found_in_what_looks_like_evidence(place: str) -> None:
    text = place.format(p=PASSWORD, t=TOKEN, w=PLAIN)
    clean, counts = redact(text)
    before, _, behind = place.partition("{")
    assert clean.startswith(before)
    assert clean.endswith((behind[2:], "]`"))
    assert len(counts) == 1
    assert redact(clean)[0] == clean


@pytest.mark.parametrize("encode", [quote, quote_plus])
@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_sentence_in_a_query_is_read_as_it_is_meant(sentence: str, encode: Callable[[str, str], str]) -> None:
    query = encode(sentence.format(w=PLAIN), "")
    address = f"https://x.example/p?hl=en&q={query}&page=2"
    clean = redact(f"See {address} for more.")[0]
    before, _, behind = f"See {address} for more.".partition(PLAIN)
    assert clean.startswith(before)
    assert clean.endswith(behind)
    assert "[REDACTED:" in clean


@pytest.mark.parametrize(
    "text",
    [
        "FAILED tests/test_a.py::test_b[password=short]",
        "tests/test_a.py::test_b[user:name] and tests/test_a.py::test_b[admin:read_only_2]",
        "tests/test_a.py::test_b[password-min_length_8]",
        "https://x.example/search?q=password+is+required+by+the+form&hl=en",
        "https://x.example/?q=how+to+reset+mysql+-uroot+-p",
        "https://x.example/a?redirect_uri=https%3A%2F%2Fapp.example%2Fcb&response_type=code&scope=read+write",
        "https://x.example/s?q=%E3%83%91%E3%82%B9%E3%83%AF%E3%83%BC%E3%83%89%E3%81%AF%E5%BF%85%E9%A0%88&x=%FF%00",
        "vault kv put secret/app value=@file.json region=eu-west-1",
        "heroku config:set API_URL=https://h.example/x NODE_ENV=production WEB_CONCURRENCY=4",
        "Bash(mysql -uroot -p:*), Bash(npm run test:*)",
        "ＰＣのＯＳは新しい。ＡＰＩ：成功",
        "assets/index-BkX93kd82.js and api_key=settings.json",
    ],
)
def test_what_only_speaks_of_secrets_stays(text: str) -> None:
    assert redact(text)[0] == text


def test_the_kind_in_a_mark_names_nothing_beside_it() -> None:
    text = f"see {made('beside', 20)} -u me:[REDACTED:password:1]"
    assert redact(text)[0] == text


def test_what_a_mark_brings_nearer_to_a_name_is_looked_at_at_once() -> None:
    once = redact(f'passwordCookie: {"QUJD" * 24}" {PLAIN}')[0]
    assert PLAIN not in once
    assert redact(once)[0] == once
