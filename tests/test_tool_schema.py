"""Schemas as a client gets them: no reference is left to resolve."""

import pytest

from butler.tool_schema import inlined


def test_definitions_stand_where_they_were_referred_to():
    part = {"type": "object", "properties": {"code": {"type": "string"}}}
    schema = {
        "properties": {
            "error": {"anyOf": [{"$ref": "#/$defs/Part"}, {"type": "null"}]},
            "all": {"items": {"$ref": "#/$defs/List"}},
        },
        "$defs": {"Part": part, "List": {"type": "array", "items": {"$ref": "#/$defs/Part", "description": "one"}}},
    }
    assert inlined(schema) == {
        "properties": {
            "error": {"anyOf": [part, {"type": "null"}]},
            "all": {"items": {"type": "array", "items": {**part, "description": "one"}}},
        }
    }


@pytest.mark.parametrize(
    "schema",
    [
        {"properties": {"tree": {"$ref": "#/$defs/Tree"}}, "$defs": {"Tree": {"items": {"$ref": "#/$defs/Tree"}}}},
        {"properties": {"x": {"$ref": "https://example.invalid/schema"}}},
        {"properties": {"x": {"type": "string"}}},
    ],
)
def test_what_cannot_be_resolved_here_stays(schema):
    assert inlined(schema) == schema
