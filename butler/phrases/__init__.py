"""Every word that a user reads, in English and Japanese, one module per room.

A module offers ``ERRORS`` (code -> message and hint) and ``SUMMARIES`` (key -> sentence). Placeholders are
``str.format`` names; both languages of a phrase use the same ones (a test says so). ``{count:file|files}`` is a number with
its noun.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from typing import Any, Literal, NamedTuple, TypeAlias

Language: TypeAlias = Literal["en", "ja"]
LANGUAGES: tuple[Language, ...] = ("en", "ja")


class Phrase(NamedTuple):
    """One sentence in both languages."""

    en: str
    ja: str

    def say(self, language: Language, **facts: Any) -> str:
        """The sentence in ``language`` with its placeholders filled."""
        text = self.ja if language == "ja" else self.en
        if "|" in text:
            facts = {name: _Counted(fact) for name, fact in facts.items()}
        return text.format_map(_Known(facts))


class _Counted(str):
    """A fact that brings its noun: ``{count:file|files}`` reads "1 file" or "2 files"."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        one, parted, many = spec.partition("|")
        return f"{self} {one if self == '1' else many}" if parted else super().__format__(spec)


class ErrorPhrase(NamedTuple):
    """What was wrong, and what to do about it."""

    message: Phrase
    hint: Phrase


class _Known(dict[str, Any]):
    """Facts for a phrase; one that is missing reads as unknown instead of failing an error message."""

    def __missing__(self, key: str) -> str:
        return _Counted("?")


@cache
def catalogue() -> tuple[Mapping[str, ErrorPhrase], Mapping[str, Phrase]]:
    """All error phrases by code and all summaries by key; a key in two modules is a defect and raises ValueError."""
    errors: dict[str, ErrorPhrase] = {}
    summaries: dict[str, Phrase] = {}
    for found in sorted(pkgutil.iter_modules(__path__), key=lambda module: module.name):
        module = importlib.import_module(f"{__name__}.{found.name}")
        for target, name in ((errors, "ERRORS"), (summaries, "SUMMARIES")):
            own = getattr(module, name, {})
            if twice := target.keys() & own.keys():
                raise ValueError(f"phrases defined twice: {sorted(twice)}")
            target.update(own)
    return errors, summaries


def error_text(code: str, language: Language, facts: Mapping[str, Any]) -> tuple[str, str]:
    """Message and hint of an error code; a third party's own code brings them in ``facts``."""
    phrase = catalogue()[0].get(code)
    if phrase is None:
        return str(facts.get("message", code)), str(facts.get("hint", ""))
    return phrase.message.say(language, **facts), phrase.hint.say(language, **facts)


def say(key: str, language: Language, **facts: Any) -> str:
    """The sentence ``key`` in ``language``."""
    return catalogue()[1][key].say(language, **facts)
