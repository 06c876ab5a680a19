"""Words of the Task Journal: status and claim names, refusals, answers."""

from __future__ import annotations

from typing import Any

from butler.phrases import ErrorPhrase, Phrase

_READ_AGAIN = Phrase(
    "Look at changed_since, read the Task again with task_get and send your change with revision {revision}.",
    "changed_since と task_get で現在の内容を確認し、revision {revision} を指定して送り直してください。",
)
_EXPORT_FIRST = Phrase(
    "Keep an export (`butler workspace-export`), then delete Tasks that are done with task_delete; it still works now.",
    "`butler workspace-export` で書き出しを保管してから、終わった Task を task_delete で削除してください。削除は今も行えます。",
)
_LEFT_ALONE = Phrase(
    "It was left untouched. Move it away to begin anew, or bring back an export with `butler workspace-import`.",
    "ファイルには触れていません。退避して新しく始めるか、`butler workspace-import` で書き出しを復元してください。",
)

ERRORS = {
    "journal_not_open": ErrorPhrase(
        Phrase(
            "No journal is open: profile and Project are not given.",
            "profile と Project の指定が無いため Journal を開けません。",
        ),
        Phrase(
            "Start with --profile PROFILE_ID --project PROJECT_ID.",
            "--profile PROFILE_ID --project PROJECT_ID を付けて起動してください。",
        ),
    ),
    "journal_bad_id": ErrorPhrase(
        Phrase("The value of {flag} cannot be used.", "{flag} の値は使えません。"),
        Phrase(
            "Use letters, digits, dot, underscore and hyphen, beginning with a letter or digit (profile: up to 64, Project: up to 128).",
            "英数字で始まり、英数字・ピリオド・下線・ハイフンだけの ID を指定してください(profile は 64 文字、Project は 128 文字まで)。",
        ),
    ),
    "journal_write_not_allowed": ErrorPhrase(
        Phrase("This start may only read the journal.", "この起動では Journal の読み取りだけが許可されています。"),
        Phrase(
            "Writing needs the flag --allow-journal-write on the command itself; no configuration can set it.",
            "書き込みにはコマンド自体に --allow-journal-write が必要です。設定ファイルや環境変数では許可できません。",
        ),
    ),
    "journal_damaged": ErrorPhrase(
        Phrase("The journal {file} is damaged: {reason}.", "Journal {file} が壊れています: {reason}。"), _LEFT_ALONE
    ),
    "journal_newer": ErrorPhrase(
        Phrase(
            "{file} has schema_version {version}; this Butler knows {known}.",
            "{file} の schema_version は {version} です(この Butler が読めるのは {known})。",
        ),
        Phrase("Update Butler; nothing was changed.", "Butler を更新してください。何も変更していません。"),
    ),
    "journal_is_export": ErrorPhrase(
        Phrase(
            "{file} is an export, not a journal (tasks and events are lists).",
            "{file} は Journal の正本ではなく書き出しです(tasks と events が配列)。",
        ),
        Phrase(
            "Move it away and bring it in with `butler workspace-import --input FILE`.",
            "別の場所へ移し、`butler workspace-import --input FILE` で復元してください。",
        ),
    ),
    "export_is_journal": ErrorPhrase(
        Phrase(
            "{file} is a journal, not an export (tasks and events are objects).",
            "{file} は書き出しではなく Journal の正本です(tasks と events がオブジェクト)。",
        ),
        Phrase(
            "Make an export of it with `butler workspace-export --output FILE`.",
            "`butler workspace-export --output FILE` で書き出してから復元してください。",
        ),
    ),
    "export_damaged": ErrorPhrase(
        Phrase("The export {file} cannot be used: {reason}.", "書き出し {file} は使えません: {reason}。"),
        Phrase("Nothing was imported; use another export.", "何も復元していません。別の書き出しを使ってください。"),
    ),
    "export_into_data": ErrorPhrase(
        Phrase(
            "An export is not written into Butler's own data folder.",
            "Butler 自身のデータフォルダーには書き出せません。",
        ),
        Phrase(
            "Give another --output; nothing was changed.",
            "--output に別の場所を指定してください。何も変更していません。",
        ),
    ),
    "export_too_large": ErrorPhrase(
        Phrase(
            "The export would have {size} bytes; {limit} can be brought back. Nothing was written.",
            "書き出しが {size} バイトになります(復元できるのは {limit} まで)。何も書き出していません。",
        ),
        Phrase(
            "Keep a copy of journal.json, then delete Tasks that are done with task_delete and export again.",
            "journal.json の写しを保管し、終わった Task を task_delete で削除してから書き出してください。",
        ),
    ),
    "journal_full": ErrorPhrase(
        Phrase(
            "The journal would have {size} bytes; the limit is {limit}. Nothing was changed.",
            "Journal が {size} バイトになります(上限 {limit})。何も変更していません。",
        ),
        _EXPORT_FIRST,
    ),
    "journal_ledger_full": ErrorPhrase(
        Phrase(
            "The ledger holds its {limit} operations. Nothing was changed.",
            "操作 ID 台帳が上限の {limit} 件に達しています。何も変更していません。",
        ),
        Phrase(
            "Export with `butler workspace-export` and go on under another --profile; old entries are never dropped.",
            "`butler workspace-export` で書き出し、別の --profile で続けてください。古い記録は削除しません。",
        ),
    ),
    "journal_bad_value": ErrorPhrase(
        Phrase("{what} cannot be used.", "{what} の値は使えません。"),
        Phrase("Expected: {expected}.", "期待する値: {expected}。"),
    ),
    "task_not_found": ErrorPhrase(
        Phrase("There is no such Task in this Project.", "この Project にその Task はありません。"),
        Phrase("Nearest ids: {near}; task_list shows all.", "近い ID: {near}。task_list で一覧できます。"),
    ),
    "deleted": ErrorPhrase(
        Phrase("The Task {task_id} was deleted.", "Task {task_id} は削除済みです。"),
        Phrase(
            "Its text is gone from the journal; an export made earlier can bring it back (`butler workspace-import`).",
            "本文は Journal から削除されています。以前の書き出しがあれば `butler workspace-import` で復元できます。",
        ),
    ),
    "revision_conflict": ErrorPhrase(
        Phrase(
            "The Task {task_id} is at revision {revision} ({status}); you read revision {expected_revision}. Nothing was written.",
            "Task {task_id} は revision {revision}({status})です(指定は {expected_revision})。何も書き込んでいません。",
        ),
        _READ_AGAIN,
    ),
    "history_moved": ErrorPhrase(
        Phrase(
            "The Task {task_id} moved to revision {revision} while its history was read.",
            "履歴の取得中に Task {task_id} が revision {revision} へ進みました。",
        ),
        Phrase(
            "Begin again without a cursor; revisions are never mixed.",
            "cursor 無しで最初から取得してください。異なる改訂は混在させません。",
        ),
    ),
    "cursor_unknown": ErrorPhrase(
        Phrase("The cursor is none of ours.", "cursor が正しくありません。"),
        Phrase(
            "Give the next_cursor of the page before, or none.",
            "直前のページの next_cursor を指定するか、省略してください。",
        ),
    ),
    "operation_reused": ErrorPhrase(
        Phrase(
            "This operation_id was used before with other arguments (Task {task_id}, revision {revision}). Nothing was written.",
            "この operation_id は別の引数で使用済みです(Task {task_id}、revision {revision})。何も書き込んでいません。",
        ),
        Phrase("Use a new operation_id for a new wish.", "新しい操作には新しい operation_id を使ってください。"),
    ),
    "operation_similar": ErrorPhrase(
        Phrase(
            "An operation_id that differs from this one in letter case alone was used before (Task {task_id}, revision {revision}). Nothing was written.",
            "大文字と小文字だけが違う operation_id が使用済みです(Task {task_id}、revision {revision})。何も書き込んでいません。",
        ),
        Phrase(
            "Use a new operation_id, or to send that one again, the very same letters.",
            "新しい operation_id を使ってください。再送なら元と同じ文字で指定してください。",
        ),
    ),
    "status_unknown": ErrorPhrase(
        Phrase("There is no such status.", "その状態はありません。"), Phrase("Known: {known}.", "使える状態: {known}。")
    ),
    "status_change": ErrorPhrase(
        Phrase("A Task cannot go from {old} to {new}.", "{old} から {new} へは変更できません。"),
        Phrase("From here it may go to: {known}.", "変更できる状態: {known}。"),
    ),
    "claim_unknown": ErrorPhrase(
        Phrase("There is no such claim.", "その区分はありません。"), Phrase("Known: {known}.", "使える区分: {known}。")
    ),
    "evidence_missing": ErrorPhrase(
        Phrase("verified needs evidence.", "verified には根拠が必要です。"),
        Phrase(
            "Give evidence that a reader can open, or claim inferred.",
            "参照できる evidence を指定するか、claim を inferred にしてください。",
        ),
    ),
    "event_kind": ErrorPhrase(
        Phrase("This kind cannot be used.", "その kind は使えません。"),
        Phrase(
            "Use a short word such as note; {own} are written by the journal itself.",
            "note などの短い語を使ってください。{own} は Journal 自身が書きます。",
        ),
    ),
    "decision_needs_person": ErrorPhrase(
        Phrase(
            "user_decision is a person's word; no tool or command can write it.",
            "user_decision は利用者だけが記録できます。ツールやコマンドからは書けません。",
        ),
        Phrase("Record it as proposed and ask the person.", "proposed として記録し、利用者に確認してください。"),
    ),
    "nothing_to_update": ErrorPhrase(
        Phrase("No field to change was given.", "変更する項目がありません。"),
        Phrase(
            "Give at least one field; [] empties a list.", "項目を 1 つ以上指定してください。[] で配列を空にできます。"
        ),
    ),
    "text_missing": ErrorPhrase(
        Phrase("{what} is empty.", "{what} が空です。"), Phrase("Give a text.", "文字列を指定してください。")
    ),
    "import_elsewhere": ErrorPhrase(
        Phrase(
            "The export is of another place: {what}. Nothing was imported.",
            "書き出しの profile または Project が異なります: {what}。何も復元していません。",
        ),
        Phrase(
            "Import only into the same profile and Project; ids are not converted.",
            "同じ profile・同じ Project にだけ復元できます。ID の変換は行いません。",
        ),
    ),
    "import_task_exists": ErrorPhrase(
        Phrase(
            "The Task {task_id} exists already. Nothing was imported.",
            "Task {task_id} が既にあります。何も復元していません。",
        ),
        Phrase(
            "An import never overwrites; delete the Task first, or leave the file.",
            "復元は上書きしません。先に Task を削除するか、復元をやめてください。",
        ),
    ),
    "import_operation_differs": ErrorPhrase(
        Phrase(
            "The operation {operation_id} is in the ledger with other content. Nothing was imported.",
            "操作 {operation_id} は別の内容で台帳にあります。何も復元していません。",
        ),
        Phrase("The export does not belong to this journal.", "この Journal の書き出しではありません。"),
    ),
}


