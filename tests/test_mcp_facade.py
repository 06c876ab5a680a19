"""The facade as a Brain sees it, in both protocol eras."""

import dataclasses
import json
import os
import re
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from butler.capability import Capability, reads, tools_of
from butler.envelope import ok
from butler.house import Staff
from butler.mcp_facade import INSTRUCTIONS, create_facade, import_fastmcp

import_fastmcp()

from fastmcp import Client  # noqa: E402
from mcp_types import Implementation  # noqa: E402

ERAS = ["auto", "legacy"]
TOOLS = {
    "handover_prepare": ["issue_id", "notes", "session", "since", "max_tokens", "language", "target_brain"],
    "handover_read": ["issue_id", "handover_id", "section", "format"],
    "handover_list": ["query"],
    "work_start": ["issue_id", "handover_id", "task_id"],
    "work_observe": [],
    "work_finish": ["notes"],
    "issue_list": ["state", "query"],
    "issue_read": ["issue_id"],
    "session_log_mark": ["note"],
    "session_log_read": ["session", "line", "count"],
    "session_log_summarize": ["session", "since"],
}
WRITING = {"handover_prepare", "work_start", "work_finish", "session_log_mark", "session_log_summarize"}


@pytest.fixture
def make_start(start, project):
    """The start of a process in a folder, at a quarter to ten UTC."""

    def make(folder=project):
        return dataclasses.replace(start, folder=folder, now=lambda: datetime(2026, 6, 3, 9, 45, tzinfo=UTC))

    return make


@pytest.fixture
def project(home):
    folder = home / "project"
    issues = folder / ".butler" / "issues"
    issues.mkdir(parents=True)
    (issues / "49-lock.md").write_text(
        "---\nid: 49\ntitle: Refuse the second taker\nstate: open\n---\n\nA second take must be refused.\n"
    )
    return folder


@pytest.fixture
def facade(make_start, staff, project):
    return create_facade(make_start(project), staff)


@pytest.fixture(params=ERAS)
def era(request):
    return request.param


def answer(result):
    return result.structured_content


async def test_exactly_the_eleven_tools_with_exactly_their_arguments(facade, era):
    async with Client(facade, mode=era) as brain:
        tools = {tool.name: tool for tool in await brain.list_tools()}

    assert {name: list(tool.input_schema["properties"]) for name, tool in tools.items()} == TOOLS
    assert all(tool.input_schema["additionalProperties"] is False for tool in tools.values())


async def test_what_a_model_is_shown_of_all_tools_costs_at_most_2000_tokens(facade):
    async with Client(facade) as brain:
        shown = [
            {"name": t.name, "description": t.description, "input_schema": t.input_schema}
            for t in await brain.list_tools()
        ]

    size = len(json.dumps(shown, ensure_ascii=False, separators=(",", ":")).encode())
    assert size / 3 <= 2000
    assert all(0 < len(tool["description"]) <= 1000 for tool in shown)
    assert all(re.fullmatch(r"[a-z0-9_]{1,30}", tool["name"]) for tool in shown)


async def test_annotations_tell_the_truth(facade, era):
    async with Client(facade, mode=era) as brain:
        notes = {tool.name: tool.annotations for tool in await brain.list_tools()}

    assert {name for name, note in notes.items() if not note.read_only_hint} == WRITING
    assert all(note.destructive_hint is False and note.open_world_hint is False for note in notes.values())


def test_the_first_250_characters_of_the_instructions_carry_the_essentials():
    assert all(word in INSTRUCTIONS[:250] for word in ("handover_read", "handover_prepare", "notes"))
    assert len(INSTRUCTIONS) <= 2000


async def test_a_handover_travels_from_one_brain_to_the_next(facade, project, era):
    async with Client(facade, mode=era) as brain:
        prepared = answer(
            await brain.call_tool(
                "handover_prepare", {"issue_id": "#49", "notes": "decision: use a lock file\nnext: write release()"}
            )
        )
    async with Client(facade, mode=era) as next_brain:
        read = answer(await next_brain.call_tool("handover_read", {"issue_id": 49, "format": "json"}))

    assert prepared["status"] == read["status"] == "ok"
    assert prepared["data"]["handover_id"] == read["data"]["handover_id"] == "issue-49-20260603T094500Z-fastmcp"
    assert (project / prepared["data"]["snapshot_file"]).read_text() == read["data"]["snapshot"]
    assert "use a lock file" in read["data"]["snapshot"] and "Refuse the second taker" in read["data"]["snapshot"]
    assert sorted(p.name for p in (project / "session_logs/handover").iterdir() if p.suffix != ".lock") == [
        "index.json", "issue-49_20260603T094500Z_fastmcp.md", "issue-49_latest.md"
    ]  # fmt: skip


