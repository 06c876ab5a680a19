"""Checks as they come: the last run of each test, lint, build and the like, with the account of the runs before it.

Of most runs nothing is ever asked, since another one follows: what a run printed is kept for a while (a long output is
not) and looked at when somebody asks.
"""

from __future__ import annotations

import re

from butler.capabilities.session_log.facts import Check, Outcome
from butler.capabilities.session_log.models import Command
from butler.maids import session_log_outputs as out
from butler.maids.late_patterns import late
from butler.maids.session_log_commands import CHECKS, check_key, kind_of, masked_by, plain_command, short_command
from butler.maids.session_log_errors import errors
from butler.maids.session_log_outputs import Output, output_of
from butler.maids.session_log_shell import parts_of
from butler.records import dataclass

_KEPT = 100
_NO_RESULT = late(r"^error|files? changed", re.I)
_TESTED = late(r"\b\d+ (?:tests? )?pass|\bpassed\b|\btests?:? +\d", re.I)
_HOOK = "hook of "
_END = 6_000
"""Characters at the end of what a commit printed in which its hook says what it counted."""
_NOT_FOUND = 127
"""The exit code of a shell that found no such program."""
_NOT_STARTED = late(
    r"^(?:(?:/bin/)?(?:ba|z|da)?sh|\(eval\))(?:: line \d+)?:(?:\d+:)? .*(?:No such file or directory|not found|no such file)|^\S*(?:cd|source): .*(?:No such file|no such file|not a directory)",
    re.I,
)
"""What a shell says when the program of the check never ran: a wrong path or name."""
_BUILDS_MORE = late(r"\b(?:docker|podman|make|cmake|just|task|mise|gradlew?|mvn|bazel|nix|test|lint)\b|\bgo\s+vet")
"""Builds that may take in scripts and images, too."""
_PRINTED = 8_000
"""Characters of an output that are kept to be looked at later."""


@dataclass(slots=True)
class _Run:
    """The last run of one check and the account of the earlier ones; ``printed`` until it was looked at."""

    line: int
    kind: str
    text: str
    outcome: Outcome
    exit_code: int | None
    masked: str
    printed: str | None
    counts: tuple[str, ...] = ()
    failing: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()
    runs: int = 1
    failed_runs: int = 0
    unclear_runs: int = 0
    bad: bool = False
    kinds: tuple[str, ...] = ()

    def settle(self) -> None:
        """Looks at what was printed."""
        if self.printed is not None:
            self.look(Output(self.printed))

    def look(self, shown: Output) -> None:
        """Takes from an output what it says about the run."""
        self.counts, self.failing = out.counts(shown), shown.failing
        self.errors = () if self.outcome == "passed" else errors(shown, 3)
        self.printed = None


