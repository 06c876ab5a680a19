"""Words of the document about what the session wrote, and how freely it could act."""

from __future__ import annotations

from butler.phrases import Phrase

SUMMARIES = {
    "document": Phrase("{anchor} {path} says:", "{anchor} {path} の内容:"),
    "document_part": Phrase("{anchor} {path}, lines {lines}, says:", "{anchor} {path} の {lines} 行目の内容:"),
    "document_turned": Phrase(
        "{anchor} {path}, written before the change of direction {turn} (may no longer hold), says:",
        "{anchor} {path} の内容(方針変更 {turn} より前の記述、今も有効とは限りません):",
    ),
    "helper_work": Phrase(
        "{anchor} {name} says that it changed: {what}", "{anchor} {name} が変更したと述べたもの: {what}"
    ),
    "helper_commits": Phrase("commits {hashes}", "コミット {hashes}"),
    "file_shell": Phrase("by a command", "コマンドによる"),
    "env_searches": Phrase("searched the web for: {words}", "Web 検索: {words}"),
    "env_permissions": Phrase("permissions {text}", "権限 {text}"),
}
