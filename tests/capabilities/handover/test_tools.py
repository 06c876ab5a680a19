"""The three tools of the handover room, on a real project with an issue and a log of each client."""

from __future__ import annotations

import json
import threading
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from butler.capabilities.handover import CAPABILITY
from butler.capabilities.handover.gathering import draft, prepare_request
from butler.capabilities.handover.tools import HandoverTools
from butler.capabilities.session_log.models import Command, FileRead
from butler.capability import Caller, tools_of
from butler.envelope import RESULT_LIMIT, Envelope, compact, sent_bytes
from butler.errors import ButlerError, InvalidInput, NotFound
from butler.house import House
from butler.maids.session_log_worker import gather
from butler.phrases import catalogue
from butler.tool_schema import description_of
from butler.work_record_backend import start_work

CODEX = Caller("codex")
CLAUDE = Caller("claude-code")
PERSON = Caller("command-line")

SEED_PREPARE = {
    "handover_id": "issue-49-20260603T094500Z-codex",
    "snapshot_file": "session_logs/handover/issue-49_20260603T094500Z_codex.md",
    "latest_file": "session_logs/handover/issue-49_latest.md",
    "handoff_prompt": "次の Brain は...",
    "mode": "core",
    "issue_id": 49,
    "source_brain": "codex",
    "next_recommended": {"tool": "handover_read", "args": {"issue_id": 49}},
}
SEED_READ = {
    "handover_id": "issue-49-20260603T094500Z-codex",
    "snapshot_file": "session_logs/handover/issue-49_latest.md",
    "snapshot": "...markdown...",
    "handoff_prompt": "次の Brain は...",
    "issue_id": 49,
    "next_recommended": {"tool": "work_observe", "args": {}},
}


def prepare(house: House, caller: Caller = CODEX, **arguments: Any) -> Envelope:
    """Call handover_prepare."""
    return HandoverTools(house).handover_prepare(caller, **arguments)


def read(house: House, caller: Caller = CODEX, **arguments: Any) -> Envelope:
    """Call handover_read."""
    return HandoverTools(house).handover_read(caller, **arguments)


def later(house: House, seconds: int) -> House:
    """The same house some seconds later."""
    now = house.now() + timedelta(seconds=seconds)
    return replace(house, start=replace(house.start, now=lambda: now))


@pytest.fixture
def shop(repository, codex_log, open_at) -> House:
    """The house of a git project with issue 49 and a Codex log."""
    codex_log()
    return open_at()


class TestTheOwnersExamples:
    """The two examples of the owner's paper as a table: every key, the same type, the same value where it is fixed."""

    @pytest.fixture
    def answers(self, repository, codex_log, open_at) -> tuple[Envelope, Envelope]:
        codex_log()
        house = open_at(language="ja")
        at = house.now().replace(hour=18, minute=45)
        house = replace(house, start=replace(house.start, now=lambda: at))
        return prepare(house, issue_id=49), read(house, issue_id=49)

    @pytest.mark.parametrize("key", SEED_PREPARE)
    def test_prepare_answers_as_in_the_seed(self, answers, key):
        same(answers[0].data[key], SEED_PREPARE[key], free={"handoff_prompt"}, key=key)

    @pytest.mark.parametrize("key", SEED_READ)
    def test_read_answers_as_in_the_seed(self, answers, key):
        same(answers[1].data[key], SEED_READ[key], free={"handoff_prompt", "snapshot"}, key=key)

    def test_summaries_are_the_owners_words(self, answers):
        assert [answer.summary for answer in answers] == [
            "handover snapshot を作成しました",
            "handover snapshot を取得しました",
        ]
        assert [answer.status for answer in answers] == ["ok", "ok"]


def same(found: Any, wanted: Any, *, free: set[str], key: str) -> None:
    """The same type, and the same value unless the key's text is free (then it says something)."""
    assert type(found) is type(wanted)
    assert found == wanted or (key in free and found.strip())


