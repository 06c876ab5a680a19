"""Words of the command line."""

from __future__ import annotations

from butler.phrases import ErrorPhrase, Phrase

ERRORS = {
    "notes_unreadable": ErrorPhrase(
        Phrase("The notes cannot be read: {reason}.", "メモを読めません: {reason}。"),
        Phrase(
            "Give the text itself, @FILE, or - for standard input.",
            "本文、@ファイル名、または標準入力の - を指定してください。",
        ),
    ),
    "notes_too_large": ErrorPhrase(
        Phrase("The notes are longer than {limit} bytes.", "メモが {limit} バイトを超えています。"),
        Phrase(
            "Shorten them; the log and the issue are read anyway.", "短くしてください。ログと issue は別に読まれます。"
        ),
    ),
    "session_given_twice": ErrorPhrase(
        Phrase(
            "--session and --session-log exclude each other.", "--session と --session-log は同時に指定できません。"
        ),
        Phrase("Give one of them.", "どちらか一方を指定してください。"),
    ),
    "demo_folder_used": ErrorPhrase(
        Phrase("The demo folder is not empty.", "デモ用フォルダーが空ではありません。"),
        Phrase(
            "Give an empty or new folder with --folder.", "--folder に空の、または新しいフォルダーを指定してください。"
        ),
    ),
}

