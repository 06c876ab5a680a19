"""Secrets by their place in a line of a configuration, a dialogue or a program, where no telling name stands beside.

``user app on >…`` (Redis), ``createUser … SHA "…" AES "…"`` (SNMP), ``user=aki:…`` (coturn), ``: EAP "…"``, ``USER aki`` with ``PASS …``,
labels of assembly data, keys of wallets.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from butler.maids.late_patterns import late
from butler.maids.redaction_forms import Span
from butler.maids.redaction_glance import Glance, Literals
from butler.maids.redaction_judging import is_secret
from butler.maids.redaction_names import classify
from butler.maids.redaction_sayings import is_password_alone
from butler.maids.redaction_values import (
    is_digest,
    is_placeholder,
    is_reference,
    looks_chosen,
    looks_random,
    looks_worded,
)
from butler.maids.redaction_words import is_kept

_V = r"(?P<v>[^\s\"'`]{4,200})"
_QUOTED_V = r"\\{0,7}[\"'](?P<v>[^\"'\n\\]{4,200})\\{0,7}[\"']"
_END = r"(?=[\s\"'`,;)\\]|$)"
_PLACES: tuple[tuple[tuple[str, ...], re.Pattern[str]], ...] = (
    (("[admin:", "[root:", "[user:"), late(r"\[\w{3,5}:(?P<v>[^\s\"'`:\[\]@/]{8,128})(?:@[\w.\-]{1,80})?\]")),
    ((" on >", " off >", "SETUSER ", "setuser "), late(rf"[^\n>]{{0,120}}>{_V}")),
    (("createUser ",), late(r"createUser(?: -e \S{1,60})? \S{1,60} [\w\-]{2,12} \"?(?P<v>[^\s\"\\]{8,200})\"?(?: [\w\-]{2,12} \"?(?P<w>[^\s\"\\]{8,200})\"?)?")),
    ((" -A ", " -X "), late(rf" -[AX] [\"']?{_V}")),
    (("community ", "-c "), late(rf"(?:r[ow]community6?|snmp-server community|snmp\w{{2,8}} (?:-\w{{1,4}} ?\w{{0,4}} ){{0,3}}-c) [\"']?{_V}")),
    (("user=", "user: ", "username=", "stats auth ", "static:", "login=", "account=", "credentials="), late(
        r"(?:user(?:name)?=|user: |stats auth |static:|login=|account=|credentials=)[\"']?[\w.@+\-]{1,60}:(?P<v>[^\s\"'`:/@,;\\]{6,128})" + _END)),
    ((": EAP ", ": XAUTH ", ": PSK ", ": PIN ", ": PPK ", ": NTLM ", ": RSA "), late(rf": (?:EAP|XAUTH|PSK|PIN|PPK|NTLM|RSA \S{{1,80}}) {_QUOTED_V}")),
    (('" *', "' *", "\t*"), late(r"[\"']?[ \t]{1,8}\*[ \t]{1,8}\\{0,7}[\"']?(?P<v>[^\s\"'\\]{6,128})\\{0,7}[\"']?(?=[ \t]{1,8}(?:\*|\d{1,3}\.)|[ \t]{0,4}(?:\r?\n|$))")),
    (("PASS ",), late(rf"PASS {_V}{_END}")),
    ((" LOGIN ",), late(rf" LOGIN \"?[\w.@+\-]{{1,80}}\"? \"?{_V}{_END}")),
    ((" secret ", " password "), late(rf" (?:secret|password) (?:\d )?{_V}")),
    (("New value: ", "new value: "), late(rf"[nN]ew value: {_V}{_END}")),
    (("account.key",), late(r"account\.key[\w.\-]{0,100}\\{0,7}[\"']?[ \t]{0,2}[,=: ][ \t]{0,2}\\{0,7}[\"']?(?P<v>[A-Za-z0-9+/]{24,200}={0,2})")),
)  # fmt: skip
_BY_NEEDLE = {needle: pattern for needles, pattern in _PLACES for needle in needles}
_NEEDLES = Literals(*_BY_NEEDLE)
_LINE_SAYS = {
    " -A ": late(r"(?i)snmp|-v ?3"),
    " -X ": late(r"(?i)snmp|-v ?3"),
    " secret ": late(r"(?i)\b(?:username|enable|user) ?"),
    " password ": late(r"(?i)\b(?:username|enable|connect to|wifi|nmcli)\b"),
    "PASS ": late(r"(?:(?:^|[>:*] ?|C: ?)[ \t]{0,8})$"),
    "SETUSER ": late(r""),
    "New value: ": late(r"(?i)passw|secret|token|reset"),
    "new value: ": late(r"(?i)passw|secret|token|reset"),
}  # fmt: skip
"""What must stand before a needle: in its line, or (for announcements) in the lines above."""
_ABOVE = frozenset({"New value: ", "new value: "})
_LOOSE = frozenset({"[admin:", "[root:", "[user:", "PASS ", " LOGIN ", '" *', "' *", "\t*", " secret ", " password ", "community ", "-c "})  # fmt: skip
"""Needles behind which other words stand, too."""


def placed_values(look: Glance) -> Iterator[Span]:
    """Yield the values that a place in a line of a known form makes secrets."""
    text = look.text
    for needle in look.standing(_NEEDLES):
        pattern, says = _BY_NEEDLE[needle], _LINE_SAYS.get(needle)
        silent = ""
        for at in look.places(needle):
            above = text[max(0, at - 300) : at]
            if says is not None and above == silent:
                continue
            if says is not None and not says.search(above if needle in _ABOVE else above.rpartition("\n")[2]):
                silent = above
                continue
            found = pattern.match(text, at) or (
                pattern.match(text, max(0, at - 16)) if needle[-2:] in ("y ", "c ") else None
            )
            for group in pattern.groupindex if found is not None else ():
                if found is not None and found[group] is not None and _is_placed(found[group], loose=needle in _LOOSE):
                    yield Span(*found.span(group), "password")


def _is_placed(value: str, *, loose: bool) -> bool:
    """Whether a value in such a place is a literal one; ``loose``: it must look like a password, too."""
    if is_placeholder(value) or is_reference(value) or value[0] in "$<{%(" or (loose and is_digest(value)):
        return False
    if not loose:
        return (
            looks_chosen(value) or looks_worded(value) or (len(value) >= 8 and value.isalnum() and not value.isalpha())
        )
    kept = is_kept(value) and sum(map(str.isdigit, value)) >= 3
    return kept or is_password_alone(value) or (len(value) >= 10 and looks_random(value))


_ACCOUNTS = Literals("chpasswd")
_ACCOUNT = late(
    r"[ \t]{0,20}(?:- )?[\"']?[a-z_][\w.\-]{0,40}:(?P<v>[^\s\"'`:]{4,128})[\"']?[ \t]{0,4}(?=\r?\n|$)|[ \t]{0,20}[\w\-]{1,20}:[ \t]{0,4}[|>\-+]{0,3}(?:true|false)?[ \t]{0,4}(?=\r?\n|$)"
)


def account_lists(look: Glance) -> Iterator[Span]:
    """Yield the passwords of lists of accounts that are handed to ``chpasswd``."""
    text = look.text
    for needle in look.standing(_ACCOUNTS):
        for at in look.places(needle):
            line = text.find("\n", at, at + 80) + 1
            for _ in range(40 if line else 0):
                found = _ACCOUNT.match(text, line)
                if found is None:
                    break
                if found["v"] is not None and _is_placed(found["v"], loose=False):
                    yield Span(*found.span("v"), "password")
                line = found.end() + 1


_DATA = Literals(
    '.asciz "',
    '.ascii "',
    '.string "',
    ' db "',
    " db '",
    ' DB "',
    " DB '",
    ' dc.b "',
    ' BYTE "',
    '.asciz \\"',
    '.ascii \\"',
    '.string \\"',
    ' db \\"',
)
_LABEL = late(r"(?P<name>[A-Za-z_]\w{2,60}):?\s{0,20}$")
_DATUM = late(r"[. \w]{2,10}\\{0,7}[\"'](?P<v>[^\"'\n\\]{4,200})")


def labelled_data(look: Glance) -> Iterator[Span]:
    """Yield the strings of assembly data behind a label that names a secret."""
    text = look.text
    for needle in look.standing(_DATA):
        for at in look.places(needle):
            label = _LABEL.search(text, max(0, at - 80), at)
            name_class = classify(label["name"]) if label is not None else None
            found = _DATUM.match(text, at) if name_class is not None else None
            if (
                found is not None
                and label is not None
                and name_class is not None
                and is_secret(found["v"], label["name"], name_class, "literal")
            ):
                yield Span(*found.span("v"), "password" if name_class == "password" else "token")


_WALLETS = Literals(
    "Wallet(", "privateKeyToAccount(", "fromPrivateKey(", "from_private_key(", "Account.from_key(", "accounts: [", "accounts:[", "accounts = [", "accounts\": [", "accounts\\\": [",
    "private-key ", "private-key=", "privateKeys: [", "fromSecretKey(", "SigningKey(", "LocalSigner(", "PrivateKey(", "from_key(", "importKey(", "import_key(", "importRawKey(",
)  # fmt: skip
_WALLET = late(r"[\s\"'`\\\[,]{0,40}(?P<v>(?:0x)?[0-9a-fA-F]{64})(?![0-9a-fA-F])")


def wallet_keys(look: Glance) -> Iterator[Span]:
    """Yield the private keys of wallets: 64 hexadecimal digits in a call or list that takes nothing else."""
    text = look.text
    for needle in look.standing(_WALLETS):
        for at in look.places(needle):
            found = _WALLET.match(text, at + len(needle))
            while found is not None:
                if not is_placeholder(found["v"].removeprefix("0x")):
                    yield Span(*found.span("v"), "private_key")
                found = _WALLET.match(text, found.end()) if needle.endswith("[") else None


_FIELDS = Literals("uildConfigField", "resValue", "anifestPlaceholders")
_FIELD = late(
    r"[ (]{1,3}(?:[\\\"']{1,8}[sS]tring[\\\"']{1,8}|[\w.]{1,20}),? ?[\\\"']{1,8}(?P<name>\w{3,60})[\\\"']{1,8},? ?[\\\"'`]{1,16}(?P<v>[^\"'`\\\s]{6,400})"
)


def build_fields(look: Glance) -> Iterator[Span]:
    """Yield the values of fields that a build writes into a program: ``buildConfigField("String", "API_KEY", "…")``."""
    text = look.text
    for needle in look.standing(_FIELDS):
        for at in look.places(needle):
            found = _FIELD.match(text, at + len(needle))
            name_class = classify(found["name"]) if found is not None else None
            if (
                found is not None
                and name_class is not None
                and is_secret(found["v"], found["name"], name_class, "literal")
            ):
                yield Span(*found.span("v"), "password" if name_class == "password" else "token")


PLACES: tuple[Callable[[Glance], Iterator[Span]], ...] = (
    placed_values,
    account_lists,
    labelled_data,
    wallet_keys,
    build_fields,
)
