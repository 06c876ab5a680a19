"""Commands, tools and edits as they come: the last run of each check, what failed, what changed the repository."""

from __future__ import annotations

import re
from itertools import filterfalse, islice, takewhile

from butler.capabilities.session_log.facts import Check, Probe
from butler.capabilities.session_log.models import Command, Failure, FileChange, ToolUse
from butler.maids import session_log_outputs as out
from butler.maids.late_patterns import late
from butler.maids.session_log_checks import Checks, outcome_of
from butler.maids.session_log_commands import (
    CHECKS,
    bare_command,
    check_key,
    is_scratch,
    kind_of,
    masked_by,
    plain_command,
    short_command,
    tool_words,
)
from butler.maids.session_log_deeds import Deeds
from butler.maids.session_log_errors import broken_off, hard_errors, last_words, said_wrong, tool_errors
from butler.maids.session_log_errors import errors as all_errors
from butler.maids.session_log_files import Files
from butler.maids.session_log_moves import Moves, changes_something, pull_request_state, states_of_pulls
from butler.maids.session_log_outputs import Output, output_of
from butler.maids.session_log_paths import is_prose
from butler.maids.session_log_searches import searched, searched_by_tool
from butler.maids.session_log_status import diff_in, ignored_in, ran_in, status_in
from butler.maids.session_log_troubles import Troubles
from butler.maids.session_log_words import safe_cut
from butler.maids.session_log_works import hides
from butler.maids.session_log_written import writings

_STEPS = 60
_NEAR = 3
"""Lines between a declined call and the words that declined it."""
_PROBES = 40
_PATCH_PLACE = late(r"(?<=expected lines) in .*$|(?<=context) in .*$")
_CHANGES = late(r"\bgit\b[^;&|\n]*\s(?:add|commit|push|merge|rebase|reset|restore|revert|cherry-pick|pull)\b")
_COMMITS = late(r"git(?<!\wgit)\s+(?:-\S+\s+(?:[^\s-]\S*\s+)?)*commit\b(?!.*--dry-run)")
_LISTS = late(r"git(?<!\wgit)\s+(?:-\S+\s+)*(?:status\b|diff\b.*--(?:stat|name-status|name-only))")
_OF_WORK_TREE = late(r"git(?<!\wgit)\s+(?:-\S+\s+)*diff(?:\s+--?[\w=-]+|\s+HEAD)*\s*(?:$|\s--\s|[;&|\n])")
_ASKED_FIRST = late(r"\bgit\s+(?:-\S+\s+)*status\b.*\bgit\s+(?:-\S+\s+)*(?:commit|reset|stash|checkout|switch)\b", re.S)
_SEPARATOR = late(r"^\s*[-=#*]{3,}")
_GIT_ADVICE = late(r"^\s+\(use \"git|^nothing added to commit|^no changes added")
_OWN_TOOL = late(
    r"(?:^|__|\.)(?:handover_(?:prepare|read|list)|session_log_(?:mark|read|summarize)|work_(?:start|observe|finish))$"
)
_OWN_COMMAND = late(r"^(?:\S*/)?butler\s+(?:handover|session-log|work|issue|doctor|rooms)\b")
_MAY_LIE = ("script", "write", "vcs", "install", "serve")


