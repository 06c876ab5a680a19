"""Work grows with the length of a text, never with its square: long runs of one thing end well within a test's time.

A quadratic expression needs minutes for one of these texts, an exponential one never ends.
"""

from __future__ import annotations

import pytest

from butler.capabilities.handover.models import LogSource, Materials, Meta, NoteText
from butler.capabilities.handover.named_paths import existing_files
from butler.capabilities.handover.render import render
from butler.capabilities.session_log.formats import looks_like_json
from butler.capabilities.work_record.models import WorkState
from butler.issue_backend import Issue
from butler.maids.document_check import check_document
from butler.maids.handover_worker import compose
from butler.maids.markdown_issue_worker import parse_issue
from butler.maids.notes_worker import parse_notes
from butler.maids.redaction_worker import Redactor
from butler.maids.session_log_commands import bare_command, kind_of, plain_command, short_command
from butler.maids.session_log_instructions import hard_rules
from butler.maids.session_log_outputs import output_of, pushes, version
from butler.maids.session_log_shorten import shorten_request
from butler.maids.session_log_words import asks, person_text
from butler.maids.session_log_worth import sentences
from butler.maids.session_log_written import bodies_in, written_files
from butler.maids.text_worker import fence, one_line, quoted

SIZE = 200_000
RUNS = (
    "-", ".", "@", "+", "/", "*", "#", "_", "`", ":", "1", "a", "あ", " ", "\t", "\n", "\u3000", "a/", "a.", "- ", "> ",
    "## AB ", "a:", "[", "<", '"', '\\"', "'", "|", "(carried from a", "next: ",
)  # fmt: skip
ENDS = ("", "!", "\nnext: x", "│", " -> b", "\n## AB\t \tc")


def _long(run: str, end: str = "") -> str:
    return run * (SIZE // len(run)) + end


@pytest.mark.parametrize("run", RUNS)
def test_the_paths_that_a_long_text_names_are_found_in_one_pass(tmp_path, run):
    (tmp_path / "shop.py").write_text("")
    assert existing_files(tmp_path, [f"shop.py {_long(run)} shop.py"]) == {"shop.py"}


@pytest.mark.parametrize("run", RUNS)
def test_a_document_with_a_long_issue_and_long_notes_is_composed_in_one_pass(run):
    meta = Meta(project="shop", source_brain="codex", created_at="2026-06-03T00:45:00+00:00", handover_id="x")
    text = render(
        compose(
            Materials(
                meta=meta,
                redactor=Redactor(),
                work=WorkState(None, "no_git"),
                facts=None,
                log=LogSource(absent="no_session_here"),
                issue=Issue(id=49, title="t", state="open", body=_long(run), source="test"),
                notes=NoteText(f"decision: a\n{_long(run)[:60_000]}\nnext: b", "notes (codex)"),
            )
        )
    )
    assert check_document(text) == []


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("run", RUNS)
def test_notes_documents_and_words_of_any_shape_are_read_in_one_pass(run, end):
    text = _long(run, end)
    parse_notes(text)
    check_document(f"## {text}")
    one_line(text)
    quoted(text)
    assert fence(f"## AB{text}")
    person_text(f"{text}\n# User Input{text}")
    sentences(text)
    asks(text)
    hard_rules(f"# Rules\n\n- Never do it. {text}\n# {text}")
    looks_like_json(f"[{text}".encode())
    shorten_request(f"must {text}"[:60_000], 150)
    shown = output_of(text)
    assert [*pushes(shown)] == [] or "->" in text
    version(shown.lines)


@pytest.mark.parametrize("run", RUNS)
def test_an_issue_of_any_shape_is_read_in_one_pass(run):
    assert parse_issue(f"# Shop\n\n{_long(run)}\n", "49", "test").id == 49


@pytest.mark.parametrize(
    "head", ["git ", "npm ", "mvn ", "sed -i", "perl -", "cat ", "cp ", "Set-Content ", "open(", "", '"', "python -"]
)
@pytest.mark.parametrize("run", ["-a ", "-a -", "a ", "i", "\n", "; ", "&", '\\"', "'", "/a/", "<<", "-C a ", "--a=b "])
def test_a_command_of_any_shape_is_told_in_one_pass(head, run):
    text = plain_command(head + _long(run) + "x")
    assert kind_of(text) and short_command(text) is not None and bare_command(text) is not None
    written_files(f"{head}> {_long(run)}")
    bodies_in(f"{head} <<{_long(run)}")
