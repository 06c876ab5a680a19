"""Command lines taken apart: which exit codes the whole line tells."""

from __future__ import annotations

import pytest

from butler.maids.session_log_shell import parts_of


def mask(command: str) -> str:
    """How the exit codes of the simple commands that name a check are hidden."""
    return next((part.masked for part in parts_of(command) if "check" in part.text and part.masked), "")


@pytest.mark.parametrize(
    ("command", "hidden"),
    [
        ("./check", ""),
        ("cd shop && ./check", ""),
        ("./check && ./checks", ""),
        ("./check | tail -3", "pipe"),
        ("{ ./check; } | tee log", "pipe"),
        ("set -o pipefail; ./check | tail -3", ""),
        ("./check || true", "or"),
        ("./check || :", "or"),
        ("./check || exit 0", "or"),
        ("./check && echo good || echo bad", "or"),
        ("./check || exit 1", ""),
        ("./check || { echo bad; exit 1; }", ""),
        ("./check; true", "sequence"),
        ("./check; :", "sequence"),
        ("./check\ngit status", "sequence"),
        ("(./check; true)", "sequence"),
        ("set -e\n./check\nls", ""),
        ("./check > log; code=$?; tail log; exit $code", ""),
        ("if ./check; then :; fi", "sequence"),
        ("! ./check", "sequence"),
        ("for one in a b; do ./check $one; done", "sequence"),
        ("./check > log 2>&1 &", "background"),
        ("nohup ./check &", "background"),
        ("bash -c './check; exit 0'", "sequence"),
        ("bash -lc './check'", ""),
        ("eval './check; true'", "sequence"),
        ("trap 'exit 0' EXIT; ./check", "sequence"),
        ("code=$(./check)", ""),
        ('out=$(./check); echo "$out"', "sequence"),
        ('echo "$(./check)"', "sequence"),
        ("./check > >(tail -3)", "pipe"),
        ("./check 2> >(tee log >&2)", "pipe"),
        ("cat <(./check)", "pipe"),
        ("ssh host './check; true'", "sequence"),
        ("ssh -p 22 host './check | tail'", "pipe"),
        ("ssh host './check'", ""),
        ("script -qc ./check log", "sequence"),
        ("script -qec ./check log", ""),
        ("su dev -c './check || true'", "or"),
        ("./check | tee log; exit ${PIPESTATUS[0]}", ""),
        ("./check | tee log; code=${PIPESTATUS[0]}; tail log; exit $code", ""),
        ("./check | tee log; echo ${PIPESTATUS[0]}", "sequence"),
        ("./check > log; code=$?; tail log; (exit $code)", ""),
        ("./check -k 'a | b; true || c &'", ""),
        ("./check &>/dev/null", ""),
    ],
)
def test_the_exit_code_of_a_check_is_told_or_hidden(command: str, hidden: str) -> None:
    assert mask(command) == hidden


def test_a_body_of_a_heredoc_is_no_command() -> None:
    assert [part.text for part in parts_of("cat > run.sh <<'EOF'\n./check || true\nEOF\nls")] == ["cat > run.sh", "ls"]


@pytest.mark.parametrize(
    "command", ["(" * 500, "'" * 333, "if " * 200, "$(" * 300, "a" * 9000, "{ ; } } fi done", "&& || ;;"]
)
def test_odd_lines_are_read_without_an_error(command: str) -> None:
    assert isinstance(parts_of(command), tuple)
