"""Issues in a folder of Markdown files: every shape that people write, and every refusal."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from butler.errors import ButlerError, NotFound, Refused, Unreadable
from butler.house import House, Staff
from butler.issue_backend import Comment, Issue
from butler.issue_sources import markdown_folder, none
from butler.issue_sources.markdown_folder import MarkdownFolder
from butler.paths import find_project

WHOLE = """---
id: 49
title: A reservation can be made twice
state: open
labels: [bug, shelf]
url: https://example.com/issues/49
assignee: aki
---

# Two readers, one book

```text
## Comments
### nobody, 2026-06-01
```

- [ ] the second reader gets a place in the queue

## Comments

### Aki, 2026-06-03
Seen on the second shelf.

~~~
### not a comment
~~~

### Ren
No date here,
over two lines.
"""


@pytest.fixture
def folder(project: Path) -> Path:
    made = project / ".butler" / "issues"
    made.mkdir(parents=True)
    return made


@pytest.fixture
def source(folder: Path, project: Path) -> MarkdownFolder:
    return MarkdownFolder(project, ".butler/issues")


def put(folder: Path, name: str, text: str | bytes) -> Path:
    file = folder / name
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


def refused(source: MarkdownFolder, issue: int | str) -> ButlerError:
    with pytest.raises(ButlerError) as caught:
        source.read(issue)
    return caught.value


def test_a_whole_issue_is_read_with_its_comments(folder: Path, source: MarkdownFolder) -> None:
    put(folder, "49-twice.md", WHOLE)

    issue = source.read(49)

    assert (issue.id, issue.title, issue.state) == (49, "A reservation can be made twice", "open")
    assert (issue.labels, issue.url) == (("bug", "shelf"), "https://example.com/issues/49")
    assert issue.body.startswith("# Two readers, one book")
    assert issue.body.rstrip().endswith("queue")
    assert "### nobody" in issue.body
    assert issue.comments == (
        Comment("Aki", "2026-06-03", "Seen on the second shelf.\n\n~~~\n### not a comment\n~~~"),
        Comment("Ren", None, "No date here,\nover two lines."),
    )


@pytest.mark.parametrize("change", [lambda t: t.replace("\n", "\r\n"), lambda t: "\ufeff" + t])
def test_line_ends_and_a_byte_order_mark_make_no_difference(
    folder: Path, source: MarkdownFolder, change: Callable[[str], str]
) -> None:
    put(folder, "a.md", WHOLE)
    plain = source.read(49)

    put(folder, "a.md", change(WHOLE))

    assert source.read(49) == plain


@pytest.mark.parametrize(
    ("name", "issue"),
    [
        ("7.md", 7),
        ("007-spy.md", 7),
        ("7_under.md", 7),
        ("7 with blanks.md", 7),
        ("7.draft.md", 7),
        ("7棚.md", 7),
        ("ABC-7.md", "ABC-7"),
        ("issue-7.md", "issue-7"),
        ("7a.md", "7a"),
    ],
)
def test_without_an_id_the_name_of_the_file_gives_one(
    folder: Path, source: MarkdownFolder, name: str, issue: int | str
) -> None:
    put(folder, name, "# The title\n\ntext\n")

    found = source.read(issue)

    assert (found.id, found.title, found.state) == (issue, "The title", "open")


def test_without_title_and_heading_the_name_is_the_title(folder: Path, source: MarkdownFolder) -> None:
    put(folder, "7-shelf.md", "")

    assert source.read(7) == Issue(7, "7-shelf", "open", "", "markdown_folder")


@pytest.mark.parametrize(
    ("line", "issue"),
    [
        ("id: 5", 5),
        ('id: "5"', 5),
        ("id: '#5'", 5),
        ("id: ABC-1", "ABC-1"),
        ('"id": 5', 5),
        ("id: null", 7),
        ("id:", 7),
    ],
)
def test_the_id_of_the_front_matter_wins(folder: Path, source: MarkdownFolder, line: str, issue: int | str) -> None:
    put(folder, "7.md", f"---\n{line}\n---\n")

    assert source.read(issue).id == issue


def test_labels_may_be_one_line(folder: Path, source: MarkdownFolder) -> None:
    put(folder, "7.md", "---\nlabels: bug , 棚,\ntitle: 12\nstate: Closed\n---\n")

    assert (source.read(7).labels, source.read(7).title, source.read(7).state) == (("bug", "棚"), "12", "Closed")


def test_a_japanese_comments_heading_is_known(folder: Path, source: MarkdownFolder) -> None:
    put(folder, "7.md", "本文\n\n## コメント\n### 秋, 2026-06-03 10:00\n見ました\n")

    assert source.read(7).comments == (Comment("秋", "2026-06-03 10:00", "見ました"),)


def test_text_before_the_first_author_is_a_comment_of_nobody(folder: Path, source: MarkdownFolder) -> None:
    put(folder, "7.md", "## Comments\nloose\n## More\n### a, b, c\nx\n")

    assert source.read(7).comments == (Comment("", None, "loose\n## More"), Comment("a, b, c", None, "x"))


@pytest.mark.parametrize("heading", ["## Comments  ", "## Comments ##", "##\tComments\t#"])
def test_a_heading_may_be_closed_as_markdown_allows(folder: Path, source: MarkdownFolder, heading: str) -> None:
    put(folder, "7.md", f"{heading}\n### Aki\nx\n")

    assert source.read(7).comments == (Comment("Aki", None, "x"),)


def test_a_line_of_endless_blanks_is_read_at_once(folder: Path, source: MarkdownFolder) -> None:
    line = f"## Comments{' ' * 900_000}x"
    put(folder, "7.md", line)

    assert source.read(7).body == line


def test_a_fence_that_is_never_closed_hides_the_rest(folder: Path, source: MarkdownFolder) -> None:
    put(folder, "7.md", "````\n```\n## Comments\n### Aki\n")

    assert source.read(7).comments == ()


@pytest.mark.parametrize(
    ("text", "line", "key"),
    [
        ("---\nid: 7\ntitle: x\n", 1, None),
        ("---\nid: 7\ntitle: [a, b]\n---\n", 3, "title"),
        ("---\nid: 7\n\nstate: true\n---\n", 4, "state"),
        ("---\nid: 7\nlabels: {a: 1}\n---\n", 3, "labels"),
        ("---\nid: 7\nurl: [x]\n---\n", 3, "url"),
        ("---\nid: 7\ntitle: 'open\n---\n", None, None),
        ("---\nid: 7\nid: 7\n---\n", 3, None),
        ("---\nid: 7\nx: &a 1\ny: *a\n---\n", 4, None),
        ("---\n- 1\n---\n", 2, None),
        (b"---\nid: 7\n---\nbad \xff\n", 4, None),
    ],
)
def test_an_unreadable_file_is_named_with_line_and_key(
    folder: Path, source: MarkdownFolder, text: str | bytes, line: int | None, key: str | None
) -> None:
    put(folder, "7-broken.md", text)

    problem = refused(source, 7)

    assert problem.code == "issue_unreadable"
    assert problem.facts["file"] == "7-broken.md"
    assert problem.facts["key"] == key
    assert line is None or problem.facts["line"] == line
    assert str(folder) not in problem.message("en")
    assert [item.file for item in source.list().unreadable] == ["7-broken.md"]


def test_an_id_that_is_none_is_named_in_the_list(folder: Path, source: MarkdownFolder) -> None:
    put(folder, "7.md", "---\nid: ../../x\n---\n")
    put(folder, "倉庫.md", "text")

    found = source.list()

    assert (list(found), [(item.file, item.key) for item in found.unreadable]) == (
        [],
        [("7.md", "id"), ("倉庫.md", "id")],
    )
    assert refused(source, 7).code == "issue_not_found"


def test_an_unknown_issue_names_the_nearest(folder: Path, source: MarkdownFolder) -> None:
    for number in (1, 40, 48, 50, 490, 7000):
        put(folder, f"{number}.md", "x")

    problem = refused(source, 49)

    assert isinstance(problem, NotFound)
    assert problem.facts["near"].split(", ")[0] == "490"
    assert refused(source, 3).facts["near"] == "1, 40, 48, 50, 490"


def test_an_unknown_issue_in_an_empty_folder_has_no_nearest(source: MarkdownFolder) -> None:
    assert refused(source, 49).facts["near"] == "-"
    assert list(source.list()) == []


def test_an_id_in_two_files_is_an_error(folder: Path, source: MarkdownFolder) -> None:
    put(folder, "7.md", "a")
    put(folder, "other.md", "---\nid: 7\n---\n")
    put(folder, "8.md", "b")

    problem = refused(source, 7)
    found = source.list()

    assert (problem.code, problem.facts["files"]) == ("issue_id_twice", "7.md, other.md")
    assert [issue.id for issue in found] == [8]
    assert [item.file for item in found.unreadable] == ["7.md", "other.md"]


def test_a_list_is_ordered_and_filtered(folder: Path, source: MarkdownFolder) -> None:
    put(folder, "10.md", "---\nstate: closed\n---\nThe Shelf\n")
    put(folder, "9.md", "---\nlabels: [shelf]\n---\n")
    put(folder, "ABC-1.md", "nothing")
    put(folder, "README.md", "about this folder")
    put(folder, ".hidden.md", "x")
    put(folder, "notes.txt", "x")
    (folder / "sub.md").mkdir()

    assert [issue.id for issue in source.list()] == [9, 10, "ABC-1"]
    assert [issue.id for issue in source.list(query="SHELF")] == [9, 10]
    assert [issue.id for issue in source.list(state="Closed")] == [10]
    assert [issue.id for issue in source.list(state="open", query="abc")] == ["ABC-1"]
    assert [item.file for item in source.list().unreadable] == ["sub.md"]


def test_links_and_pipes_are_refused(folder: Path, source: MarkdownFolder, tmp_path: Path) -> None:
    put(tmp_path, "private.md", "secret text")
    (folder / "7.md").symlink_to(tmp_path / "private.md")
    os.mkfifo(folder / "8.md")

    assert [refused(source, number).code for number in (7, 8)] == ["issue_unreadable", "issue_unreadable"]
    assert [item.file for item in source.list().unreadable] == ["7.md", "8.md"]


def test_a_folder_that_leads_out_of_the_project_is_refused(project: Path, tmp_path: Path) -> None:
    put(tmp_path, "7.md", "secret text")
    (project / "issues").symlink_to(tmp_path)

    with pytest.raises(Refused) as caught:
        MarkdownFolder(project, "issues").list()

    assert caught.value.code == "issue_folder_outside"


def test_a_folder_that_is_missing_is_said(project: Path) -> None:
    problem = refused(MarkdownFolder(project, "docs/issues"), 7)

    assert (problem.code, problem.facts) == ("issue_folder_missing", {"folder": "docs/issues"})


def test_a_file_over_the_limit_is_refused(folder: Path, source: MarkdownFolder) -> None:
    put(folder, "7.md", b"x" * (markdown_folder.MAX_BYTES + 1))

    assert "too large" in refused(source, 7).message("en")


def test_a_folder_over_the_limit_is_refused(
    folder: Path, source: MarkdownFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(markdown_folder, "MAX_FILES", 2)
    for number in range(3):
        put(folder, f"{number}.md", "x")

    assert isinstance(refused(source, 1), Unreadable)


def test_an_alias_bomb_is_refused(folder: Path, source: MarkdownFolder) -> None:
    rows = "".join(f"{chr(98 + n)}: &{chr(98 + n)} [*{chr(97 + n)}, *{chr(97 + n)}]\n" for n in range(20))
    put(folder, "7.md", f"---\na: &a [x]\n{rows}---\n")

    assert refused(source, 7).code == "issue_unreadable"


def test_a_project_has_its_folder_else_no_source(project: Path, open_at: Callable[..., House], staff: Staff) -> None:
    before = open_at()
    (project / ".butler" / "issues").mkdir(parents=True)

    assert (before.issues.name, open_at().issues.name) == ("none", "markdown_folder")


def test_the_source_none_refuses_no_id_and_holds_no_text(project: Path, home: Path) -> None:
    source = none.SOURCE.open(find_project(project, home=home), ".butler/issues")

    assert (source.read(49), list(source.list())) == (None, [])


@pytest.fixture(scope="session")
def staff() -> Staff:
    """Nobody but the issue sources."""
    return Staff({}, {}, {}, {kind.name: kind for kind in (markdown_folder.SOURCE, none.SOURCE)})


@pytest.mark.parametrize("asked", ["abc-7", "Abc-7", "ABC-77"])
def test_the_nearest_ids_are_found_in_any_case(source: MarkdownFolder, folder: Path, asked: str) -> None:
    put(folder, "ABC-7.md", "# Seven\n")

    with pytest.raises(NotFound) as caught:
        source.read(asked)

    assert caught.value.facts["near"] == "ABC-7"
