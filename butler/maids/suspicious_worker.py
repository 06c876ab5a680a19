"""Text that reads like an order to the agent that reads it: it is marked, never acted on, never dropped.

Rules for English and Japanese, each of bounded gaps, so that time grows with the text. They look for the few turns of
phrase that instructions to an agent need and that ordinary output (guides, manuals, test names, code) does not have. A
mark is a warning, no defence: what is not marked is no order either.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Literal, TypeAlias

from butler.maids.late_patterns import late

Kind: TypeAlias = Literal["override", "role", "secrecy", "command", "leak", "forged", "hidden"]
"""Takes back earlier instructions; gives the agent another role; hides something from the person; orders it to run
something; asks it for secrets; pretends to be the client or a section of a handover; cannot be seen."""

MOST = 400_000
"""Characters of one text that are looked at: its first and its last half of that."""

_WHOM = r"(?:the |your |any )?(?:user|human|person|operator|owner|developer|maintainer)s?\b"
_AGENT = r"(?:(?:ai|llm|coding) (?:assistant|agent|model)|ai|llm|assistant|agent|claude(?: code)?|codex|copilot|gpt|gemini|language model)"
_KNOWN = r"(?:instructions?|directions?|directives?|prompts?|rules|guidelines|guardrails)"
_BEFORE = r"(?:previous|prior|above|earlier|preceding|foregoing|existing|original|initial|system|developer)"
_FETCHED = r"(?:curl|wget|iwr|irm)\b[^\n|]{0,200}\|\s{0,4}(?:sudo )?(?:ba|z|da)?sh\b"
_VALUES = r"(?:api[ -]?keys?|secrets?|tokens?|credentials?|passwords?|private keys?|ssh keys?|environment variables|\.env\b|cookies)"
_DO = r"(?:run|execute|call|invoke|delete|remove|send|upload|post|push|fetch|download|install|open|visit)"
_JA_WHOM = r"(?:ユーザ(?:ー)?|利用者|使用者|依頼者|人間|オーナー|開発者)"
_JA_KNOWN = r"(?:指示|命令|ルール|規則|プロンプト|制約|ガイドライン)"
_JA_END = r"(?:、|てください|て下さい|ろ|なさい|ること|て、|てから|て)"

_FLAT: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    (
        "override",
        late(
            rf"\b(?:ignore|disregard|forget|discard)\b[^.\n]{{0,20}}\b(?:"
            rf"(?:all|any|every|everything|each) (?:of )?(?:the |your |my |other )?(?:{_BEFORE} )?{_KNOWN}"
            rf"|{_BEFORE} (?:\w+ ){{0,2}}{_KNOWN}"
            rf"|your (?:\w+ ){{0,2}}{_KNOWN}"
            rf"|{_KNOWN} (?:above|before|you (?:were|have been) given|so far)"
            r"|(?:previous|prior|earlier) (?:commands|orders|messages|text|context)"
            r"|everything (?:above|before this|you were told|you have been told))",
            re.I,
            words="ignore,disregard,forget,discard",
        ),
    ),
    ("override", late(r"\b(?:new|updated|real|actual) (?:system )?instructions? (?:for you|from (?:the )?system)\b|\bsystem override\b|\bstop what you(?: a|')re doing (?:and|now)\b", re.I, words="instruction,system override,stop what you")),
    ("override", late(r"(?:システム|管理者|開発者)から(?:あなた|AI|エージェント)?への?新しい(?:指示|命令)|AI ?(?:アシスタント|エージェント)?(?:への|向けの)(?:新しい)?(?:指示|命令)(?:[：:]|です)", words="指示,命令")),
    (
        "override",
        late(
            rf"(?:以前|これまで|今まで|上記|前述|上|先ほど|先程|前|この|その|すべて|全て|全|あらゆる|システム|元)の?[^。\n]{{0,12}}{_JA_KNOWN}"
            rf"[^。\n]{{0,10}}(?:無視し{_JA_END}|無視せよ|無視する(?:こと|ように)|忘れ(?:て|ろ|なさい)|破棄し{_JA_END}|従わない(?:で|こと)|従うな)",
            words="無視し,無視せよ,無視する,忘れ,破棄し,従わない,従うな",
        ),
    ),
    (
        "role",
        late(
            rf"\byou are (?:now|from now on|no longer) (?:an? |the |in |acting as |operating (?:as|in) )?(?:\w+[ -]){{0,3}}(?:{_AGENT}|hacker|administrator|root|jailbroken|unrestricted|"
            r"dan|(?:developer|god|admin|maintenance|debug) mode|bound by|restricted)\b",
            re.I,
            words="you are ",
        ),
    ),
    ("role", late(r"\byour (?:new|real|actual|only) (?:task|goal|objective|role|mission|instructions?) (?:is|are) (?:now )?to\b|\bpretend (?:to be|that you are) (?:an? |the )?(?:\w+[ -]){0,2}(?:admin\w*|developer|root|system)\b", re.I, words="your new ,your real ,your actual ,your only ,pretend to be,pretend that")),
    ("role", late(r"\bfrom now on,? you (?:are (?:an?|the)|will act|must act|act|shall|must obey|will obey|obey)\b", re.I, words="from now on")),
    ("role", late(r"あなたの新しい(?:任務|タスク|目的|役割|仕事)は|(?:あなたは(?:今|これ)から|(?:今|これ)からあなたは)[^。\n]{1,40}(?:です|になり|として|に従)", words="あなたの新しい,あなたは")),
    (
        "secrecy",
        late(
            rf"\b(?:do not|don[’']?t|never|must not|without|avoid|refrain from) (?:ever )?(?:tell|telling|inform|informing|notify|notifying|alert|alerting|warn|warning|"
            rf"report(?:ing)? (?:this|it) to|mention(?:ing)? (?:this|it|that) to|reveal(?:ing)? (?:this|it|that) to|show(?:ing)? (?:this|it) to|let(?:ting)?) {_WHOM}(?! this, since| explicitly because| (?:about the|why|if|when|which|how)\b)",
            re.I,
            words="user,human,person,operator,owner,developer,maintainer",
        ),
    ),
    ("secrecy", late(rf"\b(?:keep|hide|conceal) (?:this|it|that) (?:secret |hidden )?from {_WHOM}", re.I, words="keep this,keep it,keep that,hide this,hide it,hide that,conceal ")),
    (
        "secrecy",
        late(
            rf"{_JA_WHOM}(?:に|には|へ|から|の)[^。\n]{{0,12}}(?:知らせ|伝え|教え|報告せ|報告し|言わ|話さ|見せ|気づかれ|気付かれ|隠し|確認せ)(?:ずに|ないで(?:ください)?|るな|(?<=隠し)て|な(?=[。、\s]|$)|ず(?=[、\s]|に|$))",
            words="ユーザ,利用者,使用者,依頼者,人間,オーナー,開発者",
        ),
    ),
    (
        "command",
        late(
            rf"\b(?:{_AGENT})s?(?:(?: (?:reading|processing|seeing) this[,:]?| working here[,:]?|[,:])(?: you)? (?:must|should|shall|have to|need to|please)|,? you must|"
            rf" (?:must|should|please)(?= (?:now|immediately|first)))"
            rf" (?:now |first |also |immediately |always )?{_DO}\b",
            re.I,
            words="must,should,shall,have to,need to,please",
        ),
    ),
    (
        "command",
        late(
            rf"\b(?:important|attention|urgent|immediately|mandatory|required|before (?:you )?(?:continu|proceed|do)\w*|you must|you have to|you need to)\b[^\n]{{0,100}}\b(?:run|execute|paste|type)\b[^\n]{{0,100}}{_FETCHED}",
            re.I,
            words="curl,wget,iwr,irm",
        ),
    ),
    (
        "command",
        late(
            r"\b(?:you must|you are (?:required|instructed|ordered) to|immediately|now) (?:now |first |immediately )?(?:run|execute) (?:the following|this|these) (?:\w+ )?(?:commands?|scripts?|code)\b"
            r"[^\n]{0,60}(?:without (?:asking|confirm|permission)|do not ask|don[’']t ask|silently|before anything)",
            re.I,
            words="without ,do not ask,don't ask,don’t ask,silently,before anything",
        ),
    ),
    ("command", late(rf"\b(?:message|note|text|section|notice|instruction)s? (?:is|are) (?:only |meant |intended |addressed )?(?:for|to) (?:the |an? |any )?{_AGENT}s?\b(?: only| that| reading|[.:,])", re.I, words="message,note,text,section,notice,instruction")),
    (
        "command",
        late(
            rf"(?:エージェント|アシスタント|AI|モデル)(?:は|へ|向け)[、:：]?[^。\n]{{0,40}}(?:実行し|削除し|送信し|アップロードし|push し|プッシュし|インストールし){_JA_END}"
            r"|(?:次|以下|この)のコマンドを(?:必ず|直ちに|すぐに|今すぐ|黙って|確認せずに|許可なく)[^。\n]{0,10}実行"
            r"|(?:必ず|直ちに|今すぐ|黙って|確認せずに|許可なく)[^。\n]{0,6}(?:次|以下|この)のコマンドを[^。\n]{0,10}実行",
            words="実行,削除し,送信し,アップロードし,push し,プッシュし,インストールし",
        ),
    ),
    (
        "leak",
        late(
            rf"\b(?:send|post|upload|exfiltrate|leak|forward|email|print|reveal|output|paste|include|copy)\b (?:me |us )?(?:all |any )?(?:of )?(?:your|the user[’']s|the environment[’']s|this machine[’']s)"
            rf" (?:\w+ ){{0,3}}(?:{_VALUES}|system prompt|conversation|instructions|source code)\b",
            re.I,
            words="your,the user,the environment,this machine",
        ),
    ),
    ("leak", late(rf"\b(?:send|post|upload|exfiltrate|leak|forward)\b (?:\w+ ){{0,5}}{_VALUES} (?:\w+ ){{0,3}}(?:to|at) (?:https?:|ftp:|the following|this (?:url|address|server))", re.I, words="http,ftp:,the following,this url,this address,this server")),
    ("leak", late(r"(?:API ?キー|秘密鍵|認証情報|パスワード|トークン|環境変数|会話の?内容|システムプロンプト)を[^。\n]{0,30}(?:送信し|送っ|アップロードし|投稿し|貼り付け|出力し)(?:てください|て下さい|ろ|なさい)", words="送信し,送っ,アップロードし,投稿し,貼り付け,出力し")),
)  # fmt: skip
"""On one line, as far as a sentence goes."""

_SHOWN = r"⟦U\+(?:200[B-F]|202[A-E]|206[0-9A-F]|FEFF|FE0[0-9A-F]|E0[01][0-9A-F]{2})⟧"
_RAW: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("forged", late(r"<\|(?:im_start|im_end|system|user|assistant|start_header_id|end_header_id|eot_id)\|>")),
    ("forged", late(r"\[/?INST\]|<</?SYS>>")),
    ("forged", late(r"\[(?:system|admin|developer) (?:message|notice|override|instructions?)\]", re.I)),
    ("forged", late(r"<(system|system[_-]prompt|developer[_-]message|admin[_-]message|important|information)>[^\0]{1,600}?</\1>", re.I, words="</system,</developer,</admin,</important,</information")),
    ("forged", late(r"</?(?:function_calls|function_results|tool_results?|tool_response)>|<invoke name=", re.I, words="function_calls,function_results,tool_result,tool_response,invoke name=")),
    ("forged", late(r"^[ \t>]{0,8}Human: .{0,2000}\n{1,3}[ \t>]{0,8}Assistant: ?", re.M, words="human: ")),
    ("hidden", late(rf"(?:{_SHOWN}[^⟦\n]{{0,2}}){{6}}|(?:[\u200b-\u200f\u2060-\u206f\ufeff\U000e0020-\U000e007f][^\n\u200b-\u206f]{{0,2}}){{6}}")),
    ("hidden", late(r"(?<!`)⟦U\+202[DE]⟧(?!`)|[\u202d\u202e]")),
)  # fmt: skip
"""Over lines: tags of clients and models, and what cannot be seen."""

_COMMENT = late(r"<!--[^\0]{0,400}")
_ADDRESSED = late(rf"\b{_AGENT}s?\b", re.I)
_ORDERED = late(r"\b(?:must|should|ignore|run|execute|send|obey|do not|don[’']t|never)\b", re.I)
_SHORTEST = 6
"""Characters of the shortest text that a rule finds."""
_PROMPT = late(r"^[ \t>\\]{0,8}#{1,6}[ \t]{1,4}HANDOFF_PROMPT\b", re.M)
_WHOLE = late(r"^[ \t]{0,3}## METADATA\b", re.M)
_ESCAPED = late(r"\\([!-/:-@\[-`{-~])")
_UNSEEN = late(rf"{_SHOWN}|[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e007f]")


def suspicious_kinds(text: str) -> tuple[Kind, ...]:
    """What in ``text`` reads like an order to an agent, each kind once, in the order of `Kind`; empty for nothing.

    Works on raw text and on text as a document shows it (escaped, hidden characters by name).
    """
    seen = text if len(text) <= MOST else f"{text[: MOST // 2]}\n{text[-MOST // 2 :]}"
    plain = _ESCAPED.sub(r"\1", seen)
    found: set[Kind] = {kind for kind, pattern in _RAW if pattern.search(plain)}
    if any(map(_orders, _COMMENT.findall(plain))):
        found.add("hidden")
    if _PROMPT.search(plain) and not _WHOLE.search(plain):
        found.add("forged")
    flat = re.sub(r"\s+", " ", _UNSEEN.sub("", unicodedata.normalize("NFKC", plain)))
    found |= {kind for kind, pattern in _FLAT if pattern.search(flat)}
    return tuple(kind for kind in KINDS if kind in found)


def kinds_in(texts: Iterable[str]) -> tuple[Kind, ...]:
    """The kinds in any of several texts, each looked at by itself."""
    found = {kind for text in texts if len(text) >= _SHORTEST for kind in suspicious_kinds(text)}
    return tuple(kind for kind in KINDS if kind in found)


def _orders(comment: str) -> bool:
    """Whether an HTML comment tells an agent what to do."""
    inside = comment.split("-->", 1)[0]
    return bool(_ADDRESSED.search(inside) and _ORDERED.search(inside))


KINDS: tuple[Kind, ...] = ("override", "role", "secrecy", "command", "leak", "forged", "hidden")
