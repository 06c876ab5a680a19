"""Words of a handover about what saved summaries of sessions say: each line names its summary."""

from __future__ import annotations

from butler.phrases import Phrase

WORDS: dict[str, Phrase] = {
    "group_papers": Phrase(
        "What documents say that were read (no edit of them seen)", "読んだ文書の内容(編集の記録なし)"
    ),
    "group_summary": Phrase("From saved summaries of sessions", "保存された session 要約から"),
    "summary_from": Phrase(
        "{text} (from the summary of session {session}, {date}{doubt})",
        "{text} (session {session} の要約より、{date}{doubt})",
    ),
    "summary_edited": Phrase("; edited after it was written", "、書き込み後に編集あり"),
    "summary_unsealed": Phrase("; whether it was edited is unknown", "、編集の有無は不明"),
    "summary_damaged": Phrase(
        "the summary of session {session}, {date}, is damaged and was not read: {file}",
        "session {session} の要約({date})は壊れているため読んでいません: {file}",
    ),
    "summary_whose": Phrase(
        "session {session} of {agent}, {lines} lines of log: its summary is {file}",
        "{agent} の session {session}(ログ {lines} 行)の要約: {file}",
    ),
    "summary_request": Phrase("request, {state}: “{text}”", "依頼、{state}:「{text}」"),
    "state_word_open": Phrase("open", "未完了"),
    "state_word_answered": Phrase("answered", "回答あり"),
    "state_word_done": Phrase("done", "完了"),
    "state_word_superseded": Phrase("superseded", "撤回"),
    "summary_commit": Phrase("commit {text}", "コミット {text}"),
    "summary_words": Phrase("the agent's last words: {text}", "エージェントの最後の発言: {text}"),
    "summary_step": Phrase("Open step of its plan: {text}", "計画の残り: {text}"),
    "summary_decision": Phrase("{text}", "{text}"),
}

SUMMARIES = {
    "log_gone": Phrase(
        "the session's log is gone: what its saved summary says stands below, without anchors",
        "session のログはもうありません。保存された要約の内容を下に示します(アンカーなし)",
    ),
    "log_gone_damaged": Phrase(
        "the session's log is gone, and its saved summary is damaged",
        "session のログはもうありません。保存された要約も壊れています",
    ),
    "warning_log_gone": Phrase(
        "the log of session {session} is gone: this handover rests on its summary {file}",
        "session {session} のログはもうありません。この handover は要約 {file} に基づきます",
    ),
    "warning_summary_damaged": Phrase(
        "the summary {file} is damaged and was not read",
        "要約 {file} は壊れているため読んでいません",
    ),
}
