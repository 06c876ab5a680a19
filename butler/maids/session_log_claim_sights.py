"""Statements about the state of something, set beside what the last look at it showed: merged or open, free or taken, there or gone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from butler.capabilities.session_log.facts import Claim
from butler.maids.late_patterns import late
from butler.maids.session_log_claim_clauses import Clause, clauses, not_own, not_stated
from butler.maids.session_log_claim_sentences import sentences_of
from butler.maids.session_log_deeds import Deeds
from butler.maids.session_log_sights import Sight
from butler.records import dataclass

_PR = r"(?:\bPRs?|\bMRs?|\b(?:pull|merge)\s+requests?|プルリクエスト|プルリク)"
_N = r"\s*(?:`?[#!]?(?P<n>\d+)`?)?"
_N2 = r"\s*(?:`?[#!]?(?P<n2>\d+)`?)?"
_IS = r"\s+(?:(?:is|was|has\s+been|got|are|now|already|also|been|fully)\s+)+"
_ISSUE = r"(?:\bissue|\bticket|イシュー|課題|チケット|(?=#\d))"


@dataclass(frozen=True, slots=True)
class _Rule:
    """What a statement of ``said`` is about, and whether what a look showed (a sight, the match) speaks against it."""

    what: tuple[str, ...]
    said: re.Pattern[str]
    against: Callable[[Sight, re.Match[str]], bool]


def _is_not(*values: str) -> Callable[[Sight, re.Match[str]], bool]:
    return lambda sight, found: bool(sight.value) and sight.value not in values


def _is(*values: str) -> Callable[[Sight, re.Match[str]], bool]:
    return lambda sight, found: sight.value in values


def _named(sight: Sight, found: re.Match[str]) -> str:
    """The name that a statement tells, without ticks and slashes."""
    return (
        next((one for key, one in found.groupdict().items() if key.startswith("name") and one), "")
        .strip("`/ ")
        .rsplit("/", 1)[-1]
    )


def _listed_still(sight: Sight, found: re.Match[str]) -> bool:
    return _named(sight, found) in sight.names


def _not_listed(sight: Sight, found: re.Match[str]) -> bool:
    name = _named(sight, found)
    where = next((one for key, one in found.groupdict().items() if key.startswith("where") and one), "")
    same = where.strip("`/ .").rsplit("/", 1)[-1] == sight.name.rsplit("/", 1)[-1]
    return bool(name and sight.names) and same and name not in sight.names


def _other_number(sight: Sight, found: re.Match[str]) -> bool:
    number = found["one"] or found["two"]
    words = {
        "a": "1",
        "one": "1",
        "a single": "1",
        "single": "1",
        "two": "2",
        "three": "3",
        "four": "4",
        "five": "5",
        "一": "1",
        "１": "1",
    }
    return words.get(" ".join(number.lower().split()), number) != sight.value


def _other_branch(sight: Sight, found: re.Match[str]) -> bool:
    return _named(sight, found) not in (sight.value, sight.value.rsplit("/", 1)[-1])


_NAME = r"`(?P<name>[\w@./-]+)`"
_NAME2 = r"`(?P<name2>[\w@./-]+)`"
_NAME3 = r"`(?P<name3>[\w@./-]+)`"
_GONE = r"(?:gone|deleted|removed|no\s+longer\s+(?:there|exists?|present)|cleaned\s+up)"
_RULES = (
    _Rule(("pr state",), late(rf"{_PR}{_N}{_IS}merged\b|{_PR}{_N2}\s*(?:は|も|が|を)?\s*(?:すでに|無事)?\s*(?:マージ(?:済|され|しました|完了))", re.I), _is_not("MERGED")),
    _Rule(("pr state", "issue state"), late(rf"(?:{_PR}|{_ISSUE}){_N}{_IS}(?:closed|resolved|done)\b|(?:{_PR}|{_ISSUE}){_N2}\s*(?:は|も|が|を)?\s*(?:すでに)?\s*(?:クローズ|閉じ|解決済|完了)", re.I), _is("OPEN", "OPENED")),
    _Rule(("pr state", "issue state"), late(rf"(?:{_PR}|{_ISSUE}){_N}\s+(?:(?:is|remains|stays)\s+)(?:still\s+)?open\b|(?:{_PR}|{_ISSUE}){_N2}\s*(?:は)?\s*(?:まだ)?(?:オープン(?:です|のまま)|開いて)", re.I), _is("CLOSED", "MERGED")),
    _Rule(("pr reviewDecision",), late(r"\bapproved\b(?!\s+by\s+you)|\b(?:has|have)\s+(?:\w+\s+)?approvals?\b|承認(?:済|され|を得|が(?:付|つ|下))|approve(?:済|され)", re.I), _is_not("APPROVED")),
    _Rule(("pr mergeable", "pr mergeStateStatus"), late(r"\b(?:no|without|free\s+of|zero)\s+(?:merge\s+)?conflicts?\b|\bconflict-free\b|\bmergeable\b|\bmerges?\s+cleanly\b|\bready\s+to\s+merge\b|コンフリクト(?:は|も|が)?(?:なし|ありません|なく|ない)|競合(?:は|も|が)?(?:なし|ありません|なく|ない)|マージ(?:可能|できる状態|できます)", re.I), _is("CONFLICTING", "DIRTY")),
    _Rule(("pr isDraft",), late(r"\b(?:ready\s+for\s+review|(?:no\s+longer|not)\s+a\s+draft|out\s+of\s+draft)\b|ドラフト(?:を|は)?(?:解除|ではありません|外し)|レビュー可能", re.I), _is("TRUE")),
    _Rule(("run conclusion", "run state"), late(r"\b(?:run|workflow|CI|pipeline)\b[^.;]{0,30}\b(?:green|passed|passes|succeeded|successful)\b|(?:CI|ワークフロー|パイプライン)[^。、]{0,12}(?:成功|グリーン|緑|通)", re.I), _is("FAILURE", "CANCELLED", "TIMED_OUT", "STARTUP_FAILURE")),
    _Rule(("port",), late(r"\b(?:port\s+)?(?P<name>\d{2,5})\s+(?:is|was|are)\s+(?:now\s+)?(?:free|available|released|unused|not\s+in\s+use|no\s+longer\s+in\s+use)\b|\bfreed\s+(?:up\s+)?port\s+(?P<name2>\d+)|(?:ポート\s*)?(?P<name3>\d{2,5})\s*(?:番)?(?:ポート)?は?[^。、]{0,6}(?:空いて|解放|開放|未使用|使われていません|使用されていません)", re.I), _is("taken")),
    _Rule(("port",), late(r"\blisten(?:s|ing)\s+on\s+(?:port\s+)?:?(?P<name>\d{2,5})\b|\bport\s+(?P<name2>\d{2,5})\s+(?:is|now)\s+(?:open|up|in\s+use|listening)|(?P<name3>\d{2,5})\s*(?:番)?(?:ポート)?で(?:待ち受け|リッスン|起動して)", re.I), _is("free")),
    _Rule(("process",), late(r"\b(?:stopped|killed|terminated|gone|shut\s+down|not\s+running|no\s+longer\s+run(?:s|ning)|dead|exited)\b|(?:停止|終了|止め|kill|キル|落とし)(?:済|しました|して|されて|ました|てあり)|止まって(?:い)?ます|動いて(?:い)?ません", re.I), _is("alive")),
    _Rule(("process",), late(r"\b(?:is|are)\s+(?:now\s+|still\s+|up\s+and\s+|back\s+)*(?:running|alive|up|started)\b|(?:起動|稼働|動作)して(?:い)?ます|動いて(?:い)?ます", re.I), _is("gone")),
    _Rule(("folder",), late(rf"{_NAME}[^.;,]{{0,20}}?\b(?:is|are|was|were|has\s+been|now)\s+(?:now\s+|all\s+|also\s+)*{_GONE}\b|\b(?:deleted|removed)\s+(?:the\s+)?{_NAME2}|{_NAME.replace('name', 'name3')}\s*(?:は|も|を)[^。、]{{0,8}}(?:削除|消し|消え|なくな|残って(?:い)?ません|存在しません)", re.I), _listed_still),
    _Rule(("folder",), late(r"`(?P<name>[\w@.-]+\.\w+)`[^;]{0,40}\b(?:exists?|is\s+(?:there|present|generated|created|written|in)|(?:was|were)\s+(?:generated|created|written)|lands?|appears?)\b[^;]{0,24}`(?P<where>[\w./-]+)`|`(?P<where2>[\w./-]+/)(?P<name2>[\w@.-]+\.\w+)`[^.;]{0,20}\bexists?\b|`(?P<where3>[\w./-]+)`\s*(?:に|の(?:中|下)に)[^。、]{0,4}`(?P<name3>[\w@.-]+\.\w+)`\s*(?:が|も)?[^。、]{0,8}(?:あり|生成|作成|出力|存在)", re.I), _not_listed),
    _Rule(("exports",), late(r"`(?P<name>\w+)`[^.;]{0,20}\bexported\b|\bexports?\s+`(?P<name2>\w+)`|`(?P<name3>\w+)`\s*(?:を|は|も|が)[^。、]{0,8}(?:エクスポート|export)", re.I), lambda sight, found: _named(sight, found) not in sight.names),
    _Rule(("variable",), late(r"`?\$?(?P<name>[A-Z][A-Z0-9_]{2,})`?[^.;]{0,16}\b(?:is|are|now)\s+(?:now\s+|also\s+)*(?:set|defined|exported|available|configured)\b|`?(?P<name2>[A-Z][A-Z0-9_]{2,})`?\s*(?:は|も|が|を)[^。、]{0,6}(?:設定(?:済|され|しま|してあ)|定義|渡って)", re.A), _is("unset")),
    _Rule(("package",), late(rf"{_NAME}[^.;]{{0,24}}\b(?:gone|removed|dropped|uninstalled|no\s+longer\s+(?:installed|used|needed|a\s+dependency|in|there))\b|\b(?:removed|dropped|uninstalled)\s+{_NAME2}|{_NAME.replace('name', 'name3')}\s*(?:は|も|を|が)[^。、]{{0,10}}(?:外れ|外し|削除|消え|なくな|アンインストール|含まれ(?:て(?:い)?)?ません|入って(?:い)?ません)", re.I), _is("there")),
    _Rule(("branch",), late(r"\b(?:(?:we|i)(?:['’](?:re|m)|\s+are|\s+am)|(?:now|still|currently)|work(?:ed|ing)?(?:\s+is)?|checked\s+out)\s+on\s+(?:the\s+)?(?:branch\s+)?`(?P<name>[\w./-]+)`|(?:現在|いま|今)(?:の)?(?:ブランチ)?は\s*`?(?P<name2>[\w./-]+)`?\s*(?:ブランチ)?(?:です|に)", re.I | re.A), _other_branch),
    _Rule(("ahead",), late(r"\b(?P<one>\d+|one|two|three|four|five|a\s+single)\s+commits?\s+ahead\b|\b(?:squashed|collapsed|combined|reduced)\s+(?:in)?to\s+(?P<two>a\s+single|one|a|\d+|two|three)\s+commits?\b", re.I), _other_number),
    _Rule(("ahead",), late(r"(?P<one>\d+)\s*コミット(?:分)?(?:だけ)?(?:進ん|先行)|(?P<two>[1１一])\s*つの?コミットに(?:まとめ|スカッシュ|squash|集約)", re.I), _other_number),
    _Rule(("behind",), late(r"\b(?:up[\s-]to[\s-]date|in\s+sync|level|caught\s+up|current)\s+(?:with|to)\b|\b(?:not|0\s+commits?)\s+behind\b|(?:main|master|develop|origin|リモート|上流)`?\S{0,8}?\s*(?:に対して|と|に|へ)[^。、]{0,8}(?:最新|同期|追いつ|追従)", re.I), lambda sight, found: sight.value.isdigit() and sight.value != "0"),
    _Rule(("ahead",), late(r"\b(?:everything|all(?:\s+\w+){0,2}\s+commits?|both\s+commits|(?:the\s+)?commits?|(?:the\s+)?branch|(?:my|the)\s+changes)\s+(?:is|are|was|were|has\s+been|have\s+been)\s+(?:now\s+|all\s+)*(?:pushed|on\s+(?:the\s+)?(?:remote|origin|github))\b|\bpushed\s+(?:everything|all|both|the\s+branch)\b|(?:プッシュ|push)(?:済|しました|して(?:い|あり)ます|完了)", re.I), lambda sight, found: sight.value.isdigit() and sight.value != "0"),
    _Rule(("signature",), late(r"\bsigned\b(?!\s+(?:in|up|off|out))|署名(?:付き|済|し|され|あり)", re.I), _is("N")),
    _Rule(("labels",), late(r"\blabel(?:l?ed|s)?\b[^.;`]{0,16}`(?P<name>[\w-]+)`|`(?P<name2>[\w-]+)`[^。、.;]{0,6}(?:\blabel\b|ラベル)", re.I), lambda sight, found: _named(sight, found) not in sight.names),
    _Rule(("untracked",), late(r"\bno\s+(?:\w+\s+)?untracked\s+files?\b|\bnothing\s+(?:is\s+)?untracked\b|未追跡(?:の)?(?:ファイル)?(?:は|も)?(?:ありません|なし|ゼロ|0\s*件)", re.I), _is("some")),
    _Rule(("stash",), late(r"\bstash\s+(?:list\s+)?is\s+(?:now\s+)?empty\b|(?:スタッシュ|stash)(?:は|も)[^。、]{0,6}(?:空|ありません|なし|残って(?:い)?ません)", re.I), _is("some")),
    _Rule(("markers",), late(r"\bconflicts?\b[^.;]{0,20}\b(?:resolved|solved|gone|fixed|cleared)\b|\bresolved\b[^.;]{0,24}\bconflicts?\b|\bno\s+conflict\s+markers?\b|(?:コンフリクト|競合)[^。、]{0,8}(?:解消|解決)", re.I), _is("there")),
    _Rule(("replicas",), late(r"\b(?:all|every|each|both|(\d+)\s+of\s+\1)\b[^.;]{0,24}\b(?:pods?|replicas?|containers?|services?|instances?|deployments?|nodes?)\b[^.;]{0,16}\b(?:ready|running|up|healthy|available)\b|(?:すべて|全て|全)\S{0,4}(?:の)?(?:Pod|ポッド|レプリカ|コンテナ|サービス|インスタンス|ノード)[^。、]{0,8}(?:Ready|Running|起動|稼働|正常|準備完了|healthy)|(?:Pod|ポッド|レプリカ|コンテナ)[^。、]{0,6}(?:すべて|全て|全部|いずれも)[^。、]{0,6}(?:Ready|Running|起動|稼働|正常|healthy)", re.I), _is("some")),
)  # fmt: skip


def sight_claims(messages: Sequence[tuple[int, str]], deeds: Deeds) -> Iterator[Claim]:
    """The sentences of ``messages`` that the last look of their turn speaks against, with nothing done behind it."""
    if not deeds.sights:
        return
    for line, text in messages:
        turn = max((at for at in deeds.turns if at < line), default=0)
        done = _last_done(deeds, line)
        seen = [one for one in deeds.sights if max(turn, done) < one.line < line]
        rules = [rule for rule in _RULES if any(one.what in rule.what for one in seen)]
        if not rules:
            continue
        for _, sentence in sentences_of(text):
            if not not_own(sentence) and (shown := _of_sentence(sentence, rules, seen)) is not None:
                yield Claim(
                    line,
                    sentence[:170],
                    "contradicted",
                    "state",
                    shown.text[:90],
                    shown.line,
                    told=shown.told or shown.value,
                )


def _last_done(deeds: Deeds, line: int) -> int:
    """The last line before ``line`` at which something was done that a look before it knows nothing of."""
    lines = [one.line for one in deeds.changes if one.line < line and one.what != "prose"]
    lines += [
        one.line
        for one in deeds.events
        if one.line < line and one.ok is not False and one.what not in ("status", "add")
    ]
    lines += [at for at in deeds.acts if at < line]
    return max(lines, default=0)


def _of_sentence(sentence: str, rules: Sequence[_Rule], seen: Sequence[Sight]) -> Sight | None:
    for clause in clauses(sentence):
        if not_stated(clause, clause.plain):
            continue
        for rule in rules:
            found = rule.said.search(clause.code)
            shown = _about(rule, found, clause, seen) if found else None
            if shown is not None and found and rule.against(shown, found) and not _denied(clause, found):
                return shown
    return None


def _about(rule: _Rule, found: re.Match[str], clause: Clause, seen: Sequence[Sight]) -> Sight | None:
    """The last look at what a statement names; at anything of the kind where it names none."""
    groups = found.groupdict()
    name = next((one for key, one in groups.items() if key in ("n", "n2", "name", "name2", "name3") and one), "")
    mine = [one for one in seen if one.what in rule.what]
    if rule.what[0] in ("port", "variable", "package"):
        mine = [one for one in mine if one.name == name]
    elif rule.what[0] == "process":
        mine = [one for one in mine if re.split(r"[./]", one.name.lower())[0] in clause.text.lower()]
    elif rule.what[0].startswith(("pr ", "issue ")) and name:
        mine = [one for one in mine if one.name in ("", name)]
    return mine[-1] if mine else None


def _denied(clause: Clause, found: re.Match[str]) -> bool:
    """Whether what was found is denied: "not merged"."""
    before = clause.code[max(0, found.start() - 12) : found.end()].lower()
    behind = clause.code[found.end() : found.end() + 10]
    return bool(
        re.search(r"\b(?:not|never|isn|aren|wasn)\b(?!\s+(?:in\s+use|running|a\s+draft|behind))|n['’]t\b", before)
    ) or bool(re.match(r"[^。、]{0,4}(?:ません|ない)", behind))
