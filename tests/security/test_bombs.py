"""Inputs made to eat time or memory: each is refused or read within bounds, in a process of its own with a memory limit."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tests.security.bombs import MEMORY, PREPARE, ROOT, SHOWN, WALLS, Bomb, all_bombs, new_scene, run

BOMBS = {bomb.name: bomb for bomb in all_bombs()}
pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_refused_or_read_within_bounds(tmp_path: Path, name: str) -> None:
    """With ten times the second that the design asks for: a slow machine is no fault; the command prints what each takes."""
    bomb = BOMBS[name]
    scene = new_scene(tmp_path)
    bomb.plant(scene)
    for command in bomb.commands:
        assert run(scene, *command).peak <= MEMORY


def test_there_are_at_least_twenty_bombs() -> None:
    assert len(BOMBS) >= 20


def met(tmp_path: Path, name: str) -> list[str]:
    """What the commands that meet a bomb print."""
    bomb: Bomb = BOMBS[name]
    scene = new_scene(tmp_path)
    bomb.plant(scene)
    return [run(scene, *command).out for command in bomb.commands]


def test_a_line_of_200_megabytes_is_streamed(tmp_path: Path) -> None:
    assert "Now list the prices" in met(tmp_path, "a line of 200 MB")[0]


def test_many_issues_are_listed_within_bounds_or_refused(tmp_path: Path) -> None:
    assert len(met(tmp_path, "12,000 issues")[0]) < 5_000_000


def test_notes_have_a_limit(tmp_path: Path) -> None:
    scene = new_scene(tmp_path)
    BOMBS["notes of 100 MB"].plant(scene)
    assert run(scene, *BOMBS["notes of 100 MB"].commands[0]).code == 1


def test_the_name_of_the_reader_has_a_limit(tmp_path: Path) -> None:
    scene = new_scene(tmp_path)
    assert run(scene, *PREPARE, "--target-brain", "x" * 64).code == 0
    assert run(scene, *SHOWN, "--target-brain", "x" * 65).code == 1


@pytest.mark.parametrize("name", WALLS)
def test_time_grows_with_the_text_and_not_with_its_square(name: str) -> None:
    program = textwrap.dedent(
        """
        import sys, time, json
        from butler.maids.provenance_worker import line_sources
        from butler.maids.redaction_worker import Redactor
        from butler.maids.suspicious_worker import suspicious_kinds
        from butler.maids.text_worker import visible, one_line, fence
        text = json.load(sys.stdin)
        document = lambda t: line_sources(f'## METADATA\\n\\n## RISKS\\n\\n- {t}\\n')
        for work in (lambda t: Redactor().redact(t), visible, lambda t: one_line(t, 10**6), fence, suspicious_kinds, document):
            def took(t):
                begun = time.process_time(); work(t); return time.process_time() - begun
            small, large = min(took(text[: len(text) // 4]) for _ in range(3)), took(text)
            assert large < 0.05 or large < small * 4 * 4, (small, large)
        """
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=json.dumps(WALLS[name]),
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-600:]
