"""The watcher of connections sees them, and a part of the fast tests makes none; the whole is a command."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.security.no_connections import FAST, main, targets, watched

OUTSIDE = (
    '7 connect(3, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("192.0.2.1")}, 16) = 0',
    '7 sendto(3, "x", 1, 0, {sa_family=AF_INET, sin_port=htons(9), sin_addr=inet_addr("10.1.2.3")}, 16 <unfinished ...>',
    '7 connect(3, {sa_family=AF_INET6, sin6_port=htons(443), sin6_flowinfo=htonl(0), inet_pton(AF_INET6, "2001:db8::1", &sin6_addr), sin6_scope_id=0}, 28) = -1 ENETUNREACH (Network is unreachable)',
    '7 connect(3, {sa_family=AF_INET6, sin6_port=htons(443), inet_pton(AF_INET6, "::ffff:192.0.2.1", &sin6_addr)}, 28) = 0',
    "7 connect(3, {sa_family=AF_VSOCK, svm_cid=0x2, svm_port=0x400}, 16) = 0",
)
INSIDE = (
    '7 connect(3, {sa_family=AF_UNIX, sun_path="/run/x"}, 110) = 0',
    '7 connect(3, {sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr("127.0.0.1")}, 16) = 0',
    '7 connect(3, {sa_family=AF_INET6, sin6_port=htons(80), inet_pton(AF_INET6, "::1", &sin6_addr)}, 28) = 0',
    '7 connect(3, {sa_family=AF_INET6, sin6_port=htons(80), inet_pton(AF_INET6, "::ffff:127.0.0.1", &sin6_addr)}, 28) = 0',
    '7 sendto(3, "x", 1, MSG_NOSIGNAL, NULL, 0) = 1',
    "7 sendto(3, [{nlmsg_len=20}], 20, 0, {sa_family=AF_NETLINK, nl_pid=0, nl_groups=00000000}, 12) = 20",
)
PART = (
    "tests/maids/test_handover_worker.py",
    "tests/capabilities/handover/test_backend.py",
    "tests/capabilities/work_record/test_tools.py",
    "tests/test_mcp_facade.py",
    "tests/security/test_suspicious.py",
)
needs_strace = pytest.mark.skipif(shutil.which("strace") is None, reason="needs strace")


@pytest.mark.parametrize("line", OUTSIDE)
def test_a_call_beyond_this_machine_is_found(line: str) -> None:
    assert targets([line]).total() == 1


@pytest.mark.parametrize("line", INSIDE)
def test_files_and_this_machine_itself_are_allowed(line: str) -> None:
    assert not targets([line])


def test_equal_targets_are_one_with_their_number() -> None:
    assert targets([OUTSIDE[0]] * 3 + [OUTSIDE[1]]).most_common()[0][1] == 3


@needs_strace
@pytest.mark.slow
def test_the_watcher_sees_a_program_that_a_program_started(tmp_path: Path) -> None:
    call = "import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM).connect(('192.0.2.1', 9))"
    test = tmp_path / "test_calls.py"
    test.write_text(f"import subprocess, sys\n\ndef test_it():\n    subprocess.run([sys.executable, '-c', {call!r}])\n")
    assert main([str(test), "-c", "/dev/null"]) == 1


@needs_strace
@pytest.mark.slow
@pytest.mark.timeout(240)
def test_a_part_of_the_fast_tests_calls_nobody() -> None:
    code, called, seen = watched([sys.executable, "-m", "pytest", *FAST, *PART])
    assert not called
    assert (code, seen > 0) == (0, True)
