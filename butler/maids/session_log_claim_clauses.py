"""The clauses of a sentence, with quotations and code blanked out; whether one only names checks or tells somebody to do something."""

from __future__ import annotations

import re
from dataclasses import dataclass

from butler.maids import session_log_claim_lexicon as lexicon
from butler.maids.late_patterns import late

FILL = "\u2027"
"""What stands for a character of a quotation: it matches no word."""
_QUOTED = late(r"\"[^\"\n]{2,300}\"|“[^”\n]{2,300}”|「[^」\n]{1,300}」|『[^』\n]{1,300}』|«[^»\n]{2,300}»|~~[^~\n]+~~")
CODE = late(r"`+([^`\n]{1,300})`+")
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
_DIGIT = late(r"\d")
ALSO_WORDS = {"make": "build", "black": "format"}
"""Programs that are words as well: they count where they are written as code, or beside a verb of success."""


@dataclass(slots=True)
class Clause:
    """A clause as it is looked at (quotations blanked out) and as it stands in its sentence; ``follows``: begun by "so", "since"."""

    plain: str
    code: str
    text: str
    follows: bool = False


def clauses(sentence: str) -> list[Clause]:
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
    return made


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


def only_names(text: str) -> bool:
    """Whether a clause says nothing but which checks it is about."""
    if not lexicon.SUBJECT.search(text) or lexicon.WELL.search(text) or lexicon.NEGATED.search(text):
        return False
    return len(SMALL.sub("", lexicon.SUBJECT.sub("", text))) <= 2


def orders(text: str) -> bool:
    """Whether a clause tells somebody to do something; the name of a program is no verb."""
    if lexicon.BIDDEN_JA.search(text):
        return True
    program = lexicon.SUBJECT.match(text)
    if program and program["program"]:
        return text[:5].lower() == "make " and bool(_BIDDEN.match(text, program.end()))
    return bool(lexicon.IMPERATIVE.match(text)) and not _DEED_NOUN.match(text)
