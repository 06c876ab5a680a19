"""YAML as plain data: small, without aliases, duplicate keys or surprises.

YAML 1.1 reads ``no`` as False, ``12:30:45`` as a number and ``014`` as 12, and a 340-byte alias bomb hangs whoever prints
it: so aliases are refused, and only ``true``/``false``, plain integers and null are anything but text.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import yaml  # loaded where there is YAML to read or to write: most commands have none

MAX_BYTES = 64 * 1024
MAX_DEPTH = 12


class YamlProblem(ValueError):
    """What is wrong, and at which 1-based line."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason if line is None else f"{reason} (line {line})")
        self.reason = reason
        self.line = line


def load_mapping(text: str) -> tuple[dict[str, Any], dict[str, int]]:
    """The top-level mapping of ``text`` and the 1-based line of each of its keys; empty text is an empty mapping.

    Raises:
        YamlProblem: too large, too deep, an alias, a duplicate key, a key that is no text, or not a mapping.
    """
    if len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise YamlProblem(f"larger than {MAX_BYTES} bytes")
    simple = _simply(text)
    if simple is not None:
        return simple
    import yaml

    try:
        return _loaded(text)
    except yaml.MarkedYAMLError as error:
        line = getattr(error.problem_mark, "line", None)
        raise YamlProblem(str(error.problem or "not YAML"), None if line is None else line + 1) from error
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        if isinstance(error, YamlProblem):
            raise
        raise YamlProblem("not YAML") from error


def _loaded(text: str) -> tuple[dict[str, Any], dict[str, int]]:
    import yaml

    node = yaml.compose(text, Loader=_plain_loader())
    if node is None:
        return {}, {}
    if not isinstance(node, yaml.MappingNode):
        raise YamlProblem("not a mapping of keys to values", node.start_mark.line + 1)
    _refuse_duplicates(node, 0)
    loader = _plain_loader()("")
    try:
        value = loader.construct_document(node)
    finally:
        loader.dispose()
    return value, {key.value: key.start_mark.line + 1 for key, _ in node.value}


@cache
def _plain_loader() -> type[yaml.SafeLoader]:
    """SafeLoader with only the bool, int and null resolvers that people expect.

    It stops at the first alias or level too many: PyYAML's scanner alone is quadratic in the depth of flow lists.
    """
    import yaml

    class PlainLoader(yaml.SafeLoader):
        yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}  # noqa: RUF012 (PyYAML's own name)
        depth = -1

        def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
            event: yaml.Event = self.peek_event()  # type: ignore[no-untyped-call]
            line = getattr(event.start_mark, "line", 0) + 1
            if isinstance(event, yaml.AliasEvent):
                raise YamlProblem("aliases are not allowed", line)
            collection = isinstance(event, yaml.CollectionStartEvent)
            self.depth += collection
            if self.depth > MAX_DEPTH:
                raise YamlProblem("nested too deeply", line)
            node = super().compose_node(parent, index)
            self.depth -= collection
            return node

    for kind, pattern, first in (
        ("bool", r"^(?:true|false|True|False)$", "tTfF"),
        ("int", r"^-?(?:0|[1-9][0-9]{0,17})$", "-0123456789"),
        ("null", r"^(?:null|~|)$", "n~\0"),
    ):
        letters = [*first, ""] if kind == "null" else list(first)
        PlainLoader.add_implicit_resolver(f"tag:yaml.org,2002:{kind}", re.compile(pattern), letters)
    return PlainLoader


def dump(value: dict[str, Any]) -> str:
    """``value`` as block YAML, keys in their order, Japanese kept readable."""
    import yaml

    return yaml.safe_dump(value, allow_unicode=True, sort_keys=False, default_flow_style=False, width=1000)


def dump_compact(value: dict[str, Any]) -> str:
    """``value`` as YAML with mappings of plain values on one line, keys in their order."""
    plain = _plainly(value)
    if plain is not None:
        return plain
    import yaml

    return yaml.safe_dump(value, allow_unicode=True, sort_keys=False, default_flow_style=None, width=1000)


