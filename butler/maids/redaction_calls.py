"""Secrets among the arguments of calls: ``check_password(user, "…")``, ``connect(user, "…")``, ``login("me", "…")``, ``bcrypt.hashpw(b"…", salt)``.

The name of the call, or the argument before, says that a secret may follow; the literal itself must look made or chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from butler.maids.late_patterns import late
from butler.maids.redaction_commands import command_credentials
from butler.maids.redaction_forms import Span
from butler.maids.redaction_glance import Glance, Literals
from butler.maids.redaction_names import NameClass
from butler.maids.redaction_options import option_values
from butler.maids.redaction_sayings import is_password_alone, is_told_value
from butler.maids.redaction_values import looks_random
from butler.maids.redaction_words import is_kept

_MOST_ARGUMENTS = 6
_WRAP = r"(?:(?:[\w.]{1,30}(?:::|\.))?(?:Some|Just|new|from|of|String|String::from|str|bytes|b|SecretStr|Secret|QString|toCharArray|N|L|@|r|u8?|\$)\(?)?"
_ARGUMENT = late(
    rf"[ \t\n]{{0,40}}(?:[\w$]{{1,30}}[ \t]?(?:=|:|=>)[ \t]?)?(?:{_WRAP}\\{{0,3}}[\"'`](?P<v>[^\"'`\n\\]{{0,128}})\\{{0,3}}[\"'`](?:[.\w]{{0,24}}\(\))?\)?"
    r"|[&*$@:]?[\w.$>\-\[\]]{1,60}(?:\([^()\n]{0,60}\))?)[ \t\n]{0,40}(?P<more>,?)"
)
_PASSWORD = late(r"(?i)pass_?(?:word|wd|phrase|code)|pwd")
_TOKEN = late(r"(?i)token|secret|api_?key")


def called_values(text: str, end: int, name: str) -> Iterator[Span]:
    """Yield the secrets among the arguments of a call whose name (it ends at ``end``) speaks of a secret."""
    after = text[end : end + 1]
    if after not in ("(", ","):
        return
    name_class: NameClass | None = "password" if _PASSWORD.search(name) else "token" if _TOKEN.search(name) else None
    if name_class is None:
        return
    if after == "(" or (after == "," and text[end + 1 : end + 3] in (" '", ' "', " `")):
        yield from _among(text, end + 1, name_class)


def _among(text: str, at: int, name_class: NameClass, *, first: int = 0) -> Iterator[Span]:
    """The secrets among the arguments that begin at ``at``, those before the ``first`` aside."""
    for number in range(_MOST_ARGUMENTS):
        found = _ARGUMENT.match(text, at)
        if found is None:
            return
        if found["v"] is not None and number >= first and is_told_value(found["v"], name_class, quoted=True):
            yield Span(*found.span("v"), name_class)
        if not found["more"]:
            return
        at = found.end()


_USERS = Literals(
    *(f"{user}, {quote}" for user in ("user", "username", "userName", "login", "email", "user_name", "User", "account") for quote in "\"'`")
)  # fmt: skip
_LOGINS = Literals(
    "onnect(", "ogin(", "ogin_as(", "oginAs(", "lient::new(", "TestUser(", "ign_in(", "ignIn(", "ign_up(", "ignUp(", "egister(", "uthenticate(", "uth(", "asic(", "asicAuth(", "BasicAuth(", "basic_auth(",
    "_user(", "User(", "redential(", "redentials(", "PSCredential(", "lient(", "nlineData(", ".begin(", "AndPassword(", "uthentication(", "onnection(",
    "ession(", "reate_account(", "reateAccount(", "logon(", "Logon(", "auth = (", "auth=(", "creds = (", "creds=(", "credentials = (", "creds = [", "credentials = [",
    "credentials=(", "credentials=[", "creds: [", "auth: [", "asic_auth ", "authenticate_with ", "redentials: [", "CREDENTIALS = (", "CREDS = (", "AUTH = (",
)  # fmt: skip
"""What a call or a pair of user and password begins with: the first argument is the user."""
_OPENERS = Literals(
    "hashpw(", "bcrypt.hash(", "bcrypt.hashSync(", "bcrypt.compare(", "argon2.hash(", "crypt(", "unlock(", "verify(", "encode64(", "b64encode(", "btoa(",
    "kdf.derive(", "pbkdf2(", "hash_pw(", "Hash::make(", "ash.make(", "ash_sync(", "USERPWD, ",
)  # fmt: skip
_PAIR = late(r"[\w.@\-]{1,64}:")
_ENCODERS = frozenset({"encode64(", "b64encode(", "btoa(", "USERPWD, "})


def argument_values(look: Glance) -> Iterator[Span]:
    """Yield the literals behind a user, in calls that log in, and in calls that take nothing else."""
    text = look.text
    for needle in look.standing(_USERS):
        for at in look.places(needle):
            found = _ARGUMENT.match(text, at + len(needle) - 1)
            if found is not None and found["v"] is not None and is_told_value(found["v"], "password", quoted=True):
                yield Span(*found.span("v"), "password")
    for needle in look.standing(_LOGINS):
        for at in look.places(needle):
            yield from _among(text, at + len(needle), "password", first=1)
    for needle in look.standing(_OPENERS):
        for at in look.places(needle):
            yield from (
                _of_pair(text, at + len(needle)) if needle in _ENCODERS else _among(text, at + len(needle), "password")
            )


def piped_strings(look: Glance) -> Iterator[Span]:
    """Yield the literal that PowerShell hands on to be made secure."""
    for needle in ('" | ConvertTo-Secure', "' | ConvertTo-Secure"):
        for at in look.places(needle):
            start = look.text.rfind(needle[0], max(0, at - 200), at) + 1
            if start and "\n" not in look.text[start:at] and at - start >= 4:
                yield Span(start, at, "password")


def _of_pair(text: str, at: int) -> Iterator[Span]:
    """The password of a literal ``user:password``."""
    found = _ARGUMENT.match(text, at)
    user = _PAIR.match(found["v"] or "") if found is not None else None
    if found is not None and user is not None and is_told_value(found["v"][user.end() :], "password", quoted=True):
        yield Span(found.start("v") + user.end(), found.end("v"), "password")


_BETWEEN_ARGUMENTS = late(r"[\"'],[ \t]{0,2}[\"']|\[[\"']|[\"']\]")
_ARRAY_SIGNS = ('", "-', "', '-", '","-', "','-")
_LONGEST_ARRAY = 2000


def argument_arrays(look: Glance) -> Iterator[Span]:
    """Yield the credentials of a command that is written as an array: ``["mysql", "-u", "root", "-p…"]``."""
    text = look.text
    done = 0
    for at in sorted(at for sign in _ARRAY_SIGNS for at in look.places(sign)):
        if at < done:
            continue
        start = max(
            text.rfind("\n", max(0, at - _LONGEST_ARRAY), at) + 1,
            text.rfind("[", max(0, at - _LONGEST_ARRAY), at),
            done,
        )
        stop = text.find("\n", at, at + _LONGEST_ARRAY)
        done = stop if stop >= 0 else min(len(text), at + _LONGEST_ARRAY)
        command = Glance(_BETWEEN_ARGUMENTS.sub(lambda found: " " * len(found[0]), text[start:done]))
        for rules in (command_credentials, option_values):
            yield from (Span(start + found.start, start + found.end, found.kind) for found in rules(command))


_SPEAKS = (
    "assw",
    "ASSW",
    "asswd",
    "assphrase",
    "ASSPHRASE",
    "pwd",
    "PWD",
    "oken",
    "OKEN",
    "ecret",
    "ECRET",
    "pi_key",
    "PI_KEY",
    "piKey",
    "PIKey",
)
_LONGEST_LINE = 400
_ANONYMOUS = late(
    r"(?:(?:^|[(\[{,=<>|?+%~]|\b(?:return|case|when|else|in|eq|to|yield|then|puts|print))[ \t]{0,8}|\b(?:default|fallback|data|value|initial|new|old|Some|b|f|r|u|N|L)[ \t]{0,2}[:=(]?[ \t]{0,2})"
    r"[bfruNL@]{0,2}\\{0,3}(?P<q>[\"'`])(?P<v>(?=[^\"'`\n\\]{0,60}[\d\-])[^\"'`\s\\]{8,200})\\{0,3}(?P=q)"
)
_PASSWORD_SAID = late(r"(?i)passw(?:or)?d|passphrase|(?<![a-z])pwd")


def spoken_lines(look: Glance) -> Iterator[Span]:
    """Yield the literals without a name of their own in a line of code that speaks of a secret, where they look made for nothing else."""
    text, seen = look.text, set[int]()
    known: dict[str, Sequence[Span]] = {}
    if not any(map(look.may_hold, "\"'`")):
        return
    for needle in filter(look.may_hold, _SPEAKS):
        for at in look.places(needle):
            start = text.rfind("\n", max(0, at - _LONGEST_LINE), at) + 1
            if start in seen or (start == 0 and at > _LONGEST_LINE):
                continue
            seen.add(start)
            stop = text.find("\n", at, at + _LONGEST_LINE)
            if stop >= 0 or len(text) - at <= _LONGEST_LINE:
                line = text[max(0, start - 1) : stop if stop >= 0 else len(text)]
                found = known.get(line)
                if found is None:
                    found = known[line] = tuple(_anonymous(line, min(start, 1)))
                begin = max(0, start - 1)
                yield from (Span(begin + one.start, begin + one.end, one.kind) for one in found)


def _anonymous(line: str, start: int) -> Iterator[Span]:
    """The literals of one line, which begins at ``start``, that are made for a secret."""
    literals = list(_ANONYMOUS.finditer(line, start))
    kind = "password" if literals and _PASSWORD_SAID.search(line, start) else "token"
    for found in literals:
        value = found["v"]
        made = _is_alone(value) if kind == "password" else len(value) >= 16 and looks_random(value)
        if made and is_told_value(value, "password", quoted=True):
            yield Span(*found.span("v"), kind)


def _is_alone(value: str) -> bool:
    """Whether a literal is a password even where nothing names it."""
    kept = is_kept(value) and sum(map(str.isdigit, value)) >= 4 and (value[0].isupper() or not value.isalnum())
    return kept or is_password_alone(value)


CALLS: tuple[Callable[[Glance], Iterator[Span]], ...] = (argument_values, argument_arrays, piped_strings, spoken_lines)
