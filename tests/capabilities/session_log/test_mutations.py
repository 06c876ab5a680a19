"""Damaged logs of every format: nothing raises, nothing intact is lost, all damage is told (``mutate`` has the long form)."""

from __future__ import annotations

import importlib.util
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest


def _mutate() -> ModuleType:
    spec = importlib.util.spec_from_file_location("session_log_mutate", Path(__file__).with_name("mutate.py"))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


MUTATE = _mutate()


@pytest.mark.parametrize("name", MUTATE.FORMATS)
def test_forty_damaged_logs_of_a_format_are_read(name: str, tmp_path: Path) -> None:
    report = MUTATE.run(name, 42, tmp_path, long=False)
    assert report.problems == {}
    assert report.read == report.intact > 800


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", MUTATE.FORMATS)
def test_five_hundred_damaged_logs_of_a_format_are_read(name: str, tmp_path: Path) -> None:
    report = MUTATE.run(name, 500, tmp_path, seed=2)
    assert report.problems == {}


def test_a_reader_that_loses_a_line_does_not_pass(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module: Any = importlib.import_module("butler.capabilities.session_log.formats.codex_jsonl")
    whole = module.FORMAT
    monkeypatch.setattr(
        module, "FORMAT", replace(whole, entries=lambda lines, told: whole.entries(list(lines)[:-4], told))
    )
    report = MUTATE.run("codex_jsonl", 14, tmp_path, long=False)
    assert report.read < report.intact
    assert report.problems
