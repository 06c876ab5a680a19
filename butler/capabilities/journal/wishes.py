"""From a tool's arguments to an `Operation`: types checked, nothing filled in before the fingerprint is taken."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Literal

from butler.capabilities.journal.models import LISTS, Operation, RelatedIssue, is_name
from butler.errors import InvalidInput
from butler.phrases.journal import EXPECTED

_FIELDS = ("title", "goal", "status", "related_issues", *LISTS)
_ISSUE_PARTS = ("provider", "connection_id", "project_id", "issue_id")


def operation(
    action: Literal["create", "update", "record", "delete"], arguments: Mapping[str, Any], agent_id: str
) -> Operation:
    """The wish of one call.

    Args:
        arguments: as the caller gave them; None means not given.
        agent_id: the caller's own name, used where none is given.

    Raises:
        InvalidInput: ``journal_bad_value`` with the argument's name.
    """
    given = {name: value for name, value in arguments.items() if value is not None}
    fields = {} if action == "record" else _fields(given)
    sha256 = fingerprint({name: value for name, value in given.items() if name != "operation_id"})
    extra = {name: given[name] for name in ("kind", "claim", "text") if name in given}
    for name in ("task_id", "agent_id"):
        if name in given:
            checked_name(given[name], name)
    return Operation(
        action=action,
        operation_id=checked_name(given.get("operation_id"), "operation_id"),
        args_sha256=sha256,
        agent_id=given.get("agent_id", agent_id),
        task_id=given.get("task_id"),
        expected_revision=given.get("expected_revision"),
        fields=fields,
        evidence=tuple(given["evidence"]) if action == "record" and "evidence" in given else None,
        **extra,
    )


def fingerprint(arguments: Mapping[str, Any]) -> str:
    """SHA-256 over sorted compact JSON.

    Raises:
        InvalidInput: ``journal_bad_value`` for text that is not Unicode (half of a surrogate pair).
    """
    try:
        text = json.dumps(arguments, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        return hashlib.sha256(text.encode("utf-8")).hexdigest()
    except (UnicodeEncodeError, ValueError, TypeError) as error:
        raise InvalidInput("journal_bad_value", what="arguments", expected=EXPECTED["unicode"]) from error


def checked_name(value: Any, what: str) -> str:
    """An id or name that a caller gave.

    Raises:
        InvalidInput: ``journal_bad_value``.
    """
    if isinstance(value, str) and is_name(value):
        return value
    raise InvalidInput("journal_bad_value", what=what, expected=EXPECTED["name"])


def _fields(given: Mapping[str, Any]) -> dict[str, Any]:
    found = {}
    for name in _FIELDS:
        if name in given:
            value = given[name]
            found[name] = _issues(value) if name == "related_issues" else tuple(value) if name in LISTS else value
    return found


def _issues(values: list[dict[str, Any]]) -> tuple[RelatedIssue, ...]:
    return tuple(_issue(value, number) for number, value in enumerate(values, 1))


def _issue(value: dict[str, Any], number: int) -> RelatedIssue:
    given = {name: part for name, part in value.items() if not (name == "url" and part is None)}
    if type(given.get("issue_id")) is int:
        given["issue_id"] = str(given["issue_id"])
    if not set(_ISSUE_PARTS) <= given.keys() <= {*_ISSUE_PARTS, "url"} or not all(
        isinstance(part, str) for part in given.values()
    ):
        raise InvalidInput("journal_bad_value", what=f"related_issues {number}", expected=EXPECTED["issue"])
    return RelatedIssue(**given)
