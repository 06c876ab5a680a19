"""What the agent put before the person: questions and plans, and what the person said to them."""

from __future__ import annotations

import re
from typing import Any

from butler.capabilities.session_log.models import Answer, Entry, PlanVerdict
from butler.capabilities.session_log.reading.claude_calls import Call, Result, failure, refusal_words
from butler.capabilities.session_log.reading.claude_text import WORDS_LIMIT, clip, first_line, rows, table, words

_PAIR = re.compile(r'(?<!\\)"((?:[^"\\]|\\.)++)"="(.{0,4000}?)"(?=, "|\. You can|\s*+\.?\s*+$)', re.DOTALL)
_SAVED = re.compile(r"Your plan has been saved to: (\S.*)")
_EDITED = re.compile(r"^## Approved Plan[^\n]*:\n(.*)\Z", re.DOTALL | re.MULTILINE)


def answered(call: Call, result: Result, out: list[Entry]) -> None:
    """The answers of an ``AskUserQuestion`` call; what the person said instead, where they refused it."""
    if result.failed:
        out.append(failure(call, result, "AskUserQuestion"))
        refusal_words(result, out)
        return
    extra = table(result.extra)
    asked = {words(q.get("question")): _labels(q) for q in rows(call.asked.get("questions"))}
    notes = table(extra.get("annotations"))
    given = table(extra.get("answers")) or dict(_PAIR.findall(result.text))
    for question, value in given.items():
        answer = ", ".join(map(str, value)) if isinstance(value, list) else str(value or "")
        note = words(table(notes.get(question)).get("notes"))
        said = "\n".join(dict.fromkeys(part for part in (answer.strip(), note.strip()) if part))
        if said:
            out.append(Answer(result.line, result.at, question, clip(said, WORDS_LIMIT), asked.get(question, ())))


def _labels(question: dict[str, Any]) -> tuple[str, ...]:
    return tuple(label for option in rows(question.get("options")) if (label := words(option.get("label"))))


def plan_judged(call: Call, result: Result, out: list[Entry]) -> None:
    """The verdict on a plan that the agent showed with ``ExitPlanMode``."""
    extra = table(result.extra)
    plan = words(extra.get("plan")) or words(call.asked.get("plan"))
    path = words(extra.get("filePath")) or words(call.asked.get("planFilePath")) or None
    if result.failed:
        said = result.refusal.words if result.refusal else ""
        if result.refusal is None or result.refusal.kind != "denied":
            out.append(failure(call, result, first_line(plan) or "ExitPlanMode"))
            return
        words_said = clip(said, WORDS_LIMIT)
        out.append(PlanVerdict(result.line, result.at, clip(plan, WORDS_LIMIT), False, words_said, path))
        return
    if "approved" not in result.text[:200]:  # an agent's plan inside another agent: no person judged it
        return
    edited = _EDITED.search(result.text)
    saved = _SAVED.search(result.text)
    plan = edited.group(1).strip() if edited and not words(extra.get("plan")) else plan
    path = path or (saved.group(1).strip() if saved else None)
    out.append(PlanVerdict(result.line, result.at, clip(plan, WORDS_LIMIT), True, "", path))