class Checks:
    """The last run of each check, and the last push and commit; bounded, ``dropped`` counts the others."""

    def __init__(self) -> None:
        self._runs: dict[str, _Run] = {}
        self._within: dict[str, tuple[int, int]] = {}
        self.dropped = 0

    def ran(self, entry: Command, text: str, kind: str, shown: Output) -> None:
        """One run of a check."""
        if kind == "ci" and not shown.failing and "\tpass\t" not in entry.output:
            return
        if kind == "run" and entry.exit_code in (0, None) and not out.counts(shown) and not shown.failing:
            return
        if entry.exit_code not in (0, None) and (entry.exit_code == _NOT_FOUND or _never_ran(shown)):
            return
        masked = "background" if entry.background else "viewer" if kind == "ci" else masked_by(text)
        run = _Run(
            entry.end_line or entry.line,
            kind,
            text,
            outcome_of(entry, masked),
            entry.exit_code,
            masked,
            shown.text,
        )
        if run.outcome == "failed":
            run.bad = True
        elif run.outcome != "passed":
            run.look(shown)
            run.bad = bool(run.failing) or out.tells_failure(run.counts) or out.ends_in_failure(shown)
        if len(shown.text) > _PRINTED and run.printed is not None:
            run.look(shown)
        if "&&" in text or ";" in text or "\n" in text:
            run.kinds = self._among(run, text)
        self._keep(check_key(text), run, again=entry.state != "running")

    def _among(self, run: _Run, text: str) -> tuple[str, ...]:
        """The kinds of the several checks of one line; of each its runs beside others are counted, with the line of the last."""
        found = {check_key(part.text): kind_of(part.text) for part in parts_of(text)}
        found = {key: kind for key, kind in found.items() if kind in CHECKS}
        if len(found) < 2:
            return ()
        for key in found:
            count = self._within.pop(key, (0, 0))[0]
            self._within[key] = (count + 1, run.line)
        while len(self._within) > _KEPT:
            del self._within[next(iter(self._within))]
        return tuple(dict.fromkeys(found.values()))

    def hooked(self, entry: Command, text: str, shown: Output) -> None:
        """Checks that ran in a hook of a commit that was made: what they counted (clients print what hooks say before or after git)."""
        told = shown.text[-_END:]
        if "--no-verify" in text or entry.exit_code not in (None, 0) or not ("pass" in told or "Test" in told):
            return
        end = Output(told)
        counts = tuple(one for one in out.counts(end) if not _NO_RESULT.search(one))
        if _TESTED.search(" ".join(counts)) and not (end.failing or out.tells_failure(counts)):
            line = entry.end_line or entry.line
            name = f"{_HOOK}{short_command(text, 60)}"
            self._keep(_HOOK, _Run(line, "test", name, "passed", 0, "", None, counts), again=True)

    def _keep(self, key: str, run: _Run, *, again: bool) -> None:
        before = self._runs.pop(key, None)
        if before is not None:
            run.runs = before.runs + again
            run.failed_runs, run.unclear_runs = before.failed_runs, before.unclear_runs
        run.failed_runs += run.bad
        run.unclear_runs += _tells_nothing(run)
        self._runs[key] = run
        if len(self._runs) > _KEPT:
            del self._runs[next(iter(self._runs))]
            self.dropped += 1

    def went_wrong(self, last: Command) -> None:
        """The client says that the command just told went wrong, without an exit code."""
        run = self._runs.get(check_key(plain_command(last.text)))
        if run is None or run.line != (last.end_line or last.line) or run.outcome == "failed":
            return
        run.settle()
        run.failed_runs, run.unclear_runs = run.failed_runs + (not run.bad), run.unclear_runs - _tells_nothing(run)
        run.outcome, run.bad = "failed", True
        run.errors = run.errors or errors(output_of(last.output), 3)

    def results(self, last_edit: int = 0, last_built: int = 0) -> tuple[Check, ...]:
        """The last run of each check, in order of their lines; ``last_built``: the last edit of what is compiled."""
        ordered = sorted(self._runs.items(), key=lambda item: item[1].line)
        return tuple(
            _check(run, last_built if _compiles(run) else last_edit, self._within.get(key, (0, 0)))
            for key, run in ordered
        )

    def settle(self) -> None:
        """Looks at everything that was printed."""
        for run in self._runs.values():
            run.settle()


def _tells_nothing(run: _Run) -> bool:
    """Whether neither an exit code nor a count of its own says how a run ended."""
    return run.outcome in ("unknown", "running") and not run.bad and not run.counts


def _compiles(run: _Run) -> bool:
    """Whether a run only compiles a program: scripts, images and the tests of Go are none of its input."""
    return run.kind in ("build", "types") and not (run.kinds or _BUILDS_MORE.search(run.text))


def _check(run: _Run, last_edit: int, within: tuple[int, int]) -> Check:
    run.settle()
    return Check(
        run.line, run.kind, short_command(_proven(run)), run.outcome, run.exit_code, run.masked, run.counts, run.failing,
        run.errors, run.runs, run.failed_runs, run.bad, last_edit if last_edit > run.line else None, run.unclear_runs,
        run.kinds, *within,
    )  # fmt: skip


def _proven(run: _Run) -> str:
    """The command of a run; of a chain that passed only what its exit code speaks of."""
    if run.outcome != "passed" or "||" not in run.text:
        return run.text
    own = [part.text for part in parts_of(run.text) if not part.masked]
    return " && ".join(own) or run.text


def _never_ran(shown: Output) -> bool:
    """Whether nothing but the shell spoke: it found no such program or folder."""
    told = [line for line in shown.head(4) if line.strip() and not line.startswith("Exit code")]
    return 0 < len(told) <= 2 and all(_NOT_STARTED.match(line) for line in told)


def outcome_of(entry: Command, masked: str) -> Outcome:
    """Never passing where the exit code is missing or belongs to another program."""
    if entry.state == "running" or (entry.background and entry.exit_code is None):
        return "running"
    if entry.state != "finished" or entry.exit_code is None:
        return "unknown"
    if entry.exit_code != 0:
        return "failed"
    return "unknown" if masked and not (masked == "background" and entry.background) else "passed"
