"""Secrets known by where they stand: key blocks, URLs with passwords, HTTP headers and cookies."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from butler.maids.late_patterns import late
from butler.maids.redaction_forms import Span
from butler.maids.redaction_glance import Glance, Literals
from butler.maids.redaction_sayings import is_password_alone
from butler.maids.redaction_values import (
    MARK,
    is_digest,
    is_identifier,
    is_placeholder,
    is_reference,
    looks_broken_off,
    looks_random,
    looks_scrambled,
    looks_worded,
)

_KEY_LIMIT = 20_000
_STATIC = "OpenVPN "
_AROUND = " \t\r\n\"'`,+->|"
_COUNT = late(r"\s{0,3}\d{1,4}\s{1,80}")
_KEY_BEGIN = late(
    r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|-----BEGIN OpenVPN (?:Static|tls-crypt-v2 \w{1,10}) key(?: V1)?-----|---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----"
)
_KEY_END = late(
    r"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|-----END OpenVPN (?:Static|tls-crypt-v2 \w{1,10}) key(?: V1)?-----|---- END SSH2 ENCRYPTED PRIVATE KEY ----"
)
_KEY_LINE = late(
    r"(?:[ \t\"'`,]|\\{0,7}[nrt\"])*+"  # what may stand around a line of the block: quotes, indent, escaped line ends
    r"(?:[>|+][ \t]*+|\d{1,6}(?:[ \t]|→)[ \t]*+)?"  # marks of quotes and diffs, line numbers
    r"(?:(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset): ?[^\n\\]{0,100}|[A-Za-z0-9+/=]{4,20000}+)?"
    r"(?:[ \t\"'`,]|\\{0,7}[nrt\"])*+[+.]?[ \t]*+(?:\r?\n[ \t]{0,40}[+\->|]?)?"
)
_KEY_LINE_BEFORE = late(
    r"[ \t+\->|\"',]{0,40}(?:\d{1,6}(?:[ \t]|→)[ \t]{0,8})?[A-Za-z0-9+/=]{16,20000}(?:\\n)?[\"',]{0,3}\r?"
)


def key_blocks(look: Glance) -> Iterator[Span]:
    """Yield private-key blocks, whole: also with escaped line ends, diff marks, quotes, or without an end or a begin."""
    for needle in ("PRIVATE KEY", _STATIC):
        if look.may_hold(needle):
            yield from _key_blocks(look.text, needle)


def _key_blocks(text: str, needle: str) -> Iterator[Span]:
    at, done = text.find(needle), 0
    while at >= 0:
        begin = _around(_KEY_BEGIN, text, max(done, at - 60), at)
        end = _around(_KEY_END, text, max(done, at - 60), at)
        stop = at + 11
        if begin is not None:
            stop = _block_end(text, begin.end())
            if stop - begin.end() > 20 and needle == _STATIC:
                closing = _KEY_END.search(text, begin.end(), stop)
                inner = text[begin.end() : closing.start() if closing is not None else stop]
                yield Span(
                    stop_at := begin.end() + len(inner) - len(inner.lstrip()),
                    stop_at + len(inner.strip()),
                    "private_key",
                )
            elif stop - begin.end() > 20:
                yield Span(begin.start(), stop, "private_key")
            stop = max(stop, at + 11)
        elif end is not None:
            start = _block_start(text, end.start())
            if start < end.start():
                yield Span(start, end.end(), "private_key")
            done = end.end()
        at = text.find(needle, stop)


def _around(pattern: re.Pattern[str], text: str, start: int, at: int) -> re.Match[str] | None:
    """The match of ``pattern`` that holds ``at``."""
    found = pattern.search(text, start, at + 50)
    return found if found is not None and found.start() <= at < found.end() else None


def putty_keys(look: Glance) -> Iterator[Span]:
    """Yield the private lines of PuTTY's key files."""
    text = look.text
    for at in look.places("Private-Lines:"):
        start = at + len("Private-Lines:")
        head = _COUNT.match(text, start)
        stop = text.find("Private-MAC", start, start + _KEY_LIMIT)
        if head is not None:
            stop = _block_end(text, head.end()) if stop < 0 else stop
            yield Span(head.end(), head.end() + len(text[head.end() : stop].rstrip(_AROUND)), "private_key")


