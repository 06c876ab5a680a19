"""Words of the handover room. The two Japanese summaries of prepare and read are the owner's own."""

from __future__ import annotations

from butler.phrases import ErrorPhrase, Phrase

ERRORS = {
    "handover_not_found": ErrorPhrase(
        Phrase("There is no handover {wanted}.", "handover {wanted} はありません。"),
        Phrase(
            "Nearest: {known}. handover_list shows all; handover_prepare writes one.",
            "近いもの: {known}。handover_list で一覧、handover_prepare で作成できます。",
        ),
    ),
    "no_handover": ErrorPhrase(
        Phrase("There is no handover of {subject} yet.", "{subject} の handover はまだありません。"),
        Phrase(
            "handover_prepare writes one; handover_list shows those that exist: {known}.",
            "handover_prepare で作成できます。今あるもの: {known}(handover_list で一覧)。",
        ),
    ),
    "handover_arguments": ErrorPhrase(
        Phrase(
            "issue_id {issue} and handover_id {id} name different handovers.",
            "issue_id {issue} と handover_id {id} が別の handover を指しています。",
        ),
        Phrase("Give one of them.", "どちらか一方だけを指定してください。"),
    ),
    "section_not_found": ErrorPhrase(
        Phrase("This handover has no such section or part.", "この handover にそのセクションまたは部分はありません。"),
        Phrase(
            "Nearest: {near}. Its sections: {known}; a long one has parts, for example “DISCOVERY 2”.",
            "近いもの: {near}。ある名前: {known}。長いセクションは「DISCOVERY 2」のように部分を指定できます。",
        ),
    ),
    "invalid_since": ErrorPhrase(
        Phrase("since cannot be used.", "since の値が正しくありません。"),
        Phrase(
            "Use session, mark, last_handover or a line number.",
            "session、mark、last_handover、または行番号を指定してください。",
        ),
    ),
    "invalid_max_tokens": ErrorPhrase(
        Phrase("max_tokens cannot be used.", "max_tokens が正しくありません。"),
        Phrase(
            "Use a whole number from {least} to {most}.",
            "{least} から {most} までの整数を使ってください。",
        ),
    ),
    "invalid_language": ErrorPhrase(
        Phrase("language cannot be used.", "language が正しくありません。"),
        Phrase("Use {known}.", "{known} のどれかを使ってください。"),
    ),
    "invalid_format": ErrorPhrase(
        Phrase("format cannot be used.", "format が正しくありません。"),
        Phrase("Use {known}.", "{known} のどれかを使ってください。"),
    ),
    "handover_empty": ErrorPhrase(
        Phrase("The handover file {file} is empty.", "handover のファイル {file} が空です。"),
        Phrase(
            "Restore it from git, or read an older one (handover_list shows them).",
            "git から戻すか、handover_list で示される以前のものを読んでください。",
        ),
    ),
    "document_refused": ErrorPhrase(
        Phrase(
            "{file} is not a valid handover document: {count:problem|problems}.",
            "{file} は正しい handover 文書ではありません: 問題 {count} 件。",
        ),
        Phrase("Mend: {first}.", "直す箇所: {first}。"),
    ),
}

