"""Words of people and agents, reduced: pastes collapsed, sentences by worth, cues of a choice, a finding, a limit.

All rules are about kinds of sentences, in English and Japanese; nothing here knows a project.
"""

from __future__ import annotations

import re

_SECRET_RUN = re.compile(r"[A-Za-z0-9_\-+/=.:%@~]+")
_TAGS = re.compile(
    r"<(system-reminder|ide_opened_file|ide_selection|command-message|local-command-caveat)\b[^>]*>.*?</\1>", re.S
)
_IMAGE = re.compile(r"<image[^>]*>|\[Image[^\]]*\]|data:image/\S+")
_FENCE = re.compile(r"```[^\n]*\n(.*?)(?:```|\Z)", re.S)
_SPLIT = re.compile(r"(?<=[.!?])\s+(?=[A-Z`*\"'(\[])|(?<=[。！？])\s*|\n+")
_BULLET = re.compile(r"^\s*(?:[-*+•]|\d{1,2}[.)]|#{1,6})\s+")

MUST = re.compile(
    r"\b(?:must|never|always|don'?t|do not|should(?:n'?t)?|only|without|avoid|required?|make sure|ensure|keep|prefer|rather|"
    r"instead|not allowed|no need|leave|until|before|after|unless|at (?:least|most)|exactly|verify|use)\b"
    r"|してください|しないで|するな|禁止|必ず|べき|不要|だけ|以外|前に|後に|従って|準拠|遵守|優先|方針|して欲しい|してほしい|ではなく|使って|使用する",
    re.I,
)
_FINDING = re.compile(
    r"\b(?:root cause|because|caused? by|due to|the (?:problem|issue|bug|reason|culprit|fix|cause) (?:is|was)|turns out|confirmed|"
    r"found|discovered|actually|however|but|only|isn'?t|doesn'?t|didn'?t|wasn'?t|can(?:'t|not)|couldn'?t|won'?t|failed|fails|"
    r"fail|error|conflict|missing|stale|instead|rather than|so (?:that|the|we|it|i)|therefore|verified|ruled out|not the)\b"
    r"|原因|ため|判明|確認|失敗|エラー|できない|できません|ではなく|未|不足|問題|見つか|結果|つまり",
    re.I,
)
_CHOICE = re.compile(
    r"\b(?:decid\w+|decision|chose|chosen|choos\w+|i'?ll (?:keep|use|resolve|take|go with|treat|make|move|leave|drop|rename|reject)|"
    r"going (?:to|with)|will (?:keep|use|stay|remain|be)|keep(?:ing)?|kept|replac\w+|renam\w+|remov\w+|reject\w*|preserv\w+|"
    r"deprecat\w+|now uses?|mov(?:ed?|ing)|switch\w*|validat\w+|stays?|precedence|separate|reus\w+)\b"
    r"|方針|採用|決定|変更しました|修正しました|追加しました|削除|置き換え|統一|対応しました|推奨|選択",
    re.I,
)
_RESULT = re.compile(
    r"\b\d+\s*(?:pass(?:ed|ing)?|fail(?:ed|ures?|ing)?|tests?|errors?|warnings?|issues?|files?|commits?|s\b|ms\b|%|件)"
    r"|#\d+|\b[0-9a-f]{7,12}\b|\b(?:PR|pull request|branch|commit(?:ted)?|pushed|merged|draft|uncommitted|untracked)\b"
    r"|プルリク|ブランチ|コミット|未コミット|プッシュ|テスト|ビルド",
    re.I,
)
_NEXT = re.compile(
    r"\b(?:next(?: steps?)?|remain(?:s|ing)?|todo|to do|still (?:need|has|have)|left to|not yet|pending|waiting (?:for|on)|blocked|"
    r"you can|please (?:run|try|reload|restart)|want me to|would you like|should i|let me know|recommend\w*|suggest\w*)\b|\?$"
    r"|次に|次の|残り|未実施|未実行|未対応|必要です|してください|しますか|ますか|でしょうか|推奨|提案|再度|いただければ",
    re.I,
)
_NARRATION = re.compile(
    r"^(?:now |ok(?:ay)?,? |good[.,!]? |great[.,!]? |perfect[.,!]? |first,? |next,? |then )*"
    r"(?:let me|let's|i'?ll (?:now |first |also )?(?:check|look|read|run|search|start|find|see|explore|inspect|verify|open|examine|update|add|"
    r"create|use|write)|i'?m (?:now |also )?(?:check|read|look|runn|search|open|inspect|find|wait|rerunn|start|us)\w*|i need to|now (?:i|let)|"
    r"running|checking|reading|looking|here'?s|good question|good catch|done|sure)\b"
    r"|^(?:では|まず|続いて|次に|これから)?.{0,30}(?:確認します|見ます|実行します|調べます|読みます|進めます|始めます|開始します)",
    re.I,
)
_IDENTIFIER = re.compile(r"`[^`\n]+`|\b[A-Za-z_]+(?:\.[A-Za-z_]\w*)+\b|\b[a-z]+[A-Z]\w+|\b\w+_\w+\b|[\w./-]+/[\w.-]+")
_TRIVIAL = re.compile(
    r"(?:yes|yep|yeah|y|ok(?:ay)?|sure|continue|go(?: ahead| on)?|proceed|do it|please do|thanks?(?: you)?|thx|next|"
    r"はい|続けて(?:ください)?|お願いします|お願い|進めて(?:ください)?|了解(?:です)?|ok です|どうぞ)[\s.!。！]*",
    re.I,
)
_QUESTION = re.compile(
    r"[?？]\s*$|ますか|でしょうか|どちら|\b(?:which|choose|option|should i|want me to|would you like)\b|^\s*\d[.)]",
    re.I | re.M,
)
_INTERRUPT = re.compile(r"^\[Request interrupted by user[^\]]*\]$")