SUMMARIES = {
    "cli_welcome": Phrase(
        """\
Butler {version}: hands coding work from one agent session to the next.

  butler demo                    see it work on a small made-up project
  butler handover prepare        write a handover of the newest session of this project
  butler handover read           show the newest handover
  butler session-log list        which sessions of Codex and Claude Code Butler sees here
  butler doctor                  what is found, what is missing
  butler init                    set this project up (language, example issue)
  butler install CLIENT          register Butler with codex or claude-code (uninstall takes it back)
  butler serve                   the MCP server (what a client starts; same as butler-mcp)

`butler COMMAND --help` says more. Next step: butler doctor""",
        """\
Butler {version}: コーディング作業を次のエージェントのセッションへ引き継ぎます。

  butler demo                    小さな架空のプロジェクトで動きを見る
  butler handover prepare        このプロジェクトの最新セッションの引き継ぎ書を書く
  butler handover read           最新の引き継ぎ書を表示する
  butler session-log list        ここで見える Codex と Claude Code のセッション
  butler doctor                  見つかったもの、足りないもの
  butler init                    このプロジェクトの設定(言語、issue の例)
  butler install クライアント    codex か claude-code に登録する(uninstall で元に戻す)
  butler serve                   MCP サーバー(クライアントが起動するもの。butler-mcp と同じ)

`butler コマンド --help` で詳細。次の一歩: butler doctor""",
    ),
    "rooms_listed": Phrase("{count:room|rooms}.", "ルームは {count} 個です。"),
    "cli_prepared": Phrase(
        "\nSaved:  {snapshot}\nLatest: {latest}\n\nTell the next agent:\n  {sentence}",
        "\n保存先: {snapshot}\n最新版: {latest}\n\n次のエージェントへ:\n  {sentence}",
    ),
    "cli_next_sentence": Phrase(
        "Call the Butler tool handover_read{arguments}, or read {latest}, then go on from NEXT_ACTION.",
        "Butler のツール handover_read{arguments} を呼ぶか {latest} を読み、NEXT_ACTION から続けてください。",
    ),
    "cli_reading": Phrase("Reading {size} MB of session log …", "セッションログ {size} MB を読んでいます…"),
    "init_done": Phrase("The project is set up.", "プロジェクトを設定しました。"),
    "init_next": Phrase(
        "Issues of this project are now the Markdown files in .butler/issues; an id that is none of them is refused.\n"
        "Next: butler handover prepare, and commit .butler/ and session_logs/handover/*.md with your work.",
        "このプロジェクトの issue は .butler/issues の Markdown ファイルになりました。そこに無い id は拒否されます。\n"
        "次: butler handover prepare。.butler/ と session_logs/handover/*.md は作業と一緒にコミットしてください。",
    ),
    "doctor_fine": Phrase("Everything that Butler needs is here.", "Butler に必要なものは揃っています。"),
    "doctor_problems": Phrase("Needs a look: {count}, marked !!.", "確認が必要な点が {count} 件あります(!! の行)。"),
    "demo_done": Phrase(
        "The demo is done: a real session log became this handover.",
        "デモ完了: 実際のセッションログがこの引き継ぎ書になりました。",
    ),
    "demo_where": Phrase(
        "\nThe project lies in {folder}\nThe handover lies in {file}\nRemove both with: rm -r {folder}",
        "\nプロジェクト: {folder}\n引き継ぎ書: {file}\n削除するには: rm -r {folder}",
    ),
    "doctor_project": Phrase("project {name} in {folder}", "プロジェクト {name}({folder})"),
    "doctor_data": Phrase(
        "work sessions, marks and caches in {folder}", "作業セッション・印・キャッシュの場所: {folder}"
    ),
    "doctor_settings": Phrase("settings that are set: {settings}", "設定済みの項目: {settings}"),
    "doctor_settings_none": Phrase("no setting is set: the defaults hold", "設定はありません。既定値で動きます"),
    "doctor_no_repository": Phrase(
        "no git repository here: handovers will say so and carry no git state",
        "git リポジトリではありません。引き継ぎ書にはその旨を書き、git の状態は載りません",
    ),
    "doctor_closed": Phrase(
        "{brain}: {count:folder|folders} may not be read, so logs in them are not seen: {folder}",
        "{brain}: 読む権限の無いフォルダーが {count} 件あり、その中のログは見えません: {folder}",
    ),
    "doctor_git_failed": Phrase(
        "git cannot read this repository: {reason}", "git がこのリポジトリを読めません: {reason}"
    ),
    "doctor_no_issue_source": Phrase(
        "no issue source: issue ids still work, their texts are not available; `butler init` adds a folder of issues",
        "issue の取得元がありません。id は使えますが本文は載りません。`butler init` で issue 用フォルダーを作れます",
    ),
    "doctor_issues": Phrase("issues in {source}: {count}", "{source} に issue {count} 件"),
    "doctor_no_log_home": Phrase("{brain}: no log home at {folder}", "{brain}: ログの場所 {folder} がありません"),
    "doctor_no_logs": Phrase("{brain}: no session logs in {folder}", "{brain}: {folder} にセッションログがありません"),
    "doctor_logs": Phrase(
        "{brain}: {count:session log|session logs} in {folder}, the oldest was written {age:day|days} ago;",
        "{brain}: {folder} にセッションログ {count} 件。最も古いものは {age} 日前の書き込み。",
    ),
    "doctor_retention_deletes": Phrase(
        "this client deletes a log about {days:day|days} after its last use.",
        "このクライアントは最後の使用から約 {days} 日でログを削除します。",
    ),
    "doctor_retention_packs": Phrase(
        "this client may pack a log {days:day|days} after its last write.",
        "このクライアントは最後の書き込みから {days} 日でログを圧縮することがあります。",
    ),
    "doctor_leaving": Phrase(
        "{brain}: {count:session|sessions} of this project will be deleted by the client within {days:day|days}, the first one ({session}) in {left}; "
        "write a handover or a summary of what is still needed.",
        "{brain}: この project の session {count} 件が {days} 日以内にクライアントに削除されます(最初は {session}、あと {left} 日)。"
        "必要なものは handover か要約にしておいてください。",
    ),
    "doctor_packed": Phrase(
        "{brain}: {count} of them are packed (.zst) and can be read", "{brain}: うち圧縮ログ(.zst){count} 件。読めます"
    ),
    "doctor_packed_unread": Phrase(
        "{brain}: {count} of them are packed (.zst) and cannot be read: install the zstd program, or butler-handover[zstd]",
        "{brain}: うち圧縮ログ(.zst){count} 件は読めません。zstd コマンドか butler-handover[zstd] を入れてください",
    ),
    "doctor_handovers": Phrase("handovers saved here: {count}", "保存済みの引き継ぎ書 {count} 件"),
}
