"""One frozen ``Settings``, and where each setting may come from.

Flags > environment > the user's own configuration > ``.butler/config.yaml`` of the project > defaults. A project's file
comes from whoever wrote the repository: it may only set the language, the budget, the issue folder inside the project and
the project's name. Only flags and the user's own configuration load plugins, allow the network or loosen redaction.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import field, fields, replace
from pathlib import Path, PurePosixPath
from typing import Any

from butler import yaml_text
from butler.errors import ButlerError, InvalidInput, NotFound, Refused, Unreadable
from butler.phrases import LANGUAGES, Language, Phrase
from butler.phrases.core import SETTINGS
from butler.records import dataclass
from butler.storage import read_bytes

MIN_TOKENS, MAX_TOKENS = 800, 100_000
_TOKENS = Phrase(*(text.format(least=MIN_TOKENS, most=MAX_TOKENS) for text in SETTINGS["max_tokens"]))


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be set. ``sources`` names where each value came from (``default`` when nowhere).

    Attributes:
        language: of documents, summaries, messages and hints.
        max_tokens: budget of a handover document, estimated o200k tokens, at least 800.
        project: the project's name in METADATA; None means the folder's name.
        issue_source: name of an issue source (``none``, ``markdown_folder``, a plugin's).
        issue_folder: folder of Markdown issues, relative to the project.
        plugins: entry-point names of third-party rooms, log formats and issue sources that may load.
        redact: further (kind, regular expression) pairs of secrets.
        allow: values that redaction leaves alone.
        second_engine: whether ``detect-secrets`` (the extra ``[secrets]``) looks for secrets, too.
        auto: whether hooks do their work: None means those that ``butler install --auto`` wrote do and a plugin's do not.
    """

    language: Language = "en"
    max_tokens: int = 4000
    project: str | None = None
    issue_source: str | None = None
    issue_folder: str | None = None
    plugins: tuple[str, ...] = ()
    redact: tuple[tuple[str, str], ...] = ()
    allow: tuple[str, ...] = ()
    second_engine: bool = False
    auto: bool | None = None
    sources: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Rule:
    """How one setting is read: a converter that raises ValueError with what was expected."""

    convert: Callable[[Any], Any]
    expected: Phrase
    in_project: bool = False
    variable: str | None = None


def _language(value: Any) -> Language:
    if value in LANGUAGES:
        return value  # type: ignore[no-any-return]
    raise ValueError("unknown language")


def _tokens(value: Any) -> int:
    number = int(value) if isinstance(value, str) and value.strip().isdigit() else value
    if isinstance(number, int) and not isinstance(number, bool) and MIN_TOKENS <= number <= MAX_TOKENS:
        return number
    raise ValueError("out of range")


def _name(value: Any) -> str:
    if isinstance(value, str) and 0 < len(value) <= 100 and value.isprintable():
        return value
    raise ValueError("not a short text")


def _folder(value: Any) -> str:
    path = PurePosixPath(value) if isinstance(value, str) and value and "\0" not in value else None
    if path is None or path.is_absolute() or ".." in path.parts:
        raise ValueError("leaves the project")
    return str(path)


def _names(value: Any) -> tuple[str, ...]:
    items = value.split(",") if isinstance(value, str) else value
    if isinstance(items, (list, tuple)) and all(isinstance(item, str) for item in items):
        return tuple(item.strip() for item in items if item.strip())
    raise ValueError("not a list of names")


def _truth(value: Any) -> bool:
    known = {"1": True, "true": True, "on": True, "yes": True, "0": False, "false": False, "off": False, "no": False}
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.lower() in known:
        return known[value.lower()]
    raise ValueError("neither true nor false")


def _patterns(value: Any) -> tuple[tuple[str, str], ...]:
    if not isinstance(value, dict) or not all(isinstance(item, str) for item in value.values()):
        raise ValueError("not a mapping of kind to pattern")
    for pattern in value.values():
        re.compile(pattern)
    return tuple(sorted(value.items()))


