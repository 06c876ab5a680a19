"""Words about what changed since a handover was written: each says what, and what to do."""

from __future__ import annotations

from butler.phrases import Phrase

SUMMARIES = {
    "fresh_diverged": Phrase(
        "The work has split: this handover does not know {ids}. Read both and settle what differs before you go on.",
        "作業が枝分かれしています。この handover は {ids} の内容を含みません。両方を読み、食い違いを決めてから進めてください。",
    ),
    "fresh_newer": Phrase(
        "A newer handover exists: {id}. Read that one with handover_read(handover_id).",
        "より新しい handover があります: {id}。handover_read(handover_id) でそちらを読んでください。",
    ),
    "fresh_task": Phrase(
        "Task {id} has moved on from revision {then} to {now}. Read it with task_get; task_history says what happened.",
        "Task {id} は revision {then} から {now} に進んでいます。task_get で読み、経過は task_history で確認してください。",
    ),
    "fresh_task_deleted": Phrase(
        "Task {id} was deleted since. Ask the person before you go on with it; task_list shows what is left.",
        "Task {id} はその後に削除されました。続ける前に利用者に確認してください。残っている Task は task_list で見られます。",
    ),
    "fresh_worktree": Phrase(
        "It was written in another worktree: {place}. Work there, or bring its changes here first.",
        "別の worktree で書かれています: {place}。そちらで作業するか、変更を先に取り込んでください。",
    ),
    "fresh_branch": Phrase(
        "The branch was {then} and is {now} now. Make sure that the work belongs here.",
        "ブランチは {then} でしたが、今は {now} です。ここで作業してよいか確かめてください。",
    ),
    "fresh_history": Phrase(
        "Its commit {head} is not part of HEAD {now}: reset, rebased or another line. Compare before you trust it.",
        "書いた時の commit {head} は HEAD {now} に含まれません(reset、rebase、別系統)。比べてから使ってください。",
    ),
    "fresh_commits": Phrase(
        "Commits since: {count}, newest “{subject}”. See `git log {range}`.",
        "その後の commit: {count} 件、最新は「{subject}」。`git log {range}` で確認してください。",
    ),
    "fresh_files": Phrase(
        "Files it names are not as they were: {parts}. Read them again.",
        "文書にあるファイルが当時と違います: {parts}。読み直してください。",
    ),
    "fresh_changed": Phrase("changed {paths}", "変更 {paths}"),
    "fresh_moved": Phrase("moved {paths}", "移動 {paths}"),
    "fresh_gone": Phrase("gone {paths}", "なし {paths}"),
    "fresh_now_dirty": Phrase(
        "Nothing was uncommitted then; now {paths}. See `git status` and `git diff`.",
        "当時は未コミットなし、今は {paths} が未コミットです。`git status` と `git diff` で確認してください。",
    ),
    "fresh_now_clean": Phrase(
        "There were uncommitted changes then; now there are none. See `git log` and `git stash list`.",
        "当時あった未コミットの変更が今はありません。`git log` と `git stash list` で確認してください。",
    ),
    "fresh_other_work": Phrase(
        "The uncommitted changes are others than then: {paths}. See `git diff`.",
        "未コミットの変更が当時と違います: {paths}。`git diff` で確認してください。",
    ),
    "fresh_activity": Phrase(
        "Its session went on after it ({parts}). Read on: session_log_read(session={session}, line={line}).",
        "元の session がその後も続いています({parts})。続き: session_log_read(session={session}, line={line})。",
    ),
    "fresh_reverted": Phrase(
        "Its session was taken back since: what it tells from [L{first}] on no longer holds, though it was done; the session went on in another log ({parts}). "
        "Read on: session_log_read(session={session}, line={line}).",
        "元の session はその後 revert されました。[L{first}] 以降の内容は(実行はされましたが)取り消され、別のログで続いています({parts})。"
        "続き: session_log_read(session={session}, line={line})。",
    ),
    "fresh_requests": Phrase("requests: {count}", "依頼 {count} 件"),
    "fresh_edits": Phrase("edits: {count}", "編集 {count} 件"),
    "fresh_commands": Phrase("commands: {count}", "コマンド {count} 件"),
    "fresh_unknown": Phrase(
        "Unknown: {parts}. Check by hand.",
        "不明: {parts}。手で確かめてください。",
    ),
    "fresh_no_git": Phrase(
        "commits and changes since (there is no git here)", "その後の commit と変更(ここには git がありません)"
    ),
    "fresh_git_missing": Phrase(
        "commits and changes since (git is not installed)", "その後の commit と変更(git がありません)"
    ),
    "fresh_git_failed": Phrase("commits and changes since (git failed)", "その後の commit と変更(git が失敗しました)"),
    "fresh_head_missing": Phrase(
        "commits since (this repository does not have {head})", "その後の commit({head} がこのリポジトリにありません)"
    ),
    "fresh_files_unknown": Phrase(
        "whether {count} of the files it names changed (index.json does not know it)",
        "文書にある {count} 個のファイルの変更の有無(index.json に記録がありません)",
    ),
    "fresh_work_unknown": Phrase(
        "whether the uncommitted changes are the same (index.json does not know it)",
        "未コミットの変更が当時と同じかどうか(index.json に記録がありません)",
    ),
    "fresh_log_unknown": Phrase(
        "whether its session went on (its log cannot be read)", "元の session が続いたかどうか(ログを読めません)"
    ),
}