def safe_cut(text: str, limit: int) -> str:
    """``text`` cut to about ``limit`` characters, never inside a run that could be half of a secret."""
    if len(text) <= limit:
        return text
    at = limit
    low = max(0, limit - 400)
    while at > low and _SECRET_RUN.match(text[at]) and _SECRET_RUN.match(text[at - 1]):
        at -= 1
    return text[:at].rstrip() + " …" if at > low else text[:low].rsplit(None, 1)[0] + " …"


def person_text(text: str) -> str:
    """A person's message without what the client wrapped around it; pasted blocks and logs keep head and tail."""
    text = _IMAGE.sub("[image]", _TAGS.sub("", text[:60_000])).strip()
    text = _FENCE.sub(lambda found: "```\n" + _paste(found[1]) + "\n```", text)
    return _collapse_log(text)


def is_trivial(text: str) -> bool:
    """Whether the message is a bare go-ahead."""
    return len(text) < 40 and bool(_TRIVIAL.fullmatch(text.strip()))


def is_interrupt(text: str) -> bool:
    """Whether the client wrote this because the person pressed escape."""
    return bool(_INTERRUPT.match(text.strip()))


def shorten_request(text: str, limit: int) -> str:
    """At most about ``limit`` characters of a request: its head, then those lines that set limits, in order."""
    if len(text) <= limit:
        return text
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    kept: dict[int, str] = {}
    room = limit
    order = [*range(min(2, len(lines))), *_by_must(lines)]
    for index in order:
        if index in kept:
            continue
        piece = safe_cut(lines[index], min(400, max(room, 60)))
        if room - len(piece) < 0:
            continue
        kept[index] = piece
        room -= len(piece) + 1
    parts: list[str] = []
    last = -1
    for index in sorted(kept):
        if index != last + 1:
            parts.append("[…]")
        parts.append(kept[index])
        last = index
    if last != len(lines) - 1:
        parts.append("[…]")
    return "\n".join(parts)


def _by_must(lines: list[str]) -> list[int]:
    """Indexes of further lines, those that set limits first, then in order."""
    scored = [
        (-(3 * len(MUST.findall(line)) + len(_IDENTIFIER.findall(line)) + (2 if _BULLET.match(line) else 0)), index)
        for index, line in enumerate(lines)
    ]
    return [index for _, index in sorted(scored)]


