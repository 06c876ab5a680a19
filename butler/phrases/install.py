"""Words of ``butler install`` and ``butler uninstall``, and of what ``butler doctor`` finds of them."""

from __future__ import annotations

from butler.phrases import ErrorPhrase, Phrase

ERRORS = {
    "install_file_unreadable": ErrorPhrase(
        Phrase(
            "{what} is not valid {kind}; it was left as it is.",
            "{what} は正しい {kind} ではありません。変更していません。",
        ),
        Phrase(
            "Repair it (the client cannot read it either), then run this again.",
            "直してから(クライアントもこれを読めません)もう一度実行してください。",
        ),
    ),
    "install_entry_foreign": ErrorPhrase(
        Phrase(
            "{what} has a {name} that `butler install` did not write.",
            "{what} には `butler install` が書いたものではない {name} があります。",
        ),
        Phrase(
            "Remove it by hand or with the client's own command (`codex mcp remove butler`, `claude mcp remove butler`), then run this again.",
            "手で、またはクライアントのコマンド(`codex mcp remove butler`、`claude mcp remove butler`)で削除してから、もう一度実行してください。",
        ),
    ),
    "install_entry_changed": ErrorPhrase(
        Phrase(
            "{name} in {what} was changed after `butler install` wrote it.",
            "{what} の {name} は、`butler install` が書いた後に変更されています。",
        ),
        Phrase(
            "Put it back or remove it (`codex mcp remove butler`, `claude mcp remove butler`), then run this again.",
            "元に戻すか削除してから(`codex mcp remove butler`、`claude mcp remove butler`)、もう一度実行してください。",
        ),
    ),
    "install_no_room": ErrorPhrase(
        Phrase(
            "{what} has something else where {name} belongs, so nothing can be added there.",
            "{what} の {name} の場所には別の形のものがあり、追加できません。",
        ),
        Phrase(
            "Write it as an ordinary table or object, or register the server by hand.",
            "通常のテーブルかオブジェクトの形に直すか、手でサーバーを登録してください。",
        ),
    ),
    "install_not_text": ErrorPhrase(
        Phrase("What belongs into {what} is no UTF-8 text.", "{what} に書く内容が UTF-8 の文字になりません。"),
        Phrase("Use a folder whose name is UTF-8.", "名前が UTF-8 のフォルダーを使ってください。"),
    ),
    "install_read_only": ErrorPhrase(
        Phrase("{what} may not be written.", "{what} への書き込みが許可されていません。"),
        Phrase(
            "Make it writable for you (chmod u+w), or let its owner run this.",
            "書き込めるようにする(chmod u+w)か、所有者が実行してください。",
        ),
    ),
    "install_file_moved": ErrorPhrase(
        Phrase(
            "{what} was changed by somebody else at the same time.",
            "{what} が同時に別のプログラムによって変更されました。",
        ),
        Phrase(
            "Run this again; a running client writes its files at any time.",
            "もう一度実行してください。動作中のクライアントはいつでもファイルを書きます。",
        ),
    ),
    "install_no_program": ErrorPhrase(
        Phrase("There is no program butler-mcp beside this butler.", "この butler の隣に butler-mcp がありません。"),
        Phrase(
            "Install the package (uv tool, pipx or pip), then run its own `butler install`.",
            "パッケージをインストールし(uv tool、pipx、pip)、そこに入った `butler install` を実行してください。",
        ),
    ),
    "install_scope_unknown": ErrorPhrase(
        Phrase("{client} has no scope {scope}.", "{client} に {scope} というスコープはありません。"),
        Phrase(
            "Codex has user and project; Claude Code has user, local and project.",
            "Codex は user と project、Claude Code は user、local、project です。",
        ),
    ),
    "install_option_unknown": ErrorPhrase(
        Phrase("{option} means nothing for {client}.", "{option} は {client} では使えません。"),
        Phrase("Leave it out.", "付けずに実行してください。"),
    ),
    "installs_unreadable": ErrorPhrase(
        Phrase(
            "The record of installations (installs.json) cannot be read.",
            "インストールの記録(installs.json)を読めません。",
        ),
        Phrase(
            "A newer Butler may have written it: use that one. If it is damaged, remove it; Butler's entries are then found by their looks.",
            "新しい Butler が書いたものなら、そちらを使ってください。壊れている場合は削除すれば、Butler の項目は形から見つけます。",
        ),
    ),
}

