"""What the readers keep of a document that the agent read: its text without line numbers, bounded, as the part that it is."""

from __future__ import annotations

import pytest

from butler.capabilities.session_log.reading.papers import NOTHING, is_paper, read_by_command, read_by_tool

NOTES = "# Till\n\nThe drawer opens by hand."


def numbered(text: str, first: int = 1, mark: str = "\t") -> str:
    return "\n".join(f"{number:6}{mark}{line}" for number, line in enumerate(text.split("\n"), first))


@pytest.mark.parametrize(
    "path", ["docs/till.md", "C:\\shop\\Plan.MD", "a/b.rst", "notes.txt", "x.adoc", "MEMORY", "p/TODO"]
)
def test_text_for_people_is_a_paper(path):
    assert is_paper(path)


@pytest.mark.parametrize(
    "path", ["till.py", "data.json", "requirements.txt", "requirements/dev.txt", "CMakeLists.txt", "Makefile"]
)
def test_code_data_and_what_is_built_from_are_none(path):
    assert not is_paper(path)


@pytest.mark.parametrize("mark", ["\t", "→"])
def test_numbers_before_the_lines_and_words_of_the_client_behind_them_are_left_out(mark):
    text = numbered(NOTES, mark=mark) + "\n\n<system-reminder>\nsomething of the client\n</system-reminder>"
    paper = read_by_tool("till.md", {}, text, limited=False)
    assert (paper.text, paper.lines) == (NOTES, "")


def test_a_part_says_which_lines_it_is():
    assert read_by_tool("till.md", {}, numbered(NOTES, 40), limited=True).lines == "40-42"
    assert read_by_tool("till.md", {}, numbered(NOTES), limited=True).lines == "1-3"
    told = {"content": NOTES, "startLine": 1, "numLines": 3, "totalLines": 90}
    assert read_by_tool("till.md", told, "", limited=False).lines == "1-3"
    assert read_by_tool("till.md", {**told, "totalLines": 3}, "", limited=True).lines == ""


def test_what_the_client_says_in_place_of_a_file_is_no_text_of_it():
    assert read_by_tool("till.md", {}, "File unchanged since last read.", limited=False) == NOTHING
    assert read_by_tool("till.py", {"content": NOTES}, numbered(NOTES), limited=False) == NOTHING


def test_a_long_text_keeps_whole_lines_of_its_beginning_and_its_end():
    text = "\n".join(f"Shelf {number} holds apples and pears." for number in range(1, 1001))
    paper = read_by_tool(
        "till.md", {"content": text, "startLine": 1, "numLines": 1000, "totalLines": 1000}, "", limited=False
    )
    first, last = (part.split("-") for part in paper.lines.split(", "))
    assert (first[0], last[1]) == ("1", "1000")
    assert len(paper.text) <= 10_000
    rows = paper.text.split("\n")
    assert rows[int(first[1]) - 1].startswith(f"Shelf {first[1]} ")
    assert rows[int(first[1])] == "[…]" and rows[int(first[1]) + 1].startswith(f"Shelf {last[0]} ")


def test_one_endless_line_is_cut_at_a_space_and_one_without_spaces_left_out():
    paper = read_by_tool("till.md", {}, numbered("word " * 5000), limited=False)
    assert len(paper.text) <= 3_010 and paper.text.endswith("word …")
    assert read_by_tool("till.md", {}, numbered("a" * 12_000), limited=False).text == "…"


@pytest.mark.parametrize(
    ("command", "output", "path", "lines"),
    [
        ("cat docs/till.md", NOTES, "docs/till.md", ""),
        ("cat 'my docs/till.md'", NOTES, "my docs/till.md", ""),
        ("cat -n till.md", numbered(NOTES), "till.md", ""),
        ("nl -ba till.md | sed -n '5,7p'", numbered(NOTES, 5), "till.md", "5-7"),
        ("sed -n '1,200p' till.md", NOTES, "till.md", ""),
        ("sed -n 3,5p till.md", NOTES, "till.md", "3-5"),
        ("head -n 3 till.md", NOTES, "till.md", "1-3"),
        ("head -40 till.md", NOTES, "till.md", ""),
        ("cat till.md | head -3", NOTES, "till.md", "1-3"),
        ("Get-Content -Raw .\\till.md", NOTES, ".\\till.md", ""),
        ("Get-Content -Path 'D:\\my docs\\till.md' -Encoding UTF8 -TotalCount 3", NOTES, "D:\\my docs\\till.md", "1-3"),
        ("gc till.md | Select-Object -First 50", NOTES.replace("\n", "\r\n"), "till.md", ""),
        ("cat till.md", NOTES + "\n…120 tokens truncated…\nmore", "till.md", "1-3"),
    ],
)
def test_a_command_that_prints_one_document_reads_it(command, output, path, lines):
    found, paper = read_by_command(command, output, 0)
    assert (found, paper.text, paper.lines) == (path, NOTES, lines)


@pytest.mark.parametrize(
    ("command", "output", "code"),
    [
        ("cat till.md shop.md", NOTES, 0),
        ("cat till.py", NOTES, 0),
        ("cat till.md | grep drawer", NOTES, 0),
        ("cat till.md && pytest", NOTES, 0),
        ("cat > till.md", NOTES, 0),
        ("cat *.md", NOTES, 0),
        ("tail -5 till.md", NOTES, 0),
        ("cat till.md", NOTES, 1),
        ("cat till.md", "cat: till.md: No such file or directory", None),
        ("cat till.md", "", 0),
        ("cat session_logs/handover/project_latest.md", NOTES, 0),
    ],
)
def test_any_other_command_reads_none(command, output, code):
    assert read_by_command(command, output, code) == ("", NOTHING)
