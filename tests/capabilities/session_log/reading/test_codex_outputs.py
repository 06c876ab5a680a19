"""What a tool's answer tells."""

from __future__ import annotations

import pytest

from butler.capabilities.session_log.reading.codex_outputs import printed_results, read_output, read_text, unwrapped
from butler.capabilities.session_log.reading.codex_values import clip


def test_an_output_that_looks_like_a_header_is_not_taken_for_one():
    found = read_text("Exit code: 0\nWall time: 1 seconds\nOutput:\nExit code: 9\nOutput:\nx")
    assert (found.exit_code, found.text) == (0, "Exit code: 9\nOutput:\nx")


def test_a_json_answer_of_another_tool_stays_text():
    found = read_text('{"status":"ok","output":"x"}')
    assert (found.exit_code, found.headed, found.text) == (None, False, '{"status":"ok","output":"x"}')


def test_a_running_process_has_a_session_and_no_code():
    found = read_text("Chunk ID: a\nWall time: 1.0 seconds\nProcess running with session ID 42\nOutput:\nup")
    assert (found.state, found.session, found.exit_code, found.text) == ("running", "42", None, "up")


def test_a_finished_chunk_of_json_wins_over_its_session():
    (found,) = printed_results('{"chunk_id":"a","wall_time_seconds":1,"session_id":7,"exit_code":0,"output":"x"}')
    assert (found.state, found.session, found.exit_code) == ("finished", None, 0)


def test_a_shortened_result_still_tells_its_code():
    found = read_text('{"chunk_id":"a","wall_time_seconds":0.1,"exit_code":3,"original_token_count":9,"output":"a\\nb…')
    assert (found.exit_code, found.text) == (3, "a\nb…")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        (7, ""),
        ([{"type": "input_image"}, {"type": "input_text", "text": "seen"}], "seen"),
        ({"content": "old form", "success": True}, "old form"),
        ({"type": "input_text", "text": "single part"}, "single part"),
        ({"output": "x", "metadata": {"exit_code": 1}}, "x"),
    ],
)
def test_any_shape_of_output_gives_its_text(value, text):
    assert read_output(value).text == text


def test_nested_json_is_unwrapped_to_plain_text():
    assert unwrapped('{"output":"plain","code":0}') == "plain"
    assert unwrapped('[{"exit_code":0,"output":"a"},{"exit_code":1,"output":"b"}]') == "a\nb"
    assert unwrapped("{not json") == "{not json"


def test_a_list_that_holds_something_else_is_no_list_of_results():
    assert printed_results('[{"exit_code":0,"output":"a"},{"name":"x"}]') == []
    assert printed_results("[1, 2]") == []


def test_clipping_keeps_characters_whole_and_counts_what_is_missing():
    short = "日本語" * 100
    assert clip(short, 4096) == short
    cut = clip("日本語" * 10_000, 4096)
    assert len(cut.encode()) <= 4096
    kept = cut.replace(cut.split("\n")[1], "").replace("\n", "")
    assert int(cut.split("[… ")[1].split(" ")[0]) == len(("日本語" * 10_000).encode()) - len(kept.encode())