class Reason(Phrase):
    """A phrase whose facts are known before the reader's language is."""

    def filled(self, **facts: Any) -> Phrase:
        """The phrase with its placeholders filled, in both languages."""
        return Phrase(self.say("en", **facts), self.say("ja", **facts))


REASONS = {
    "other_layout": Reason("another layout", "行の配置が異なります"),
    "not_utf8": Reason("not UTF-8 text", "UTF-8 のテキストではありません"),
    "not_json": Reason("not JSON (line {line}, column {column})", "JSON ではありません({line} 行 {column} 列)"),
    "too_deep": Reason("nested too deep", "入れ子が深すぎます"),
    "too_large": Reason("{size} bytes, the limit is {limit}", "{size} バイト(上限 {limit})"),
    "long_number": Reason("a number is too long", "数値が長すぎます"),
    "key_twice": Reason("the key {name} stands twice", "キー {name} が重複しています"),
    "no_number": Reason("{name} is no JSON number", "{name} は JSON の数値ではありません"),
    "no_object": Reason("not a JSON object", "JSON のオブジェクトではありません"),
    "no_version": Reason("schema_version is missing or no number", "schema_version が無いか、数値ではありません"),
    "field_missing": Reason("{place} is missing", "{place} がありません"),
    "field_unknown": Reason("{place} is not known here", "{place} は未知の項目です"),
    "field_wrong": Reason("{place} has a value that does not fit", "{place} の値が正しくありません"),
    "no_evidence": Reason("{place} is verified without evidence", "{place} は根拠の無い verified です"),
    "task_twice": Reason("a task_id stands twice", "task_id が重複しています"),
    "strange_event": Reason(
        "an Event belongs to the Task {task}, which is not here", "Task {task} が無いのにイベントがあります"
    ),
    "other_tasks": Reason("tasks and events name different Tasks", "tasks と events の Task ID が一致しません"),
    "other_ids": Reason("the Task {task} and its records have different ids", "Task {task} と記録の ID が一致しません"),
    "other_profile": Reason("the Task {task} belongs to another profile", "Task {task} は別の profile のものです"),
    "other_revision": Reason(
        "the Task {task} has revision {revision} and {events} Events",
        "Task {task} は revision {revision} ですがイベントが {events} 件です",
    ),
}
"""Why a journal or an export cannot be read."""

