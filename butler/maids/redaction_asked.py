"""Secrets that follow or precede their name at some distance: what a prompt asks for, what somebody was given, lists of values.

``Enter passphrase for key 'id_rsa': …``, ``the client secret you asked for is …``, ``use `…` as the admin password``,
``"api_keys": ["…", "…"]``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from butler.maids.late_patterns import late
from butler.maids.redaction_forms import Span
from butler.maids.redaction_glance import Glance, Literals
from butler.maids.redaction_judging import Proof, is_secret
from butler.maids.redaction_names import NameClass, classify
from butler.maids.redaction_values import (
    is_digest,
    is_placeholder,
    is_reference,
    looks_chosen,
    looks_random,
    looks_scrambled,
    looks_worded,
)

ASKED_REACH = 130
_ASKED = late(
    r"(?: \S{1,80}?){1,12}?:(?:[ \t]{1,4}|[ \t]{0,4}(?:\r?\n){1,2}[ \t]{0,8})[\"'`]?(?P<v>[^\s\"'`]{4,200})"
    r"(?:[\"'`]?[ \t]{0,4}(?=\r?\n|$)|[\"'`](?=[ \t]{0,4}[,}\])]))"
)
_NO_QUESTION = late(
    r"(?i)\b(?:hash\w*|digest|checksum|files?|commit|ids?|sha\w*|length|counts?|errors?|tests?|fields?|line|version|step|policy|failed|invalid|fail"
    r"|warning|expected|expires?|sizes?|paths?|names?|column|job|build|see)\b[^\n:]{0,40}:"
)
_WANTED = late(
    r"(?i)\b(?:enter|paste|your|following|generated|new|initial|temporary|provide|type|is|this)\b[^\n.:;]{0,40}$"
)
_WISHED = late(r"(?i)\b(?:asked|wanted|needed|need|want|requested|used|promised|mentioned|is|now)\b")
_GIVEN = late(
    r" (?:(?:that|which) )?(?:you|we|I|they|he|she|ops|it)(?:'[a-z]{1,2})? [a-z' ]{2,40}? (?:is|was|are)(?: now)?:? [\"'`*]{0,2}"
    r"(?P<v>[^\s\"'`*]{4,400})"
)
GIVERS = (" you", " we ", " I ", " I'", " they ", " he ", " she ", " that ", " which ")


def asked_value(text: str, end: int, start: int, name_class: NameClass) -> Span | None:
    """What follows the question that goes on behind the name at ``start:end``, or what somebody was given."""
    kind = "token" if name_class in ("token", "key") else "password"
    at = text.find(":", end, end + ASKED_REACH)
    if at >= 0 and text[at + 1 : at + 2] in (" ", "\n", "\r", "'", '"', ":", "/") and "\n" not in text[end:at]:
        found = _ASKED.match(text, end)
        if found is not None and _NO_QUESTION.search(text, end, found.start("v")) is None:
            wanted = (
                kind == "password"
                or _WANTED.search(text[max(0, start - 60) : start]) is not None
                or _WISHED.search(text, end, at) is not None
            )
            if _is_answer(found["v"], kind, wanted=wanted):
                return Span(found.start("v"), found.start("v") + len(found["v"].rstrip(".,")), kind)
    if text.startswith(GIVERS, end):
        given = _GIVEN.match(text, end)
        value = given["v"].rstrip(".,;:!?)") if given is not None else ""
        if given is not None and _is_answer(value, kind, wanted=True):
            return Span(given.start("v"), given.start("v") + len(value), kind)
    return None


def _is_answer(value: str, kind: str, *, wanted: bool) -> bool:
    """Whether a word is what a prompt asked for."""
    if len(value) < 6 or is_placeholder(value) or is_reference(value) or _NAMES.search(value):
        return False
    if is_digest(value):
        return len(value) >= 16 and wanted and not value.isdigit()
    if looks_random(value):
        return True
    return kind == "password" and (looks_chosen(value) or looks_worded(value) or looks_scrambled(value))


_NAMES = late(r"(?i)passw|token|secret|_key|-key|credential|\(")
_OWNED = ("the ", "my ", "your ", "our ", "its ", "their ", "a ", "an ")
_NAME_BEHIND = late(
    r"(?:[\w\-]{1,24} ){0,5}?(?P<name>password|passphrase|passcode|passwd|pwd|pw|pass|PIN|token|secret|(?i:api|access|secret|auth|private|license|signing) ?[kK]ey"
    r"|credential)\b(?![\-_])",
)
_USED = late(r"(?i)\b(?:use|using|set|pass|put|take|enter|paste|send|with|given|got|have) $")
_LAST = late(r"[\"'`“‘]?(?P<v>[^\s\"'`“”‘’]{6,200})[\"'`”’]?$")
_RUN_BEFORE = late(r"(?<![!-~])[!-~]{6,120}(?=[^!-~]{1,30}$)")
_TURNED_JAPANESE = late(
    r"[`\"']?(?P<v>[!-~]{6,200}?)[」』`\"'】]?[ 　]?(?:を|が|という|っていう|って|は)[ 　]?(?:[^\s。、「」]{0,12}の)?(?:新しい|仮の?|初期)?"
    r"(?:パスワード|パスフレーズ|トークン|シークレット|暗証番号|APIキー|アクセスキー|認証キー|秘密鍵|合言葉)(?:に|として|です|だ|を|で|と|が必要|の|$)"
)
_JAPANESE_NAMES = Literals("パスワード", "パスフレーズ", "トークン", "シークレット", "APIキー", "アクセスキー")
_TURNED_NAMES = Literals("pass", "pwd", "token", "secret", "key", "pin", "credential")
_COPULAS = Literals(" as ", " is ", " was ")
_IN_BRACKETS = Literals(" (pass", " (pw", " (token", " (secret", " (api key")


def turned_values(look: Glance) -> Iterator[Span]:
    """Yield what stands before its name: ``use `…` as the admin password``, 「…」をパスワードに."""
    text = look.text
    if look.saying(_TURNED_NAMES):
        for needle in look.standing(_COPULAS):
            for at in look.places(needle):
                if needle == " as " or text.startswith(_OWNED, at + len(needle)):
                    yield from _turned(text, at, at + len(needle))
        for needle in look.standing(_IN_BRACKETS):
            for at in look.places(needle):
                yield from _turned(text, at, at + 2)
    if not text.isascii():
        yield from _turned_in_japanese(look)


def _turned(text: str, start: int, end: int) -> Iterator[Span]:
    """The word before ``start`` if what stands at ``end`` calls it a secret."""
    before = text[max(0, start - 200) : start]
    last = before.rpartition(" ")[2]
    if before[-1:] not in "`'\"”" and not (any(map(str.isdigit, last[-24:])) or looks_worded(last)):
        return
    name = _NAME_BEHIND.match(text, end)
    found = _LAST.search(before) if name is not None else None
    if name is not None and found is not None:
        kind = "password" if name["name"].lower().startswith(("pass", "pwd", "pw", "pin")) else "token"
        if _is_answer(found["v"], kind, wanted=_USED.search(before, 0, found.start()) is not None):
            yield Span(start - len(before) + found.start("v"), start - len(before) + found.end("v"), kind)


def _turned_in_japanese(look: Glance) -> Iterator[Span]:
    text = look.text
    for needle in look.standing(_JAPANESE_NAMES):
        for at in look.places(needle):
            run = _RUN_BEFORE.search(text, max(0, at - 200), at)
            found = _TURNED_JAPANESE.match(text, run.start()) if run is not None else None
            kind = "password" if needle.startswith("パス") else "token"
            if found is not None and found.end() > at and _is_answer(found["v"], kind, wanted=False):
                yield Span(*found.span("v"), kind)


_LIST = late(
    r"\\{0,3}[\"']?[\])]?[ \t]{0,4}(?:: ?[\w<>\[\], ]{1,30}=|=>|:=|<-|[:=])[ \t]{0,4}(?:new )?"
    r"(?:\[\]\w{0,10}|\w{0,10}\[\]|Set\.of|List\.of|Arrays\.asList|frozenset|set|map\[\w{1,12}\]\w{1,12}|listOf|setOf|vec!|c|tuple|Array|Set)?[ \t]{0,2}[(\[{]{1,2}(?=[\s\"'\\])"
)
_BARE_LIST = late(r"[\"']?[ \t]{0,2}[:=][ \t]{0,4}\[(?=[\w+/\-])")
_BARE_ITEM = late(r"[\s,]{0,60}(?P<v>[^\s\"',\[\]{}()]{4,600})(?=[ \t]{0,4}[,\]\n])")
_BULLETS = late(r"[\"']?:[ \t]{0,4}\r?\n[ \t+>]{0,20}- ")
_PLURALS = ("ys", "ns", "ts", "ds", "es")
_ITEM = late(r"[\s,]{0,60}\\{0,3}[\"'](?P<v>[^\"'\n\\]{4,600})\\{0,3}[\"'](?![ \t]{0,3}[:=])")
_BULLET = late(r"\r?\n[ \t+>]{0,20}-[ \t]{1,4}[\"']?(?P<v>[^\s\"'#:]{4,600})[\"']?[ \t]{0,4}(?=\r?\n|$)")
_MOST_ITEMS, _LONGEST_LIST = 60, 6000


_MAPPED = late(
    r"[\s,]{0,60}\\{0,3}[\"'][\w.\-/]{1,60}\\{0,3}[\"'][ \t]{0,3}(?::|=>)[ \t]{0,3}\\{0,3}[\"'](?P<v>[^\"'\n\\]{4,600})\\{0,3}[\"']"
)
_LINES = late(r"[\"']?:[ \t]{0,4}(?=\r?\n[ \t+>]{1,20}[\w.\-]{1,40}: \S)")
_LINE = late(r"\r?\n[ \t+>]{1,20}[\w.\-]{1,40}:[ \t]{1,4}[\"']?(?P<v>[^\s\"'#]{4,600})[\"']?[ \t]{0,4}(?=\r?\n|$)")


def begins_list(text: str, end: int) -> bool:
    """Whether a list of values may begin behind the name that ends at ``end``."""
    return any(head.match(text, end) for head in (_LIST, _BARE_LIST, _BULLETS, _LINES))


def listed_values(text: str, end: int, name: str) -> Iterator[Span]:
    """Yield the items of a list behind the name that ends at ``end`` if it says that they are secrets."""
    head = _LIST.match(text, end)
    bare = _BARE_LIST.match(text, end) if head is None else None
    pattern = (
        _ITEM
        if head is not None
        else _BARE_ITEM
        if bare is not None
        else _BULLET
        if _BULLETS.match(text, end)
        else _LINE
        if _LINES.match(text, end)
        else None
    )
    single = name[:-1] if name[-2:].lower() in _PLURALS else name
    name_class = classify(single[-80:]) if pattern is not None else None
    if pattern is None or name_class not in ("password", "token") or (pattern is _LINE and single == name):
        return
    opened = head or bare
    at = opened.end() if opened is not None else text.find("\n", end)
    if head is not None and text[at - 1] == "{" and single != name and _MAPPED.match(text, at):
        pattern = _MAPPED
    taken = False
    for _ in range(_MOST_ITEMS):
        found = pattern.match(text, at, end + _LONGEST_LIST)
        if found is None:
            return
        at, value = found.end(), found["v"]
        rest = taken and len(value) >= 8 and name_class == "token" and looks_random(value)
        proof: Proof = "said" if name_class == "password" else "assigned"
        if is_secret(value, single, name_class, proof) or rest:
            taken = True
            yield Span(*found.span("v"), name_class)


ASKED: tuple[Callable[[Glance], Iterator[Span]], ...] = (turned_values,)
