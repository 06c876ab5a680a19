"""Words of people and agents, reduced: pastes collapsed, requests shortened, what asks and what answers.

All rules are about kinds of sentences, in English and Japanese; nothing here knows a project.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from butler.maids.late_patterns import late

_RUN = late(r"[A-Za-z0-9_\-+/=.:%@~]")
_VISIBLE = "".join(map(chr, range(ord("!"), ord("~") + 1)))
_BACK = 200
"""How far back a cut looks for where the unbroken signs before it begin."""
_TAGS = late(
    r"<(system-reminder|ide_opened_file|ide_selection|command-message|local-command-caveat)\b[^>]*>.*?</\1>", re.S
)
_IMAGE = late(r"<image[^>]*>|\[Image[^\]]*\]|data:image/\S+")
FENCE = late(r"```(?<!````)[^\n]*\n(.*?)(?:```|\Z)", re.S)
_TARGET = late(r"\[([^\[\]\n]+)\]\((?:<[^>\n]{0,500}>|(?:/|file:|[A-Za-z]:[\\/])[^\s]{0,500}?)\)(?=[\s.,;:)、。]|$)")
_BULLET = late(r"^\s*(?:[-*+•]|\d{1,2}[.)]|#{1,6})\s+")

MUST = late(
    r"\b(?:must|never|always|don'?t|do not|should(?:n'?t)?|only|without|avoid|required?|make sure|ensure|keep|prefer|rather|"
    r"instead|not allowed|no need|leave|until|before|after|unless|at (?:least|most)|exactly|verify|use)\b"
    r"|してください|しないで|するな|禁止|必ず|べき|不要|だけ|以外|前に|後に|従って|準拠|遵守|優先|方針|して欲しい|してほしい|ではなく|使って|使用する",
    re.I,
)
_NAME = r"`[^`\n]+`|\b[A-Za-z_]++(?:\.[A-Za-z_]\w*)+\b|\b[a-z]++[A-Z]\w+|\b\w[^\W_]*+_\w+"
_NAMES = late(_NAME)
_NAMES_AND_PATHS = late(_NAME + r"|[\w./-]+/[\w.-]+")
_TRIVIAL = late(
    r"(?:yes|yep|yeah|y|ok(?:ay)?|sure|continue|go(?: ahead| on)?|proceed|do it|please do|thanks?(?: you)?|thx|next|lgtm|perfect|nice|cool|great|looks good(?: to me)?|awesome|good|"
    r"はい|続けて(?:ください)?|お願いします|お願い|進めて(?:ください)?|了解(?:です)?|ok です|どうぞ)[\s.!。！]*",
    re.I,
)
_QUESTION = late(
    r"[?？]\s*$|ますか|でしょうか|どちら|\b(?:which|choose|option|should i|want me to|would you like)\b|^\s*\d[.)]",
    re.I | re.M,
)
_INTERRUPT = late(r"^\[Request interrupted by user[^\]]*\]$")


_KEY_BLOCK = late(
    r"-----BEGIN (?P<what>[A-Z0-9 ]*)PRIVATE KEY(?P<more>[A-Z ]*)-----.*?(?:-----END [^-\n]*-----|\Z)", re.S
)


_WORDS_ALONE = bytes(
    [ord(sign.lower()) if sign.isalnum() or sign == "_" else ord(" ") for sign in map(chr, range(128))]
) + bytes(range(128, 256))
_WORD = late(r"\w\w*")
_FOREIGN = late(r"[^\W\0-\x7f]")


def lowered(text: str) -> bytes:
    """``text`` with small ASCII letters, as bytes: what is searched for words much faster before any pattern is tried."""
    return text.encode("utf-8", "surrogatepass").lower()


def holds(low: bytes, words: Iterable[bytes]) -> bool:
    """Whether a lowered text holds one of the words."""
    for word in words:  # noqa: SIM110 (asked of every line: a generator costs five times as much)
        if word in low:
            return True
    return False


def words_in(text: str) -> list[bytes]:
    r"""The words (``\w+``) of a text, lowered, in order."""
    if text.isascii():
        return text.encode().translate(_WORDS_ALONE).split()
    if _FOREIGN.search(text):
        return [lowered(word) for word in _WORD.findall(text)]
    return text.encode("ascii", "replace").translate(_WORDS_ALONE).split()


def words_among(text: str, wanted: frozenset[bytes]) -> frozenset[bytes]:
    """Those of the ``wanted`` words (ASCII, lowered) that stand in a text."""
    if text.isascii():
        return wanted.intersection(words_in(text))
    apart = wanted.intersection(text.encode("ascii", "replace").translate(_WORDS_ALONE).split())
    if not apart or apart == wanted.intersection(text.encode("utf-8", "surrogatepass").translate(_WORDS_ALONE).split()):
        return apart
    return wanted.intersection(words_in(text))


def word_set(*words: str) -> frozenset[bytes]:
    """Words to look for among those of ``words_in``: each text holds several, with spaces between."""
    return frozenset(word.encode() for text in words for word in text.split())


_LIMITS = word_set(
    "must never always dont should shouldnt only without avoid require required ensure keep prefer rather instead leave until",
    "before after unless exactly verify use",
)
"""The English words of ``MUST``; those of several words follow."""
_FOREIGN_LIMITS = (
    "して", "しないで", "するな", "禁止", "必ず", "べき", "不要", "だけ", "以外", "前に", "後に", "従って", "準拠", "遵守", "優先", "方針",
    "ではなく", "使って", "使用する", "ſ", "ı", "İ", "\u212a",
)  # fmt: skip
"""One of these stands in what ``MUST`` finds of other languages, or is a letter that it takes for an English one."""
_PHRASES = (b"do not", b"don't", b"no need", b"not allowed", b"at least", b"at most", b"make sure", b"shouldn't")


def without_keys(text: str) -> str:
    """``text`` without private keys: they span lines, and lines are kept one by one, so nobody could find them later."""
    return _KEY_BLOCK.sub("[REDACTED:private_key:1]", text) if "PRIVATE KEY" in text else text


def safe_cut(text: str, limit: int) -> str:
    """``text`` cut to about ``limit`` characters, never inside unbroken printable ASCII that could be half of a secret.

    Such signs are left out from where they begin, at most ``_BACK`` before the cut. Of more of them the last run of letters,
    digits and signs of addresses and base64 is left out as a whole, however long.
    """
    if len(text) <= limit:
        return text
    at = limit
    if "!" <= text[at] <= "~":
        first = max(0, at - _BACK)
        at = first + len(text[first:at].rstrip(_VISIBLE))
        if at and at == limit - _BACK and "!" <= text[at - 1] <= "~":
            at = _run_begin(text, limit)
    return f"{text[:at].rstrip()} …".lstrip()


def _run_begin(text: str, at: int) -> int:
    """Where the run begins that goes on at ``at``."""
    while at > 0 and _RUN.match(text[at]) and _RUN.match(text[at - 1]):
        at -= 1
    return at


def person_text(text: str) -> str:
    """A person's message without what the client wrapped around it; pasted blocks and logs keep head and tail."""
    text = without_keys(text[:60_000])
    if "\r" in text:
        text = text.replace("\r\n", "\n")
    if "<" in text:
        text = _TAGS.sub("", text)
    if "mage" in text:
        text = _IMAGE.sub("[image]", text)
    text = text.strip()
    if "exiting plan mode" in text:
        text = _AFTER_PLAN.split(text)[0].rstrip()
    if "```" in text:
        text = FENCE.sub(lambda found: "```\n" + _paste(found[1]) + "\n```", _template(text))
    return _collapse_log(text)


