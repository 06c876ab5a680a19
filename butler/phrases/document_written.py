"""Words of the document about what the session wrote, and how freely it could act."""

from __future__ import annotations

from butler.phrases import Phrase

SUMMARIES = {
    "document": Phrase("{anchor} {path} says:", "{anchor} {path} の内容:"),
    "file_shell": Phrase("by a command", "コマンドによる"),
    "env_permissions": Phrase("permissions {text}", "権限 {text}"),
}
