"""Statements about where something is: on which branch a commit lies, how a branch stands to its upstream, which paths alone were
changed, what a tag holds, whether a file was moved or removed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from butler.capabilities.session_log.facts import Claim
from butler.maids.late_patterns import late
from butler.maids.session_log_claim_clauses import Clause, clauses, is_ill, not_own, not_stated
from butler.maids.session_log_claim_sentences import sentences_of
from butler.maids.session_log_deed_records import Event
from butler.maids.session_log_deeds import Deeds
from butler.maids.session_log_works import Work

_CUES = (
    "commit", "push", "date", "sync", "caught", "level with", "even with", "only", "just", "nothing but", "contain", "point", "include", "delet", "remov", "renam", "moved", "gone", "copied",
    "コミット", "プッシュ", "追いつ", "同期", "最新", "だけ", "のみ", "含", "指し", "削除", "消", "改名", "リネーム", "移", "コピー", "変更",
)  # fmt: skip
_ON_BRANCH = late(
    r"\bcommit(?:ted|s|\s+is|\s+landed)?\b[^.;,]{0,40}?\b(?:on|to|in|onto)\s+(?:the\s+)?(?:branch\s+)?(?:`(?P<code>[\w./-]+)`|(?P<bare>(?:main|master|develop|trunk)\b|[\w-]+/[\w./-]*\w))"
    r"|`(?P<ja>[\w./-]+)`\s*(?:ブランチ)?\s*(?:に|へ|上に)\s*(?:[^、。]{0,12})?コミット",
    re.I | re.A,
)
_PUSHED_TO = late(
    r"\bpushed\b[^.;,]{0,30}?\b(?:to|on)\s+(?:the\s+)?(?:branch\s+)?`([\w./-]+)`|`([\w./-]+)`\s*(?:ブランチ)?\s*(?:に|へ)\s*(?:[^、。]{0,6})?(?:push|プッシュ)",
    re.I | re.A,
)
_COMMITTED_AS = late(
    r"\bcommit(?:ted)?\b[^.;,]{0,24}?\bas\s+`?(?P<as>(?=[a-f]*\d)[0-9a-f]{7,40})\b|`?(?P<ja>(?=[a-f]*\d)[0-9a-f]{7,40})`?\s*(?:で|として)\s*コミット(?:し|済)",
    re.I | re.A,
)
_LEVEL = late(
    r"\b(?:up[\s-]to[\s-]date|in\s+sync|level|even|caught\s+up)\s+(?:with|to)\b|追いつ(?:い|き)|(?:main|master|origin|リモート|上流)\S*\s*(?:と|に)\s*(?:は)?(?:同期|揃|一致)|(?:と|は)(?:同期済|最新(?:です|に|の状態))",
    re.I | re.A,
)
_ALONE = late(
    r"\b(?:only|just|nothing\s+but)\s+(?:files\s+(?:in|under)\s+|the\s+)?`(?P<a>[\w@./-]+)`\s+(?:\w+\s+)?(?:is|are|was|were|has|have|been|got)?\s*(?:changed|touched|modified|edited|affected|updated)\b"
    r"|\b(?:changed|touched|modified|edited|changes|touches|updated)\s+(?:only|just|nothing\s+but)\s+(?:files\s+(?:in|under)\s+)?`(?P<b>[\w@./-]+)`"
    r"|(?:変更|編集|修正)(?:した)?(?:ファイル|箇所|の)?は\s*`(?P<c>[\w@./-]+)`\s*(?:の)?(?:だけ|のみ)|`(?P<d>[\w@./-]+)`\s*(?:の)?(?:だけ|のみ)(?:を|が|の)?(?:変更|編集|修正)",
    re.I | re.A,
)
_HOLDS = late(
    r"\b`?(?P<tag>v?\d+\.\d+(?:\.\d+)*[\w.-]*)`?\s+(?:now\s+)?(?:contains|includes|has|holds|points?\s+(?:at|to))\b|タグ?\s*`?(?P<ja>v?\d+\.\d+(?:\.\d+)*)`?\s*(?:に|は)[^、。]{0,16}(?:含|入|指し)",
    re.I | re.A,
)
_MOVES: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = (
    (late(r"\b(?:delet|remov)\w*|\bgone\b|削除|消し|消え", re.I), late(r"(?:git\s+)?(?:rm|rmdir|del|Remove-Item)\b", re.I)),
    (late(r"\b(?:renam|mov)\w*|改名|リネーム|移動|移し", re.I), late(r"(?:git\s+)?(?:mv|move|ren|Move-Item|Rename-Item)\b", re.I)),
    (late(r"\bcopied\b|コピー|複製", re.I), late(r"(?:cp|copy|rsync|Copy-Item)\b", re.I)),
)  # fmt: skip
_NOT_THERE = ("no such file", "not found", "did not match", "cannot find")
_LANDS = ("merge", "cherry-pick", "push", "pull", "rebase", "branch")


def place_claims(messages: Sequence[tuple[int, str]], deeds: Deeds) -> Iterator[Claim]:
    """The sentences of ``messages`` about a place that the commands and edits before them speak against."""
    judges = [judge for judge, asked in _asked(deeds) if asked]
    if not judges:
        return
    for line, text in messages:
        low = text.lower()
        if not any(map(low.__contains__, _CUES)):
            continue
        for _, sentence in sentences_of(text):
            low = sentence.lower()
            if any(map(low.__contains__, _CUES)) and "worktree" not in low and not not_own(sentence):
                yield from _of_sentence(line, sentence, deeds, judges)


_Judge = Callable[[int, Clause, Deeds], Claim | None]


def _asked(deeds: Deeds) -> Iterator[tuple[_Judge, bool]]:
    """Each kind of statement, and whether this log could speak against one."""
    events, edits = deeds.events, {change.path.split("/")[0] for change in deeds.changes if change.path}
    yield _pushed_elsewhere, any(one.what == "push" for one in events)
    yield _other_hash, any(one.what == "commit" and one.ok and one.said for one in events)
    yield _elsewhere, any(one.what == "commit" and one.where for one in events)
    yield _apart, any(one.what == "status" and one.where for one in events)
    yield _more_changed, len(edits) > 1
    yield _tagged_before, any(one.what == "tag" for one in events)
    yield _not_moved, any(one.ok is False and does.match(one.part) for one in deeds.works for _, does in _MOVES)


def _of_sentence(line: int, sentence: str, deeds: Deeds, judges: Sequence[_Judge]) -> Iterator[Claim]:
    for clause in clauses(sentence):
        if is_ill(clause) or not_stated(clause, clause.plain):
            continue
        claim = next((found for judge in judges if (found := judge(line, clause, deeds)) is not None), None)
        if claim is not None:
            yield Claim(
                line, sentence[:170], claim.verdict, claim.kind, claim.evidence, claim.evidence_line, exit_code=claim.exit_code,
                told=claim.told, changed_line=claim.changed_line,
            )  # fmt: skip
            return


def _elsewhere(line: int, clause: Clause, deeds: Deeds) -> Claim | None:
    """A commit that is said to lie on a branch, though git printed another one for each of the turn."""
    found = _ON_BRANCH.search(clause.code)
    if found is None:
        return None
    name = found["code"] or found["bare"] or found["ja"]
    turn = max((at for at in deeds.turns if at < line), default=0)
    mine = [one for one in deeds.events if turn < one.line < line]
    made = [one for one in mine if one.what == "commit" and one.ok and one.where]
    other = any(one.what in _LANDS and one.ok is not False and name in one.rest for one in mine)
    if not made or other or any(_tip(name) == _tip(one.where) for one in made) or "." in name:
        return None
    return Claim(line, "", "contradicted", "commit", made[-1].text, made[-1].line, told=f"[{made[-1].where} …]")


def _pushed_elsewhere(line: int, clause: Clause, deeds: Deeds) -> Claim | None:
    """A branch that is said to be pushed, though each push of the turn named others."""
    found = _PUSHED_TO.search(clause.code)
    if found is None:
        return None
    name = next(one for one in found.groups() if one)
    turn = max((at for at in deeds.turns if at < line), default=0)
    pushes = [one for one in deeds.events if turn < one.line < line and one.what == "push" and one.ok]
    refs = [[word for word in one.rest.split() if not word.startswith("-")][1:] for one in pushes]
    told = any(name in one.rest or _tip(name) in one.rest or "$" in one.rest or "HEAD" in one.rest for one in pushes)
    if not pushes or told or not all(refs):
        return None
    return Claim(line, "", "contradicted", "push", pushes[-1].text, pushes[-1].line, told=" ".join(refs[-1]))


def _other_hash(line: int, clause: Clause, deeds: Deeds) -> Claim | None:
    """A commit of the turn that is told with a hash that git printed of none."""
    found = _COMMITTED_AS.search(clause.code)
    turn = max((at for at in deeds.turns if at < line), default=0)
    made = [one for one in deeds.events if one.what == "commit" and one.ok and one.line < line]
    mine = [one for one in made if one.line > turn]
    if found is None or not mine or not all(one.said for one in made):
        return None
    told = (found["as"] or found["ja"]).lower()
    if any(one.said.startswith(told) or told.startswith(one.said) for one in made):
        return None
    return Claim(line, "", "contradicted", "commit", mine[-1].text, mine[-1].line, told=f"[{mine[-1].said}]")


def _tip(name: str) -> str:
    """A branch without its remote."""
    return name.removeprefix("origin/").removeprefix("upstream/")


def _apart(line: int, clause: Clause, deeds: Deeds) -> Claim | None:
    """A branch that is said to be level with another, though the last status told it to be behind or apart."""
    if not _LEVEL.search(clause.code):
        return None
    last = _last(deeds, line, ("status", "pull", "merge", "rebase", "push", "reset"))
    if last is None or last.what != "status" or not ("behind" in last.where or "diverged" in last.where):
        return None
    return Claim(line, "", "contradicted", "branch", last.text, last.line, told=last.where)


def _last(deeds: Deeds, line: int, what: tuple[str, ...]) -> Event | None:
    return next(
        (one for one in reversed(deeds.events) if one.line < line and one.what in what and one.ok is not False), None
    )


def _more_changed(line: int, clause: Clause, deeds: Deeds) -> Claim | None:
    """One path alone is said to be changed, though the turn edited others."""
    found = _ALONE.search(clause.code)
    if found is None:
        return None
    path = next(one for one in found.groups() if one).strip("/")
    turn = max((at for at in deeds.turns if at < line), default=0)
    edits = [one for one in deeds.changes if turn < one.line < line and one.what in ("edit", "prose")]
    other = [one for one in edits if path not in one.path]
    if not other or len(other) == len(edits):
        return None
    return Claim(line, "", "contradicted", "edited", other[-1].path, other[-1].line)


def _tagged_before(line: int, clause: Clause, deeds: Deeds) -> Claim | None:
    """A tag that is said to hold something, though it could not be made, or was made before the last commit."""
    found = _HOLDS.search(clause.code)
    name = (found["tag"] or found["ja"]) if found else ""
    tags = [one for one in deeds.events if one.what == "tag" and one.line < line and name and name in one.rest.split()]
    if not tags:
        return None
    last = tags[-1]
    if last.ok is False:
        return Claim(line, "", "contradicted", "tag", last.text, last.line, exit_code=last.exit_code, told=last.said)
    newer = [one for one in deeds.events if one.what == "commit" and one.ok and last.line < one.line < line]
    return Claim(line, "", "old", "tag", last.text, last.line, changed_line=newer[0].line) if newer else None


def _not_moved(line: int, clause: Clause, deeds: Deeds) -> Claim | None:
    """A path that is said to be moved, copied or removed, though the command that was to do it was refused."""
    turn = max((at for at in deeds.turns if at < line), default=0)
    for said, does in _MOVES:
        if not said.search(clause.plain):
            continue
        works = [one for one in deeds.works if turn < one.line < line and does.match(one.part) and _names(one, clause)]
        if works and works[-1].ok is False:
            return _refused(line, works[-1], gone=does is _MOVES[0][1])
    return None


def _names(work: Work, clause: Clause) -> bool:
    """Whether a clause names one of the paths of a command."""
    paths = [word for word in work.part.split()[1:] if "." in word or "/" in word]
    return any(path in clause.text or path.rsplit("/", 1)[-1] in clause.text for path in paths)


def _refused(line: int, work: Work, *, gone: bool) -> Claim | None:
    """The claim about a refused command; what was not there is removed all the same."""
    tracked = work.part.startswith("git ")
    if gone and not tracked and any(mark in work.said.lower() for mark in _NOT_THERE):
        return None
    return Claim(line, "", "contradicted", "deed", work.text, work.line, exit_code=work.exit_code, told=work.said)
