"""Words of the house itself: projects, settings, files, locks."""

from __future__ import annotations

from butler.phrases import ErrorPhrase, Phrase

ERRORS = {
    "internal_error": ErrorPhrase(
        Phrase("Butler failed inside; this is a bug of Butler.", "Butler の内部で失敗しました。Butler の不具合です。"),
        Phrase(
            "Run `butler doctor`; the details are on the server's stderr.",
            "`butler doctor` を実行してください。詳細はサーバーの標準エラー出力にあります。",
        ),
    ),
    "invalid_arguments": ErrorPhrase(
        Phrase("Arguments cannot be used: {problems}.", "引数が正しくありません: {problems}。"),
        Phrase(
            "Call again with the types of the tool's input schema.",
            "ツールの入力スキーマにある型で呼び直してください。",
        ),
    ),
    "project_refused": ErrorPhrase(
        Phrase("{what} cannot be a project.", "{what} はプロジェクトにできません。"),
        Phrase(
            "Start in a project's folder or give --project-dir.",
            "プロジェクトのフォルダーで起動するか --project-dir を指定してください。",
        ),
    ),
    "home_unknown": ErrorPhrase(
        Phrase(
            "The home folder is unknown: HOME is not set.", "ホームフォルダーが不明です。HOME が設定されていません。"
        ),
        Phrase("Set HOME and call again.", "HOME を設定して再実行してください。"),
    ),
    "project_missing": ErrorPhrase(
        Phrase(
            "The project folder does not exist or is not a folder.",
            "プロジェクトのフォルダーが無いか、フォルダーではありません。",
        ),
        Phrase("Give an existing folder with --project-dir.", "--project-dir に存在するフォルダーを指定してください。"),
    ),
    "outside_folder": ErrorPhrase(
        Phrase("The name would leave its folder.", "その名前はフォルダーの外を指します。"),
        Phrase("Use a plain name without separators.", "区切り文字を含まない名前を使ってください。"),
    ),
    "settings_unreadable": ErrorPhrase(
        Phrase("{file} cannot be read: {reason}.", "{file} を読めません: {reason}。"),
        Phrase(
            "Mend the named line, or move the file away to use the defaults.",
            "示された行を直すか、ファイルを退避して既定値を使ってください。",
        ),
    ),
    "settings_unknown_key": ErrorPhrase(
        Phrase("{file} has an unknown key {key} (line {line}).", "{file} に未知のキー {key} があります({line} 行目)。"),
        Phrase("Known keys: {known}.", "使えるキー: {known}。"),
    ),
    "settings_not_allowed": ErrorPhrase(
        Phrase("{key} may not be set in {file}.", "{key} は {file} では設定できません。"),
        Phrase(
            "A project's file may set: {known}. Put the rest into your own configuration ({user_file}).",
            "プロジェクトのファイルで設定できるもの: {known}。その他は自分の設定 ({user_file}) に書いてください。",
        ),
    ),
    "settings_bad_value": ErrorPhrase(
        Phrase("{key} in {source} cannot be used.", "{source} の {key} は使えません。"),
        Phrase("Expected: {expected}.", "期待する値: {expected}。"),
    ),
    "second_engine_missing": ErrorPhrase(
        Phrase(
            "Your configuration wants the second engine for secrets, and detect-secrets is not installed.",
            "設定で秘密情報の第二エンジンが有効ですが、detect-secrets が入っていません。",
        ),
        Phrase(
            "Install `butler-handover[secrets]`, or take `second_engine` out of your configuration.",
            "`butler-handover[secrets]` を導入するか、設定から `second_engine` を外してください。",
        ),
    ),
    "busy": ErrorPhrase(
        Phrase("Another process holds {what}.", "別のプロセスが {what} を使用中です。"),
        Phrase("Nothing was written; try again in a moment.", "何も書き込んでいません。少し待って再実行してください。"),
    ),
    "not_writable": ErrorPhrase(
        Phrase("{what} cannot be written: {reason}.", "{what} に書き込めません: {reason}。"),
        Phrase(
            "Nothing was changed; free the disk or mend the permissions, then call again.",
            "何も変更していません。空き容量や権限を直して再実行してください。",
        ),
    ),
    "write_uncertain": ErrorPhrase(
        Phrase(
            "{what} was written, but the disk does not promise to keep it: {reason}.",
            "{what} を書き込みましたが、ディスクが保存を保証しません: {reason}。",
        ),
        Phrase(
            "Look at what is there now; a call with an operation_id can be sent again with the same one.",
            "現在の内容を確認してください。operation_id のある呼び出しは同じ ID で送り直せます。",
        ),
    ),
    "not_regular": ErrorPhrase(
        Phrase("{what} is not a regular file ({kind}).", "{what} は通常のファイルではありません({kind})。"),
        Phrase(
            "Butler reads and writes plain files only, never through links, pipes or devices.",
            "Butler が扱うのは通常のファイルだけで、リンク・パイプ・デバイスは使いません。",
        ),
    ),
    "file_missing": ErrorPhrase(
        Phrase("{what} does not exist.", "{what} がありません。"),
        Phrase("Check the name.", "名前を確認してください。"),
    ),
    "file_unreadable": ErrorPhrase(
        Phrase("{what} cannot be read: {reason}.", "{what} を読めません: {reason}。"),
        Phrase("Mend the permissions, then call again.", "権限を直して再実行してください。"),
    ),
    "too_large": ErrorPhrase(
        Phrase(
            "{what} is too large: {size} bytes, the limit is {limit}.",
            "{what} が大きすぎます: {size} バイト(上限 {limit})。",
        ),
        Phrase("Shorten it, or split it.", "短くするか、分割してください。"),
    ),
    "not_utf8": ErrorPhrase(
        Phrase("{what} is not UTF-8 text.", "{what} は UTF-8 のテキストではありません。"),
        Phrase("Save it as UTF-8.", "UTF-8 で保存してください。"),
    ),
    "git_failed": ErrorPhrase(
        Phrase("git {command} failed: {reason}.", "git {command} が失敗しました: {reason}。"),
        Phrase(
            "Run the command by hand in the project to see why.", "プロジェクトで手動実行して原因を確認してください。"
        ),
    ),
    "program_missing": ErrorPhrase(
        Phrase("The program {program} is not installed.", "プログラム {program} がありません。"),
        Phrase("Install it, or go on without what needs it.", "インストールするか、それ無しで続けてください。"),
    ),
    "timed_out": ErrorPhrase(
        Phrase(
            "{what} took longer than {seconds} s and was stopped.", "{what} が {seconds} 秒を超えたため停止しました。"
        ),
        Phrase("Try again when the machine is less busy.", "負荷が下がってから再実行してください。"),
    ),
    "result_too_large": ErrorPhrase(
        Phrase(
            "The answer would be {size} bytes; clients cut results over {limit}.",
            "応答が {size} バイトになります。クライアントは {limit} を超える結果を切り詰めます。",
        ),
        Phrase("Ask for less: a smaller count, or a query.", "件数を減らすか、条件を付けてください。"),
    ),
}

