"""Small invented Codex sessions, turn by turn, that refer to one another as forks and reverts do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from butler.capabilities.handover.gathering import draft, prepare_request
from butler.capabilities.session_log.backend import open_log, story_facts
from butler.capabilities.session_log.facts import Facts
from butler.capability import Caller
from butler.house import House

DAY = "2026-05-01"
SHELL = Caller("command-line")


class Session:
    """One rollout, line by line, with the bytes up to each line."""

    def __init__(self, logs: Any, project: Path, number: int, base: dict[str, Any] | None = None) -> None:
        self.logs, self.project, self.number, self.hour = logs, project, number, 8 + number
        head = logs.codex_records(project, number, DAY)[0]
        if base is not None:
            head["payload"]["history_base"] = base
        self.records: list[dict[str, Any]] = [head]
        self.path = Path()

    def _add(self, kind: str, payload: dict[str, Any]) -> None:
        at = f"{DAY}T{self.hour:02d}:{len(self.records):02d}:00.000Z"
        self.records.append({"timestamp": at, "ordinal": len(self.records), "type": kind, "payload": payload})

    def _item(self, **item: Any) -> None:
        thread = self.logs.uuid(self.number)
        self._add("event_msg", {"type": "item_completed", "thread_id": thread, "turn_id": "t", "item": item})

    def turn(self, asked: str, *, run: str = "make check", code: int = 0, edit: str = "") -> Session:
        """A turn of six lines or seven: started, asked, edited, ran, said, ended."""
        self._add("event_msg", {"type": "task_started", "turn_id": "t"})
        self._item(type="UserMessage", id="u", content=[{"type": "text", "text": asked}])
        if edit:
            change = {str(self.project / edit): {"type": "add", "content": "prices\n"}}
            self._item(type="FileChange", id=f"e{len(self.records)}", status="completed", changes=change)
        self._item(
            type="CommandExecution", id=f"c{len(self.records)}", command=["/bin/bash", "-lc", run],
            cwd=f"file://{self.project}", exit_code=code, status="completed" if code == 0 else "failed",
            aggregated_output="Error: no such price\n" if code else "fine\n",
        )  # fmt: skip
        self._item(
            type="AgentMessage", id="a", phase="final_answer", content=[{"type": "Text", "text": f"About {asked}."}]
        )
        self._add("event_msg", {"type": "task_complete", "turn_id": "t"})
        return self

    def write(self, name: str | None = None, folder: str = "sessions/2026/05/01") -> Session:
        """Write the file under its thread's name, or under ``name``."""
        file = f"rollout-{DAY}T{self.hour:02d}-00-00-{name or self.logs.uuid(self.number)}.jsonl"
        self.path = self.logs.write(self.logs.home / ".codex" / folder / file, self.records)
        return self

    def base(self, lines: int | None = None, rollout: str | None = None) -> dict[str, Any]:
        """How another file refers to the first lines of this one."""
        count = len(self.records) if lines is None else lines
        end = sum(map(len, self.path.read_bytes().splitlines(keepends=True)[:count]))
        name = rollout or self.logs.uuid(self.number)
        return {"thread_id": name, "end_ordinal_exclusive": count, "end_byte_offset": end}


def facts_of(house: House, path: Path) -> Facts:
    """The facts of a log with its earlier parts."""
    with open_log(house, path) as log:
        return story_facts(house, log)


def document(house: House, path: Path, **asked: Any) -> str:
    """The handover of a log."""
    return draft(house, SHELL, prepare_request(house, session=str(path), **asked)).text


def section(text: str, name: str) -> str:
    """One section of a document."""
    return text.split(f"## {name}\n")[1].split("\n## ")[0]