class TestPrepareThenRead:
    def test_the_next_agent_reads_what_the_last_one_wrote(self, shop):
        written = prepare(shop, issue_id="#49", notes="decision: prices are integers\nnext: fill the list").data
        found = read(shop, CLAUDE, issue_id="49").data
        assert found["handover_id"] == written["handover_id"]
        assert "prices are integers" in found["snapshot"]
        assert "fill the list" in found["snapshot"]
        assert "Add a price list" in found["snapshot"]
        assert found["snapshot"] == (shop.project.root / written["latest_file"]).read_text()
        assert found["handoff_prompt"] and found["handoff_prompt"] in found["snapshot"]

    def test_by_id_the_snapshot_is_named(self, shop):
        written = prepare(shop, issue_id=49).data
        found = read(shop, handover_id=written["handover_id"]).data
        assert found["snapshot_file"] == written["snapshot_file"]

    def test_the_log_of_the_calling_client_is_read(self, shop, claude_log):
        claude_log()
        assert prepare(shop, CODEX).data["source_brain"] == "codex"
        assert prepare(shop, CLAUDE).data["source_brain"] == "claude-code"
        assert "Show the prices" in read(shop).data["snapshot"]

    def test_a_project_handover_has_no_issue_and_is_read_by_its_id(self, shop):
        written = prepare(shop).data
        assert written["issue_id"] is None
        assert written["latest_file"] == "session_logs/handover/project_latest.md"
        assert written["next_recommended"] == {
            "tool": "handover_read",
            "args": {"handover_id": written["handover_id"]},
        }
        assert read(shop, **written["next_recommended"]["args"]).data["issue_id"] is None

    def test_the_second_handover_names_the_first_as_previous(self, shop):
        first = prepare(shop, issue_id=49).data
        assert prepare(later(shop, 5), issue_id=49).data["previous"] == first["handover_id"]

    def test_an_explicit_log_file_is_read(self, shop, claude_log):
        file = claude_log("Only in this file")
        answer = prepare(shop, PERSON, session=str(file))
        assert answer.data["source_brain"] == "claude-code"
        assert "Only in this file" in read(shop).data["snapshot"]

    def test_the_same_inputs_and_clock_give_the_same_bytes(self, shop):
        request = prepare_request(shop, issue_id=49, notes="next: go on")
        assert draft(shop, CODEX, request) == draft(shop, CODEX, request)

    def test_a_draft_is_what_prepare_writes_and_saves_nothing(self, shop):
        made = draft(shop, CODEX, prepare_request(shop, issue_id=49))
        assert not (shop.project.root / "session_logs").exists()
        written = prepare(shop, issue_id=49).data
        assert made.name.id == written["handover_id"]
        assert made.text == (shop.project.root / written["snapshot_file"]).read_text()


class TestAbsences:
    """Without init, issue, git, commit or log: each absence is one line, never an error."""

    def test_notes_alone_in_an_empty_folder(self, house):
        answer = prepare(house, notes="next: begin")
        assert answer.status == "ok"
        assert answer.data["session"] is None
        assert answer.data["source_brain"] == "codex"
        assert "begin" in read(house).data["snapshot"]

    def test_nothing_at_all(self, house):
        assert prepare(house).status == "ok"

    def test_an_issue_without_a_source_still_names_the_files(self, house):
        answer = prepare(house, issue_id="ABC-7")
        assert answer.data["issue_id"] == "ABC-7"
        assert answer.data["latest_file"] == "session_logs/handover/issue-ABC-7_latest.md"

    def test_an_unknown_issue_of_a_configured_source_names_the_nearest(self, shop):
        with pytest.raises(NotFound) as caught:
            prepare(shop, issue_id=48)
        assert caught.value.code == "issue_not_found"
        assert "49" in str(caught.value.facts["near"])
        assert not (shop.project.root / "session_logs").exists()

    def test_an_unreadable_log_that_nobody_named_is_an_absence(self, shop, codex_log):
        codex_log().write_text('{"type": "session_meta"}\n' * 3)
        assert prepare(shop, notes="next: go on").status == "ok"

    def test_the_default_issue_that_vanished_is_an_absence(self, shop):
        start_work(shop, CODEX, 49, None)
        (shop.project.root / ".butler" / "issues" / "49.md").unlink()
        answer = prepare(shop)
        assert (answer.data["issue_id"], len(answer.data["warnings"])) == (49, 1)
        assert "issue text not available" in read(shop).data["snapshot"]

    def test_the_home_folder_is_never_printed(self, shop, home):
        assert str(home) not in compact(prepare(shop, notes=f"next: see {home}/notes.txt"))
        assert str(home) not in compact(read(shop))

    def test_an_unknown_session_that_was_named_is_an_error(self, shop):
        with pytest.raises(NotFound, match="session"):
            prepare(shop, session="01990000-0000-7000-8000-00000000000f")

    def test_a_session_that_the_client_tells_and_that_has_no_log_is_said_and_no_other_is_taken(self, shop, codex_log):
        codex_log()
        made = prepare(shop, Caller("codex", session_id="019a0000-0000-7000-8000-00000000ffff")).data
        assert made["session"] is None
        assert [warning for warning in made["warnings"] if "its log was not found" in warning]