def _block_end(text: str, start: int) -> int:
    """Where the key block ends whose begin line ended at ``start``."""
    ends = text.find("END ", start, start + _KEY_LIMIT) >= 0
    end = _KEY_END.search(text, start, start + _KEY_LIMIT) if ends else None
    other = text.find("-----BEGIN", start, start + _KEY_LIMIT)
    if end is not None and (other < 0 or other > end.start()):
        return end.end()
    at = start
    while at < min(len(text), start + _KEY_LIMIT):
        line = _KEY_LINE.match(text, at)
        if line is None or line.end() == at:
            break
        at = line.end()
    return start + len(text[start:at].rstrip(_AROUND))


def _block_start(text: str, end: int) -> int:
    """Where the lines of base64 begin that stand right before the end line at ``end``."""
    start = text.rfind("\n", 0, end) + 1
    while start > 0 and end - start < _KEY_LIMIT:
        before = text.rfind("\n", 0, start - 1) + 1
        if not _KEY_LINE_BEFORE.fullmatch(text, before, start - 1):
            break
        start = before
    return start


_TO_THE_HOST = late(
    r"://(?P<user>[^\s:/?#@\"'`<>\\]{0,100}):(?P<v>[^\s/\"'`<>\\]{1,200}?)@"
    r"(?=[\w.\-]{1,120}(?::[\d$\{][\w}]{0,20})?(?:[/?#,;\s\"'`<>\\)&|\]]|$))"
)
_USERINFO = late(r"://(?P<user>[^\s:/?#@\"'`<>\\]{0,100})(?::(?P<v>[^\s/\"'`<>\\]{1,200}))?@(?=[\w\[$%{.\-])")
_RAW_SLASH = late(
    r"://(?P<user>[^\s:/?#@\"'`<>\\]{1,100}):(?P<v>[^\s@\"'`<>\\]{1,120})@[\w.\-]{1,100}(?::\d{2,5})?(?=[/\s\"'`?]|$)"
)


def url_passwords(look: Glance) -> Iterator[Span]:
    """Yield passwords (and tokens in the place of a user) in URLs."""
    text = look.text
    at = text.find("://") if look.may_hold("://") else -1
    while at >= 0:
        found = _TO_THE_HOST.match(text, at) or _USERINFO.match(text, at) or _RAW_SLASH.match(text, at)
        if found is not None:
            span = _userinfo(found)
            if span is not None:
                yield span
        at = text.find("://", at + 3)


def _userinfo(found: re.Match[str]) -> Span | None:
    """The secret part of the user information of a URL."""
    value = found["v"]
    if value is None:
        user = found["user"]
        if len(user) >= 16 and looks_random(user):
            return Span(*found.span("user"), "url_token")
        return None
    if (
        is_placeholder(value)
        or re.match(r"\d{1,5}(?:[/?#]|$)", value)
        or (value.isupper() and value.replace("_", "").isalpha())
        or (value in ("pass", "pwd", "pw") and found["user"] in ("user", "username", "me"))
        or (value[0] in "${%<" and not looks_random(value))
    ):
        return None
    if value == "x-oauth-basic":
        return Span(*found.span("user"), "url_token")
    return Span(*found.span("v"), "url_password")