SUMMARIES = {
    "none_exist": Phrase("none", "なし"),
    "this_project": Phrase("this project", "このプロジェクト"),
    "handover_prepared": Phrase("Wrote the handover snapshot {id}", "handover snapshot を作成しました"),
    "nothing_new": Phrase(
        "Nothing new since {id}: log, git, issue, Task and notes are the same, our own calls aside.",
        "{id} から新しいことはありません(Butler 自身の呼び出しを除き、ログ・git・Issue・Task・メモは同じです)。",
    ),
    "handover_read": Phrase("Got the handover snapshot {id}", "handover snapshot を取得しました"),
    "read_title": Phrase(
        "Handover {id}, written by {brain} at {at}. File: {file}", "handover {id}({brain}、{at})。ファイル: {file}"
    ),
    "read_section": Phrase(
        "Shown here: {name}, part {part} of {parts}. Its sections: {names}.",
        "ここに示すのは {name}({parts} 分の {part})です。全セクション: {names}。",
    ),
    "read_notes": Phrase("Note", "注意"),
    "read_next": Phrase("Next: {call}", "次: {call}"),
    "read_others": Phrase("Other handovers: {ids}", "他の handover: {ids}"),
    "handover_listed": Phrase("{count} of {total:handover|handovers}", "handover {total} 件中 {count} 件"),
    "handover_listed_none": Phrase("No handover yet", "handover はまだありません"),
    "document_good": Phrase("{file} is a valid handover document", "{file} は正しい handover 文書です"),
    "finding_at": Phrase("line {line}: {text}", "{line} 行目: {text}"),
    "finding_unknown_section": Phrase("{name} is no section of a handover", "{name} という見出しはありません"),
    "finding_heading_spelling": Phrase(
        "{name} must be written {suggestion}", "{name} は {suggestion} と書く必要があります"
    ),
    "finding_missing_section": Phrase("the section {name} is missing", "{name} の見出しがありません"),
    "finding_wrong_order": Phrase("{name} stands too late", "{name} の位置が後ろすぎます"),
    "finding_too_early": Phrase("{name} may stand last alone", "{name} は最後にだけ置けます"),
    "finding_format_version": Phrase(
        "format_version {name} is not known (known: {suggestion})",
        "format_version {name} には対応していません(対応: {suggestion})",
    ),
    "finding_text_before": Phrase("there is text before METADATA", "METADATA の前に文章があります"),
    "finding_merge_mark": Phrase("a mark of an unfinished merge", "解決していない merge の印があります"),
    "finding_hidden_character": Phrase("a hidden or control character", "見えない文字または制御文字があります"),
    "finding_twice": Phrase("{name} stands twice", "{name} が 2 回あります"),
    "finding_open_fence": Phrase("a fence is never closed", "閉じていないフェンスがあります"),
    "finding_metadata_missing": Phrase("METADATA holds no YAML block", "METADATA に YAML ブロックがありません"),
    "finding_metadata_unreadable": Phrase("METADATA is not readable YAML", "METADATA の YAML を読めません"),
    "finding_metadata_key": Phrase("METADATA lacks {name}", "METADATA に {name} がありません"),
    "finding_prompt_empty": Phrase("HANDOFF_PROMPT is empty", "HANDOFF_PROMPT が空です"),
    "issue_not_there": Phrase(
        "issue text not available: the issue source could not give it",
        "Issue の本文なし: Issue の取得元から得られませんでした",
    ),
    "log_not_usable": Phrase(
        "the session log that was found could not be read", "見つかったセッションログを読めませんでした"
    ),
    "warning_no_mark": Phrase(
        "the session has no mark, so DISCOVERY begins with the session",
        "この session に mark が無いため、DISCOVERY は session の先頭から始まります",
    ),
    "warning_no_last_handover": Phrase(
        "no handover of this session exists, so DISCOVERY begins with the session",
        "この session の handover が無いため、DISCOVERY は session の先頭から始まります",
    ),
    "warning_since_without_log": Phrase(
        "there is no session log, so since has no effect",
        "セッションログが無いため since は効きません",
    ),
    "warning_document": Phrase(
        "it is no valid handover document any more ({count:finding|findings}; `butler handover check` on {file} names them)",
        "正しい handover 文書ではなくなっています(指摘 {count} 件。{file} に `butler handover check` を実行すると分かります)",
    ),
    "warning_unconfirmed": Phrase(
        "no log holds this call yet, so the log may be that of another session; name it with session if it is",
        "この呼び出しを含むログがまだ無いため、別の session のログかもしれません。違う場合は session で指定してください",
    ),
    "warning_note_label": Phrase(
        "{wrong} is no label of notes; did you mean {right}? It was kept as a plain note",
        "{wrong} というメモのラベルはありません。{right} でしょうか。普通のメモとして残しました",
    ),
    "warning_edited": Phrase("edited after it was written", "書き込み後に編集されています"),
    "warning_edited_unknown": Phrase(
        "whether it was edited after it was written is unknown: the index does not know it",
        "書き込み後に編集されたかどうかは不明です(index に記録がありません)",
    ),
    "warning_not_newest": Phrase(
        "a handover with a later stamp exists, so the latest copy shows that one",
        "より新しい時刻の handover があるため、latest はそちらを示しています",
    ),
    "warning_index_newer": Phrase(
        "index.json is of a newer Butler and was left alone",
        "index.json は新しい版の Butler のものなので変更していません",
    ),
    "warning_index_damaged": Phrase(
        "index.json is damaged; the next handover_prepare rebuilds it from the snapshots",
        "index.json が壊れています。次の handover_prepare が snapshot から作り直します",
    ),
    "warning_irregular": Phrase(
        "{file} is a link, pipe or folder and was not followed",
        "{file} はリンク・パイプ・フォルダーのため読みませんでした",
    ),
    "warning_latest_alone": Phrase(
        "{file} has no snapshot any more and is not listed",
        "{file} には snapshot がもう無いため一覧に含めていません",
    ),
    "warning_latest_stale": Phrase(
        "the latest copy is missing or differs, so the snapshot itself was read",
        "latest が無いか内容が異なるため、snapshot 本体を読みました",
    ),
    "lines_left_out": Phrase(
        "… {lines:line|lines} left out of this answer; the whole document: {file}",
        "… この応答では {lines} 行を省略。全文: {file}",
    ),
    "warning_cut": Phrase(
        "{lines:line|lines} of {sections} left out of this answer; handover_read with section gives each whole, as does {file}",
        "この応答では {sections} の {lines} 行を省きました。全文は handover_read の section か {file} で読めます",
    ),
    "warning_redacted": Phrase("{count:secret was|secrets were} replaced", "秘密情報 {count} 件を置き換えました"),
    "warning_unreadable": Phrase("{file} cannot be read", "{file} を読めません"),
}
