"""Refusals as answers: the only place where an error becomes words for a Brain or a person."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from butler.envelope import Envelope, ErrorPart
from butler.errors import ButlerError
from butler.phrases import Language

if TYPE_CHECKING:
    from butler.maids.redaction_worker import Redactor


def error(problem: ButlerError, language: Language) -> Envelope:
    """Answer that the work was refused; what a caller wrote and the words repeat goes through the redactor first."""
    from butler.maids.redaction_worker import Redactor

    redactor = Redactor()
    message, hint = redactor.redact(problem.message(language)), redactor.redact(problem.hint(language))
    data = {name: value for name, value in problem.told(language).items() if _is_plain(value)}
    return Envelope(
        status="error",
        summary=message,
        data=_redacted(data, redactor),
        error=ErrorPart(code=problem.code, message=message, hint=hint),
    )


def _redacted(value: Any, redactor: Redactor) -> Any:
    """``value`` with every string in it redacted, names too."""
    if isinstance(value, str):
        return redactor.redact(value)
    if isinstance(value, dict):
        return {redactor.redact(key): _redacted(item, redactor) for key, item in value.items()}
    return [_redacted(item, redactor) for item in value] if isinstance(value, (list, tuple)) else value


def _is_plain(value: object) -> bool:
    if isinstance(value, (list, tuple)):
        return all(_is_plain(item) for item in value)
    if isinstance(value, dict):
        return all(isinstance(key, str) and _is_plain(item) for key, item in value.items())
    return value is None or isinstance(value, (str, int, float, bool))
