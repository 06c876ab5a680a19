"""What a model is shown of a tool: description and input schema, from the tool's own docstring and signature."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from typing import Any

from butler.capability import Tool

DESCRIPTION_LIMIT = 1000
"""Characters; Claude Code cuts at 4,096 (2.1.332), older versions at 2,048."""


def description_of(tool: Tool) -> str:
    """What a model is shown: the first paragraph of the tool's docstring, one line."""
    first = (inspect.getdoc(tool.function) or "").split("\n\n")[0]
    return " ".join(first.split())[:DESCRIPTION_LIMIT]


def argument_hints(tool: Tool) -> Mapping[str, str]:
    """The first sentence of each argument in the docstring's ``Args:``."""
    text = inspect.getdoc(tool.function) or ""
    section = re.search(r"^Args:\n((?:[ ].*\n?|\n)+)", text, re.MULTILINE)
    found = re.findall(r"^    (\w+): (.+?)(?:[.;](?:\s|$)|\n)", section[1] if section else "", re.MULTILINE)
    return {name: hint.strip() for name, hint in found}


def slim_schema(schema: dict[str, Any], hints: Mapping[str, str]) -> dict[str, Any]:
    """The input schema without what costs tokens and says nothing: titles, null variants, null defaults."""
    properties = {}
    for name, given in schema.get("properties", {}).items():
        slim = {
            key: value
            for key, value in given.items()
            if key not in {"title", "default"} or given.get(key) not in (None, given.get("title"))
        }
        slim.pop("title", None)
        variants = [variant for variant in slim.pop("anyOf", []) if variant.get("type") != "null"]
        if len(variants) == 1:
            slim |= variants[0]
        elif variants:
            kinds = [variant.get("type") for variant in variants]
            slim |= {"type": kinds} if all(set(variant) == {"type"} for variant in variants) else {"anyOf": variants}
        if name in hints:
            slim["description"] = hints[name]
        properties[name] = slim
    return {**{key: value for key, value in schema.items() if key != "title"}, "properties": properties}


def inlined(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema with its local definitions in place of the references to them, so that a client needs to resolve none.

    One whose definitions lead back to themselves stays as it is.
    """
    definitions = schema.get("$defs", {})

    def resolved(value: Any, inside: frozenset[str]) -> Any:
        if isinstance(value, list):
            return [resolved(item, inside) for item in value]
        if not isinstance(value, dict):
            return value
        name = str(value.get("$ref", "")).removeprefix("#/$defs/")
        beside = {key: resolved(item, inside) for key, item in value.items() if key != "$ref"}
        if name not in definitions:
            return {key: resolved(item, inside) for key, item in value.items()}
        if name in inside:
            raise RecursionError(name)
        return {**resolved(definitions[name], inside | {name}), **beside}

    try:
        return {key: resolved(value, frozenset()) for key, value in schema.items() if key != "$defs"}
    except RecursionError:
        return schema
