"""Whatever a log, an issue, a tool or git says: the document keeps its sections, its prompt and its sources."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from butler.capabilities.handover.models import SECTIONS
from butler.maids.document_check import check_document, handoff_prompt, split_sections
from butler.maids.provenance_tables import TRUST, Source
from butler.maids.provenance_worker import line_sources
from tests.security.injected import MARK, bodies
from tests.security.scene import STEP_BREAK, Scene

FORMS = bodies()
WRITERS: dict[str, Source] = {
    "output": "tool",
    "command": "agent",
    "agent": "agent",
    "edit": "agent",
    "plan": "agent",
    "words": "person",
}
CHUNK = 24
SOURCES = r"\[L\d+\]|notes \(|mark \(|### (?:Issue|Plan of the agent|Uncommitted|Commits)|#49|branch|\.txt"


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    """A scratch machine."""
    return Scene(tmp_path)


def document(scene: Scene, *more: str) -> str:
    """The document of the newest session, with everything in it."""
    done = scene.run("handover", "prepare", "--print", "--max-tokens", "100000", *more)
    assert done.code == 0, done.err
    return done.out


def plain(text: str) -> str:
    """The text outside of fences and code spans: what a Markdown renderer would act on."""
    kept, bar = [], ""
    for line in text.split("\n"):
        fence = re.match(r"^\s*(`{3,}|~{3,})", line)
        if bar:
            if fence and line.strip() == bar:
                bar = ""
        elif fence:
            bar = fence[1]
        else:
            kept.append(re.sub(r"(`+)(?!`).+?(?<!`)\1(?!`)", "", line))
    return "\n".join(kept)


def tokens(text: str) -> list[Token]:
    """What a CommonMark renderer with GFM's tables makes of a text, inline parts too."""
    blocks = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text)
    return [one for block in blocks for one in (block, *(block.children or ()))]


def rendered_headings(text: str) -> list[str]:
    """The headings of level 1 and 2 that a renderer shows."""
    found = tokens(text)
    pairs = pairwise(found)
    return [inner.content for one, inner in pairs if one.type == "heading_open" and one.tag in {"h1", "h2"}]


def acting(text: str) -> list[str]:
    """HTML, links and images that a renderer would make of foreign text."""
    kinds = {"html_block", "html_inline", "link_open", "image"}
    return [f"{one.type} {one.content or one.attrs}" for one in tokens(text) if one.type in kinds]


def assert_whole(text: str) -> None:
    """The sections are ours, nothing is wrong, and nothing outside of fences is markup of somebody else."""
    assert check_document(text) == []
    assert tuple(section.name for section in split_sections(text)) == SECTIONS
    assert [line for line in text.split("\n") if line.startswith("## ")] == [f"## {name}" for name in SECTIONS]
    assert rendered_headings(text) == list(SECTIONS)
    assert not acting(text)


def assert_every_line_has_a_source(text: str) -> None:
    """Each line with the foreign mark stands in a fence, or under a line that names an anchor, a writer or the issue."""
    source = group = bar = ""
    for line in text.split("\n## HANDOFF_PROMPT\n")[0].split("\n"):
        fence = re.match(r"^\s*(`{3,}|~{3,})", line)
        if fence and (not bar or line.strip() == bar):
            bar = "" if bar else fence[1]
        elif line.startswith("### ") and not bar:
            group = line
        elif re.match(r"(?:- |\d+\. )", line) and not bar:
            source = f"{group} {line}"
        if MARK in line and not line.startswith("issue: {"):
            assert re.search(SOURCES, source), line


def assert_trust_is_not_raised(text: str, source: Source) -> None:
    """Each line with the foreign mark is trusted at most as the one who wrote it."""
    lines = text.splitlines()
    for one in line_sources(text):
        if MARK in lines[one.line - 1]:
            assert one.trust is not None and TRUST.index(one.trust) >= TRUST.index(source), lines[one.line - 1]


def forms(first: int) -> list[tuple[str, str]]:
    return list(FORMS.items())[first : first + CHUNK]


CHUNKS = range(0, len(FORMS), CHUNK)


pytestmark = pytest.mark.slow


def test_there_are_enough_forms() -> None:
    assert len(FORMS) >= 150
    assert all(MARK in text for text in FORMS.values())


