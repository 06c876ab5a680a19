"""Which tool calls a script's text tells."""

from __future__ import annotations

import pytest

from butler.capabilities.session_log.reading.codex_javascript import UNKNOWN, nested_calls


def arguments(source):
    return [call.argument for call in nested_calls(source)]


@pytest.mark.parametrize(
    ("source", "argument"),
    [
        ("tools.run({cmd: 'a'})", {"cmd": "a"}),
        ("tools.run({cmd: `two\nlines`})", {"cmd": "two\nlines"}),
        ("tools.run([1, 'b', [true],])", [1, "b", [True]]),
        ("tools.run('a' + \"b\" + `c`)", "abc"),
        ("tools.run(['a', 'b'].join('\\n').trim())", "a\nb"),
        ("tools.run(['a', 'b'].join('\\n'))", "a\nb"),
        ("tools.run(`  a `.trim())", "a"),
        ("tools.run(String.raw`a\\nb`)", "a\\nb"),
        ("tools.run()", None),
        ("tools['run']({cmd: 'a'})", {"cmd": "a"}),
        ("tools.run({cmd: '\\u65e5\\x41\\u{1F600}\\ud83d\\ude00\\t\\q'})", {"cmd": "日A😀😀\tq"}),
    ],
)
def test_literals_are_read(source, argument):
    (found,) = arguments(source)
    assert found == argument


def test_every_kind_of_plain_value_is_read():
    source = 'tools.run({"cmd":"a b", n: 1_000, f: -2.5, h: 0xff, t: true, z: null, u: undefined,})'
    assert arguments(source) == [{"cmd": "a b", "n": 1000, "f": -2.5, "h": 255, "t": True, "z": None, "u": None}]


def test_comments_and_line_breaks_do_not_hide_a_call():
    assert arguments("tools\n  .run /* why */ ({ /* c */ cmd /* c */ : 'a' // end\n})") == [{"cmd": "a"}]


def test_constants_are_resolved():
    source = "const patch = \"*** Begin Patch\\n\";\nlet plan = {plan: [{step: 'a'}]}\nvar cmd = 'ls'\n"
    source += "tools.apply_patch(patch); tools.update_plan(plan); tools.run({cmd}); tools.run({cmd: `${cmd} -l`})"
    assert arguments(source) == ["*** Begin Patch\n", {"plan": [{"step": "a"}]}, {"cmd": "ls"}, {"cmd": "ls -l"}]


@pytest.mark.parametrize(
    "value",
    ["x.command", "f(1)", "cmds[0]", "a ? 'b' : 'c'", "`run ${name}`", "'a' + name", "...rest", "(1, 2)", "x => x"],
)
def test_what_only_running_would_tell_is_given_up(value):
    assert arguments(f"tools.run({value}); tools.run('after')")[-1] == "after"
    assert arguments(f"tools.run({value})") == [UNKNOWN]


def test_one_unknown_value_does_not_spoil_the_object():
    assert arguments("tools.run({cmd: 'ls', workdir: dir.path, timeout: 5})") == [
        {"cmd": "ls", "workdir": UNKNOWN, "timeout": 5}
    ]


def test_all_calls_of_a_parallel_run_are_found_in_order():
    source = "const [a, b] = await Promise.all([tools.run({cmd:'a'}), tools.run({cmd:'b'})]); text(await tools.run({cmd:'c'}))"
    assert [argument["cmd"] for argument in arguments(source)] == ["a", "b", "c"]


def test_text_comments_patterns_and_other_objects_hold_no_calls():
    source = """// tools.run({cmd: 'no'})
    /* tools.run({cmd: 'no'}) */
    const s = "tools.run({cmd: 'no'})", t = `tools.run({cmd: 'no'})`, r = /["'] tools.run(x)/g;
    other.tools.run({cmd: 'no'}); mytools.run({cmd: 'no'}); tools.run.name; tools.run({cmd: 'yes'})"""
    assert arguments(source) == [{"cmd": "yes"}]


@pytest.mark.parametrize(
    "source",
    [
        "tools.run(",
        "tools.run({",
        "tools.run({cmd: 'a",
        "tools.run([",
        "tools.",
        "`${tools.run(",
        "tools.run({cmd:}",
        "/tools",
        "'",
        "\\",
    ],
)
def test_a_broken_script_is_read_to_its_end(source):
    assert len(nested_calls(source)) <= 1


def test_deep_nesting_and_long_scripts_are_given_up():
    assert arguments("tools.run(" + "[" * 5000) == [UNKNOWN]
    assert arguments("tools.run(" + "[" * 5000 + "]" * 5000 + "); tools.run('after')")[1:] == ["after"]
    assert nested_calls("tools.run('a');" + " " * 600_000) == []
