"""What a command printed whose only output is a secret: ``gh auth token``, ``echo $PASSWORD``, ``terraform output -raw db_password``.

The command stands on a line (behind a prompt or not), the value alone on the next one.
"""

from __future__ import annotations

from collections.abc import Iterator

from butler.maids.late_patterns import late
from butler.maids.redaction_forms import Span
from butler.maids.redaction_glance import Glance, Literals
from butler.maids.redaction_names import classify
from butler.maids.redaction_values import (
    is_digest,
    is_identifier,
    is_placeholder,
    is_reference,
    looks_chosen,
    looks_random,
    looks_scrambled,
    looks_worded,
)

_LINE = late(r"\r?\n[ \t]{0,8}(?P<v>[!-~]{6,2000})[ \t]{0,4}(?=\r?\n|$)")
_NAMED = late(
    r"(?:echo|printenv|output -raw|output --raw|-field=|--field |config:get|get-value|output) [\"']?\$?\{?(?P<name>\w{3,80})\}?[\"']?[ \t]{0,4}$"
)
_FIELD = late(r"-field[= ](?P<name>\w{3,80})\b[^\n|>]{0,160}$")
_FILE_OF_ONE = late(
    r"(?i)(?:cat|type|Get-Content|gc|more|head|tail|bat|less)(?: -[\w]{1,4}(?: \d{1,3})?){0,2} [\"']?[^\n|>;&\"']{0,120}?"
    r"(?:(?:^|[/\\. _-])(?:token|secret|password|passwd|passphrase|initialAdminPassword|api[_-]?key|pw|psk|[\w-]{0,30}(?:password|passwd|token|secret|_key|-key|apikey|passphrase))"
    r"(?:\.(?:txt|key|secret|dat|asc))?|[\w-]{1,30}\.key|\.vault-token|/run/secrets/[\w.\-]{1,60}|/secrets?/[\w.\-]{1,60}|\.vault[_-]pass(?:word)?|vault[_-]pass(?:\.txt)?|\.pw)$"
)
_ALONE = late(
    r"gh auth token|glab auth token|create token [^\n|>]{1,80}|auth print-(?:access|identity)-token|get secrets? [^\n]{1,200}(?:jsonpath|template)=?[^\n|>]{1,160}(?:\| ?base64 (?:-d|-D|--decode)[^\n|>]{0,20})?"
    r"|secretsmanager get-secret-value [^\n|>]{1,200}--output text|ssm get-parameter [^\n|>]{0,120}--with-decryption[^\n|>]{0,120}|secrets versions access [^\n|>]{1,160}"
    r"|keyvault secret show [^\n|>]{1,160}-o tsv|op read [^\n|>]{1,160}|(?:pass|gopass)(?: show)? [\w./@-]{2,80}|find-generic-password [^\n|>]{0,160}-w[^\n|>]{0,40}"
    r"|openssl rand -(?:hex|base64) \d{1,4}|pwgen [^\n|>]{0,60}|(?:bw|lpass) (?:get|show) [^\n|>]{1,120}|ecr get-login-password[^\n|>]{0,80}"
    r"|argocd admin initial-password[^\n|>]{0,80}|(?:argocd account generate-token|kubeadm token (?:create|generate)|heroku auth:token|fly(?:ctl)? (?:auth token|tokens create)|vault print token|vault token create|npm token create)[^\n|>]{0,120}"
    r"|az account get-access-token[^\n>]{1,160}|codeartifact get-authorization-token[^\n>]{1,200}|doppler secrets get [^\n|>]{1,120}--plain|pulumi config get [^\n|>]{1,80}|wg gen(?:key|psk)|(?:mkpasswd|makepasswd|apg|xkcdpass|diceware)(?: [^\n|>]{0,60})?"
    r"|mix phx\.gen\.secret(?: \d{1,3})?|(?:rails|rake) secret|key:generate --show|secret-tool lookup [^\n|>]{1,100}|keyring get [^\n|>]{1,100}|rbw get [^\n|>]{1,80}|bw unlock --raw|op item get [^\n|>]{1,160}--(?:fields|reveal)[^\n|>]{0,60}"
    r"|(?:elasticsearch|kibana)-(?:reset-password|create-enrollment-token)[^\n|>]{0,80}|secrets\.token_(?:hex|urlsafe)\(\d{0,3}\)\)?[\"']?|randomBytes\(\d{1,3}\)\.toString\([^\n)]{0,12}\)\)?[\"']?"
)
_SIGNS = Literals(
    "echo ", "printenv ", "-raw ", "-field", "config:get ", "auth token", "create token ", "auth print-", "get secret",
    "get-secret-value ", "get-parameter ", "versions access ", "secret show ", "op read ", "pass show ", "gopass ",
    "cat ", "type ", "Get-Content ", "find-generic-password ", "openssl rand ", "pwgen ", "bw get ", "lpass show ", "get-login-password",
    "initial-password", "generate-token", "kubeadm token ", "auth:token", "tokens create", "print token", "token create", "get-access-token", "get-authorization-token",
    "secrets get ", "config get ", "wg gen", "mkpasswd", "makepasswd", "apg", "xkcdpass", "diceware", "gen.secret", "s secret", "e secret", "key:generate", "secret-tool ", "keyring get ",
    "rbw get ", "bw unlock ", "op item get ", "reset-password", "enrollment-token", "secrets.token_", "randomBytes(",
)  # fmt: skip
_REACH = 400


def printed_values(look: Glance) -> Iterator[Span]:
    """Yield the one word that a command printed which prints secrets alone."""
    text = look.text
    if "\n" not in text:
        return
    for sign in look.standing(_SIGNS):
        for at in look.places(sign):
            end = text.find("\n", at, at + _REACH)
            found = _LINE.match(text, end - (text[end - 1 : end] == "\r")) if end >= 0 else None
            if found is not None and _prints_a_secret(text, at, end) and _is_one(found["v"]):
                yield Span(*found.span("v"), "password")


def _prints_a_secret(text: str, at: int, end: int) -> bool:
    """Whether the command of a line prints a secret and nothing besides."""
    start = text.rfind("\n", max(0, at - 200), at) + 1
    line = text[start:end].rstrip()
    named = _NAMED.search(line) or _FIELD.search(line)
    if named is not None:
        return classify(named["name"]) not in (None, "key", "query")
    if _FILE_OF_ONE.search(line.rstrip("\"'` ")) is not None:
        return True
    whole = _ALONE.search(line)
    return whole is not None and whole.end() >= len(line.rstrip("\"'` "))


def _is_one(value: str) -> bool:
    if (
        is_placeholder(value)
        or "://" in value
        or (is_identifier(value) and not any(map(str.isdigit, value)))
        or value[0] in "$#>%<-[{("
        or value[-1] in ":;,"
    ):
        return False
    return (
        looks_chosen(value)
        or looks_random(value)
        or looks_worded(value)
        or looks_scrambled(value)
        or (is_digest(value) and len(value) >= 16 and not is_reference(value))
    )
