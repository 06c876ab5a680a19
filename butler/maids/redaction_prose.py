"""Secrets that people and programs say in sentences: codes by mail, recovery codes, changed passwords, seeds in groups."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from butler.maids.late_patterns import late
from butler.maids.redaction_forms import Span
from butler.maids.redaction_glance import Glance, Literals
from butler.maids.redaction_values import (
    is_digest,
    is_placeholder,
    is_reference,
    looks_chosen,
    looks_random,
    looks_worded,
)

_CODE_VALUE = r"(?P<v>[A-Z]-\d{4,8}|\d{4,8}|\d{3}[ \-]\d{3,4}|[A-Z0-9]{4}-[A-Z0-9]{4}|[A-Z0-9]{3}-[A-Z0-9]{3}|(?=[A-Z]{0,7}\d)[A-Z0-9]{6,8})(?![\w\-])"
_CODE_NAMES = tuple(
    f"{name} "
    for name in (
        "verification", "confirmation", "security", "one-time", "one time", "login", "log-in", "log in", "sign-in",
        "sign in", "signin", "authentication", "authenticator", "auth", "2fa", "mfa", "two-factor", "two factor", "otp",
        "sms", "access", "alarm", "door", "gate", "safe", "locker", "device", "pairing", "activation", "user", "invite", "unlock", "reset", "temporary",
        "single-use", "single use",
    )
)  # fmt: skip
_CODE_SAID = late(
    r"(?i:s?(?: for [\w.@\-:/]{1,80}| below| now| again)?(?:(?: is| was|:| =|=| →| ->)(?: is)?:?|(?=[ \t]\d{6}\b|[ \t][A-Z0-9]{3,4}-)))[ \t\n]{1,4}[\"'`*]{0,2}"
    + _CODE_VALUE
)
_OTP_SAID = late(r"(?i:(?: code)?(?: is| was|:| =|=)):?[ \t]{0,2}[\"'`*]{0,2}" + _CODE_VALUE)
_IS_CODE = late(r"(?P<v>\b\d{4,8}|\b\d{3}[ \-]\d{3}) (?:is|as) your (?:[\w\-]{1,20} ){0,4}(?:code|otp|passcode|pin)\b")
_ENTERED = late(r"the code (?P<v>\d{6}) (?:to|in|on|when)\b")
_YOUR_CODE = late(r"(?P<v>\d{6}|\d{3}[ \-]\d{3}|[A-Z]-\d{6})(?=[.,;\n]|[ \t]?$)")
_SET_TO = late(r"[\"'`](?P<v>(?=[^\s\"'`]{0,60}\d)[^\s\"'`]{6,60})[\"'`]")
_PIN = late(r"(?: code)?(?: is |は ?)(?P<v>\d{4,8})(?![\w\-])")
_JAPANESE_CODE = late(
    r"(?:コード|パスワード|番号|キー)[ 　]{0,2}(?:は|[:：]|＝|=|→)?[ 　、]{0,3}[「『\"'`]?"
    + _CODE_VALUE.replace(r"(?![\w\-])", r"(?![A-Za-z0-9\-])")
)
_JAPANESE_CODES = Literals(
    "認証",
    "確認",
    "ワンタイム",
    "検証",
    "セキュリティ",
    "ログイン",
    "二段階",
    "本人確認",
    "デバイス",
    "ペアリング",
)
_LIST_NAMES = Literals(
    "ecovery code", "ackup code", "cratch code", "mergency code", "ecovery key", "nseal key", "RECOVERY CODE", "BACKUP CODE",
    "ackup verification code", "ecoveryCodes", "ackupCodes", "ecovery_codes", "ackup_codes",
    "リカバリーコード", "リカバリコード", "バックアップコード", "復旧コード", "復元コード", "回復コード", "リカバリーキー",
)  # fmt: skip
_LIST_WORDS = Literals(
    "ery ",
    "kup ",
    "tch ",
    "ncy ",
    "seal ",
    "RY C",
    "UP C",
    "yCode",
    "pCode",
    "y_code",
    "p_code",
    "コード",
    "キー",
)
_LIST_HEAD = late(r"s?(?: ?\([^()\n]{0,60}\)| [a-z ]{0,40})?[\"'`*]{0,3}[ \t]{0,4}(?:[:：=]|は|→)?[ \t]{0,4}[\[(]?")
_LIST_ITEM = late(
    r"(?:[\s,;、・|>\"'`]|[*•+\-][ \t]|\+(?=\d)|\[[ x]\][ \t]|#?\d{1,2}[.):][ \t]){0,12}"
    r"(?P<v>[A-Za-z0-9]{3,8}(?:-[A-Za-z0-9]{3,8}){1,7}|\d{4} \d{4}|[A-Za-z0-9]{6,32})(?![\w\-.:/@=])"
)
_LONGEST_LIST = 40
_CHANGED = late(
    r" from [\"'`「]?(?P<v>[^\s\"'`「」]{5,100}?)[\"'`」]? to [\"'`「]?(?P<w>[^\s\"'`「」]{5,100}?)[\"'`」]?(?=\.?(?:[\s,;:)]|$))"
)
_FILE = late(r"\.[a-z]{1,5}$|^[a-z]{1,12}_[a-z_]{1,20}\d$")
_SECRET_BEFORE = late(
    r"(?i)(?:password|passwd|passphrase|passcode|\bpin|token|secret|\bkey|credentials?)(?: (?:for|of|on) \S{1,40}| was| is| value| has been| got| changed| rotated| updated| reset){0,3}$"
)
_CHANGED_JAPANESE = late(
    r"(?:を|は|が)[ 　]?[「『`\"']?(?P<v>[!-~]{5,100}?)[」』`\"']?[ 　]?から[ 　]?[「『`\"']?(?P<w>[!-~]{5,100}?)[」』`\"']?[ 　]?(?:に|へ)"
)
_SEED = late(
    r"[^\n:：]{0,40}?(?:[:：]|は| is)?[ \t]{0,4}[\"'`]?\b(?P<v>[A-Z2-7]{4}(?: [A-Z2-7]{4}){3,15}|[a-z2-7]{4}(?: [a-z2-7]{4}){3,15})(?![\w])"
)
_SEED_NAMES = Literals(
    "ecret",
    "eed",
    "etup key",
    "TOTP",
    "totp",
    "uthenticator",
    "2FA",
    "manual entry",
    "シークレット",
    "セットアップキー",
)
_PRODUCTS = Literals("roduct key", "ctivation key", "ctivation code", "erial key")
_APP_PASSWORDS = Literals(
    "pp password",
    "pp-specific password",
    "pp Password",
    "APP_PASSWORD",
    "app_password",
    "--password",
    "アプリパスワード",
)
_PARAMETERS = Literals(
    "code=", "state=", "ticket=", "verifier=", "magic=", "nonce=", "otp=", "invite=", "SAMLResponse=", "assertion="
)
_ROLES = Literals("admin/", "root/", "postgres/", "administrator/", "guest/", "sa/")
_WITH = Literals(" with `", " with '", ' with "')
_REDIRECT = late(
    r"(?:code|state|ticket|session_state|device_code|user_code|code_verifier|oauth_verifier|magic|nonce|otp|invite|confirmation|SAMLResponse|SAMLRequest|RelayState|assertion|wresult)=(?P<v>[A-Za-z0-9._~%+/=\-]{12,8000})"
)
_SENT = late(
    r"assword[^\n]{0,20}\s{1,40}(?:\{\s{0,20})?(?:exp_)?send(?:line)?[ \t(]{1,2}(?:-- )?\\{0,7}[\"'](?P<v>[^\"'\n]{4,100}?)(?:\\{1,4}[rn]|[\r\n]){0,3}[\"']"
)
_PRODUCT = late(r"[ :=]{1,4}(?:is )?[\"'`]?(?P<v>[A-Z0-9]{4,8}(?:-[A-Z0-9]{4,8}){2,6})(?![\w\-])")
_PAIR = late(r" / [\"'`]?(?P<v>(?=[^\s]{0,60}[!#%*^$&+~\d])[^\s\"'`/]{6,60})[\"'`]?(?=[\s.,;)]|$)")
_ROLE_PAIR = late(r"/(?P<v>(?=[^\s]{0,40}[!#%*^$&+~])(?=[^\s]{0,40}\d)[^\s\"'`/.=?&]{8,60})(?=[\s,;)]|$)")
_PAIR_USER = late(
    r"(?i)(?:use|with|as|login|log in|sign in|creds|credentials|account|created|user|id|for)[:：]? [\"'`]?[\w.@\-]{1,40}[\"'`]?$"
)
_APP_PASSWORD = late(
    r"(?:[^\n:]{0,30}(?:[:=]| is))?[ \t]{1,4}[\"'`]?(?P<v>[a-z]{4}(?:-[a-z]{4}){3}|[a-z]{4}(?: [a-z]{4}){3})(?![\w\- ])"
)


_BOTH = late(
    r"(?:word|wd|d)?[ \t]{0,2}(?::|=|is|->|→)[ \t]{1,3}[\"'`]?[\w.@+\-]{1,64}[\"'`]?[ \t]?[/:,|][ \t]?[\"'`]?(?P<v>(?=[^\s]{0,60}\d)[^\s\"'`]{6,100})"
)
_SHORTLY = late(r"(?:(?<=[a-z0-9], p: )|(?<=[a-z0-9] p: )(?=[^\s]{0,60}\d)(?=[^\s]{8}))(?P<v>[^\s\"'`]{6,100})")
_LOGS_IN = late(r"(?i)\b(?:log|sign)(?:ged|ging|s|ned)?[ -]?(?:in|on)\b[^\n]{0,60}$")
_QUOTED_WORD = late(r"[\"'`](?P<v>[^\s\"'`]{6,80})[\"'`]")
_SAYINGS: tuple[tuple[str, tuple[str, ...], re.Pattern[str]], ...] = (
    ("one_time_code", ("OTP", "otp", "passcode"), _OTP_SAID),
    ("one_time_code", ("the code ",), _ENTERED),
    ("one_time_code", ("our code is ", "our code: "), _YOUR_CODE),
    ("one_time_code", ("PIN", "Pin", "pin"), _PIN),
    ("password", ("/pass", "/pw", "/Pass", "/PW"), _BOTH),
    ("password", (" p: ", " pw: ", ",p: "), _SHORTLY),
    ("password", ("assword to ", "assphrase to ", "asscode to "), _SET_TO),
)
_SAID_BY = {needle: (kind, pattern) for kind, needles, pattern in _SAYINGS for needle in needles}
_SAID = Literals(*_SAID_BY)
_CODES = Literals("code", "Code", "CODE", "PIN", "password")
_IS_YOURS = Literals(" is your ", " as your ")


def said_codes(look: Glance) -> Iterator[Span]:
    """Yield one-time codes: ``Your verification code is 123456``, ``認証コード: 123456``."""
    text = look.text
    for needle in look.standing(_CODES):
        for at in look.places(needle):
            if text[at - 1 : at] == " " and text[max(0, at - 16) : at].lower().endswith(_CODE_NAMES):
                yield from _found(_CODE_SAID.match(text, at + len(needle)), "one_time_code")
    for needle in look.standing(_SAID):
        kind, pattern = _SAID_BY[needle]
        for at in look.places(needle):
            yield from _found(pattern.match(text, at + (0 if needle == "the code " else len(needle))), kind)
    for needle in look.standing(_IS_YOURS):
        for at in look.places(needle):
            yield from _found(_IS_CODE.search(text, max(0, at - 9), at + 80), "one_time_code")
    for word in look.standing(_JAPANESE_CODES) if not text.isascii() else ():
        for at in look.places(word):
            yield from _found(_JAPANESE_CODE.match(text, at + len(word)), "one_time_code")


def recovery_codes(look: Glance) -> Iterator[Span]:
    """Yield the codes that follow a heading such as ``Recovery codes:``."""
    text = look.text
    if not look.standing(_LIST_WORDS):
        return
    for name in look.standing(_LIST_NAMES):
        done = 0
        for at in look.places(name):
            head = _LIST_HEAD.match(text, at + len(name)) if at >= done else None
            done = head.end() if head is not None else at
            listed = head is not None and (text[done : done + 1] == "\n" or any(sign in head[0] for sign in ":：=は→"))
            for _ in range(_LONGEST_LIST if head is not None else 0):
                item = _LIST_ITEM.match(text, done)
                if item is None or not (_is_code(item["v"]) or (listed and item["v"].isdigit())):
                    break
                done = item.end()
                yield Span(*item.span("v"), "recovery_code")


def _is_code(value: str) -> bool:
    """Whether a word of a list is a code: digits in it, and no date, version or plain word."""
    plain = value.replace("-", "").replace(" ", "")
    grouped = "-" in value and len({len(part) for part in value.split("-")}) == 1
    return (any(map(str.isdigit, plain)) or (grouped and len(plain) >= 8)) and not is_reference(value.replace(" ", "x"))


def changed_values(look: Glance) -> Iterator[Span]:
    """Yield both values of ``changed the password from … to …``."""
    text = look.text
    for at in look.places(" from "):
        if _SECRET_BEFORE.search(text, max(0, at - 80), at) is not None:
            found = _CHANGED.match(text, at)
            for group in ("v", "w") if found is not None else ():
                if found is not None and _is_chosen(found[group]):
                    yield Span(*found.span(group), "password")
    for word in ("パスワード", "パスフレーズ", "シークレット", "トークン", "暗証番号") if not text.isascii() else ():
        for at in look.places(word):
            found = _CHANGED_JAPANESE.match(text, at + len(word))
            for group in ("v", "w") if found is not None else ():
                if found is not None and _is_chosen(found[group]):
                    yield Span(*found.span(group), "password")


def _is_chosen(value: str) -> bool:
    worded = looks_worded(value) and sum(map(str.isalpha, value)) >= 5
    return (looks_chosen(value) or worded) and not (_FILE.search(value) or is_placeholder(value) or is_reference(value))


def grouped_seeds(look: Glance) -> Iterator[Span]:
    """Yield TOTP seeds in groups of four and passwords of applications (``abcd-efgh-ijkl-mnop``)."""
    text = look.text
    for name in look.standing(_SEED_NAMES):
        for at in look.places(name):
            found = _SEED.match(text, at + len(name))
            if found is not None and (found["v"].isupper() or any(map(str.isdigit, found["v"]))):
                yield Span(*found.span("v"), "totp_seed")
    for name in look.standing(_PRODUCTS):
        for at in look.places(name):
            yield from _found(_PRODUCT.match(text, at + len(name)), "license_key")
    for name in look.standing(_APP_PASSWORDS):
        for at in look.places(name):
            yield from _found(_APP_PASSWORD.match(text, at + len(name)), "password")


def redirect_values(look: Glance) -> Iterator[Span]:
    """Yield codes and states of redirect URLs: ``?code=…&state=…``."""
    text = look.text
    for needle in look.standing(_PARAMETERS):
        for at in look.places(needle):
            start = at
            while start > max(0, at - 24) and (text[start - 1].isalnum() or text[start - 1] == "_"):
                start -= 1
            found = _REDIRECT.match(text, start) if text[start - 1 : start] in ("?", "&", "#") else None
            if (
                found is not None
                and (looks_random(found["v"]) or is_digest(found["v"]))
                and not is_placeholder(found["v"])
            ):
                yield Span(*found.span("v"), "token")


def said_pairs(look: Glance) -> Iterator[Span]:
    """Yield the password of ``use aki / …``."""
    text = look.text
    for role in look.standing(_ROLES):
        for at in look.places(role):
            if not text[at - 1 : at].isalnum() and text[at - 1 : at] not in ("/", ".", "-", "_", "@"):
                yield from _found(_ROLE_PAIR.match(text, at + len(role) - 1), "password")
    for at in look.places(" / "):
        if _PAIR_USER.search(text, max(0, at - 60), at) is not None:
            found = _PAIR.match(text, at)
            if found is not None and _is_chosen(found["v"]):
                yield Span(*found.span("v"), "password")


def given_with(look: Glance) -> Iterator[Span]:
    """Yield the last word of ``log in as admin with `…```."""
    text = look.text
    for needle in look.standing(_WITH):
        for at in look.places(needle):
            if _LOGS_IN.search(text, max(0, at - 80), at) is not None:
                found = _QUOTED_WORD.match(text, at + len(needle) - 1)
                if found is not None and _is_chosen(found["v"]):
                    yield Span(*found.span("v"), "password")


def sent_passwords(look: Glance) -> Iterator[Span]:
    """Yield what an expect script sends when it is asked for a password."""
    text = look.text
    if look.may_hold("send"):
        for at in look.places("assword"):
            yield from _found(_SENT.match(text, at), "password")


def _found(match: re.Match[str] | None, kind: str) -> Iterator[Span]:
    if match is not None:
        yield Span(*match.span("v"), kind)


PROSE: tuple[Callable[[Glance], Iterator[Span]], ...] = (
    said_codes,
    recovery_codes,
    changed_values,
    grouped_seeds,
    redirect_values,
    said_pairs,
    given_with,
    sent_passwords,
)
