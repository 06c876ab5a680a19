"""Words about observed work, work sessions and issues."""

from __future__ import annotations

from butler.phrases import ErrorPhrase, Phrase

_OWN_EYES = Phrase(
    "Run `git status` by hand in the project to see why.",
    "プロジェクトで `git status` を手動実行して原因を確認してください。",
)

ERRORS = {
    "git_not_trusted": ErrorPhrase(
        Phrase(
            "git refuses this repository because it belongs to another user.",
            "リポジトリの所有者が別のユーザーのため、git が読み取りを拒否しました。",
        ),
        Phrase(
            "If you trust it, run `git config --global --add safe.directory <its folder>`.",
            "信頼できる場合は `git config --global --add safe.directory <フォルダー>` を実行してください。",
        ),
    ),
    "git_elsewhere": ErrorPhrase(
        Phrase(
            "The repository's working tree is not the project's folder.",
            "リポジトリの作業ツリーがプロジェクトのフォルダーと一致しません。",
        ),
        Phrase(
            "Check `core.worktree` and `core.bare` in its git configuration.",
            "git の設定 `core.worktree` と `core.bare` を確認してください。",
        ),
    ),
    "git_too_many_filters": ErrorPhrase(
        Phrase(
            "The repository's git configuration names more than {limit} filters.",
            "リポジトリの git 設定に {limit} 個を超えるフィルターがあります。",
        ),
        Phrase(
            "Remove them from its configuration; Butler never runs a filter.",
            "設定から取り除いてください。Butler はフィルターを実行しません。",
        ),
    ),
    "git_damaged": ErrorPhrase(
        Phrase("git cannot read the repository's {what}.", "git がリポジトリの {what} を読めません。"),
        _OWN_EYES,
    ),
    "work_sessions_damaged": ErrorPhrase(
        Phrase("{file} is damaged ({reason}).", "{file} が壊れています({reason})。"),
        Phrase(
            "It was left untouched: mend it, or move it away to begin anew (`butler doctor` says where it lies).",
            "ファイルには触れていません。直すか、退避して新しく始めてください(場所は `butler doctor` で分かります)。",
        ),
    ),
    "work_sessions_newer": ErrorPhrase(
        Phrase(
            "The work sessions were written by a newer Butler (version {version}, this one knows {known}).",
            "作業セッションは新しい Butler が書いたものです(版 {version}、この Butler が読めるのは {known})。",
        ),
        Phrase("Update Butler; nothing was changed.", "Butler を更新してください。何も変更していません。"),
    ),
    "issue_source_unknown": ErrorPhrase(
        Phrase("There is no issue source called {source}.", "issue の供給元 {source} はありません。"),
        Phrase("Known sources: {known}.", "使える供給元: {known}。"),
    ),
    "issue_source_none": ErrorPhrase(
        Phrase(
            "This project has no issue source, so there is no text to read.",
            "このプロジェクトには issue の供給元が無いため、読める本文がありません。",
        ),
        Phrase(
            "Put Markdown issues into .butler/issues (`butler init` makes an example); ids work without them.",
            ".butler/issues に Markdown の issue を置いてください(`butler init` が例を作ります)。id 自体は供給元が無くても使えます。",
        ),
    ),
    "issue_not_found": ErrorPhrase(
        Phrase("There is no issue {issue_id}.", "issue {issue_id} はありません。"),
        Phrase(
            "Nearest ids: {near}; issue_list shows all. Without the folder .butler/issues any id is good.",
            "近い id: {near}。issue_list で一覧できます。フォルダー .butler/issues がなければどの id でも使えます。",
        ),
    ),
    "issue_unreadable": ErrorPhrase(
        Phrase(
            "The issue file {file}{place} cannot be read: {reason}.",
            "issue ファイル {file}{place} を読めません: {reason}。",
        ),
        Phrase(
            "Mend that line; the front matter stands between two --- lines.",
            "その行を直してください。front matter は 2 本の --- 行の間に書きます。",
        ),
    ),
    "issue_id_twice": ErrorPhrase(
        Phrase(
            "The issue id {issue_id} stands in several files: {files}.",
            "issue の id {issue_id} が複数のファイルにあります: {files}。",
        ),
        Phrase("Give each file its own id.", "ファイルごとに別の id を付けてください。"),
    ),
    "issue_folder_missing": ErrorPhrase(
        Phrase("The issue folder {folder} does not exist.", "issue のフォルダー {folder} がありません。"),
        Phrase(
            "Make it, or set issue_folder to a folder inside the project.",
            "作成するか、issue_folder にプロジェクト内のフォルダーを設定してください。",
        ),
    ),
    "issue_folder_outside": ErrorPhrase(
        Phrase(
            "The issue folder {folder} leads out of the project.",
            "issue のフォルダー {folder} がプロジェクトの外を指しています。",
        ),
        Phrase(
            "Make it a real folder inside the project, or set issue_folder to one.",
            "プロジェクト内の実際のフォルダーにするか、issue_folder に設定してください。",
        ),
    ),
    "issue_folder_too_large": ErrorPhrase(
        Phrase(
            "The issue folder {folder} holds {count} files; the limit is {limit}.",
            "issue のフォルダー {folder} に {count} 個のファイルがあります(上限 {limit})。",
        ),
        Phrase("Move closed issues into another folder.", "終わった issue を別のフォルダーに移してください。"),
    ),
    "work_not_open": ErrorPhrase(
        Phrase("This session has no open work session.", "この session には開いている作業セッションがありません。"),
        Phrase("Call work_start first.", "先に work_start を呼んでください。"),
    ),
}

