"""Labelled notes: the table of labels, in both languages."""

from __future__ import annotations

import pytest

from butler.maids.notes_worker import LABELS, parse_notes


@pytest.mark.parametrize("name", sorted(LABELS))
@pytest.mark.parametrize("colon", [":", "：", " : "])
def test_every_label_of_the_table_is_known_with_any_colon_and_case(name, colon):
    (note,) = parse_notes(f"{name.upper()}{colon}keep prices in a file").labelled
    assert (note.label, note.text) == (LABELS[name], "keep prices in a file")


def test_first_lines_without_a_label_are_plain_and_later_ones_continue():
    notes = parse_notes("Looked at the shop.\nStill open.\n\ndecision: keep prices\n  in a file\nnext: write tax.py")
    assert notes.plain == ("Looked at the shop.", "Still open.")
    assert [(note.label, note.text) for note in notes.labelled] == [
        ("decision", "keep prices in a file"),
        ("next", "write tax.py"),
    ]


@pytest.mark.parametrize(
    ("written", "meant"),
    [("desicion", "decision"), ("Nxt", "next"), ("blokced", "blocked"), ("推奨採択", "推奨採用"), ("りすく", "リスク")],
)
def test_a_misspelt_label_stays_a_plain_note_and_the_right_one_is_suggested(written, meant):
    notes = parse_notes(f"next: first\n{written}: keep prices in a file")
    assert notes.suggestions == ((written, meant),)
    assert notes.plain == (f"{written}: keep prices in a file",)
    assert [note.text for note in notes.labelled] == ["first"]


@pytest.mark.parametrize(
    "line", ["https://example.com/x", "shop/tax.py: the table", "Note: this is fine", "見た所: 棚"]
)
def test_words_before_a_colon_that_are_no_label_are_left_alone(line):
    notes = parse_notes(line)
    assert (notes.plain, notes.labelled, notes.suggestions) == ((line,), (), ())


def test_a_label_without_text_is_nothing():
    assert parse_notes("decision:").labelled == ()


def test_very_long_notes_are_cut_and_counted():
    assert parse_notes("x\n" * 500).left_out == 100


@pytest.mark.parametrize("mark", ["1.", "2)", "-", "+", "*", "•", "・", ">", "- [ ]", "- [x]", "3. [ ]", "###", "> -"])
@pytest.mark.parametrize("label", ["next:", "Next :", "次："])
def test_a_label_is_found_behind_the_marks_of_lists_tasks_quotes_and_headings(mark, label):
    notes = parse_notes(f"decision: use A\n{mark} {label} write tests\n{mark} {label} ship")
    assert [(note.label, note.text) for note in notes.labelled] == [
        ("decision", "use A"),
        ("next", "write tests"),
        ("next", "ship"),
    ]


@pytest.mark.parametrize("line", ["**next**: write tests", "**next:** write tests", "__次__: write tests"])
def test_a_label_may_be_emphasised(line):
    assert [(note.label, note.text) for note in parse_notes(line).labelled] == [("next", "write tests")]


def test_code_that_begins_the_words_of_a_note_stays():
    assert [note.text for note in parse_notes("next:`make it` green\nrisk: **all** of it").labelled] == [
        "`make it` green",
        "**all** of it",
    ]


@pytest.mark.parametrize("written", ["けってい", "きゃっか", "つぎ", "みかくてい"])
def test_a_japanese_label_before_its_conversion_is_suggested_and_ends_the_note_above(written):
    notes = parse_notes(f"次: い\n{written}: う")
    assert [note.text for note in notes.labelled] == ["い"]
    assert (notes.plain, [wrong for wrong, _ in notes.suggestions]) == ((f"{written}: う",), [written])


@pytest.mark.parametrize("words", ["```", "**", "- -", "> ", "`"])
def test_a_note_of_marks_alone_is_nothing(words):
    assert parse_notes(f"next: {words}").labelled == ()


def test_a_rare_line_separator_stays_in_its_note():
    notes = parse_notes("decision: use\u2028next: plums\r\nfact: two")

    assert [(one.label, one.text) for one in notes.labelled] == [("decision", "use\u2028next: plums"), ("fact", "two")]