async def test_a_brain_reads_a_handover_as_markdown_and_nothing_beside_it(facade, project, era):
    async with Client(facade, mode=era) as brain:
        prepared = answer(await brain.call_tool("handover_prepare", {"issue_id": 49, "notes": "next: write release()"}))
        result = await brain.call_tool("handover_read", {"issue_id": 49})
        tools = {tool.name: tool for tool in await brain.list_tools()}

    assert result.structured_content is None and not result.is_error
    assert [block.type for block in result.content] == ["text"]
    head, document = result.content[0].text.split("\n\n---\n\n", 1)
    assert document == (project / prepared["data"]["snapshot_file"]).read_text()
    assert head.startswith(f"Handover {prepared['data']['handover_id']}")
    assert {name for name, tool in tools.items() if tool.output_schema is None} == {"handover_read"}


async def test_a_reading_that_is_refused_says_so_in_the_shape_of_every_refusal(facade, era):
    async with Client(facade, mode=era) as brain:
        for arguments, code in (({}, "no_handover"), ({"format": "xml"}, "invalid_format")):
            result = await brain.call_tool("handover_read", arguments, raise_on_error=False)
            assert result.is_error
            assert answer(result)["error"]["code"] == code
            assert json.loads(result.content[0].text) == answer(result)


async def test_a_refusal_is_an_answer_with_a_code_and_a_hint(facade, era):
    async with Client(facade, mode=era) as brain:
        result = await brain.call_tool("issue_read", {"issue_id": 50}, raise_on_error=False)

    assert result.is_error
    body = answer(result)
    assert body["status"] == "error"
    assert body["error"]["code"] == "issue_not_found"
    assert "49" in body["error"]["hint"] + body["error"]["message"]
    assert json.loads(result.content[0].text) == body


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("handover_prepare", {"max_tokens": "se" + "cret-value"}),
        ("handover_prepare", {"se" + "cret-value": 1}),
        ("session_log_read", {"line": {"a": "se" + "cret-value"}}),
        ("session_log_mark", {}),
        ("issue_read", {"issue_id": ["se" + "cret-value"]}),
    ],
)
async def test_wrong_arguments_are_named_and_their_values_never_repeated(facade, tool, arguments, era):
    async with Client(facade, mode=era) as brain:
        result = await brain.call_tool(tool, arguments, raise_on_error=False)

    assert result.is_error
    assert answer(result)["error"]["code"] == "invalid_arguments"
    assert "secret-value" not in result.content[0].text
    assert "pydantic" not in result.content[0].text


class Broken:
    """A room with a bug."""

    def __init__(self, house):
        pass

    @reads
    def broken_tell(self, caller):
        """Fail."""
        raise KeyError("/home/dev/private " + "se" + "cret-value")

    @reads
    def broken_flood(self, caller):
        """Answer too much."""
        return ok("much", {"text": "x" * 40_000})


def with_room(staff, room):
    return Staff({**staff.rooms, room.name: room}, staff.formats, staff.brains, staff.issue_sources)


async def test_a_bug_is_logged_and_answered_without_its_details(make_start, staff, project, capsys, era):
    facade = create_facade(make_start(project), with_room(staff, Capability("broken", "", lambda: Broken)))
    async with Client(facade, mode=era) as brain:
        result = await brain.call_tool("broken_tell", {}, raise_on_error=False)

    assert answer(result)["error"]["code"] == "internal_error"
    assert "private" not in result.content[0].text
    assert "KeyError" in capsys.readouterr().err


async def test_no_client_is_the_shell_whatever_it_calls_itself(facade, home):
    (home / "letter.txt").write_text("User: my own letter")
    name = Implementation(name="Command Line", version="1")
    async with Client(facade, client_info=name) as brain:
        prepared = (await brain.call_tool("handover_prepare", {"notes": "decision: keep it"})).structured_content
        refused = await brain.call_tool("session_log_read", {"session": str(home / "letter.txt")}, raise_on_error=False)
    assert prepared["data"]["source_brain"] == "unknown"
    assert refused.structured_content["error"]["code"] == "log_not_allowed"


