"""Todo and task state, folded into whole plans: single-task updates name a task by an id that only results hold."""

from __future__ import annotations

import re
from typing import Any, ClassVar, Literal, TypeAlias

from butler.capabilities.session_log.models import PlanStep
from butler.capabilities.session_log.reading.claude_text import rows, table, words

StepState: TypeAlias = Literal["pending", "in_progress", "completed", "deleted", "unknown"]
_STATES: dict[str, StepState] = {
    "pending": "pending",
    "in_progress": "in_progress",
    "completed": "completed",
    "deleted": "deleted",
}
_CREATED = re.compile(r"Task #(\S+) created")
_LISTED = re.compile(r"^#(\S+) \[(\w+)\] (.+)$", re.MULTILINE)


def step_state(value: Any) -> StepState:
    """The state that a status word stands for; ``unknown`` for any other."""
    return _STATES.get(value, "unknown") if isinstance(value, str) else "unknown"


def todo_steps(todos: Any) -> tuple[PlanStep, ...]:
    """The steps of a ``TodoWrite`` list (whole at each call)."""
    return tuple(
        PlanStep(words(todo.get("content")) or words(todo.get("activeForm")), step_state(todo.get("status")))
        for todo in rows(todos)
    )


class TaskBoard:
    """The tasks of a session by id, in the order of their creation."""

    STATE: ClassVar[tuple[str, ...]] = ("_tasks",)

    def __init__(self) -> None:
        self._tasks: dict[str, PlanStep] = {}

    def steps(self) -> tuple[PlanStep, ...]:
        """The whole list as it stands."""
        return tuple(self._tasks.values())

    def created(self, asked: dict[str, Any], extra: Any, text: str) -> bool:
        """Add the task of a ``TaskCreate`` result; False where the result tells no id."""
        task = table(table(extra).get("task"))
        found = _CREATED.search(text)
        key = words(task.get("id")) or (found.group(1) if found else "")
        subject = words(task.get("subject")) or words(asked.get("subject"))
        if not key or not subject:
            return False
        self._tasks[key] = PlanStep(subject, "pending")
        return True

    def updated(self, asked: dict[str, Any]) -> bool:
        """Apply a ``TaskUpdate``; False where nothing that a plan shows changed."""
        key = str(asked.get("taskId") or "")
        old = self._tasks.get(key)
        if not key or not ("status" in asked or "subject" in asked):
            return False
        subject = words(asked.get("subject")) or (old.text if old else f"#{key}")
        state = step_state(asked["status"]) if "status" in asked else (old.state if old else "unknown")
        self._tasks[key] = PlanStep(subject, state)
        return self._tasks[key] != old

    def listed(self, tasks: Any, text: str) -> bool:
        """Take over the list that a ``TaskList`` result or a reminder shows; False where it says nothing new.

        A shown list leaves out deleted tasks only, so tasks that it does not name keep their state.
        """
        shown = [(str(task.get("id") or ""), task.get("status"), words(task.get("subject"))) for task in rows(tasks)]
        before = dict(self._tasks)
        for key, status, subject in shown or _LISTED.findall(text):
            if key and subject:
                self._tasks[key] = PlanStep(subject.strip(), step_state(status))
        return self._tasks != before