RULES: Mapping[str, _Rule] = {
    "language": _Rule(_language, SETTINGS["language"], in_project=True, variable="BUTLER_LANGUAGE"),
    "max_tokens": _Rule(_tokens, _TOKENS, in_project=True, variable="BUTLER_MAX_TOKENS"),
    "project": _Rule(_name, SETTINGS["name"], in_project=True),
    "issue_source": _Rule(_name, SETTINGS["source"], variable="BUTLER_ISSUE_SOURCE"),
    "issue_folder": _Rule(_folder, SETTINGS["folder"], in_project=True),
    "plugins": _Rule(_names, SETTINGS["names"], variable="BUTLER_PLUGINS"),
    "redact": _Rule(_patterns, SETTINGS["patterns"]),
    "allow": _Rule(_names, SETTINGS["names"]),
    "second_engine": _Rule(_truth, SETTINGS["truth"]),
    "auto": _Rule(_truth, SETTINGS["truth"], variable="BUTLER_AUTO"),
}
IN_PROJECT = tuple(name for name, rule in RULES.items() if rule.in_project)


def load_settings(
    *,
    flags: Mapping[str, Any],
    environment: Mapping[str, str],
    user_file: Path,
    project_file: Path | None,
    shown_user_file: str = "config.yaml",
) -> Settings:
    """Settle every setting from its strongest source.

    Args:
        flags: values given on the command line, by setting; None means not given.
        environment: the process's environment; only ``BUTLER_*`` names of ``RULES`` are looked at.
        user_file, project_file: configuration files; missing ones are fine.
        shown_user_file: how messages name the user's file.

    Raises:
        InvalidInput: ``settings_unknown_key``, ``settings_bad_value``.
        Refused: ``settings_not_allowed`` for a key that a project's file may not set.
        Unreadable: ``settings_unreadable`` with the reason and line.
    """
    values: dict[str, Any] = {}
    sources: dict[str, str] = {}
    layers: list[tuple[str, Mapping[str, Any]]] = []
    if project_file is not None:
        name = f"{project_file.parent.name}/{project_file.name}"
        layers.append((name, _read_file(project_file, name, project=True, user_file=shown_user_file)))
    layers.append((shown_user_file, _read_file(user_file, shown_user_file, project=False, user_file=shown_user_file)))
    layers.append(
        (
            "environment",
            {n: environment[r.variable] for n, r in RULES.items() if r.variable and environment.get(r.variable)},
        )
    )
    layers.append(("flag", {name: value for name, value in flags.items() if value is not None}))
    for source, layer in layers:
        for name, value in layer.items():
            values[name] = _converted(name, value, source)
            sources[name] = source
    return replace(
        Settings(**values),
        sources={f.name: sources.get(f.name, "default") for f in fields(Settings) if f.name != "sources"},
    )


def _read_file(path: Path, shown: str, *, project: bool, user_file: str) -> dict[str, Any]:
    try:
        text = read_bytes(path, limit=yaml_text.MAX_BYTES).decode("utf-8-sig")
        values, lines = yaml_text.load_mapping(text)
    except NotFound:
        return {}
    except UnicodeDecodeError as error:
        raise Unreadable("settings_unreadable", file=shown, reason="not UTF-8") from error
    except (yaml_text.YamlProblem, Unreadable, Refused) as error:
        reason = error if isinstance(error, ButlerError) else str(error)
        raise Unreadable("settings_unreadable", file=shown, reason=reason) from error
    for key in values:
        if key not in RULES:
            raise InvalidInput(
                "settings_unknown_key", file=shown, key=key[:60], line=lines.get(key), known=", ".join(RULES)
            )
        if project and key not in IN_PROJECT:
            raise Refused("settings_not_allowed", file=shown, key=key, known=", ".join(IN_PROJECT), user_file=user_file)
    return {key: value for key, value in values.items() if value is not None}


def _converted(name: str, value: Any, source: str) -> Any:
    rule = RULES[name]
    try:
        return rule.convert(value)
    except (ValueError, TypeError, re.error) as error:
        raise InvalidInput("settings_bad_value", key=name, source=source, expected=rule.expected) from error
