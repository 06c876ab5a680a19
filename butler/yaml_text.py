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
    import yaml

    return yaml.safe_dump(value, allow_unicode=True, sort_keys=False, default_flow_style=None, width=1000)


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
