"""Settings in code and markup whose value stands further from its name: calls, getters, defaults, tags, pairs turned round.

Each syntax is asked only where a cheap look at the neighbours of the name allows it; all patterns are anchored and bounded.
"""

from __future__ import annotations

import re

from butler.maids.late_patterns import late
from butler.maids.redaction_judging import Proof
from butler.maids.redaction_names import NameClass

_Q = r"(?:(?P<q>\"\"\"|'''|[\"'`])(?P<quoted>(?:\\.|(?!(?P=q))[^\\\n]){1,600}+)(?P=q))"
_ATTRIBUTE = r"(?:\s{1,20}[\w:.\-]{1,30}(?:=(?:\"[^\"<>\n]{0,120}\"|'[^'<>\n]{0,120}'|[^\s\"'<>]{1,60}))?){0,6}?"
TAG = late(
    r"[\"']" + _ATTRIBUTE + r"\s{1,20}(?:\w{1,12}:)?(?:value|content|Value|data)=" + _Q
    + r"|[\"'][^<>\n]{0,100}>\s{0,20}<[vV]alue>(?P<wide>[^<>\n]{1,600})</"
)  # fmt: skip
"""``<meta name="csrf-token" content="…">``, ``<setting name="…"><value>…</value>``."""
ENTITY_ELEMENT = late(r"&gt;(?P<wide>[^<>&\s]{1,600})&lt;/")
"""``&lt;password&gt;…&lt;/password&gt;``."""
RETURNED = late(
    r"(?:\([^()\n]{0,40}\))?[ \t]{0,4}(?:(?::|->)?[ \t]{0,4}[&'\w<>.*\[\]]{1,30}(?: [\w<>&]{1,20})?)?[ \t]{0,4}"
    r"(?:=>|\{|:|;|=)\s{0,20}(?:return[ \t]{1,4})?" + _Q
)
"""``getPassword() { return "…"; }``, ``def token; "…"; end``."""
NEXT_VALUE = late(
    r"[\"'`][ \t]{0,4}[,;][ \t]{0,40}(?:default[ \t]?=[ \t]?|fallback[ \t]?[=:][ \t]?)?" + _Q + r"(?![ \t]{0,4}:)"
)
"""``props.put("password", "…")``."""
OTHERWISE = late(
    r"[\"']?\]?[ \t]{0,4}(?::[ \w.<>]{1,30})?[=:][ \t][^\n`]{0,120}?(?:\|\||\?\?|\?:|\+|\belse\b|\bor\b|\?[ \t][^\n:?]{1,60} :)[ \t]{0,4}" + _Q
    + r"|[\"'][)\]][ \t]?\{[ \t]?" + _Q.replace("?P<q>", "?P<p>").replace("?P=q", "?P=p").replace("quoted", "curly")
)  # fmt: skip
"""``NAME = a or "…"``, ``ENV.fetch("NAME") { "…" }``."""
OR_DEFAULT = late(
    r"[\"']?\]?[ \t]{0,4}(?::[ \w.<>]{1,30})?(?:=>|:=|[:=])[ \t]{0,4}[\w.:$>?\-]{1,40}[(\[][ \t]{0,4}[\"'][\w.\-/:]{1,80}[\"'][ \t]{0,4},[ \t]{0,4}"
    r"(?:default ?[=:] ?|fallback ?[=:] ?|defaultValue: ?)?" + _Q
)
"""``password = getenv("NAME", "…")``."""
FILLED = late(
    r"[\"'\])]{0,5}[ \t]{0,2}(?:\.(?:first|last|nth|should|clear|click|focus)\([^()\n]{0,40}\)){0,2}"
    r"(?:\.(?:fill|type|send_?[kK]eys|set_?[vV]alue|input_?[tT]ext|enter_?[tT]ext|type_?[tT]ext|val|replaceText|typeInto|toBe|toEqual|toStrictEqual|to\.(?:eq|equal|eql)|equals|equalsIgnoreCase|isEqualTo)\(|\.to (?:eq|eql|equal|be)\(|,? (?:with|to eq|to)[: (]{1,2})[ \t]{0,2}"
    + _Q
)
"""``get('#password').type('…')``, ``fill in "Password" with "…"``."""
COMPARED = late(r"[ \t]{0,2},[ \t]{0,4}" + _Q + r"[ \t]{0,4}\)")
"""``strcmp(password, "…")``."""
UNPACKED = late(r"[ \t]{0,2},[ \t]{0,4}\w{1,30}[ \t]{0,2}[\])]?[ \t]{0,2}:?=[ \t]{0,4}[\[(]?" + _Q + r"[ \t]{0,2},")
UNPACKED_LAST = late(r"[ \t]{0,2}[\])]?[ \t]{0,2}:?=[ \t]{0,4}[\[(]?[\"'][^\"'\n]{0,80}[\"'],[ \t]{0,4}" + _Q)
"""``password, user = "…", "…"``."""
HERE_STRING = late(r"[\"']?(?:[ \t]-)?[ \t]{0,2}<<<[ \t]{0,2}(?:" + _Q + r"|(?P<wide>[^\s\"'`;|&]{4,400}))")
"""``read -s PASSWORD <<< …``."""
STATED = late(r"[ \t]{1,8}" + _Q + r"(?=[ \t]{0,8}(?:[;}),\]]|//|#|:\w|\r?\n|$))")
"""``password "…"`` in a build file, ``:password "…"`` in Clojure."""
DEFAULTED = late(r":?[-=]?(?P<quoted>(?![:?+\-=$])[^\s}\"'`]{1,600})\}")
"""``${NAME:-…}``, ``${NAME:…}``."""
_SETS = late(
    r"(?i)(?:\b|[_.\[])(?:\w{0,20}set\w{0,20}|put\w{0,10}|define|string(?:var)?|get(?:env|ordefault|string|property)?|env|config|fetch"
    r"|default|add|header|append|insert|param|property|option|store|write|save|with|update|bind|const|field|secret|entry|of|pair)"
    r"[(\[][ \t]{0,4}[\"'`]$"
)
_STATES = late(
    r"(?:^|[\n{;(,:]|\((?:def|setq|defvar|defparameter|defconst|define))[ \t+\-]{0,40}$"
    r"|(?:user(?:[nN]ame)?|login|email)[ \t]\"[^\"\n]{1,60}\"[ ,]{1,3}$"
)
_PAIR_NAME = late(r"(?i)(?:name|key|id|variable)\\{0,3}[\"']?[ \t]{0,4}[:=][ \t]{0,4}\\{0,3}[\"']?$")
_VALUE_BEFORE = late(
    r"(?i)(?:value|content)\\{0,3}[\"']?[ \t]{0,4}[:=][ \t]{0,4}(?:\\{0,3}[\"'](?P<quoted>[^\"'\\\n]{1,400})\\{0,3}[\"']|(?P<wide>[^\s\"',;{}<>]{1,400}))"
    r"[ \t]{0,4}(?:,|WHERE|where|AND)?\s{0,40}(?:[+\->][ \t]{0,20})?\\{0,3}[\"']?[\w.]{0,20}(?:name|key|id|variable)\\{0,3}[\"']?[ \t]{0,4}[:=][ \t]{0,4}\\{0,3}[\"']?$"
)
_FOLLOWERS = frozenset("&\"'`(:; \t]=.,)")
"""With one of these every syntax but a default begins behind a name."""
_CLOSING = frozenset("'\"]),.")
_BETWEEN = "\\\"' \t"
_FOR_KEY = late(r"[\"'][ \t]{0,4},[ \t]{0,4}(?:forKey|for|key|name|account|service):?[ \t]{0,4}=?[ \t]{0,4}[\"']$")
_VALUE_FIRST = late(
    r"(?P<quoted>[^\"'\n]{4,400})[\"'][ \t]{0,4},[ \t]{0,4}(?:forKey|for|key|name|account|service):?[ \t]{0,4}=?[ \t]{0,4}[\"']$"
)
"""``set("value", forKey: "NAME``."""
_SIGNS = (" + ", "||", "??", "?:", " else ", " or ", ") {", " : ")
_AHEAD = 140
_Choice = tuple[re.Pattern[str], Proof]
_OF_DEFAULT: tuple[_Choice, ...] = ((DEFAULTED, "assigned"),)


