"""Documents and logs beyond what one answer may hold: each client's model gets all of it, and nothing that a client cut."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from functools import partial

import pytest

from tests.e2e.documents import SECTIONS
from tests.e2e.scripted_model import Call, Say, conversation
from tests.e2e.with_clients import (
    CODE_MODE,
    Scene,
    answer_in,
    claude_call,
    codex_call,
    needs_clients,
    script_call,
)

pytestmark = needs_clients

FACTS = [
    f"棚 {number} の本は予約が二重にならず、価格は整数のまま扱います。確認した人は {number} 番です"
    for number in range(380)
]
ASKED = "予約の一覧を読んでください。" + "".join(f"棚 {number} には本が三冊あります。" for number in range(300))
LISTS, ROWS = 8, 120
LIST = 'i=0; while [ $i -lt {rows} ]; do i=$((i+1)); echo "表 {number} 行 $i: 予約は先着順です"; done'
CUT = ("truncated", "persisted-output", "exceeds maximum", "Output has been saved")
"""Words with which the clients say that they cut a result."""
NEXT_PART = re.compile(r'^Next: handover_read\(handover_id="[^"]+", section="([^"]+)"\)$', re.MULTILINE)
CLIENTS: Mapping[str, tuple[Callable[..., Call], tuple[str, ...]]] = {
    "claude": (claude_call, ()),
    "codex": (codex_call, ()),
    "code mode": (script_call, CODE_MODE),
}


@dataclass(slots=True)
class Seen:
    """What a model was sent: the newest handover, the parts of its sections, the log on one page and on many."""

    whole: str = ""
    parts: list[str] = field(default_factory=list)
    page: str = ""
    pages: list[str] = field(default_factory=list)

    def all(self) -> list[str]:
        """All of it."""
        return [self.whole, *self.parts, self.page, *self.pages]


@dataclass(frozen=True, slots=True)
class Long:
    """A long session of Claude Code and the long document that it wrote."""

    scene: Scene
    session: str
    document: str


def reading(call: Callable[..., Call], session: str, seen: Seen) -> Generator[Call, str, None]:
    """Read as the answers say how to go on, until there is nothing more."""
    log = partial(call, "session_log_read", session=session)
    if call is script_call:
        log = partial(log, "r.structuredContent")
    seen.whole = yield call("handover_read")
    for name in SECTIONS:
        section = name
        while section:
            seen.parts.append((yield call("handover_read", section=section)))
            following = NEXT_PART.search(seen.parts[-1])
            section = following[1] if following else ""
    seen.page = yield log(line=1, count=200)
    line: int | None = 1
    while line:
        seen.pages.append((yield log(line=line, count=3)))
        line = answer_in(seen.pages[-1])["data"]["next_line"]


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Long:
    """Claude Code lists much and tells 380 facts in its notes."""
    scene = Scene(tmp_path_factory.mktemp("long"))
    lists = [
        Call("Bash", {"command": LIST.format(rows=ROWS, number=number), "description": "list"})
        for number in range(LISTS)
    ]
    notes = "\n".join(f"事実: {fact}" for fact in FACTS)
    given = {"notes": notes, "max_tokens": 100_000, "language": "ja"}
    script = [Say(calls=lists), Say(calls=[claude_call("handover_prepare", **given)]), Say("引き継ぎました。")]
    with scene.claude(script, asked=ASKED) as (session, model):
        handover = answer_in(model.last_tool_result())["data"]["handover_id"]
    return Long(scene, session, scene.handover(handover))


@pytest.fixture(scope="module", params=CLIENTS)
def seen(long: Long, request: pytest.FixtureRequest) -> Seen:
    """All that a model of each client read of them."""
    call, words = CLIENTS[request.param]
    found = Seen()
    script = conversation(reading(call, long.session, found))
    with (long.scene.claude if request.param == "claude" else long.scene.codex)(script, *words):
        return found


def test_no_client_cut_anything(seen: Seen) -> None:
    assert [words for words in CUT for text in seen.all() if words in text] == []
    assert max(len(text.encode()) for text in seen.all()) < 36_500


def test_the_default_answer_is_as_long_as_may_be_and_says_what_it_left_out(long: Long, seen: Seen) -> None:
    assert len(long.document.encode()) > 50_000
    assert len(seen.whole.encode()) > 33_000
    left_out = re.search(r"^- (\d+) lines of DISCOVERY left out of this answer", seen.whole, re.MULTILINE)
    missing = [fact for fact in FACTS if fact not in seen.whole]
    assert left_out and 0 < len(missing) <= int(left_out[1])
    assert [name for name in SECTIONS if f"\n## {name}\n" not in seen.whole] == []


def test_the_parts_of_all_sections_are_the_whole_document(long: Long, seen: Seen) -> None:
    shown = [words.split("\n\n---\n\n", 1)[1].partition("\n<system-reminder>")[0] for words in seen.parts]
    assert len(shown) > len(SECTIONS) + 1
    assert _lines("\n".join(shown)) == _lines(long.document)


def test_the_log_on_one_page_is_shortened_by_butler_and_says_so(seen: Seen) -> None:
    data = answer_in(seen.page)["data"]
    outputs = [one["output"] for one in data["entries"] if one["kind"] == "command"]
    assert len(outputs) == LISTS and data["left_out"] == 0
    assert [output for output in outputs if f"行 {ROWS}:" not in output or "…" not in output] == []


def test_the_log_page_by_page_is_whole(seen: Seen) -> None:
    pages = [answer_in(page)["data"] for page in seen.pages]
    entries = [one for page in pages for one in page["entries"][page["before"] :]]
    printed = "\n".join(one.get("output", "") for one in entries).splitlines()
    wanted = [f"表 {number} 行 {row}: 予約は先着順です" for number in range(LISTS) for row in range(1, ROWS + 1)]
    assert [line for line in printed if line.startswith("表")] == wanted
    assert next(one["text"] for one in entries if one.get("speaker") == "person") == ASKED
    lines = [one["line"] for one in entries]
    assert lines == sorted(lines)


def test_a_script_may_print_the_whole_result_of_the_longest_handover(long: Long) -> None:
    with long.scene.codex([Say(calls=[script_call("handover_read", "r")]), Say("Read.")], *CODE_MODE) as (_, model):
        shown = model.last_tool_result()
    assert len(shown.encode()) > 33_000
    assert shown.count("## HANDOFF_PROMPT") == 1 and not any(words in shown for words in CUT)


def _lines(text: str) -> list[str]:
    """The lines that say something; a part ends and begins a block with a fence of its own."""
    return [line for line in text.splitlines() if line.strip() and not line.strip().startswith("```")]