SUMMARIES: dict[str, Phrase] = {}

KINDS = {
    "file": Phrase("a file", "ファイル"),
    "folder": Phrase("a folder", "フォルダー"),
    "link": Phrase("a link", "リンク"),
    "pipe": Phrase("a pipe", "パイプ"),
    "socket": Phrase("a socket", "ソケット"),
    "device": Phrase("a device", "デバイス"),
    "unknown": Phrase("of unknown kind", "種類不明"),
}

NO_PROJECT = {
    "home": Phrase("The home folder", "ホームフォルダー"),
    "root": Phrase("The root folder", "ルートフォルダー"),
    "plugin": Phrase("A plugin's own folder", "プラグイン自身のフォルダー"),
}

SETTINGS = {
    "language": Phrase("en or ja", "en または ja"),
    "max_tokens": Phrase("a number from {least} to {most}", "{least} から {most} までの数"),
    "name": Phrase("a name of at most 100 characters", "100 文字以内の名前"),
    "source": Phrase("the name of an issue source", "issue の取得元の名前"),
    "folder": Phrase("a folder inside the project", "プロジェクト内のフォルダー"),
    "names": Phrase("a list of names", "名前のリスト"),
    "patterns": Phrase("kind: regular expression", "種類: 正規表現"),
    "truth": Phrase("true or false", "true または false"),
}
"""What a setting expects, by the kind of its value."""

ARGUMENTS = {
    "unknown": Phrase("an argument that the tool does not know", "このツールに無い引数"),
    "missing": Phrase("{name} is missing", "{name} がありません"),
    "wrong_type": Phrase("{name} has the wrong type", "{name} の型が違います"),
}
"""What can be wrong with the arguments of a call."""
