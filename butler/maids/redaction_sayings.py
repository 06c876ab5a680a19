"""Secrets in sentences that go on between the name and the value, or that put the value first.

``your password has been reset to …``, ``when prompted for the password, enter …``, ``the password Bob told me is …``,
``log in with aki/…``. Between name and value only words of such sentences may stand; the value must look made or chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from butler.maids.late_patterns import late
from butler.maids.redaction_forms import Span
from butler.maids.redaction_glance import Glance, Literals
from butler.maids.redaction_names import NameClass
from butler.maids.redaction_values import (
    is_digest,
    is_placeholder,
    is_reference,
    looks_chosen,
    looks_made,
    looks_random,
    looks_scrambled,
    looks_worded,
    names_a_secret,
)
from butler.maids.redaction_words import is_kept, is_told

_WORDS = (
    "a|about|account|admin|again|all|am|an|and|are|as|asked|at|back|be|become|becomes|been|before|being|but|by|called|can|change|changed|chose|chosen"
    "|client|could|created|currently|customer|database|db|default|demo|dev|did|do|does|entered|everywhere|first|following|for|from|gave|generated|get|gets|give|given"
    "|got|had|has|have|he|her|here|him|his|i|in|is|it|its|just|last|later|local|login|machine|mail|me|mentioned|must|my|need|needed|needs|new|next|now|of|old"
    "|on|once|one|ops|our|out|over|picked|please|prod|production|prompt|put|received|remains|replaced|requested|reset|root|rotated|said|same|sent|server|service|set|shall|shared|she|should"
    "|simply|so|staging|stays|still|support|team|temporarily|test|that|the|their|them|then|there|they|this|to|today|told|tomorrow|too|try|two|until|up|updated"
    "|us|use|used|user|users|uses|using|value|want|wanted|was|we|were|what|which|who|will|with|work|worked|works|would|yesterday|you|your|i'm|i've|we've|it's|he's|she's|they've"
)
_BETWEEN = rf"(?:(?:[A-Z][a-z]{{1,15}}|[\w\-]{{1,40}}[.@][\w.\-@]{{1,40}}|(?i:{_WORDS}))(?:, | |\n)){{0,9}}?"
_LEADS = r"(?i:is|was|are|be|to|as|becomes|remains|stays|value|use|used|using|uses|enter|entering|type|typing|paste|try|say|give|send|provide|supply|with)"
_TOLD = late(
    rf"(?:, | ){_BETWEEN}{_LEADS}(?: now| just| still| simply| again)?:?[ \n][(（]?(?:[\"'`*“]{{1,3}}(?P<quoted>[^\s\"'`”]{{5,400}})|(?P<wide>[^\s\"'`]{{5,400}}))"
)
_MADE = late(r"[0-9\-]")
"""One of these stands in nearly every value that counts."""
_BESIDE = late(r" [\"'`(]?(?P<v>[0-9a-f]{64}|[0-9a-f]{48}|[0-9a-f]{40}|[0-9a-f]{32})(?![\w\-/:])")
"""A token of hexadecimal digits right behind its name."""
_KEY_BESIDE = late(
    r" (?:you \w{1,12} (?:me |us )?)?[\"'`(]{0,2}(?P<v>(?=[a-zA-Z]{0,30}\d)[A-Za-z0-9]{20,120})(?![\w\-/:.])"
)
_FILE = late(r"\.[a-z]{1,5}$|^[\w.\-]{1,40}/[\w./\-]{1,100}$|[()\[\]{}]|^--?[a-z]|^[A-Za-z][\w.\-]{1,40}[:=]|\w=\w|;\w")
_LETTERS = late(r"[A-Za-z]{3,}")
_TAIL = ".,;:!?)*」』。、"
_REACH = 160


def told_value(text: str, end: int, name_class: NameClass) -> Span | None:
    """The value of the name that ends at ``end``, where a sentence about it goes on to tell one."""
    if name_class in ("query", "short"):
        return None
    found = (_BESIDE if name_class == "token" else _KEY_BESIDE).match(text, end) if name_class != "password" else None
    if found is not None and not found["v"].isdigit() and (name_class == "token" or looks_random(found["v"])):
        return Span(*found.span("v"), "token")
    if _MADE.search(text, end, end + _REACH) is None:
        return None
    at = end
    for _ in range(4):
        found = _TOLD.match(text, at, end + _REACH)
        if found is None:
            return None
        value = (found["quoted"] or found["wide"]).rstrip(_TAIL)
        if is_told_value(value, name_class, quoted=found["quoted"] is not None):
            start = found.start("quoted" if found["quoted"] is not None else "wide")
            return Span(start, start + len(value), _KINDS.get(name_class, "password"))
        at = found.start("wide") - 1 if found["wide"] is not None else len(text)
    return None


_KINDS = {"token": "token", "key": "secret_key"}


def is_told_value(value: str, name_class: NameClass, *, quoted: bool) -> bool:
    """Whether a word that a sentence tells as a secret is one, and no file, version or name."""
    if len(value) < 6 or is_placeholder(value) or is_reference(value) or names_a_secret(value) or _FILE.search(value):
        return False
    if is_digest(value):
        return name_class == "token" and len(value) in (32, 40, 48, 64) and not value.isdigit()
    if name_class != "password":
        return len(value) >= 12 and looks_random(value)
    if looks_random(value) or looks_worded(value) or looks_scrambled(value):
        return True
    return looks_chosen(value) and (quoted or looks_made(value) or is_kept(value))


_TURNS = Literals(
    " when asked for", " when prompted for", " if asked for", " when it asks for", " at the ", " in as ", " for the ", " as my ", " as our ", " as your ",
    " (the ", " (my ", " (our ", " (new ", " (db ", " (admin ", " (root ", " (api ", " (test ", " (temporary ", " (temp ",
)  # fmt: skip
_VERB = late(
    r"(?i)(?:\b(?:use|using|used|try|enter|type|typing|paste|put|set|give|gave|send|have|got|pass|take|pick|chose|choose|provide|it's|it is)) $"
)
_NAMED = late(
    r" ?\(?(?:(?:the|a|an|my|our|your|its|their|that|new|old|current) )?(?:[\w\-]{1,24} ){0,3}?(?P<name>password|passphrase|passcode|passwd|pwd|token|secret|(?:api|access|secret|auth|license|signing) ?key)\b(?![\-_=])"
)
_LAST = late(r"[\"'`“‘]?(?P<v>[^\s\"'`“”‘’]{6,200})[\"'`”’]?$")


_TURNED = Literals("passw", "passphrase", "passcode", "pwd", "token", "secret", "key")


def turned_sayings(look: Glance) -> Iterator[Span]:
    """Yield what stands before its name: ``enter … when asked for the password``, ``it's … (the password)``."""
    text = look.text
    for needle in look.standing(_TURNS) if look.saying(_TURNED) else ():
        for at in look.places(needle):
            name = _NAMED.match(text, at + len(needle.rstrip(" ")) if "(" not in needle else at)
            before = text[max(0, at - 210) : at]
            found = _LAST.search(before) if name is not None else None
            if name is None or found is None or not _VERB.search(before, 0, found.start()):
                continue
            name_class: NameClass = "password" if name["name"].startswith("p") else "token"
            if is_told_value(found["v"], name_class, quoted=before[-1:] in "\"'`”’"):
                start = at - len(before) + found.start("v")
                yield Span(start, start + len(found["v"]), name_class)


