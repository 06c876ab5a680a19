"""Key material outside of PEM blocks: JSON Web Keys, XML key values, base64 of PEM files and of registry credentials."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator

from butler.maids.late_patterns import late
from butler.maids.redaction_forms import Span
from butler.maids.redaction_glance import Glance, Literals

_JWK_REACH = 6000
_JWK_TYPE = late(r"kty\\{0,7}[\"'][ \t]{0,4}:\s{0,8}\\{0,7}[\"'](?:EC|RSA|OKP|oct|AKP)\b")
_JWK_MEMBER = late(
    r"(?<=[\"'])(?:d|p|q|dp|dq|qi|k|priv)\\{0,7}[\"']\s{0,8}:\s{0,8}\\{0,7}[\"'](?P<v>[A-Za-z0-9_\-+/=]{16,2000})"
)
_XML_MEMBER = late(
    r"<(?P<tag>D|P|Q|DP|DQ|InverseQ|X|J|Seed)>\s{0,80}(?P<v>[A-Za-z0-9+/=\s]{16,2000}?)\s{0,80}</(?P=tag)>"
)
_XML_REACH = 12_000
_XML_ROOTS = Literals("<RSAKeyValue>", "<DSAKeyValue>", "<ECKeyValue>", "<RSAParameters>")
_BASE64 = late(r"[A-Za-z0-9+/=_\-]{40,40000}+")
_ENCODED_PEM = ("LS0tLS1CRUdJTi", "LS0tLSBCRUdJTi")
_ENCODED_LOGINS = ("eyJhdXRocyI6", "ewogICJhdXRocyI6", "ewoJImF1dGhzIjog")
_ENCODED = Literals(*_ENCODED_PEM, *_ENCODED_LOGINS)


def json_web_keys(look: Glance) -> Iterator[Span]:
    """Yield the private members of JSON Web Keys."""
    text = look.text
    done = 0
    for at in look.places("kty"):
        if at < done or _JWK_TYPE.match(text, at) is None:
            continue
        start = max(done, text.rfind("{", max(0, at - _JWK_REACH), at))
        stop = text.find("}", at, at + _JWK_REACH)
        done = stop if stop >= 0 else min(len(text), at + _JWK_REACH)
        yield from (Span(*found.span("v"), "private_key") for found in _JWK_MEMBER.finditer(text, start, done))


def xml_keys(look: Glance) -> Iterator[Span]:
    """Yield the private members of XML key values."""
    text = look.text
    done = 0
    for root in look.standing(_XML_ROOTS):
        for at in look.places(root):
            if at >= done:
                stop = text.find("</" + root[1:], at, at + _XML_REACH)
                done = stop if stop >= 0 else min(len(text), at + _XML_REACH)
                yield from (Span(*found.span("v"), "private_key") for found in _XML_MEMBER.finditer(text, at, done))


def encoded_keys(look: Glance) -> Iterator[Span]:
    """Yield private keys and registry logins that stand as base64 of their file."""
    text = look.text
    for needle in look.standing(_ENCODED):
        done = 0
        for at in look.places(needle):
            found = _BASE64.match(text, at) if at >= done else None
            if found is not None:
                done = found.end()
                if needle in _ENCODED_LOGINS or _is_private(found[0][:88]):
                    yield Span(*found.span(), "private_key")


def _is_private(head: str) -> bool:
    """Whether base64 begins a PEM file that holds a private key."""
    return b"PRIVATE KEY" in base64.b64decode(head[: len(head) // 4 * 4], altchars=b"-_" if "_" in head else None)


KEYS: tuple[Callable[[Glance], Iterator[Span]], ...] = (json_web_keys, xml_keys, encoded_keys)
