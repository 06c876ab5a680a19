"""Cutting a document to an answer: whole lines, the least, from the end of the sections that can spare them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from butler.capabilities.handover.fitting import fitted


def lines(word: str, count: int) -> str:
    """Numbered lines."""
    return "".join(f"{word} {number}\n" for number in range(count))


TEXT = f"# Title\n\n## METADATA\n{lines('m', 3)}## DISCOVERY\n{lines('d', 50)}## CODEBASE_ANCHORS\n{lines('c', 50)}## HANDOFF_PROMPT\ngo on\n"


def cut_to(size: int, text: str = TEXT) -> tuple[str, dict[str, int]]:
    """``text`` in at most ``size`` characters."""
    return fitted(text, lambda shorter: len(shorter) <= size, lambda count: f"({count} left out)")


def test_what_fits_is_untouched():
    assert cut_to(len(TEXT)) == (TEXT, {})


def test_the_end_of_discovery_goes_first_and_the_count_is_said():
    text, cut = cut_to(len(TEXT) - 30)
    assert set(cut) == {"DISCOVERY"}
    assert f"({cut['DISCOVERY']} left out)" in text
    assert "d 0\n" in text and "d 49\n" not in text and "c 49\n" in text


def test_no_line_more_than_needed_is_cut():
    text, cut = cut_to(len(TEXT) - 30)
    shorter_by_one = cut["DISCOVERY"] - 1
    restored = text.replace(f"({cut['DISCOVERY']} left out)", f"d {50 - cut['DISCOVERY']}\n({shorter_by_one} left out)")
    assert len(text) <= len(TEXT) - 30 < len(restored)


def test_anchors_follow_when_discovery_is_empty():
    text, cut = cut_to(300)
    assert cut["DISCOVERY"] == 50 and 0 < cut["CODEBASE_ANCHORS"] < 50
    assert "go on" in text and len(text) <= 300


def test_a_cut_fence_is_closed_so_that_later_sections_are_still_sections():
    text = f"## DISCOVERY\n````text\n{lines('x', 40)}````\n## HANDOFF_PROMPT\ngo on\n"
    short, _ = cut_to(200, text)
    before, after = short.split("## HANDOFF_PROMPT")
    assert before.count("````") == 2
    assert after == "\ngo on\n"


def test_a_heading_inside_a_fence_begins_no_section():
    text = f"## DISCOVERY\n```\n## HANDOFF_PROMPT\n{lines('x', 40)}```\n## RISKS\nnone\n"
    assert set(cut_to(150, text)[1]) == {"DISCOVERY"}


def test_a_text_without_sections_is_cut_too():
    text, cut = cut_to(100, lines("x", 1000))
    assert len(text) <= 100
    assert cut[""] > 900


@given(
    st.lists(st.sampled_from(["## DISCOVERY", "## RISKS", "```", "````", "~~~", "a line", "", "# x"]), max_size=60),
    st.integers(20, 400),
)
def test_every_text_ends_up_short_enough(parts, size):
    text = "\n".join(parts)
    short, cut = fitted(text, lambda shorter: len(shorter) <= size, lambda count: f"({count})")
    assert len(short) <= size
    assert bool(cut) == (len(text) > size)


def test_one_endless_line_leaves_only_the_word_that_it_was_left_out():
    assert cut_to(100, "## DISCOVERY\n" + "x" * 10_000)[0] == "## DISCOVERY\n(1 left out)\n\n"
