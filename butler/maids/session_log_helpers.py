"""What subagents say that they changed: files and commits out of their reports, by their own word.

A report names files in many ways; only lines that speak of a change, or stand under a heading that does, are looked at.
"""

from __future__ import annotations

import re

from butler.capabilities.session_log.facts import HelperWork
from butler.maids.late_patterns import late

_FILES = 14
_COMMITS = 8
_READ = 20_000
_CHANGES = late(
    r"\b(?:added|created|modified|updated|written|wrote|edited|changed|deleted|removed|renamed|moved|fixed|implemented)\b|(?:追加|作成|変更|修正|更新|削除|置き換え|移行)(?:し(?:た|ました)|済み?|[。、)]|$)",
    re.I,
)
_LISTS = late(
    r"\bfiles?\b.{0,20}\b(?:created|modified|changed|updated|added|touched)|\b(?:created|modified|changed|updated|added)\b.{0,20}\bfiles?\b|(?:変更|作成|更新|追加|修正)(?:した)?ファイル|完了した変更",
    re.I,
)
_HEADING = late(r"\s*(?:#{1,6}\s|\*\*[^*\n]{2,80}\*\*:?\s*$|[^\n]{2,80}[:：]\s*$)")
_ONLY_LOOKS = late(r"explor|review|check|verif|search|audit|analy|inspect|guide|statusline", re.I)
"""Names of subagents that change nothing; what they name is what they read."""
_ITEM = late(r"\s*(?:[-*+|]|\d+[.)])")
_PATH = late(
    r"(?<![\w/.:@+$%{}-])(?:~?/)?(?:[\w.@+-]+/)+[\w@+.-]*\.[A-Za-z]\w{0,9}(?![\w/])|`(?P<bare>[\w@+.-]+\.[A-Za-z]\w{0,9})(?::\d[\d:-]*)?`"
)
_HOST = late(r"\.(?:com|org|net|io|dev)`?$")
_HASH = late(r"(?<![\w/.-])(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,12}(?![\w/-])")
_COMMIT = late(r"commit|コミット", re.I)


def work_of(line: int, name: str, report: str) -> HelperWork | None:
    """The files and commits that a report names as made; None where it names none, or is of one who only looks."""
    if _ONLY_LOOKS.search(name):
        return None
    files: dict[str, None] = {}
    commits: dict[str, None] = {}
    lists_files = lists_commits = False
    titled = -1
    for text in report[:_READ].splitlines():
        if not text.strip():
            continue
        if (_HEADING.match(text) and not _ITEM.match(text)) or (_LISTS.search(text) and not _PATH.search(text)):
            lists_files, lists_commits = bool(_LISTS.search(text)), bool(_COMMIT.search(text))
            titled = _depth(text) if lists_files and _ITEM.match(text) else -1
        elif (not _ITEM.match(text) and not _PATH.match(text.strip())) or (
            _depth(text) <= titled and not _PATH.search(text)
        ):
            lists_files = False
        if lists_commits or _COMMIT.search(text):
            commits.update(dict.fromkeys(_HASH.findall(text)))
        if lists_files or ("|" not in text and _CHANGES.search(text)):
            files.update(
                dict.fromkeys(found["bare"] or found[0] for found in _PATH.finditer(text) if not _HOST.search(found[0]))
            )
    if not files and not commits:
        return None
    return HelperWork(line, name, tuple(files)[:_FILES], tuple(commits)[:_COMMITS])


def _depth(text: str) -> int:
    """How far a line is indented."""
    return len(text) - len(text.lstrip())
