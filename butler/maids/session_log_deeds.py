"""What happened in a session, in order and small: runs of checks, git and tracker commands, changes of files.

It is what the agent's statements are judged by, so every run counts, not only the last one of a check. Bounded: the newest stay.
"""

from __future__ import annotations

from typing import TypeVar

from butler.capabilities.session_log.facts import Outcome
from butler.capabilities.session_log.models import Command
from butler.maids import session_log_deed_words as cues
from butler.maids import session_log_outputs as out
from butler.maids.session_log_commands import CHECKS, bare_command, check_key, kind_of, short_command
from butler.maids.session_log_deed_records import Change, Ended, Event, Search
from butler.maids.session_log_figures import MOST_PRINTS, Print, lead, print_of
from butler.maids.session_log_outputs import Output
from butler.maids.session_log_runs import Run
from butler.maids.session_log_shell import Part, parts_of
from butler.maids.session_log_sights import MOST_SIGHTS, Sight, sights_in
from butler.maids.session_log_tallies import Tally, counts_errors, counts_failed, tally_of
from butler.maids.session_log_works import MOST_WORKS, Work, first_words, works_in

_T = TypeVar("_T")
_RUNS = 240
_EVENTS = 240
_CHANGES = 400
PROSE = ("readme", "changelog")
"""Files for readers that are told of by name."""
_TAIL = 1500


