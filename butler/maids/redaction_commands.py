"""Credentials that commands take without a telling name: ``curl -u me:…``, ``mysql -p…``, ``openssl -passin pass:…``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from butler.maids.late_patterns import late
from butler.maids.redaction_forms import PERMITTED, Span
from butler.maids.redaction_glance import Glance, Literals
from butler.maids.redaction_values import (
    is_digest,
    is_placeholder,
    is_reference,
    looks_chosen,
    looks_made,
    looks_random,
    looks_scrambled,
    looks_worded,
)
from butler.maids.redaction_words import looks_phrased
from butler.records import dataclass

_VALUE = r"[\"']?(?P<v>[^\s\"'`]{4,256})"
_MAIL = late(r"[\w.+\-]{1,64}@[\w\-]{1,60}(?:\.[\w\-]{2,30}){1,4}")
_WORD_AND_NUMBER = late(r"\.\w{1,5}$|\(|\[|^(?:[A-Za-z]{1,16}[-_]?){1,4}\d{1,4}$")


def _is_literal(value: str) -> bool:
    """Whether a value in the place of a password is one, and no variable, path or mask."""
    return not is_placeholder(value) and value[0] not in "$%<{(" and not is_reference(value)


def _is_pair_password(value: str) -> bool:
    """``user:password`` behind ``-u``; numbers are user and group ids."""
    return _is_literal(value) and not value.isdigit()


def _is_flag_password(value: str) -> bool:
    """What stands behind ``-p`` is mostly a port, path or pattern: a password looks made."""
    if (
        len(value) < 6
        or not _is_literal(value)
        or is_digest(value)
        or any(sign in value for sign in "/:=")
        or value[0] == "-"
    ):
        return False
    return looks_phrased(value) or (looks_made(value) and not _WORD_AND_NUMBER.search(value))


def _is_chosen_password(value: str) -> bool:
    """A password that is chosen, and no tag, version or digest behind a name."""
    if not _is_literal(value) or is_digest(value):
        return False
    return looks_random(value) or looks_worded(value) or (looks_chosen(value) and sum(map(str.isdigit, value)) > 1)


def _is_argument(value: str) -> bool:
    """The second of two strings given to something that logs in."""
    return (
        _is_literal(value)
        and not _MAIL.fullmatch(value)
        and (looks_chosen(value) or looks_worded(value) or looks_scrambled(value))
    )


@dataclass(frozen=True, slots=True)
class _Command:
    """One way to give a credential: where it may begin, how it goes on there, which values count.

    ``only_with``: a literal that the line must hold, for flags that mean something else elsewhere.
    """

    needles: tuple[str, ...]
    pattern: re.Pattern[str]
    accepts: Callable[[str], bool] = _is_literal
    only_with: str = ""


_PAIR = late(
    r"\s(?:-u|--user|--proxy-user|-U|--userpass|--(?:src-|dest-)?creds?|--basic-auth|--auth|-a)(?:[ =]{1,4}|(?=\w))"
    r"[\"']?[\w.@\\%+\-]{1,64}:(?P<v>[^\s\"'`:/][^\s\"'`]{2,128})"
)
_FLAG = late(r"\s-(?:p|P|pw|w|storepass|keypass)(?: {1,4}|=)?" + _VALUE)
_QUOTED_FLAG = late(r"\s(?:[\"']-p|-p[\"'])(?P<v>[^\"'\n]{4,128})[\"']")
_PERCENT = late(r"\s-U {0,2}[\"']?[\w.\\\-]{1,64}%" + _VALUE)
_LOGIN = late(r"login(?::|=| is| ->| →)? [\w.@\-]{1,64}(?::| / )" + _VALUE)
_HERE = late(r"(?:-S|--with-token|--password-stdin|--stdin|passwd|login)[^\n<]{0,60}<<< ?" + _VALUE)
_NET_USER = late(r"net user \S{1,64} " + _VALUE)
_PAIR_CALL = late(
    r"(?:uth(?:entication)?|redentials?(?:(?:\.|::)\w{1,20})?|ogin|ignin|ign_?in|ign_?[uU]p|uthenticate|ser|(?:hange|et|pdate)\w{0,12}assword|onnect|asic|gister)(?:[ \t]{0,2}=[ \t]{0,2})?(?:\(|[ \t](?=[\"']))"
    r"[ \t]{0,2}(?:[\"'][^\"'\n]{1,80}[\"'][ \t]{0,2},\s{0,8}){1,3}[\"'](?P<v>[^\"'\n]{4,128})[\"'](?![ \t]{0,2}[:=])"
)
_LETTER_FLAG = late(r"\s-[ak] {1,3}" + _VALUE)
_SOURCE = late(r"pass:" + _VALUE)
_IDENTIFIED = late(
    r"identified (?:with \S{1,40} )?(?:by|as) (?:password )?[\"'](?P<v>[^\"'\n]{4,128})[\"']", re.IGNORECASE
)
_IDENTIFIED_BARE = late(r"identified by (?P<v>[A-Za-z0-9][^\s;\"'`(),]{7,60})(?=[;\s)\"']|$)", re.IGNORECASE)
_ECHOED = late(
    r"(?:echo|printf)(?: -\w{1,2}| '?%s(?:\\n)?'?){0,4} {1,3}[\"']?(?P<v>[^\s\"'`|]{6,256})[\"']? {0,3}\| {0,3}"
    r"(?:sudo -S|\S{1,40} login|\S{1,60} .{0,80}(?:--password-stdin|--with-token|passwd|--stdin))"
)
_TOOL = late(
    r"(?:htpasswd(?=(?: -\w{1,8}){0,3} -\w{0,6}b)(?: -\w{1,8}){1,4}(?: [^\s-]\S{0,100}){1,2} (?![>|&;])"
    r"|chpasswd.{0,10}<<< ?|useradd .{0,60}-p ?|sshpass -p ?)" + _VALUE
)
_GLUED = late(r"\s-p(?P<v>[^\s\"'`/:=\-][^\s\"'`/:=]{3,256})(?=[\s`\"')]|:\*\)|$)")
_SECURE_STRING = late(
    r"convertto-securestring(?: -(?:string|asplaintext|force)){0,3} {1,3}[\"'](?P<v>[^\"'\n]{4,256})[\"']",
    re.IGNORECASE,
)
_PGPASS = late(r":(?:5432|\*):[\w\-*]{1,64}:[\w\-*]{1,64}:(?P<v>[^\s:]{4,128})(?=\s|$)")

_RELAY = late(r":(?:587|465|25) {1,8}[\w.+\-]{1,64}(?:@[\w.\-]{1,80})?:(?P<v>[^\s:]{4,128})(?=\s|$)")
_NAMED_PAIR = late(
    r"(?:AUTH|auth|login|userpwd|USERPWD|BUNDLE_[A-Z_]{3,80})[\"']?[ \t]{0,3}[:=][ \t]{0,3}[\"']?[\w.@+\-]{1,64}:(?P<v>[^\s\"'`:/@,;{}\[\]]{6,128})(?=[\s\"'`,;)]|$)"
)
_MASKED = late(r"add-mask::(?P<v>[^\s\"'`]{4,400})")
_ACL = late(r"\s>(?P<v>[^\s\"'`]{4,200})")

_DATABASE_KEY = late(
    r"(?i)(?:pragma (?:re|hex)?key ?= ?|attach .{1,120} as \w{1,40} key )[\"'](?P<v>[^\"'\n]{4,128})[\"']"
)

_TOOLS_WITH_P = (
    "mysql",
    "maria",
    "mongo",
    "sshpass",
    "login",
    "twine",
    "smb",
    "zip",
    "7z ",
    "sqlcmd",
    "rar ",
    "keytool",
    "curl",
)
_COMMANDS = (
    _Command(
        (
            " -u",
            " --user",
            " --proxy-user",
            " -U ",
            " --cred",
            " --src-cred",
            " --dest-cred",
            " --basic-auth",
            " --auth",
        ),
        _PAIR,
        _is_pair_password,
    ),
    _Command((" -P", " -storepass", " -keypass", " -pw "), _FLAG, _is_flag_password),
    *(_Command((" -p",), _FLAG, _is_flag_password, only_with=tool) for tool in _TOOLS_WITH_P),
    *(_Command((" -p",), _GLUED, _is_argument, only_with=tool) for tool in ("mysql", "mariadb")),
    *(
        _Command((" -p", " '-p", ' "-p'), _QUOTED_FLAG, only_with=tool)
        for tool in ("mysql ", "mysqldump ", "mysqladmin ", "mariadb", "mongo", "sshpass ")
    ),
    _Command(("ConvertTo-SecureString", "convertto-securestring"), _SECURE_STRING),
    _Command((" -w ",), _FLAG, _is_flag_password, only_with="ldap"),
    _Command((" -U",), _PERCENT),
    _Command(("-S <<<", "-token", "-stdin", "passwd", "login"), _HERE, only_with="<<<"),
    _Command(("net user ",), _NET_USER, _is_argument),
    _Command(
        (
            "uth",
            "redential",
            "ogin",
            "ign_in",
            "ignIn(",
            "ign_up(",
            "ignUp(",
            "ser(",
            "onnect(",
            "asic(",
            "hangeUserP",
            "etUserP",
            "hangeP",
            "pdateP",
            "gister(",
        ),
        _PAIR_CALL,
        _is_argument,
    ),
    _Command((" -a ",), _LETTER_FLAG, _is_flag_password, only_with="redis-cli"),
    _Command((" -k ",), _LETTER_FLAG, _is_flag_password, only_with="gem push"),
    _Command((" -k ",), _LETTER_FLAG, _is_flag_password, only_with="openssl"),
    _Command((" -a ",), _PAIR, looks_made),
    _Command(("login ", "login: "), _LOGIN, _is_argument),
    _Command(("pass:",), _SOURCE, only_with="openssl"),
    _Command(("IDENTIFIED ", "identified "), _IDENTIFIED),
    _Command(("IDENTIFIED ", "identified "), _IDENTIFIED_BARE, _is_chosen_password),
    _Command(("echo ", "printf "), _ECHOED),
    _Command(("htpasswd -", "chpasswd", "useradd ", "sshpass -p"), _TOOL),
    _Command((":5432:", ":*:"), _PGPASS),
    _Command((":587 ", ":465 ", ":25 "), _RELAY, _is_argument),
    _Command(("AUTH", "auth", "login=", "userpwd", "USERPWD", "BUNDLE_"), _NAMED_PAIR, _is_chosen_password),
    _Command(("add-mask::",), _MASKED),
    _Command(("PRAGMA ", "pragma ", "ATTACH ", "attach "), _DATABASE_KEY, _is_argument),
    _Command((" >",), _ACL, only_with="SETUSER"),
)


_BY_NEEDLE = {
    needle: tuple(one for one in _COMMANDS if needle in one.needles)
    for needle in dict.fromkeys(needle for command in _COMMANDS for needle in command.needles)
}
_FLAGS = Literals(*_BY_NEEDLE)
_NOT_FLAGS = Literals(*(needle for needle in _BY_NEEDLE if not needle.startswith(" -")))


def command_credentials(look: Glance) -> Iterator[Span]:
    """Yield the credentials in the command lines of the text."""
    for needle in look.standing(_FLAGS if look.may_hold(" -") else _NOT_FLAGS):
        for command in _BY_NEEDLE[needle]:
            if not command.only_with or look.may_hold(command.only_with):
                yield from _credentials(look, needle, command)


def _credentials(look: Glance, needle: str, command: _Command) -> Iterator[Span]:
    text = look.text
    for at in look.places(needle):
        if command.only_with and command.only_with not in _line_around(text, at):
            continue
        found = command.pattern.match(text, at)
        value = found["v"].removesuffix(PERMITTED) if found is not None else ""
        if found is not None and value and command.accepts(value):
            yield Span(found.start("v"), found.start("v") + len(value), "password")


_SETTERS = Literals("vault kv put ", "vault kv patch ", "vault write ", " config:set ")
_SET = late(r" [\w.\-/]{1,80}=[\"']?(?P<v>[^\s\"'`]{8,400})")
_SET_REACH = 1000


def set_by_commands(look: Glance) -> Iterator[Span]:
    """Yield what commands store that keep secrets, whatever it is called: ``vault kv put app value=…``."""
    text = look.text
    for needle in look.standing(_SETTERS):
        done = 0
        for at in look.places(needle):
            line = text.find("\n", at, at + _SET_REACH)
            start, done = max(at, done), line if line >= 0 else at + _SET_REACH
            for found in _SET.finditer(text, start, done):
                value = found["v"].removesuffix(PERMITTED)
                if _is_literal(value) and not is_digest(value) and looks_made(value):
                    yield Span(found.start("v"), found.start("v") + len(value), "secret")


def _line_around(text: str, at: int) -> str:
    """The line that holds ``at``, at most 200 code points to each side."""
    before = text[max(0, at - 200) : at].rpartition("\n")[2]
    return before + text[at : at + 200].partition("\n")[0]