def settings_around(text: str, start: int, end: int, name_class: NameClass) -> tuple[_Choice, ...]:
    """The syntaxes that may hold the value of the name at ``start:end``, matched at ``end``; what each proves."""
    follows = text[end : end + 1] in _FOLLOWERS and name_class != "query"
    if not follows:
        return _OF_DEFAULT if text[start - 2 : start] == "${" else ()
    return _settings(text[max(0, start - 80) : start], text[end : end + _AHEAD].partition("\n")[0], name_class)


def _settings(before: str, line: str, name_class: NameClass) -> tuple[_Choice, ...]:
    """As `settings_around`, of what stands before the name and behind it in its line."""
    after = line[0]
    chosen = list(_OF_DEFAULT if before[-2:] == "${" else ())
    if after in _CLOSING or before[-2:] in (", ", " $"):
        chosen += _beside(before, after)
    if after in ".,)":
        return tuple(chosen)
    if line.startswith("&gt;"):
        chosen.append((ENTITY_ELEMENT, "assigned"))
    if after in ('"', "'") and before.rfind("<") > before.rfind(">"):
        chosen.append((TAG, "assigned"))
    if after in ('"', "'", "`") and "," in line and _SETS.search(before):
        chosen.append((NEXT_VALUE, "assigned"))
    return tuple(chosen) if name_class == "key" else (*chosen, *_further_on(before, line))


