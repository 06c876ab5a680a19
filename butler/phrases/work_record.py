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
    "work_not_open": ErrorPhrase(
        Phrase("This session has no open work session.", "この session には開いている作業セッションがありません。"),
        Phrase("Call work_start first.", "先に work_start を呼んでください。"),
    ),
}

SUMMARIES = {
    "advice_conflicts": Phrase(
        "Resolve the conflicts in {count} file(s): {files}.", "{count} 件のファイルの競合を解消する: {files}。"
    ),
    "advice_operation": Phrase(
        "Finish or abort the {operation} in progress.", "進行中の {operation} を完了するか中止する。"
    ),
    "advice_operation_step": Phrase(
        "Finish or abort the {operation} in progress (step {step}).",
        "進行中の {operation} を完了するか中止する(手順 {step})。",
    ),
    "advice_commit": Phrase(
        "Commit or stash {count} changed file(s): {files}.",
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
        "Pull {behind} commit(s) from {upstream}.", "{upstream} から {behind} 件のコミットを pull する。"
    ),
    "advice_push": Phrase("Push {ahead} commit(s) to {upstream}.", "{ahead} 件のコミットを {upstream} に push する。"),
    "advice_nothing": Phrase("Nothing is left to do in the working tree.", "作業ツリーに残っている作業はない。"),
}
