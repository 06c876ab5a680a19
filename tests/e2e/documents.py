"""Looking into a handover: its sections, its METADATA, how often it says something."""

from __future__ import annotations

import re
from typing import Any

import yaml

SECTIONS = (
    *("METADATA", "CURRENT_STATE", "DISCOVERY", "DECISION", "NEXT_ACTION", "BLOCKED / PENDING", "RISKS"),
    *("CODEBASE_ANCHORS", "HANDOFF_PROMPT"),
)


def part(text: str, section: str) -> str:
    """What stands under the heading of a section."""
    return text.split(f"## {section}\n", 1)[1].partition("\n## ")[0]


def metadata(text: str) -> dict[str, Any]:
    """METADATA as values."""
    found: dict[str, Any] = yaml.safe_load(re.search(r"```yaml\n(.*?)```", part(text, "METADATA"), re.DOTALL)[1])
    return found


def times(words: str, text: str) -> int:
    """How many lines say ``words``."""
    return sum(words in line for line in text.splitlines())
