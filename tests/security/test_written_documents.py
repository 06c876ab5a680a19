"""A secret in a document that the session wrote is known by its heading, wherever the document is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.security.scene import CLAUDE, Scene, _Chain, _said, _write

VALUE = "Csugy" + "%vftv" + "119AW"
END = "\n\n## Limits\nThe default limit is `max_items` 40 and so on for a while, more words.\n"
PLACE = "TO" + "DO"
EDITED = [
    ("Write", {"file_path": "docs/a.md", "content": f"# Accounts\n\n## Password\n\n{PLACE}{END}"}),
    ("Edit", {"file_path": "docs/a.md", "old_string": PLACE, "new_string": VALUE}),
]
JAPANESE = [("Write", {"file_path": "docs/a.md", "content": f"# 仕様\n\n## 管理者パスワード\n\n{VALUE}{END}"})]
PAIRED = [
    (
        "Write",
        {"file_path": "docs/a.md", "content": f"# Accounts\n\n## Login data (user / password)\n- admin / {VALUE}{END}"},
    )
]


@pytest.mark.parametrize("calls", [EDITED, JAPANESE, PAIRED], ids=["edited", "japanese", "paired"])
def test_no_command_tells_a_secret_that_its_heading_names(
    tmp_path: Path, calls: list[tuple[str, dict[str, Any]]]
) -> None:
    scene = Scene(tmp_path)
    chain = _Chain(CLAUDE, str(scene.project))
    chain.add("user", {"role": "user", "content": "Write the accounts down"})
    for number, (name, asked) in enumerate(calls, 1):
        chain.add("assistant", _said({"type": "tool_use", "id": f"c{number}", "name": name, "input": asked}, number))
        result = {"type": "tool_result", "tool_use_id": f"c{number}", "content": "The file has been updated"}
        chain.add("user", {"role": "user", "content": [result]})
    chain.add("assistant", _said({"type": "text", "text": "Written."}, 9))
    slug = "".join(ch if ch.isascii() and ch.isalnum() else "-" for ch in str(scene.project))
    _write(scene.home / ".claude/projects" / slug / f"{CLAUDE}.jsonl", chain.lines)
    for command in (["session-log", "facts"], ["handover", "prepare", "--print"]):
        told = scene.run(*command).text
        assert "max_items" in told and VALUE not in told
