"""What the agent says about results, set beside what the log shows at that line.

Only plain statements of a result count: no questions, plans, conditions, quotes. Sources of the verdict are the last run
of a check of that kind and the edits after it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from butler.capabilities.session_log.facts import Check, Claim
from butler.maids.session_log_words import holds, lowered, plain_sentence
from butler.maids.session_log_worth import SENTENCES, has_japanese, pieces, plain_sentences, without_code, worth


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of claim: the words of which it needs one each (in lower case), and what says it."""

    name: str
    about: tuple[bytes, ...]
    worked: tuple[bytes, ...]
    pattern: re.Pattern[str]


def _words(*words: str) -> tuple[bytes, ...]:
    return tuple(word.encode() for word in words)


_CLAIMS = (
    _Kind(
        "test",
        _words("test", "all green", "テスト"),
        _words("pass", "green", "succe", "通り", "通っ", "パス", "成功", "合格"),
        re.compile(
            r"\b(?:all\s+)?(?:\w+\s+){0,3}tests?\b[^.\n]{0,30}\b(?:pass(?:es|ed|ing)?|are green|is green|succeed(?:ed|s)?)\b|\btest suite (?:is green|passes)|\ball green\b"
            r"|テスト(?:は|が|も|を)?[^。\n]{0,16}(?:通り|通っ|パス|成功|合格)",
            re.I,
        ),
    ),
    _Kind(
        "lint",
        _words("lint"),
        _words("pass", "clean", "ok", "通り", "成功", "パス", "問題な"),
        re.compile(
            r"\blint(?:er|ing)?\b[^.\n]{0,20}\b(?:is clean|passes|passed|clean|ok)\b|lint[^。\n]{0,10}(?:通り|成功|パス|問題な)",
            re.I,
        ),
    ),
    _Kind(
        "types",
        _words("type", "tsc", "mypy", "pyright", "型チェック"),
        _words("pass", "clean", "succe", "通り", "成功", "パス"),
        re.compile(
            r"\b(?:type ?check(?:s|ing)?|tsc|mypy|pyright)\b[^.\n]{0,20}\b(?:pass(?:es|ed)?|clean|succeed\w*)\b|型チェック[^。\n]{0,10}(?:通り|成功|パス)",
            re.I,
        ),
    ),
    _Kind(
        "build",
        _words("build", "compil", "ビルド"),
        _words("succe", "pass", "green", "works", "clean", "成功", "通り", "完了"),
        re.compile(
            r"\b(?:build|compil\w+)\b[^.\n]{0,20}\b(?:succeed(?:s|ed)|succeeded|passes|passed|is green|works|clean(?:ly)?|successful(?:ly)?)\b|ビルド[^。\n]{0,10}(?:成功|通り|完了)",
            re.I,
        ),
    ),
    _Kind(
        "push",
        _words("push", "プッシュ"),
        _words("pushed", "しました", "済みです"),
        re.compile(
            r"^(?:done[.:,]? )?(?:i(?:'ve| have)? )?(?:also |now )?(?:committed and )?pushed\b|\bi(?:'ve| have)? (?:also |now )?(?:committed and )?pushed\b|(?:push|プッシュ)(?:を?(?:完了)?しました|済みです)",
            re.I,
        ),
    ),
    _Kind(
        "commit",
        _words("commit", "コミット"),
        _words("committed", "しました", "済みです"),
        re.compile(
            r"^(?:done[.:,]? )?(?:i(?:'ve| have)? )?(?:also |now )?committed\b|\bi(?:'ve| have)? (?:also |now )?committed\b|コミット(?:を?(?:完了)?しました|済みです)",
            re.I,
        ),
    ),
)
_NO_CLAIM = re.compile(
    r"[?？]|\b(?:should|will|would|could|may|might|if|once|when|until|unless|after|before|make sure|ensure|verify that|so that|need(?:s)? to|expect\w*|hopefully|"
    r"let me|i'?ll|going to|to (?:see|check|confirm|verify)|whether|plan|not|never|nothing|underway|in progress|so far|waiting|still running|progressing|no longer|fails?|failed|but|except|only)\b|n't\b"
    r"|はず|予定|べき|なら|れば|たら|場合|ように|まで|前に|確認します|実行します|します$|ますか|ない|ません|失敗",
    re.I,
)