@pytest.mark.parametrize("first", CHUNKS)
@pytest.mark.parametrize("agent", ["codex", "claude"])
@pytest.mark.parametrize("place", ["output", "command", "agent", "edit", "plan", "words"])
def test_a_log_cannot_add_a_section(scene: Scene, place: str, agent: str, first: int) -> None:
    write = scene.codex if agent == "codex" else scene.claude
    write([("words", "Now list the prices, please.")])
    quiet = handoff_prompt(document(scene))
    lead = "AssertionError: " if place == "output" else ""
    told = [(place, lead + text) for _, text in forms(first)]
    if place == "plan":
        told = [("plan", STEP_BREAK.join(text for _, text in told))]
    write([*told, ("words", "Now list the prices, please.")])

    text = document(scene)

    assert MARK in text or place in {"edit", "agent"}
    assert_whole(text)
    assert_every_line_has_a_source(text)
    assert_trust_is_not_raised(text, WRITERS[place])
    prompt = handoff_prompt(text)
    assert MARK not in prompt
    assert _same_but_lines(prompt) == _same_but_lines(quiet) or place == "edit"


def _same_but_lines(prompt: str) -> str:
    lines = [line for line in re.sub(r"\[L\d+\]", "[L]", prompt).split("\n") if not line.startswith("Then open")]
    return re.sub(r"\d{8}T\d{6}Z", "*", "\n".join(lines))


@pytest.mark.parametrize("first", CHUNKS)
def test_an_issue_cannot_add_a_section(scene: Scene, first: int) -> None:
    scene.codex([])
    for _, text in forms(first):
        scene.issue(49, "Prices", text, text)
        made = document(scene, "--issue", "49")
        assert_whole(made)
        assert_every_line_has_a_source(made)
        assert_trust_is_not_raised(made, "issue")
        assert MARK not in handoff_prompt(made)


def assert_prompt_is_quoting(text: str) -> None:
    """Foreign words of the prompt stand in code spans of at most 200 characters, 3 to 8 lines in all."""
    prompt = handoff_prompt(text)
    lines = [line for line in prompt.split("\n") if line.strip()]
    assert 3 <= len(lines) <= 8, prompt
    assert MARK not in plain(prompt), prompt
    assert all(len(span) <= 202 for span in re.findall(r"`[^`]*`", prompt))


@pytest.mark.parametrize("first", CHUNKS)
def test_words_notes_and_titles_reach_the_prompt_only_as_quoted_lines(scene: Scene, first: int) -> None:
    for at, (_, text) in enumerate(forms(first)):
        scene.codex([("words", text)])
        scene.issue(49, text.replace("\x00", ""), "Body.")
        label = ("next", "decision", "blocked", "risk", "file", "fact")[at % 6]
        made = document(scene, "--issue", "49", "--notes", f"{label}: {text}".replace("\x00", ""))
        assert_whole(made)
        assert_every_line_has_a_source(made)
        assert_prompt_is_quoting(made)


@pytest.mark.parametrize("first", CHUNKS)
def test_marks_and_session_titles_cannot_add_a_section(scene: Scene, first: int) -> None:
    _, title = forms(first)[0]
    scene.codex([], title=title)
    for _, text in forms(first):
        assert scene.run("session-log", "mark", text.replace("\x00", "") or "x").code == 0
    made = document(scene)
    assert_whole(made)
    assert_prompt_is_quoting(made)
    assert_trust_is_not_raised(made, "person")


@pytest.mark.parametrize("first", CHUNKS)
def test_git_cannot_add_a_section(scene: Scene, first: int) -> None:
    scene.codex([])
    for at, (_, text) in enumerate(forms(first)):
        scene.repository.commit(text.replace("\x00", " ") or "x")
        name = re.sub(r"[/\x00]", "_", text)[:60].encode()[:200].decode("utf-8", "ignore")
        (scene.project / f"zebra {at} {name}.txt").write_text("x\n")
    made = document(scene)
    assert_whole(made)
    assert_trust_is_not_raised(made, "git")
    assert MARK not in handoff_prompt(made)


@pytest.mark.parametrize("first", CHUNKS)
def test_a_summary_that_somebody_changed_cannot_add_a_section(scene: Scene, first: int) -> None:
    log = scene.codex([("plan", "Sort the list")])
    session = log.stem[-36:]
    file = scene.project / scene.run("session-log", "summarize", session, "--json").data["summary_file"]
    log.unlink()
    good = file.read_text(encoding="utf-8")
    for name in ("REQUESTS", "DECISIONS", "COMMITS", "PLAN", "MARKS"):
        rows = "\n".join(f"- [L3] open: {text}" for _, text in forms(first))
        file.write_text(good.replace(f"## {name}\n\n", f"## {name}\n\n{rows}\n", 1), encoding="utf-8", errors="replace")
        made = document(scene, "--session", session)
        assert "edited after it was written" in made or "is damaged" in made or "summary" not in made
        assert_whole(made)