class TestTheWorkSession:
    def test_its_issue_is_the_default_of_prepare_and_read(self, shop):
        caller = Caller("codex", session_id="01990000-0000-7000-8000-000000000001")
        start_work(shop, caller, 49, None)
        written = prepare(shop, caller).data
        prepare(later(shop, 10), PERSON)
        assert written["issue_id"] == 49
        assert read(shop, caller).data["handover_id"] == written["handover_id"]

    def test_without_one_the_newest_of_any_kind_is_read_and_others_are_named(self, shop):
        first = prepare(shop, issue_id=49).data
        second = prepare(later(shop, 5)).data
        found = read(shop).data
        assert (found["handover_id"], found["others"]) == (second["handover_id"], [first["handover_id"]])

    def test_the_handover_it_began_from_is_based_on(self, shop):
        first = prepare(shop, issue_id=49, notes="decision: prices are integers").data["handover_id"]
        start_work(shop, CLAUDE, None, first)
        assert prepare(later(shop, 5), CLAUDE).data["based_on"] == first


class TestTakenUp:
    """Without work_start the log itself shows which handover the session went on from."""

    @pytest.fixture
    def first(self, shop) -> str:
        """A handover of the Codex session with a decision in it."""
        return prepare(shop, issue_id=49, notes="decision: prices are integers").data["handover_id"]

    def test_a_handover_that_the_session_read_is_based_on_and_its_decisions_are_carried(self, shop, first, claude_log):
        claude_log(tool=("mcp__butler__handover_read", {"issue_id": 49}, compact(read(shop, issue_id=49))))
        made = prepare(later(shop, 60), CLAUDE, issue_id=49).data
        assert made["based_on"] == first
        assert "prices are integers" in read(shop, handover_id=made["handover_id"]).data["snapshot"]

    def test_reading_the_own_handover_is_not_going_on_from_it(self, shop, claude_log):
        claude_log()
        own = prepare(shop, CLAUDE, issue_id=49).data["handover_id"]
        claude_log(tool=("mcp__butler__handover_read", {}, compact(read(shop, handover_id=own))))
        assert prepare(later(shop, 60), CLAUDE, issue_id=49).data["based_on"] is None

    def test_a_handover_that_is_not_here_is_not_named(self, shop, claude_log):
        claude_log(tool=("mcp__butler__handover_read", {}, "issue-49-20200101T000000Z-codex"))
        answer = prepare(shop, CLAUDE)
        assert (answer.data["based_on"], answer.data["warnings"]) == (None, [])

    def test_the_command_line_and_an_opened_snapshot_count_too(self, first):
        entries = [
            Command(
                1,
                None,
                "c",
                "butler handover read --issue 49",
                0,
                f"handover_id: {first}\nprevious: project-20260101T000000Z-x\n",
            ),
            Command(2, None, "c", "cat notes.txt", 0, "project-20260603T030000Z-codex"),
            FileRead(3, None, "/somewhere/session_logs/handover/project_20260603T030000Z_codex.md"),
        ]
        assert gather(entries).handovers_read == (first, "project-20260603T030000Z-codex")