_SCHEME = late(
    r"(?:Bearer|bearer|BEARER|Token|token|Basic|basic|BASIC|ApiKey|Apikey|apikey|Bot|Negotiate|NTLM|SSWS|Key|Hawk|GenieKey|Splunk|DeepL-Auth-Key|Discogs|OAuth|sso-key)"
    r"(?: |%20|\+|\\u0020|:)(?:[\"'] ?(?:\+|\.|&|,|<>|\|\|) ?|\$\{)?(?:token=|key=|id=\"?)?[\"']?(?P<v>[A-Za-z0-9._~+/=:|\-]{6,4000})"
)
_AUTHORIZATION = late(
    r"(?:[Pp]roxy-)?[A-Za-z_\-]{0,16}(?:\\{0,15}[\"'`])?\]?[ \t]{0,4}(?:[:=,]|=>|：)[ \t]{0,4}\[?(?:\\{0,15}[\"'`]|[bf][\"'])?(?:(?P<scheme>[A-Za-z][\w\-]{1,20})(?: {1,3}| {0,3}\r?\n[+\->]?[ \t]{1,8}))?(?P<v>[^\s\"'`,;<>\\]{6,4000})"
)
_PARAMETER = late(r"[A-Za-z_\-]{1,24}=(?!=|$)|[A-Za-z_\-]{1,24}=$")
_FIELDS = late(
    r"(?:signature|response|oauth_token|oauth_signature|oauth_consumer_key|mac|nonce)=\"?(?P<v>[\w%+/=\-]{16,400})",
    re.IGNORECASE,
)


_FIELD_NAMES = Literals(
    "signature=", "response=", "oauth_token=", "oauth_signature=", "oauth_consumer_key=", "mac=", "nonce="
)
"""One of these begins what ``_FIELDS`` finds."""
_HEADERS = Literals("uthorization", "UTHORIZATION")
_BEFORE_CREDENTIALS = Literals(
    "earer ", "asic ", "EARER ", "so-key ", "earer%20", "earer+", "SSWS ", "Bot ", "oken ", "piKey ", "enieKey ",
)  # fmt: skip


def authorization_values(look: Glance) -> Iterator[Span]:
    """Yield credentials of Authorization headers and of a scheme that stands alone (``Bearer …``)."""
    text = look.text
    done = 0
    has_fields = not text.isascii() or bool(look.saying(_FIELD_NAMES))
    for needle in look.standing(_HEADERS):
        for at in look.places(needle):
            found = _AUTHORIZATION.match(text, at + len(needle))
            if found is not None and _is_credential(found["v"], found["scheme"]):
                scheme = (found["scheme"] or "").lower()
                start = found.start("v") + len(_named(found["v"]) if scheme not in ("bearer", "basic") else "")
                if found.end("v") - start >= 6:
                    yield Span(start, found.end("v"), scheme if scheme in ("bearer", "basic") else "authorization")
            if at >= done and has_fields:
                done = at + 1200
                yield from (Span(*field.span("v"), "authorization") for field in _FIELDS.finditer(text, at, done))
    for needle in look.standing(_BEFORE_CREDENTIALS):
        for at in look.places(needle):
            found = (
                _SCHEME.match(text, max(0, at - 1)) or _SCHEME.match(text, max(0, at - 2)) or _SCHEME.match(text, at)
            )
            hex_too = needle.startswith(("earer", "EARER"))
            if found is not None and _stands_alone(found["v"], basic="asic" in needle, hex_too=hex_too):
                yield Span(*found.span("v"), "basic" if "asic" in needle else "bearer")


def _named(value: str) -> str:
    """The name with its sign that begins a parameter of a header (``token=``)."""
    found = _PARAMETER.match(value)
    return found[0] if found is not None else ""


def _is_credential(value: str, scheme: str | None) -> bool:
    """Whether the value of an Authorization header is one and not a template or a name in code."""
    value = value.rstrip(".,)")
    if is_placeholder(value) or is_identifier(value) or is_reference(value):
        return False
    if value.lower() in ("bearer", "basic", "token") or "(" in value or "{" in value:
        return False
    return scheme is not None or looks_random(value)


def _stands_alone(value: str, *, basic: bool, hex_too: bool) -> bool:
    """Whether what stands behind a lone scheme word is a credential: prose has many words there."""
    if is_placeholder(value):
        return False
    if basic:
        return len(value) >= 8 and _decodes_to_pair(value)
    if hex_too and is_digest(value):
        return len(value) >= 24
    return len(value) >= 12 and looks_random(value) and not is_reference(value) and not is_digest(value[:64])


