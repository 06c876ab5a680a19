"""A chain of ten handovers over both clients: what was planted stays exactly once, what was revoked never comes back."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from butler.capabilities.handover.tools import HandoverTools
from butler.capability import Caller
from butler.envelope import compact
from butler.house import House
from butler.maids.document_check import check_document, metadata, split_sections
from butler.maids.text_worker import estimate_tokens
from butler.work_record_backend import start_work

DECISIONS = (
    "prices are whole yen, never fractions",
    "the shop keeps its stock in SQLite",
    "errors are answered in Japanese first",
    "列 c3 は文字列にする",
    "列 c4 は文字列にする",
    "releases are tagged by hand",
    "the API stays at version 2",
    "ログは 30 日で消す",
    "tests run without network",
    "images are kept as WebP",
)
NEXT = (
    "write the export of invoices",
    "write the import of invoices",
    "測定の結果を README に書く",
    "retry failed payments once",
    "show the tax on the receipt",
    "write release() tests",
    "write release() docs",
    "在庫の警告メールを送る",
    "measure the search page",
    "translate the help page",
)
PENDING = (
    ("undecided", "which port the server takes"),
    ("blocked", "the bank's sandbox account is missing"),
    ("tentative", "nightly backups at two o'clock"),
    ("未確定", "通貨の記号の位置"),
    ("recommended", "split the cart module"),
    ("undecided", "whether guests may order"),
    ("blocked", "review of the privacy text"),
    ("暫定", "検索は前方一致だけにする"),
    ("undecided", "name of the mobile app"),
    ("blocked", "the logo in high resolution"),
)
ASKED = (
    "Never touch the migrations folder. Begin with the invoices.",
    "Go on with the import.",
    "README をお願いします。legacy フォルダーは絶対に変更しないでください。",
    "The payments please.",
    "Now the receipt. Forget the idea that the API stays at version 2 before it begins.",
    "Tests for release().",
    "The port question is settled by the notes.",
    "在庫の警告を進めてください。",
    "Measure the search page.",
    "Finish up.",
)
ENDED: dict[int, tuple[str, str]] = {
    4: ("fact: the export of invoices is done", NEXT[0]),
    5: ("rejected: the shop keeps its stock in SQLite, it locks", DECISIONS[1]),
    6: ("decision: the server takes port 8080", PENDING[0][1]),
    7: ("決定: 列 c3 は文字列にするのをやめて、数値にする", DECISIONS[3]),
    8: ("fact: write release() docs: finished", NEXT[6]),
    9: ("fact: the bank's sandbox account has arrived, no longer missing", PENDING[1][1]),
    10: (f"next: {NEXT[8]}", ""),
}


def plain(text: str) -> str:
    """A document's words without Markdown's backslashes and code marks."""
    return text.replace("\\", "").replace("`", "")


def later(house: House, minutes: int) -> House:
    """The same house some minutes later."""
    now = house.now() + timedelta(minutes=minutes)
    return replace(house, start=replace(house.start, now=lambda: now))


def open_lines(text: str) -> list[str]:
    """The lines of the sections that are carried."""
    wanted = ("DECISION", "NEXT_ACTION", "BLOCKED / PENDING")
    return [
        plain(line) for one in split_sections(text) if one.name in wanted for line in one.body.splitlines()
        if line.lstrip("0123456789").startswith(("- ", ". "))
    ]  # fmt: skip


@pytest.fixture
def session(codex_log, claude_log, home) -> Callable[..., Caller]:
    """Writes the log of the n-th session: its request, and the handover that it read; who calls."""

    def codex(asked: str, read: str | None) -> Path:
        log = codex_log(asked)
        if read is not None:
            lines = log.read_text().splitlines()
            record = json.loads(lines[3])
            record["payload"]["item"] = {
                "type": "McpToolCall", "id": "call_0", "server": "butler", "tool": "handover_read", "status": "completed",
                "arguments": {}, "result": {"content": [{"type": "text", "text": read}]},
            }  # fmt: skip
            log.write_text("\n".join([*lines[:3], json.dumps(record), *lines[3:]]) + "\n")
        return Path(log)

    def write(number: int, asked: str, read: str | None) -> Caller:
        client = "codex" if number % 2 else "claude-code"
        tool = ("mcp__butler__handover_read", {}, read) if read is not None else None
        log = codex(asked, read) if client == "codex" else Path(claude_log(asked, tool))
        digit = f"{number:012d}"
        text = (
            log.read_text().replace("8000-000000000001", f"8000-{digit}").replace("8000-000000000002", f"8000-{digit}")
        )
        text = text.replace("T01:00:", f"T{number:02d}:30:").replace("T02:00:", f"T{number:02d}:30:")
        other = log.with_name(log.name.replace("000000000001", digit).replace("000000000002", digit))
        log.unlink()
        other.write_text(text)
        kind = "7000" if client == "codex" else "4000"
        return Caller(client, session_id=f"01990000-0000-{kind}-8000-{digit}")

    return write


def notes_of(number: int) -> str:
    """What the agent of a session writes down."""
    at = number - 1
    label, point = PENDING[at]
    lines = [f"decision: {DECISIONS[at]}", f"next: {NEXT[at]}", f"{label}: {point}"]
    return "\n".join([*lines, *ENDED.get(number, ("",))[:1]])


def write_chain(shop: House, session: Callable[..., Caller], language: str | None = None, **more: Any) -> list[str]:
    """Ten sessions; each reads the last handover by the tool or begins work from it. Their documents.

    ``language``: of all of them, else mixed; ``more``: arguments of handover_prepare.
    """
    documents: list[str] = []
    last: str | None = None
    for number in range(1, 11):
        house = later(shop, number)
        seen = None
        if last is not None and number % 3:
            seen = compact(HandoverTools(house).handover_read(Caller("codex"), issue_id=49))
        caller = session(number, ASKED[number - 1], seen)
        if last is not None and seen is None:
            start_work(house, caller, None, last)
        arguments: dict[str, Any] = {
            "issue_id": 49,
            "notes": notes_of(number),
            "language": language or ("ja" if number in (3, 8) else "en"),
            **more,
        }
        answer = HandoverTools(house).handover_prepare(caller, **arguments)
        assert answer.data["based_on"] == last
        last = answer.data["handover_id"]
        documents.append((shop.project.root / answer.data["snapshot_file"]).read_text())
        assert check_document(documents[-1]) == []
    return documents


@pytest.fixture(params=[None, "ja"], ids=["mixed", "ja"])
def documents(request, repository, open_at, session) -> list[str]:
    """The ten documents of the chain, in both languages by turns, then all in Japanese."""
    return write_chain(open_at(), session, request.param)


def test_a_chain_of_ten_keeps_what_is_open_once_and_what_ended_ended(documents):
    gone = {words for _, words in ENDED.values() if words} | {DECISIONS[6]}
    for number, text in enumerate(documents, 1):
        lines = open_lines(text)
        for planted in (*DECISIONS[:number], *NEXT[:number], *(point for _, point in PENDING[:number])):
            count = sum(planted in line for line in lines)
            if planted not in gone:
                assert count == 1, (number, planted, count)
        for when, (note, words) in ENDED.items():
            left = [line for line in lines if words and words in line and note.split(": ", 1)[1] not in line]
            assert number < when or not left, (number, left)


def test_what_the_person_forbade_stays_once_with_where_it_was_said(documents):
    for number, text in enumerate(documents, 1):
        for since, words in ((1, "Never touch the migrations folder."), (3, "legacy フォルダーは絶対に変更しないで")):
            found = [line for line in open_lines(text) if words in line and "“" + words[:5] in line.replace("「", "“")]
            if number > since + 1:
                assert sum("carried from" in line or "引き継ぎ元" in line for line in found) <= 1
            if number > since:
                everywhere = [line for line in open_lines(text) if words in line]
                assert len(everywhere) == 1, (number, words, everywhere)


def test_a_carried_line_keeps_its_first_handover_and_no_foreign_anchor(documents):
    first = next(line for line in documents[0].splitlines() if "handover_id:" in line).split(": ")[1]
    for text in documents[2:]:
        line = next(line for line in open_lines(text) if DECISIONS[0] in line)
        assert line.endswith((f"(carried from {first})", f"(引き継ぎ元: {first})"))
        assert "[L" not in line


@pytest.mark.parametrize("language", [None, "ja"], ids=["mixed", "ja"])
@pytest.mark.parametrize("tokens", [1000, 1500])
def test_what_a_small_handover_has_no_room_for_is_named_and_comes_back(repository, open_at, session, tokens, language):
    shop = open_at()
    documents = write_chain(shop, session, language, max_tokens=tokens)
    gone = {words for _, words in ENDED.values() if words} | {DECISIONS[6]}
    planted = [
        (at, words) for kind in (DECISIONS, NEXT, [point for _, point in PENDING]) for at, words in enumerate(kind, 1)
    ]
    for number, text in enumerate(documents, 1):
        lines = open_lines(text)
        wanted = [words for at, words in planted if at <= number and words not in gone]
        counts = [sum(words in line for line in lines) for words in wanted]
        assert max(counts) == 1, number
        named = str(metadata(text)["receipt"].get("carried_cut", "")).split()
        assert estimate_tokens(text) <= tokens * 1.1
        assert counts.count(0) <= len(named), (number, named)
        assert not any(words in line for when, (note, words) in ENDED.items() for line in lines
                       if words and number >= when and words in line and note.split(": ", 1)[1] not in line)  # fmt: skip

    house = later(shop, 11)
    last = metadata(documents[-1])["handover_id"]
    caller = session(11, "Go on.", None)
    start_work(house, caller, None, last)
    answer = HandoverTools(house).handover_prepare(caller, issue_id=49, max_tokens=8000)
    text = (shop.project.root / answer.data["snapshot_file"]).read_text()
    lines = open_lines(text)
    assert "carried_cut" not in metadata(text)["receipt"]
    said = {words: note.split(": ", 1)[1] for note, words in ENDED.values()}
    for at, words in planted:
        count = sum(words in line and (words not in said or said[words] not in line) for line in lines)
        assert words == DECISIONS[6] or count == (0 if words in gone else 1), (at, words, count)