class Deeds:
    """Collects; plain lists, so that it can be kept."""

    def __init__(self) -> None:
        self.runs: list[Run] = []
        self.events: list[Event] = []
        self.changes: list[Change] = []
        self.commands: list[Ended] = []
        self.works: list[Work] = []
        self.searches: list[Search] = []
        self.prints: list[Print] = []
        self.sights: list[Sight] = []
        self.acts: list[int] = []
        self.refused: list[tuple[int, str]] = []
        self.turns: list[int] = []
        self.looked_far = False
        self.helped = False
        self.named: list[str] = []

    def settle(self) -> None:
        """Looks at everything that was printed."""
        for run in self.runs:
            run.settle()
        for shown in self.prints:
            shown.settle()

    def asked(self, line: int) -> None:
        """The person said something: a turn begins."""
        _keep(self.turns, line, _EVENTS)

    def edited(self, line: int, path: str, *, prose: bool) -> None:
        """A file was changed; prose ages no check."""
        if not cues.FAR.search(path):
            _keep(self.changes, Change(line, "prose" if prose else "edit", path), _CHANGES)
        if any(known == path for _, known in self.refused):
            self.refused = [one for one in self.refused if one[1] != path]

    def not_edited(self, line: int, path: str) -> None:
        """A change of a file was refused."""
        _keep(self.refused, (line, path), 60)

    def tool(self, line: int, name: str, *, ok: bool) -> None:
        """Another tool that may have done a deed: its name says which."""
        low = name.lower()
        self.helped = self.helped or low in ("task", "agent", "spawn_agent", "send_input", "wait_agent", "send_message")
        if "github" in low or "gitlab" in low or "git_" in low or "pull_request" in low:
            self.looked_far = True
        for word, what in _TOOLS:
            if word in low:
                _keep(self.events, Event(line, what, ok or None, name), _EVENTS)

    def command(self, entry: Command, text: str, kind: str, shown: Output, outcome: Outcome) -> None:
        """A command in its last state; ``outcome`` as an unmasked exit code tells it."""
        if entry.exit_code in (None, 0) and kind != "probe" and entry.state == "finished":
            self._rewrote(entry.end_line or entry.line, text, kind, shown)
        elif entry.exit_code and len(text) < 300 and (copied := cues.COPIES.match(bare_command(text))):
            self.not_edited(entry.end_line or entry.line, copied["path"])
        self.helped = self.helped or bool(cues.ELSEWHERE.match(text))
        if cues.ACTS.search(text):
            _keep(self.acts, entry.end_line or entry.line, _EVENTS)
        for sight in sights_in(entry.end_line or entry.line, text, entry.exit_code, shown.text):
            _keep(self.sights, sight, MOST_SIGHTS)
        self._printed(entry.end_line or entry.line, kind, text, shown)
        if kind in ("look", "probe") and entry.exit_code in (0, 1) and (searched := cues.search_in(text)):
            self._searched(entry, text, searched, shown)
        if kind not in ("look", "probe") or ">" in text:
            self._names(text)
        for work in works_in(entry, text, kind, shown):
            _keep(self.works, work, MOST_WORKS)
        kind = _check_in(kind, text, shown)
        if kind == "probe" and "gh run" in text:
            self._looked_at_runs(entry, text, shown)
        if kind not in CHECKS:
            self._ended(entry, text, shown)
        deed = _may_be_deed(text) and not text.startswith("ssh ")
        if kind not in CHECKS and not deed:
            return
        line = entry.end_line or entry.line
        if kind in CHECKS:
            self._ran(line, entry, text, shown, outcome)
        if deed:
            self._did(line, entry, parts_of(text), shown)

    def _printed(self, line: int, kind: str, text: str, shown: Output) -> None:
        """What printed figures is kept, and that it was run again and printed none."""
        printed = print_of(line, kind, text, shown.text) if shown.text else None
        if printed is None and self.prints and (again := lead(text)):
            known = any(one.text.startswith(again) for one in self.prints[-12:])
            printed = Print(line, kind, text[:200], shown.text[-300:]) if known else None
        if printed is not None:
            _keep(self.prints, printed, MOST_PRINTS)

    def _searched(self, entry: Command, text: str, rest: str, shown: Output) -> None:
        """A search that nothing else takes part in is remembered by the names that it is for."""
        words = frozenset(cues.SOUGHT.findall(rest)[:6])
        if words and not cues.JOINED.search(bare_command(rest)):
            found = next((line.strip() for line in shown.head(1)), "") if entry.exit_code == 0 else ""
            found = "" if found == "0" else found
            told = Search(entry.end_line or entry.line, words, short_command(text, 90), found[:160])
            _keep(self.searches, told, 60)

    def _names(self, text: str) -> None:
        """Files for readers that a command may have written are remembered."""
        for name in PROSE:
            if name not in self.named and name in text.lower():
                self.named.append(name)

    def not_run(self, entry: Command, text: str) -> None:
        """A command that the person or the client declined."""
        for work in works_in(entry, text, kind_of(text), Output("")):
            _keep(self.works, work, MOST_WORKS)

    def _ended(self, entry: Command, text: str, shown: Output) -> None:
        """A command that failed is remembered by its first words, and forgotten when it works."""
        if entry.state != "finished" or (entry.exit_code == 0 and not self.commands):
            return
        part = parts_of(text)[-1:] if entry.exit_code == 0 else parts_of(text)
        leads = [(one, lead) for one in part if (lead := lead_of(one.text))]
        if entry.exit_code == 0:
            ended = {lead for _, lead in leads}
            self.commands = [known for known in self.commands if known.lead not in ended]
        elif entry.exit_code and len(leads) == 1:
            line = entry.end_line or entry.line
            told = Ended(line, leads[0][1], short_command(text, 90), entry.exit_code, first_words(shown))
            _keep(self.commands, told, 60)

    def _rewrote(self, line: int, text: str, kind: str, shown: Output) -> None:
        """A command that changes files without naming them to an edit tool."""
        bare = bare_command(text) if any(map(text.__contains__, cues.REWRITERS)) else ""
        if (bare and cues.REWRITES.search(bare)) or (
            kind in ("format", "lint") and cues.REFORMATTED.search(shown.text)
        ):
            _keep(self.changes, Change(line, "command"), _CHANGES)

    def _ran(self, line: int, entry: Command, text: str, shown: Output, outcome: Outcome) -> None:
        parts = parts_of(text)
        checks = [
            (part, kind)
            for part in parts
            if (kind := kind_of(part.text)) in CHECKS and not cues.ONLY_LISTS.search(part.text)
        ] or [(part, "test") for part in parts if cues.counts_tests(part.text, shown.text)][:1]
        tail = _end_of(shown.text)
        passed_to = _reached(checks, tail) if outcome == "failed" and len(checks) > 1 else None
        many = shown.text.count(" passed") + shown.text.count("Tests:") > 4
        for at, (part, kind) in enumerate(checks):
            told: Outcome = outcome
            if outcome == "passed" and part.masked and not (entry.background and part.masked == "background"):
                told = "unknown"
            elif passed_to is not None:
                told = "passed" if at < passed_to else "failed" if at == passed_to else "unknown"
            elif outcome == "failed" and len(checks) > 1:
                told = "unknown"
            if kind == "ci" and "--log" in part.text and told == "passed":
                told = "unknown"
                tail = tail if "--log-failed" not in part.text or not tail.strip() else f"{tail}\nBUILD FAILED"
            bad = told == "failed" or (told != "passed" and _tells_ill(kind, tail, shown))
            if told == "passed" and cues.LISTS_ILL.match(part.text) and tail.strip():
                told, bad = "failed", True
            run = Run(
                entry.line, line, kind, check_key(part.text), part.text[:300], short_command(text), told, entry.exit_code,
                bad, kind in ("run", "ci") or bool(cues.UMBRELLA.search(part.text)), many, tail,
                _only_cut(part, parts),
            )  # fmt: skip
            _keep(self.runs, run, _RUNS)

    def _hooked(self, entry: Command, text: str, shown: Output) -> None:
        """A commit or push that was let through by checks that ran before it is a run of them; what they counted is not looked at."""
        end = shown.text[-8000:]
        hooked = any(map(end.__contains__, cues.HOOKS)) or (
            ("pass" in end or "$ " in end) and cues.PASSED.search(end) is not None
        )
        if "--no-verify" in text or not hooked:
            return
        line, low = entry.end_line or entry.line, end.lower()
        run = Run(
            entry.line, line, "run", check_key(text), text[:300], short_command(text), "passed", 0, False, True, False, "",
            _tally=Tally(), _tools=frozenset(name for name in cues.NAMED if name in low),
        )  # fmt: skip
        _keep(self.runs, run, _RUNS)

    def _looked_at_runs(self, entry: Command, text: str, shown: Output) -> None:
        """The newest of a list of runs elsewhere says how they stand."""
        found = cues.CONCLUDED.search(next(iter(shown.head(1)), "") if "--json" not in text else shown.text[:2000])
        if found is None or entry.exit_code:
            return
        line, bad = entry.end_line or entry.line, found[0] != "success"
        run = Run(
            entry.line, line, "ci", check_key(text), text[:300], short_command(text), "failed" if bad else "passed", 0, bad, True,
            False, found[0], _tally=Tally(), _told=found[0],
        )  # fmt: skip
        _keep(self.runs, run, _RUNS)

    def _did(self, line: int, entry: Command, parts: tuple[Part, ...], shown: Output) -> None:
        """Git and tracker commands: by git's own words, else by an exit code that is theirs."""
        found: list[tuple[Part, str, str]] = []
        for part in parts:
            bare = bare_command(part.text)
            if cues.LOOKS_AT.search(bare):
                self.looked_far = True
            if host := cues.HOST.search(bare):
                thing = "pr" if host["thing"] == "mr" else host["thing"]
                found.append((part, f"{thing} {host['verb']}", ""))
            elif (git := cues.GIT.search(bare)) and not cues.NOT_DONE.search(bare):
                found.append((part, git["verb"], git["rest"].strip()))
            elif cues.RELEASES.search(bare):
                found.append((part, "release", ""))
        if not found:
            return
        own = [self._told_by(what, shown) for _, what, _ in found]
        if entry.exit_code == 0 and any(
            what in ("commit", "push") and (own[at] or not part.masked) for at, (part, what, _) in enumerate(found)
        ):
            self._hooked(entry, parts[-1].text, shown)
        for at, (part, what, rest) in enumerate(found):
            ok = own[at]
            if ok is None and entry.state == "finished" and entry.exit_code is not None:
                if entry.exit_code:
                    ok = any(one is not None for one in own[at + 1 :]) or None if at < len(found) - 1 else False
                elif not part.masked:
                    ok = True
            said = first_words(shown) if not ok else cues.made_as(shown.text[:2000]) if what == "commit" else ""
            where = cues.place_of(what, shown.text[:2000])
            event = Event(line, what, ok, short_command(part.text, 90), entry.exit_code, said, rest[:200], where)
            _keep(self.events, event, _EVENTS)
            if ok is not False and _changes_tree(what, rest, shown):
                _keep(self.changes, Change(line, what), _CHANGES)

    def _told_by(self, what: str, shown: Output) -> bool | None:
        """What git itself says about a deed; a new file that was written here makes the tree another one."""
        if what == "status":
            new = {line[3:].strip().strip('"') for line in shown.lines if line.startswith("??")}
            if new and any(change.path in new for change in self.changes if change.path):
                return False
        return _own_words(what, shown)


