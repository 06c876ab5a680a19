"""What a value is: a secret, or the evidence that a handover must keep.

Used by the rules of `redaction_worker` after a syntax was recognised. Every test looks at one short value (at most a
few hundred code points) and is linear in it.
"""

from __future__ import annotations

import itertools

from butler.maids.late_patterns import late
from butler.maids.redaction_words import is_told, looks_phrased, usual_share

MARK = "[REDACTED:"
"""How every replacement begins; a value that holds it was already replaced."""

_DOCUMENTED = ("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")  # AWS documentation
_TEMPLATE_SIGN = late(
    r"\$\{|\$\(\w{1,40}[ )]|\{\{|\}\}|<%|#\{[a-z_@]|%\(\w{1,40}\)|\*\*\*|\.\.\.|…|••|●●|■■|____|-----|placeholder"
)
_PLACEHOLDER = late(
    r"(?:\.\*|\[\^|\(\.|(?:required|nullable|sometimes|present|filled|string)\||\$[a-z_{(]|%[a-z_]\w*%?$|<[^<>]*>?$|\{[^{}]*\}$|@{1,2}\w+@{1,2}$|__\w+__$|\[[^\[\]]*\]$|!(?:ref|sub|vault|getatt|secret)"
    r"|(?:your|my|some|insert|enter|replace|put|paste|change|add|the|a|an|any)(?:[-_ ][a-z]{1,20}){1,6}$|your[a-z]{3,16}$"
    r"|(?:change|replace|insert|enter|fill)(?:me|this|it|in)$"
    r"|(?:your|insert|replace|enter|example|sample|dummy)[-_ .]|todo\b|tbd\b"
    r"|(?:op|vault|secret|env|file|gcp|aws|az|ssm|keychain|arn|ref|bws|pass|akv|awssm)(?:://|:(?!\d))"
    r"|projects/[^/]+/secrets/|secrets?[./]|process\.env|os\.environ|env\.|import\.meta)"
)
_REFERENCE = late(
    r"(?ix)^(?:https?://\S*|data:.*|sha(?:1|256|384|512)[:-].*|md5[:-].*|ssh-(?:rsa|ed25519|dss)\b.*|ecdsa-sha2.*"
    r"|[a-z]:\\.*|[\w-]+(?:/[\w.-]+)+\.[a-z]{1,5}|[\w-]{1,60}(?:\.[\w-]{1,20}){0,2}\.(?:py|[jt]sx?|mjs|md|json|ya?ml|toml|txt|go|rs|rb|java|kt|sh|html|css|csv|xml|ini|cfg|conf|lock|log|sql|php)"
    r"|\d+(?:[.,]\d+)*[a-z%]{0,3}|\d+(?:[.:/-]\d+)+[a-z]?|v\d+(?:\.\d+)*(?:[-.]?(?:alpha|beta|rc|dev)\.?\d*)?|0x[0-9a-f]{1,16}"
    r"|\d{4}-\d\d-\d\d(?:t[\d:.]+(?:z|[+-][\d:]+)?)?"
    r"|(?:toolu|call|msg|req|resp|rs|fc|item|chatcmpl|run|thread|step|asst|file|evt|task|sess|session|issue|op|project)[_-].*)$"
)
_PATH = late(r"~?\.{0,2}/[\w.@/-]*")
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
_DIGEST = late(r"[0-9a-fA-F]{7,128}")
_UUID = late(r"(?:[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12})")
_IDENTIFIER = late(r"[A-Za-z_$][\w$]*(?:(?:\.|::|->|\?\.)[A-Za-z_$][\w$]*)*[!?]?")
_LABEL = late(r"[A-Za-z]+(?:[-_.: ][A-Za-z]+)+(?:[-_.]\d{1,2})?|[a-z]+(?:[A-Z][a-z]+)+|(?:[A-Z][a-z]+){2,}")
_SECRET_WORD = late(
    r"(?i:passw|secret|token|credential|auth)|(?:^|[-_. ])(?i:key|pass|user|login)(?:$|[-_. ])|Key|Pass|Login|User"
)
_STAMP = late(r"\d{2,8}T\d{2,6}(?:\.\d{1,9})?Z?")
_LOOKED_AT = 200
"""So many code points of a value decide how it looks."""
_PART = late(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_NUMBER = late(r"[0-9]+")
_WORD = late(r"(?=[A-Za-z]{0,3}[aeiouyAEIOUY])(?![a-z]*[^aeiouy]{5})[A-Za-z]+")
_TYPE_NAME = late(r"[a-z]{0,8}(?:[A-Z]?[a-z]+|[A-Z]{2,4})\d{1,5}(?:[A-Z][a-z]+)+|[a-z]+\d{1,3}_t")
_DIGIT, _LETTER = late(r"[0-9]"), late(r"[^\W\d_]")
_ODD = late(r"[!@#$%^&*+~?=;]")
_RUN = late(r"[A-Za-z0-9]{5,}")
"""Shorter runs tell nothing."""
_CAPITALS = bytes(65 <= code <= 90 for code in range(256))
"""For each ASCII code point whether it is a capital."""
_LETTERS = late(r"[A-Za-z]+")
_WORDED = late(
    r"(?:[A-Za-z]{3,16}[-.+,:!@#$%^&*=~?|]){1,6}\d{2,8}[!?.]?|(?:[A-Za-z]{3,16}_){1,6}\d{3,8}"
    r"|\d{2,8}(?:[-_.][A-Za-z]{3,16}){2,6}|(?:[A-Za-z]{3,16}\d{1,4}[-_.]){2,6}[A-Za-z]{3,16}\d{0,4}"
)
_COMMON_PAIR = late(
    r"(?i)(?:rfc|utf|unit|iso|sha|aes|md|rsa|hs|rs|es|cve|issue|bug|ticket|pr|line|step|case|test|phase|level|page|chapter|section|table|user"
    r"|port|bits?|max|min|len|length|size|version|ver|example|sample|dummy|fake|mock|day|days|hour|hours|bcrypt|argon\w{0,3}|scrypt|pbkdf\w?|gpt|claude|python|node|java|ubuntu|debian)[-_.:# ]"
)
_SENTENCE = late(
    r"(?i)\b(?:a|an|and|are|as|at|be|by|can|cannot|contain|contains|enter|for|from|has|in|invalid|is|it|least|match|must|no|not|of|on|or"
    r"|please|required|should|that|the|this|to|too|use|was|were|with|your|you|characters|field)\b"
)


def is_placeholder(value: str) -> bool:
    """Whether ``value`` stands for a secret instead of being one: a template, a mask, a reference, a plain word."""
    bare = value.strip("\"'`“”‘’")
    if (len(set(bare[:6])) <= 2 and len(set(bare[:64])) <= 2) or MARK in bare or bare in _DOCUMENTED:
        return True
    low = bare.lower()
    if _TEMPLATE_SIGN.search(low) or "xxxx" in bare or "XXXX" in bare or low.endswith(("-here", "_here", "goes here")):
        return True
    if "%" in low and not low.replace("%s", "").strip(":/@-_ %"):
        return True
    return bool(_PLACEHOLDER.match(low)) or low.rstrip(".!?:") in _WORDS


def is_reference(value: str) -> bool:
    """Whether ``value`` is a URL, path, number, version, date, digest with its algorithm, or an id of a tool call."""
    if _PATH.fullmatch(value):
        return value[0] != "/" or value.count("/") > 2 or not looks_random(value)
    return _REFERENCE.match(value) is not None and not _is_filed(value)


_FILED = late(r"(?P<stem>[A-Za-z0-9]{20,60})\.[a-z]{2,5}")


def _is_filed(value: str) -> bool:
    """Whether ``value`` is the name of a file that is made of a long random string and no digest."""
    found = _FILED.fullmatch(value)
    return found is not None and looks_random(found["stem"]) and not is_digest(found["stem"])


def is_digest(value: str) -> bool:
    """Whether ``value`` has the form of a commit hash, digest or UUID."""
    return bool(_DIGEST.fullmatch(value) or _UUID.fullmatch(value))


def is_identifier(value: str) -> bool:
    """Whether ``value`` is a name in code (``new_token``, ``self.password``) and not a random string."""
    return bool(_IDENTIFIER.fullmatch(value)) and not looks_random(value)


def names_a_secret(value: str) -> bool:
    """Whether ``value`` is a label with a secret word in it (``passwordFactor``, ``api-token-input``)."""
    return bool(_LABEL.fullmatch(value) and _SECRET_WORD.search(value))


def is_sentence(value: str) -> bool:
    """Whether ``value`` is prose about a secret (three words or more, one of them a function word)."""
    return " " in value.strip() and (value.count(" ") > 30 or bool(_SENTENCE.search(value)))


def looks_random(value: str) -> bool:
    """Whether ``value`` looks made by a generator: a run that mixes letters and digits otherwise than names do.

    ``Uint8Array``, ``sha256Sum``, ``hunter2``, slugs, dates and versions are not random.
    """
    for run in _RUN.findall(_without_stamps(value[:_LOOKED_AT])):
        if _is_random_letters(run) if run.isalpha() else not (run.isdigit() or _is_name_like(run)):
            return True
    return False


def looks_mixed(value: str) -> bool:
    """Whether ``value`` mixes letters, digits and punctuation as people do in passwords (``hunter2``, ``s3cret!``)."""
    rest = _without_stamps(value[:_LOOKED_AT])
    for run in _RUN.findall(rest):
        if _is_mixed(run) or _is_random_letters(run):
            return True
    return len(rest) >= 6 and bool(_ODD.search(rest) and _DIGIT.search(rest) and _LETTER.search(rest))


def looks_chosen(value: str) -> bool:
    """Whether ``value`` is mixed as passwords are and is no type name (``Uint8Array``)."""
    return looks_mixed(value) and not _TYPE_NAME.fullmatch(value)


def looks_made(value: str) -> bool:
    """Whether ``value`` is random, or mixed with punctuation: more than a word with a number behind it."""
    return looks_random(value) or (looks_mixed(value) and bool(_ODD.search(value)))


def looks_worded(value: str) -> bool:
    """Whether ``value`` is words with a number behind or before them (``maple-orbit-27``), or four words and more of no software."""
    if len(value) < 8:
        return False
    worded = _WORDED.fullmatch(value) is not None and not _COMMON_PAIR.match(value)
    return (worded and not all(map(is_told, _LETTERS.findall(value)))) or looks_phrased(value)


def looks_scrambled(value: str) -> bool:
    """Whether the letters of ``value`` change their case as no name in code does and read as no words."""
    letters = "".join(filter(str.isalpha, value[:_LOOKED_AT]))
    return len(letters) >= 8 and _case_jumps(letters) >= 4 and usual_share(letters) < 0.62


def _without_stamps(value: str) -> str:
    """``value`` without dates and times in one word."""
    return _STAMP.sub("", value) if "T" in value else value


def _is_mixed(run: str) -> bool:
    """Whether an alphanumeric run has letters and digits."""
    return not run.isalpha() and not run.isdigit()


def _is_name_like(run: str) -> bool:
    """Whether at least half the letters of ``run`` stand in words, with at most two numbers between them."""
    numbers = _NUMBER.findall(run)
    if len(numbers) > 2:
        return False
    shortest = 3 if len(run) < 16 else 4
    in_words = sum(len(part) for part in _PART.findall(run) if len(part) >= shortest and _WORD.fullmatch(part))
    return in_words * 2 >= len(run) - sum(map(len, numbers))


def _is_random_letters(run: str) -> bool:
    """Whether twenty letters or more change their case and read as no words: the oftener, the less they must."""
    if len(run) < 20 or not run.isalpha():
        return False
    jumps = _case_jumps(run)
    most = 0.7 if jumps * 3 >= len(run) else 0.6 if jumps * 5 >= len(run) else 0.5
    return jumps > 1 and usual_share(run) < most


def looks_broken_off(value: str) -> bool:
    """Whether ``value`` may be the rest of a random one that was cut: it need not be random by itself."""
    if looks_random(value):
        return True
    letters = "".join(filter(str.isalpha, value))
    return any(map(str.isdigit, value)) and _case_jumps(letters) >= 3 and usual_share(letters) < 0.75


def _case_jumps(run: str) -> int:
    """How often the case changes from one letter to the next."""
    if run.isascii():
        capitals = run.encode().translate(_CAPITALS)
        return capitals.count(b"\1\0") + capitals.count(b"\0\1")
    return sum(one.isupper() != two.isupper() for one, two in itertools.pairwise(run))
