"""Words of the session_log room."""

from __future__ import annotations

from butler.phrases import ErrorPhrase, Phrase

_LIST_HINT = Phrase(
    "`butler session-log list` shows the known sessions.",
    "`butler session-log list` で既知のセッションを一覧できます。",
)

SEEN = {
    "objects": Phrase("JSON objects with the keys {keys}", "キーが {keys} の JSON オブジェクト"),
    "json": Phrase("JSON that breaks off or holds no objects", "途中で切れているか、オブジェクトを含まない JSON"),
    "binary": Phrase("binary data", "バイナリデータ"),
    "nothing": Phrase("nothing readable", "読める内容なし"),
}
"""What was seen in a file that no format knows."""

ERRORS = {
    "log_not_allowed": ErrorPhrase(
        Phrase(
            "{file} is no session log that a format recognises, and no text inside the project.",
            "{file} は既知の形式のセッションログでも、プロジェクト内のテキストでもありません。",
        ),
        Phrase(
            "Name a session log, or let a person run `butler` with this file on the command line.",
            "セッションログを指定するか、人がコマンドラインの `butler` でこのファイルを指定してください。",
        ),
    ),
    "log_missing": ErrorPhrase(
        Phrase("The session log does not exist.", "セッションログがありません。"),
        Phrase(
            "The client may have deleted or moved it (Claude Code deletes after 30 days); `butler session-log list` shows what is there.",
            "クライアントが削除または移動した可能性があります(Claude Code は 30 日で削除)。`butler session-log list` で今あるものを確認できます。",
        ),
    ),
    "log_empty": ErrorPhrase(
        Phrase("The session log {file} is empty.", "セッションログ {file} は空です。"),
        Phrase("Name another session.", "別のセッションを指定してください。"),
    ),
    "log_not_regular": ErrorPhrase(
        Phrase(
            "The session log is not a plain file ({kind}).", "セッションログが通常のファイルではありません({kind})。"
        ),
        Phrase("Give the log file itself.", "ログファイルそのものを指定してください。"),
    ),
    "log_unreadable": ErrorPhrase(
        Phrase("The session log {file} cannot be read: {reason}.", "セッションログ {file} を読めません: {reason}。"),
        Phrase("Mend the permissions, then call again.", "権限を直して再実行してください。"),
    ),
    "log_packed": ErrorPhrase(
        Phrase("The session log {file} is packed with zstd.", "セッションログ {file} は zstd で圧縮されています。"),
        Phrase(
            "Install `butler-handover[zstd]` or the program `zstd`, or resume the session in its client.",
            "`butler-handover[zstd]` かプログラム `zstd` を導入するか、クライアントでそのセッションを再開してください。",
        ),
    ),
    "log_packed_too_big": ErrorPhrase(
        Phrase(
            "The packed session log {file} unpacks to more than {megabytes} MB, which no real log does.",
            "圧縮されたセッションログ {file} は展開すると {megabytes} MB を超えます(実際のログではありえません)。",
        ),
        Phrase("Name another session.", "別のセッションを指定してください。"),
    ),
    "log_unknown_format": ErrorPhrase(
        Phrase(
            "{file} is no session log that Butler knows; seen: {seen}.",
            "{file} は Butler の知るセッションログではありません。内容: {seen}。",
        ),
        Phrase("Formats asked: {asked}.", "調べた形式: {asked}。"),
    ),
    "log_no_entries": ErrorPhrase(
        Phrase(
            "{file} was read as {format} and holds nothing that could be read; seen: {seen}.",
            "{file} を {format} として読みましたが、読める内容がありません。内容: {seen}。",
        ),
        Phrase(
            "Formats asked: {asked}. Name another session.", "調べた形式: {asked}。別のセッションを指定してください。"
        ),
    ),
    "no_such_source": ErrorPhrase(
        Phrase(
            "The session has no source S{source}; it has {count}.",
            "このセッションにソース S{source} はありません({count} 個あります)。",
        ),
        Phrase(
            "`session.sources` of the answer lists them; S1 is the log itself.",
            "応答の `session.sources` に一覧があります。S1 はログ自身です。",
        ),
    ),
    "source_missing": ErrorPhrase(
        Phrase(
            "The earlier part of this session, rollout {rollout}, cannot be read ({why}).",
            "このセッションの以前の部分(rollout {rollout})を読めません({why})。",
        ),
        Phrase(
            "`session.sources` of the answer lists the parts; read the session without `:S…`.",
            "応答の `session.sources` に各部分の一覧があります。`:S…` を付けずに読んでください。",
        ),
    ),
    "session_not_found": ErrorPhrase(
        Phrase("No session has that id.", "その id のセッションはありません。"),
        Phrase(
            "Nearest: {near}. `butler session-log list` shows all.",
            "近いもの: {near}。`butler session-log list` で一覧できます。",
        ),
    ),
    "session_ambiguous": ErrorPhrase(
        Phrase("{count:session|sessions} begin like that.", "その文字で始まるセッションが {count} 件あります。"),
        Phrase("Use more characters: {candidates}.", "もっと長く指定してください: {candidates}。"),
    ),
    "no_session": ErrorPhrase(
        Phrase("No session log fits. {reason}", "使えるセッションログがありません。{reason}"),
        _LIST_HINT,
    ),
    "no_such_line": ErrorPhrase(
        Phrase("The log ends at line {last}.", "ログは {last} 行目で終わっています。"),
        Phrase("Ask for a line from 1 to {last}.", "1 から {last} までの行を指定してください。"),
    ),
    "invalid_note": ErrorPhrase(
        Phrase("The note is empty or longer than {limit} bytes.", "メモが空か、{limit} バイトを超えています。"),
        Phrase("Write one short note.", "短いメモを書いてください。"),
    ),
    "marks_unreadable": ErrorPhrase(
        Phrase(
            "The marks file cannot be used: {reason}. It was left untouched.",
            "マークのファイルを使えません: {reason}。変更していません。",
        ),
        Phrase("Move {file} away to begin anew.", "{file} を退避すると新しく始められます。"),
    ),
    "marks_too_many": ErrorPhrase(
        Phrase("The marks file is full ({limit} bytes).", "マークのファイルが上限({limit} バイト)に達しました。"),
        Phrase("Move {file} away to begin anew.", "{file} を退避すると新しく始められます。"),
    ),
}

