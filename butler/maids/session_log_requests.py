"""What became of each request: ``done`` with evidence that a reader can open, ``superseded`` by words or a new wording,
``answered`` where the turn ended with the agent's words, else ``open``."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice

from butler.capabilities.session_log.facts import AgentWords, CommitFact, Plan, Request
from butler.maids.late_patterns import late
from butler.maids.session_log_words import tokens_of
from butler.records import dataclass

_REVOKE = late(
    r"\b(?:never ?mind|forget (?:about |that|it|the)|scratch that|revert (?:that|this|it|your)\b|undo (?:that|this|it|your)\b|cancel (?:that|this|it)\b|"
    r"no longer|not (?:any ?more|needed)|don'?t (?:do|need|use|want|add|make|implement|bother)\b[^.\n]{0,60}(?:any ?more|after all|instead|now)|on second thought|"
    r"changed my mind|drop (?:that|this|the idea)|let'?s not)\b"
    r"|やっぱり|取り消し|取りやめ|中止|撤回|なしで|不要になり|やめて|やめましょう|元に戻し|ではなくて?、",
    re.I,
)
_REVOKES = (
    "mind", "forget", "scratch that", "revert", "undo", "cancel", "no longer", "any more", "anymore", "not needed", "n't",
    "dont", "on second thought", "drop ", "lets not", "let's not",
)  # fmt: skip
_APPROVED = late(
    r"^\W*(?:(?:ok(?:ay)?|yes|great|good|thanks|nice)\b[,.! ]*)?(?:(?:it|that|this|now it|all)(?:'s| is| now)?(?: all)?(?: seems? to| looks like it)?\s+(?:works?|working|fixed)\b"
    r"|(?:seems|appears) to (?:work|be (?:working|fixed))\b|works(?: now| great| perfectly| well| fine)?\b|perfect\b|looks? (?:good|great)\b|lgtm\b|great,? (?:that|it) work\w*|fixed now\b|"
    r"that fixed it\b|confirmed\b|動きました|動いた|動作しました|直りました|直った|解決しました|できました|問題ありません|問題なし|うまくいきました|うまくいった|接続できました|成功しました"
    r"|可以了|好了|没问题了?|搞定了?|成功了|设置好了|已经?解决|được rồi|ổn rồi|chạy rồi|funciona\b|ça marche|funktioniert\b|заработало|работает)",
    re.I,
)
_STILL = late(r"\b(?:but|still|not|doesn'?t|isn'?t|except|however)\b|n't\b|まだ|でも|が、|ない|ません|但|还是|不", re.I)
_GO_AHEAD = late(
    r"(?:(?:yes|yep|yeah|ok(?:ay)?|sure|good|great|thanks?|thank you|please|go|go on|go ahead|do it|do that|do so|continue|proceed|carry on|keep going|sounds good|"
    r"all right|alright|right|correct|exactly|agreed?|approved?|はい|ええ|うん|了解(?:です|しました)?|お願い(?:します|いたします)?|続けて|進めて|それで|やって|いいですね?|良いです|"
    r"ください|下さい|大丈夫です|ok|好的?|可以|继续|是的?|对的?|行|没问题|được|ok em|tiếp tục|đồng ý|sí|vale|oui|ja|weiter|да|давай|продолжай)[\s,.!、。！，…]*){1,5}",
    re.I,
)
_SAYS_COMMITTED = late(r"\bcommit(?:ted|s)?\b|コミット|已?提交", re.I)
_ASKS_ABOUT = late(r"\W*(?:how|what|why|did|does|is|are|was|were|when|where|who|which|have|has)\b[^.\n]*\?\s*$", re.I)
_UNFINISHED = late(
    r"\b(?:not|isn'?t) (?:yet )?(?:finished|done|complete|implemented|fixed)\b|\bunfinished\b|\bstill (?:fails?|failing|missing|broken|to do)\b|\bblocked\b"
    r"|未完了|未実施|まだ(?:です|完了|終わって|失敗)|失敗して(?:います|いる)|できていません",
    re.I,
)
_NOT_COMMITTED = late(
    r"\b(?:not|nothing|un|isn'?t|haven'?t|without)[ -]?(?:\w+ ){0,3}committed|未コミット|コミット(?:は|を|して)?(?:して)?い?ません|未提交",
    re.I,
)
_ASKS_COMMIT = late(r"\bcommit\b|コミット", re.I)
_ASKS_PUSH = late(r"\bpush\b|プッシュ", re.I)
_ASKS_MERGE = late(r"\bmerge\b|マージ", re.I)
_ASKS_PR = late(r"\b(?:pr|pull request)\b|プルリク", re.I)


_FEW = 3
"""Commits up to which two shared words tell which one a request is about."""
_WITHIN = ("queued", "answer", "rejection", "goal")
_REPLIES = ("prompt", "answer")
_STEERED = 3
_NEVER = 1 << 60
"""After every line."""
_CORRECTS = late(
    r"\W*(?:不(?:用|要|需要|对|是|行)|这个(?:暂时)?不|暂时不|好的?[，,。]|可以|是的|对[，,。]|không[,.]|vâng|да[,.]|нет[,.]|sí[,.]|oui[,.]|non[,.]|nein[,.]|ja[,.]|違います|そうではなく|そうじゃなく)",
    re.I,
)


def corrects(text: str) -> bool:
    """Whether a reply begins with a yes or no in words that short answers of English and Japanese do not cover."""
    return bool(_CORRECTS.match(text))


@dataclass(frozen=True, slots=True)
class Evidence:
    """What shows that something is done, and where turns ended.

    ``commits``; lines of ``pushes``, ``links`` and, sorted, ``edits``; the ``plan``; the agent's words that ended a turn
    (``ends``); lines where a turn was ``aborted``; ``closed``: the last line when no turn is open there, else 0.
    """

    commits: tuple[CommitFact, ...] = ()
    pushes: tuple[int, ...] = ()
    links: tuple[int, ...] = ()
    plan: Plan | None = None
    ends: tuple[AgentWords, ...] = ()
    edits: tuple[int, ...] = ()
    aborted: tuple[int, ...] = ()
    closed: int = 0


def judged(requests: Sequence[Request], evidence: Evidence) -> tuple[Request, ...]:
    """``requests`` with their states; a bare go-ahead in any wording is ``trivial``."""
    result = [_plain(one) for one in sorted(requests, key=lambda one: one.line)]
    for at, one in enumerate(result):
        later = result[at + 1 :]
        state = _superseded(one, later, evidence)
        if state is None:
            end = _turn_end(one, later, evidence)
            state = _done(one, later, evidence, end) or _answered(one, later, evidence, end)
        result[at] = state or one
    return tuple(result)


def _plain(one: Request) -> Request:
    """A short approval is no request of its own."""
    bare = one.kind in ("prompt", "queued") and len(one.text) < 60 and _GO_AHEAD.fullmatch(one.text.strip())
    return replace(one, trivial=True) if bare else one


def _superseded(one: Request, later: Sequence[Request], evidence: Evidence) -> Request | None:
    """The state when a later request revokes this one in words and names it, or says it anew after it was broken off."""
    mine = tokens_of(one.text)
    again = next((other for other in later[:1] if other.kind in ("prompt", "queued")), None)
    broken = again is not None and (one.kind == "queued" or _broken_off(one, again, evidence))
    if again is not None and broken and _says_again(one, again, mine):
        return replace(one, state="superseded", evidence_line=again.line)
    for at, other in enumerate(later[:40]):
        near = _revoking(other.text)
        if not near or other.kind == "slash":
            continue
        shared = mine & tokens_of(near)
        if len(shared) >= 2 or (at == 0 and len(other.text) < 80 and len(one.text) < 400):
            return replace(one, state="superseded", evidence_line=other.line)
    return None


def _broken_off(one: Request, again: Request, evidence: Evidence) -> bool:
    return any(one.line <= line <= again.line for line in evidence.aborted)


def _says_again(one: Request, again: Request, mine: frozenset[str]) -> bool:
    """Whether ``again`` begins as ``one`` does, or holds most of its words."""
    first, second = ("".join(text.split()).rstrip(",.、。，") for text in (one.text, again.text))
    if min(len(first), 12) and second.startswith(first[: max(12, len(first) * 2 // 3)]):
        return True
    return len(mine) >= 3 and len(mine & tokens_of(again.text)) * 3 >= 2 * len(mine)


def _turn_end(one: Request, later: Sequence[Request], evidence: Evidence) -> tuple[AgentWords | None, int]:
    """The words that ended the turn of this request, and the line of the next request of its own.

    A request that was followed by others before the turn ended (steering) ended with their turn.
    """
    starts = [other.line for other in islice((o for o in later if not o.trivial and o.kind not in _WITHIN), _STEERED)]
    for following in [*starts, _NEVER][:_STEERED]:
        words = next((words for words in reversed(evidence.ends) if one.line < words.line < following), None)
        if words is not None or any(one.line <= line <= following for line in evidence.aborted):
            return words, following
    return None, starts[0] if starts else _NEVER


def _answered(
    one: Request, later: Sequence[Request], evidence: Evidence, end: tuple[AgentWords | None, int]
) -> Request | None:
    """The state when its turn ended with words, or the person replied to them; whether they are true is another question."""
    words, following = end
    if (
        words is None
        or one.kind == "shell"
        or (one.kind == "rejection" and not _reply_to_refusal(one, words, following))
    ):
        return None
    if following == _NEVER and not any(other.line > words.line and other.kind in _REPLIES for other in later):
        text = " ".join(sentence for _, _, sentence in words.sentences)
        if not evidence.closed or _UNFINISHED.search(text) or text.rstrip().endswith(("?", "？")):
            return None
    return replace(one, state="answered", evidence_line=words.line)


def _reply_to_refusal(one: Request, words: AgentWords, following: int) -> bool:
    """Whether the words that ended the turn speak to what was said while refusing a call: nobody else spoke between, and they share its words."""
    if words.line > following:
        return False
    text = " ".join(sentence for _, _, sentence in words.sentences)
    return bool(tokens_of(one.text) & tokens_of(text)) or one.text.rstrip().endswith(("?", "？"))


@lru_cache(maxsize=1024)
def _revoking(text: str) -> str:
    """The words around what revokes something in a request; empty where nothing does."""
    if text.isascii():
        low = text.lower()
        if not any(map(low.__contains__, _REVOKES)):
            return ""
    found = _REVOKE.search(text)
    return text[max(0, found.start() - 200) : found.end() + 200] if found else ""


def _done(
    one: Request, later: Sequence[Request], evidence: Evidence, end: tuple[AgentWords | None, int]
) -> Request | None:
    """The state when a reader can open what shows that it is done."""
    if one.trivial:
        return None
    following = next((other for other in later if other.kind in ("prompt", "queued")), None)
    if following is not None and _APPROVED.search(following.text) and not _STILL.search(following.text[:120]):
        return replace(one, state="done", evidence="person", evidence_line=following.line)
    return (
        _by_git(one, following.line if following is not None else _NEVER, evidence)
        or _by_name(one, evidence)
        or _by_turn(one, evidence, end)
        or (None if one.size > 1200 else _by_plan(one, tokens_of(one.text), evidence.plan))
    )


def _by_name(one: Request, evidence: Evidence) -> Request | None:
    """A later commit whose subject, or body, names what was asked."""
    if one.size > 1200:
        return None
    mine = tokens_of(one.text)
    later = [commit for commit in evidence.commits if commit.line > one.line]
    needed = _needed(evidence)
    best: tuple[int, CommitFact] | None = None
    for commit in later:
        words = tokens_of(commit.subject)
        shared = len(mine & words)
        if shared >= needed and shared * 2 >= min(len(words), len(mine)) and (best is None or shared > best[0]):
            best = shared, commit
    return _committed(one, best[1]) if best is not None else None


def _by_turn(one: Request, evidence: Evidence, end: tuple[AgentWords | None, int]) -> Request | None:
    """Files edited for it were committed before the next request, and the words that ended the turn say so and speak of it."""
    words, following = end
    if words is None or _ASKS_ABOUT.match(one.text) or not _between(evidence.edits, one.line, following):
        return None
    made = [commit for commit in evidence.commits if one.line < commit.line < following]
    if not made or _between(evidence.edits, made[-1].line, words.line):
        return None
    mine = tokens_of(one.text)
    text = " ".join(sentence for _, _, sentence in words.sentences)
    if len(mine & tokens_of(f"{text} {made[-1].subject} {made[-1].body}")) < min(2, len(mine)):
        return None
    named = [commit for commit in made if commit.hash and commit.hash[:7] in text]
    if named or (_SAYS_COMMITTED.search(text) and not _NOT_COMMITTED.search(text)):
        commit = _about(mine, named or made, _needed(evidence))
        return _committed(one, commit) if commit is not None else None
    return None


def _needed(evidence: Evidence) -> int:
    """How many shared words tell which commit a request is about: more where there are many commits."""
    return 2 if len(evidence.commits) <= _FEW else 3


def _about(mine: frozenset[str], made: Sequence[CommitFact], needed: int) -> CommitFact | None:
    """The commit that a request is about: the only one, else the one that names most of it; None where none stands out."""
    if len(made) == 1:
        return made[0]
    weights = [len(mine & tokens_of(f"{commit.subject} {commit.body}")) for commit in made]
    best = max(weights)
    return made[weights.index(best)] if best >= needed and weights.count(best) == 1 else None


def _between(lines: Sequence[int], first: int, last: int) -> bool:
    """Whether one of the sorted ``lines`` lies between two others."""
    at = bisect_right(lines, first)
    return at < len(lines) and lines[at] < last


def _committed(one: Request, commit: CommitFact) -> Request:
    return replace(one, state="done", evidence=f"commit {commit.hash[:9]}".strip(), evidence_line=commit.line)


def _by_git(one: Request, end: int, evidence: Evidence) -> Request | None:
    """A short request to commit, push or open a pull request, answered by git in the same turn."""
    if len(one.text) > 200:
        return None
    needs: list[tuple[str, int | None]] = []
    if _ASKS_COMMIT.search(one.text):
        needs.append(
            ("commit", next((commit.line for commit in evidence.commits if one.line < commit.line < end), None))
        )
    if _ASKS_PUSH.search(one.text):
        needs.append(("push", next((line for line in evidence.pushes if one.line < line < end), None)))
    if _ASKS_PR.search(one.text):
        needs.append(("pull request", next((line for line in evidence.links if one.line < line < end), None)))
    if (
        not needs
        or _ASKS_MERGE.search(one.text)
        or any(line is None for _, line in needs)
        or "?" in one.text
        or "？" in one.text
    ):
        return None
    name, line = needs[-1]
    return replace(one, state="done", evidence=name, evidence_line=line)


def _by_plan(one: Request, mine: frozenset[str], plan: Plan | None) -> Request | None:
    if plan is None or plan.line < one.line:
        return None
    for step in plan.steps:
        words = tokens_of(step.text)
        shared = mine & words
        if step.state == "completed" and len(shared) >= 3 and len(shared) * 3 >= 2 * len(mine):
            return replace(one, state="done", evidence="plan", evidence_line=plan.line)
    return None
