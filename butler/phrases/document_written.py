"""Words of the document about what the session wrote, and how freely it could act."""

from __future__ import annotations

from butler.phrases import Phrase

SUMMARIES = {
    "document": Phrase("{anchor} {path} says:", "{anchor} {path} の内容:"),
    "helper_work": Phrase(
        "{anchor} {name} says that it changed: {what}", "{anchor} {name} が変更したと述べたもの: {what}"
    ),
    "helper_commits": Phrase("commits {hashes}", "コミット {hashes}"),
    "file_shell": Phrase("by a command", "コマンドによる"),
    "env_searches": Phrase("searched the web for: {words}", "Web 検索: {words}"),
    "env_permissions": Phrase("permissions {text}", "権限 {text}"),
}