def _decodes_to_pair(value: str) -> bool:
    """Whether ``value`` is base64 of ``user:password``."""
    try:
        pair = base64.b64decode(value + "=" * (-len(value) % 4), validate=True)
    except ValueError:
        return False
    return b":" in pair and pair.isascii() and all(32 <= byte < 127 for byte in pair)


_COOKIE_HEADER = late(r"(?:\\{0,15}[\"'`])?[ \t]{0,4}[:=,][ \t]{0,4}(?:\\{0,15}[\"'`])?(?P<pairs>[^\n\r]{3,4000})")
_COOKIE_FLAG = late(r"(?:-b|--cookie)[ =]{1,3}[\"']?(?P<pairs>[^\n\r\"']{3,4000})")
_COOKIES = Literals("ookie", "OOKIE", "-b ", "--cookie")
_COOKIE_PAIR = late(r"(?P<name>[\w!#$%&*+.^|~\-]{1,80})=(?P<v>[^\s;,\"'`<>\\]{4,4000})")
_COOKIE_ATTRIBUTES = frozenset({"path", "domain", "expires", "max-age", "samesite", "version", "priority"})
_SESSION_NAME = late(r"(?i)sess|sid|auth|token|login|jwt|remember|csrf|xsrf|secret|key|user|id$")


def cookie_values(look: Glance) -> Iterator[Span]:
    """Yield the values of cookies in Cookie and Set-Cookie headers and of ``curl -b``."""
    text = look.text
    for needle in look.standing(_COOKIES):
        pattern, done = _COOKIE_FLAG if needle.startswith("-") else _COOKIE_HEADER, 0
        for at in look.places(needle):
            found = pattern.match(text, at + len(needle) if pattern is _COOKIE_HEADER else at) if at >= done else None
            if found is not None:
                done = found.end()
                yield from _cookies(text, *found.span("pairs"))


def _cookies(text: str, start: int, end: int) -> Iterator[Span]:
    for pair in _COOKIE_PAIR.finditer(text, start, end):
        value = pair["v"]
        if pair["name"].lower() in _COOKIE_ATTRIBUTES or is_placeholder(value) or is_identifier(value):
            continue
        if looks_random(value) or (len(value) >= 16 and _SESSION_NAME.search(pair["name"])):
            yield Span(*pair.span("v"), "cookie")


_DOTTED = late(r"[MNO](?<![\w\-.][MNO])[\w\-]{22,27}\.[\w\-]{6}\.(?P<last>[\w\-]{27,110})(?![\w\-])")


_DOTTED_LENGTH = 58


def dotted_tokens(text: str, words: Sequence[str]) -> Iterator[Span]:
    """Yield bot tokens of Discord: id, time and signature in base64 with points between; ``words`` are the long ones."""
    if _DOTTED.search(" ".join(word for word in words if len(word) >= _DOTTED_LENGTH)) is None:
        return
    for found in _DOTTED.finditer(text):
        if looks_random(found["last"]):
            yield Span(*found.span(), "discord_token")


_MOST_LINES = 40
_WRAPPED = late(r"\r?\n[+\- >|]{0,3}[ \t]{0,40}(?P<v>[A-Za-z0-9+/=_.\-]{8,2000}+)(?=[ \t\"'`,;]{0,4}(?:\r?\n|$))")


def with_wrapped_lines(text: str, spans: Iterable[Span]) -> Iterator[Span]:
    """``spans``, and the following lines where a long value was broken at the edge of a terminal or a diff."""
    known: dict[int, int] = {}
    for span in spans:
        start, end, kind = span
        if kind == "private_key" or end - start < 20 or end - text.rfind("\n", max(0, end - 400), end) - 1 < 60:
            yield span
            continue
        for _ in range(_MOST_LINES):
            further = known.get(end)
            if further is None:
                further = known[end] = _next_line(text, end)
            if further == end:
                break
            end = further
        yield Span(start, end, kind)


