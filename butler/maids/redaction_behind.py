"""Which syntaxes may hold the value of a name, told by what stands around the name: the others are not tried."""

from __future__ import annotations

import re
from collections.abc import Iterator

from butler.maids.late_patterns import late
from butler.maids.redaction_judging import SHORT_PASSWORDS, Proof
from butler.maids.redaction_names import NameClass
from butler.maids.redaction_syntaxes import (
    ALIGNED,
    APART,
    ASKED,
    BEFORE_SPACE,
    BESIDE,
    CALL,
    CELL,
    ELEMENT,
    FALLBACK,
    FIELD,
    FLAG,
    JAPANESE_PROSE,
    KEYED,
    LISTED,
    MARKED_UP,
    NAMED_COMMANDS,
    NEXT_ARGUMENT,
    NEXT_CELL,
    NEXT_LINE,
    PAIR_OF_TERMS,
    PARENTHESIS,
    PART,
    PRINTED,
    SAID,
    SETTERS,
    SQL,
)

_FALLS_BACK = frozenset("\"')]} \t|?o/")
_ENDS = frozenset("\"'\r\n")
_CELL_ENDS = frozenset("`*\"' \t|│,;")
_SAYS = frozenset(" \t\"'`*:=-→—–は")
_CELL_OF_MARKUP = frozenset("<:：\n")
"""With one of these a syntax begins behind a name."""
_FIELD_REACH = 700
_FIELD_HEAD = late(
    r"[\"']?[ \t]{0,4}+(?:[,;|]|:[ \t]{0,4}(?=\{|\r?\n))?+[\s{}+\-]{0,60}+[\"']?\w{1,32}+[\"']?[ \t]{0,8}+[:=]"
)
"""How `FIELD` begins: the first field, or the one that holds the value."""
_VALUE_FLAGS = (" --value ", " --body ", " --secret-value ", " --text ", " --data ")
_CLOSERS = frozenset("\"'])};\r\n ")
_PROMPT = late(
    r"(?:^|\n)[ \t]{0,8}(?:[\w.@:~/\-\[\]() ]{0,60}[$#%❯»λ]|>>>|\((?:Pdb|ipdb|gdb|lldb|pdb)\+?\)|i?pdb>|irb[^>\n]{0,30}>|\[\d{1,4}\] pry[^>\n]{0,30}>|iex[^>\n]{0,20}>"
    r"|In \[\d{1,4}\]:|PS [^>\n]{0,60}>|php >|scala>|jshell>|julia>|ghci>|mysql>|[\d.]{7,15}:\d{2,5}>|redis>|\w{1,20}> ?db|\w{0,12}>)[ \t]{1,2}"
    r"(?:(?:sudo |kubectl exec \S{1,40} -- )?(?:echo|printenv|print|puts|pp?|po|get|GET|show|config|printf|Write-Output|Write-Host|env|cat|type|inspect|console\.log|config:get|op|read)"
    r"(?: -{1,2}[\w\-]{1,12})?[ (]{1,2})?[\w.$\"'\[\](){}:!@/?%\-]{0,60}$"
)
"""A prompt, and what shows the value of the name that ends the line."""
_LABEL = late(r"(?:^|\n)[ \t>#*_+\-|]{0,8}(?:\w{1,16} ){0,3}$")
"""Nothing but a few words stands before the name in its line."""
_NAMES_IT = late(
    r"(?i)(?:name|key|field|id|label|param\w{0,6}|variable|var|env|title|prop\w{0,6})\\{0,3}[\"']?\s{0,4}[:=>]{1,2}\s{0,4}\\{0,3}[\"']$"
)
"""A field whose value is the name of another one."""
_JAPANESE_IS = late(r" ?は")
_SETTING = ("set", "setx", "setenv", "env", "arg", "define", "export", "put", "create", "add")
"""The last word before a name that is set, flags aside."""
_SAID_ALONE = frozenset({"pin code", "pw", "PW", "psk", "PSK", "AUTH"})
_Choice = tuple[re.Pattern[str], Proof]


def syntaxes(text: str, start: int, end: int, name_class: NameClass) -> tuple[_Choice, ...]:
    """The patterns that fit what stands around the name at ``start:end``, and what each proves about a literal in it."""
    before, behind = text[max(0, start - 100) : start], text[end : end + 16]
    name, has_fields = text[start:end], may_have_fields(text, end)
    return tuple(_syntaxes(name, before, behind, name_class, has_fields=has_fields))


