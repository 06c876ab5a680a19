"""Lay the bookshop out in a scratch folder, with the git history that the recorded sessions left behind.

``project/`` holds one folder for each step of the history, with the files that the step changed (``.txt`` is dropped from
their names, so that nothing takes them for code of this package). The last step is not committed: so the sessions ended.
Names, dates and messages are fixed, so the commits have the hashes that the logs name.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

from butler.demo import CLAUDE_CODE_LOG, CODEX_LOG, SESSION_FOLDER
from butler.errors import Unavailable
from butler.process import Finished
from butler.process import run as run_program

Run = Callable[..., Finished]
"""`butler.process.run`."""

_STEPS = Path(__file__).with_name("project")
_RECORDED = Path(__file__).with_name("recorded.json")
_LOGS = {"codex": CODEX_LOG, "claude-code": CLAUDE_CODE_LOG}
_BEFORE = (
    ("1-shelf", "Shelf and reservations", "2026-11-24T09:12:00+0000"),
    ("2-issue", "Show the double reservation with a test (#49)", "2026-11-27T16:40:00+0000"),
)
_IN_SESSION = ("3-fix", "Refuse a second reservation of the same copy (#49)")
_NOT_COMMITTED = "4-unfinished"
AUTHOR = {
    "GIT_AUTHOR_NAME": "Dev",
    "GIT_AUTHOR_EMAIL": "dev@example.com",
    "GIT_COMMITTER_NAME": "Dev",
    "GIT_COMMITTER_EMAIL": "dev@example.com",
}
_ONLY_OURS = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0"}
_SECONDS = 30.0


def build_project(target: Path, run: Run = run_program, *, session: str = "codex") -> Path:
    """Make the bookshop in ``target`` as the recorded ``session`` (``codex`` or ``claude-code``) left it; return ``target``.

    ``target`` must be missing or empty; ``run`` starts git.

    Raises:
        Unavailable: ``program_missing``, ``timed_out``, or ``git_failed`` when git refuses a step.
        FileExistsError: ``target`` holds something already.
    """
    begin_project(target, run)
    recorded = json.loads(_RECORDED.read_text(encoding="utf-8"))[session]
    _commit(target, run, *_IN_SESSION, recorded["committed_at"])
    _lay_out(target, _NOT_COMMITTED)
    return target


def write_log(project: Path, target: Path, *, session: str = "codex") -> Path:
    """Write the recorded log to ``target`` as it would read had the session worked in ``project``; return ``target``."""
    text = _LOGS[session].read_text(encoding="utf-8")
    folder = json.dumps(str(project), ensure_ascii=False)[1:-1]
    target.write_text(text.replace(SESSION_FOLDER, folder), encoding="utf-8")
    return target


def begin_project(target: Path, run: Run = run_program) -> Path:
    """Make the bookshop as both sessions found it: two commits, a failing test, nothing uncommitted."""
    target.mkdir(parents=True, exist_ok=True)
    if any(target.iterdir()):
        raise FileExistsError(target)
    _git(target, run, "init", "--quiet", "--template=", "--object-format=sha1", "--initial-branch=main")
    for step, message, date in _BEFORE:
        _commit(target, run, step, message, date)
    return target


def _commit(target: Path, run: Run, step: str, message: str, date: str) -> None:
    _lay_out(target, step)
    _git(target, run, "add", "--all")
    dates = {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}
    _git(target, run, "commit", "--quiet", "--no-verify", "--message", message, environment=dates)


def _lay_out(target: Path, step: str) -> None:
    for source in sorted((_STEPS / step).rglob("*.txt")):
        place = target / source.relative_to(_STEPS / step).with_suffix("")
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, place)


def _git(target: Path, run: Run, *arguments: str, environment: Mapping[str, str] | None = None) -> None:
    whole = {**_ONLY_OURS, **AUTHOR, **(environment or {})}
    finished = run(["git", *arguments], folder=target, environment=whole, seconds=_SECONDS)
    if finished.code:
        raise Unavailable("git_failed", command=arguments[0], reason=finished.errors.strip()[:200])
