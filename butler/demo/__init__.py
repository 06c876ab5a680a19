"""Material of ``butler demo``: an invented project and the logs of two recorded sessions that worked on it."""

from __future__ import annotations

from pathlib import Path

CODEX_LOG = Path(__file__).with_name("codex.jsonl")
"""The session as Codex CLI wrote it, cleaned by ``scripts/clean_log``."""

CLAUDE_CODE_LOG = Path(__file__).with_name("claude-code.jsonl")
"""The same work as Claude Code wrote it, cleaned in the same way."""

SESSION_FOLDER = "/home/dev/bookshop"
"""The project's folder as both logs name it."""
