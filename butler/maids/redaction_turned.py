"""Secrets that are told in turns of speech of their own: afterthoughts, numbers of locks, networks, what somebody logs in with.

``rotate …, it's the old API key``, ``my OpenAI key - …``, ``PIN 4711 on the device``, ``guest wifi: …``, 「…でログインできました」.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from butler.maids.late_patterns import late
from butler.maids.redaction_forms import Span
from butler.maids.redaction_glance import Glance, Literals
from butler.maids.redaction_handed import is_kept_alone
from butler.maids.redaction_judging import is_secret
from butler.maids.redaction_names import classify
from butler.maids.redaction_sayings import is_password_alone, is_told_value
from butler.maids.redaction_values import is_digest, looks_random

_THOUGHTS = Literals(
    " it's the ", " it is the ", " that's the ", " that is the ", " which is the ", " this is the ", " it's my ", " that's my ", " that's our ", " it's our ", " it's your ", " that's your ",
    " was the ", " was my ", " was our ", " is the ", " is my ", " is our ",
)  # fmt: skip
_THOUGHT = late(
    r"(?:[\w.\-]{1,24} ){0,4}?(?P<name>password|passphrase|passcode|pwd|token|secret|credential|(?:(?i:api|access|secret|auth|signing|license|private|deploy) )?key)\b(?![\-_=])"
)
_LAST = late(r"(?<![\w/.=\-])[`\"'“(]?(?P<v>[A-Za-z0-9][^\s`\"'“”()<>]{7,200}?)[`\"'”)]?[,;:.]?(?: \(?)?$")


def afterthoughts(look: Glance) -> Iterator[Span]:
    """Yield what is called a secret behind it: ``…, it's the old API key``."""
    text = look.text
    for needle in look.standing(_THOUGHTS):
        for at in look.places(needle):
            name = _THOUGHT.match(text, at + len(needle))
            start = max(0, at - 210, text.rfind("\n", max(0, at - 210), at) + 1)
            found = _LAST.search(text, start, at) if name is not None else None
            if name is not None and found is not None and _is_called(found["v"], name["name"]):
                yield Span(*found.span("v"), "password" if name["name"].startswith("p") else "token")


def _is_called(value: str, name: str) -> bool:
    """Whether a word that is called ``name`` is one."""
    if name.startswith("p"):
        return is_told_value(value, "password", quoted=False) and not is_digest(value)
    return (
        len(value) >= 16 and looks_random(value) and is_told_value(value, "token", quoted=True) and not is_digest(value)
    )


_DASHES = Literals(
    "key - ",
    "key – ",
    "key — ",
    "token - ",
    "token – ",
    "token — ",
    "secret - ",
    "secret – ",
    "secret — ",
    "key, ",
    "token, ",
)
_DASHED = late(r"[`\"']?(?P<v>[A-Za-z0-9_\-]{16,200})(?=[\s`\"',.;)]|$)")


def dashed_values(look: Glance) -> Iterator[Span]:
    """Yield what stands behind the name of a secret and a dash."""
    text = look.text
    for needle in look.standing(_DASHES):
        for at in look.places(needle):
            found = _DASHED.match(text, at + len(needle))
            if found is not None and not is_digest(found["v"]) and is_told_value(found["v"], "token", quoted=True):
                yield Span(*found.span("v"), "token")


_NUMBER = r"(?P<v>\d{4,8})(?![\w\-]|\.\d)"
_LOCKS = Literals(
    "PIN ",
    "PIN:",
    "PIN：",
    "PINは",
    "PINコード",
    "PIN番号",
    " pin: ",
    " pin is ",
    " pin = ",
    " pin code ",
    "unlock code ",
    "暗証",
    "番号は",
    "番号を",
    "コードは",
    "パスコード",
)
_PIN = late(
    r"(?<![A-Za-z0-9_])(?:PIN|暗証)(?:コード|番号)?(?:(?: (?:code|number))?(?: is|:| =)? |[:：] ?|[ 　]?(?:は|を|が)[ 　]?)[「\"'`]?"
    + _NUMBER,
    re.ASCII,
)
_SMALL_PIN = late(
    r"(?:(?:bank|card|debit|door|gate|sim|alarm|safe|phone|device|locker|vault|my|your|our|the|his|her|temporary|new|old) (?:pin|unlock)(?: code)?(?: is|:| =)? )"
    + _NUMBER
)
_LOCK = late(
    r"(?:ロック|金庫|ドア|玄関|キーボックス|解錠|開錠|解除|端末|スマホ|入室|入館|セキュリティ|警報|暗証|認証|確認)[^\n!-~。]{0,6}?(?:番号|コード)[ 　]?(?:は|を|が|[:：])[ 　]?[「\"'`]?"
    + _NUMBER
)
_BEFORE = 30


def lock_numbers(look: Glance) -> Iterator[Span]:
    """Yield the digits of locks: ``PIN 4711``, ``bank pin: 4711``, 「金庫の番号は4711」."""
    text = look.text
    for needle in look.standing(_LOCKS):
        pattern = _PIN if needle.startswith("PIN") else _SMALL_PIN if needle.isascii() else _LOCK
        for at in look.places(needle):
            start = at if pattern is _PIN else max(0, at - _BEFORE)
            found = pattern.match(text, at) if pattern is _PIN else pattern.search(text, start, at + 40)
            if found is not None:
                yield Span(*found.span("v"), "pin")