SUMMARIES = {
    "install_done": Phrase("Butler is registered with {client}.", "Butler を {client} に登録しました。"),
    "install_dry": Phrase(
        "This would register Butler with {client}; nothing was written.",
        "{client} への登録内容です。何も書いていません。",
    ),
    "install_nothing": Phrase(
        "Butler is registered with {client} already: nothing to do.",
        "Butler は {client} に登録済みです。することはありません。",
    ),
    "uninstall_done": Phrase(
        "Butler is no longer registered with {client}.", "{client} への Butler の登録を取り消しました。"
    ),
    "uninstall_dry": Phrase(
        "This would take Butler out of {client}; nothing was written.",
        "{client} から取り消す内容です。何も書いていません。",
    ),
    "uninstall_nothing": Phrase(
        "`butler install` has nothing registered with {client}: nothing to do.",
        "`butler install` による {client} への登録はありません。することはありません。",
    ),
    "install_start_failed": Phrase(
        "But the server does not start: try `{command} </dev/null`, which says why.",
        "ただし、サーバーが起動しません。`{command} </dev/null` を実行すると理由が分かります。",
    ),
    "install_codex_asks": Phrase(
        "Codex calls these tools without asking: they say of themselves that they open no connection and destroy nothing. Start Codex anew.",
        "Codex はこれらのツールを、尋ねずに呼びます。通信せず何も壊さないと、ツール自身が申告しているためです。Codex を起動し直してください。",
    ),
    "install_codex_project": Phrase(
        "Codex reads a project's configuration only after you trust the project (it asks when it starts there). The others on the project need butler-mcp on their path.",
        "Codex がプロジェクトの設定を読むのは、そのプロジェクトを信頼した後だけです(起動時に尋ねます)。ほかのメンバーも butler-mcp を PATH に入れる必要があります。",
    ),
    "install_claude_asks": Phrase(
        "Claude Code asks you before it calls one of these tools; `butler install claude-code --approve` allows them for good. Start Claude Code anew.",
        "Claude Code はツールを呼ぶ前に尋ねます。いつも許可するには `butler install claude-code --approve` を実行してください。Claude Code を起動し直してください。",
    ),
    "install_claude_allowed": Phrase(
        "Claude Code calls these tools without asking you, in every project. Start Claude Code anew.",
        "Claude Code は、どのプロジェクトでもこれらのツールを尋ねずに呼びます。Claude Code を起動し直してください。",
    ),
    "install_claude_project": Phrase(
        "Claude Code asks each person once whether to trust .mcp.json. The others on the project need butler-mcp on their path.",
        "Claude Code は .mcp.json を信頼するかどうかを、各自に一度尋ねます。ほかのメンバーも butler-mcp を PATH に入れる必要があります。",
    ),
    "doctor_client_registered": Phrase(
        "{client}: registered ({scope}) in {file}: {command}", "{client}: 登録済み({scope}) {file}: {command}"
    ),
    "doctor_client_unregistered": Phrase(
        "{client}: Butler is not registered here; `butler install {client}` does it",
        "{client}: Butler はここでは未登録です。`butler install {client}` で登録できます",
    ),
    "doctor_client_twice": Phrase(
        "{client}: registered more than once ({scopes}); {first} counts. `butler uninstall {client} --scope …` takes one out",
        "{client}: 複数の場所に登録されています({scopes})。有効なのは {first} です。`butler uninstall {client} --scope …` で取り消せます",
    ),
    "doctor_client_command_missing": Phrase(
        "{client}: {command}, named in {file}, is not there or may not be started; run `butler install {client}` again",
        "{client}: {file} の {command} が無いか、実行できません。もう一度 `butler install {client}` を実行してください",
    ),
    "doctor_client_other_version": Phrase(
        "{client}: {command} is version {version}, this is {own}; run `butler install {client}` with the one you want",
        "{client}: {command} はバージョン {version}、この butler は {own} です。使いたいほうで `butler install {client}` を実行してください",
    ),
    "doctor_client_version_unknown": Phrase(
        "{client}: {command} is another installation of Butler; its version is not known",
        "{client}: {command} は別の場所に入った Butler です。バージョンは不明です",
    ),
    "doctor_client_other_program": Phrase(
        "{client}: the server named butler in {file} ({scope}) is started by something else than butler-mcp",
        "{client}: {file} の butler サーバー({scope})は butler-mcp 以外のコマンドで起動されます",
    ),
    "doctor_client_disabled": Phrase(
        "{client}: the registration in {file} is switched off (enabled = false)",
        "{client}: {file} の登録は無効になっています(enabled = false)",
    ),
    "doctor_client_entry_gone": Phrase(
        "{client}: what `butler install` wrote into {file} ({scope}) is gone; install again, or run `butler uninstall {client}`",
        "{client}: `butler install` が {file}({scope})に書いた項目がなくなっています。もう一度登録するか、`butler uninstall {client}` を実行してください",
    ),
    "doctor_client_file_unreadable": Phrase(
        "{client}: {file} cannot be read or understood, by the client neither",
        "{client}: {file} を読めないか、解釈できません(クライアントも読めません)",
    ),
}
