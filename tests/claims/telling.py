"""A case in a few lines: the steps of a session as plain values, told to a case in order."""

from __future__ import annotations

from collections.abc import Callable

from tests.claims.building import Case, Cases

Step = Callable[[Case], object]


def ask(text: str) -> Step:
    return lambda case: case.asks(text)


def say(text: str) -> Step:
    return lambda case: case.says(text)


def end(text: str) -> Step:
    return lambda case: case.ends(text)


def ran(command: str, output: str = "", code: int | None = 0, *, background: bool = False) -> Step:
    return lambda case: case.runs(command, output, code, background=background)


def edit(*paths: str, new: str = "return round(total, 2)") -> Step:
    def step(case: Case) -> None:
        for path in paths:
            case.edits(path, new)

    return step


def wrote(path: str, text: str = "x = 1") -> Step:
    return lambda case: case.writes(path, text)


def git(*words: str, code: int = 0) -> Step:
    return lambda case: case.git(*words, code=code)


def commit(subject: str, *, amend: bool = False) -> Step:
    return lambda case: case.commits(subject, amend=amend)


class Told(Cases):
    """The cases of one file, each told at once."""

    def tell(self, kind: str, language: str, client: str, name: str, claim: str, *steps: Step, check: str = "") -> None:
        """Add the case ``name``: its planted ``claim``, the masked ``check``, its steps."""
        case = self.add(kind, name, language, client, claim, check)
        for step in steps:
            step(case)
