"""The words with which an agent takes back what it said, or a person denies it, in both languages."""

from __future__ import annotations

import re

from butler.maids.late_patterns import late
from butler.maids.session_log_claim_clauses import has_japanese
from butler.maids.session_log_programs import word_set
from butler.records import dataclass


@dataclass(frozen=True, slots=True)
class Words:
    """The same words in both languages; a text is looked through for those of its own."""

    english: re.Pattern[str]
    japanese: re.Pattern[str]

    def search(self, text: str) -> re.Match[str] | None:
        """The first of the words in a text."""
        found = self._own(text).search(text)
        return self.english.search(text) if found is None and max(text, default="") >= PICTURES else found

    def sub(self, text: str) -> str:
        """A text without the words."""
        return self._own(text).sub(" ", text)

    def _own(self, text: str) -> re.Pattern[str]:
        return self.japanese if has_japanese(text) else self.english


PICTURES = "\U0001f000"
"""Emoji lie from here on."""
LOOKED = 30
"""How many messages are looked through for words that take something back, the newest."""
BACK = 4
"""How many messages before them may hold what is taken back."""
FAR = 90
"""Most characters of a person's answer that says no more than that it is not so."""
CUES = (
    "wrong", "mistak", "incorrect", "inaccura", "prematur", "misread", "misreport", "misstat", "misjudg", "overlook", "correct", "that back", "it back",
    "retract", "scratch that", "not enough", "insufficient", "incomplete", "only ran",
    "only fetched",
    "only covered",
    "only included",
    "only saw",
    "i missed",
    "i forgot", "only run", "only checked", "only searched", "only tested", "only looked", "only verified", "only built",
    "without check", "without run", "without verif", "too early", "too soon", "too optimistic", "too quick",
    "right", "have said", "have called", "have claimed", "have reported", "have marked",
    "contrary", "untrue", "not true", "my bad", "not what i", "not as i", "reported it", "said it", "called it", "claimed",
    "誤", "間違", "不正確", "早計", "訂正", "勘違い", "思い込み", "見落と", "読み違", "見間違", "撤回", "正しくあり", "正確では", "早とちり", "すみません", "申し訳", "sorry", "apolog", "oops", "does not", "did not", "せずに", "ミス", "忘れ", "are you sure",
)  # fmt: skip
"""One of these stands in every message that says of own words that they were wrong."""
WEAK_CUES = (
    "still ", "turns out", "turned out", "actually", "in fact", "after all", "never ", "not ", "n't ", "n’t ", "まだ", "直って", "解決して", "解消して", "実は", "実際", "やはり", "やっぱり", "依然",
    "結局", "いません", "again", "また", "再発",
)  # fmt: skip
"""One of these stands in every message that tells that something is not so after all."""
TAKEN_BACK = Words(
    late(
        r"^\W*(?:sorry|(?:my\s+)?apologies|oops)\b|\b(?:my|the)\s+(?:\w+\s+)?(?:claim|statement|report|summary|conclusion|assumption)\s+(?:does|did)(?:n['’]t|\s+not)\b|\b(?:you['’]re|you\s+are)\s+(?:\w+\s+)?right\b\W{1,3}(?:it|that|this|they|the\s+\w+)\s[^.;]{0,30}\bstill\b|\b(?:i|we)\s+(?:was|were|had\s+been|['’]d\s+been|stand|am)\s+(?:\w+\s+)?(?:wrong|mistaken|incorrect|corrected|premature|too\s+(?:quick|optimistic|early|hasty|fast))\b"
        r"|\b(?:my|the)\s+(?:(?:earlier|previous|last|first|prior|original|initial|above)\s+)?(?:statements?|claims?|reports?|messages?|summary|answers?|conclusion|assumption|assertion|fix|diagnosis|update|verification|check|search|reading|status)\b[^.;]{0,50}\b(?:was|were|is|turned\s+out)\s+(?:\w+\s+)?(?:wrong|incorrect|mistaken|inaccurate|premature|false|untrue|not\s+(?:true|correct|accurate|right|enough|sufficient|complete)|too\s+(?:early|optimistic|hasty|narrow)|incomplete|insufficient|misleading)\b"
        r"|\b(?:i|we)(?:\s+(?:have|had)|['’]ve|['’]d)?\s+(?:also\s+)?(?:misread|misreported|misstated|misjudged|misspoke|misinterpreted|overlooked|missed|forgot|mistakenly|wrongly|incorrectly|prematurely|erroneously|jumped\s+the\s+gun|spoke\s+too\s+soon)\b|\b(?:i|we)\s+(?:should\s+not|shouldn['’]t)\s+have\s+(?:said|claimed|called|reported|told|marked|written|declared)\b"
        r"|\b(?:i|we)\s+(?:had\s+)?(?:reported|said|claimed|called|told|marked|declared|stated|wrote)\b[^.;]{0,60}\b(?:without|wrong\w*|too\s+(?:early|soon)|but\s+(?:it|that|they|this)|although|prematurely|is\s+not\s+(?:true|correct|right)|was\s+not\s+(?:true|correct|right))\b|\b(?:i|we)\s+(?:had\s+|have\s+|['’]d\s+)?only\s+(?:fetched|built|compiled|looked|ran|run|checked|searched|tested|looked|verified|grepped|read|covered|built)\b|\b(?:my|the)\s+(?:search|check|look|grep|run|test|scan|query|review)\s+(?:had\s+|has\s+)?only\s+(?:covered|looked|ran|checked|included|searched|touched|went|saw)\b"
        r"|^\W*(?:a\s+)?correction\b|\bcorrecting\s+(?:myself|my|what)\b|\bcontrary\s+to\s+what\s+i\b|\bi\s+(?:have\s+to\s+|must\s+)?(?:take\s+(?:that|it|this)\s+back|retract)\b|\bscratch\s+that\b|\bnot\s+(?:what|as)\s+i\s+(?:said|reported|claimed|told|stated|wrote)\b|\bthat['’]?s?\s+(?:was|is)?\s*(?:my\s+mistake|on\s+me|untrue|not\s+true)\b|\bmy\s+(?:mistake|bad)\b|\bwhat\s+i\s+(?:said|reported|claimed|wrote|told\s+you)\b[^.;]{0,40}\b(?:wrong|not|incorrect|false|was|is|does|did|turned)\b",
        re.I | re.A,
    ),
    late(
        r"^\W*(?:すみません|申し訳)[^。]{0,60}(?:残って|漏れ|ません(?:でした|$)|なかった|足り|できて|失敗)|(?:先ほど|さきほど|先程|さっき|前回|先の|以前|上)の?[^。、]{0,30}(?:誤り|誤って|間違|不正確|誤報|早計|正しくあり|ミス|撤回|早とちり)|(?:報告|説明|見立て|判断|認識|回答|発言|主張|案内|確認|記述|結論|という(?:の|こと))(?:が|は|も)[^。、]{0,14}(?:誤り|誤って|間違|不正確|早計|正しくあり|正確では|不十分)"
        r"|(?:訂正|撤回)(?:します|です|いたします|させて|し、)|^\W*訂正\b|勘違い|思い込み(?:で|でし)|(?:見落と|読み違|読み誤|見間違|見誤|早とちり)(?:し|え|り|い)?[^。]{0,8}(?:ました|でした)|忘れて(?:い)?(?:ました|た)|誤って[^。、]{0,30}(?:実行|適用|削除|に対して|別の|報告|お伝え|伝え|書き|言い|答え)|(?:確認|実行|検証)(?:を)?せずに[^。]{0,20}(?:報告|お伝え|伝え|書|答え|言)",
    ),
)
"""Words that say of an own statement that it was wrong."""
NOT_SO = Words(
    late(
        r"\b(?:fail\w*|tim(?:ed|es)\s+out|crash\w*|broke\w*|red|hangs?|hung|flaked?)\b[^.;]{0,40}\bagain\b|\bagain\s+(?:fail|tim|crash|hang|hung|broke)\w*|(?:n['’]t|\bnot\b)[^.;]{0,60}\bafter\s+all\b|\b(?:is|are|was|were|does|do|has|have)\b[^.;]{0,60}\bafter\s+all\b|\b(?:still|actually|in\s+fact|turns\s+out|turned\s+out|after\s+all)\b[^.;]{0,60}(?:\b(?:fail\w*|broken|not|never|red|crash\w*|error\w*|times?\s+out|hang\w*|loop\w*|flaky|missing|leak\w*|reports?|returns?|reject\w*|shows?|there|open|slow|down|happen\w*|occurs?|reproduc\w*|only|unmerged|uncommitted|none|no)\b|n['’]t\b)"
        r"|\b(?:is|are|was|were|does|do|did|has|have)\s+not\s+(?:yet\s+|been\s+|actually\s+|really\s+|fully\s+)*(?:solved|fixed|resolved|enough|gone|done|work\w*|pushed|merged|committed|deployed|live|applied|stay|hold|true|help\w*|go|reach|land\w*|publish\w*|saved|start\w*|there)\b|\b(?:isn|aren|wasn|weren|doesn|don|didn|hasn|haven)['’]t\s+(?:yet\s+|been\s+|actually\s+|really\s+|fully\s+)*(?:solved|fixed|resolved|enough|gone|done|work\w*|pushed|merged|committed|deployed|live|applied|stay|hold|true|help\w*|go|reach|land\w*|publish\w*|saved|start\w*|there)\b|\b(?:it|that|this|they|the\s+\w+)\s+still\s+[a-z]+s?\b|\bnever\s+(?:\w+\s+)?(?:came|started|ran|reached|went|landed|got|worked|deployed|pushed|merged|applied|happened|saved|built|created|left|was|been)\b",
        re.I | re.A,
    ),
    late(
        r"再発し|(?:また|再び)[^。]{0,30}(?:落ち|失敗し|タイムアウト|エラーに|エラーが)|(?:実は|実際(?:に)?は|やはり|やっぱり|依然(?:として)?|まだ|結局)[^。]{0,50}(?:ません|ない|失敗|落ち|エラー|だけ|のみ|残っ|再現|発生|増え|のまま|ループ|遅|赤|壊れ|出ます|出てい|返(?:り|っ|し))|(?:直って|解決して|解消して|なって|更新されて|送信されて|保存されて|作成されて|削除されて|実行されて|反映されて|通って|動いて|終わって|適用されて|デプロイされて|公開されて|マージされて|プッシュされて|効いて|届いて|できて|入って|使われて|呼ばれて|変わって|出て|残って|揃って|合って|消えて)(?:は)?(?:い)?(?:ません|なかった)",
    ),
)
"""Words that tell that something is not so after all."""
SUPPOSED = late(r"^\W*(?:if|unless|in\s+case|should)\b|^もし", re.I)
MAYBE = late(r"\b(?:if|may|might|could|would|whether|yet|until)\b|かもしれ|場合|なら|可能性", re.I)
ASKS = late(
    r"\b(?:please|can\s+you|could\s+you|list|show|do|add)\b|ないで(?!す)|なくて(?!も)|ください|下さい|お願い|[?？]",
    re.I,
)
"""Words of a wish or a question."""
NO_CUES = (
    "nope",
    "still", "again", "n't", "n’t", "not ", "no,", "same", "i get", "i see", "wrong", "false", "incorrect", "doesnt", "isnt", "まだ", "やっぱり", "やはり", "相変わらず", "また", "ない", "ません", "なかった", "同じ", "嘘", "も落ち", "も失敗", "も止", "get nothing", "nothing happens", "shows nothing", "says", "report", "fail", "red", "error", "エラー", "落ち", "戻され",
    "失敗", "のまま",
)  # fmt: skip
ANSWERED_NO = Words(
    late(
        r"^\W*nope\b|^\W*[45]\d\d\b|\b(?:is|are)\s+still\s+\w+[.!]?$|\bsame\s+\w+\s+(?:in|on|with|here|as)\b|^\W*(?:(?:it|that|this|mine)(?:['’]s|\s+is|\s+does)?\s+|no,?\s+)?still\b|\b(?:still|again)\b[^.?!]{0,40}\b(?:fail\w*|broken|not|crash\w*|error\w*|red|same|happen\w*|hang\w*|loop\w*|wrong|slow|down|there|[45]\d\d|timeout|missing|empty|flaky|leak\w*)\b|\b(?:does\s*n['’]?t|doesnt|does\s+not|did\s*n['’]?t|did\s+not|is\s*n['’]?t|isnt|is\s+not|not)\s+(?:\w+\s+)?(?:work\w*|fixed|solved|true|there|live|pushed|deployed|gone|up|help\w*|start\w*|load\w*|build\w*|pass\w*)\b|\bno,?\s+(?:it|that|they|this)\b[^.?!]{0,20}(?:n['’]t|\bnot\b|\bfail\w*|\bstill\b)|\bsame\s+(?:error|problem|issue|crash|result|thing)\b|\bi\s+(?:get|see|got)\s+(?:an?\s+)?(?:\w+\s+)?(?:connection\s+refused|error|errors|[45]\d\d)\b|\b(?:that|this|it)(?:['’]s|\s+is|\s+was)\s+(?:not\s+true|wrong|false|incorrect)\b|\bstill\s+[a-z]{3,}s\b|^\W*(?:it|they|this|that)\s+\w+ed\b[^.?!]{0,30}\bagain\b|\b(?:get|got|see|shows?|returns?)\s+nothing\b|\bnothing\s+(?:happens|happened|shows|comes|changed)\b|^\W*(?:ci|the\s+(?:pipeline|build|job|log|monitor\w*|customer|user)s?|sentry|prod\w*|staging|qa|support|users?|customers?)\b[^.?!]{0,30}\b(?:says?|reports?|reported|shows?|fails?|failed|is\s+red|went\s+red|complains?|got|gets|sees?|logs?)\b[^?]{0,60}(?:\b(?:fail\w*|error\w*|exception|exceeded|timeout|timed\s+out|refused|denied|red|crash\w*|panic|missing|broken|nothing|[45]\d\d|again|still)\b|[A-Z]\w+(?:Error|Exception)\b|:)",
        re.I | re.A,
    ),
    late(
        r"(?:まだ|やっぱり|やはり|相変わらず|また)[^。？?]{0,30}(?:ない|ません|ダメ|だめ|落ち|出る|出ます|出てる|出てい|失敗|エラー|同じ|遅い|まま|再現|ループ|壊れ)|(?:直って|治って|動いて|動か|見え|反映されて|変わって|通って|起動し|つながら|繋がら|上がって)(?:い)?(?:ない|ません|ないです|なかった)|^(?!.*(?:問題|必要|わから|分から|急が|いら|要ら|すまな))[^。、]{0,14}(?:ない|ません|なかった)(?:です|よ|ね|けど|んだけど|んですが|のですが|が)?[。!！]*$|(?:まだ|また)[^。？?]{0,30}(?:になる|になり|赤|なります|出ました)|も(?:また)?(?:落ち|失敗|止まっ)|同じエラー|嘘|まだ[^。？?]{1,30}(?:れます|れる|ります|きます|えます)(?:よ|ね|が|けど)?[。!！]*$|(?:CI|本番|ステージング|ログ|画面|ユーザー|顧客|監視)\S{0,6}\s?(?:で|に|が|から|は)[^。？?]{0,40}(?:エラー|失敗|落ち|例外|タイムアウト|出て|出ました|赤)",
    ),
)
"""A person's words that what was said is not so."""
PLEASED = late(
    r"^\W*(?:thanks|thank\s+you|great|good|nice|perfect|cool|ok(?:ay)?\b|next|ありがと|了解|いいね|良い|よさそう|次は|次に)",
    re.I,
)
"""Words that take a statement for good before they go on to something else."""
LOOKED_AGAIN = late(
    r"\b(?:run|try|test|check|verify|prove|show|grep|measure|look|bench\w*|retry|reproduce|confirm|sure|really|double)\b|本当|全部|ちゃんと|念のため|試|テスト|確認|確かめ|調べ|計測|測|実行|回して|見て|検証|再現",
    re.I,
)
"""What a person asks for to see whether a statement holds."""
AFTER_ALL = late(
    r"\bafter\s+all\b|\bturns?\s+out\b|\bturned\s+out\b|\bactually\b|実は|実際に?は|やはり|やっぱり|結局", re.I
)
"""Words of a surprise."""
SUCCESS = Words(
    late(
        r"\bfix(?:es|ed)\b|\bresolv(?:es|ed)\b|\bsolv(?:es|ed)\b|\bno\s+longer\b|\bworks?\b|\bnow\b|\bdone\b|\b(?:is|are|was|were|has|have|been|['’]s|stays?|remains?)\s+(?:\w+\s+){0,2}?(?:\w+ed|up|live|ready|healthy|gone|clean|flat|stable|fast|safe|complete|correct|in|on|not|only|empty|unused|back|available|reachable|identical|compatible)\b|\b(?:no|nothing|none|never|every|all|everything)\b|^\W*(?:[A-Z]\w+ed|Done)\b|\b(?:pass|passes|passed|green|succe\w+|starts|runs|loads|builds|returns|supports|handles)\b",
        re.I | re.A,
    ),
    late(
        r"ました|できます|です(?=[。)）]|$)|ています|済|完了|成功|なし|ません|正常|動きます|なくなり|[✅✓✔]",
    ),
)
"""Words with which something is told to be so."""
MENDED = Words(
    late(
        r"\bnow[.!]?\s*$|\b(?:is|are|does|do)\s+now\b|\bnow\s+[a-z]+s\b|\bfix(?:es|ed)\b|\bresolv(?:es|ed)\b|\bsolv(?:es|ed)\b|\bcure[sd]\b|\bno\s+longer\b|\bworks?\s+(?:now|again|fine|correctly|as)\b|\bworks?[.!]?$|\bis\s+(?:now\s+)?(?:live|up|gone|deployed|pushed|merged|running|stable|done)\b|\b(?:deployed|pushed|merged|released|published|restarted|started)\b|\bshould\s+(?:now\s+)?be\s+(?:fixed|gone)\b|\b(?:pass|passes|passing|green|healthy)\b",
        re.I | re.A,
    ),
    late(
        r"直(?:り|し|って)|解消|解決|なくなり|修正し|完了|動きます|動くように|ようになりました|くなりました|更新し|起動し(?:まし|てい)|反映(?:し|され)|デプロイ|公開し|プッシュ|通(?:り|って)|正常",
    ),
)
"""Words that tell of something mended, done or running."""
CALM = Words(
    late(
        r"\b(?:crash|error|failure|failing|hang|leak|bug|exception|timeout|problem|issue)\w*\b[^,.;]{0,30}\b(?:is|are|has\s+been|have\s+been)\s+(?:now\s+)?(?:fixed|resolved|gone|solved)\b|\b(?:fix(?:es|ed)|resolv(?:es|ed)|solv(?:es|ed))\b[^.;]{0,60}|\b(?:is|are)(?:n['’]t|\s+(?:not|never))\s+(?:\w+\s+)?(?:used|needed|affected|referenced|called|imported|required|reachable|exposed)\b|\bnothing\s+(?:else|depends|uses|breaks|changes|imports|references|calls|mentions|reads|needs)\b|\b(?:does|do)(?:n['’]t|\s+not)\s+(?:affect|break|change|need|touch|use|leak|grow)\b|\bno\s+longer\s+\w+\b",
        re.I | re.A,
    ),
    late(
        r"(?:失敗|エラー|不具合|問題|警告|クラッシュ|バグ|タイムアウト|落ちる\w*|ハング|例外)(?:の[^。、]{0,8})?(?:は|を|が|も)[^。、]{0,10}(?:直|解消|解決|修正|なくな|消え)|変わりません|影響(?:は|も)?(?:一切)?(?:あり|し|出)?(?:ません|ない|なし)|(?:使われて|参照されて|利用されて|残って|呼ばれて|漏れて)(?:は)?(?:い)?ません|なくなり(?:ました)?",
    ),
)
"""Denials that are good news."""
STEM = late(r"[A-Za-z_][\w.-]{2,}|[ァ-ヴー]{2,}|(?:(?![\x00-\x7fぁ-ヿ])\w){2,}|\d+(?:[.,-]\d+)+|\d{2,}")
SUFFIX = late(r"(?:ations?|ments?|ions?|ing|ied|ies|ed|es|s|e|y|ly)$")
SMALL = word_set(
    "the and for that this with from not but are was were has have had been you your right only still now then also there here what when which who its"
    " all any can could should would will does did doing done just than too very out off into onto over under after before about again because since"
    " earlier previous first last next said say called told report reported reports claim claimed statement wrong mistake mistaken incorrect correction sorry apologies"
    " actually turns turned see shall want like need make made get got one two my me we i it is be in on at of to so as by or if no yes"
)
LASTS = late(
    r"\bstill\s+(?:open|fail\w*|broken|there|unsolved|happens)\b|\bnot\s+(?:solved|fixed)\b|未解決|まだ(?:直|解決|失敗|再現)",
    re.I,
)
"""Words of trouble that lasts."""
WANTS = 2
"""What words that tell only that something is not so must share with what was said."""
