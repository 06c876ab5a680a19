"""What the fold leaves for later, and the words that it asks for before any pattern, change none of its facts."""

from __future__ import annotations

import pickle

import pytest

from butler.capabilities.session_log.models import Entry
from butler.maids.session_log_commands import kind_of
from butler.maids.session_log_errors import errors, hard_errors, tool_errors
from butler.maids.session_log_outputs import output_of
from butler.maids.session_log_sights import sights_in
from butler.maids.session_log_tallies import counts_errors, counts_failed, tally_of
from butler.maids.session_log_words import MUST, identifiers, limits_in, safe_cut, words_among, words_in
from butler.maids.session_log_worker import Fold, gather
from tests.stories import FOLDER, Story


def _day(rounds: int = 12) -> list[Entry]:
    """A session with checks that pass, fail and hide their code, edits, commits, pushes, tools and words about them."""
    story = Story()
    for at in range(rounds):
        story.asks(f"Please sort the prices of shelf {at}; you must not touch the taxes.")
        story.runs(
            "pytest -q tests/shop | tail -3",
            0,
            f"..F\n1 failed, {at} passed in 0.1s\nFAILED tests/shop.py::test_{at}\n",
        )
        story.says("All tests pass now.")
        story.runs("npx tsc --noEmit", 1 if at % 2 else 0, f"shop.ts(3,{at}): error TS2345: no such price\n" * (at % 2))
        story.edits(f"{FOLDER}/shop/shelf{at}.py", "+def sorted_prices(shop):\n+    return 1")
        story.runs("eslint .", None, "✖ 3 problems (1 error, 2 warnings)\n")
        story.runs(f"git commit -am 'fix: shelf {at}'", 0, f"[main {at:07x}] fix: shelf {at}\n")
        story.runs("git push", 0, f"   {at:07x}..{at + 1:07x}  main -> main\n")
        story.uses("mcp__shop__price", f"token of shelf {at}\nand more", "ok")
        story.ends(f"The shelf is sorted because the key was missing; pushed. Lint is clean.\n\nNext: shelf {at + 1}.")
    return story.entries


def test_a_fold_that_is_settled_after_every_entry_gives_the_same_facts() -> None:
    fold = Fold()
    for entry in _day():
        fold.take(entry)
        fold.settle()

    assert fold.facts(0) == gather(_day())


@pytest.mark.parametrize("until", [1, 7, 40, 80])
def test_a_fold_that_was_written_down_goes_on_as_if_it_had_not_been(until: int) -> None:
    entries = _day()
    fold = Fold()
    for entry in entries[:until]:
        fold.take(entry)
    kept = pickle.dumps(fold)
    again = pickle.loads(kept)
    for one in (fold, again):
        for entry in entries[until:]:
            one.take(entry)

    assert fold.facts(0) == again.facts(0) == gather(entries)


def test_what_a_run_printed_is_not_in_a_state_that_is_written_down() -> None:
    fold = Fold()
    story = Story()
    story.runs("pytest", 0, "a long tale of the shop\n" * 20 + "12 passed in 3.1s\n")
    story.says("They ran.")
    story.uses("mcp__shop__price", "one", "two")
    for entry in story.entries:
        fold.take(entry)

    assert b"a long tale of the shop" not in pickle.dumps(fold)
    assert fold.facts(0).checks[0].counts == ("12 passed in 3.1s",)


@pytest.mark.parametrize(
    "line",
    [
        "fatal: no shop here",
        "ERROR the shelf fell",
        "PriceError: too low",
        "x: error while sorting",
        "open: EACCES on shelf",
        "shop: command not found",
        "cat: shelf: No Such File Or Directory",
        "the request timed out",
        "exit status 3",
        "shop/prices.py:12:5: bad price",
        "prices.ts(3,4): wrong",
        "Expected: 3",
        "TS2345 is told: here",
        "! [rejected] main -> main",
        "panic: no shelf",
        "this one is unsupported",
        "並べ替えに失敗しました",
    ],
)
def test_every_line_that_says_what_went_wrong_is_found_among_others(line: str) -> None:
    assert errors(output_of(f"one shelf\n{line}\nanother shelf")) == (" ".join(line.split()),)


@pytest.mark.parametrize(
    "line",
    [
        "bash: line 3: shop: command not found",
        "zsh:1: Permission denied: shop",
        "connect ECONNREFUSED shop",
        "PriceError: low",
    ],
)
def test_errors_of_the_shell_and_the_system_are_found_in_what_worked(line: str) -> None:
    assert hard_errors(output_of(f"one\n{line}"), 200) == (line,)
    assert hard_errors(output_of(f"one\n{line}"), 1) == ()


