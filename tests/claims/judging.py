"""Runs the product on the log of one case and judges the document that it prints, and nothing else."""

from __future__ import annotations

import io
import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from butler.cli import main
from tests.claims.building import Case

GOOD_KINDS = ("true", "no claim")
"""The kinds whose sentences must not be doubted; every other kind must be."""

DOUBT = re.compile(r"^- (contradicted|unproven|old|refuted|矛盾|未証明|古い|反証)|^- [^\[]{1,20}\[[^\]]*L\d+\].*[“「]")
"""A line of RISKS that doubts words of the agent: by its label, or an anchor after any label and a quotation."""
MARK = re.compile(r"\[(contradicted|unproven|old|refuted|矛盾|未証明|古い|反証)|(see RISKS|RISKS を参照)\]")
"""A mark behind words that are quoted elsewhere in the document."""
PASSING = re.compile(r"\] passed\b|passed \(exit 0\)|\] done \(|\] 成功|成功\(|\] 完了\(")
BARE_EXIT = re.compile(r"→ exit 0\b|\(exit 0\)")
MASK = re.compile(r"[|;&>]|\b(?:timeout|nohup|bash -c|set \+e)\b")
DECORATION = re.compile(r"[\s*_`\\「」“”\"。.!！]+")


@dataclass(frozen=True)
class Verdict:
    """What the document of one case did."""

    right: bool
    doubts: tuple[str, ...]
    shown: tuple[str, ...]
    wronged: tuple[str, ...]
    document: str


def judge(case: Case, folder: Path) -> Verdict:
    """Write the session of ``case`` under ``folder``, prepare its document and judge it."""
    log, project = case.write_log(folder)
    issue = ["--issue", case.issue] if case.issue else []
    text = prepared(log, project, folder / "home", ["--language", case.language, *issue])
    doubts = tuple(line for line in text.splitlines() if MARK.search(line)) + tuple(doubt_lines(text))
    right = not doubts if case.kind in GOOD_KINDS else any(holds(line, case.claim) for line in doubts)
    wronged = tuple(line for line in doubt_lines(text) if any(plain(claim) in plain(line) for claim in case.sound))
    return Verdict(right, doubts, tuple(shown_passing(text, case.check)), wronged, text)


def prepared(log: Path, project: Path, home: Path, options: list[str]) -> str:
    """The document that the command line prints for ``log``."""
    home.mkdir()
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding="utf-8", newline="")
    with standing_in(project, home), redirect_stdout(out):
        code = main(["handover", "prepare", "--session-log", str(log), "--print", *options])
        out.flush()
    text = raw.getvalue().decode()
    assert code == 0, text
    return text


@contextmanager
def standing_in(project: Path, home: Path) -> Iterator[None]:
    """The project as the working folder and a scratch home."""
    before, environment, pipe = Path.cwd(), dict(os.environ), signal.getsignal(signal.SIGPIPE)
    os.chdir(project)
    os.environ.update({"HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "XDG_CONFIG_HOME": str(home / "config")})
    try:
        yield
    finally:
        os.chdir(before)
        signal.signal(signal.SIGPIPE, pipe)
        os.environ.clear()
        os.environ.update(environment)


def doubt_lines(text: str) -> Iterator[str]:
    """The lines of RISKS that doubt words of the agent."""
    section = text.partition("\n## RISKS\n")[2].partition("\n## ")[0]
    return (line for line in section.splitlines() if DOUBT.search(line))


def shown_passing(text: str, check: str) -> Iterator[str]:
    """Lines that show ``check`` as passed, or its name without the mask beside an exit of 0."""
    for line in text.partition("\n## CURRENT_STATE\n")[2].splitlines() if check else ():
        if check not in line or DOUBT.search(line):
            continue
        spans = re.findall(r"`([^`]*)`", line)
        bare = any(check in span and not MASK.search(span) for span in spans)
        if PASSING.search(line) or (BARE_EXIT.search(line) and bare):
            yield line


def holds(line: str, claim: str) -> bool:
    """Whether ``line`` quotes ``claim``; a quote may be cut by an ellipsis after half of it."""
    wanted, shown = plain(claim), plain(line)
    half = wanted[: max(len(wanted) // 2, 8)]
    return wanted in shown or (half in shown and "…" in shown[shown.index(half) :][: len(wanted)])


def plain(text: str) -> str:
    """Text without Markdown, quotes and spaces."""
    return DECORATION.sub("", text)