_KEY = re.compile(r"[a-z][a-z_]{0,39}")
_WORDS = re.compile(r"[A-Za-z/][A-Za-z0-9_./-]*(?: [A-Za-z0-9_./-]+)*")
_NUMBERED = re.compile(r"(?!0[bx])[0-9][0-9-]*+[a-z][0-9a-z-]*|[0-9]{1,9}-[0-9]{1,9}")
_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:Z|[+-][0-9]{2}:[0-9]{2})")
_MEANS_MORE = frozenset({"yes", "no", "on", "off", "true", "false", "null", "y", "n"})
_LONGEST = 900
"""A line of more characters would be broken."""


def _plainly(value: dict[str, Any]) -> str | None:
    """What PyYAML would write, without loading it, of keys and values that need no thought; None where one does."""
    lines, nested = [], False
    for key, one in value.items():
        nested = nested or isinstance(one, dict)
        text = _braced([(name, _scalar(each)) for name, each in one.items()]) if isinstance(one, dict) else _scalar(one)
        if text is None or not _is_key(key) or len(key) + len(text) > _LONGEST:
            return None
        lines.append(f"{key}: {text}\n")
    return "".join(lines) if nested else None


def _braced(pairs: list[tuple[str, str | None]]) -> str | None:
    if any(text is None or not _is_key(name) for name, text in pairs):
        return None
    return "{" + ", ".join(f"{name}: {text}" for name, text in pairs) + "}"


def _is_key(name: str) -> bool:
    return _KEY.fullmatch(name) is not None and name not in _MEANS_MORE


_LINE = re.compile(r"([a-z][a-z_]{0,39}): (?:\{(.*)\}|([^{}]+))")
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,17})")
_NAMED: dict[str, Any] = {"true": True, "false": False, "null": None}


def _simply(text: str) -> tuple[dict[str, Any], dict[str, int]] | None:
    """What ``load_mapping`` reads out of what `_plainly` writes, without loading PyYAML; None of anything else."""
    values: dict[str, Any] = {}
    places: dict[str, int] = {}
    try:
        for number, line in enumerate(text.removesuffix("\n").split("\n"), 1):
            key, inner, plain = _read(_LINE, line).groups()
            values[key] = _value(plain) if inner is None else {}
            for pair in inner.split(", ") if inner else ():
                name, _, each = _read(_LINE, pair).groups()
                values[key][name] = _value(each)
            if key in places or (inner and len(values[key]) != inner.count(", ") + 1):
                return None
            places[key] = number
    except _NotSimple:
        return None
    return values, places


class _NotSimple(Exception):
    """Left to PyYAML."""


def _read(pattern: re.Pattern[str], text: str) -> re.Match[str]:
    found = pattern.fullmatch(text)
    if found is None:
        raise _NotSimple
    return found


def _value(text: str | None) -> Any:
    if text in _NAMED:
        return _NAMED[text]
    if text is not None and _INTEGER.fullmatch(text):
        return int(text)
    if text is not None and text[0] == text[-1] == "'" and _TIME.fullmatch(text[1:-1]):
        return text[1:-1]
    if text is None or text in ("True", "False") or not (_WORDS.fullmatch(text) or _NUMBERED.fullmatch(text)):
        raise _NotSimple
    return text


def _scalar(value: Any) -> str | None:
    """A value on one line, None where it may need quotes; a time has them."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if type(value) is not str or value.lower() in _MEANS_MORE:
        return None
    if _TIME.fullmatch(value):
        return f"'{value}'"
    return value if _WORDS.fullmatch(value) or _NUMBERED.fullmatch(value) else None


def _refuse_duplicates(node: yaml.Node, depth: int) -> None:
    import yaml

    if depth > MAX_DEPTH:
        raise YamlProblem("nested too deeply", node.start_mark.line + 1)
    if isinstance(node, yaml.MappingNode):
        seen: set[str] = set()
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise YamlProblem("a key is not text", key.start_mark.line + 1)
            if key.value in seen:
                raise YamlProblem(f"the key {key.value[:40]!r} stands twice", key.start_mark.line + 1)
            seen.add(key.value)
            if key.tag != "tag:yaml.org,2002:str":
                key.tag = "tag:yaml.org,2002:str"
            _refuse_duplicates(value, depth + 1)
    elif isinstance(node, yaml.SequenceNode):
        for item in node.value:
            _refuse_duplicates(item, depth + 1)
