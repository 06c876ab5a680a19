"""Plans and goals of a Codex log."""

from __future__ import annotations

from typing import Any

from butler.capabilities.session_log.models import Goal, PlanState, PlanStep
from butler.capabilities.session_log.reading.codex_values import (
    ERROR_LIMIT,
    REQUEST_LIMIT,
    clip,
    mapping,
    sequence,
    text,
)

MAX_STEPS = 200


def plan_state(argument: Any, line: int, at: str | None) -> PlanState | None:
    """The plan of an ``update_plan`` call ``{"explanation"?, "plan": [{"step", "status"}]}``; None where it cannot be read."""
    value = mapping(argument)
    steps = [step for raw in sequence(value.get("plan"))[:MAX_STEPS] if (step := _step(raw)) is not None]
    if not steps:
        return None
    return PlanState(line, at, tuple(steps), clip(text(value.get("explanation")), ERROR_LIMIT))


def goal(payload: Any, line: int, at: str | None) -> Goal | None:
    """The goal of a ``thread_goal_updated`` event; None where it names none."""
    value = mapping(mapping(payload).get("goal"))
    objective = text(value.get("objective")).strip()
    return Goal(line, at, clip(objective, REQUEST_LIMIT), text(value.get("status"))) if objective else None


def _step(raw: object) -> PlanStep | None:
    value = mapping(raw)
    name = text(value.get("step")).strip()
    if not name:
        return None
    match value.get("status"):
        case "pending" | "in_progress" | "completed" as state:
            return PlanStep(clip(name, ERROR_LIMIT), state)
        case _:
            return PlanStep(clip(name, ERROR_LIMIT), "unknown")