EXPECTED = {
    "name": Phrase("1 to 200 printable characters", "表示できる 1 から 200 文字"),
    "unicode": Phrase("Unicode text", "Unicode のテキスト"),
    "issue": Phrase(
        "texts provider, connection_id, project_id, issue_id, url?",
        "文字列 provider、connection_id、project_id、issue_id、url?",
    ),
    "object": Phrase("a JSON object", "JSON のオブジェクト"),
}
"""What an argument should have been."""

STATUS_WORDS = {
    "planned": Phrase("planned", "予定"),
    "running": Phrase("running", "進行中"),
    "paused": Phrase("paused", "中断中"),
    "blocked": Phrase("blocked", "確認待ち"),
    "completed": Phrase("completed", "完了"),
    "cancelled": Phrase("cancelled", "終了"),
}
CLAIM_WORDS = {
    "user_decision": Phrase("Decided by the person", "利用者の確定事項"),
    "verified": Phrase("Verified, with evidence", "根拠付きの確認記録"),
    "inferred": Phrase("Inferred or recorded by an agent", "エージェントの推測・記録"),
    "proposed": Phrase("Proposed", "提案"),
}

SUMMARIES = {
    "task_created": Phrase("Task {task_id} is created (revision 1).", "Task {task_id} を作成しました(revision 1)。"),
    "task_updated": Phrase(
        "Task {task_id} is at revision {revision}.", "Task {task_id} を更新しました(revision {revision})。"
    ),
    "task_recorded": Phrase(
        "Recorded for Task {task_id} (revision {revision}).", "Task {task_id} に記録しました(revision {revision})。"
    ),
    "task_removed": Phrase(
        "Task {task_id} and its events are deleted; exports made earlier and copies held by others are not.",
        "Task {task_id} とイベントを削除しました。以前の書き出しや他のエージェントが保持するコピーは削除されません。",
    ),
    "task_repeated": Phrase(
        "This operation was done before; its first receipt: Task {task_id}, revision {revision}.",
        "この操作は実施済みです。最初の受領記録: Task {task_id}、revision {revision}。",
    ),
    "task_shown": Phrase(
        "Task {task_id}: {title} ({status}, revision {revision}).",
        "Task {task_id}: {title} (状態 {status}、revision {revision})。",
    ),
    "task_shortened": Phrase(
        "This answer is shortened: a list that task_update sends back would lose what is not shown. Add with task_record; `butler task get` shows all.",
        "この応答は短縮されています。task_update で配列を送り返すと表示されていない分が失われます。追記は task_record を使ってください。全文は `butler task get` で見られます。",
    ),
    "tasks_listed": Phrase("{shown} of {total:Task|Tasks}.", "Task {total} 件中 {shown} 件。"),
    "history_shown": Phrase(
        "Events {first} to {last} of {total} of Task {task_id}.",
        "Task {task_id} のイベント {total} 件中 {first} から {last}。",
    ),
    "history_empty": Phrase(
        "No further events of Task {task_id}.", "Task {task_id} にこれ以上のイベントはありません。"
    ),
    "memo_made": Phrase(
        "Memo of Task {task_id} at revision {revision}, with all {total:event|events}.",
        "Task {task_id}(revision {revision})の引き継ぎメモ。履歴 {total} 件をすべて収録。",
    ),
    "memo_made_partial": Phrase(
        "Memo of Task {task_id} at revision {revision}; only the newest {shown} of {total:event|events}, or shortened texts.",
        "Task {task_id}(revision {revision})の引き継ぎメモ。履歴は一部収録({total} 件中の新しい {shown} 件、または本文を短縮)。",
    ),
    "journal_nearly_full": Phrase(
        "The journal is {percent} % full ({count} of {limit} bytes): keep an export and delete Tasks that are done.",
        "Journal の使用率が {percent} % です({limit} バイト中 {count})。書き出しを保管し、終わった Task を削除してください。",
    ),
    "journal_ledger_nearly_full": Phrase(
        "The ledger is {percent} % full ({count} of {limit} operations): plan an export and another profile.",
        "操作 ID 台帳の使用率が {percent} % です({limit} 件中 {count} 件)。書き出しと別の profile を準備してください。",
    ),
    "doctor_network": Phrase(
        "{folder} lies on {kind}: file locks may not hold between machines; keep the data folder on a local disk (--data-dir)",
        "{folder} は {kind} 上にあります。端末間でロックが効かないことがあるため、データフォルダーはローカルディスクに置いてください(--data-dir)",
    ),
    "journal_exported": Phrase(
        "{tasks:Task|Tasks}, {events:event|events} and {operations:ledger entry|ledger entries} exported to {file}.",
        "Task {tasks} 件、イベント {events} 件、台帳 {operations} 件を {file} に書き出しました。",
    ),
    "journal_imported": Phrase(
        "{tasks:Task|Tasks}, {events:event|events} and {operations:ledger entry|ledger entries} imported from {file}.",
        "{file} から Task {tasks} 件、イベント {events} 件、台帳 {operations} 件を復元しました。",
    ),
    "journal_imported_decisions": Phrase(
        "{count:decision|decisions} of a person came with it, as the file has them; the file proves nobody's word.",
        "利用者の確定事項 {count} 件をファイルの記載どおりに復元しました。ファイルは入力者を証明しません。",
    ),
}
