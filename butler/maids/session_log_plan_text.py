"""A long plan in little room: its title and aim, what it forbids and keeps, its steps and the files that it names."""

from __future__ import annotations

import re

from butler.maids.late_patterns import late
from butler.maids.session_log_words import limits_in, safe_cut, without_keys

_LINE = 150
"""Characters of a line of a plan."""
_LABEL = 40
"""Characters of the word before a colon that says what a line is."""
_LIMIT = 260
"""The same of a line that sets a limit: half a limit misleads."""
_HEADING = late(r"#{1,6}\s|\*\*[^*]{1,80}\*\*:?$|\d{1,2}[.)]\s.{0,60}[:：]$")
_LIMITING = late(
    r"constraint|non-?goals?|out of scope|rules?\b|requirements?|guard|must|do not|assumption|acceptance|制約|禁止|前提|対象外|スコープ外|守る|ルール|要件|方針|受け入れ|ограничени|правил|约束|限制|要求",
    re.I,
)
_FORBIDS = late(
    r"\b(?:must|never|only|keep|don[’']?t|do not|without|no (?:new|other|more|changes?)|not (?:change|touch|add|remove)|unchanged|forbidden|required|at (?:least|most))\b"
    r"|必ず|禁止|しない|変更しない|のみ|だけ|維持|残す|不要|не\s|нельзя|только|без\s|обязательно|сохран|оставить|不要|不得|禁止|必须|只能|保持|không được|phải|chỉ|giữ",
    re.I,
)
_STEP = late(
    r"\s*(?:[-*+]\s*)?(?:\*\*)?(?:\d{1,2}[.)、]|(?:step|phase|task|stage|ステップ|フェーズ|手順|фаза|этап|шаг|阶段|步骤)\s*\d)",
    re.I,
)
_FILE = late(r"[`(\s][\w./@()\[\]-]*[\w\])-]\.[A-Za-z]\w{0,6}\b")
_PROVES = late(r"verif|test|check|done when|検証|テスト|確認|完了条件|验证|测试|провер|kiểm", re.I)
_LEFT = late(r"\n?\[… \+(\d{1,6})\]$")
_FENCE = late(r"\s*(?:```|~~~)")


def shorten_plan(text: str, limit: int) -> str:
    """At most about ``limit`` characters of a plan, whole lines in their order; how many lines went is said at the end."""
    text = without_keys(text).strip()
    if len(text) <= limit:
        return text
    before = _LEFT.search(text)
    lines = _lines(_LEFT.sub("", text))
    kept: dict[int, str] = {}
    room = limit - 20
    for worth, at, line in sorted((-worth, at, line) for at, (worth, line) in enumerate(lines)):
        if worth < 0 and len(line) < room:
            kept[at] = line
            room -= len(line) + 1
    shown = [kept[at] for at in sorted(kept)]
    left = len(lines) - len(kept) + (int(before[1]) if before else 0)
    return "\n".join([*shown, f"[… +{left}]"] if left else shown)


def _lines(text: str) -> list[tuple[int, str]]:
    """The lines of a plan, each with what it is worth; code is worth nothing."""
    found: list[tuple[int, str]] = []
    fenced, section, prose = False, 0, 0
    for raw in text.splitlines():
        if _FENCE.match(raw):
            fenced = not fenced
            continue
        line = raw.rstrip()
        if fenced or not line.strip(" -|=_*"):
            continue
        heading = _HEADING.match(line.strip()) is not None
        if heading:
            section = 64 if _LIMITING.search(line) else 58 if _PROVES.search(line) else 0
            worth = 90 if not found else 62 if section else 50 if line.startswith(("# ", "## ")) else 36
        else:
            prose += 1
            worth = max(section, _worth(line, first=prose == 1))
        found.append((worth, safe_cut(line, _LIMIT if worth >= 60 else _LINE)))
    return found


def _worth(line: str, *, first: bool) -> int:
    """The first sentence tells the aim; limits come next, then steps and files."""
    if first:
        return 80
    worth = 10 + 6 * min(2, limits_in(line))
    label = re.split("[:：]", line, maxsplit=1)[0]
    if _FORBIDS.search(line) or (len(label) < min(_LABEL, len(line)) and _LIMITING.search(label)):
        worth = max(worth, 60)
    if _STEP.match(line):
        worth = max(worth, 46)
    if _FILE.search(line):
        worth = max(worth + 4, 40)
    return worth