_TOOLS = (
    ("create_pull_request", "pr create"), ("create_pr", "pr create"), ("merge_pull_request", "pr merge"), ("create_issue", "issue create"),
    ("issue_write", "issue close"), ("update_issue", "issue close"), ("close_issue", "issue close"), ("push_files", "push"),
    ("create_or_update_file", "push"), ("git_commit", "commit"), ("git_push", "push"), ("create_release", "release"), ("create_tag", "tag"),
)  # fmt: skip


def _may_be_deed(text: str) -> bool:
    return any(map(text.__contains__, cues.DEED_WORDS)) and cues.DEED.search(text) is not None


def _check_in(kind: str, text: str, shown: Output) -> str:
    """The kind of a command: that of the check that it hands on to another program, or that its output tells it to be."""
    if kind not in CHECKS and cues.GIVES.search(f" {text}"):
        kind = next((given for part in parts_of(text) if (given := kind_of(part.text)) in CHECKS), kind)
    return "test" if kind == "look" and cues.counts_tests(text, shown.text) else kind


def lead_of(text: str) -> str:
    """The program of a command and its first word, without wrappers; empty where it is a common word or only looks."""
    words = [word for word in cues.WRAPS.sub("", text).split()[:3] if not word.startswith("-")]
    if not words or (kind_of(text) == "look" and cues.PLAIN.match(text)):
        return ""
    name = words[0].rsplit("/", 1)[-1].lower()
    second = words[1].lower() if len(words) > 1 and words[1].isalpha() else ""
    return f"{name} {second}".strip() if second or len(name) > 4 else ""


