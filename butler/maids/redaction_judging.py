"""Whether what stands behind a name is a secret: asked once a syntax was recognised."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, TypeAlias

from butler.maids.late_patterns import late
from butler.maids.redaction_names import NameClass, promised
from butler.maids.redaction_values import (
    MARK,
    is_digest,
    is_identifier,
    is_placeholder,
    is_reference,
    is_sentence,
    looks_chosen,
    looks_made,
    looks_mixed,
    looks_random,
    looks_scrambled,
    looks_worded,
    names_a_secret,
)
from butler.maids.redaction_words import is_gibberish, is_kept, is_told

_LONG_RUN = late(r"[A-Za-z0-9]{12}")
_BOUND = late(r"[:@$#&*!?][A-Za-z_.]+|[A-Za-z_.]+(?:[+|&*/][A-Za-z_.]+)+|[a-z_]+-")
"""What stands for a value in SQL and the like (``:password``), sums of names, what an arrow follows."""
_PASSPHRASE = late(r"[A-Za-z]{3,12}(?:[-_. ][A-Za-z]{3,12}){3,11}")
_COLUMN = late(r"(?:[a-z]{2,12}_)?(?:password|passwd|pwd|pass|secret|token)(?:_[a-z]{2,12}){0,3}_?\d{0,2}")
_WORDS = late(r"[A-Za-z]{3,}")
_LONG_WORD = 14
"""From so many letters on a word may be gibberish."""
_DUMMY = late(r"(?i)test|fake|dummy|example|mock|sample|token|secret|key|stub|demo")
_COOKIES = late(r"[\w.\-]{1,40}=[^;\s]{4,400}; ?[\w.\-]{1,40}=")
_MEMBER = late(r"[a-z_]\w*(?:\.[A-Za-z_]\w*){0,5}\.\w{0,40}(?:Key|Token|Secret|Password)")
_PHRASE = late(r"[a-z]{3,8}(?: [a-z]{3,8}){5,23}")
_CODES = (
    "mfacode",
    "otpcode",
    "2facode",
    "securitycode",
    "verificationcode",
    "smscode",
    "factorcode",
    "cvv",
    "cvv2",
    "cvc",
)
_NUMBERS = frozenset({"pin", "otp", "passcode", "pincode", "暗証番号", "パスコード"})
SHORT_PASSWORDS = frozenset({"pass", "pw", "pin", "psk", "pincode"})
Proof: TypeAlias = Literal["literal", "assigned", "said", "beside"]
"""What the syntax shows: a literal; an assignment of a literal or an expression; words (``is``); mere neighbourhood."""


def is_secret(value: str, name: str, name_class: NameClass, proof: Proof) -> bool:
    """Whether ``value``, found behind ``name`` in a syntax that proves ``proof``, is a secret."""
    if proof in ("said", "beside") and _is_plain_word(value):
        return False
    if names_a_phrase(name) and _PHRASE.fullmatch(value):
        return True
    if is_sentence(value) or _is_none(value, name) or (len(value) < 20 and _plain(name).endswith("pat")):
        return False
    if value.isdigit() and _plain(name).endswith(_CODES):
        return 3 <= len(value) <= 8
    if value.isdigit() and _plain(name) in _NUMBERS:
        return len(value) <= 8 and (name.isupper() or name != "pin" or proof == "literal")
    if proof != "beside" and any(map(is_gibberish, value.split(" "))):
        return name_class != "key" or len(value) >= 20
    is_name = is_identifier(value) and not (proof == "literal" and any(map(str.isdigit, value)))
    if is_name and promised(value[-80:]) is not None:
        return False
    if name_class == "password" or (name_class == "short" and name.lower().strip("-_") in SHORT_PASSWORDS):
        return _is_password(value, name, proof) or (name.lower() == "psk" and len(value) == 64 and is_digest(value))
    if is_reference(value):
        return False
    return _is_key(value, name, proof) if name_class == "key" else _is_token(value, name, name_class, proof)


def _is_plain_word(value: str) -> bool:
    """Whether ``value`` is a word of prose, which is no secret where only words say that it is one."""
    return len(value) < _LONG_WORD and value[1:].islower() and value.isalpha() and value.isascii()


def _is_none(value: str, name: str) -> bool:
    """Whether ``value`` is too short, stands for a secret or repeats its name."""
    if (
        value[:1] == " " == value[-1:]
        or len(value) < (3 if value.isdigit() else 4)
        or MARK in value
        or (value[0] in ")]}" and "(" in value)
        or is_placeholder(value)
        or names_a_secret(value)
    ):
        return True
    return bool(";" in value and _COOKIES.match(value)) or _says(value, _plain(name)) or _is_same_name(value, name)


def _is_key(value: str, name: str, proof: Proof) -> bool:
    """Behind a name that also means other keys only long random values count."""
    if proof == "literal" and name.isupper() and "_" in name and is_digest(value):
        return len(value) >= 32
    return len(value) >= 16 and looks_random(value) and not (is_digest(value) or _ends_in_digest(value))


def _is_token(value: str, name: str, name_class: NameClass, proof: Proof) -> bool:
    """A token looks made; the less the syntax proves, the more it must."""
    if is_digest(value) and len(value) >= 32 and name_class == "token" and _may_be_hex(name, proof):
        return True
    if proof != "literal" and "." in value and is_identifier(value):
        return False
    if name_class == "token" and _is_worded_token(value, name, proof):
        return True
    if proof in ("said", "beside"):
        return (
            len(value) >= 8
            and looks_random(value)
            and not is_digest(value)
            and (proof == "said" or _has_long_run(value))
        )
    if looks_random(value) or is_digest(value) or (len(value) >= 10 and looks_chosen(value)):
        return len(value) >= 6
    return proof == "literal" and (
        (len(value) >= 8 and looks_mixed(value)) or (len(value) >= 16 and not is_slug(value))
    )


def _is_worded_token(value: str, name: str, proof: Proof) -> bool:
    """Whether words with a number are a token: three of them, or what a secret is set to."""
    if not looks_worded(value) or _DUMMY.search(value):
        return False
    words = _WORDS.findall(value)
    if proof in ("said", "beside") and name.isalpha() and name.islower():
        return proof == "said" and len(words) >= 3 and not any(map(is_told, words))
    return len(words) >= 3 or _plain(name).endswith("secret")


@lru_cache(maxsize=4096)
def names_a_phrase(name: str) -> bool:
    """Whether a name promises the words of a wallet."""
    low = name.lower()
    return "seed" in low or "mnemonic" in low or "recovery" in low


def _is_same_name(value: str, name: str) -> bool:
    """Whether ``value`` is the name again as the member of something, or a constant as the name is one."""
    if value.isupper() and "_" in value and value.replace("_", "").isalpha():
        return True
    longer, _, last = (value if len(value) > len(name) else name).rpartition(".")
    return bool(longer) and (last in (value, name) or bool(_MEMBER.fullmatch(value)))


def _may_be_hex(name: str, proof: Proof) -> bool:
    """Whether a digest behind the name is a token: what is said of a token, or stands beside a name of two words."""
    return proof == "said" or (
        proof == "beside" and not (name.isalpha() and name[1:] in (name[1:].lower(), name[1:].upper()))
    )


def is_slug(value: str) -> bool:
    """Whether ``value`` is one word in one case, or several parted by ``-``, ``_``, ``.`` or spaces."""
    return all(
        (part.isalpha() and (part.islower() or part.istitle() or part.isupper()) and len(part) < 16) or part.isdigit()
        for part in re.split(r"[-_. :/]", value)
        if part
    )


def _ends_in_digest(value: str) -> bool:
    """Whether ``value`` is a slug with a digest behind it, as caches are named (``Linux-node-…``)."""
    head, _, last = value.rpartition("-")
    return len(last) >= 32 and is_digest(last) and (is_slug(head) or head.count("-") >= 3)


def _is_password(value: str, name: str, proof: Proof) -> bool:
    """A password may be any word where the syntax shows a literal; elsewhere it must mix characters."""
    if proof == "literal":
        return value.isdigit() or not is_reference(value)
    if is_digest(value) and proof in ("assigned", "said"):
        return len(value) >= 16 and not value.isdigit()
    if is_reference(value) or is_digest(value) or _BOUND.fullmatch(value):
        return False
    if _COLUMN.fullmatch(value):
        return False
    if looks_worded(value) or looks_scrambled(value):
        return True
    if _PASSPHRASE.fullmatch(value) and _plain(name).endswith(("passphrase", "パスフレーズ")):
        return True
    if proof == "assigned":
        return looks_chosen(value) or (value.isascii() and not is_identifier(value))
    return looks_chosen(value) if proof == "said" else looks_made(value) or _looks_typed(value) or is_kept(value)


def _looks_typed(value: str) -> bool:
    """Whether a word mixes both cases with three digits or more at its end, as no type or version does."""
    digits = len(value) - len(value.rstrip("0123456789"))
    return digits >= 3 and value.isalnum() and value != value.lower() and value != value.upper() and looks_chosen(value)


def _has_long_run(value: str) -> bool:
    """Whether twelve letters and digits or more stand in a row."""
    return bool(_LONG_RUN.search(value))


def _says(value: str, plain_name: str) -> bool:
    """Whether a value is the name again."""
    return (value.lower() if value.isalnum() else _plain_form(value)) == plain_name


@lru_cache(maxsize=4096)
def _plain(name: str) -> str:
    """As `_plain_form`, remembered: names come again, values do not."""
    return _plain_form(name)


def _plain_form(name: str) -> str:
    """``name`` without case and separators."""
    return re.sub(r"[\W_]", "", name).lower()
