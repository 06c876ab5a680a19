"""What the agent says about results, set beside what the log shows at that line.

Only plain statements of a result count: no questions, plans, conditions, quotes. Sources of the verdict are the last run
of a check of that kind and the edits after it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from butler.capabilities.session_log.facts import Check, Claim
from butler.maids.session_log_words import lowered, plain_sentence
from butler.maids.session_log_worth import SENTENCES, pieces, plain_sentences, worth

_CLAIMS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "test",
        re.compile(
            r"\b(?:all\s+)?(?:\w+\s+){0,3}tests?\b[^.\n]{0,30}\b(?:pass(?:es|ed|ing)?|are green|is green|succeed(?:ed|s)?)\b|\btest suite (?:is green|passes)|\ball green\b"
            r"|テスト(?:は|が|も|を)?[^。\n]{0,16}(?:通り|通っ|パス|成功|合格)",
            re.I,
        ),
    ),
    ("lint", re.compile(r"\blint(?:er|ing)?\b[^.\n]{0,20}\b(?:is clean|passes|passed|clean|ok)\b|lint[^。\n]{0,10}(?:通り|成功|パス|問題な)", re.I)),
    ("types", re.compile(r"\b(?:type ?check(?:s|ing)?|tsc|mypy|pyright)\b[^.\n]{0,20}\b(?:pass(?:es|ed)?|clean|succeed\w*)\b|型チェック[^。\n]{0,10}(?:通り|成功|パス)", re.I)),
    ("build", re.compile(r"\b(?:build|compil\w+)\b[^.\n]{0,20}\b(?:succeed(?:s|ed)|succeeded|passes|passed|is green|works|clean(?:ly)?|successful(?:ly)?)\b|ビルド[^。\n]{0,10}(?:成功|通り|完了)", re.I)),
    ("push", re.compile(r"^(?:done[.:,]? )?(?:i(?:'ve| have)? )?(?:also |now )?(?:committed and )?pushed\b|\bi(?:'ve| have)? (?:also |now )?(?:committed and )?pushed\b|(?:push|プッシュ)(?:を?(?:完了)?しました|済みです)", re.I)),
    ("commit", re.compile(r"^(?:done[.:,]? )?(?:i(?:'ve| have)? )?(?:also |now )?committed\b|\bi(?:'ve| have)? (?:also |now )?committed\b|コミット(?:を?(?:完了)?しました|済みです)", re.I)),
)  # fmt: skip
_NO_CLAIM = re.compile(
    r"[?？]|\b(?:should|will|would|could|may|might|if|once|when|until|unless|after|before|make sure|ensure|verify that|so that|need(?:s)? to|expect\w*|hopefully|"
    r"let me|i'?ll|going to|to (?:see|check|confirm|verify)|whether|plan|not|never|nothing|underway|in progress|so far|waiting|still running|progressing|no longer|fails?|failed|but|except|only)\b|n't\b"
    r"|はず|予定|べき|なら|れば|たら|場合|ように|まで|前に|確認します|実行します|します$|ますか|ない|ません|失敗",
    re.I,
)


def claims_in(line: int, text: str, runs: Callable[[str], Sequence[Check]], last_edit: int, since: int) -> list[Claim]:
    """The claims of one message (its line and text) that the log does not bear out.

    ``runs`` gives the checks so far by line; those after ``since`` (the agent's words before) are what it speaks about, or
    the last one where there is none.
    """
    if not _may_claim(lowered(text)):
        return []
    found: list[Claim] = []
    for sentence in _sentences(text):
        kind = _claimed(sentence)
        if not kind:
            continue
        if not found and not (_NEAR.search(text.lower()) or _may_claim_in_japanese(text)):
            return []
        mine = runs(kind)
        claim = _judge(line, sentence, kind, [one for one in mine if one.line > since] or mine[-1:], last_edit)
        if claim is not None:
            found.append(claim)
    return found


def _sentences(text: str) -> Iterator[str]:
    """The sentences that may hold a claim; the others are not even made plain where it is sure which ones count."""
    if len(text) > _PLAIN or "```" in text or "PRIVATE KEY" in text or sum(map(text.count, _ENDS)) >= SENTENCES:
        yield from plain_sentences(text)
        return
    for row in text.split("\n"):
        if _may_claim(lowered(row.replace("**", ""))):
            for piece in pieces(row):
                sentence = plain_sentence(piece)
                if len(sentence) >= 4 and not (piece.lstrip().startswith(("|", "│")) and not worth(sentence)):
                    yield sentence


def _claimed(sentence: str) -> str:
    """The kind of check that a sentence plainly says has passed; empty for any other sentence."""
    if len(sentence) > 300 or sentence.startswith(("`", ">", '"', "「")):
        return ""
    low = lowered(sentence)
    if not _may_claim(low) or _NO_CLAIM.search(sentence):
        return ""
    return next((kind for kind, pattern in _CLAIMS if pattern.search(sentence)), "")


_PLAIN = 20_000
_ENDS = (".", "!", "?", "。", "！", "？", "\n")
_WORKED = ("pass", "green", "succe", "clean", "ok", "works")
_WORKED_JA = ("通り", "通っ", "パス", "成功", "合格", "問題な", "完了", "しました", "済みです")
_CHECKED = ("test", "lint", "type", "tsc", "mypy", "pyright", "build", "compil", "all green")
_NEAR = re.compile(
    r"all green|pushed|committed|(?:test|lint|type|tsc|mypy|pyright|build|compil)[^\n]{0,200}?(?:pass|green|succe|clean|ok|works)"
)


def _may_claim(low: str) -> bool:
    """Whether a text in lower case holds the words of a claim at all."""
    if "pushed" in low or "committed" in low or _may_claim_in_japanese(low):
        return True
    return any(word in low for word in _WORKED) and any(word in low for word in _CHECKED)


def _may_claim_in_japanese(text: str) -> bool:
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
