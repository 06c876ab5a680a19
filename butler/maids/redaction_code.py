"""More places in code where the value of a name may stand: comparisons, tags of fields, defaults, comments behind the literal.

As in `redaction_settings` each syntax is asked only where a cheap look at the neighbours of the name allows it; all patterns
are anchored and bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from butler.maids.late_patterns import late
from butler.maids.redaction_forms import Span
from butler.maids.redaction_judging import Proof, is_secret
from butler.maids.redaction_names import NameClass, classify

_Q = r"(?:[rRbBuUNL@$]{1,2}#{0,2})?(?:(?P<q>[\"'`])(?P<quoted>(?:\\.|(?!(?P=q))[^\\\n]){1,600}+)(?P=q))"
COMPARED_WITH = late(
    r"[\"'`]?[\])]?[ \t]{1,4}(?:eq|ne|is|in|==|!=|===|!==|=~|<>|LIKE|like|ILIKE)[ \t]{1,4}[(\[{]?" + _Q
)
"""``$password eq '…'``, ``password in ("…", "…")``."""
BRACED = late(r"=\{[ \t]?" + _Q + r"[ \t]?\}")
"""``<Login password={`…`} />``."""
LAZY = late(r"[ \t]by[ \t]\w{1,20}(?:\([^()\n]{0,20}\))?[ \t]?\{[ \t]?" + _Q)
"""``val apiKey by lazy { "…" }``."""
TAGGED = late(
    r"[ \t]{1,20}\*?[\w.\[\]]{1,30}[ \t]{1,20}`[^`\n]{0,160}?(?:[dD]efault|example|value):\"(?P<quoted>[^\"`\n]{1,200})\""
)
"""``Password string `envDefault:"…"```."""
OR_ELSE = late(
    r"[\"'`]?[)\]}]{0,3}[?!]?\.(?:unwrap_or|unwrap_or_else|getOrElse|orElse|orElseGet|or_else|or|map_or|value_or|valueOr|ValueOr|withDefault|fetch|default|get_or)"
    r"\((?:\|\w{0,12}\|[ \t]?|\(\)[ \t]?[\-=]>[ \t]?|=>[ \t]?|[\w:]{1,24}\()?" + _Q
)
"""``env::var("NAME").unwrap_or("…".into())``."""
LISTED_WORDS = late(r"[ \t]{0,4}(?:=>|[:=])?[ \t]{0,4}%[wWiI][\[({<](?P<all>[^\])}>\n]{4,600})[\])}>]")
"""``PASSWORDS = %w[… …]``."""
OPTION = late(r"[ \t]{0,2},[ \t]{0,4}" + _Q + r"(?=[ \t]{0,4}(?:[),]|\r?\n|$))")
"""``curl_easy_setopt(c, CURLOPT_PASSWORD, "…")``."""
DEFAULT_ARGUMENT = late(
    r"[ \t]{0,4}(?:[:=][^\n\"'=]{0,60}){1,2}[(,][ \t]{0,4}(?:default\w{0,8}|initial|fallback|value)[ \t]{0,2}[=:][ \t]{0,2}"
    + _Q
    + r"|[ \t]{0,4}(?::[^\n\"'=]{0,60})?=[ \t]{0,4}(?:\w{1,20}\.)?(?:Field|field|Column|Setting|setting|Option|option|Config|config|CharField|Arg|Argument)\([ \t]{0,4}"
    + _Q.replace("?P<q>", "?P<p>").replace("?P=q", "?P=p").replace("quoted", "curly")
)
"""``password: str = Field(default="…")``."""
POSITIONAL = late(r"=[\"']?\$\{\w{1,40}:?[\-=](?P<quoted>[^\s}\"'`$]{1,200})\}")
"""``PASSWORD=${1:-…}``."""
FORMATTED = late(r"[:=][ \t]?%s(?:\\{1,4}n|\n)?[\"'],?[ \t]{1,4}" + _Q)
"""``printf 'password: %s\\n' '…'``."""
_EQUALS_BEFORE = late(
    r"[\"'`](?P<quoted>[^\"'`\n]{4,200})[\"'`](?:[ \t]{0,4}(?:[=!]==?|eq|ne)[ \t]{0,4}|\.(?:equals|equalsIgnoreCase|eql\?|compareTo|Equals)\([ \t]?)(?:[$@]|\w{1,24}(?:\.|->)){0,3}$"
)
_DEFAULT_BEFORE = late(
    r"(?:[dD]efault\w{0,12}|[vV]alue)(?:\(|[ \t]{0,4}=[ \t]{0,4})\"(?P<quoted>[^\"\n]{4,200})\"\)?\]?\)?[ \t]{1,4}(?:[\w<>?,]{1,24}[ \t]{1,4}){0,3}$"
)
_COMMENT_BEFORE = late(
    r"[\"'`](?P<quoted>[^\"'`\n]{4,400})[\"'`][)\]},;\w.(]{0,12}[ \t]{1,12}(?:#|//|--|/\*|<!--|;;?|')[ \t]{0,4}(?:[\w\-']{1,20} ){0,4}$"
)
_COMMENT_ENDS = late(
    r"(?: \([^()\n]{0,40}\)| (?:of|for|to|here|in|on)(?: [\w.\-]{1,20}){0,3})?[ \t]{0,4}[.,;:!]?[ \t]{0,4}(?:\*/|-->)?[ \t]{0,4}(?:\r?\n|$)"
)
_REACH = 460
_Choice = tuple[re.Pattern[str], Proof]
_COMPARES = frozenset(" \"'`])")


def code_around(text: str, start: int, end: int, name_class: NameClass) -> Iterator[_Choice]:
    """The syntaxes that may hold the value of the name at ``start:end``, matched at ``end``; what each proves."""
    after = text[end : end + 1]
    if name_class in ("query", "key") and after not in ("=", " ", "."):
        return
    if after == "=":
        yield BRACED, "said"
        yield POSITIONAL, "said"
    if after in (":", " ", "=") and "(" in text[end : end + 60]:
        yield DEFAULT_ARGUMENT, "said"
    if after in _COMPARES:
        yield COMPARED_WITH, "said"
    if after == " ":
        yield LAZY, "literal"
        if "`" in text[end : end + 60]:
            yield TAGGED, "said"
    if after in "\"'`)]}?!." and "(" in text[end : end + 24]:
        yield OR_ELSE, "said"
    if after in (",", " ") and (text[start:end].isupper() or text[start - 1 : start] == ":"):
        yield OPTION, "said"
    if text.startswith((": %s", "=%s", ":%s"), end):
        yield FORMATTED, "said"


def code_before(text: str, start: int, end: int) -> re.Match[str] | None:
    """The literal that is compared with the name at ``start:end``, is its default, or that a comment calls by the name."""
    before = text[max(0, start - 8) : start]
    line = max(0, start - _REACH, text.rfind("\n", max(0, start - _REACH), start) + 1)
    if before.endswith(("= ", "==", "(", "eq ", "ne ", ".", "$", "@", ">")):
        return _EQUALS_BEFORE.search(text, line, start)
    if before[-1:] != " ":
        return None
    head = text[line:start]
    if ("efault" in head or "alue" in head) and '"' in head:
        found = _DEFAULT_BEFORE.search(text, line, start)
        if found is not None:
            return found
    if any(map(head.__contains__, ("#", "//", "--", "/*", ";", "' "))) and _COMMENT_ENDS.match(text, end):
        return _COMMENT_BEFORE.search(text, line, start)
    return None


def word_lists(text: str, end: int, name: str) -> Iterator[Span]:
    """Yield the words of ``%w[…]`` behind the name that ends at ``end``, where it says that they are secrets."""
    found = LISTED_WORDS.match(text, end) if "%" in text[end : end + 12] else None
    name_class = classify(name.rstrip("sS")[-80:]) if found is not None else None
    if found is None or name_class not in ("password", "token"):
        return
    for word in re.finditer(r"\S{4,200}", found["all"]):
        if is_secret(word[0], name, name_class, "literal"):
            yield Span(found.start("all") + word.start(), found.start("all") + word.end(), name_class)
