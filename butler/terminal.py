"""Printing for people: coloured and wrapped on a terminal, plain when piped; never a control character of a document."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from butler.envelope import Envelope
from butler.maids.text_worker import visible
from butler.records import dataclass

if TYPE_CHECKING:
    from rich.console import Console


_GROUPS = "handover|session_log|work|issue|task|workspace"
_VERBS = "prepare|read|list|mark|summarize|start|observe|finish|create|get|update|record|history|handoff|delete|export|import"
_TOOL = re.compile(rf"(?<![\w`])({_GROUPS})_({_VERBS})(?![\w(])", re.ASCII)


@dataclass(frozen=True, slots=True)
class Terminal:
    """Where answers go: ``out`` for results, ``errors`` for refusals and progress."""

    out: TextIO
    errors: TextIO
    colour: bool

    @classmethod
    def standard(cls, environment: Mapping[str, str]) -> Terminal:
        """The process's own streams; colour only on a terminal and without ``NO_COLOR``."""
        out, errors = (_usable(stream) for stream in (sys.stdout, sys.stderr))
        colour = out.isatty() and not environment.get("NO_COLOR") and environment.get("TERM") != "dumb"
        return cls(out, errors, colour)

    def line(self, text: str = "", style: str = "") -> None:
        """One line (or several) of our own words."""
        if self.colour and style:
            self._console().print(text, style=style, markup=False, highlight=False, soft_wrap=True)
        else:
            self.out.write(f"{text}\n")

    def document(self, text: str) -> None:
        """A Markdown document: as it is when piped, its headings coloured on a terminal."""
        shown = visible(text)
        if not self.colour:
            self.out.write(shown if shown.endswith("\n") else f"{shown}\n")
            return
        fenced = ""
        for line in shown.splitlines():
            mark = line.lstrip()[: len(line.lstrip()) - len(line.lstrip().lstrip("`"))]
            if len(mark) >= 3 and (not fenced or line.strip() == fenced):
                fenced = "" if fenced else mark
            self.line(line, "bold cyan" if not fenced and line.startswith("## ") else "dim" if fenced else "")

    def table(self, headings: Iterable[str], rows: Iterable[Iterable[str]]) -> None:
        """Columns: aligned on a terminal, tab-separated when piped."""
        if not self.colour:
            for row in rows:
                self.out.write("\t".join(visible(cell, keep_newlines=False) for cell in row) + "\n")
            return
        from rich.table import Table
        from rich.text import Text

        table = Table(box=None, header_style="bold", pad_edge=False)
        for heading in headings:
            table.add_column(heading, overflow="fold")
        for row in rows:
            table.add_row(*(Text(visible(cell, keep_newlines=False)) for cell in row))
        self._console().print(table)

    def json(self, value: Mapping[str, Any]) -> None:
        """One JSON value with sorted, readable lines."""
        text = json.dumps(value, ensure_ascii=False, indent=2)
        self.out.write(text.encode("utf-8", "backslashreplace").decode("utf-8") + "\n")

    def finish(
        self,
        envelope: Envelope,
        show: Callable[[Terminal, Mapping[str, Any]], None] | None = None,
        *,
        as_json: bool = False,
    ) -> int:
        """Print an answer (JSON when asked for); the exit code is 0 for ok and 1 for a refusal."""
        if as_json:
            self.json(envelope.wire())
        elif envelope.status == "error":
            self.refuse(envelope)
        else:
            self.line(envelope.summary, "bold")
            if show is not None:
                show(self, envelope.data)
        return 0 if envelope.status == "ok" else 1

    def refuse(self, envelope: Envelope) -> None:
        """An error answer: what was wrong and what to do."""
        assert envelope.error is not None
        self.errors.write(f"butler: {visible(envelope.error.message)} [{envelope.error.code}]\n")
        if envelope.error.hint:
            self.errors.write(f"        {visible(as_commands(envelope.error.hint))}\n")

    def progress(self, text: str) -> None:
        """A passing remark for a person who waits; silent when piped."""
        if self.errors.isatty():
            self.errors.write(f"{text}\n")
            self.errors.flush()

    def flush(self) -> None:
        """Write what is buffered; raises OSError when the output is full or gone."""
        self.out.flush()

    def give_up(self, envelope: Envelope) -> int:
        """Say that nothing can be printed any more, and keep the interpreter from trying again; the exit code is 1."""
        self.refuse(envelope)
        with Path(os.devnull).open("wb") as nowhere:
            os.dup2(nowhere.fileno(), 1)
        return 1

    def _console(self) -> Console:
        from rich.console import Console

        return Console(file=self.out, legacy_windows=False)


def as_commands(hint: str) -> str:
    """A hint for the shell: the names of tools as the commands that do the same; a call with arguments stays as it is.

    >>> as_commands("handover_list shows all; session_log_read(line=3) reads on.")
    '`butler handover list` shows all; session_log_read(line=3) reads on.'
    """

    def command(found: re.Match[str]) -> str:
        group, verb = found[1].replace("_", "-"), found[2]
        return f"`butler {group}{'-' if group == 'workspace' else ' '}{verb}`"

    return _TOOL.sub(command, hint)


def _usable(stream: TextIO | None) -> TextIO:
    """A standard stream that never fails on a character; a closed one (``>&-``) swallows what is written."""
    if stream is None:
        return Path(os.devnull).open("w", encoding="utf-8")
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="backslashreplace", newline="\n")
    return stream