class TestBadArguments:
    @pytest.mark.parametrize(
        ("arguments", "code"),
        [
            ({"issue_id": "../../x"}, "invalid_issue_id"),
            ({"issue_id": "/etc/passwd"}, "invalid_issue_id"),
            ({"issue_id": "a\0b"}, "invalid_issue_id"),
            ({"issue_id": "x" * 300}, "invalid_issue_id"),
            ({"issue_id": "con"}, "invalid_issue_id"),
            ({"since": "yesterday"}, "invalid_since"),
            ({"since": "0"}, "invalid_since"),
            ({"since": "9999"}, "invalid_since"),
            ({"max_tokens": 799}, "invalid_max_tokens"),
            ({"max_tokens": True}, "invalid_max_tokens"),
            ({"language": "fr"}, "invalid_language"),
            ({"notes": "x" * (64 * 1024 + 1)}, "too_large"),
        ],
    )
    def test_a_bad_argument_is_refused_before_anything_is_written(self, shop, arguments, code):
        with pytest.raises(InvalidInput) as caught:
            prepare(shop, **arguments)
        assert caught.value.code == code
        assert not (shop.project.root / "session_logs").exists()

    @pytest.mark.parametrize("since", ["session", "mark", "last_handover", "3", "L3", "[L3]"])
    def test_each_way_to_say_since_is_taken(self, shop, since):
        assert prepare(shop, since=since).status == "ok"

    def test_since_last_handover_begins_where_the_last_one_of_this_session_ended(self, shop, codex_log):
        first = prepare(shop, issue_id=49)
        log = codex_log()
        log.write_text(log.read_text() + log.read_text().splitlines()[3].replace("pytest -q", "make lint") + "\n")
        made = prepare(later(shop, 5), since="last_handover").data
        text = read(shop, handover_id=made["handover_id"]).data["snapshot"]
        discovery = text.split("## DISCOVERY")[1].split("## DECISION")[0]
        assert "make lint" in discovery and "pytest -q" not in discovery
        assert first.data["warnings"] == made["warnings"] == []

    def test_since_a_mark_or_handover_that_is_not_there_is_said(self, shop):
        assert "no handover" in prepare(shop, since="last_handover").data["warnings"][0]
        assert "no mark" in prepare(shop, since="mark").data["warnings"][0]

    def test_read_with_an_id_of_another_issue_says_so(self, shop):
        made = prepare(shop).data["handover_id"]
        with pytest.raises(InvalidInput) as caught:
            read(shop, issue_id=49, handover_id=made)
        assert caught.value.code == "handover_arguments"

    def test_read_of_what_is_not_there_says_what_is(self, shop):
        made = prepare(shop).data["handover_id"]
        with pytest.raises(NotFound) as caught:
            read(shop, issue_id=49)
        assert (caught.value.code, caught.value.facts["near"]) == ("no_handover", [made])
        with pytest.raises(NotFound) as caught:
            read(shop, handover_id="issue-49-20260101T000000Z-codex")
        assert caught.value.code == "handover_not_found"

    def test_read_before_anything_was_written(self, house):
        with pytest.raises(NotFound) as caught:
            read(house)
        assert caught.value.message("ja")
        assert not (house.project.root / "session_logs").exists()


