"""Columns headed by the name of a secret, and other values whose name stands further away: gone; plain columns stay."""

from __future__ import annotations

import pytest

from butler.maids.redaction_worker import redact
from tests.maids.test_redaction_syntaxes import made

TABLES = [
    "| user | password |\n|---|---|\n| aki | {} |\n| ben | n/a |",
    "> | user | `password` | note |\n> |:--|:--|---|\n> | aki | `{}` | old |",
    "| user | password | |---|---| | aki | {} |",
    "| ユーザー | パスワード |\n|---|---|\n| aki | {} |",
    "NAME          TOKEN\nshop-prod     {}",
    "+--------+-----------+\n| name   | api_token |\n+--------+-----------+\n| shop   | {} |",
    "user,password\naki,{}\n",
    'user;"api token";note\n"aki";"{}";x\n',
    "host\tpasswd\ndb\t{}",
]
PLACES = [
    "mysql -u root -p{} shop",
    "htpasswd -b -c .htpasswd aki {}",
    "htpasswd -nb aki {} > file",
    "ConvertTo-SecureString '{}' -AsPlainText -Force",
    "process.env.JWT_SECRET || '{}'",
    'os.getenv("DB_PASSWORD") or "{}"',
    "credentials: aki / {}",
    "The password for the staging database is {} and it works.",
    "machine api.example.net\n  login aki\n  password {}",
    "api_token: >- {}",
    "deploy \\ --password \\ {}",
    "_auth={}",
]


@pytest.mark.parametrize("text", TABLES + PLACES)
def test_the_value_is_gone_and_the_rest_stays(text: str) -> None:
    value = made(text, 24)

    clean, found = redact(text.format(value))

    assert value not in clean
    assert sum(one.count for one in found) == 1
    assert clean.partition("[REDACTED")[0] == text.partition("{}")[0]


@pytest.mark.parametrize(
    "text",
    [
        "| test | token count |\n|---|---|\n| parser | 120456 |",
        "| page | next token |\n|---|---|\n| users | page2of9 |",
        "name,status\nabc12345,passed678x\n",
        "NAME     PASS   FAIL\ntest_a1b2c3d4   12   0",
        "password, user = line.split()\nresult42x, other77y = run()",
        "The token, the key and the rest\nwork1ng as bef0re, always2",
        "Cache restored from key: Linux-node-" + "0123456789abcdef" * 4,
        "arn:aws:secretsmanager:eu-west-1:123456789012:secret:shop/db-a1B2c3",
        "mkdir -p/var/lib/mysql && ssh -p2222 mysql-host",
        "mnemonic: the words are in the safe and nobody may read them there again",
    ],
)
def test_what_only_looks_like_a_column_stays(text: str) -> None:
    assert redact(text)[0] == text


def test_twelve_bare_words_are_a_wallet() -> None:
    words = " ".join("gor" + "aeiou"[at % 5] * 2 for at in range(12))

    assert redact(f"mnemonic: {words}")[0] == "mnemonic: [REDACTED:password:1]"


def test_six_digits_behind_a_passcode_are_gone() -> None:
    number = "4" + "71925"

    assert number not in redact(f"暗証番号は{number}です。")[0]


def test_the_private_lines_of_a_putty_key_are_gone() -> None:
    lines = [made(f"line {at}", 64) for at in range(3)]
    head = "PuTTY-User-Key-File-3: ssh-ed25519\nComment: aki\n"
    for tail in ("\nPrivate-MAC: 00", ""):
        clean, _ = redact(f"{head}Private-Lines: 3\n" + "\n".join(lines) + tail)
        assert not [line for line in lines if line in clean]
        assert clean.startswith(head)
        assert clean.endswith(tail.strip())


@pytest.mark.parametrize("mark", ["> ", "  {at}\t", "{at:6d}→", "+", "    "])
def test_a_key_that_was_cut_is_gone_whatever_stands_before_its_lines(mark: str) -> None:
    dashes = "-" * 5
    lines = [dashes + "BEGIN RSA PRIVATE KEY" + dashes, *(made(f"{mark}{at}", 64) for at in range(4))]

    clean, _ = redact("\n".join(mark.format(at=at) + line for at, line in enumerate(lines, 1)))

    assert not [line for line in lines if line in clean]


def test_a_chosen_password_is_known_again_without_its_name() -> None:
    value = "shako" + "Neko" + "33193"

    assert value not in redact(f"password={value}\nretry with {value}")[0]


def test_a_bare_bot_token_is_gone() -> None:
    token = "M" + made("id", 25) + "." + made("time", 6) + "." + made("sign", 38)

    assert redact(f"use {token} now")[0] == "use [REDACTED:discord_token:1] now"
