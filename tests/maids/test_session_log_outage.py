"""Failures of the model's service: a retry that worked, a turn that ended in one, one at the end of the log."""

from __future__ import annotations

from butler.capabilities.session_log.models import Boundary, Message
from tests.maids.test_handover_worker import materials, sections
from tests.stories import Story

OVERLOADED = "529 overloaded"


def asked() -> Story:
    story = Story()
    story.asks("Sort the price list")
    story.runs("git status --short", 0, " M shop/prices.py")
    return story


def test_an_outage_that_a_retry_overcame_is_no_last_action_and_nothing_to_solve_first():
    story = asked()
    story.breaks("api_error", OVERLOADED, "api")
    story.breaks("api_error", "500 internal", "api")
    line = story.uses("mcp__butler__handover_prepare", "{}", '{"status":"ok"}')
    found = sections(materials(story))
    assert "last action: `git status --short`" in found["CURRENT_STATE"]
    assert "solve that first" not in found["NEXT_ACTION"]
    told = [one for one in found["DISCOVERY"].splitlines() if "api_error" in one]
    assert len(told) == 2 and all(f"[L{line}]" in one for one in told)


def test_an_outage_at_the_end_of_the_log_is_the_last_action():
    story = asked()
    line = story.breaks("api_error", OVERLOADED, "api")
    found = sections(materials(story))
    assert f"[L{line}] last action: `api_error`" in found["CURRENT_STATE"]
    assert f"`api_error` [L{line}]" in found["NEXT_ACTION"]


def test_what_the_client_or_the_person_adds_is_no_answer_of_the_service():
    story = asked()
    line = story.breaks("model", OVERLOADED, "api")
    story._add(Message, speaker="system", text="The turn failed.", channel="notice")
    story._add(Boundary, kind="turn_finished")
    story.asks("Go on")
    assert f"[L{line}] last action: `model`" in sections(materials(story))["CURRENT_STATE"]


def test_a_turn_that_ended_in_an_outage_answered_nothing():
    story = asked()
    story.says("I sort them now.")
    story.breaks("model", OVERLOADED, "api")
    story._add(Boundary, kind="turn_finished")
    story.asks("Show the taxes too")
    story.ends("They stand in shop/taxes.py.")
    state = sections(materials(story))["CURRENT_STATE"]
    assert "[L2] open: “Sort the price list”" in state
    assert "answered [L8]: “Show the taxes too”" in state


def test_a_turn_that_went_on_after_an_outage_has_its_answer():
    story = asked()
    story.breaks("model", OVERLOADED, "api")
    story.ends("Sorted by name.")
    assert "[L2] answered [L5]: “Sort the price list”" in sections(materials(story))["CURRENT_STATE"]


def test_a_refused_request_stays_refused():
    story = asked()
    story.breaks("api_refusal", "Refused for policy reasons.", "api")
    story.says("Something else then.")
    told = sections(materials(story))["DISCOVERY"]
    assert "api_refusal" in told and "worked at" not in told
