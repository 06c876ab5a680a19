"""What a command line is, told from its words alone."""

from __future__ import annotations

import pytest

from butler.maids.session_log_commands import (
    check_key,
    kind_of,
    plain_command,
    short_command,
    tool_words,
)
from butler.maids.session_log_words import safe_cut
from butler.maids.session_log_written import written_files


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        ("bash -lc 'cd shop && npm run test:unit -- --watch=false'", "test"),
        ("uv run ruff check .", "lint"),
        ("npx tsc --noEmit", "types"),
        ("cargo build --release", "build"),
        ("gofmt -w .", "format"),
        ("git -C /home/ann/shop commit -m x", "vcs"),
        ("git add biome.json && git commit -m 'x'", "vcs"),
        ("git add pytest.ini jest.config.js && git commit -m 'x' && git push", "vcs"),
        ("cp ruff.toml .. && git commit -am 'x'", "vcs"),
        ("git add src/tax.py && pytest -q tests/test_tax.py", "test"),
        ("uv sync", "install"),
        ("npm run dev", "serve"),
        ("git status --short", "probe"),
        ("node --version", "probe"),
        ("rg -n 'git commit' docs", "look"),
        ("cat package.json", "look"),
        ("python3 - <<'EOF'\nprint('pytest')\nEOF", "script"),
        ("./scripts/deploy", "run"),
        ("staticcheck ./... 2>&1", "lint"),
        ("actionlint .github", "lint"),
        ("which staticcheck || true && go build ./...", "build"),
        ("which pytest && pytest -q", "test"),
        ("command -v ruff", "look"),
        ("pip install yamllint bandit", "install"),
    ],
)
def test_the_kind_of_a_command_is_told_by_what_runs(command, kind):
    assert kind_of(plain_command(command)) == kind


def test_a_command_is_shown_on_one_line_with_the_file_a_heredoc_is_about():
    assert short_command("cat <<'EOF' > shop/tax.py\nmany\nlines\nEOF") == "cat <<… shop/tax.py"


def test_filters_do_not_make_another_check():
    assert check_key("pytest -q 2>&1 | tail -5") == check_key("pytest -q")


def test_files_that_a_command_line_writes_are_named():
    assert written_files("cat <<'EOF' > shop/tax.py\nx\nEOF") == ("shop/tax.py",)
    assert written_files("sed -i 's/a/b/' shop/tax.py") == ("shop/tax.py",)
    assert written_files("python3 - <<'EOF'\nfrom pathlib import Path\nPath('shop/tax.py').write_text('x')\nEOF") == (
        "shop/tax.py",
    )
    assert written_files("pytest -q > /dev/null 2>&1") == ()


def test_a_tool_call_is_shown_by_the_argument_that_says_what_it_is_about():
    assert tool_words('Read {"file_path": "shop/tax.py", "limit": 5}') == "Read shop/tax.py"
    assert tool_words("Bash") == "Bash"


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("a short one", "a short one"),
        ("keep the words " + "x" * 40, "keep the words …"),
        ("x" * 90, "…"),
        ("価格" * 30, "価格" * 10 + " …"),
    ],
)
def test_a_cut_never_leaves_half_of_a_run(text, cut):
    assert safe_cut(text, 20) == cut


@pytest.mark.parametrize("sign", [chr(code) for code in range(0x21, 0x7F)])
def test_no_printable_sign_lets_a_cut_halve_a_run(sign):
    value = f"Ab3{sign}x{sign}{sign}9Q{sign}z7"
    for limit in range(len("say "), len("say ") + len(value)):
        assert safe_cut(f"say {value} more", limit) == "say …"


def test_where_nothing_is_blank_for_long_the_last_run_alone_is_left_out():
    assert safe_cut("a," * 150 + "x" * 60 + ",b" * 50, 320) == "a," * 149 + "a, …"


def test_a_text_of_powershell_over_several_lines_names_no_check():
    assert kind_of("$code = @'\nrun pytest now; npm test\nit's here\n'@\n$code | Out-Null") == "look"
    assert kind_of('pytest -q; $code = @"\nx\n"@') == "test"