@lru_cache(maxsize=256)
def must_count(text: str) -> int:
    """How many words of a text set limits."""
    return limits_in(text)


def limits_in(text: str) -> int:
    """The same, from single words where those decide it."""
    low = lowered(text)
    if not holds(low, _PHRASES):
        if text.isascii():
            return _limiting(low)
        apart = _limiting(text.encode("ascii", "replace"))
        if apart == _limiting(low) and not any(map(text.__contains__, _FOREIGN_LIMITS)):
            return apart
    return len(MUST.findall(text))


def _limiting(text: bytes) -> int:
    """How many of the single words stand in a text; what is not ASCII may be part of a word."""
    words = text.translate(_WORDS_ALONE).split()
    return 0 if _LIMITS.isdisjoint(words) else sum(map(_LIMITS.__contains__, words))


def is_trivial(text: str) -> bool:
    """Whether the message is a bare go-ahead."""
    return len(text) < 40 and bool(_TRIVIAL.fullmatch(text.strip()))


def is_interrupt(text: str) -> bool:
    """Whether the client wrote this because the person pressed escape."""
    return bool(_INTERRUPT.match(text.strip()))


def identifiers(line: str) -> int:
    """How many identifiers the first 2,000 characters name: enough for a weight, and bounded work for any line."""
    return len((_NAMES_AND_PATHS if "/" in line else _NAMES).findall(line[:2000]))


def asks(text: str) -> bool:
    """Whether the agent's words ask the person something."""
    end = text[-1500:]
    return end.rstrip().endswith(("?", "？")) or bool(_QUESTION.search(end))


def picks_option(reply: str) -> bool:
    """Whether a short reply is the name of an option, alone or first."""
    return bool(re.match(r"^\W*(?:option |案)?(?:\d{1,2}|[A-Ea-e])(?:\b|[^\w])", reply + " ", re.I)) and len(reply) < 60


def consents(reply: str) -> bool:
    """Whether a short reply says yes or no to what was asked, and asks nothing itself."""
    return bool(_CONSENT.match(reply.strip())) and not reply.rstrip().endswith(("?", "？"))


