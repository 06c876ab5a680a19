"""Commands, tools and edits as they come: the last run of each check, what failed, what changed the repository."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass

from butler.capabilities.session_log.facts import Check, Outcome, Probe
from butler.capabilities.session_log.models import Command, Failure, FileChange, ToolUse
from butler.maids import session_log_outputs as out
from butler.maids.session_log_commands import (
    CHECKS,
    bare_command,
    check_key,
    kind_of,
    masked_by,
    plain_command,
    short_command,
    tool_words,
    written_files,
)
from butler.maids.session_log_files import Files
from butler.maids.session_log_troubles import Troubles
from butler.maids.session_log_words import safe_cut

_KEPT = 100
_STEPS = 60
_PROBES = 40
_PR_STATE = re.compile(r'"(state|isDraft|mergeStateStatus|mergeable|reviewDecision)": ?("[A-Z_]*"|true|false)')
_PATCH_PLACE = re.compile(r"(?<=expected lines) in .*$|(?<=context) in .*$")
_COMMITS = re.compile(r"\bgit\s+(?:-\S+\s+(?:[^\s-]\S*\s+)?)*commit\b(?!.*--dry-run)")
_LISTS = re.compile(r"\bgit\s+(?:-\S+\s+)*(?:status\b|diff\b.*--(?:stat|name-status|name-only))")
_SEPARATOR = re.compile(r"^\s*[-=#*]{3,}")
_GIT_ADVICE = re.compile(r"^\s+\(use \"git|^nothing added to commit|^no changes added")
_OWN_TOOL = re.compile(
    r"(?:^|__|\.)(?:handover_(?:prepare|read|list)|session_log_(?:mark|read|summarize)|work_(?:start|observe|finish))$"
)
_OWN_COMMAND = re.compile(r"^(?:\S*/)?butler\s+(?:handover|session-log|work|issue|doctor|rooms)\b")
_MAY_LIE = ("script", "write", "vcs", "install", "serve")


@dataclass(slots=True)
class _Run:
    """The last run of one check and the account of the earlier ones."""

    line: int
    kind: str
    text: str
    outcome: Outcome
    exit_code: int | None
    masked: str
    counts: tuple[str, ...]
    failing: tuple[str, ...]
    errors: tuple[str, ...]
    runs: int = 1
    failed_runs: int = 0
    bad: bool = False


class Actions:
    """Folds what the agent did. Everything is bounded; ``dropped`` says what the bounds left out."""

    def __init__(self, files: Files) -> None:
        self.files = files
        self.troubles = Troubles()
        self.checks: dict[str, _Run] = {}
        self.probes: dict[str, Probe] = {}
        self.steps: list[tuple[int, str]] = []
        self.versions: dict[str, int] = {}
        self.ports: dict[str, int] = {}
        self.links: dict[str, int] = {}
        self.git_runs: dict[str, Check] = {}
        self.links_first: dict[str, int] = {}
        self.pull_requests: dict[str, str] = {}
        self.branches: dict[str, int] = {}
        self.folders: dict[str, int] = {}
        self.dropped: dict[str, int] = {}
        self.last: tuple[int, str, str | Command] = (0, "", "")

    def command(self, entry: Command) -> None:
        """One run of a program in its last state."""
        text = plain_command(entry.text)
        if _OWN_COMMAND.match(text):
            return
        kind = kind_of(text)
        short = short_command(text)
        line = entry.end_line or entry.line
        if entry.state in ("declined", "not_run"):
            self.last = (entry.line, short, entry.state)
            return
        lines = out.lines_of(entry.output)
        self._environment(line, text, kind, lines)
        failed = entry.exit_code not in (None, 0)
        if kind in CHECKS:
            self._check(entry, text, kind, short, lines)
        elif kind == "vcs" and not failed and entry.state == "finished":
            quiet = (
                entry.exit_code == 0 and not masked_by(text) and not any("nothing to commit" in one for one in lines)
            )
            self._repository(line, text, lines, quiet=quiet)
        elif kind == "probe":
            self._probe(line, short, lines, failed=failed)
        if kind == "vcs":
            self._git_run(entry, text, short, lines)
        if "git" in text and entry.state == "finished":
            self._git_told(line, bare_command(text), lines)
        if not failed:
            self._wrote(line, text, kind)
        if kind not in ("look", "probe"):
            self._step(entry.line, short)
        self._trouble(entry, text, kind, short, lines)
        if entry.line >= self.last[0]:
            self.last = (entry.line, short, entry)

    def _git_told(self, line: int, bare: str, lines: list[str]) -> None:
        """What any git command prints about operations, commits and changed files."""
        self.files.operation_seen(line, bare, lines)
        self.files.commits_named(lines)
        if _LISTS.search(bare):
            self.files.listed(line, lines)

    def _wrote(self, line: int, text: str, kind: str) -> None:
        """Files that a command that worked wrote or removed."""
        if kind in ("write", "script", "vcs", "look"):
            for path in written_files(text):
                self.files.written(line, path)
        if "rm " in text or "mv " in text:
            self.files.removed(line, bare_command(text))

    def failure(self, entry: Failure) -> None:
        """A tool, patch or request of the client that went wrong."""
        if entry.kind == "cancelled":
            return
        self._failed_check(entry)
        if self.troubles.just_told(entry.kind, entry.line):
            return
        what = tool_words(entry.what)
        lines = out.lines_of(entry.text)
        errors = out.errors(lines, 2) or tuple(safe_cut(line.strip(), 300) for line in lines if line.strip())[:1]
        errors = tuple(error for error in errors if error != what)
        self.troubles.add(
            entry.line,
            what,
            "patch" if entry.kind == "patch" else f"{entry.kind}\0{entry.what}",
            errors,
            kind=entry.kind,
        )
        self.last = (entry.line, what, errors[0] if errors else "")

    def _failed_check(self, entry: Failure) -> None:
        """The client says that the command just told went wrong, without an exit code."""
        last = self.last[2]
        if (
            entry.kind != "tool"
            or not isinstance(last, Command)
            or last.line != entry.line
            or last.exit_code is not None
        ):
            return
        run = self.checks.get(check_key(plain_command(last.text)))
        if run is not None and run.line == (last.end_line or last.line) and run.outcome != "failed":
            run.failed_runs += not run.bad
            run.outcome, run.bad = "failed", True
            run.errors = run.errors or out.errors(out.lines_of(last.output), 3)

    def edit(self, entry: FileChange) -> None:
        """An edit, or one that was refused."""
        if not entry.ok:
            path = self.files.shown(entry.path)
            error = safe_cut(_PATCH_PLACE.sub("", " ".join(entry.error.split())), 300)
            if self.troubles.same_place(entry.line, error):
                return
            self.troubles.add(entry.line, path, f"edit\0{path}", (error,) if error else (), kind="patch")
            self.last = (entry.line, path, error)
            return
        path = self.files.changed(entry)
        self.troubles.worked(f"edit\0{path}", entry.line)
        self.troubles.worked("patch", entry.line)
        self.troubles.step(path)
        self.last = (entry.line, path, entry.action)

    def tool(self, entry: ToolUse) -> None:
        """Any other tool call."""
        if _OWN_TOOL.search(entry.name):
            return
        for link in out.links(entry.result[:20_000]):
            self._link(link, entry.line)
        words = tool_words(f"{entry.name} {safe_cut(' '.join(entry.request.split()), 400)}".strip())
        result = next((one.strip() for one in entry.result[:2000].splitlines() if any(map(str.isalnum, one))), "")
        self.last = (entry.line, words, safe_cut(result, 160))
        if entry.ok is False:
            lines = out.lines_of(entry.result)
            errors = out.errors(lines, 2) or tuple(safe_cut(line.strip(), 300) for line in lines if line.strip())[:1]
            self.troubles.add(entry.line, words, f"tool\0{entry.name}", errors, kind="tool")

    def results(self, kind: str = "") -> tuple[Check, ...]:
        """The last run of each check (of one kind), in order of their lines."""
        edited = self.files.last_edit
        return tuple(
            Check(
                run.line, run.kind, run.text, run.outcome, run.exit_code, run.masked, run.counts, run.failing, run.errors,
                run.runs, run.failed_runs, run.bad, edited if edited > run.line else None,
            )
            for run in sorted(self.checks.values(), key=lambda run: run.line)
            if kind in ("", run.kind)
        )  # fmt: skip

    def _check(self, entry: Command, text: str, kind: str, short: str, lines: list[str]) -> None:
        if kind == "ci":
            lines = out.without_ci_prefix(lines)
        failing = out.failing(lines)
        counts = out.counts(lines)
        if (kind == "ci" and not failing and "\tpass\t" not in entry.output) or (
            kind == "run" and not counts and not failing and entry.exit_code in (0, None)
        ):
            return
        masked = "background" if entry.background else "viewer" if kind == "ci" else masked_by(text)
        outcome = _outcome(entry, masked)
        told = bool(failing) or out.tells_failure(counts) or out.ends_in_failure(lines)
        bad = outcome == "failed" or (told and outcome != "passed")
        errors = () if outcome == "passed" else out.errors(lines, 3)
        key = check_key(text)
        before = self.checks.pop(key, None)
        run = _Run(
            entry.end_line or entry.line,
            kind,
            short,
            outcome,
            entry.exit_code,
            masked,
            counts,
            failing,
            errors,
            bad=bad,
        )
        if before is not None:
            run.runs = before.runs + (entry.state != "running")
            run.failed_runs = before.failed_runs
        run.failed_runs += bad
        self.checks[key] = run
        if len(self.checks) > _KEPT:
            del self.checks[next(iter(self.checks))]
            self._drop("checks")

    def _trouble(self, entry: Command, text: str, kind: str, short: str, lines: list[str]) -> None:
        key = check_key(text)
        line = entry.end_line or entry.line
        failed = entry.exit_code not in (None, 0)
        lines = out.without_ci_prefix(lines) if kind == "ci" else lines
        failing = out.failing(lines, 4) if kind in ("test", "ci") else ()
        if not failed and not failing:
            worked = entry.exit_code == 0 and not masked_by(text)
            errors = out.hard_errors(lines[:200]) if kind in _MAY_LIE else ()
            if errors:
                self.troubles.add(line, short, key, errors, exit_code=entry.exit_code)
            elif worked:
                self.troubles.worked(key, line)
                if kind not in ("look", "probe"):
                    self.troubles.step(short)
            if kind in ("look", "probe"):
                self.troubles.looked()
            return
        errors = out.tool_errors(lines) if kind == "look" else failing + out.errors(lines, 3)
        if kind == "look" and not errors:
            return
        if not errors:
            errors = tuple(safe_cut(" ".join(one.split()), 300) for one in lines if one.strip())[-2:]
        self.troubles.add(line, short, key, errors[:6], exit_code=entry.exit_code)

    def _repository(self, line: int, text: str, lines: list[str], *, quiet: bool) -> None:
        """What git says that it did; ``quiet``: the exit code alone proves it."""
        bare = bare_command(text)
        if " add " in bare:
            self.files.staged(text)
        found = list(out.commits(lines))
        if found or (quiet and _COMMITS.search(bare)):
            self.files.committed(line, text, found)
        refs = list(out.pushes(lines))
        if refs and "push" in bare:
            self.files.pushed(line, refs)

    def _git_run(self, entry: Command, text: str, short: str, lines: list[str]) -> None:
        """The last push and the last commit, as evidence for what is said about them; git's own words count."""
        bare = bare_command(text)
        for name, told in (("push", out.pushes), ("commit", out.commits)):
            if f"git {name}" not in bare and not re.search(rf"\bgit\s+-C\s+\S+\s+{name}\b", bare):
                continue
            outcome = "passed" if any(told(lines)) else _outcome(entry, masked_by(text))
            line = entry.end_line or entry.line
            self.git_runs[name] = Check(line, name, short, outcome, entry.exit_code, bad=outcome == "failed")

    def evidence(self, kind: str) -> tuple[Check, ...]:
        """All runs of a kind that a claim can rest on, in order."""
        return (*self.results(kind), *(one for one in self.git_runs.values() if one.kind == kind))

    def _probe(self, line: int, short: str, lines: list[str], *, failed: bool) -> None:
        shown = itertools.takewhile(lambda one: not _SEPARATOR.match(one), (one for one in lines if one.strip()))
        kept = [safe_cut(one.rstrip(), 300) for one in shown if not _GIT_ADVICE.match(one)][:14]
        if kept and kept[0].lstrip().startswith(("{", "[")):
            kept = out.json_states("\n".join(lines)[:40_000]) or kept
        if "--log" in short:
            kept = list(out.errors(lines, 4))
        if failed or not kept or "--help" in short:
            return
        self._pull_requests(line, lines)
        self.probes.pop(short, None)
        self.probes[short] = Probe(line, short, tuple(kept))
        if len(self.probes) > _PROBES:
            del self.probes[next(iter(self.probes))]
            self._drop("probes")

    def _environment(self, line: int, text: str, kind: str, lines: list[str]) -> None:
        if "version" in text or " -V" in text or text.endswith(" -v"):
            found = out.version(lines)
            if found and len(self.versions) < 30:
                self.versions.pop(found, None)
                self.versions[found] = line
        if kind in ("vcs", "probe", "serve", "run", "test", "look"):
            head = "\n".join(lines[:80])
            for link in out.links(head):
                self._link(link, line)
            if kind in ("serve", "probe"):
                for port in [*out.ports(text), *out.ports(head)]:
                    self.port(port, line)
        if kind != "look" and (name := out.branch(lines[:60])):
            self.branches.pop(name, None)
            self.branches[name] = line

    def _pull_requests(self, line: int, lines: list[str]) -> None:
        """State of pull requests as ``gh … --json`` prints it: kept with the address."""
        for text in lines[:40]:
            if '"url"' not in text or "/pull/" not in text:
                continue
            for part in text.split("},{")[:5]:
                link = next(iter(out.links(part)), "")
                state = [word for key, word in _PR_STATE.findall(part) if word not in ("false", '""')]
                if link and state:
                    names = ", ".join("draft" if word == "true" else word.strip('"') for word in state)
                    self.links.pop(link, None)
                    self.pull_requests[link] = names
                    self._link(link, line)

    def port(self, address: str, line: int) -> None:
        """A local address that somebody or something named."""
        if len(self.ports) < 20:
            self.ports.setdefault(address, line)

    def _link(self, link: str, line: int) -> None:
        self.links_first.setdefault(link, line)
        self.links.pop(link, None)
        self.links[link] = line
        if len(self.links) > 20:
            del self.links[next(iter(self.links))]

    def linked(self) -> tuple[tuple[int, str], ...]:
        """Addresses of pull requests and issues in order, with the state where one was shown."""
        states = self.pull_requests
        found = sorted((line, link) for link, line in self.links.items())
        return tuple((line, f"{link} ({states[link]})" if link in states else link) for line, link in found)

    def _step(self, line: int, short: str) -> None:
        self.steps.append((line, short))
        if len(self.steps) > _STEPS:
            del self.steps[0]
            self._drop("steps")

    def last_action(self) -> tuple[int, str, str]:
        """Line, words and result of what the agent did last."""
        line, words, entry = self.last
        return (line, words, entry) if isinstance(entry, str) else (line, words, self._said(entry))

    def _said(self, entry: Command) -> str:
        kind = kind_of(plain_command(entry.text))
        lines = out.lines_of(entry.output)
        if entry.state != "finished":
            return entry.state
        if kind == "probe" and entry.exit_code in (None, 0):
            shown = [one.strip() for one in lines[:8] if one.strip()]
            return " ⏎ ".join(shown) if shown and not shown[0].startswith(("{", "[{")) else f"exit {entry.exit_code}"
        told = [*out.counts(lines, 2), *(out.errors(lines, 2) if entry.exit_code not in (None, 0) else ())]
        code = "" if entry.exit_code is None else f"exit {entry.exit_code}"
        return "; ".join([code, *told]).strip("; ")

    def _drop(self, what: str) -> None:
        self.dropped[what] = self.dropped.get(what, 0) + 1


def _outcome(entry: Command, masked: str) -> Outcome:
    """Never passing where the exit code is missing or belongs to another program."""
    if entry.state == "running" or (entry.background and entry.exit_code is None):
        return "running"
    if entry.state != "finished" or entry.exit_code is None:
        return "unknown"
    if entry.exit_code != 0:
        return "failed"
    return "unknown" if masked and masked != "background" else "passed"
