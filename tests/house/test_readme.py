"""The first pages a newcomer reads say what is there: commands, tools, labels and the example are the real ones."""

import re
import shlex
from pathlib import Path

import pytest

from butler import cli
from butler.calling import offered_tools
from butler.house import Start, hire_staff
from butler.maids.document_check import check_document
from butler.maids.notes_worker import LABELS

ROOT = Path(__file__).parents[2]
PAGES = ("README.md", "README.ja.md")
EXAMPLES = ROOT / "session_logs" / "handover"


def text_of(page):
    return (ROOT / page).read_text(encoding="utf-8")


def without_code(text):
    return re.sub(r"^(`{3,})[^`\n]*\n.*?^\1$", "", text, flags=re.MULTILINE | re.DOTALL)


def shell_lines(text):
    blocks = re.findall(r"^```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


def test_both_languages_have_the_same_shape():
    one, two = ([len(level) for level in re.findall(r"^(#+) ", without_code(text_of(page)), re.M)] for page in PAGES)

    assert one == two


@pytest.mark.parametrize("page", PAGES)
def test_every_command_of_the_page_is_understood(page):
    commands = [shlex.split(line, comments=True) for line in shell_lines(text_of(page)) if line.startswith("butler ")]

    assert len(commands) >= 5
    for command in commands:
        assert hasattr(cli._parser().parse_args(command[1:]), "run"), command


@pytest.mark.parametrize("page", PAGES)
def test_every_program_of_the_repository_that_the_page_names_is_there(page):
    programs = set(re.findall(r"(?<![\w/])(?:scripts|\.ci)/\w+", text_of(page)))

    assert {"scripts/demo", "scripts/test"} <= programs
    assert all((ROOT / program).is_file() for program in programs)


@pytest.mark.parametrize("page", PAGES)
def test_every_tool_that_is_offered_stands_on_the_page(page):
    tools = {tool.name for tool in offered_tools(Start(flags={}), hire_staff())}

    assert {tool for tool in tools if f"`{tool}`" not in text_of(page)} == set()


@pytest.mark.parametrize("page", PAGES)
def test_the_labels_of_notes_stand_on_the_page(page):
    assert set(re.findall(r"`([^`\s]+):`", without_code(text_of(page)))) == set(LABELS)


def test_the_example_is_a_handover_with_its_latest_copy():
    snapshots = sorted(EXAMPLES.glob("issue-49_2*.md"))

    assert len(snapshots) == 1
    assert snapshots[0].read_bytes() == (EXAMPLES / "issue-49_latest.md").read_bytes()
    assert check_document(snapshots[0].read_text(encoding="utf-8")) == []


def test_the_readme_shows_lines_of_the_example():
    shown = re.search(r"^````markdown\n(.*?)^````$", text_of("README.md"), re.MULTILINE | re.DOTALL)
    assert shown is not None
    example = set((EXAMPLES / "issue-49_latest.md").read_text(encoding="utf-8").splitlines())

    assert [line for line in shown[1].splitlines() if line != "…" and line not in example] == []