def _further_on(before: str, line: str) -> list[_Choice]:
    """The syntaxes whose values stand further on in the line behind a name that is no mere key."""
    chosen: list[_Choice] = []
    after = line[0]
    if "<<<" in line or ("(" in line and "," in line):
        chosen.append((HERE_STRING if "<<<" in line else OR_DEFAULT, "assigned"))
    if after == " " and line.lstrip()[:1] in ('"', "'") and _STATES.search(before):
        chosen.append((STATED, "literal"))
    if after in ("(", ":", ";", " ") and (
        "{" in line or "=>" in line or "return" in line or after == ";" or ") = " in line
    ):
        chosen.append((RETURNED, "assigned"))
    if any(map(line.__contains__, _SIGNS)):
        chosen.append((OTHERWISE, "assigned"))
    return chosen


_EXPECTED = late(
    r"(?:[aA]ssert\w{0,20}|[eE]quals?|Equal\w{0,8}|strcmp|compare\w{0,10})\([ \t]{0,2}(?:\w{1,10},[ \t]{1,2})?[\"'](?P<quoted>[^\"'\n]{4,128})[\"'][ \t]{0,2},[ \t]{0,4}(?:\w{1,20}\.){0,3}$"
)
"""``assertEquals("…", password)``; one of ``_EXPECTING`` is in it."""
_EXPECTING = ("ssert", "qual", "strcmp", "compare")


def _beside(before: str, after: str) -> list[_Choice]:
    """The syntaxes of forms that are filled, of comparisons and of several names at once."""
    chosen: list[_Choice] = []
    if after in ("'", '"', "]", ")", "."):
        chosen.append((FILLED, "assigned"))
    if after == ",":
        chosen.append((COMPARED, "said") if before[-1:] == "(" else (UNPACKED, "assigned"))
    elif after in " )]" and before[-2:] in (", ", " $"):
        chosen.append((UNPACKED_LAST, "assigned"))
    return chosen


def value_before(text: str, start: int) -> re.Match[str] | None:
    """The value of ``{"value": …, "name": NAME}`` whose name begins at ``start``."""
    before = text[max(0, start - 24) : start]
    if "," in before and text[start - 1 : start] in (" ", ".") and ('",' in before or "'," in before):
        window = max(0, start - 180)
        expects = any(text.find(word, window, start) >= 0 for word in _EXPECTING)
        return _EXPECTED.search(text, window, start) if expects else None
    if before.endswith(('"', "'")) and "," in before and _FOR_KEY.search(before):
        at = (
            max(text.rfind(sign, max(0, start - 460), start - len(before.rpartition(",")[2]) - 2) for sign in "\"'") + 1
        )
        return _VALUE_FIRST.match(text, at, start) if at else None
    if before.rstrip(_BETWEEN)[-1:] not in (":", "=") or _PAIR_NAME.search(before) is None:
        return None
    window = max(0, start - 500)
    at = max(text.rfind("alue", window, start), text.rfind("ontent", window, start))
    return _VALUE_BEFORE.search(text, max(0, at - 1), start) if at >= 0 else None
