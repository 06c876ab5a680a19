"""Secrets that people hand over in sentences of any order, in English and Japanese, and pass-phrases of words.

``use … as the WANDB_API_KEY``, ``unlock it with …``, ``creds: admin, …``, 「パスワード変えました。…です」, 「暗証フレーズは「…」」. What
stands nowhere near a syntax must look made for nothing but a secret.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from butler.maids.late_patterns import late
from butler.maids.redaction_forms import Span
from butler.maids.redaction_glance import Glance, Literals
from butler.maids.redaction_judging import is_secret
from butler.maids.redaction_names import classify
from butler.maids.redaction_sayings import is_password_alone, is_told_value
from butler.maids.redaction_values import is_digest, is_placeholder, is_reference, is_sentence, looks_random
from butler.maids.redaction_words import is_kept, looks_phrased

_AS = Literals(" as ")
_NAME = late(r"(?:the |your |our |my |its )?(?:value (?:of|for) )?[`\"']?(?P<name>\$?[A-Za-z][\w\-]{3,60})")
_LAST = late(r"[`\"'“]?(?P<v>[^\s`\"'“”]{6,400})[`\"'”]?$")


def named_behind(look: Glance) -> Iterator[Span]:
    """Yield the value of ``use … as the NAME``."""
    text = look.text
    for needle in look.standing(_AS):
        for at in look.places(needle):
            found = _NAME.match(text, at + len(needle))
            name = found["name"].lstrip("$") if found is not None else ""
            name_class = classify(name) if "_" in name else None
            value = _LAST.search(text, max(0, at - 410), at) if name_class is not None else None
            if value is not None and name_class is not None and is_secret(value["v"], name, name_class, "said"):
                yield Span(*value.span("v"), "token")


def is_kept_alone(value: str) -> bool:
    """Whether ``value`` is a word with a year or a longer number as people keep passwords, and no name of anything."""
    many = sum(map(str.isdigit, value)) >= 4
    return many and is_kept(value) and value[0].isupper() and not value[:-3].isupper()


def _is_given(value: str) -> bool:
    """Whether a word is a password even where nothing but a sentence about one stands around it."""
    alone = is_password_alone(value) or is_kept_alone(value) or (len(value) >= 12 and looks_random(value))
    return alone and not is_digest(value) and is_told_value(value, "password", quoted=True)


_SPOKEN = Literals(
    "assword", "ASSWORD", "asswd", "asscode", " pass ", " Pass ", " pw ", " PW ", " pwd ", "pw = ", "pw: ", "creds", "redentials", "パスワード", "パスコード", "合言葉",
)  # fmt: skip
_REACH = 100
_WORD = late(
    r"(?<![\w\-.@/:=$%\]])(?=[^\s]{0,40}\d)[A-Za-z0-9][A-Za-z0-9!#%+*^~_\-.@&]{7,63}(?![\w/:=(\[\-{<]|\.\w|\\)",
    re.ASCII,
)


def spoken_beside(look: Glance) -> Iterator[Span]:
    """Yield words in a sentence about a password that are kept as one: a word with a year, a run of a generator."""
    text, done = look.text, 0
    places = sorted(at for needle in look.standing(_SPOKEN) for at in look.places(needle))
    for at in places:
        start = max(done, at - _REACH, text.rfind("\n", max(0, at - _REACH), at) + 1)
        stop = text.find("\n", at, at + _REACH)
        done = stop if stop >= 0 else min(len(text), at + _REACH)
        for found in _WORD.finditer(text, start, done):
            value = found[0].rstrip(".!,")
            plain = is_kept_alone(found[0]) or is_password_alone(value)
            if plain and is_told_value(value, "password", quoted=True):
                yield Span(found.start(), found.start() + len(value), "password")


_OPENS = Literals(
    "nlock it with ", "nlock with ", "nlocked with ", "nlocks with ", "ecrypt it with ", "ecrypt with ", "ecrypts with ", "pen it with ", "pens with ",
    "nlock it using ", "ecrypt it using ", "og in with ", "ign in with ", "et in with ", "in using ", "ccess it with ", "ive it ", "nswer with ", "eply with ",
    " turned out to be ", " should now read ", " now reads ", " old one was ", " new one is ", " other one is ", " used to be ", " is actually ", " is now ", " is still ",
)  # fmt: skip
_OPENED = late(r"(?:password |passphrase |pass )?[`\"'“(]{0,2}(?P<v>[^\s`\"'“”]{8,80})")


def opened_with(look: Glance) -> Iterator[Span]:
    """Yield what something is opened with, or what a thing that was told before is now."""
    text = look.text
    for needle in look.standing(_OPENS):
        for at in look.places(needle):
            found = _OPENED.match(text, at + len(needle))
            value = found["v"].rstrip(".,;:!?)") if found is not None else ""
            if found is not None and value and _is_given(value):
                yield Span(found.start("v"), found.start("v") + len(value), "password")


_ROLES = Literals(
    "root:", "admin:", "administrator:", "postgres:", "deploy:", "ubuntu:", "pi:", "guest:", "sa:", "user:"
)
_PAIRED = late(r"(?P<v>[^\s\"'`/:@,;]{8,64})(?=[\s.,;)\"'`]|$)")


def role_pairs(look: Glance) -> Iterator[Span]:
    """Yield the password of ``root:…`` where it stands as a word of its own."""
    text = look.text
    for needle in look.standing(_ROLES):
        for at in look.places(needle):
            before = text[at - 1 : at]
            found = (
                _PAIRED.match(text, at + len(needle)) if not (before.isalnum() or before in tuple("_-./@:")) else None
            )
            value = found["v"].rstrip(".") if found is not None else ""
            if found is not None and value and _is_given(value):
                yield Span(found.start("v"), found.start("v") + len(value), "password")


_PHRASES = Literals(
    "assphrase", "ass phrase", "ASSPHRASE", "assword", "ASSWORD", "eed phrase", "nemonic", "ecovery phrase", "フレーズ", "パスワード", "ecryption key", "afe word", "afeword", "ode word", "合言葉", "秘密の言葉",
)  # fmt: skip
_PHRASE_AT = late(
    r"s?(?:[^\n\"'`「『:：=]{0,60}?(?:[:：=]|は|\bis|\bwas|→|->)[ \t　]{0,4}|[ \t　]{1,2}(?:of |to |with )?|(?=[「『]))"
    r"(?:[\"'`「『“](?P<quoted>[A-Za-z]{3,12}(?:[ \-.][A-Za-z]{3,12}){3,23})[\"'`」』”]|(?P<bare>[a-z]{3,12}(?:[ \-.][a-z]{3,12}){3,23})(?=[ \t]{0,4}(?:\r?\n|$|[。、.,\"\\]|[^!-~\s]| [^!-~\s])))"
)
_PLAIN_WORDS = frozenset(
    """
    also back been before being both came choose chosen could does doing done each else ever fail fails from give given goes going gone good have having here
    keep kept know known make makes making more most much nobody nothing only over same says seem should since some someone something still such take
    takes than then these thing things those through under until very want well went were what when where which while whose will within work working
    works would random words several letters characters long longer least guess guessed strong weak matches match mismatch prompt prompted asks asking twice again
    """.split()  # noqa: SIM905
)
_SENTENCE_WORDS = frozenset(
    ["and", "are", "but", "for", "from", "has", "not", "the", "that", "this", "was", "were", "which", "with", "your"]
)


def word_phrases(look: Glance) -> Iterator[Span]:
    """Yield pass-phrases of four words and more: ``master password: "…"``, 「暗証フレーズは「…」」."""
    text = look.text
    for needle in look.standing(_PHRASES):
        for at in look.places(needle):
            found = _PHRASE_AT.match(text, at + len(needle))
            group = "quoted" if found is not None and found["quoted"] is not None else "bare"
            if found is not None and _is_phrase(found[group], many="hrase" in needle or "フレーズ" in needle):
                yield Span(*found.span(group), "password")


def _is_phrase(value: str, *, many: bool) -> bool:
    """Whether words are a pass-phrase and no sentence; ``many``: they may be the twelve words of a wallet and more."""
    words = value.lower().replace("-", " ").replace(".", " ").split(" ")
    if many and len(words) >= 12:
        return _SENTENCE_WORDS.isdisjoint(words)
    return not is_sentence(value) and _PLAIN_WORDS.isdisjoint(words) and looks_phrased("-".join(words))


_JAPANESE_NAMES = Literals(
    "パスワード", "パスコード", "パスフレーズ", "パスは", "パスが", "パスを", "パス：", "パス:", "合言葉", "PW", "ＰＷ", "トークン", "シークレット", "APIキー", "apiキー", "APIkey", "アクセスキー",
    "秘密鍵", "共有鍵", "共通鍵", "署名鍵", "暗号鍵", "暗号化キー", "認証キー", "認証情報", "認証鍵", "ログイン情報", "接続情報", "ライセンスキー", "シードキー", "マスターキー", "秘密キー", "暗証キー", "認証文字列", "秘密の文字列",
)  # fmt: skip
_JAPANESE_VALUE = late(
    r"[^\n!-~「」『』【】]{0,24}?(?:(?:[（(]|[:=]|->|=>)[ 　]{0,2}|[、。：→は：　 でにをがも])?[ 　]{0,2}[「『【\"'`“(（]{0,2}"
    r"(?:[a-z][\w.@\-]{1,24}[ 　]?[/／:：][ 　]?)?(?P<v>[!#-&(-;=?-\[\]-_a-z|~]{8,200})"
)
_JAPANESE_TAIL = ".,;:!?)\"'`*"


def japanese_sentences(look: Glance) -> Iterator[Span]:
    """Yield what looks made behind the name of a secret and a few Japanese words: 「トークン発行しました …」."""
    text = look.text
    if text.isascii():
        return
    for needle in look.standing(_JAPANESE_NAMES):
        for at in look.places(needle):
            if needle.isascii() and _runs_on(text, at, at + len(needle)):
                continue
            found = _JAPANESE_VALUE.match(text, at + len(needle))
            value = found["v"].rstrip(_JAPANESE_TAIL) if found is not None else ""
            if found is not None and len(value) >= 8 and _is_told_in_japanese(value):
                yield Span(found.start("v"), found.start("v") + len(value), "password")


def _runs_on(text: str, start: int, end: int) -> bool:
    """Whether letters or digits of ASCII stand right before or behind ``start:end``."""
    before, after = text[start - 1 : start], text[end : end + 1]
    return (before.isascii() and before.isalnum()) or (after.isascii() and after.isalnum())


def _is_told_in_japanese(value: str) -> bool:
    """Whether a word behind Japanese words about a secret is one."""
    if is_placeholder(value) or is_reference(value) or is_digest(value):
        return False
    return _is_given(value) or (len(value) >= 16 and looks_random(value) and is_told_value(value, "token", quoted=True))


HANDED: tuple[Callable[[Glance], Iterator[Span]], ...] = (
    named_behind,
    spoken_beside,
    opened_with,
    role_pairs,
    word_phrases,
    japanese_sentences,
)
