"""What a value is: a secret, or the evidence that a handover must keep.

Used by the rules of `redaction_worker` after a syntax was recognised. Every test looks at one short value (at most a
few hundred code points) and is linear in it.
"""

from __future__ import annotations

import itertools
import re

MARK = "[REDACTED:"
"""How every replacement begins; a value that holds it was already replaced."""

_DOCUMENTED = ("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")  # AWS documentation
_PLACEHOLDER = re.compile(
    r"(?ix)"
    r"\$\{|\$\(|\{\{|\}\}|<%|\#\{|%\(|\*{3}|x{4}|\.{3}|…|•{2}|●{2}|■{2}|_{4}|-{5}"  # templates, masks
    r"|^\$[A-Za-z_{(]|^%[A-Za-z_]\w*%?$|^<.*>?$|^\{.*\}$|^@\w+@$|^__\w+__$|^\[.*\]$|^!(?:ref|sub|vault|getatt|secret)"
    r"|^(?:your|my|some|insert|enter|replace|put|paste|change|add|the|a|an|any)[-_ ]?(?:[a-z]+[-_ ]?){0,6}(?:here)?$"
    r"|^(?:your|insert|replace|enter|example|sample|dummy|placeholder)[-_ .]"
    r"|[-_]here$|goes[-_ ]here|placeholder|^todo\b|^tbd\b"
    r"|^(?:op|vault|secret|env|file|gcp|aws|az|ssm|keychain|arn|ref|bws|pass|akv|awssm)(?:://|:(?!\d))"
    r"|^projects/[^/]+/secrets/|^secrets?[./]|^process\.env|^os\.environ|^env\.|^import\.meta"
)
_REFERENCE = re.compile(
    r"(?ix)^(?:https?://\S*|data:.*|sha(?:1|256|384|512)[:-].*|md5[:-].*|ssh-(?:rsa|ed25519|dss)\b.*|ecdsa-sha2.*"
    r"|~?\.{0,2}/[\w.@/-]*|[a-z]:\\.*|[\w-]+(?:/[\w.-]+)+\.[a-z]{1,5}"
    r"|\d+(?:[.,]\d+)*[a-z%]{0,3}|\d+(?:[.:/-]\d+)+[a-z]?|v\d[\w.]*|0x[0-9a-f]{1,16}"
    r"|\d{4}-\d\d-\d\d(?:t[\d:.]+(?:z|[+-][\d:]+)?)?"
    r"|(?:toolu|call|msg|req|resp|rs|fc|item|chatcmpl|run|thread|step|asst|file|evt|task|sess|session|issue|op|project)[_-].*)$"
)
_WORDS = frozenset(
    """
    password passwd passphrase passcode secret token key apikey api bearer basic digest negotiate oauth oauth2 jwt none null
    nil true false undefined missing required optional invalid valid expired expires incorrect wrong correct empty unset set
    unknown hidden masked redacted removed rotated revoked leaked stored saved encrypted decrypted hashed plaintext plain
    string str int integer number float bool boolean bytes object array list dict any void char text varchar type value
    values field name names user username admin root example sample test testing dummy fake changeme change-me default
    placeholder todo tbd foo bar baz qux abc xyz asdf input output prompt stdin env environ environment file path from self
    this that not yes no and the for with without auth authentication authorization authenticated login logout session
    cookie header headers request response data body config settings options option param params query hash salt
    1password auth0 base64 base32 base58 bcrypt argon2 argon2id pbkdf2 scrypt hs256 hs512 rs256 es256 es384 ps256 sha1
    sha256 sha384 sha512 md5 hmac-sha256 aes128 aes256 aes-256 ed25519 x25519 rsa2048 rsa4096 utf8 utf-8 2fa mfa totp oauth1
    oauth2.0 keychain keyring vault bitwarden lastpass dashlane keepass read write readonly enabled disabled public private
    refresh access shared internal external ok failed failure error errors ephemeral temporary generated random automatic
    always never omitted absent present provided given supplied needed unavailable denied granted refused blocked pending
    sensitive confidential ignored skipped unchanged changed updated deleted created rejected accepted lost reset short long
    weak strong same different limit count budget usage used left total github gitlab slack stripe openai anthropic google
    k8s s3 ec2 http2 i18n l10n a11y x509 pkcs8 pkcs12 p256 secp256k1 uuid uuid4 uuidv4 uuid7 json yaml toml xml html bool?
    string? unicode ascii latin1 w3c ipv4 ipv6 python3 node20 h2 md4 sha3 sha3-256 blake2 blake3 crc32 ntlm saml saml2 oidc
    """.split()  # noqa: SIM905
)
_DIGEST = re.compile(r"[0-9a-fA-F]{7,128}")
_UUID = re.compile(r"(?:[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12})")
_IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*(?:(?:\.|::|->|\?\.)[A-Za-z_$][\w$]*)*[!?]?")
_STAMP = re.compile(r"\d{2,8}T\d{2,6}(?:\.\d{1,9})?Z?")
_RUN = re.compile(r"[A-Za-z0-9]+")
_SENTENCE = re.compile(
    r"(?i)\b(?:a|an|and|are|as|at|be|by|can|cannot|contain|contains|enter|for|from|has|in|invalid|is|it|least|match|must|no|not|of|on|or"
    r"|please|required|should|that|the|this|to|too|use|was|were|with|your|you|characters|field)\b"
)


