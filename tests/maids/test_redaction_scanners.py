"""What scanners for secrets print of their findings, and pairs under a heading that names them; other words stay."""

from __future__ import annotations

import pytest

from butler.maids.redaction_worker import redact

VALUE = "Zk8" + "vQ2mN7" + "rT4wL9xB" + "3cY6"


@pytest.mark.parametrize(
    "finding",
    [
        'no-secrets: Found a string with entropy 4.5 : "%s"',
        "Secret detected in src/a.py:3\n  3 | %s\n    | ^^^^^^^",
        "Potential hardcoded secret at a.py\n> 12 | call('%s')",
        "Found verified result\nDetector Type: AWS\nDecoder Type: PLAIN\nRaw result: %s\nFile: a",
        '{"DetectorName":"AWS","Raw":"%s","RawV2":""}',
        'Possible secret found: "%s"',
    ],
)
def test_the_value_a_scanner_prints_is_replaced_and_nothing_else(finding):
    text, found = redact(finding % VALUE)
    assert text == finding % f"[REDACTED:{found[0].kind}:1]"


@pytest.mark.parametrize(
    "text",
    [
        "Found 2 secrets in `session_log_words.py`\n 3 | import butler_handover",
        "The entropy of `session_log_words` is low",
        "Raw result: 42",
        "No secret found in src/app/main.py:3\n  3 | return load_settings(project)",
    ],
)
def test_words_about_scanners_stay(text):
    assert redact(text) == (text, ())


@pytest.mark.parametrize(
    "heading", ["## Login data (user / password)", "**Account/Password:**", "### ユーザー名／パスワード"]
)
@pytest.mark.parametrize("row", ["- admin / %s", "+- admin / %s", "1. `admin` / `%s`", "admin/%s"])
def test_the_second_part_of_a_row_under_its_heading_is_replaced(heading, row):
    value = "Dojec!" + "Mz9C93"
    text, _ = redact(f"{heading}\n\n{row % value}\n- limit 40 / 20 per call\n")
    assert value not in text and heading in text and "40 / 20" in text


def test_rows_of_paths_and_words_under_such_a_heading_stay():
    text = "## Fields (user / password)\n- label / placeholder\n- src/app/main.py\n\n## Next\n- admin / Abc9!x8y7\n"
    assert redact(text) == (text, ())
