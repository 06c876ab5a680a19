"""Patterns that wait for their first use are good patterns, and are as those that do not wait."""

import gc
import importlib
import pkgutil
import re

import pytest

from butler import maids
from butler.maids.late_patterns import LatePattern, late


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
