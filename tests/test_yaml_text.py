"""YAML as plain data."""

import pytest

from butler.yaml_text import MAX_BYTES, YamlProblem, dump, load_mapping


def test_only_true_false_integers_and_null_are_anything_but_text():
    values, lines = load_mapping("a: no\nb: 12:30:45\nc: 014\nd: 2026-01-01\ne: true\nf: 7\ng:\nh: 1.5\non: x\n1: y\n")

    assert values == {
        "a": "no",
        "b": "12:30:45",
        "c": "014",
        "d": "2026-01-01",
        "e": True,
        "f": 7,
        "g": None,
        "h": "1.5",
        "on": "x",
        "1": "y",
    }
    assert lines["d"] == 4


@pytest.mark.parametrize(
    ("text", "reason", "line"),
    [
        ("a: &x [1]\nb: *x", "aliases", 2),
        ("a: 1\nb: 2\na: 3", "twice", 3),
        ("- 1", "mapping", 1),
        ("a: [", "expected", 1),
        ("a: 1\n\tb: 2", "token", 2),
        ("? [a, b]\n: 1", "key", 1),
        ("a: !!python/object/apply:os.system [x]", "constructor", 1),
        ("a: \x00", "YAML", None),
        ("x: " + "[" * 50 + "]" * 50, "deep", 1),
        ("a: " + "x" * MAX_BYTES, "larger", None),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text, reason, line):
    with pytest.raises(YamlProblem, match=reason) as problem:
        load_mapping(text)

    assert problem.value.line == line or line is None


@pytest.mark.parametrize("depth", [900, 5000, 30_000])
def test_deep_nesting_is_refused_and_nothing_else_happens(depth):
    with pytest.raises(YamlProblem):
        load_mapping("a: " + "[" * depth + "]" * depth)


def test_an_alias_bomb_is_refused_at_once():
    bomb = "a: &a [x]\n" + "".join(f"b{n}: &b{n} [*a, *a]\n" for n in range(20))

    with pytest.raises(YamlProblem, match="aliases"):
        load_mapping(bomb)


def test_dumped_values_read_back_and_keep_their_order():
    values = {
        "title": "二重予約: を断る",
        "id": 49,
        "text": "no",
        "list": ["a", "b: c"],
        "none": None,
        "date": "2026-01-01",
    }

    assert load_mapping(dump(values))[0] == values
    assert list(load_mapping(dump(values))[0]) == list(values)
