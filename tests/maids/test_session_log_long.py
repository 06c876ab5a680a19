"""A long log is thinned while it is folded: what is left must still hold what the next agent needs."""

from __future__ import annotations

from butler.capabilities.session_log.models import Message
from butler.maids.session_log_people import Spoken
from butler.maids.session_log_worker import gather
from butler.maids.session_log_worth import plain_sentences, sentences, speaks

FILLER = "Looking at shelf {n} of the bookshop now, then at its label and at the shelf beside it."


def _story(speaker, channel, texts):
    return [Message(line, None, speaker, text, channel) for line, text in enumerate(texts, 1)]


def test_a_limit_that_a_person_set_in_the_middle_of_a_long_log_stays():
    texts = [f"Please look at shelf {n} and tell what you see there" for n in range(900)]
    texts[450] = "Prices are never rounded; keep Decimal, and do not touch the migrations."
    facts = gather(_story("person", "typed", texts))
    assert texts[450] in [one.text for one in facts.requests]
    assert len(facts.requests) == 300
    assert facts.dropped["requests"] == 600


def test_a_decision_and_a_failed_attempt_in_the_middle_of_a_long_log_stay():
    texts = [FILLER.format(n=n) for n in range(1500)]
    texts[700] = "Decision: loans end at midnight. I rejected the hourly clock because shops close."
    texts[720] = "That attempt made it worse, so I reverted it."
    facts = gather(_story("agent", "commentary", texts))
    kept = [one.line for one in facts.words]
    assert {701, 721} <= set(kept)
    assert kept == sorted(kept)
    assert len(kept) == 260
    assert facts.dropped["words"] == 1240
    assert kept[-130:] == list(range(1371, 1501))


def test_up_to_a_third_over_the_bound_the_weakest_sentences_go_one_by_one():
    texts = [FILLER.format(n=n) for n in range(300)]
    texts[20] = "The root cause is that `lend_book` keeps the lock."
    facts = gather(_story("agent", "commentary", texts))
    assert len(facts.words) == 260
    assert 21 in [one.line for one in facts.words]
    assert facts.dropped["words"] == 40


def test_words_are_weighed_once_and_only_when_somebody_asks():
    spoken = Spoken(1, None, False, "The cause is the clock.\n| a | b |\n|---|---|", 40)
    assert spoken.sentences is spoken.sentences
    assert (
        [text for _, _, text in spoken.sentences] == list(plain_sentences(spoken.text)) == ["The cause is the clock."]
    )


def test_a_first_line_that_surely_speaks_has_sentences():
    for text in ("Fine: the test passes", "| table |", "```\ncode\n```", "[a](/long/path)", "ok", "予約を確認しました"):
        assert not speaks(text) or sentences(text)