def test_a_line_that_a_reader_found_is_no_error_of_its_own() -> None:
    assert tool_errors(output_of("shop.py:3: error: not found\nrg: shelf: No such file or directory")) == (
        "rg: shelf: No such file or directory",
    )


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        ("go test ./...", "test"),
        ("py.test -q", "test"),
        ("mise run test", "test"),
        ("gradlew :shop:testDebug", "test"),
        ("git diff --check", "lint"),
        ("make lint", "lint"),
        ("vue-tsc --noEmit", "types"),
        ("python -m py_compile shop.py", "build"),
        ("PRETTIER --write .", "format"),
        ("gh pr checks 3", "ci"),
        ("gh pr create --fill", "vcs"),
        ("apt-get -y install jq", "install"),
        ("pm2 restart shop", "serve"),
        ("ss -ltn", "probe"),
        ("bd ready", "probe"),
        ("shop -V", "probe"),
        ("notpytest --now", "look"),
    ],
)
def test_a_kind_is_found_by_how_its_words_begin(command: str, kind: str) -> None:
    assert kind_of(command) == kind


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It FAILED, because of X", {b"failed", b"because"}),
        ("✅ failed—because…", {b"failed", b"because"}),
        ("確認failed because", {b"because"}),
        ("failed_because", set()),
        ("éfailed", set()),
    ],
)
def test_words_end_where_letters_of_any_language_end(text: str, found: set[bytes]) -> None:
    wanted = frozenset((b"failed", b"because"))
    assert words_among(text, wanted) == found == wanted.intersection(words_in(text))


def test_lines_with_words_and_codes_are_counted_across_the_whole_output() -> None:
    text = "\n".join(
        [
            "start",
            "",
            "see src",
            "a.ts: TS2304 cannot find name 'x'",
            "E123 twice E124 here",
            "",
            "ruff F401 unused",
            "end",
        ]
    )
    found = errors(output_of(text), 5)
    assert found == ("a.ts: TS2304 cannot find name 'x'", "E123 twice E124 here", "ruff F401 unused")


def test_a_system_error_counts_in_the_first_lines_alone() -> None:
    text = "\n".join(
        [*(f"step {number}" for number in range(50)), "fatal: no disk", "x: TypeError: late", "fatal: no disk"]
    )
    assert hard_errors(output_of(text), 51) == ("fatal: no disk",)
    assert hard_errors(output_of(text), 50) == ()


def test_identifiers_are_counted_as_they_are_read() -> None:
    counted = {
        "plain words only": 0,
        "see `src/main.py` and foo_bar": 2,
        "a.b.c-d/e": 2,
        "fooBar, _private_, __x, a_, path/to/file and module.name": 4,
        "unclosed ` tick and snake_case": 1,
    }
    assert {line: identifiers(line) for line in counted} == counted


@pytest.mark.parametrize(
    "text",
    [
        "You must keep the shelf — unless it is full ✓",
        "muſt be, Keep and Keep, must—",
        "été must_not mustérieux ensure日本",
        "必ず keep してください",
        "don't do not at least — only",
        "the shelf — is full",
    ],
)
def test_limits_are_counted_as_their_pattern_finds_them_whatever_stands_beside(text: str) -> None:
    assert limits_in(text) == len(MUST.findall(text))


def test_a_cut_goes_back_to_where_the_unbroken_signs_begin_and_no_further_than_it_may() -> None:
    assert safe_cut("see the shelf/of/books now", 14) == "see the …"
    assert safe_cut("棚" + "x" * 300, 100) == "棚 …"
    assert safe_cut("a " + "x" * 150 + " b", 100) == "a …"
    assert safe_cut("a" * 500, 300) == "…"


@pytest.mark.parametrize(
    ("text", "output", "seen"),
    [
        ("lsof -i :8080", "node 1 TCP *:8080 (LISTEN)", ("port", "8080", "taken")),
        ("ls src", "shelf.py", ("folder", "src", "")),
        ("git branch --show-current", "main", ("branch", "", "main")),
        ("rg -n '^export' src/shelf.ts", "1:export const shelf", ("exports", "src/shelf.ts", "")),
        ("docker ps", "shop 0/1", ("replicas", "", "some")),
    ],
)
def test_what_a_look_showed_is_told_by_the_program_that_looked(
    text: str, output: str, seen: tuple[str, str, str]
) -> None:
    assert [(one.what, one.name, one.value) for one in sights_in(1, text, 0, output)] == [seen]


@pytest.mark.parametrize(
    ("printed", "ok"),
    [("200", True), (" 204 \n", True), ("503", False), ("000", False), ("2000", None), ("200\n503", None)],
)
def test_a_code_alone_on_its_line_says_how_a_call_went(printed: str, ok: bool | None) -> None:
    story = Story()
    story.runs("curl -s -o out -w '%{http_code}' https://shop.example/health | tail -1", 0, printed)
    assert [one.ok for one in fold_of(story).actions.deeds.works] == [ok]


@pytest.mark.parametrize(
    "printed",
    [
        "3 passed, 2 failed", "0 failed", "failures: 1", "失敗: 2", "Found 3 errors", "Found 0 errors", "4 problems (0 errors, 4 warnings)",
        "2 remaining", "0 remaining", "src/a.ts(1,2): error TS2345: no", "all good",
    ],
)  # fmt: skip
def test_failures_and_errors_are_counted_without_the_whole_tally_as_with_it(printed: str) -> None:
    tally = tally_of(printed)
    assert counts_failed(printed) == bool(tally.failed)
    assert counts_errors(printed) == bool(tally.errors or tally.remaining)


def test_a_command_that_works_is_no_failed_one_any_more() -> None:
    story = Story()
    story.runs("terraform plan", 1, "no state")
    story.runs("helm upgrade shop", 1, "no chart")
    story.runs("terraform plan -out x", 0, "made")
    assert [one.lead for one in fold_of(story).actions.deeds.commands] == ["helm upgrade"]


def fold_of(story: Story) -> Fold:
    """The fold of a story."""
    fold = Fold()
    for entry in story.entries:
        fold.take(entry)
    return fold
