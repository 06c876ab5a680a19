"""Everything Butler can refuse, in one tree.

* ButlerError
  * InvalidInput   an argument, note, setting or file content that cannot be used as it is
  * NotFound       an issue, session, handover or log that does not exist
  * Conflict       someone else moved first; nothing was written
  * Refused        the request is understood and not allowed
  * Unreadable     a file is damaged, or of a format or version that nobody here knows; it was left untouched
  * Unavailable    a lock, program or disk could not be used now; trying again may help

An error carries a stable ``code`` and facts as attributes; its words, in both languages, stand in ``butler.phrases``
under that code, so that no message is written twice and none lacks a translation.
"""

from __future__ import annotations

from typing import Any

from butler.phrases import Language, Phrase, error_text


class ButlerError(Exception):
    """Base of every error that a caller may see.

    Args:
        code: stable name, a key of ``butler.phrases``; a third-party room may use its own with ``message``/``hint``.
        facts: values for the message and for programs; a phrase or another error is told in the reader's language. Never
            a secret, an environment value or a caller's raw input.
    """

    def __init__(self, code: str, **facts: Any) -> None:
        self.code = code
        self.facts = facts
        super().__init__(self.message("en"))

    def message(self, language: Language) -> str:
        """What was wrong, one sentence."""
        return error_text(self.code, language, self.told(language))[0]

    def hint(self, language: Language) -> str:
        """What to do next, one sentence."""
        return error_text(self.code, language, self.told(language))[1]

    def told(self, language: Language) -> dict[str, Any]:
        """The facts with phrases and errors among them put into words of ``language``."""
        return {name: _told(value, language) for name, value in self.facts.items()}


def _told(value: Any, language: Language) -> Any:
    if isinstance(value, Phrase):
        return value.say(language)
    return value.message(language).rstrip(".。") if isinstance(value, ButlerError) else value


class InvalidInput(ButlerError):
    """An argument, note, setting or file content cannot be used as it is."""


class NotFound(ButlerError):
    """The named thing does not exist."""


class Conflict(ButlerError):
    """Someone else moved first; nothing was written."""


class Refused(ButlerError):
    """The request was understood and is not allowed."""


class Unreadable(ButlerError):
    """A file could not be understood; it was left untouched."""


class Unavailable(ButlerError):
    """A lock, program or disk could not be used now."""
