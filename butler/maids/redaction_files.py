"""Secrets known by the file they stand in: Kubernetes manifests, states, key files, dumps of tables, codes of networks."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterator

from butler.maids.late_patterns import late
from butler.maids.redaction_forms import Span
from butler.maids.redaction_glance import Glance, Literals
from butler.maids.redaction_judging import is_secret
from butler.maids.redaction_names import NameClass, classify
from butler.maids.redaction_values import MARK, is_placeholder, is_reference

_REACH = 6000
_MANIFEST = late(r"kind\\{0,3}\"?: ?\\{0,3}\"?Secret\b(?!\w)")
_NEXT_DOCUMENT = (("apiVersion", 40), ("\n---", 0), ("\nkind:", 0))
"""What another manifest begins with, and how far behind the kind of this one."""
_BLOCK = late(r"(?m)^([ \t+>|-]{0,20})(data|stringData):[ \t]{0,4}$")
_ENTRY = late(
    r"[ \t+>|-]{1,24}\"?(?P<key>[\w.\-]{1,80})\"?:[ \t]{1,4}[\"']?(?P<v>[^\s\"'|>]{4,8000})[\"']?[ \t]{0,4}\r?$"
)
_OBJECT = late(r"\\{0,3}\"(?:data|stringData)\\{0,3}\": ?\{(?P<all>[^{}]{1,6000})\}")
_MEMBER = late(r"\\{0,3}\"(?P<key>[\w.\-]{1,80})\\{0,3}\": ?\\{0,3}\"(?P<v>[^\"\\\s]{4,6000})\\{0,3}\"")
_OPEN_KEYS = late(r"(?i)(?:crt|cert|ca|pub|public|user|username|host|hostname|port|namespace|name|type|region|email)$")


def kubernetes_secrets(look: Glance) -> Iterator[Span]:
    """Yield the values of ``data`` and ``stringData`` in manifests of Secrets, whatever their keys are called."""
    text = look.text
    done = 0
    for at in look.places("Secret"):
        if _MANIFEST.match(text, max(0, text.rfind("kind", max(0, at - 16), at))) is None:
            continue
        start = max(done, text.rfind("apiVersion", max(0, at - _REACH), at))
        ends = (text.find(sign, max(done, at + after), at + _REACH) for sign, after in _NEXT_DOCUMENT)
        done = min((end for end in ends if end >= 0), default=min(len(text), at + _REACH))
        for block in _BLOCK.finditer(text, start, done):
            yield from _entries(text, block.end() + 1, done, len(block[1]))
        for members in _OBJECT.finditer(text, start, done):
            for found in _MEMBER.finditer(text, *members.span("all")):
                yield from _of_secret(found)


def _entries(text: str, at: int, stop: int, indent: int) -> Iterator[Span]:
    """The values of the lines that are indented deeper than their heading."""
    while at < stop:
        end = text.find("\n", at, stop)
        end = end if end >= 0 else stop
        found = _ENTRY.match(text, at, end)
        if found is None or found.start("key") - at <= indent:
            return
        yield from _of_secret(found)
        at = end + 1


def _of_secret(found: re.Match[str]) -> Iterator[Span]:
    value = found["v"]
    bare = _decoded(value)
    is_open = _OPEN_KEYS.search(found["key"]) is not None or ("://" in bare and "@" not in bare)
    if not is_open and not is_placeholder(value) and not is_placeholder(bare):
        yield Span(*found.span("v"), "kubernetes_secret")


def _decoded(value: str) -> str:
    """What base64 stands for, the value itself where it is none."""
    try:
        return base64.b64decode(value, validate=True).decode()
    except ValueError:
        return value


_RESULT = late(r"\\{0,7}\"(?:result|bcrypt_hash|b64_std|hex)\\{0,7}\": ?\\{0,7}\"(?P<v>[^\"\\\n]{4,400})\\{0,7}\"")
_KEY_FILE = late(r"(?:minisign|signify)[^\n]{0,60} secret key[^\n]{0,80}\r?\n[+>| ]{0,3}(?P<v>[A-Za-z0-9+/=]{40,400})")
_VPN = late(r"<auth-user-pass>\s{1,8}\S{1,80}\s{1,8}(?P<v>[^\s<]{4,200})")
_WIFI = late(r"WIFI:(?:[^\n]{0,120}?;)?P:(?P<v>(?:\\.|[^;\n\\]){4,120});")
_OAUTH = late(
    r"-(?:oauth|token)\\{0,3}\"\s{0,4}:\s{0,4}\{\s{0,20}\\{0,3}\"[\w.\-:/]{1,80}\\{0,3}\"\s{0,4}:\s{0,4}(?:\{[^{}]{0,80}?\"token\": ?)?\\{0,3}\"(?P<v>[^\"\\\s]{8,300})\\{0,3}\""
)
_NETRC = late(r"login \S{1,80}\s{1,20}(?:account \S{1,80}\s{1,20})?pass(?:word|wd)\s{1,8}(?P<v>[^\s\"'`]{4,200})")
_MACHINE = late(r"machine \S{1,100}\s{1,20}pass(?:word|wd)\s{1,8}(?P<v>[^\s\"'`]{4,200})")
_BRACED = late(
    r"(?<=[pPdD][wWrR][dD])=\{(?P<v>(?![^{}]{1,60}\([^{}]{0,60}\))[^{}\s\"'`]{4,128})\}(?=;|[\"']?(?:\r?\n|$))"
)
_KNOWN_BY = {
    "minisign": ("private_key", _KEY_FILE),
    "signify": ("private_key", _KEY_FILE),
    "<auth-user-pass>": ("password", _VPN),
    "WIFI:": ("password", _WIFI),
    "login ": ("password", _NETRC),
    "machine ": ("password", _MACHINE),
    "={": ("password", _BRACED),
    "-oauth": ("token", _OAUTH),
    "-token": ("token", _OAUTH),
}
_AT_ONCE = Literals(*_KNOWN_BY)
_VALUES = Literals("VALUES", "values", "Values")
_STDIN = Literals("FROM stdin", "from stdin")


def file_values(look: Glance) -> Iterator[Span]:
    """Yield the values of files with a place for a secret: generated passwords in states, key files, codes of networks."""
    text = look.text
    for at in look.places("random_password"):
        found = _RESULT.search(text, at, at + 1500)
        if found is not None and MARK not in found["v"]:
            yield Span(*found.span("v"), "password")
    for needle in look.standing(_AT_ONCE):
        kind, pattern = _KNOWN_BY[needle]
        for at in look.places(needle):
            match = pattern.match(text, at)
            if (
                match is not None
                and not is_placeholder(match["v"])
                and not (needle == "login " and not _in_netrc(text, at, match[0]))
            ):
                yield Span(*match.span("v"), kind)


_OF_MACHINE = late(r"(?:machine \S{1,100}|\bdefault)\s{1,20}$")


def _in_netrc(text: str, at: int, entry: str) -> bool:
    """Whether an entry that begins at ``at`` stands behind its machine, or is one of lines of their own."""
    before = text[max(0, at - 140) : at]
    return _OF_MACHINE.search(before) is not None or ("\n" in entry and not before.rpartition("\n")[2].strip())


_INSERT = late(r"(?i)\((?P<columns>[\w \t\n\"`\[\],.]{1,1200})\)\s{0,8}values\s{0,8}(?=\()")
_LITERAL = r"\s{0,8}(?:N?'(?:[^'\n]|''){0,600}'|\"[^\"\n]{0,600}\"|\w{1,30}\([^()'\n]{0,60}\)|[^'\",()\s][^'\",()\n]{0,200}|)\s{0,8}"
_ROW = late(rf"\s{{0,20}},?\s{{0,20}}\((?P<cells>(?:{_LITERAL})(?:,(?:{_LITERAL})){{0,40}}+)\)")
_CELL = late(rf"(?P<cell>{_LITERAL})(?:,|$)")
_MOST_ROWS = 2000
_WORD = late(r"\S+")
_COPY = late(r"(?i)copy [\w.\"]{1,80} \((?P<columns>[\w \",]{1,1200})\) from stdin[^\n;]{0,80};(?:\r?\n| (?=\S))")


def table_rows(look: Glance) -> Iterator[Span]:
    """Yield the values of columns that hold secrets in ``INSERT … VALUES`` with any number of rows, and in dumps with ``COPY``."""
    for needle in look.standing(_VALUES):
        for at in look.places(needle):
            yield from _inserted(look.text, at)
    for needle in look.standing(_STDIN):
        for at in look.places(needle):
            yield from _copied(look.text, at)


def _named(columns: str) -> dict[int, tuple[str, NameClass]]:
    """Which columns hold secrets, with their names."""
    names = [name.strip(' \t\n"`[]').rpartition(".")[2] for name in columns.split(",")]
    classes = ((at, name, classify(name[-80:])) for at, name in enumerate(names))
    return {at: (name, found) for at, name, found in classes if found is not None and found != "query"}


def _inserted(text: str, at: int) -> Iterator[Span]:
    start = text.rfind("(", max(0, at - 1300), at)
    head = _INSERT.match(text, start) if start >= 0 else None
    named = _named(head["columns"]) if head is not None and head.end() <= at + 20 else {}
    done = head.end() if head is not None else 0
    for _ in range(_MOST_ROWS if named else 0):
        row = _ROW.match(text, done)
        if row is None:
            return
        done = row.end()
        for number, cell in enumerate(_CELL.finditer(text, *row.span("cells"))):
            bare = cell["cell"].strip()
            if number in named and bare[:1] in ("'", '"', "N"):
                value = bare.lstrip("N")[1:-1]
                yield from _judged(value, cell.start() + cell[0].find(value), *named[number])


def _copied(text: str, at: int) -> Iterator[Span]:
    window = max(0, at - 1400)
    start = text[window:at].lower().rfind("copy ")
    head = _COPY.match(text, window + start) if start >= 0 else None
    named = _named(head["columns"]) if head is not None else {}
    done = head.end() if head is not None else 0
    if named and head is not None and text[done - 1] == " ":
        yield from _folded(text, done, head["columns"].count(",") + 1, named)
        return
    for _ in range(_MOST_ROWS if named else 0):
        end = text.find("\n", done)
        line = text[done : end if end >= 0 else len(text)]
        if "\t" not in line:
            return
        cells = line.split("\t")
        for number, (name, name_class) in named.items():
            if number < len(cells) and not is_reference(cells[number]):
                yield from _judged(cells[number], done + sum(len(one) + 1 for one in cells[:number]), name, name_class)
        if end < 0:
            return
        done = end + 1


def _folded(text: str, start: int, count: int, named: dict[int, tuple[str, NameClass]]) -> Iterator[Span]:
    """The values of a dump that was made one line: its cells follow one another with a blank between."""
    end = text.find("\\.", start, start + _REACH)
    for at, cell in enumerate(_WORD.finditer(text, start, end) if end >= 0 else ()):
        if at % count in named and not is_reference(cell[0]):
            yield from _judged(cell[0], cell.start(), *named[at % count])


def _judged(value: str, at: int, name: str, name_class: NameClass) -> Iterator[Span]:
    if value and is_secret(value, name, name_class, "literal"):
        yield Span(
            at,
            at + len(value),
            "secret_key" if name_class == "key" else "password" if name_class == "short" else name_class,
        )


FILES: tuple[Callable[[Glance], Iterator[Span]], ...] = (kubernetes_secrets, file_values, table_rows)