_LOGINS = Literals(
    "og in ",
    "ogin ",
    "ogged in ",
    "ign in ",
    "igned in ",
    "ogon ",
    "redentials ",
    "redentials: ",
    "reds ",
    "reds: ",
    "ccount is ",
    "onnect as ",
    "onnecting as ",
    "onnected as ",
    "ser is ",
)
_LOGIN = late(
    r"(?:(?:to|on|at) \S{1,60} )?(?:(?:you need |to use )?(?:with|as|using|is|are|of|for) )?(?:the )?(?:user )?[\"'`]?[\w.+\-]{1,40}(?:@[\w.\-]{1,60})?[\"'`]?(?:[ ]?[/:|][ ]?|,? (?:and|with|using)(?: the)?(?: password)? |, )"
    r"[\"'`]?(?P<v>[^\s\"'`/]{6,128})"
)
_JAPANESE_LOGINS = Literals("でログイン", "でサインイン", "でlogin", "で入れ", "で入る", "でアクセス")
_JAPANESE_PAIR = late(r"[\w.@+\-]{1,60}[ 　]?[/／:：][ 　]?[`「\"']?(?P<v>[!-~]{6,100}?)[`」\"']?[ 　]?$")
_PAIR_SIGNS = ("/", "／", ":", "：")


