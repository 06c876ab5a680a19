"""The clauses of a sentence, with quotations and code blanked out; whether one only names checks or tells somebody to do something."""

from __future__ import annotations

import re
from functools import lru_cache

from butler.maids import session_log_claim_lexicon as lexicon
from butler.maids.late_patterns import late
from butler.records import dataclass

FILL = "\u2027"
"""What stands for a character of a quotation: it matches no word."""
_QUOTED = late(r"\"[^\"\n]{2,300}\"|“[^”\n]{2,300}”|「[^」\n]{1,300}」|『[^』\n]{1,300}』|«[^»\n]{2,300}»|~~[^~\n]+~~")
CODE = late(r"`+([^`\n]{1,300})`+")
_IF = late(
    r"^\W*(?:if|once|when|unless|until|should|assuming|provided|as\s+soon\s+as|after\s+(?:all|the|both)\s+(?:tests|checks|ci)\b)",
    re.I,
)
IF_JA = late(r"(?:たら|れば|なら(?:ば)?|場合(?:は|に)?|次第|てから)$")
WHEN = late(
    r"\blast\s+\w+['’]s\b|\b(?:is|are)\s+(?:now\s+|all\s+|both\s+)?(?:up\s+and\s+)?running\b|(?:作業|変更|修正|編集|改修)(?:する)?前に",
    re.I,
)
"""What makes it no state of the past or the future: when something was done, and of a server that it runs."""
_CLAUSE = late(
    r"\s*[;；—–]\s*|,\s+(?:(?:and|but|while|whereas|although|though|however|yet)\s+)?|[、，]|(?<=[\w)`])\.\s+|\s-\s|[(（]|[)）]|。|\s+(?:and|but|while|whereas|although|though|however|yet|so(?!\s+far)|since|because)\s+",
    re.I,
)
_FOLLOWS = late(r"\b(?:so|since|because)\s+$", re.I)
SMALL = late(
    r"\b(?:the|all|and|both|unit|integration|e2e|full|whole|entire|new|of|run|suite|every|now|also|plus|as|well)\b|[\W_]+",
    re.I,
)
_DEED_NOUN = late(r"\w+\s+(?:\w+(?<!e)ed|done|complete|ready)\b(?=\s*(?:[:.,!]|$))", re.I)
"""A noun that is a verb as well, with what became of it: "release prepared", "fix applied"."""
_BIDDEN = late(
    r"\s+(?:(?:all|every|both|the|of|unit|integration|e2e|tests?|checks?|suites?|specs?|builds?|lint|ci)\s+)*(?:pass|succeed|work|run|build|green)\b",
    re.I,
)
"""What a target of make, or all of something, is told to do."""
_I = late(r"\W*(?:and\s+)?(?:i|we)(?:['’]ve)?\s+(?!said|says|would|will|should)", re.I)
_KANA = "\u3040"
_DIGIT = late(r"\d")
ALSO_WORDS = {"make": "build", "black": "format"}
"""Programs that are words as well: they count where they are written as code, or beside a verb of success."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause as it is looked at (quotations blanked out) and as it stands in its sentence; ``follows``: begun by "so", "since"."""

    plain: str
    code: str
    text: str
    follows: bool = False


@lru_cache(maxsize=512)
def clauses(sentence: str) -> tuple[Clause, ...]:
    """The clauses of a sentence; one that only names subjects goes on with the next."""
    code = _QUOTED.sub(lambda found: FILL * len(found[0]), sentence)
    plain = CODE.sub(_spoken, code)
    spans: list[tuple[int, int]] = []
    at = 0
    for found in _CLAUSE.finditer(plain):
        spans.append((at, found.start()))
        at = found.end()
    spans.append((at, len(plain)))
    made: list[Clause] = []
    begin: int | None = None
    for start, end in spans:
        if not plain[start:end].strip():
            continue
        first = start if begin is None else begin
        begin = first if only_names(plain[first:end]) else None
        if begin is None:
            follows = bool(_FOLLOWS.search(plain[:first]))
            made.append(Clause(plain[first:end], code[first:end], sentence[first:end], follows))
    if begin is not None:
        made.append(Clause(plain[begin:], code[begin:], sentence[begin:]))
    return tuple(made)


def _spoken(found: re.Match[str]) -> str:
    """A code span as it is looked at: a program or printed counts as words, anything else blanked out."""
    body = found[1]
    program = next((one for one in lexicon.SUBJECT.finditer(body) if one["program"]), None)
    if (
        (program and program.start() <= 24)
        or body.strip() in ALSO_WORDS
        or (_DIGIT.search(body) and (lexicon.IMPLIES_TEST.search(body) or lexicon.NEGATED.fullmatch(body.strip())))
    ):
        return found[0].replace("`", " ")
    return FILL * len(found[0])


def has_japanese(text: str) -> bool:
    """Whether a text may hold Japanese: letters beyond those of Europe and the common marks."""
    return max(text, default="") >= _KANA


def only_names(text: str) -> bool:
    """Whether a clause says nothing but which checks it is about."""
    if not lexicon.SUBJECT.search(text) or lexicon.WELL.search(text) or lexicon.NEGATED.search(text):
        return False
    return len(SMALL.sub("", lexicon.SUBJECT.sub("", text))) <= 2


def orders(text: str) -> bool:
    """Whether a clause tells somebody to do something; the name of a program is no verb."""
    if has_japanese(text) and lexicon.BIDDEN_JA.search(text):
        return True
    program = lexicon.SUBJECT.match(text)
    if program and program["program"]:
        return text[:5].lower() == "make " and bool(_BIDDEN.match(text, program.end()))
    return bool(lexicon.IMPERATIVE.match(text)) and not _DEED_NOUN.match(text)


def not_own(sentence: str) -> bool:
    """Whether a sentence asks, supposes or hands on what others said."""
    if sentence.endswith(("?", "？")) or "？" in sentence or _IF.match(sentence) or lexicon.HEARSAY.search(sentence):
        return True
    named = re.match(r"^([^:：]{1,40})[:：]\s", sentence)
    return bool(named and not _I.match(named[1]) and lexicon.PLAN_LEAD.search(named[1]))


def not_stated(clause: Clause, text: str) -> bool:
    """Whether a clause, read as ``text``, is a plan, a condition, an order or tells of the past."""
    return bool(
        lexicon.OPEN.search(text)
        or lexicon.PAST.search(lexicon.WAS_ILL.sub(" ", text))
        or (has_japanese(clause.plain) and lexicon.CONDITION_JA.search(clause.plain))
        or orders(clause.plain.strip(" -*`"))
    )


def is_ill(clause: Clause) -> bool:
    """Whether a clause tells of a failure."""
    return lexicon.ILL.search(lexicon.NEGATED.sub(" ", lexicon.WAS_ILL.sub(" ", clause.plain))) is not None


def tells_failure(sentence: str) -> bool:
    """Whether a sentence tells of any failure."""
    return any(is_ill(clause) for clause in clauses(sentence))
