"""The session that ``butler demo`` shows, as scripts for the two scripted models: the same work in both dialects.

A person asks for issue 49 with two constraints; the agent's first idea is wrong; the person corrects it; the fix is
committed; a second request stays unfinished, with a failing test.
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.e2e.scripted_model import Call, Say

REQUESTS = (
    "Please fix issue 49: a second reservation of the same copy has to be refused. Two constraints: add no new dependency, "
    "and the CSV that export_reservations() writes must stay as it is.",
    "No. Keep the public signature of reserve(); raise ReservationError, do not return False. And leave the test of the "
    "issue as it is.",
    "Good. Next is issue 52: when a reservation is cancelled, the copy must go to the customer who waits longest. Write the "
    "tests first, and do not commit before I have looked at it.",
)
TESTS = "python3 -m pytest -q --tb=short"
COMMIT = "git add -A && git commit -q -m 'Refuse a second reservation of the same copy (#49)' && git log --oneline -1"

_READ_FIRST = "I read the issue and the code first, then run the tests to see it fail."
_ASK = (
    "reserve() now returns False when the copy is taken, but the test of the issue still fails: it expects an error. "
    "Shall I change the test so that it expects False?"
)
_DONE = (
    "Issue 49 is fixed and committed: reserve() raises ReservationError for a copy that is taken, its signature is "
    "unchanged, and export_reservations() was not touched. All 4 tests pass."
)
_STOPPED = (
    "Not finished: cancel() frees the copy, but nobody hands it to the waiting list yet, so "
    "test_cancelling_gives_the_copy_to_the_next_customer_who_waits still fails. Next: let cancel() reserve the copy for the "
    "first name in Shelf.waiting. Nothing is committed since the fix of issue 49."
)
_WRONG = """        if copy_id in self.reservations:
            return False
"""
_RIGHT = """        if copy_id in self.reservations:
            raise ReservationError(copy_id)
"""
_BEFORE_WRONG = """            raise UnknownCopyError(copy_id)
        reservation = Reservation(copy_id, customer)
"""
_ERROR = '''

class ReservationError(BookshopError):
    """The copy is reserved already."""
'''
_LAST_OF_ERRORS = '''    """There is no such copy on the shelf."""
'''
_NEW_TESTS = """

def test_cancelling_frees_the_copy(shelf):
    shelf.reserve("dune-1", "Ada")
    shelf.cancel("dune-1")
    assert shelf.reserve("dune-1", "Bo").customer == "Bo"


def test_cancelling_gives_the_copy_to_the_next_customer_who_waits(shelf):
    shelf.reserve("dune-1", "Ada")
    shelf.waiting["dune-1"] = ["Bo", "Cy"]
    shelf.cancel("dune-1")
    assert shelf.reservations["dune-1"].customer == "Bo"
"""
_LAST_OF_TESTS = """    assert shelf.reservations["dune-1"].customer == "Ada"
"""
_RESERVATIONS = """    reservations: dict[str, Reservation] = field(default_factory=dict)
"""
_WAITING = """    waiting: dict[str, list[str]] = field(default_factory=dict)
"""
_EXPORT = """    def export_reservations(self) -> str:
"""
_CANCEL = '''    def cancel(self, copy_id: str) -> None:
        """Free a copy."""
        if copy_id not in self.copies:
            raise UnknownCopyError(copy_id)
        self.reservations.pop(copy_id, None)

'''
_IMPORT = "from bookshop.errors import UnknownCopyError\n"
_NEW_IMPORT = "from bookshop.errors import ReservationError, UnknownCopyError\n"

CODE = "bookshop/reservations.py"
ERRORS = "bookshop/errors.py"
TEST = "tests/test_reservations.py"
ISSUE = ".butler/issues/49-second-reservation.md"
OTHER_ISSUE = ".butler/issues/52-cancelled-reservation.md"

Edit = tuple[str, str, str]
FIRST_IDEA: Edit = (CODE, _BEFORE_WRONG, _BEFORE_WRONG.replace("        res", _WRONG + "        res", 1))
THE_FIX: tuple[Edit, ...] = (
    (ERRORS, _LAST_OF_ERRORS, _LAST_OF_ERRORS + _ERROR),
    (CODE, _IMPORT, _NEW_IMPORT),
    (CODE, _WRONG, _RIGHT),
)
TESTS_FIRST: Edit = (TEST, _LAST_OF_TESTS, _LAST_OF_TESTS + _NEW_TESTS)
HALF_OF_IT: tuple[Edit, ...] = (
    (CODE, _RESERVATIONS, _RESERVATIONS + _WAITING),
    (CODE, _EXPORT, _CANCEL + _EXPORT),
)
DOES_NOT_FIT: Edit = (CODE, "        return self._reserve(copy_id, customer)\n", "        return None\n")

PLAN_49 = ("Read issue 49 and the reservation code", "Refuse the second reservation", "Commit")
PLAN_52 = ("Write the tests of issue 52", "Let cancel() free the copy", "Hand the copy to the waiting list")


def codex_script() -> tuple[Sequence[Say], ...]:
    """One script for each of the three requests, in Codex's tools."""
    return (
        (
            Say(_READ_FIRST, [_plan(PLAN_49, 0)], thinking="**Looking at the issue** Read it, then reproduce it."),
            Say(calls=[_shell(f"cat {ISSUE}"), _shell("git log --oneline -3 && git status --short")]),
            Say(calls=[_shell(f"sed -n 1,60p {CODE}"), _shell(f"cat {ERRORS}")]),
            Say(calls=[_shell(TESTS)]),
            Say(calls=[_plan(PLAN_49, 1)]),
            Say(calls=[_patch(DOES_NOT_FIT)]),
            Say("The patch did not fit the file; once more with the lines as they are.", [_patch(FIRST_IDEA)]),
            Say(calls=[_shell(TESTS)]),
            Say(_ASK),
        ),
        (
            Say("Understood: an error of its own instead of False.", [_patch(*THE_FIX)]),
            Say(calls=[_shell(TESTS)]),
            Say(calls=[_plan(PLAN_49, 2), _shell(COMMIT)]),
            Say(calls=[_plan(PLAN_49, 3)]),
            Say(_DONE),
        ),
        (
            Say(calls=[_shell(f"cat {OTHER_ISSUE}")]),
            Say("Tests first, as you asked.", [_plan(PLAN_52, 0), _patch(TESTS_FIRST)]),
            Say(calls=[_shell(TESTS)]),
            Say(calls=[_plan(PLAN_52, 1), _patch(*HALF_OF_IT)]),
            Say(calls=[_shell(TESTS)]),
            Say(calls=[_plan(PLAN_52, 2)]),
            Say(_STOPPED),
        ),
    )


