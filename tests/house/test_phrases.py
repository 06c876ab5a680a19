"""Every word in both languages, with the same facts."""

import ast
import re
import string
from pathlib import Path

import pytest

from butler.errors import ButlerError, InvalidInput
from butler.phrases import catalogue

ROOT = Path(__file__).parents[2]
ERRORS, SUMMARIES = catalogue()
PHRASES = {
    **SUMMARIES,
    **{f"{c}.message": p.message for c, p in ERRORS.items()},
    **{f"{c}.hint": p.hint for c, p in ERRORS.items()},
}


def names(text):
    return {field for _, field, _, _ in string.Formatter().parse(text) if field}


OWNERS_WORDS = {"handover_prepared", "handover_read"}  # the seed's two Japanese sentences name no id


@pytest.mark.parametrize("key", sorted(PHRASES))
def test_both_languages_of_a_phrase_name_the_same_facts(key):
    phrase = PHRASES[key]
    assert phrase.en.strip() and phrase.ja.strip()
    assert key in OWNERS_WORDS or names(phrase.en) == names(phrase.ja)


@pytest.mark.parametrize("key", sorted(PHRASES))
def test_a_japanese_phrase_is_japanese(key):
    assert re.search(r"[\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef]", PHRASES[key].ja)


@pytest.mark.parametrize(
    ("count", "said"), [(0, "0 sessions."), (1, "1 session."), ("1", "1 session."), (2, "2 sessions.")]
)
def test_a_number_brings_its_noun(count, said):
    assert SUMMARIES["sessions_listed"].say("en", count=count) == said
    assert SUMMARIES["sessions_listed"].say("ja", count=count) == f"セッション {count} 件。"


def test_a_number_that_nobody_gave_is_unknown_and_still_has_its_noun():
    assert SUMMARIES["sessions_listed"].say("en") == "? sessions."


OWN_WORDS = {"reply_on_the_way", "unseen_tried"}  # an anchor that brings its space along; words of our own
NEVER_AN_ANCHOR = {
    "task_id",
    "revision",
    "id",
    "name",
    "file",
    "folder",
    "client",
    "event",
    "session",
    "branch",
    "known",
    "claim",
    "heading",
}


@pytest.mark.parametrize("key", sorted(PHRASES))
def test_no_phrase_makes_a_link_of_an_anchor_and_the_bracket_behind_it(key):
    for text in (PHRASES[key].en, PHRASES[key].ja):
        assert "](" not in text
        assert key in OWN_WORDS or set(re.findall(r"\{(\w+)\}\(", text)) <= NEVER_AN_ANCHOR


def raised_codes():
    kinds = {"ButlerError", *(c.__name__ for c in ButlerError.__subclasses__())}
    for path in sorted((ROOT / "butler").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant)):
                continue
            if ast.unparse(node.func).split(".")[-1] in kinds:
                yield node.args[0].value, path.name


def test_every_code_that_is_raised_has_words():
    missing = {(code, file) for code, file in raised_codes() if code not in ERRORS}
    assert not missing


def test_every_code_that_has_words_is_raised_somewhere():
    text = "\n".join(
        p.read_text(encoding="utf-8") for p in sorted((ROOT / "butler").rglob("*.py")) if "phrases" not in p.parts
    )
    assert not {code for code in ERRORS if f'"{code}"' not in text}


def test_every_summary_is_said_somewhere():
    text = "\n".join(
        p.read_text(encoding="utf-8")
        for p in sorted((ROOT / "butler").rglob("*"))
        if p.suffix in {".py", ".j2"} and "phrases" not in p.parts
    )
    assert not {
        key
        for key in SUMMARIES
        if f'"{key}"' not in text and f"'{key}'" not in text and key.rsplit("_", 1)[0] not in text
    }


def test_a_missing_fact_never_breaks_an_error_message():
    assert "?" in InvalidInput("settings_bad_value").message("en")


def test_a_third_partys_own_code_brings_its_own_words():
    problem = ButlerError("weather_bad", message="It rains.", hint="Wait.")

    assert (problem.message("ja"), problem.hint("en")) == ("It rains.", "Wait.")
