"""Who wrote the log, where, and the named states that change while a session lives."""

from __future__ import annotations

from typing import Any, ClassVar

from butler.capabilities.session_log.models import Entry, SessionInfo, StateChange, Thread
from butler.capabilities.session_log.reading.claude_text import stamp, table, words
from butler.capabilities.session_log.reading.claude_tree import Tree

AGENT = "claude-code"
_FIELDS = (("cwd", "cwd"), ("gitBranch", "branch"), ("version", "client_version"))


class Session:
    """Turns the envelope of each record, and the state records, into ``SessionInfo`` and ``StateChange``."""

    STATE: ClassVar[tuple[str, ...]] = ("thread", "_identified", "_placed", "_now", "seen", "_titles", "_named")

    def __init__(self) -> None:
        self.thread: Thread = "main"
        self._identified = False
        self._placed = False
        self._now: dict[str, str] = {}
        self.seen: tuple[Any, Any, Any] | None = None
        """What the envelope of the record before said; a record that says the same need not be observed."""
        self._titles: list[tuple[int, str, str]] = []
        self._named = False

    @property
    def cwd(self) -> str | None:
        """The folder of the record read last."""
        return self._now.get("cwd")

    @property
    def model_name(self) -> str | None:
        """The model that wrote the answer read last."""
        return self._now.get("model")

    def observe(self, line: int, record: dict[str, Any], out: list[Entry]) -> None:
        """What the envelope of ``record`` says that was not known yet."""
        seen = envelope(record)
        if not self._placed and "cwd" in record:
            self._placed = self._identified = True
            out.append(self._info(line, record))
        elif not self._identified and words(record.get("sessionId")):
            self._identified = True
            out.append(_identity(line, record, self.thread))
        for (_, name), value in zip(_FIELDS, seen, strict=True):
            if value:
                self._change(line, record, name, value, out)
        self.seen = seen if self._placed else None

    def model(self, line: int, record: dict[str, Any], name: Any, out: list[Entry]) -> None:
        """The model that wrote an answer, where it changed; the first one completes what is known of the session."""
        if not isinstance(name, str) or name in ("", "<synthetic>"):
            return
        first = "model" not in self._now
        self._now["model"] = name
        at = stamp(record)
        known = SessionInfo(line, at, AGENT, model=name, thread=self.thread)
        out.append(known if first else StateChange(line, at, "model", name))

    def state(self, line: int, record: dict[str, Any], out: list[Entry]) -> None:
        """The change that a state record (title, pull request, mode, moved folder) tells."""
        kind = record.get("type")
        if kind == "custom-title":
            self._named = True
            self._change(line, record, "title", record.get("customTitle"), out)
        elif kind == "ai-title" and not self._named:  # a name that a person gave stays
            self._change(line, record, "title", record.get("aiTitle"), out)
        elif kind == "pr-link":
            self._change(line, record, "pull_request", record.get("prUrl"), out)
        elif kind == "relocated":
            self._change(line, record, "cwd", record.get("relocatedCwd"), out)
        elif kind == "summary" and len(self._titles) < 100:
            self._titles.append((line, words(record.get("leafUuid")), words(record.get("summary"))))
        self.permission(line, record, out)

    def permission(self, line: int, record: dict[str, Any], out: list[Entry]) -> None:
        """The permission mode, where a record names it and it changed."""
        if "permissionMode" in record:
            self._change(line, record, "permission_mode", record["permissionMode"], out)

    def plan_file(self, line: int, record: dict[str, Any], path: Any, out: list[Entry]) -> None:
        """The file that holds the plan, where it changed."""
        self._change(line, record, "plan_file", path, out)

    def titles(self, tree: Tree, out: list[Entry]) -> None:
        """At the end: ``summary`` titles whose leaf is in this log (others name other sessions), if nothing else is."""
        if "title" in self._now:
            return
        ours = [title for title in self._titles if tree.holds(title[1])] or ([] if self._placed else self._titles)
        for line, _leaf, text in ours[-1:]:
            out.append(StateChange(line, None, "title", text))

    def _info(self, line: int, record: dict[str, Any]) -> SessionInfo:
        self._now.update({name: value for key, name in _FIELDS if (value := words(record.get(key)))})
        return _identity(line, record, self.thread)

    def _change(self, line: int, record: dict[str, Any], name: str, value: Any, out: list[Entry]) -> None:
        if isinstance(value, str) and value and value != self._now.get(name):
            self._now[name] = value
            self.seen = None
            out.append(StateChange(line, stamp(record), name, value))


def envelope(record: dict[str, Any]) -> tuple[Any, Any, Any]:
    """What nearly every record says again: folder, branch and version of the client."""
    return record.get("cwd"), record.get("gitBranch"), record.get("version")


def _identity(line: int, record: dict[str, Any], thread: Thread) -> SessionInfo:
    """Everything that one envelope tells; a subagent's file carries the session id of its parent."""
    session_id = words(record.get("sessionId")) or None
    agent_id = words(record.get("agentId")) or None
    return SessionInfo(
        line,
        stamp(record),
        AGENT,
        session_id=agent_id if thread == "subagent" else session_id,
        cwd=words(record.get("cwd")) or None,
        branch=words(record.get("gitBranch")) or None,
        model=words(table(record.get("message")).get("model")) or None,
        client_version=words(record.get("version")) or None,
        thread=thread,
        parent_id=session_id if thread == "subagent" else None,
        originator=words(record.get("entrypoint")) or None,
    )
