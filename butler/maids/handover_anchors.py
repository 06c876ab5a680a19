"""CODEBASE_ANCHORS: files edited or read, then paths named in issue, notes or plan that exist."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from butler.capabilities.handover.models import Line, Materials, Said, Value, said
from butler.capabilities.session_log.facts import Facts, FileFact
from butler.maids.handover_budget import Desk, Form, Pen
from butler.maids.handover_wording import anchor
from butler.maids.late_patterns import late
from butler.maids.notes_worker import Notes

NAME = "CODEBASE_ANCHORS"
_OWN_LINE = 9
_TOGETHER = 6
_LISTED = 18
_SMALL = 2
"""Lines of an edit that are told whole: a constant, a setting."""
_FEW = 6
"""Added lines of a file that are told without a choice."""
_TOLD = ("add", "delete", "move", "rewritten", "anew", "gone", "restored")
_PATH = late(r"(?<![\w/.:@+-])(?:[\w.@+-]+/)*[\w@+-][\w.@+-]*\.[A-Za-z]\w{0,7}(?![\w/])")


def add_anchors(desk: Desk, pen: Pen, materials: Materials, notes: list[tuple[str, Notes]]) -> None:
    """All pieces of CODEBASE_ANCHORS."""
    for at, (writer, found) in enumerate(notes):
        for number, note in enumerate(found.of("file")):
            desk.add(NAME, "notes", (at, number), _form(98, "note", writer=writer, text=pen.line(note.text, 300)))
    facts = materials.facts
    dirty = _dirty(materials)
    known: set[str] = set()
    if facts is not None:
        edited = [one for one in facts.files if one.edits]
        known |= {one.path for one in edited}
        git = materials.work.git
        symbols = {one.path: one.names for one in git.symbols} if git is not None else {}
        _edited(desk, pen, edited, dirty, symbols)
        _listed(desk, pen, facts)
        for at, one in enumerate([one for one in facts.files if one.outside and not one.edits][:12]):
            known.add(one.path)
            words = _form(74 - at, "file_outside_only", path=pen.code(one.path, 200), anchor=anchor(one.outside))
            desk.add(NAME, "edited", (1500, at), words)
        read = sorted(
            (one for one in facts.files if not (one.edits or one.outside)),
            key=lambda one: (-one.reads, -one.last_line, one.path),
        )
        for at, one in enumerate(read[:25]):
            known.add(one.path)
            words = _form(
                44 - at * 2, "file_read", path=pen.code(one.path, 200), reads=one.reads, anchor=anchor(one.last_line)
            )
            desk.add(NAME, "read", (at,), words)
    named = sorted(path for path in _named(materials) if path in materials.known_paths and path not in known)
    for at, path in enumerate(named[:20]):
        desk.add(NAME, "named", (at,), _form(50 - at, "file_named", path=pen.code(path, 200)))


def _edited(
    desk: Desk, pen: Pen, edited: Sequence[FileFact], dirty: frozenset[str] | None, symbols: Mapping[str, Sequence[str]]
) -> None:
    """The newest files on a line each, the others by state, several on a line."""
    for at, one in enumerate(edited[:_OWN_LINE]):
        desk.add_growing(NAME, "edited", (at,), _own_line(pen, at, one, dirty, symbols))
    rest: dict[tuple[str, int], list[str]] = {}
    for one in edited[_OWN_LINE:]:
        to = f" → {pen.code(one.moved_to, 160)}" if one.moved_to else ""
        rest.setdefault(_state(one, dirty), []).append(pen.code(one.path, 160) + to)
    for at, (state, paths) in enumerate(rest.items()):
        for start in range(0, len(paths), _TOGETHER):
            words = _form(
                70 - start // _TOGETHER * 4,
                "files_more",
                state=_said_state(state),
                paths=", ".join(paths[start : start + _TOGETHER]),
            )
            desk.add(NAME, "edited", (1000, at, start), words)


def _own_line(
    pen: Pen, at: int, one: FileFact, dirty: frozenset[str] | None, symbols: Mapping[str, Sequence[str]]
) -> Iterator[Form]:
    """The forms of a file on a line of its own."""
    worth = 83 - 2 * at + (3 if one.committed is False else 0) - (40 if one.action == "gone" else 0)
    yield Form(worth, Line(_file(pen, one, dirty)))
    small = 0 < one.added + one.removed <= _SMALL and bool(one.brought or one.took)
    for less, full in ((66, 2),) if small else ((46, 1), (44, 2), (26, 3)):
        yield Form(less - at, Line(_file(pen, one, dirty, symbols.get(one.path, ()), full=full)))


def _listed(desk: Desk, pen: Pen, facts: Facts) -> None:
    """Files that git showed as changed by somebody else: subagents, programs, the person; as a status or a diff showed them."""
    groups: dict[tuple[int, str], list[str]] = {}
    for line, path in facts.listed[:_LISTED]:
        key = "files_git" if path in facts.dirty else "files_git_diff"
        key = "files_git_gone" if path in facts.deleted else key
        groups.setdefault((line, key), []).append(pen.code(path, 160))
    for rank, ((line, key), paths) in enumerate(groups.items()):
        for start in range(0, len(paths), _TOGETHER):
            words = _form(
                72 - 2 * (start + rank), key, paths=", ".join(paths[start : start + _TOGETHER]), anchor=anchor(line)
            )
            desk.add(NAME, "edited", (2000, rank, start), words)


def _state(one: FileFact, dirty: frozenset[str] | None) -> tuple[str, int]:
    """What git has of a file, as the key of its words and the line that shows it: first what git shows now, then what the log shows."""
    if dirty is not None and one.path in dirty:
        return "file_uncommitted", 0
    if one.no_repository and dirty is None:
        return "file_no_git", one.no_repository
    if one.ignored:
        return "file_ignored", 0
    if one.committed is None and one.action in ("delete", "move", "gone", "restored"):
        return f"file_{one.action}", 0
    if one.clean_line:
        return "file_clean_new" if one.action == "add" else "file_clean", one.clean_line
    if dirty is not None and one.committed is not True and _is_clean(one.path, dirty):
        return "file_clean_now", 0
    return {True: "file_committed", False: "file_uncommitted", None: "file_unknown"}[one.committed], 0


def _said_state(state: tuple[str, int]) -> Said:
    key, line = state
    return said(key, anchor=anchor(line)) if line else said(key)


def _is_clean(path: str, dirty: frozenset[str]) -> bool:
    """Whether git, asked now, shows no change of a file of its folder: not by its name, nor by a folder's."""
    if path.startswith(("/", "..")) or path[1:2] == ":":
        return False
    return not any(one.endswith("/" + path) or (one.endswith("/") and path.startswith(one)) for one in dirty)