class Actions:
    """Folds what the agent did. Everything is bounded; ``dropped`` says what the bounds left out."""

    def __init__(self, files: Files) -> None:
        self.files = files
        self.troubles = Troubles()
        self.moves = Moves()
        self.checks = Checks()
        self.deeds = Deeds()
        self.probes: dict[str, Probe] = {}
        self._steps: list[tuple[int, str]] = []
        self.versions: dict[str, int] = {}
        self.ports: dict[str, int] = {}
        self.links: dict[str, int] = {}
        self.links_first: dict[str, int] = {}
        self.pull_requests: dict[str, str] = {}
        self.branches: dict[str, int] = {}
        self.folders: dict[str, int] = {}
        self.dropped: dict[str, int] = {}
        self.last: tuple[int, str, str | Command | ToolUse] = (0, "", "")

    def command(self, entry: Command) -> None:
        """One run of a program in its last state."""
        text = plain_command(entry.text)
        if "butler" in text and _OWN_COMMAND.match(text):
            return
        if entry.state in ("declined", "not_run"):
            self.last = (entry.line, short_command(text), entry.state)
            self.deeds.not_run(entry, text)
            return
        kind = kind_of(text)
        line = entry.end_line or entry.line
        shown = output_of(entry.output)
        failed = entry.exit_code not in (None, 0)
        self._environment(line, entry.text if "cd " in entry.text else text, kind, shown, entry.exit_code)
        git = "git" in text and entry.state == "finished"
        if before := git and "status" in text and _ASKED_FIRST.search(text) is not None:
            self._git_told(entry, line, text, shown)
        own = kind == "vcs" and entry.state == "finished"
        if (own or (git and _CHANGES.search(bare_command(text)))) and (not failed or shown.commits):
            self._repository(entry, line, text, shown, hooks=own)
        if kind == "probe":
            self._probe(line, text, shown, failed=failed)
        elif kind == "look":
            self.files.searched(line, searched(entry, text, self.files.folder, shown))
        if git and not before:
            self._git_told(entry, line, text, shown)
        if not failed:
            self._wrote(entry, line, text, kind)
            if entry.state == "finished" and entry.exit_code == 0:
                self._done(entry.line, text, shown)
        if changes_something(text, kind):
            self._step(entry.line, text)
        shown = shown.without_ci_prefix() if kind == "ci" else shown
        if kind in CHECKS:
            self.checks.ran(entry, text, kind, shown)
        self.deeds.command(entry, text, kind, shown, outcome_of(entry, ""))
        self._trouble(entry, text, kind, shown)
        self._acted(entry.line, "", entry)

    def _git_told(self, entry: Command, line: int, text: str, shown: Output) -> None:
        """What any git command prints about operations, commits and changed files."""
        bare = bare_command(text)
        self.files.operation_seen(line, bare, shown)
        self.files.history.told(line, shown)
        cwd = (entry.cwd or self.files.folder).rstrip("/")
        if ("status" in bare or "diff" in bare) and _LISTS.search(bare):
            self.files.listed(line, shown.lines, ran_in(entry.text, cwd), work_tree=bool(_OF_WORK_TREE.search(bare)))
        elif " mode 100" in shown.text:
            self.files.listed(line, [one for one in shown.lines if " mode 100" in one], ran_in(entry.text, cwd))
        if "status" in bare:
            seen = status_in(entry.text, bare, cwd, entry.exit_code, shown)
            if seen is not None:
                self.files.status(line, seen)
        elif "diff" in bare and (compared := diff_in(entry.text, bare, cwd, entry.exit_code, shown)):
            self.files.compared(line, compared)
        if "ignore" in bare or "ignored by" in shown.text:
            self.files.ignored(ignored_in(bare, shown))

    def _done(self, line: int, text: str, shown: Output) -> None:
        """A command that worked: what it changed beside files and commits, what it told another agent."""
        bare = bare_command(text)
        self.moves.ran(line, text, bare, shown.text)
        if "gh pr " in bare:
            link, state = pull_request_state(bare, out.links("\n".join(shown.head(80))), self.links)
            if link:
                self.pull_requests[link] = state

    def _wrote(self, entry: Command, line: int, text: str, kind: str) -> None:
        """Files that a command that worked wrote or removed."""
        for path, body in writings(text, entry.text) if kind != "probe" else ():
            self._changed(line, self.files.written(line, path, body))
        self.files.ran(line, text)

    def failure(self, entry: Failure) -> None:
        """A tool, patch or request of the client that went wrong."""
        if entry.kind == "cancelled":
            return
        told = self._told_wrong(entry)
        if told is not None:
            self.checks.went_wrong(told)
        if self.troubles.just_told(entry.kind, entry.line):
            return
        what = tool_words(entry.what)
        errors = tuple(error for error in said_wrong(entry.text) if error != what)
        key = "patch" if entry.kind == "patch" else f"{entry.kind}\0{entry.what}"
        key = check_key(plain_command(told.text)) if told is not None else key
        self.troubles.add(entry.line, what, key, errors, kind=entry.kind)
        self.last = (entry.line, what, errors[0] if errors else "")

    def _told_wrong(self, entry: Failure) -> Command | None:
        """The command just told, where the client says that it went wrong, without an exit code."""
        last = self.last[2]
        if entry.kind != "tool" or not isinstance(last, Command) or last.exit_code is not None:
            return None
        return last if entry.line in (last.line, last.end_line) else None

    def edit(self, entry: FileChange) -> None:
        """An edit, or one that was refused."""
        if not entry.ok:
            self.deeds.not_edited(entry.line, path := self.files.refused(entry))
            if "modified since" in entry.error:
                self.files.changed_outside(entry.line, entry.path)
            error = safe_cut(_PATCH_PLACE.sub("", " ".join(entry.error.split())), 300)
            if self.troubles.same_place(entry.line, error):
                return
            self.troubles.add(entry.line, path, f"edit\0{path}", (error,) if error else (), kind="patch")
            self._acted(entry.line, path, error)
            return
        path = self.files.changed(entry)
        self._changed(entry.line, path)
        self.troubles.worked(f"edit\0{path}", entry.line)
        self.troubles.worked("patch", entry.line)
        self.troubles.step(path)
        self._acted(entry.line, path, entry.action)

    def _changed(self, line: int, path: str) -> None:
        self.deeds.edited(line, path, prose=is_prose(path))

    def tool(self, entry: ToolUse) -> None:
        """Any other tool call."""
        if "_" in entry.name and _OWN_TOOL.search(entry.name):
            return
        self.deeds.tool(entry.line, entry.name, ok=entry.ok is not False)
        if "etch" in entry.name and entry.ok is not False:
            self.moves.looked_up(entry.line, entry.request, entry.result)
        elif "earch" in entry.name and "web" in entry.name.lower() and entry.ok is not False:
            self.moves.searched(entry.line, entry.request)
        self.files.searched(entry.end_line or entry.line, searched_by_tool(entry, self.files.folder))
        for link in out.links(entry.result[:20_000]):
            self._link(link, entry.line)
        self._acted(entry.line, "", entry)
        if entry.ok is not False and (told := out.unreached(entry.name, entry.result)):
            self.troubles.add(entry.line, _tool_words(entry), f"tool\0{entry.name}", (told,), kind="tool")
        if entry.ok is False:
            self.troubles.add(
                entry.line, _tool_words(entry), f"tool\0{entry.name}", said_wrong(entry.result), kind="tool"
            )

    def declined(self, line: int) -> str:
        """The call that the person declined right before a line; empty where the newest action is another."""
        at, words, result = self.last
        return words if result == "declined" and line - _NEAR <= at <= line else ""

    def _acted(self, line: int, words: str, what: str | Command | ToolUse) -> None:
        """The newest action: a call without a result is told at the end of the log and is older."""
        if line >= self.last[0]:
            self.last = (line, words, what)

    def results(self) -> tuple[Check, ...]:
        """The last run of each check, in order of their lines."""
        return self.checks.results(self.files.last_edit, self.files.last_built)

    def _trouble(self, entry: Command, text: str, kind: str, shown: Output) -> None:
        line = entry.end_line or entry.line
        if entry.state == "aborted" and kind != "look":
            if not broken_off(entry.output):
                self.troubles.add(line, short_command(text), check_key(text), (last_words(shown) or "aborted",))
            return
        failing = shown.failing[:4] if kind in ("test", "ci") else ()
        if entry.exit_code in (None, 0) and not failing:
            made = kind == "vcs" and bool(shown.commits)
            errors = hard_errors(shown, 200) if kind in _MAY_LIE and not made else ()
            if errors:
                self.troubles.add(line, short_command(text), check_key(text), errors, exit_code=entry.exit_code)
            elif entry.exit_code == 0:
                self._worked(line, text, kind)
            if kind in ("look", "probe"):
                self.troubles.looked()
            return
        errors = tool_errors(shown) if kind == "look" else failing + all_errors(shown, 3)
        if kind == "look" and not errors:
            self.troubles.looked()
            return
        errors = errors or tuple(safe_cut(" ".join(one.split()), 300) for one in shown.lines if one.strip())[-2:]
        self.troubles.add(line, short_command(text), check_key(text), errors[:6], exit_code=entry.exit_code)

    def _worked(self, line: int, text: str, kind: str) -> None:
        """A command that went well: it may be what failed before, and is a step after what failed."""
        self.troubles.worked_in(text, line)
        key, steps = check_key(text), self.troubles.watching and kind not in ("look", "probe")
        if (steps or self.troubles.knows(key)) and not masked_by(text):
            self.troubles.worked(key, line)
            if self.troubles.watching and steps:
                self.troubles.step(short_command(text))

    def _repository(self, entry: Command, line: int, text: str, shown: Output, *, hooks: bool) -> None:
        """What git says that it did, else what an exit code proves; ``hooks``: what checked in it were hooks alone."""
        bare = bare_command(text)
        undone_first = 0 <= bare.find("reset") < bare.find("commit")
        if undone_first:
            self.files.branch_moved(line, bare, shown)
        if " add " in bare:
            self.files.staged(text)
        found = list(shown.commits)
        if found or (
            entry.exit_code == 0
            and "commit" in bare
            and "nothing to commit" not in shown.text
            and not masked_by(text)
            and _COMMITS.search(bare)
        ):
            self.files.committed(line, text, found, shown.text)
            self.troubles.worked_at_last("commit", line)
            if hooks:
                self.checks.hooked(entry, text, shown)
        if entry.exit_code in (None, 0):
            self.files.restored(line, bare)
        if not undone_first:
            self.files.branch_moved(line, bare, shown)
        if "push" in bare and (refs := list(out.pushes(shown))):
            self.files.history.pushed(line, refs, shown)
            self.troubles.worked_at_last("push", line)

    def _probe(self, line: int, text: str, shown: Output, *, failed: bool) -> None:
        if failed or "--help" in (short := short_command(text)):
            return
        told = takewhile(lambda one: not _SEPARATOR.match(one), (one for one in shown.lines if one.strip()))
        kept = [safe_cut(one.rstrip(), 300) for one in islice(filterfalse(_GIT_ADVICE.match, told), 15)]
        if kept and kept[0].lstrip().startswith(("{", "[")):
            kept = out.json_states(shown.text[:40_000]) or kept
        if "--log" in short:
            kept = list(all_errors(shown, 4))
        if not kept:
            return
        self._pull_requests(line, shown)
        self.probes.pop(short, None)
        self.probes[short] = Probe(line, short, tuple(kept))
        if len(self.probes) > _PROBES:
            del self.probes[next(iter(self.probes))]
            self._drop("probes")

    def _environment(self, line: int, text: str, kind: str, shown: Output, code: int | None) -> None:
        if "version" in text or " -V" in text or text.endswith(" -v"):
            found = out.version(shown.head(6))
            if found and len(self.versions) < 30:
                self.versions.pop(found, None)
                self.versions[found] = line
        if kind in ("vcs", "probe", "serve", "run", "test", "look"):
            if "://" in shown.text:
                for link in out.links("\n".join(shown.head(80))):
                    self._link(link, line)
            if kind in ("serve", "probe"):
                for port in [*out.ports(text), *out.ports("\n".join(shown.head(80)))]:
                    self.port(port, line)
        if kind != "look" and (kind == "run" or kind not in CHECKS) and not is_scratch(text):
            told = out.branch(shown, 60)
            bare = bare_command(text) if "git" in text else ""
            asked = out.branch_of(bare, shown, worked=code == 0 and not masked_by(text)) if bare else ""
            if name := asked or told:
                self.on_branch(name, line, new="to a new branch" in shown.text or (bool(asked) and not told))

    def on_branch(self, name: str, line: int, *, new: bool = False) -> None:
        """The branch that is checked out at a line; ``new``: it was made there."""
        self.branches.pop(name, None)
        self.branches[name] = line
        self.files.history.on(name, new=new)

    def _pull_requests(self, line: int, shown: Output) -> None:
        """State of pull requests as ``gh … --json`` prints it: kept with the address."""
        for link, names in states_of_pulls(shown):
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

    def _step(self, line: int, text: str) -> None:
        self._steps.append((line, text))
        if len(self._steps) > _STEPS:
            del self._steps[0]
            self._drop("steps")

    def steps(self) -> tuple[tuple[int, str], ...]:
        """The last commands that did something, in order."""
        return tuple((line, short_command(text)) for line, text in self._steps)

    def last_action(self) -> tuple[int, str, str]:
        """Line, words and result of what the agent did last."""
        line, words, entry = self.last
        if isinstance(entry, Command):
            text = plain_command(entry.text)
            hidden = entry.exit_code == 0 and entry.state == "finished" and bool(masked_by(text) or hides(text))
            return line, short_command(text, whole=hidden), self._said(entry, hidden=hidden)
        if isinstance(entry, ToolUse):
            result = next((one.strip() for one in entry.result[:2000].splitlines() if any(map(str.isalnum, one))), "")
            return line, _tool_words(entry), safe_cut(result, 160)
        return line, words, entry

    def _said(self, entry: Command, *, hidden: bool) -> str:
        kind = kind_of(plain_command(entry.text))
        shown = output_of(entry.output)
        if entry.state != "finished":
            return entry.state
        if kind == "probe" and entry.exit_code in (None, 0):
            told = [one.strip() for one in shown.lines[:8] if one.strip()]
            return " ⏎ ".join(told) if told and not told[0].startswith(("{", "[{")) else f"exit {entry.exit_code}"
        wrong = all_errors(shown, 2) if entry.exit_code not in (None, 0) else ()
        code = "" if entry.exit_code is None or hidden else f"exit {entry.exit_code}"
        words = "; ".join([code, *out.counts(shown, 2), *wrong]).strip("; ")
        return words or safe_cut(last_words(shown), 160)

    def _drop(self, what: str) -> None:
        self.dropped[what] = self.dropped.get(what, 0) + 1


def _tool_words(entry: ToolUse) -> str:
    return tool_words(f"{entry.name} {safe_cut(' '.join(entry.request.split()), 400)}".strip())