def logins(look: Glance) -> Iterator[Span]:
    """Yield the password of ``log in with aki/…``, ``the account is root / …``, ``aki/…でログイン``."""
    text = look.text
    for needle in look.standing(_LOGINS):
        for at in look.places(needle):
            found = _LOGIN.match(text, at + len(needle))
            if found is not None and _is_login(found["v"].rstrip(_TAIL)):
                yield Span(found.start("v"), found.start("v") + len(found["v"].rstrip(_TAIL)), "password")
    for needle in look.standing(_JAPANESE_LOGINS) if not text.isascii() else ():
        for at in look.places(needle):
            line = text[max(0, at - 170) : at].rpartition("\n")[2]
            pair = _JAPANESE_PAIR.search(line) if any(map(line.__contains__, _PAIR_SIGNS)) else None
            if pair is not None and _is_login(pair["v"]):
                yield Span(at - len(line) + pair.start("v"), at - len(line) + pair.end("v"), "password")


def _is_login(value: str) -> bool:
    return not is_digest(value) and is_told_value(value, "password", quoted=False)


_SAID_WORDS = ("assword", "ASSWORD", "assphrase", "asscode", "パスワード", "パスフレーズ")
_AROUND = 90
_CANDIDATE = late(
    r"(?<![\w\-.@/:=$%\]])(?=[^\s]{0,60}[\d\-])[A-Za-z0-9][A-Za-z0-9!#%+*^~_\-.@&]{7,63}(?![\w/:=(\[\-]|\.\w)"
)
_SIGNS = frozenset("!#%+*^~&@")


def spoken_words(look: Glance) -> Iterator[Span]:
    """Yield the words in a line about a password that are nothing but one: random, three words with a number, letters, digits and signs."""
    text, done = look.text, 0
    places = sorted(at for needle in filter(look.may_hold, _SAID_WORDS) for at in look.places(needle))
    for at in places:
        start = max(done, at - _AROUND, text.rfind("\n", max(0, at - _AROUND), at) + 1)
        stop = text.find("\n", at, at + _AROUND)
        done = stop if stop >= 0 else min(len(text), at + _AROUND)
        for found in _CANDIDATE.finditer(text, start, done):
            value = found[0].rstrip(".!")
            if is_password_alone(value) and is_told_value(value, "password", quoted=False):
                yield Span(found.start(), found.start() + len(value), "password")


def is_password_alone(value: str) -> bool:
    """Whether a word is a password even where nothing names it: random, three words with a number, or signs and digits."""
    words = _LETTERS.findall(value)
    if any(map(is_told, words)) or (value.isupper() and not value.isalnum()):
        return False
    if looks_worded(value):
        return len(words) >= 3
    digits = sum(map(str.isdigit, value))
    signed = digits >= 2 and not _SIGNS.isdisjoint(value) and looks_made(value)
    return signed or (len(value) >= 10 and digits >= 2 and looks_random(value))


SAYINGS: tuple[Callable[[Glance], Iterator[Span]], ...] = (turned_sayings, logins, spoken_words)