SUMMARIES = {
    "work_started": Phrase(
        "Work session {id} has begun, without an issue.", "作業セッション {id} を開始しました(issue なし)。"
    ),
    "work_started_issue": Phrase(
        "Work session {id} has begun on issue {issue}.", "issue {issue} の作業セッション {id} を開始しました。"
    ),
    "work_replaced": Phrase(
        "It replaces the open session {id}, which is finished now.", "開いていたセッション {id} は終了しました。"
    ),
    "work_finished": Phrase("Work session {id} is finished.", "作業セッション {id} を終了しました。"),
    "work_seen": Phrase(
        "Branch {branch} at {head}, {changes:file|files} with uncommitted changes.",
        "ブランチ {branch}({head})、未コミットの変更があるファイル {changes} 件。",
    ),
    "work_seen_no_git": Phrase(
        "The project is not in a git working tree.", "プロジェクトは git の作業ツリーにありません。"
    ),
    "work_seen_git_missing": Phrase(
        "git is not installed, so its state is unknown.", "git が無いため、状態は不明です。"
    ),
    "work_seen_git_failed": Phrase(
        "git could not be looked at; see the reason.", "git の状態を読み取れませんでした。理由を確認してください。"
    ),
    "issues_listed": Phrase("{count:issue|issues}.", "issue {count} 件。"),
    "issues_unreadable": Phrase(
        "{count:file|files} could not be read: {files}.", "読めないファイルが {count} 件あります: {files}。"
    ),
    "issues_no_source": Phrase(
        "This project has no issue source; put Markdown issues into .butler/issues to have one.",
        "このプロジェクトには issue の供給元がありません。.butler/issues に Markdown の issue を置くと使えます。",
    ),
    "issue_shown": Phrase("Issue {id}: {title}", "issue {id} の内容です: {title}"),
    "advice_conflicts": Phrase(
        "Resolve the conflicts in {count:file|files}: {files}.", "{count} 件のファイルの競合を解消する: {files}。"
    ),
    "advice_operation": Phrase(
        "Finish or abort the {operation} in progress.", "進行中の {operation} を完了するか中止する。"
    ),
    "advice_operation_step": Phrase(
        "Finish or abort the {operation} in progress (step {step}).",
        "進行中の {operation} を完了するか中止する(手順 {step})。",
    ),
    "advice_commit": Phrase(
        "Commit or stash {count:changed file|changed files}: {files}.",
        "変更のあるファイル {count} 件をコミットまたは stash する: {files}。",
    ),
    "advice_stash": Phrase(
        "Look at {count} stash(es): apply or drop them.", "stash {count} 件を確認し、適用するか破棄する。"
    ),
    "advice_detached": Phrase(
        "HEAD is detached at {head}: create or check out a branch before new commits.",
        "HEAD が {head} で切り離されている。新しいコミットの前にブランチを作成またはチェックアウトする。",
    ),
    "advice_upstream_gone": Phrase(
        "The upstream {upstream} is gone: set another one or push the branch again.",
        "upstream の {upstream} が無くなっている。設定し直すか、ブランチを改めて push する。",
    ),
    "advice_diverged": Phrase(
        "The branch and {upstream} have diverged ({ahead} ahead, {behind} behind): rebase or merge before pushing.",
        "ブランチと {upstream} が分岐している(先行 {ahead}、遅れ {behind})。push の前に rebase か merge を行う。",
    ),
    "advice_pull": Phrase(
        "Pull {behind:commit|commits} from {upstream}.", "{upstream} から {behind} 件のコミットを pull する。"
    ),
    "advice_push": Phrase(
        "Push {ahead:commit|commits} to {upstream}.", "{ahead} 件のコミットを {upstream} に push する。"
    ),
    "advice_nothing": Phrase("Nothing is left to do in the working tree.", "作業ツリーに残っている作業はない。"),
}
