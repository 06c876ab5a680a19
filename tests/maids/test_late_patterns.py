"""Patterns that wait for their first use are good patterns, and are as those that do not wait."""

import gc
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

from butler import maids
from butler.maids.late_patterns import LatePattern, WordedPattern, late


def test_every_pattern_that_waits_can_be_compiled():
    for module in pkgutil.iter_modules(maids.__path__):
        importlib.import_module(f"butler.maids.{module.name}")
    waiting = [item for item in gc.get_objects() if isinstance(item, LatePattern)]

    assert len(waiting) > 100
    for pattern in waiting:
        assert pattern.groups >= 0


def test_it_finds_what_a_compiled_pattern_finds():
    pattern = late(r"(?P<name>[a-z]+)=(\d+)", re.IGNORECASE)

    assert pattern.findall("A=1 b=22") == [("A", "1"), ("b", "22")]
    assert pattern.sub("x", "A=1 b=22") == "x x"
    assert dict(pattern.groupindex) == {"name": 1}
    assert pattern.pattern == r"(?P<name>[a-z]+)=(\d+)"


def test_a_bad_pattern_is_refused_when_it_is_used():
    pattern = late("(")

    with pytest.raises(re.error):
        pattern.search("")


def test_a_match_knows_its_pattern():
    one, two = late("a"), late("b")
    found = one.match("a")

    assert found is not None
    assert found.re == one
    assert found.re in (two, one)
    assert found.re not in (two,)
    assert one == late("a")
    assert len({one, late("a"), two}) == 2
    assert one != "a"


def test_no_pattern_is_compared_by_identity():
    for path in sorted(Path(maids.__path__[0]).glob("*.py")):
        assert not re.search(r"\.re is ", path.read_text(encoding="utf-8")), path.name


def test_a_pattern_with_words_finds_the_same_and_waits_for_a_text_that_holds_one():
    plain = late(r"\b(?:drop|forget) (?:this|it)\b", re.IGNORECASE)
    worded = late(r"\b(?:drop|forget) (?:this|it)\b", re.IGNORECASE, words="drop,forget")
    texts = ["Drop this", "then FORGET it.", "drops it", "forget", "keep it", "", "nothing", "drop \u0131t"]

    assert [bool(worded.search(text)) for text in texts] == [bool(plain.search(text)) for text in texts]


def test_words_stand_in_whatever_their_pattern_finds():
    for module in pkgutil.iter_modules(maids.__path__):
        importlib.import_module(f"butler.maids.{module.name}")
    worded = [item for item in gc.get_objects() if isinstance(item, WordedPattern)]
    tests = Path(__file__).parents[1]
    lines = {line for file in sorted(tests.rglob("test_susp*.py")) for line in file.read_text("utf-8").splitlines()}

    assert len(worded) > 20
    assert len(lines) > 100
    for pattern in worded:
        assert [line for line in lines if pattern.search(line)] == [
            line for line in lines if re.search(pattern.pattern, line, pattern.flags)
        ]
