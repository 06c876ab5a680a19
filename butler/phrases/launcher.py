"""Words of the server's quick start."""

from __future__ import annotations

from butler.phrases import ErrorPhrase, Phrase

ERRORS: dict[str, ErrorPhrase] = {}

SUMMARIES = {
    "start_changed": Phrase(
        "What was answered at the start was no longer true; from now on the server's own answers count.",
        "起動時に返した内容は古くなっていました。ここからはサーバー自身の応答が有効です。",
    ),
    "start_failed": Phrase(
        "Butler could not start; why stands on its stderr. `butler doctor` looks further.",
        "Butler は起動できませんでした。理由は標準エラー出力にあります。`butler doctor` で詳しく調べられます。",
    ),
}