SUMMARIES = {
    "chosen_by_file": Phrase("the file that was named", "指定されたファイル"),
    "chosen_by_id": Phrase("the session that was named", "指定されたセッション"),
    "chosen_by_moved": Phrase(
        "the named file is gone; a log of the same session was found elsewhere",
        "指定のファイルは無く、同じセッションのログが別の場所で見つかりました",
    ),
    "chosen_by_call": Phrase("the log that holds this call", "この呼び出しが記録されているログ"),
    "chosen_by_client": Phrase(
        "the session that the client named with this call", "クライアントがこの呼び出しで示したセッション"
    ),
    "chosen_unconfirmed": Phrase(
        "{reason} (unconfirmed: no log holds this call)", "{reason} (未確認: この呼び出しを含むログが見つかりません)"
    ),
    "chosen_newest": Phrase(
        "the newest main session of this project by its last line",
        "最終行の時刻が最も新しい、このプロジェクトの主セッション",
    ),
    "chosen_newest_of_live": Phrase(
        "the newest main session of this project by its last line; also written within the last ten minutes: {others} (name one to choose it)",
        "最終行の時刻が最も新しい、このプロジェクトの主セッション。直近 10 分に書かれた他のセッション: {others} (指定すれば選べます)",
    ),
    "chosen_not_looked": Phrase(
        "{reason} (there are too many logs: {count} that were written earlier were not looked into)",
        "{reason} (ログが多いため、それより前に書かれた {count} 件は見ていません)",
    ),
    "left_out_other_folder": Phrase("{count} of other folders left out.", "他のフォルダーの {count} 件を除きました。"),
    "left_out_subagent": Phrase(
        "{count:log|logs} of subagents and internal threads left out.",
        "サブエージェントと内部スレッドのログ {count} 件を除きました。",
    ),
    "left_out_packed": Phrase(
        "{count:packed log|packed logs} could not be read: install `butler-handover[zstd]` or the program `zstd`.",
        "圧縮されたログ {count} 件を読めません。`butler-handover[zstd]` かプログラム `zstd` を導入してください。",
    ),
    "left_out_unreadable": Phrase("{count:log|logs} could not be read.", "ログ {count} 件を読めませんでした。"),
    "left_out_reverted": Phrase(
        "{count:older file|older files} of reverted sessions left out.",
        "差し戻されたセッションの古いファイル {count} 件を除きました。",
    ),
    "left_out_not_looked": Phrase(
        "{looked:log was|logs were} looked into; {count} more, written earlier, were not.",
        "ログ {looked} 件の中を見ました。それより前に書かれた {count} 件は見ていません。",
    ),
    "left_out_older": Phrase(
        "{count:older session|older sessions} not shown.", "古いセッション {count} 件は示していません。"
    ),
    "no_session_here": Phrase(
        "No session log of this project was found.", "このプロジェクトのセッションログは見つかりませんでした。"
    ),
    "no_session_told": Phrase(
        "The client named its session, but its log was not found (Codex: list CODEX_HOME in env_vars of the server's configuration).",
        "クライアントはセッションを示しましたが、そのログが見つかりません(Codex: サーバー設定の env_vars に CODEX_HOME を加えてください)。",
    ),
    "mark_set": Phrase(
        "Marked line {line} of session {session}.", "セッション {session} の {line} 行目に印を付けました。"
    ),
    "entries_shown": Phrase("{count:entry|entries}.", "{count} 件を表示しています。"),
    "entries_reverted": Phrase(
        "This session was reverted: [L…] of a handover that names the older log are lines of {parts}.",
        "この session は revert されています。古いログを示す handover の [L…] は {parts} の行です。",
    ),
    "entries_fewer": Phrase(
        "{count} more did not fit into one answer; go on with next_line.",
        "残り {count} 件は入りきりません。next_line から続けてください。",
    ),
    "entries_earlier": Phrase(
        "{count} earlier ones did not fit; ask with line.",
        "それより前の {count} 件は入りきりません。line を指定してください。",
    ),
    "sessions_listed": Phrase("{count:session|sessions}.", "セッション {count} 件。"),
    "facts_gathered": Phrase("Facts out of {count:entry|entries}.", "{count} 件の記録から集めました。"),
    "log_said": Phrase("{text}", "読み取り時の注記: {text}"),
    "log_export": Phrase(
        "an export of {count:conversation|conversations}; the one updated last was read",
        "{count} 件の会話のエクスポートです。最後に更新されたものを読みました",
    ),
    "log_sidechain": Phrase(
        "{count:sidechain record|sidechain records} (work of subagents) left out",
        "サイドチェーン(サブエージェントの作業)の記録 {count} 件を除きました",
    ),
    "log_orphans": Phrase(
        "{count:tool result|tool results} without their call", "呼び出しの無いツール結果が {count} 件あります"
    ),
    "log_rolled_back": Phrase(
        "line {line}: more turns rolled back than prompts were found",
        "{line} 行目: 見つかった依頼より多くのターンが取り消されています",
    ),
    "log_history_before": Phrase(
        "the history before this file is in rollout {rollout}, up to byte {end}",
        "このファイルより前の履歴は rollout {rollout} の {end} バイト目までにあります",
    ),
    "log_copied": Phrase(
        "history copied from session {session} (line {line})",
        "セッション {session} から写された履歴があります({line} 行目)",
    ),
    "log_stream_json": Phrase(
        "output of `claude -p --output-format stream-json`: without times; the session's own log holds more",
        "`claude -p --output-format stream-json` の出力です。時刻が無く、セッション自身のログの方が詳しいです",
    ),
    "log_exec_json": Phrase(
        "output of `codex exec --json`: without times and prompts; the session's own log holds more",
        "`codex exec --json` の出力です。時刻と依頼が無く、セッション自身のログの方が詳しいです",
    ),
    "log_compaction_encrypted": Phrase(
        "line {line}: the summary of a compaction is encrypted", "{line} 行目: コンパクションの要約は暗号化されています"
    ),
    "log_no_speaker": Phrase(
        "no speaker is named; the whole text is one note", "話者の表示が無いため、全文を一つのメモとして読みました"
    ),
    "log_encoding": Phrase("not UTF-8; read as {encoding}", "UTF-8 ではないため {encoding} として読みました"),
    "receipt_skipped": Phrase(
        "{count:place|places} could not be read: {reasons}.", "{count} か所を読めませんでした: {reasons}。"
    ),
    "receipt_unknown": Phrase(
        "{count:record|records} of unknown types were counted and not read: {types}.",
        "未知の種類の記録 {count} 件は数えただけで読んでいません: {types}。",
    ),
    "receipt_compactions": Phrase(
        "{count:compaction|compactions} crossed.", "コンパクションを {count} 回またいでいます。"
    ),
    "receipt_parents": Phrase(
        "The beginning of the story is missing: rollout {rollouts}.",
        "履歴の始まりが見つかりません: rollout {rollouts}。",
    ),
    "summary_written": Phrase("Summary written: {file}", "要約を書きました: {file}"),
    "summary_title": Phrase("Session summary", "セッション要約"),
    "summary_none": Phrase("none", "なし"),
    "summary_more": Phrase("{count} earlier ones left out", "古いもの {count} 件を省略"),
    "summary_open": Phrase("open", "未完了"),
    "summary_answered": Phrase("answered", "回答あり"),
    "summary_done": Phrase("done", "完了"),
    "summary_superseded": Phrase("superseded", "取り消し"),
    "summary_answer": Phrase("answer", "回答"),
    "summary_approved": Phrase("plan approved", "計画を承認"),
    "summary_refused": Phrase("plan refused", "計画を却下"),
    "summary_asked": Phrase("asked", "質問"),
    "summary_exit": Phrase("exit {code}", "終了コード {code}"),
    "summary_passed": Phrase("passed", "成功"),
    "summary_failed": Phrase("failed", "失敗"),
    "summary_unknown": Phrase("unknown", "不明"),
    "summary_running": Phrase("still running", "実行中"),
    "summary_masked": Phrase("exit code masked: {how}", "終了コードが隠れている: {how}"),
    "summary_stale": Phrase("files edited after it at [{anchor}]", "その後 [{anchor}] でファイルを編集"),
    "summary_mended": Phrase("worked later at [{anchor}]", "[{anchor}] で成功"),
}