def is_bare_consent(reply: str) -> bool:
    """Whether a reply says yes and nothing that tells what to: its question alone gives it a meaning."""
    return len(reply.strip()) <= _BARE and consents(reply)


_BARE = 24
_CONSENT = late(
    r"(?:yes|yep|yeah|yup|sure|ok(?:ay)?|no|nope|nah|go ahead|do it|please do|correct|agreed?|approved?)\b|はい|いいえ|お願い|それで|了解|実施して|進めて|いや|承認",
    re.I,
)


@lru_cache(maxsize=512)
def tokens_of(text: str) -> frozenset[str]:
    """Distinctive words of a text for overlap: identifiers and words of four letters, Japanese by two characters."""
    words = {word.lower() for word in _TOKEN.findall(text)}
    if not text.isascii():
        for run in _KANA.findall(text):
            words.update(pair for at in range(len(run) - 1) if not _PARTICLES.fullmatch(pair := run[at : at + 2]))
    return frozenset(words - _COMMON)


_TOKEN = late(r"[A-Za-z_][\w.-]{3,}|#\d+")
_KANA = late(r"[぀-ヿ㐀-鿿]{2,}")
_PARTICLES = late(r"[ぁ-ん]{2}")


_COMMON = frozenset(
    [
        "that",
        "this",
        "with",
        "from",
        "have",
        "will",
        "would",
        "could",
        "should",
        "please",
        "make",
        "sure",
        "also",
        "then",
        "there",
        "here",
        "when",
        "what",
        "which",
        "where",
        "into",
        "them",
        "they",
        "your",
        "more",
        "some",
        "just",
        "like",
        "need",
        "want",
        "only",
        "about",
        "after",
        "before",
        "does",
        "done",
        "dont",
        "using",
        "used",
        "tests",
        "test",
        "file",
        "files",
        "code",
        "change",
        "changes",
        "update",
        "updated",
        "added",
        "fixed",
        "check",
        "commit",
        "push",
        "pull",
        "branch",
        "main",
    ]
)


def plain_sentence(piece: str) -> str:
    """A sentence without bullet, emphasis, table bars and link targets; whitespace collapsed."""
    line = piece.strip()
    if not line[:1].isalpha():
        line = _BULLET.sub("", line)
    line = line.replace("**", "")
    if line.startswith(("|", "│")):
        cells = [cell.strip() for cell in re.split(r"[|│]", line) if cell.strip(" -:─┼")]
        line = " | ".join(cells)
    if "](" in line:
        line = _TARGET.sub(r"\1", line)
    return " ".join(line.split()).strip(" -─━┌┐└┘├┤")


def _paste(block: str) -> str:
    lines = block.strip("\n").splitlines()
    return block.strip("\n") if len(lines) <= 8 else "\n".join([*lines[:4], f"[… +{len(lines) - 7}]", *lines[-3:]])


_SHAPE = late(r"[\da-f](?:(?<=\d)\d*|(?<=[a-f])[0-9a-f]{7,})")
_BOX = late(r"(?:(?<![ \t])[ \t]+)?[│┃║▌][ \t]*")


def _collapse_log(text: str) -> str:
    """Pasted logs: of lines that differ only in numbers the first one is kept; box-drawing of terminals goes."""
    if not text.isascii() and any(mark in text for mark in "│┃║▌"):
        text = _BOX.sub(" ", text)
    lines = text.splitlines()
    if len(lines) < 14:
        return text
    seen: set[str] = set()
    out: list[str] = []
    dropped = 0
    for line, shaped in zip(lines, _SHAPE.sub("0", text).splitlines(), strict=True):
        shape = shaped.strip()
        if shape in seen:
            dropped += bool(shape)
        elif shape:
            seen.add(shape)
            out.append(line)
    return "\n".join(out) if not dropped else "\n".join([*out, f"[… +{dropped}]"])


_AFTER_PLAN = late(r"\n[^\S\n]*If you need specific details from before exiting plan mode\b")
_USER_INPUT = late(
    r"(?:^|\n)#{1,4} *(?:User Input|User Request|Arguments?)[^\S\n]*\n\s*```\w*\n(?P<args>.*?)\n?```[ \t]*\n",
    re.S | re.I,
)
_TYPED_AFTER = late(
    r"typed after [`'\"]*(?P<name>/[\w.:-]+)|^(?:Goal|Purpose|Description): (?P<goal>[^\n]{10,160})", re.M
)


def _template(text: str) -> str:
    """A prompt template that a client expanded: what the person typed into it, and what the template is."""
    found = _USER_INPUT.search(text) if len(text) > 1500 else None
    if found is None:
        return text
    about = _TYPED_AFTER.search(text)
    name = (about["name"] or about["goal"]) if about else ""
    return f"{found['args'].strip()}\n[template {name or len(text)}]".strip()
