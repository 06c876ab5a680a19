"""What ages a check: an edit below the paths it names, any edit where it names none; of a linter no edit elsewhere."""

from __future__ import annotations

import pytest

from butler.maids.handover_checked import paths_named
from tests.maids.test_handover_worker import materials, sections
from tests.stories import Story


@pytest.mark.parametrize(
    ("command", "paths"),
    [
        ("golangci-lint run ./shop/tax/...", ("shop/tax",)),
        ("pytest -q tests/test_tax.py::test_books -x", ("tests/test_tax.py",)),
        ("ruff check shop/ tests/", ("shop", "tests")),
        ("eslint web/src", ("web/src",)),
        ("tsc --noEmit -p web/tsconfig.json", ()),
        ("go test ./...", ()),
        ("ruff check .", ()),
        ("npm run lint", ()),
        ("cd shop && ruff check tax/", ()),
        ("ruff check shop/tax.py shop/prices.py …", ()),
    ],
)
def test_the_paths_that_a_check_was_given(command, paths):
    assert paths_named(command) == paths


def told(command: str, edited: str) -> str:
    story = Story()
    story.asks("Round the tax")
    story.edits("shop/tax/round.go", "+return half(up)")
    line = story.runs(command, output="0 issues.\n")
    story.edits(edited, "+return rates")
    story.ends("Done.")
    text = sections(materials(story))["DISCOVERY"]
    return next(one for one in text.splitlines() if one.startswith(f"- [L{line}]"))


def test_a_linter_is_as_fresh_as_the_files_it_was_given():
    assert "edited since" not in told("golangci-lint run ./shop/tax/...", "shop/prices/table.go")
    assert told("golangci-lint run ./shop/tax/...", "shop/tax/rates.go").endswith("; edited since")
    assert told("golangci-lint run ./...", "shop/prices/table.go").endswith("; edited since")


def test_a_test_may_read_more_than_the_paths_it_names():
    found = told("go test ./shop/tax/...", "shop/prices/table.go")
    assert found.endswith("; edited since, but nothing below the paths it names")
    assert told("go test ./shop/tax/...", "shop/tax/rates.go").endswith("; edited since")