def claims_in(
    line: int, text: str, runs: Callable[[str, int], Sequence[Check]], last_edit: int, since: int
) -> list[Claim]:
    """The claims of one message (its line and text) that the log does not bear out.

    ``runs`` gives the checks of a kind after a line, or the last one where there is none. ``since`` is the line of the
    agent's words before: a message speaks about what ran after them.
    """
    low = _low(text)
    worked = _worked_in(low, japanese=has_japanese(text))
    if not worked or not _rows(low, worked):
        return []
    found: list[Claim] = []
    for row, sentence in _sentences(text, low, worked):
        kind = _claimed(sentence)
        if not kind:
            continue
        if not found and not _is_near(row) and not _is_near(text):
            return []
        claim = _judge(line, sentence, kind, runs(kind, since), last_edit)
        if claim is not None:
            found.append(claim)
    return found


def _low(text: str) -> bytes:
    return lowered(text.replace("**", "") if "**" in text else text)


def _worked_in(low: bytes, *, japanese: bool) -> list[bytes]:
    """The words of a text that say that something worked."""
    return [word for word in (_ABOUT if japanese else _LATIN) if word in low]


def _rows(low: bytes, worked: Sequence[bytes]) -> set[int]:
    """Where the lines begin that hold one of these words behind what it can be said about."""
    rows: set[int] = set()
    for word in worked:
        at = low.find(word)
        while at >= 0:
            start, after = low.rfind(b"\n", 0, at) + 1, at + len(word)
            if holds(low[start:after], _ABOUT[word]):
                rows.add(start)
                after = low.find(b"\n", at)
            at = low.find(word, after) if after >= 0 else -1
    return rows


def _sentences(text: str, low: bytes, worked: Sequence[bytes]) -> Iterator[tuple[str, str]]:
    """The sentences that may hold a claim, with what is known to hold each.

    The others are not even made plain where it is sure that these count.
    """
    plain = without_code(text)
    if plain != text:
        low = _low(plain)
    rows = [low.count(b"\n", 0, start) for start in sorted(_rows(low, worked))]
    if not rows:
        return
    lines = plain.split("\n")
    before = "\n".join(lines[: rows[-1] + 1])
    if sum(map(before.count, _ENDS)) >= SENTENCES:
        yield from ((text, sentence) for sentence in plain_sentences(text))
        return
    for row in rows:
        for piece in pieces(lines[row]):
            if not _rows(_low(piece), worked):
                continue
            sentence = plain_sentence(piece)
            if len(sentence) >= 4 and not (piece.lstrip().startswith(("|", "│")) and not worth(sentence)):
                yield lines[row], sentence


def _claimed(sentence: str) -> str:
    """The kind of check that a sentence plainly says has passed; empty for any other sentence."""
    if len(sentence) > 300 or sentence.startswith(("`", ">", '"', "「")):
        return ""
    low = lowered(sentence)
    for kind in _CLAIMS:
        if holds(low, kind.about) and holds(low, kind.worked) and kind.pattern.search(sentence):
            return "" if _NO_CLAIM.search(sentence) else kind.name
    return ""


_ENDS = (".", "!", "?", "。", "！", "？", "\n")
_ABOUT = {
    word: tuple(dict.fromkeys(about for kind in _CLAIMS if word in kind.worked for about in kind.about))
    for word in dict.fromkeys(word for kind in _CLAIMS for word in kind.worked)
}
_LATIN = tuple(word for word in _ABOUT if word.isascii())
_WORKED_JA = ("通り", "通っ", "パス", "成功", "合格", "問題な", "完了", "しました", "済みです")
_NEAR = re.compile(
    r"all green|pushed|committed|(?:test|lint|type|tsc|mypy|pyright|build|compil)[^\n]{0,200}?(?:pass|green|succe|clean|ok|works)"
)


def _is_near(text: str) -> bool:
    """Whether a text names what worked near to that it worked."""
    if _NEAR.search(text.lower()):
        return True
    return not text.isascii() and any(word in text for word in _WORKED_JA)


def _judge(line: int, text: str, kind: str, runs: Sequence[Check], last_edit: int) -> Claim | None:
    if not runs:
        return Claim(line, text, "unproven", kind)
    passed = next((run for run in reversed(runs) if run.outcome == "passed"), None)
    if passed is not None:
        old = kind not in ("push", "commit") and passed.line < last_edit < line
        return Claim(line, text, "old", kind, passed.text, passed.line) if old else None
    last = runs[-1]
    shown = "" if last.bad else "; ".join(last.counts[-3:])
    return Claim(line, text, "contradicted" if last.bad else "unproven", kind, last.text, last.line, shown)