def _dirty(materials: Materials) -> frozenset[str] | None:
    """Paths that git shows as not committed now, None where git was not seen or is another folder's."""
    git = materials.work.git
    if git is None or materials.log.other_folder:
        return None
    return frozenset([*(one.path for one in (*git.staged, *git.unstaged)), *git.untracked, *git.conflicts])


def _file(pen: Pen, one: FileFact, dirty: frozenset[str] | None, symbols: Sequence[str] = (), *, full: int = 0) -> Said:
    """A file in a line; ``full`` 1: with its edits, its last short change and names, 2: with the lines that tell most, 3: with more of them."""
    tail: list[str | Said] = [said(f"file_{one.action}")] if one.action in _TOLD else []
    if one.added or one.removed:
        tail.append(f"+{one.added}/−{one.removed}")
    if one.shell:
        tail.append(said("file_shell"))
    if one.moved_to:
        tail.append(said("file_moved_to", path=pen.code(one.moved_to, 160)))
    if one.edits > 1 and full:
        tail.append(said("file_edits", count=one.edits))
    state = _state(one, dirty)
    if state[0] != f"file_{one.action}":
        tail.append(_said_state(state))
    if one.outside:
        tail.append(said("file_outside", anchor=anchor(one.outside)))
    for edit, name, line in one.lost[-1:]:
        tail.append(said("file_lost", edit=anchor(edit), name=pen.code(name, 60), anchor=anchor(line)))
    if one.change and full:
        tail.append(said("file_change", text=pen.code(one.change, 280)))
    if (
        full > 1
        and (one.brought or one.took or (one.more and (full > 2 or one.added <= _FEW)))
        and one.action != "gone"
    ):
        tail += _lines(pen, one, more=full > 2)
    elif (one.symbols or symbols) and full:
        tail.append(", ".join(pen.code(name, 60) for name in list(dict.fromkeys([*one.symbols, *symbols]))[:5]))
    return said("file", path=pen.code(one.path, 200), tail=tuple(tail), anchor=anchor(one.last_line))


def _lines(pen: Pen, one: FileFact, *, more: bool) -> list[Said]:
    """What the newest edits brought and took; ``more``: more lines of it."""
    brought = one.more if more or one.added <= _FEW else one.brought
    found = [said("file_brought", text=", ".join(pen.code(text, 130) for text in brought))] if brought else []
    return found + ([said("file_took", text=", ".join(pen.code(text, 130) for text in one.took))] if one.took else [])


def _named(materials: Materials) -> set[str]:
    texts = [materials.issue.body if materials.issue else "", materials.notes.text if materials.notes else ""]
    texts += [mark.text for mark in materials.marks]
    if materials.facts is not None and materials.facts.plan is not None:
        texts += [step.text for step in materials.facts.plan.steps]
    return {found for text in texts for found in _PATH.findall(text[:100_000])}


def _form(worth: int, key: str, **facts: Value) -> Form:
    return Form(worth, Line(said(key, **facts)))