def _syntaxes(name: str, before: str, behind: str, name_class: NameClass, *, has_fields: bool) -> Iterator[_Choice]:
    after = behind[:1]
    yield from _told_before(name, before, behind, name_class)
    if after in ("(", "{"):
        yield CALL, "said" if after == "(" else "literal"
    if after in _FALLS_BACK:
        yield FALLBACK, "literal"
    if "<" in behind:
        yield MARKED_UP, "said"
    if after > "~" or (after in ("`", "」", "』", " ") and behind[1:2] > "~"):
        yield JAPANESE_PROSE, "said"
    if name in _SAID_ALONE:
        yield BESIDE, "beside"
    if name_class == "short":
        yield from _of_short(name, before, behind)
        return
    yield from _told_behind(name, before, behind)
    if has_fields:
        yield FIELD, "literal"
    if name_class == "key":
        yield SAID, "said"
        return
    yield from _of_words(name, behind, name_class)


def _told_before(name: str, before: str, behind: str, name_class: NameClass) -> Iterator[_Choice]:
    """The patterns that fit by what stands before the name."""
    is_flag = name[0] == "-" and (name_class != "short" or name.islower())
    if (
        is_flag
        or (behind[:3] == " --" and behind.startswith(_VALUE_FLAGS))
        or before[-2:] in ("/", " /", "\t/")
        or name in NAMED_COMMANDS
        or (before[-1:] in (" ", "\t") and _sets(before))
        or (before[-1:] in ("/", ":") and KEYED.search(before))
    ):
        yield FLAG, "literal"
    if (
        before.endswith("<")
        or (before[-1:] == ">" and behind.startswith("</"))
        or (before[-1:] in ("'", '"') and "<" in before[-60:])
        or before[-40:].rpartition("<")[2].endswith(":")
    ):
        yield ELEMENT, "literal"


def _sets(before: str) -> bool:
    """Whether a name that stands after ``before`` is set to what follows it."""
    low = before.lower()
    if not any(map(low.__contains__, SETTERS)):
        return False
    words = low.split()
    last = next((word for word in reversed(words) if word[0] != "-"), "")
    named = any(word.endswith(("login", "user")) for word in words[-3:-1])
    return (named or last.endswith(_SETTING) or "config set" in low) and BEFORE_SPACE.search(before) is not None


def _of_short(name: str, before: str, behind: str) -> Iterator[_Choice]:
    """The patterns for words that also mean something else."""
    if _JAPANESE_IS.match(behind):
        yield SAID, "said"
    if name in ("pw", "PW", "Pw", "pass", "Pass", "PASS") and behind[:4].strip(" ")[:2] in ("->", "→", "=>"):
        yield SAID, "said"
    if name.lower() in SHORT_PASSWORDS and before.endswith(('"', "'")) and _NAMES_IT.search(before):
        yield FIELD, "literal"
    if name.lower() in SHORT_PASSWORDS and behind[:1] == " ":
        yield SAID, "beside"


def _ends_with(line: re.Pattern[str], before: str) -> bool:
    """Whether ``before`` ends with a ``line``: a pattern that begins where a line does and ends with the text."""
    if before[-1:] == "\n":
        return line.search(before) is not None
    return line.match(before, max(0, before.rfind("\n"))) is not None


def _told_behind(name: str, before: str, behind: str) -> Iterator[_Choice]:
    """The patterns that fit by what stands behind the name."""
    after = behind[:1]
    if after in ("'", '"'):
        yield NEXT_ARGUMENT, "literal" if name.isupper() or name[0] == "-" else "said"
        yield LISTED, "said"
    if after in _CLOSERS and "\n" in behind[:6] and _ends_with(_PROMPT, before):
        yield PRINTED, "said"
    if after in ("\n", "\r", ":", "*", "_") and _ends_with(_LABEL, before):
        yield NEXT_LINE, "said"
    if after == "," and before.endswith(("{", "{:")):
        yield PAIR_OF_TERMS, "assigned"
    if after in _CELL_OF_MARKUP:
        yield NEXT_CELL, "said"
    if behind.startswith((" (", "（")):
        yield PARENTHESIS, "said"
    if after == "?":
        yield ASKED, "said"


def may_have_fields(text: str, end: int) -> bool:
    """Whether a field may follow that holds the value of the name which ends at ``end``."""
    if not _FIELD_HEAD.match(text, end):
        return False
    near = text[end : end + 40]
    if near[:1] in (",", ";", " ", "|", '"', "'") and any(map(near.__contains__, ("val", "new", "content", "text"))):
        return True
    return text.find("alue", end, end + _FIELD_REACH) >= 0 or text.find("efault", end, end + _FIELD_REACH) >= 0


def _of_words(name: str, behind: str, name_class: NameClass) -> Iterator[_Choice]:
    """The patterns of forms, tables and sentences."""
    after = behind[:1]
    if after in _ENDS:
        yield PART, "literal"
    if name_class == "password" and after in (" ", "\t"):
        yield SQL, "literal" if name.isupper() else "said"
    if after == ",":
        yield APART, "said"
    if after in _CELL_ENDS:
        yield CELL, "said"
    if after in _SAYS or after.isalpha():
        yield SAID, "said"
        yield BESIDE, "beside"
    if behind.startswith(("  ", "\t", " \t", " ..", "..")):
        yield ALIGNED, "said"