def _end_of(text: str) -> str:
    """The last whole lines of a text: half a line could be half of a secret."""
    return text if len(text) <= _TAIL else text[-_TAIL:].partition("\n")[2]


def _only_cut(part: Part, parts: tuple[Part, ...]) -> bool:
    """Whether what ``part`` prints is handed on to ``tail`` or ``tee`` alone, at the end of the line."""
    behind = parts[parts.index(part) + 1 :]
    return part.masked == "pipe" and bool(behind) and all(one.text.startswith(("tail", "tee")) for one in behind)


def _keep(kept: list[_T], one: _T, most: int) -> None:
    kept.append(one)
    if len(kept) > most + most // 4:
        del kept[:-most]


def _reached(checks: list[tuple[Part, str]], tail: str) -> int | None:
    """Of checks joined by ``&&`` that ended in a failure, the one that failed, where what is printed tells."""
    tally = tally_of(tail)
    if any(part.masked for part, _ in checks):
        return None
    for at in range(len(checks) - 1, -1, -1):
        kind = checks[at][1]
        if kind == "test" and (tally.passed or tally.failed):
            return at if tally.failed or at == len(checks) - 1 else at + 1
        if kind in ("lint", "types", "format", "build") and tally.errors:
            return at
    return None


def _tells_ill(kind: str, tail: str, shown: Output) -> bool:
    """Whether what a run printed tells of failures, whatever its exit code says."""
    if kind in ("lint", "types"):
        return counts_errors(tail)
    return (kind == "test" and bool(shown.failing)) or out.ends_in_failure(shown) or counts_failed(tail)


def _own_words(what: str, shown: Output) -> bool | None:
    """What git itself says about a deed."""
    if what == "commit" and shown.commits:
        return True
    if what == "status":
        return _is_clean(shown)
    if what in ("add", "checkout", "switch", "reset", "restore", "stash", "tag", "clean"):
        return None
    low = (shown.text[:2000] + shown.text[-4000:]).lower()
    if what == "push" and (any(out.pushes(shown)) or "everything up-to-date" in low or "[new tag]" in low):
        return "[rejected]" not in low and "[remote rejected]" not in low
    if what == "push" and any(word in low for word in ("[rejected]", "[remote rejected]", "failed to push")):
        return False
    if what == "commit" and any(word in low for word in ("nothing to commit", "no changes added", "nothing added")):
        return False
    if what in cues.MERGES and any(word in low for word in ("conflict (", "automatic merge failed", "could not apply")):
        return False
    if what in ("merge", "pull") and ("fast-forward" in low or "merge made by" in low or "already up to date" in low):
        return True
    if what == "rebase" and "successfully rebased" in low:
        return True
    if what == "pr create" and "/pull/" in low and "already exists" not in low:
        return True
    if what.startswith("issue ") and "✓ " in low:
        return True
    return None


def _is_clean(shown: Output) -> bool | None:
    """What ``git status`` says of the tree, in either form; nothing where only untracked files are listed."""
    lines = [line for line in shown.lines if line.strip() and not line.startswith("##")]
    if not lines or any("working tree clean" in line for line in lines):
        return True
    return None if all(line.startswith("??") for line in lines) else False


def _changes_tree(what: str, rest: str, shown: Output) -> bool:
    """Whether a git command may have made the work tree another one."""
    words = rest.split()
    if what in ("checkout", "switch"):
        return not cues.NEW_BRANCH.search(f" {rest}") and bool(words)
    if what == "reset":
        return "--hard" in words
    if what == "stash":
        return not words or words[0] in ("pop", "apply", "push", "save", "-u", "branch")
    if what == "restore":
        return "--staged" not in words
    if what in cues.MERGES:
        return "--abort" not in words and not any(word in shown.text.lower() for word in cues.NO_CHANGE)
    return False
