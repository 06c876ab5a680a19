"""Real git repositories for tests: a few lines, made as a person would make them."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

ENVIRONMENT = {
    "PATH": os.environ.get("PATH", ""),
    "HOME": "/nonexistent",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "Aki",
    "GIT_AUTHOR_EMAIL": "aki@example.com",
    "GIT_COMMITTER_NAME": "Aki",
    "GIT_COMMITTER_EMAIL": "aki@example.com",
    "LC_ALL": "C",
}


class Repository:
    """A git working tree at ``top``."""

    def __init__(self, top: Path) -> None:
        self.top = top
        self._minute = 0

    def git(self, *command: str, good: tuple[int, ...] = (0,), **environment: str) -> str:
        """Run git; what it printed."""
        done = subprocess.run(
            ["git", *command], cwd=self.top, env=ENVIRONMENT | environment, capture_output=True, check=False
        )
        assert done.returncode in good, done.stderr
        return done.stdout.decode("utf-8", "surrogateescape").strip()

    def write(self, path: str, text: str) -> Path:
        """Write a file, with its folders."""
        file = self.top / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file

    def commit(self, subject: str = "work", **files: str) -> str:
        """Write ``files`` (``__`` in a name is a dot), commit everything a minute after the last one; the hash."""
        for name, text in files.items():
            self.write(name.replace("__", "."), text)
        self._minute += 1
        when = f"2026-06-03T10:{self._minute:02}:00+09:00"
        self.git("add", "--all")
        self.git("commit", "-q", "--allow-empty", "-m", subject, GIT_AUTHOR_DATE=when, GIT_COMMITTER_DATE=when)
        return self.git("rev-parse", "HEAD")


def new_repository(top: Path) -> Repository:
    """An empty repository at ``top`` on the branch ``main``."""
    top.mkdir(parents=True, exist_ok=True)
    repository = Repository(top)
    repository.git("init", "-q", "-b", "main")
    return repository