def is_placeholder(value: str) -> bool:
    """Whether ``value`` stands for a secret instead of being one: a template, a mask, a reference, a plain word."""
    bare = value.strip("\"'`“”‘’")
    if len(set(bare)) <= 2 or MARK in bare or bare in _DOCUMENTED:
        return True
    return bool(_PLACEHOLDER.search(bare)) or bare.lower().rstrip(".!?:") in _WORDS


def is_reference(value: str) -> bool:
    """Whether ``value`` is a URL, path, number, version, date, digest with its algorithm, or an id of a tool call."""
    return bool(_REFERENCE.match(value))


def is_digest(value: str) -> bool:
    """Whether ``value`` has the form of a commit hash, digest or UUID."""
    return bool(_DIGEST.fullmatch(value) or _UUID.fullmatch(value))


def is_uuid(value: str) -> bool:
    """Whether ``value`` has the form of a UUID."""
    return bool(_UUID.fullmatch(value))


def is_identifier(value: str) -> bool:
    """Whether ``value`` is a name in code (``new_token``, ``self.password``) and not a random string."""
    return bool(_IDENTIFIER.fullmatch(value)) and not looks_random(value)


def is_sentence(value: str) -> bool:
    """Whether ``value`` is prose about a secret (three words or more, one of them a function word)."""
    return " " in value.strip() and (value.count(" ") > 30 or bool(_SENTENCE.search(value)))


def looks_random(value: str) -> bool:
    """Whether ``value`` mixes characters as people and generators do for secrets and nobody does in names.

    True for one run of five or more with letters and digits, for letters, digits and punctuation mixed in a short
    value, and for a long run of letters whose case jumps. Slugs, dates and versions are not random.
    """
    rest = _STAMP.sub("", value)
    runs = _RUN.findall(rest)
    if any(_is_mixed(run) for run in runs):
        return True
    if any(len(run) >= 20 and _case_jumps(run) * 5 >= len(run) for run in runs):
        return True
    odd = sum(rest.count(sign) for sign in "!@#$%^&*+~?=|;")
    has_digit, has_letter = any(map(str.isdigit, rest)), any(map(str.isalpha, rest))
    return odd > 0 and has_digit and has_letter and len(rest) >= 6


def _is_mixed(run: str) -> bool:
    """Whether an alphanumeric run of five or more mixes letters and digits otherwise than as a short suffix."""
    if len(run) < 5 or run.isdigit() or run.isalpha():
        return False
    return len(run) >= 8 or not run.rstrip("0123456789").isalpha() or len(run) - len(run.rstrip("0123456789")) >= 1


def _case_jumps(run: str) -> int:
    """How often the case changes from one letter to the next."""
    return sum(one.isupper() != two.isupper() for one, two in itertools.pairwise(run))