def claude_script(folder: str) -> tuple[Sequence[Say], ...]:
    """The same three scripts in Claude Code's tools; ``folder`` is the project's absolute path."""

    def edits(*changes: Edit) -> list[Call]:
        return [
            Call("Edit", {"file_path": f"{folder}/{path}", "old_string": old, "new_string": new})
            for path, old, new in changes
        ]

    def read(path: str) -> Call:
        return Call("Read", {"file_path": f"{folder}/{path}"})

    return (
        (
            Say(_READ_FIRST, [Call("TaskCreate", {"subject": step, "description": step}) for step in PLAN_49]),
            Say(calls=[_task(1, "in_progress"), read(ISSUE), read(CODE), read(ERRORS)]),
            Say(calls=[_bash("git log --oneline -3", "Show the git state"), _bash(TESTS, "Run the tests")]),
            Say(calls=[_task(1, "completed"), _task(2, "in_progress"), *edits(DOES_NOT_FIT)]),
            Say("The text did not fit the file; once more with the lines as they are.", edits(FIRST_IDEA)),
            Say(calls=[_bash(TESTS, "Run the tests again")]),
            Say(_ASK),
        ),
        (
            Say("Understood: an error of its own instead of False.", edits(*THE_FIX)),
            Say(calls=[_bash(TESTS, "Run the tests")]),
            Say(calls=[_task(2, "completed"), _task(3, "in_progress"), _bash(COMMIT, "Commit the fix")]),
            Say(calls=[_task(3, "completed")]),
            Say(_DONE),
        ),
        (
            Say(calls=[read(OTHER_ISSUE), read(TEST)]),
            Say("Tests first, as you asked.", [Call("TaskCreate", {"subject": s, "description": s}) for s in PLAN_52]),
            Say(calls=[_task(4, "in_progress"), *edits(TESTS_FIRST)]),
            Say(calls=[_bash(TESTS, "Run the tests")]),
            Say(calls=[_task(4, "completed"), _task(5, "in_progress"), *edits(*HALF_OF_IT)]),
            Say(calls=[_bash(TESTS, "Run the tests again")]),
            Say(calls=[_task(5, "completed"), _task(6, "in_progress")]),
            Say(_STOPPED),
        ),
    )


def _shell(command: str) -> Call:
    return Call("exec_command", {"cmd": command})


def _bash(command: str, what: str) -> Call:
    return Call("Bash", {"command": command, "description": what})


def _task(number: int, state: str) -> Call:
    return Call("TaskUpdate", {"taskId": str(number), "status": state})


def _plan(steps: Sequence[str], done: int) -> Call:
    states = ["completed"] * done + ["in_progress"] + ["pending"] * len(steps)
    return Call("update_plan", {"plan": [{"step": s, "status": t} for s, t in zip(steps, states, strict=False)]})


def _patch(*edits: Edit) -> Call:
    """Make one Codex patch of several edits."""
    parts: dict[str, list[str]] = {}
    for path, old, new in edits:
        parts.setdefault(path, [f"*** Update File: {path}"]).append("\n".join(["@@", *_hunk(old, new)]))
    lines = ["*** Begin Patch", *("\n".join(part) for part in parts.values()), "*** End Patch"]
    return Call("apply_patch", free="\n".join(lines) + "\n")


def _hunk(old: str, new: str) -> list[str]:
    """Mark the lines of one edit: common ones at both ends stay context."""
    before, after = old.splitlines(), new.splitlines()
    head = 0
    while head < min(len(before), len(after)) and before[head] == after[head]:
        head += 1
    tail = 0
    while tail < min(len(before), len(after)) - head and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    gone, come = before[head : len(before) - tail], after[head : len(after) - tail]
    return [
        *(f" {line}" for line in before[:head]),
        *(f"-{line}" for line in gone),
        *(f"+{line}" for line in come),
        *(f" {line}" for line in before[len(before) - tail :]),
    ]