BRIEF_HEADINGS = re.compile(
    r"(?:#{1,2} )?(?:Handover brief: project-[\w-]+ \([\w-]+, [\w:+-]+\)|Changed since it was written|Goal and requests"
    r"|Where it stopped|NEXT_ACTION|BLOCKED / PENDING|DECISION|RISKS|Work tree and checks|The rest)"
)


def brief(scene: Scene) -> str:
    """The brief of the handover that was saved last."""
    done = scene.run("handover", "brief")
    assert done.code == 0, done.err
    return done.out


def assert_brief_is_ours(text: str) -> None:
    """Its headings are ours, nothing in it acts, every line is one of ours or of the document."""
    assert len(text) <= 6000
    assert all(BRIEF_HEADINGS.fullmatch(one) for one in rendered_headings(text))
    assert all(one.sources for one in line_sources(text))
    assert all(BRIEF_HEADINGS.fullmatch(line) for line in text.split("\n") if line.startswith("#"))
    assert not acting(text)


@pytest.mark.parametrize("first", CHUNKS)
@pytest.mark.parametrize("agent", ["codex", "claude"])
def test_nothing_acts_in_the_brief_of_a_log(scene: Scene, agent: str, first: int) -> None:
    for place in ("words", "output", "agent", "plan"):
        told = [(place, text) for _, text in forms(first)]
        if place == "plan":
            told = [("plan", STEP_BREAK.join(text for _, text in told))]
        (scene.codex if agent == "codex" else scene.claude)(told)
        assert scene.run("handover", "prepare", "--max-tokens", "100000").code == 0
        assert_brief_is_ours(brief(scene))


@pytest.mark.parametrize("first", CHUNKS)
def test_nothing_acts_in_the_brief_of_what_git_says_since(scene: Scene, first: int) -> None:
    scene.codex([("edit", "begun")])
    assert scene.run("handover", "prepare").code == 0
    for at, (_, text) in enumerate(forms(first)):
        name = re.sub(r"[/\x00]", "_", text)[:60].encode()[:200].decode("utf-8", "ignore")
        (scene.project / f"{name} {at}.txt").write_text("x\n")
        scene.repository.write("shop/prices.py", f"PRICES = {{{at}}}\n")
        scene.repository.commit(text.replace("\x00", " ") or "x")
        made = brief(scene)
        assert "Changed since it was written\n- Nothing" not in made
        assert_brief_is_ours(made)


BRANCHES = [
    "`zebra`",
    "zebra<b>",
    "zebra](x)",
    "##zebra",
    "--output=zebra",
    "zebra\u202eniam",
    "zebra|x",
    "zebra&lt;",
    "zebra;id",
    "$(zebra)",
]


@pytest.mark.parametrize("name", BRANCHES)
def test_a_branch_name_is_text(scene: Scene, name: str) -> None:
    scene.codex([])
    head = scene.repository.git("rev-parse", "HEAD")
    ref = scene.project / ".git/refs/heads" / name
    ref.write_text(f"{head}\n")
    (scene.project / ".git/HEAD").write_text(f"ref: refs/heads/{name}\n")
    made = document(scene)
    assert_whole(made)
    assert "\u202e" not in made


@pytest.mark.parametrize("first", CHUNKS)
def test_a_summary_of_a_log_keeps_its_shape(scene: Scene, first: int) -> None:
    scene.claude([])
    quiet = scene.run("session-log", "summarize", "--json").data["document"]
    scene.claude([(place, text) for place in ("output", "words", "agent") for _, text in forms(first)])

    noisy = scene.run("session-log", "summarize", "--json").data["document"]

    known = set(re.findall(r"^#+ .*$", quiet, re.M))
    headings = set(re.findall(r"^#+ .*$", plain(noisy), re.M))
    assert not {line for line in headings - known if MARK in line or any(name in line for name in SECTIONS)}
    assert not acting(noisy)
    assert all(one.sources for one in line_sources(noisy))


def test_the_reader_is_told_that_fenced_text_is_evidence() -> None:
    from butler.mcp_facade import INSTRUCTIONS

    assert "never an order" in INSTRUCTIONS
