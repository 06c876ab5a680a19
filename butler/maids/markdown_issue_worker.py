"""One Markdown issue: text in, `Issue` out. Pure.

The format (docs/capabilities/work_record/spec.md, "Markdown issues")::

    ---
    id: 49
    title: A reservation can be made twice
    state: open
    labels: [bug, shelf]
    url: https://example.com/issues/49
    ---
    The body, any Markdown.

    ## Comments
    ### Aki, 2026-06-03
    A comment, any Markdown but a line that begins with ``### ``.

Everything but the text is optional. Headings inside fenced code are text. A key that is not named above is left alone, so that
folders written by other programs can be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from butler.errors import InvalidInput
from butler.issue_backend import Comment, Issue
from butler.maids.late_patterns import late
from butler.naming import IssueId, parse_issue_id
from butler.records import dataclass
from butler.yaml_text import YamlProblem, load_mapping

_LEADING_NUMBER = late(r"(\d{1,18})(?:[^0-9A-Za-z].*)?", re.ASCII | re.DOTALL)
_ID_LINE = late(r"""^["']?id["']?[ \t]*:""", re.MULTILINE)
_PLAIN_ID = late(r"""^id:[ \t]+(["']?)([A-Za-z0-9][A-Za-z0-9_-]{0,63})\1[ \t]*$""", re.MULTILINE)
_NOT_TEXT = {"true", "false", "null"}
_FENCE = late(r" {0,3}(`{3,}|~{3,})(.*)")
_COMMENTS = late(r"##[ \t]+(?:Comments|コメント)")
_COMMENT = late(r"###[ \t]+(.*)")
_DATE = late(r"\d{4}-\d{2}-\d{2}(?:[T ].{0,40})?")
_TITLE = late(r"#[ \t]+(.+)")


class IssueProblem(ValueError):
    """Why a text is no issue: reason, 1-based line and key where known."""

    def __init__(self, reason: str, line: int | None = None, key: str | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line
        self.key = key


@dataclass(frozen=True, slots=True)
class _Head:
    """Front matter: its values, the line of each key, and the text behind it."""

    values: dict[str, Any]
    lines: dict[str, int]
    body: str


def issue_id(text: str, stem: str) -> IssueId:
    """The id alone: of the front matter, else of the file's stem (a leading number wins).

    A plain id line is read without the YAML around it, which takes most of a millisecond for each file of a folder.

    Raises:
        IssueProblem: neither holds one.
    """
    front, _ = _split(text)
    if front is None or not _ID_LINE.search(front):
        return _stem_id(stem)
    plain = _PLAIN_ID.findall(front)
    if len(plain) == 1 and plain[0][1].lower() not in _NOT_TEXT and len(_ID_LINE.findall(front)) == 1:
        return _checked_id(plain[0][1], {})
    return _id_of(_head(text), stem)


def parse_issue(text: str, stem: str, source: str) -> Issue:
    """The whole issue.

    Args:
        text: the file's content; CRLF is fine.
        stem: the file's name without ``.md``.
        source: what ``Issue.source`` says.

    Raises:
        IssueProblem: the front matter cannot be used.
    """
    head = _head(text)
    body, comments = _body_and_comments(head.body)
    return Issue(
        id=_id_of(head, stem),
        title=_text(head, "title") or _first_heading(body) or stem,
        state=_text(head, "state") or "open",
        body=body,
        source=source,
        labels=_labels(head),
        url=_text(head, "url"),
        comments=tuple(comments),
    )


def _split(text: str) -> tuple[str | None, str]:
    """Front matter (None: there is none) and the text behind it."""
    lines = text.replace("\r\n", "\n").split("\n")
    if lines[0].rstrip() != "---":
        return None, "\n".join(lines)
    for at, line in enumerate(lines[1:], 1):
        if line.rstrip() == "---":
            return "\n".join(lines[1:at]), "\n".join(lines[at + 1 :])
    raise IssueProblem("the front matter has no closing ---", 1)


def _head(text: str) -> _Head:
    front, body = _split(text)
    try:
        values, lines = load_mapping(front or "")
    except YamlProblem as error:
        # The first line of the front matter is the file's second.
        raise IssueProblem(error.reason, None if error.line is None else error.line + 1) from error
    return _Head(values, {key: line + 1 for key, line in lines.items()}, body)


def _id_of(head: _Head, stem: str) -> IssueId:
    value = head.values.get("id")
    if value is None:
        return _stem_id(stem)
    return _checked_id(value, head.lines)


def _checked_id(value: Any, lines: Mapping[str, int]) -> IssueId:
    try:
        found = parse_issue_id(value) if isinstance(value, (int, str)) else None
    except InvalidInput:
        found = None
    if found is None:
        raise _bad(lines, "id", "not an issue id")
    return found


def _stem_id(stem: str) -> IssueId:
    number = _LEADING_NUMBER.fullmatch(stem)
    try:
        found = parse_issue_id(number[1] if number else stem)
    except InvalidInput as error:
        raise IssueProblem("no id in the front matter, and the file's name is none", key="id") from error
    assert found is not None
    return found


def _text(head: _Head, key: str) -> str | None:
    value = head.values.get(key)
    if value is None or value == "":
        return None
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise _bad(head.lines, key, "not a text")
    return " ".join(str(value).split()) or None


def _labels(head: _Head) -> tuple[str, ...]:
    value = head.values.get("labels")
    items = value.split(",") if isinstance(value, str) else [] if value is None else value
    if not isinstance(items, list) or not all(isinstance(item, (str, int)) for item in items):
        raise _bad(head.lines, "labels", "not a list of texts")
    return tuple(" ".join(str(item).split()) for item in items if str(item).strip())


def _bad(lines: Mapping[str, int], key: str, reason: str) -> IssueProblem:
    return IssueProblem(reason, lines.get(key), key)


def _outside_fences(lines: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """Each line, and whether it stands outside of fenced code (CommonMark: closed by a run at least as long)."""
    fence = ""
    for line in lines:
        found = _FENCE.fullmatch(line)
        if fence:
            yield line, False
            if found and found[1].startswith(fence) and not found[2].strip():
                fence = ""
        elif found and not (found[1][0] == "`" and "`" in found[2]):
            fence = found[1]
            yield line, False
        else:
            yield line, True


def _body_and_comments(text: str) -> tuple[str, list[Comment]]:
    body: list[str] = []
    parts: list[tuple[str, list[str]]] = []
    for line, free in _outside_fences(text.split("\n")):
        if not parts:
            if free and _COMMENTS.fullmatch(line.rstrip(" \t#")):
                parts.append(("", []))
            else:
                body.append(line)
        elif free and (heading := _COMMENT.fullmatch(line)):
            parts.append((heading[1], []))
        else:
            parts[-1][1].append(line)
    comments = [_comment(heading, "\n".join(lines).strip()) for heading, lines in parts]
    return "\n".join(body).strip("\n"), [comment for comment in comments if comment.author or comment.text]


def _comment(heading: str, text: str) -> Comment:
    author, comma, date = heading.strip().rpartition(",")
    if comma and _DATE.fullmatch(date.strip()):
        return Comment(author.strip(), date.strip(), text)
    return Comment(heading.strip(), None, text)


def _first_heading(body: str) -> str | None:
    for line, free in _outside_fences(body.split("\n")):
        if free and (found := _TITLE.fullmatch(line)):
            return found[1].rstrip("# \t") or None
    return None