_NETWORKS = Literals(
    "ifi: ",
    "iFi: ",
    "i-Fi: ",
    "i-fi: ",
    "ifi key ",
    "iFi key ",
    "i-Fi key ",
    "ifi is ",
    "i-Fi is ",
    "ifi code ",
    "i-Fi code ",
    "i-Fi：",
    "iFi：",
    "ifi：",
)
_NETWORK = late(r"(?:(?:is|:) )?(?:[\w\-]{1,32} ?[/／] ?)?[「\"'`]?(?P<v>[^\s\"'`「」]{8,63})")


def network_keys(look: Glance) -> Iterator[Span]:
    """Yield the key of ``guest wifi: …``."""
    text = look.text
    for needle in look.standing(_NETWORKS):
        for at in look.places(needle):
            found = _NETWORK.match(text, at + len(needle))
            if found is not None and _is_spoken(found["v"].rstrip(".,;)")):
                yield Span(found.start("v"), found.start("v") + len(found["v"].rstrip(".,;)")), "password")


_JAPANESE_ENTRIES = Literals(
    "ログイン", "サインイン", "を入力", "で入れ", "で入り", "で認証", "で解凍", "で復号", "で開け", "で開き"
)
_ENTERED = late(
    r"(?<![!-~])[「『\"'`]?(?:[\w.@\-]{1,40}[ 　]?[/／:：][ 　]?)?(?P<v>[A-Za-z0-9][!-~]{7,80}?)[」』\"'`]?[ 　]?(?:で|を)?$",
    re.ASCII,
)
_LOGIN_IS = late(
    r"(?:ログイン|サインイン)[^\n!-~]{0,8}[ 　]?[「『\"'`]?(?:[\w.@\-]{1,40}[ 　]?[/／:：][ 　]?)?(?P<v>[A-Za-z0-9][!#-&(-~]{7,80})",
    re.ASCII,
)


def japanese_entries(look: Glance) -> Iterator[Span]:
    """Yield what somebody logs in with or enters: 「…でログイン」, 「ログインは admin / …」."""
    text = look.text
    if text.isascii():
        return
    for needle in look.standing(_JAPANESE_ENTRIES):
        for at in look.places(needle):
            start = max(0, at - 130, text.rfind("\n", max(0, at - 130), at) + 1)
            before = _ENTERED.search(text, start, at)
            behind = _LOGIN_IS.match(text, at)
            for found in (before, behind):
                if found is not None and _is_spoken(found["v"]):
                    yield Span(*found.span("v"), "password")


def _is_spoken(value: str) -> bool:
    """Whether a word is nothing but a password."""
    return (is_kept_alone(value) or is_password_alone(value)) and is_told_value(value, "password", quoted=True)


_HERE = Literals("<<EO", "<<-", "<<~", "<<S", "<<K", "<<T", "<<P")
_HERE_NAME = late(r"(?P<name>[A-Za-z_][\w.\-]{2,60})[\"']?[ \t]{0,4}[=:][ \t]{0,4}$")
_HERE_VALUE = late(
    r"<<[\-~]?[\"']?(?P<tag>[A-Z]\w{0,20})[\"']?\r?\n[ \t]{0,20}(?P<v>[^\s\"'`]{4,600})[ \t]{0,4}\r?\n[ \t]{0,20}(?P=tag)"
)


def here_documents(look: Glance) -> Iterator[Span]:
    """Yield the only line of a here-document behind the name of a secret."""
    text = look.text
    for needle in look.standing(_HERE):
        for at in look.places(needle):
            name = _HERE_NAME.search(text, max(0, at - 80), at)
            name_class = classify(name["name"]) if name is not None else None
            found = _HERE_VALUE.match(text, at) if name_class is not None else None
            if (
                found is not None
                and name is not None
                and name_class is not None
                and is_secret(found["v"], name["name"], name_class, "literal")
            ):
                yield Span(*found.span("v"), "password" if name_class == "password" else "token")


_JARS = Literals("ookies", "OOKIES")
_JAR = late(r"\\{0,3}[\"']?\]?[ \t]{0,4}(?::|=|=>)[ \t]{0,4}\{")
_COOKIE = late(
    r"[\s,]{0,20}\\{0,3}[\"'][\w.\-]{1,60}\\{0,3}[\"'][ \t]{0,3}(?::|=>)[ \t]{0,3}\\{0,3}[\"'](?P<v>[^\"'\n\\]{1,2000})\\{0,3}[\"']"
)
_SWITCHES = Literals("/pass:", "/password:", "/pwd:", "/Password:", "/Pass:", "/PASSWORD:")
_SWITCH = late(r"[\"']?(?P<v>[^\s\"'`]{4,128})")


def jars_and_switches(look: Glance) -> Iterator[Span]:
    """Yield the cookies of a mapping, and the value of ``/pass:…``."""
    text = look.text
    for needle in look.standing(_JARS):
        for at in look.places(needle):
            jar = _JAR.match(text, at + len(needle))
            found = _COOKIE.match(text, jar.end()) if jar is not None else None
            while found is not None:
                if len(found["v"]) >= 16 and looks_random(found["v"]):
                    yield Span(*found.span("v"), "cookie")
                found = _COOKIE.match(text, found.end())
    for needle in look.standing(_SWITCHES):
        for at in look.places(needle):
            found = _SWITCH.match(text, at + len(needle))
            if found is not None and is_told_value(found["v"], "password", quoted=True):
                yield Span(*found.span("v"), "password")


TURNED: tuple[Callable[[Glance], Iterator[Span]], ...] = (
    afterthoughts,
    dashed_values,
    lock_numbers,
    network_keys,
    japanese_entries,
    here_documents,
    jars_and_switches,
)
