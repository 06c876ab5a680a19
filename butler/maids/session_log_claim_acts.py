"""The words with which an agent says that it did something to the repository: committed, pushed, opened, merged, closed, wrote.

Each pattern matches the statement itself; ``name`` is what it was done to, where it says so.
"""

from __future__ import annotations

import re

from butler.maids.late_patterns import late

_DID = r"(?:済(?:み(?!の|で(?!す)|な|だ|か)|(?![みの]))|完了|しました|した(?=[。、\s)）]|$)|してあります|してい?ます|されました|されています|できました|実施済み|成功|終わりました|終えました)"
_PR = r"(?:pull[\s-]request|merge[\s-]request|\bPRs?\b|\bMR\b|プル(?:リクエスト|リク)|マージリクエスト)"
_PR_URL = r"https?://\S+/(?:pull|merge_requests)/\d+"
_BRANCHES = r"(?:into|to|in|onto|from)\s+[`']?(?:main|master|develop|dev|trunk|release\S*|[\w-]+/[\w/.-]+)|PR\b|pull\s+request|merge\s+request|branch|`[^`]+`|#\d+|upstream|origin"

_CUES = {
    "tree": "clean status everything changes leftover commit unstaged outstanding local pending クリーン きれい 綺麗 空 ツリー ディレクトリ コミット 差分",
    "push": "push プッシュ リモート remote origin github",
    "remote": "pr request remote origin プル",
    "commit": "commit コミット",
    "pr": "request pull prs pr# pr: prを prは prが prも prの mrを プル マージリクエスト",
    "merge": "merg マージ 取り込 main master develop",
    "rebase": "rebas リベース",
    "revert": "revert リバート 打ち消 取り消",
    "cherry-pick": "cherry チェリー",
    "stash": "stash スタッシュ",
    "switch": "switched checked チェックアウト 切り替 切替 移 戻",
    "tag": "tag タグ",
    "issue create": "issue ticket イシュー 課題 チケット",
    "issue": "issue ticket bug # closed resolved marked イシュー 課題 チケット 番",
}
_WORDS = {"pr": (" pr ", " mr ", " pr`", "`pr ")}
"""One of these stands in every sentence about a deed, in lower case."""
ACTS: tuple[tuple[str, tuple[str, ...], re.Pattern[str]], ...] = tuple(
    (kind, (*_CUES[kind].split(), *_WORDS.get(kind, ())), late(pattern, re.I | re.A))
    for kind, pattern in (
        (
            "tree",
            r"\b(?:working|work)[\s-]?(?:tree|directory|copy)\s+(?:is\s+|stays\s+|remains\s+)?(?:now\s+|all\s+)?clean\b|\bgit\s+status[`'\"]?\s+(?:is\s+|shows\s+|reports\s+|:\s*)?(?:a\s+)?(?:now\s+)?(?:clean|empty|nothing)\b|\bclean\s+(?:working\s+|work\s*)?tree\b(?!\s+of)|\b(?:tree|repo(?:sitory)?|checkout|git|workspace|worktree)\s+(?:is|stays|remains|was\s+left)\s+(?:now\s+)?(?:in\s+a\s+)?clean\b(?!\s+(?:of|and\s+\w+\b))|\beverything\s+is\s+in\s+(?:the\s+commit|git)\b|\bno\s+changes\s+(?:are\s+)?(?:left|remain)\b|\bno\s+leftover(?:s|\s+changes)?\b|\b(?:no|nothing)\s+(?:\w+\s+)?(?:is|are|were|was)\s+(?:left\s+)?uncommitted\b|\bnothing\s+uncommitted\b|\b(?:tree|ツリー)に(?:は)?(?:変更|差分)(?:は|も)?(?:残って)?(?:いません|なし|ありません)|ツリーに(?:は)?\s*(?:変更|差分)(?:は|も)?\s*(?:残って)?(?:いません|なし|ありません)"
            r"|\bnothing\s+(?:is\s+|was\s+|has\s+been\s+)?(?:left\s+|remains\s+)?(?:uncommitted|unstaged|un-committed|to\s+commit|outstanding)\b|\bno\s+(?:uncommitted|unstaged|local|pending)\s+(?:changes|files|modifications|edits|work)\b(?!\s+(?:from|of|in|by|to|under|related))"
            r"|\b(?:everything|all(?:\s+(?:of\s+)?(?:the|my|our))?\s+(?:changes|files|edits|work|modifications))\s+(?:is|are|has\s+been|have\s+been|was|were)?\s*(?:now\s+)?committed\b"
            r"|(?:ツリー|ディレクトリ|(?:working|work)[\s-]?(?:tree|directory|copy)|\bworktree|git\s*status)\s*`?\s*(?:は|も|が|:|：)?\s*(?:クリーン|clean|きれい|綺麗|空)|未コミット(?:の)?(?:変更|差分|ファイル|もの)?(?:は|も|が)?\s*(?:残って)?(?:なし|無し|ゼロ|[0０]\s*件|ありません|いません|ない)"
            r"|(?:変更|差分|修正)(?:は|を)?(?:すべて|全て|全部)コミット" + _DID + r"|(?:すべて|全て|全部)(?:の)?(?:変更|差分|修正)?(?:を|は|が)?コミット" + _DID + r"|コミット(?:して|され)(?:い)?ない(?:変更|差分|ファイル)(?:は|も)?\s*(?:なし|ありません|残っていません|いません)|差分(?:は|も)\s*(?:残って(?:い)?(?:ません|ない)|なし)|コミット漏れ(?:は)?(?:なし|ありません|ゼロ)",
        ),
        (
            "push",
            r"\bforce-?pushed\b|(?:^\W*|\b(?:i|we|and|also|has|have|['’]ve|been|was|were|it['’]s|is\s+now|(?:changes|commits?|all|everything|both|fix(?:es)?|branch(?:es)?|it|work)(?:\s+(?:is|are))?)\s+(?:now\s+|also\s+|all\s+|then\s+|successfully\s+)*)pushed\b(?!\s+(?:down|back|aside|out|onto|off|through)\b|\s+(?:up\s+)?(?:in)?to\s+(?:the\s+|an?\s+)?(?:array|stack|queue|list|history|later|next|registry|docker|client|parent|hook|caller|tag)|\s+the\s+(?:button|state|logic|value|item|tag)|\s+(?:an?\s+)?(?:tag|image|item|value))"
            r"|(?<!each\s)\b(?:is|are)\s+(?:now\s+)?pushed(?=[.!]?\s*$|\s+to\s+(?:`?origin|the\s+remote|github|`?main))|\bpush[`'\"]?\s*(?:(?:is|was|has|also|now|both|:)\s*)*(?:done|completed?|succeeded|successful|went\s+through|worked|ok\b|✅|✓)|(?:push|プッシュ)\s*(?:まで|は|も|を|が|に|:|：)?\s*(?:すべて|全て|無事)?\s*(?:"
            + _DID
            + r"|通りました|反映|OK\b)|リモート(?:に|へ)(?:も)?\s*(?:反映|送信|push|プッシュ|アップ)\s*(?:" + _DID + r")|リモート(?:に|へ)(?:も)?\s*上げ(?:まし|済)|\b(?:is|are)\s+(?:now\s+|up\s+)*on\s+(?:`?origin|the\s+remote|github)\b|\b(?:remote|origin(?:/\S+)?)[`]?\s+is\s+(?:now\s+)?(?:up[\s-]to[\s-]date|current|in\s+sync)|\b(?:remote|origin|github)\s+(?:now\s+)?(?:has|holds|contains)\s+(?:the|my|our|this|all|it)\b(?!\s+\w+\s+hook)",
        ),
        (
            "remote",
            rf"(?:{_PR}|\bremote\b|\borigin(?:/\S+)?)(?:\s*`?#?\d+`?)?`?\s+(?:is\s+(?:now\s+)?(?:up[\s-]to[\s-]date|current)|(?:now\s+|already\s+)?(?:contains?|includes?|holds?|reflects?|shows?)\s+(?:the|all|both|my|our|every|this|these))\b|{_PR}\s*(?:に|は)(?:も)?[^、。]{{0,12}}?(?:反映(?:済|し|され)|最新(?:です|の状態)|含まれて|入ってい)",
        ),
        (
            "commit",
            r"(?:^\W*|\b(?:i|we|and|also|has|have|['’]ve|been|was|were|is|are|it['’]s|changes|everything|all|fix)\s+(?:now\s+|also\s+|all\s+|then\s+|successfully\s+|already\s+)*)committed\b(?!\s+(?:checkpoints?|changes?\s+(?:are|that)|files?\b|state|data|save|version|code|\())(?!\s+to\s+(?!`?(?:main|master|git|trunk|dev\w*|origin)\b|`|the\s+(?:repo\w*|branch|main|history)))|\bcommits?\s+(?:is|are|was|were|has\s+been|have\s+been)?\s*(?:made|created|done|landed|in\s+place|complete)\b|\b(?:made|created|added)\s+(?:a|an|one|the|two|three|\d+)\s+(?:[\w-]+\s+){0,2}commits?\b"
            r"|コミット\s*`?[0-9a-f]{7,40}`?\s*(?:を|で|として)?\s*(?:作成|済|しました)|(?:コミット|\bcommit)\s*(?:まで|は|も|を|が|に|:|：)?\s*(?:" + _DID + r"|作成(?:しました|済)|作りました|(?:OK|done)\b)",
        ),
        (
            "pr",
            rf"\b(?:opened|created|raised|submitted|filed|made|put\s+up|published|sent)\s+(?:(?:a|an|the|another|draft|new|your|as|up)\s+)*(?:{_PR}|{_PR_URL})|{_PR}(?:\s*`?#?\d+`?)?\s*(?:is|was|has\s+been|:|now)?\s*(?:now\s+)?(?:open(?:ed)?|up|created|raised|submitted|filed|(?:ready|waiting|there|up)\s+for\s+(?:your\s+|a\s+)?review)\b|\bthere\s+is\s+now\s+an?\s+{_PR}"
            rf"|{_PR}(?:\s*`?#?\d+`?)?\s*(?:は|も|を|が)?\s*(?:作成|オープン|発行|提出|公開|送信|用意)\s*(?:{_DID}|(?=[。、)）]|$))|{_PR}(?:\s*`?#?\d+`?)?\s*(?:は|も|を|が)?\s*(?:作り|出し|立て|上げ|開き|送り)(?:まし|てあり|てい)",
        ),
        (
            "merge",
            rf"^merged[.!]?$|\b(?:branch|it|fix|change|feature)\s+is\s+(?:now\s+)?(?:in|on|part\s+of)\s+[`]?(?:main|master)\b|\b(?:main|master|develop)[`]?\s+(?:now\s+)(?:contains|has|includes)\b|\bmerge\s+into\s+\S+\s*:\s*(?:done|ok)|\bmerged\b(?!\s+(?:the\s+)?(?:two|both|these|results?|lists?|dicts?|configs?|values?|cells?))(?=[^,;]*(?:{_BRANCHES}))|(?:{_PR}|branch(?:es)?|`[^`]+`|#\d+)\s*(?:`?#?\d+`?\s*)?(?:is|was|are|were|has\s+been|have\s+been|got)\s+(?:now\s+)?merged\b|\bmerge\s*(?:(?:is|was|has|:|into\s+\S+|of\s+\S+)\s*)*(?:done|completed?|succeeded|successful|clean\b|went\s+through|worked)"
            rf"|マージ\s*(?:まで|は|も|を|が|に)?\s*(?:無事)?\s*(?:{_DID})|(?:main|master|develop|ブランチ|上流)\S{{0,8}}\s*(?:を|に|へ)\s*取り込みました",
        ),
        ("rebase", rf"\brebased\b(?!\s+and\s+failed)|\brebase\s*(?:(?:is|was|has|:)\s*)*(?:done|completed?|succeeded|successful|clean\b|went\s+through)|リベース\s*(?:は|も|を|が)?\s*(?:{_DID})"),
        (
            "revert",
            rf"\breverted\s+(?:(?:the|that|my|your|last|previous|merge)\s+)*(?:commits?\b|merge\b|`?[0-9a-f]{{7,40}}\b)|コミット[^、。]{{0,24}}?(?:revert|リバート|打ち消し|取り消し)\s*(?:まし|{_DID})|\b[0-9a-f]{{7,40}}`?\s*(?:を|は)\s*(?:revert|リバート)\s*(?:{_DID})",
        ),
        (
            "cherry-pick",
            rf"(?<!to\s)\bcherry-?picked\b(?!\s+(?:commits?|changes?|examples?)\s+(?:are|is|must))|(?:cherry-?pick|チェリーピック)\s*(?:は|も|を|が)?\s*(?:{_DID})|\bcherry-?pick\s+(?:is|was|has)?\s*(?:done|completed?|succeeded|went\s+through|applied)",
        ),
        (
            "stash",
            rf"\b(?:popped|applied|restored)\s+(?:the|my|your|that)\s+stash(?:ed\s+\w+)?\b|\bstash\s+(?:is|was|has\s+been)\s+(?:popped|applied|restored)\b|\bstashed\s+(?:the|my|your|all|local)\b|(?:スタッシュ|\bstash)\s*(?:は|も|を)?\s*(?:戻し|適用し|復元し|pop\s*し)\s*(?:まし|て)|(?:スタッシュ|\bstash)\s*(?:{_DID})",
        ),
        (
            "switch",
            rf"\b(?:switched|checked\s+out)\s+(?:back\s+)?(?:(?:on)?to\s+)?(?:the\s+|a\s+|new\s+)*(?:`?[\w/.-]+`?\s+branch\b|branch\s+`?[\w/.-]+|`?(?:main|master|develop|trunk)\b(?![./-]\w))|(?:ブランチ|\bmain|\bmaster|\bdevelop)`?\s*(?:に|へ)\s*(?:切り替え|切替え?|移り|移動し|戻り|戻し|チェックアウトし)\s*(?:まし|済|{_DID})",
        ),
        (
            "tag",
            rf"(?:^\W*|\b(?:i|we|and|also|has|have|['’]ve|been|was|is|now)\s+(?:also\s+|now\s+)?)tagged\b(?=\s+(?:it|the|this|as\s+`?v?\d|`|v?\d|release|main|commit|head))|\bv?\d+\.\d+[\w.-]*[`]?\s+(?:is|was|has\s+been)\s+(?:now\s+)?tagged\b|\b(?:release|version|commit)\s+(?:is\s+|was\s+)?(?:now\s+)?tagged\b|\b(?:created|added|pushed|set|made)\s+(?:(?:a|the|an|new|annotated|release|version|git|signed|[`]?v?\d[\w.-]*[`]?)\s+)*tag\b|\btag\s+(?:is\s+|was\s+)?(?:created|pushed|added|set)\b|\btag\s+[`'\"]?(?P<name1>v?\d[\w.-]*)[`'\"]?\s+(?:is\s|was\s|has\s+been\s|now\s)?\s*(?:now\s+)?(?:created|pushed|set|in\s+place|made|there|added)|タグ[^、。]{{0,24}}?(?:付け|作り|打ち|打っ|切り|切っ|張り|作成|追加|push|プッシュ|発行)\s*(?:まし|て|済|(?=[。)）]|$)|{_DID})|v\d[\w.]*\s*`?\s*(?:の)?タグ(?:付け)?(?:を|は|も)?\s*(?:{_DID})",
        ),
        (
            "issue create",
            rf"\b(?:opened|created|filed|raised|made)\s+(?:an?\s+|the\s+|another\s+)?(?:new\s+|follow-?up\s+)*(?:issue|ticket)\b|(?:issue|イシュー|課題|チケット)\s*(?:`?#?\d+`?\s*)?(?:を|も)?\s*(?:作成|起票|登録|立て|作り)\s*(?:{_DID}|まし)",
        ),
        (
            "issue",
            rf"\bmarked\s+(?:issue\s+|ticket\s+)?#?(?P<name7>\d+)\s+as\s+(?:closed|done|resolved)|\b(?:closed|resolved)\s+(?:out\s+)?(?:(?:the\s+|this\s+)(?:issue|ticket)\b|(?:issue|ticket|bug)\s*`?#?(?P<name1>\d+)|#(?P<name2>\d+))|(?:\b(?:issue|ticket)s?\s*`?#?(?P<name3>\d+)?|#(?P<name4>\d+))`?\s*(?:is\b|was\b|has\s+been|now\b|:|→)?\s*(?:now\s+|already\s+|also\s+)*(?:closed|resolved|done)\b(?!\s+(?:over|by|when|if))|(?<!an\s)(?<!each\s)(?<!a\s)(?:issue|ticket)\s+(?:is\s+)?closed\b(?!\s+(?:over|by|when|if))"
            rf"|(?:issue|イシュー|課題|チケット|#)\s*`?#?(?P<name5>\d+)?`?\s*(?:番)?(?:は|も|を|が|:|：)?\s*(?:無事)?(?:クローズ|close[d]?|閉じ|解決|完了(?:に)?)\s*(?:{_DID}|しまし|まし|て(?:あり|い)ます|です|$)|#?(?P<name6>\d+)\s*番(?:の\S+)?(?:は|を|も)\s*(?:クローズ|閉じ)",
        ),
    )
)  # fmt: skip
ACT_CUES = tuple(dict.fromkeys(cue for _, cues, _ in ACTS for cue in cues if cue.isascii() and cue != "#"))
"""The English ones of all these words."""
PADDING = late(
    r"\b(?:already|successfully|finally|safely|just|fully|indeed|properly|correctly|by\s+now)\s+(?=[a-z])|(?:すでに|既に|もう(?!一|少|すぐ)|無事に?|ちゃんと|きちんと|正常に|正しく|確かに|問題なく|先ほど|さきほど|さっき)\s*",
    re.I,
)
"""Words before a deed that change nothing of what is said."""
FIXED = late(
    r"\b(?:fixed|resolved|addressed|cleared|corrected|eliminated|cleaned\s+up|removed)\s+(?:all|every|each|both)\b(?:\s+(?:of|the))*\s*(?P<n>\d+)?\s*(?P<what>(?:[\w`.-]+\s+){0,4}?)(?:errors?|warnings?|(?:type|lint\w*|eslint|ruff|mypy|build|compil\w+|test|reported|remaining)\s+(?:issues?|problems?)|findings?|failures?|failing|violations?|complaints?|tests?)\b"
    r"|\b(?:errors?|warnings?|findings?|failures?|violations?)\s+(?:(?:of|from|in|by)\s+\S+\s+)?(?:are|were)\s+all\s+(?:fixed|resolved|gone|addressed)\b|\ball\s+(?:of\s+)?(?:the\s+)?(?P<m>\d+)?\s*(?P<which>(?:[\w`.-]+\s+){0,3}?)(?:errors?|warnings?|issues?|problems?|findings?|failures?|failing\s+tests?|violations?)\s+(?:(?:of|from|in|by)\s+\S+\s+)?(?:are|were|have\s+been|is)\s+(?:now\s+|all\s+)?(?:fixed|resolved|gone|addressed|cleared|corrected)\b"
    r"|(?:エラー|警告|指摘(?:事項)?|失敗|違反|問題|ワーニング)[^、。]{0,14}?(?:(?P<j>\d+)\s*件)?(?:は|を|が|も)?\s*(?:すべて|全て|全部|全件|とも)(?:を|は)?\s*(?:修正|解消|解決|対応|直|消|潰|つぶ|除去|片付|なく)(?:しま|済|し(?:た|て)|され|完了|り?まし|(?=[。、)）]|$))|(?:エラー|警告|指摘|失敗|違反)(?:を|は)?\s*(?:全件|すべて|全て|全部)\s*(?:修正|解消|解決|対応)|(?:全(?:て|部)?の?|すべての)\s*(?:(?P<k>\d+)\s*件)?(?:の)?[^、。]{0,12}?(?:エラー|警告|指摘|失敗|違反)[^、。]{0,10}?(?:修正|解消|解決|対応|直|消|潰|つぶ|除去|片付|なく)(?:しま|済|し(?:た|て)|され|完了|り?まし)",
    re.I,
)
"""A statement that the whole of some trouble was mended."""
CURED = late(
    r"(?:\btests?\b|\bflak\w+|\bspecs?\b|`test_\w+`|`\w+_(?:test|spec)\w*`)[^,.;]{0,40}\b(?:is|are|was|were|has\s+been|have\s+been)\s+(?:now\s+)?(?:fixed|stable|resolved|cured|solved|deflaked|reliable)\b"
    r"|\b(?:fixed|cured|resolved|eliminated)\s+(?:the\s+|a\s+|that\s+)?(?:flak\w+|(?:failing|broken|unstable)\s+(?:tests?|specs?))\b|\b(?:test|spec|it)\s+(?:is\s+)?(?:no\s+longer|not)\s+flak\w+"
    r"|(?:テスト|フレーク|フレーキー|`test_\w+`)[^、。]{0,16}?(?:直りました|直っています|解消しました|解消しています|安定しました|安定しています|解決しました)",
    re.I,
)
"""A statement that a test that failed, or failed at times, does so no more."""