async def test_an_answer_that_clients_would_cut_is_refused_instead(make_start, staff, project):
    facade = create_facade(make_start(project), with_room(staff, Capability("broken", "", lambda: Broken)))
    async with Client(facade) as brain:
        result = await brain.call_tool("broken_flood", {}, raise_on_error=False)

    assert answer(result)["error"]["code"] == "result_too_large"


async def test_a_room_that_cannot_be_loaded_does_not_take_the_facade_down(make_start, staff, project, capsys):
    def fail():
        raise ImportError("no such module")

    facade = create_facade(make_start(project), with_room(staff, Capability("absent", "", fail)))
    async with Client(facade) as brain:
        names = {tool.name for tool in await brain.list_tools()}

    assert names == set(TOOLS)
    assert "absent is closed" in capsys.readouterr().err


def test_two_tools_of_one_name_are_refused(make_start, staff):
    twice = Capability("twice", "", staff.rooms["handover"].load)

    with pytest.raises(ValueError, match="handover"):
        create_facade(make_start(), with_room(staff, twice))


async def test_home_as_project_is_refused_at_the_call_and_the_tools_are_listed_all_the_same(
    make_start, staff, home, era
):
    at_home = create_facade(make_start(home), staff)
    async with Client(at_home, mode=era) as brain:
        assert len(await brain.list_tools()) == 11
        result = await brain.call_tool("work_observe", {}, raise_on_error=False)

    assert answer(result)["error"]["code"] == "project_refused"


async def test_every_tool_answers_with_an_envelope_in_both_eras(facade, era):
    arguments = {
        "issue_read": {"issue_id": 49},
        "session_log_mark": {"note": "here"},
        "handover_read": {"format": "json"},
    }
    async with Client(facade, mode=era) as brain:
        for name in TOOLS:
            body = answer(await brain.call_tool(name, arguments.get(name, {}), raise_on_error=False))
            assert set(body) == {"status", "summary", "data"} | ({"error"} if body["status"] == "error" else set()), (
                name
            )
            assert body["summary"]


def test_every_tool_of_every_room_is_described(staff):
    for room in staff.rooms.values():
        for tool in tools_of(room):
            assert tool.function.__doc__


SEED_PREPARE = {
    "handover_id": str, "snapshot_file": str, "latest_file": str, "handoff_prompt": str, "mode": str, "issue_id": int, "source_brain": str, "next_recommended": dict,
}  # fmt: skip
SEED_READ = {
    "handover_id": str,
    "snapshot_file": str,
    "snapshot": str,
    "handoff_prompt": str,
    "issue_id": int,
    "next_recommended": dict,
}


async def test_the_owners_two_examples_hold_key_by_key(facade, era):
    async with Client(facade, mode=era) as brain:
        prepared = answer(await brain.call_tool("handover_prepare", {"issue_id": 49}))
        read = answer(await brain.call_tool("handover_read", {"issue_id": 49, "format": "json"}))

    for body, keys in ((prepared, SEED_PREPARE), (read, SEED_READ)):
        assert set(body) == {"status", "summary", "data"}
        assert {key: type(body["data"][key]) for key in keys} == keys
    assert prepared["data"]["mode"] == "core"
    assert prepared["data"]["snapshot_file"] == "session_logs/handover/issue-49_20260603T094500Z_fastmcp.md"
    assert (
        prepared["data"]["latest_file"] == read["data"]["snapshot_file"] == "session_logs/handover/issue-49_latest.md"
    )
    assert prepared["data"]["next_recommended"] == {"tool": "handover_read", "args": {"issue_id": 49}}
    assert read["data"]["next_recommended"] == {"tool": "work_observe", "args": {}}


@pytest.mark.parametrize("mode", ERAS)
async def test_over_stdio_nothing_but_json_reaches_the_client_even_in_a_hostile_folder(home, project, mode):
    from fastmcp.client.transports import StdioTransport

    (project / ".env").write_text("FASTMCP_TRANSPORT=http\nFASTMCP_LOG_LEVEL=bogus\nFASTMCP_PORT=1\n")
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "PYTHONPATH": str(Path(__file__).parents[1]),
        "FASTMCP_TRANSPORT": "http",
    }
    transport = StdioTransport(sys.executable, ["-m", "butler", "serve"], env=environment, cwd=str(project))
    async with Client(transport, mode=mode) as brain:
        assert len(await brain.list_tools()) == 11
        observed = answer(await brain.call_tool("work_observe", {}))

    assert observed["status"] == "ok"
