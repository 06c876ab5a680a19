"""Small words that all sections share: anchors, and the telling sentences of an agent's message."""

from __future__ import annotations

import re

from butler.capabilities.handover.models import Materials
from butler.capabilities.session_log.facts import AgentWords, Check, Decision, Facts, Request, anchor_of, own_line
from butler.maids.late_patterns import late

_PRINTED_ERROR = late(r"\b\w*(?:Error|Exception)\b:|\berror: |\bnil value\b|\bundefined\b|\bpanic:|\bfatal:|:\d+: ")

_INTENT = late(
    r"(?:確認|実行|整理|具体化|追加|修正|削除|更新|作成|反映|検証|調査|実装|共有|統一|配線|精査|把握|適用|分割|移動|変更|見|試|進め|行い|直し|読み|調べ|始め|入り|揃え|切り替え)(?:し|て)?(?:ます|いきます)。?$"
    r"|^(?:next )?i[’'](?:ll|m (?:now |also )?(?:check|look|read|open|inspect|trac|writ|start|us|go))\w*\b|^using `",
    re.I,
)
_PROCESS = late(
    r"^\W*(?:done|next|continue|yes|ok|skip|proceed|more|go|wait|later|start|stop|run (?:it )?(?:now|in|later)|(?:in )?background|はい|次|続け|待|あとで|バックグラウンド|继续|等待|后台|稍后)",
    re.I,
)


def anchor(line: int) -> str:
    """``[L123]``: line 123 of the log named in METADATA; ``[S2:L45]``: of the earlier part S2 named there."""
    return f"[{anchor_of(line)}]"


def flat(text: str) -> str:
    """``text`` with its whitespace collapsed."""
    return " ".join(text.split())


def best_words(words: AgentWords, limit: int, least: int = 0) -> list[str]:
    """The sentences worth most, within ``limit`` characters, in their order; gaps are marked."""
    kept: dict[int, str] = {}
    room = limit
    lead = _lead(words)
    valued = [
        (position, told(words, worth, text) + lead.get(position, 0), text) for position, worth, text in words.sentences
    ]
    for position, worth, text in sorted(valued, key=lambda one: (-one[1], one[0])):
        if worth < least or (len(text) > room and kept):
            continue
        kept[position] = text
        room -= len(text) + 1
    parts: list[str] = []
    before = -1
    for position in sorted(kept):
        parts.append(f"… {kept[position]}" if parts and position != before + 1 else kept[position])
        before = position
    return parts


def _lead(words: AgentWords) -> dict[int, int]:
    """What a sentence gains by its place at the end of a turn: the first ones say it, printed errors prove it."""
    if not words.final:
        return {}
    gains: dict[int, int] = {}
    opens = True
    for at, (position, _, text) in enumerate(words.sentences):
        leads_on = text.endswith((":", "："))
        if opens and not leads_on:
            gains[position] = 3 if at else 5
        opens = leads_on
        if text.startswith("`") and _PRINTED_ERROR.search(text):
            gains[position] = gains.get(position, 0) + 8
    return gains


def last_line(materials: Materials) -> int:
    """The last line of the log that was read."""
    told = own_line(materials.facts.last_line) if materials.facts is not None else 0
    return max(told, materials.log.receipt.lines if materials.log.receipt is not None else 0)


def last_request(facts: Facts) -> Request | None:
    """The last request that is more than a go-ahead or a picked option."""
    return next((one for one in reversed(facts.requests) if not one.trivial and one.kind != "answer"), None)


def last_words(facts: Facts) -> AgentWords | None:
    """What the agent itself said last."""
    return next((one for one in reversed(facts.words) if not one.by), None)


def ends_in_words(facts: Facts) -> bool:
    """Whether nothing but the agent's words stands at the end of a log that records no ends of turns.

    Many logs of Claude Code hold none: whether the agent worked on or waited for an answer, such a log does not tell.
    """
    last, asked = last_words(facts), last_request(facts)
    return (
        facts.turn_open
        and not facts.turns_told
        and facts.session.agent != "codex"
        and last is not None
        and last.line > max(facts.last_action_line, asked.line if asked is not None else 0)
    )


def steers_turn(answer: str) -> bool:
    """Whether an answer only says how a turn goes on (wait, skip, in background)."""
    return bool(_PROCESS.match(answer))


def in_force(facts: Facts) -> list[Decision]:
    """Choices of the person that hold at the end, newest first: no question, nothing about how a turn runs.

    The words with the newest verdict on a plan overrule what was answered before it; of one question the last answer holds.
    """
    verdicts = [one for one in facts.decisions if one.kind != "answer"]
    since = verdicts[-1].line if verdicts and verdicts[-1].kind == "refused" else 0
    seen: set[str] = set()
    found: list[Decision] = []
    for one in reversed(facts.decisions):
        text = one.text.strip()
        if len(text) < 12 or text.endswith(("?", "？")) or one.line < since or " = " in text or (one.question in seen):
            continue
        if one.kind == "answer":
            seen.add(one.question)
            if steers_turn(text):
                continue
        elif one is not verdicts[-1]:
            continue
        found.append(one)
    return found


def failing_now(facts: Facts) -> list[Check]:
    """Checks that failed last and of whose kind none has passed since; of runs elsewhere the newest."""
    passed: dict[str, int] = {}
    for check in facts.checks:
        if check.outcome == "passed" or (check.kind == "ci" and not check.bad):
            passed[check.kind] = max(passed.get(check.kind, 0), check.line)
    passed["run"] = max([passed.get("run", 0), *passed.values()])
    bad = [check for check in facts.checks if check.bad and check.line > passed.get(check.kind, 0)]
    newest = {check.kind: check for check in bad}
    return [check for check in bad if check.kind != "ci" or check is newest["ci"]]


def top_worth(words: AgentWords) -> int:
    """The worth of the most telling sentence."""
    return max((told(words, worth, text) for _, worth, text in words.sentences), default=0)


def told(words: AgentWords, worth: int, text: str) -> int:
    """The worth of a sentence where it stands: between actions an intention is soon carried out."""
    return worth if words.final or not _INTENT.search(text) else max(0, worth - 5)