def sentences(text: str) -> tuple[tuple[int, int, str], ...]:
    """The sentences of an agent's message: (position, worth 0-20, text); code blocks and tables reduced."""
    text = _FENCE.sub(lambda found: "\n" + _code(found[1]) + "\n", text[:30_000])
    result: list[tuple[int, int, str]] = []
    for piece in _SPLIT.split(text):
        line = _plain(piece)
        if len(line) < 4:
            continue
        result.append((len(result), worth(line), safe_cut(line, 420)))
        if len(result) >= 80:
            break
    return tuple(result)


def worth(line: str) -> int:
    """How much a sentence tells a reader who resumes: findings, choices, results, what is left; narration tells little."""
    value = (
        4 * bool(_FINDING.search(line))
        + 3 * bool(_CHOICE.search(line))
        + 3 * bool(_RESULT.search(line))
        + 3 * bool(_NEXT.search(line))
        + min(4, len(_IDENTIFIER.findall(line)))
    )
    if _NARRATION.match(line):
        value //= 2
        value -= 1
    if line.endswith((":", "：")):
        value -= 2
    if len(line) < 25:
        value -= 2
    return max(0, min(20, value))


def asks(text: str) -> bool:
    """Whether the agent's words ask the person something."""
    return bool(_QUESTION.search(text[-1500:]))


def question_of(text: str, reply: str) -> str:
    """The part of the agent's last words that a short reply answers: the chosen option if it names one, and the question."""
    lines = [_plain(line) for line in text.splitlines() if line.strip()]
    questions = [line for line in lines if re.search(r"[?？]|ますか|でしょうか|ください", line)]
    chosen: list[str] = []
    for mark in re.findall(r"(?<![\w.])(\d{1,2}|[A-Ea-e])(?![\w.])", reply)[:4]:
        for line in lines:
            if re.match(rf"(?:\|\s*)?(?:Option |案)?{re.escape(mark)}\s*[).:|：．、 ]", line, re.I):
                chosen.append(line)
                break
    parts = [*questions[-1:], *chosen]
    return safe_cut(" / ".join(dict.fromkeys(parts)), 500)


def tokens_of(text: str) -> frozenset[str]:
    """Distinctive words of a text for overlap: identifiers and words of four letters, Japanese by two characters."""
    words = {word.lower() for word in re.findall(r"[A-Za-z_][\w.-]{3,}|#\d+", text)}
    kana = re.findall(r"[぀-ヿ㐀-鿿]{2,}", text)
    pairs = {run[at : at + 2] for run in kana for at in range(len(run) - 1)}
    return frozenset((words | {pair for pair in pairs if not re.fullmatch(r"[ぁ-ん]{2}", pair)}) - _COMMON)


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


def _plain(piece: str) -> str:
    line = piece.strip()
    line = _BULLET.sub("", line).replace("**", "")
    if line.startswith("|") or line.startswith("│"):
        cells = [cell.strip() for cell in re.split(r"[|│]", line) if cell.strip(" -:─┼")]
        line = " | ".join(cells)
    line = re.sub(r"\[([^\]\n]+)\]\((?:/|file:)[^)\s]+\)", r"\1", line)
    return re.sub(r"\s+", " ", line).strip(" -─━┌┐└┘├┤")


def _code(block: str) -> str:
    lines = [line for line in block.splitlines() if line.strip()]
    return "\n".join(f"`{safe_cut(line.strip(), 160)}`" for line in lines[:3])


def _paste(block: str) -> str:
    lines = block.strip("\n").splitlines()
    return block.strip("\n") if len(lines) <= 8 else "\n".join([*lines[:4], f"[… {len(lines) - 7} lines]", *lines[-3:]])


_LOGLIKE = re.compile(
    r"^\s*(?:\d{1,4}[-/:]\d{2}|\[\d|at \S+\(|\S+:\d+:\d+|[+\-]\s|\s{4,}|\||│|[{}\[\]]|(?:INFO|WARN|ERROR|DEBUG)\b)"
)


def _collapse_log(text: str) -> str:
    """Runs of more than ten log-like lines keep three at each end."""
    lines = text.splitlines()
    if len(lines) < 14:
        return text
    out: list[str] = []
    run: list[str] = []
    for line in [*lines, "end"]:
        if _LOGLIKE.match(line):
            run.append(line)
            continue
        out += run if len(run) <= 10 else [*run[:4], f"[… {len(run) - 7} lines]", *run[-3:]]
        run = []
        out.append(line)
    return "\n".join(out[:-1])