class TestReading:
    def test_reading_and_listing_change_nothing_on_disk(self, shop):
        made = prepare(shop, issue_id=49).data
        folder = shop.project.handovers
        (shop.project.root / made["latest_file"]).write_text("<<<<<<< ours\n")
        before = {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir()}
        found = read(shop, issue_id=49).data
        HandoverTools(shop).handover_list(CODEX)
        assert found["snapshot_file"] == made["snapshot_file"], "the latest copy was damaged, so the snapshot is named"
        assert {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir()} == before

    def test_an_edited_snapshot_says_so_first(self, shop):
        made = prepare(shop, issue_id=49).data
        file = shop.project.root / made["snapshot_file"]
        file.write_text(file.read_text() + "by hand\n")
        found = read(shop, issue_id=49).data
        assert found["edited"] is True
        assert found["snapshot"].startswith("> edited after it was written\n")
        assert found["snapshot"].endswith("by hand\n")
        assert found["warnings"]

    def test_secrets_that_a_hand_put_into_a_snapshot_are_not_given_out(self, shop):
        secret = "gh" + "p_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
        made = prepare(shop, issue_id=49).data
        file = shop.project.root / made["snapshot_file"]
        file.write_text(file.read_text() + f"written by hand: {secret}\n")
        for answer in (read(shop), HandoverTools(shop).handover_list(CODEX, "by hand")):
            assert secret not in compact(answer)
            assert "REDACTED" in compact(answer)

    @pytest.mark.parametrize("form", ["markdown", "json"])
    def test_a_long_document_is_cut_by_lines_and_says_so(self, shop, form):
        made = prepare(shop, issue_id=49).data
        file = shop.project.root / made["snapshot_file"]
        head, tail = file.read_text().split("## DECISION")
        many = "".join(f"- fact number {number} of many\n" for number in range(4000))
        file.write_text(f"{head.rstrip()}\n{many}\n## DECISION{tail}")
        answer = read(shop, handover_id=made["handover_id"], format=form)
        assert RESULT_LIMIT - 300 < sent_bytes(answer) <= RESULT_LIMIT
        text = answer.data["snapshot"]
        assert "## DECISION" in text and "## HANDOFF_PROMPT" in text
        assert "- fact number 1 of" in text and "- fact number 3999 of" not in text
        assert made["snapshot_file"] in text.split("## DECISION")[0]
        assert any("DISCOVERY" in warning for warning in answer.data["warnings"])
        assert len(read(shop, PERSON, handover_id=made["handover_id"]).data["snapshot"]) > 100_000

    def test_list_shows_newest_first_and_finds_words(self, shop):
        prepare(shop, issue_id=49, notes="next: paint the door green")
        prepare(later(shop, 5))
        rows = HandoverTools(shop).handover_list(CODEX).data["handovers"]
        assert [row["issue_id"] for row in rows] == [None, 49]
        assert rows[1]["title"] == "Price list"
        found = HandoverTools(shop).handover_list(CODEX, "DOOR GREEN").data
        assert found["total"] == 1
        assert "paint the door green" in found["handovers"][0]["match"]
        assert HandoverTools(shop).handover_list(CODEX, "no such words").data["handovers"] == []

    def test_another_worktrees_handover_is_given_with_its_place(self, shop, repository, open_at):
        repository.git("worktree", "add", "-q", str(shop.project.root.parent / "side"))
        side = open_at(shop.project.root.parent / "side")
        made = prepare(side, issue_id=49).data
        found = read(shop, issue_id=49).data
        assert found["handover_id"] == made["handover_id"]
        assert found["worktree"] == "~/work/side"
        assert found["snapshot_file"] == "~/work/side/session_logs/handover/issue-49_latest.md"


class TestManyAtOnce:
    def test_prepares_of_several_threads_in_one_second_all_survive(self, shop):
        made: list[str] = []
        threads = [
            threading.Thread(target=lambda: made.append(prepare(shop, issue_id=49).data["handover_id"]))
            for _ in range(6)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(set(made)) == 6
        index = json.loads((shop.project.handovers / "index.json").read_text())
        assert {row["id"] for row in index["handovers"]} == set(made)


class TestNamePlate:
    def test_the_room_offers_the_three_tools_with_truthful_marks(self):
        assert [(tool.name, tool.writes) for tool in tools_of(CAPABILITY)] == [
            ("handover_prepare", True),
            ("handover_read", False),
            ("handover_list", False),
        ]

    def test_what_a_model_sees_of_each_tool_is_short(self):
        for tool in tools_of(CAPABILITY):
            assert 40 < len(description_of(tool)) <= 220

    def test_every_error_of_the_room_has_words_in_both_languages(self):
        for code in ("handover_not_found", "no_handover", "handover_arguments", "invalid_since"):
            assert code in catalogue()[0]
            assert ButlerError(code).message("ja") != ButlerError(code).message("en")
