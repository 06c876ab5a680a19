"""Of an error the line that tells it is kept: the exception, not the frames, the shell's verdict, not the progress."""

from __future__ import annotations

import pytest

from butler.maids.session_log_errors import errors, hard_errors, last_words
from butler.maids.session_log_outputs import output_of
from butler.maids.session_log_worker import gather
from tests.stories import Story

PROGRESS = (
    "  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current\n"
    "                                 Dload  Upload   Total   Spent    Left  Speed\n"
    "100 21.1M    0 21.1M    0     0  1078k      0 --:--:--  0:00:20 --:--:-- 1140k\n"
)
CHAIN = (
    "Traceback (most recent call last):\n  File \"shop/tax.py\", line 3, in rate\n    return RATES[name]\nKeyError: 'b'\n\n"
    "During handling of the above exception, another exception occurred:\n\n"
    'Traceback (most recent call last):\n  File "shop/tax.py", line 9, in total\n    rate(name)\nTaxError: no rate for b\n'
)


@pytest.mark.parametrize(
    ("output", "told"),
    [
        (CHAIN, ("TaxError: no rate for b", "KeyError: 'b'")),
        ('Traceback (most recent call last):\n  File "a.py", line 1\nValueError: no\n', ("ValueError: no",)),
        (PROGRESS + "(eval):1: no matches found: shop/old/*\n", ("(eval):1: no matches found: shop/old/*",)),
        ("Error\n\n  No such skill: tax\n", ("Error No such skill: tax",)),
        ("ParserError:\n\nThe term '<<' is not allowed here.\n", ("ParserError: The term '<<' is not allowed here.",)),
        (
            "ParserError:\nLine |\n   1 |  python - <<'PY'\n     |            ~\n     | Missing file after redirection.\n",
            ("ParserError: Missing file after redirection.",),
        ),
        ("error: the tax is wrong\n", ("error: the tax is wrong",)),
    ],
)
def test_the_telling_line_comes_first(output, told):
    assert errors(output_of(output)) == told


def test_an_exception_without_another_stays_first_of_several():
    output = CHAIN.split("\n\nDuring")[0] + "\nerror: the run stopped\n"
    assert errors(output_of(output)) == ("KeyError: 'b'", "error: the run stopped")


def test_progress_is_no_last_word():
    assert last_words(output_of("Fetching shop\n" + PROGRESS)) == "Fetching shop"


def test_a_shell_that_finds_no_match_says_so_whatever_the_exit_code():
    assert hard_errors(output_of("(eval):1: no matches found: a/*\n"), 200) == ("(eval):1: no matches found: a/*",)


def test_a_tool_that_names_no_error_is_told_by_its_last_line():
    story = Story()
    story.breaks("Fetch shop", PROGRESS + "the shop answered 418\n")
    assert gather(story.entries).troubles[0].errors == ("the shop answered 418",)