def _next_line(text: str, end: int) -> int:
    """Where the next line ends if a value that ends at ``end`` may go on there; else ``end``."""
    found = _WRAPPED.match(text, end)
    if found is None or not looks_broken_off(found["v"]) or is_digest(found["v"]):
        return end
    return found.end("v")


_TOLD_APART = late(
    r"\[REDACTED:[A-Za-z0-9_]{1,40}:\d{1,9}\]\\{0,7}[\"'`][ \t]{0,4}(?:\+|\.{1,2}|&|<>|\|\||~|\^|_|->|→|\+\+)[ \t]{0,4}(?:\r?\n[+\->]?[ \t]{0,80})?\\{0,7}[\"'`]"
    r"(?P<v>[^\"'`\s\\]{4,2000})\\{0,7}[\"'`](?![ \t]{0,3}:)"
)
"""What a sign of concatenation, or the arrow of a change, joins to a replaced value."""
_AND_ANOTHER = late(
    r"\[REDACTED:[A-Za-z0-9_]{1,40}:\d{1,9}\](?:[」』]?、?(?:前|以前|旧|新|今|元|次)[^\s、。!-~]{0,6}は[「『]?|[\"'`]?,? (?:(?:and|but) (?:the |is )?(?:new one|new|other|second|now)(?: one)?(?: is)?|not|now|now it is|it is now|now it's|before (?:it was|that)|or|and|then) )[\"'`]?(?P<v>[!#-&(-_a-~]{8,200})"
)
"""``the old password was … and the new one is …``."""
_NOW = late(r"\b(?:now|new|was|other)\b|、")
_AFTER_MARK = late(
    r"\[REDACTED:[A-Za-z0-9_]{1,40}:\d{1,9}\](?:\\{0,7}[\"'][ \t]{0,8}(?:\\{1,4}n?|\+|\.|&)?\s{0,40}\\{0,7}[\"']|\\{0,4}n?\s{1,40}[>+]?\s{0,8})"
    r"(?P<v>[A-Za-z0-9+/=_.\-]{12,4000})(?![\w:(@])"
)


def after_marks(look: Glance) -> Iterator[Span]:
    """Yield the rest of a value that was broken, where its first part is already replaced."""
    text = look.text
    for at in look.places(MARK):
        second = _AND_ANOTHER.match(text, at)
        another = second["v"].rstrip(".,;:!?)") if second is not None else ""
        if second is not None and _is_another(another, changed=_NOW.search(second[0]) is not None):
            yield Span(second.start("v"), second.start("v") + len(another), "token")
            continue
        joined = _TOLD_APART.match(text, at)
        if joined is not None and _is_joined(joined):
            yield Span(*joined.span("v"), "token")
            continue
        found = _AFTER_MARK.match(text, at)
        value = found["v"].rstrip(".") if found is not None else ""
        if (
            found is not None
            and not (value.islower() or value.isupper())
            and looks_broken_off(value)
            and _is_rest(value)
        ):
            yield Span(found.start("v"), found.start("v") + len(value), "token")


def _is_another(value: str, *, changed: bool) -> bool:
    """Whether a word that is told beside a replaced one is a secret, too."""
    if MARK in value or is_placeholder(value) or is_reference(value) or is_digest(value):
        return False
    return looks_worded(value) or (changed and is_password_alone(value))


def _is_joined(found: re.Match[str]) -> bool:
    """Whether the literal that is joined to a replaced one is a part of it, or what it was changed into."""
    value = found["v"]
    if MARK in value or is_placeholder(value) or is_reference(value):
        return False
    return any(map(str.isdigit, value)) or looks_random(value) or looks_scrambled(value)


_SETTING = late(r"[A-Za-z_][\w.\-]{1,60}=[^=]")


def _is_rest(value: str) -> bool:
    is_name = (is_identifier(value) and not any(map(str.isdigit, value))) or _SETTING.match(value)
    return not (is_digest(value) or is_reference(value) or is_name)


STRUCTURES: tuple[Callable[[Glance], Iterator[Span]], ...] = (
    key_blocks,
    putty_keys,
    url_passwords,
    authorization_values,
    cookie_values,
    after_marks,
)
