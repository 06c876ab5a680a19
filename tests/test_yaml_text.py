"""YAML as plain data."""

import pytest
import yaml

from butler.yaml_text import MAX_BYTES, YamlProblem, dump, dump_compact, load_mapping


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


PLAIN = [
    None,
    True,
    7,
    -1,
    "a",
    "yes",
    "No",
    "null",
    "Null",
    "~",
    "",
    "n",
    "=",
    "1e5",
    "1_000",
    "0x1f",
    "0b1a",
    "017",
    "1.5",
    "-",
    "a b",
    "a - b",
]
PLAIN += [
    "2026-12-01",
    "2026-12-01T03:04:51+00:00",
    "2026-12-01T03:04:51Z",
    "01a22c8e-eda2",
    "1-141",
    "12:30:45",
    "a: b",
    "a #b",
    "True",
    "本",
]


@pytest.mark.parametrize("one", PLAIN)
@pytest.mark.parametrize("key", ["kind", "no", "a b"])
def test_what_is_written_and_read_without_the_library_is_what_the_library_writes_and_reads(one, key):
    value = {"name": one, "inner": {key: one, "other": "x"}, "none": {}}
    written = dump_compact(value)

    assert written == yaml.safe_dump(value, allow_unicode=True, sort_keys=False, default_flow_style=None, width=1000)
    assert load_mapping(written)[0] == load_mapping("# read by the library\n" + written)[0]


def test_long_lines_are_broken_as_the_library_breaks_them():
    value = {"a": {"b": "word " * 300 + "word"}}

    assert dump_compact(value) == yaml.safe_dump(value, sort_keys=False, default_flow_style=None, width=1000)
