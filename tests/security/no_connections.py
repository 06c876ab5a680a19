"""``python -m tests.security.no_connections [paths…]``: the fast tests under strace; no program of theirs calls anywhere.

Without paths it is the whole fast suite, in core mode, with every program that the tests start. Connections over files and to this
machine itself are allowed. It prints each other target with how often it was called, and ends with 1 if there is one,
else as pytest did; without strace it says so and ends with 0.
"""

from __future__ import annotations

import ipaddress
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
FAST = ("-q", "-m", "not slow", "-p", "no:cacheprovider", "-o", "timeout=0")
"""Options of pytest for the fast tests; under strace everything takes longer, so none has a limit."""
STRACE = ("strace", "-f", "--seccomp-bpf", "-qq", "-e", "trace=connect,sendto", "-e", "signal=none")
_CALL = re.compile(r"\b(?:connect|sendto)\(.*?(?P<address>\{sa_family=(?P<family>\w+).*?\})")
_HOST = re.compile(
    r'inet_addr\("(?P<four>[^"]*)"\)|inet_pton\(AF_INET6, "(?P<six>[^"]*)"|"(?P<bare>[0-9a-fA-F:]+)", &sin6_addr'
)
_ON_THIS_MACHINE = frozenset({"AF_UNIX", "AF_LOCAL", "AF_NETLINK", "AF_UNSPEC"})


def targets(lines: Iterable[str]) -> Counter[str]:
    """The addresses beyond this machine in strace's lines, as strace writes them, with how often each was called."""
    found: Counter[str] = Counter()
    for line in lines:
        call = _CALL.search(line)
        if call is not None and call["family"] not in _ON_THIS_MACHINE and not _is_loopback(call["address"]):
            found[call["address"]] += 1
    return found


def _is_loopback(address: str) -> bool:
    host = _HOST.search(address)
    if host is None:
        return False
    try:
        told = ipaddress.ip_address(host["four"] or host["six"] or host["bare"])
    except ValueError:
        return False
    mapped = told.ipv4_mapped if isinstance(told, ipaddress.IPv6Address) else None
    return (mapped or told).is_loopback


def watched(command: Sequence[str]) -> tuple[int, Counter[str], int]:
    """Run a command under strace: its exit code, the addresses beyond this machine, and how many calls were seen."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "calls"
        done = subprocess.run(
            [*STRACE, "-o", str(log), *command], cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False
        )
        seen = 0

        def calls() -> Iterable[str]:
            nonlocal seen
            with log.open(encoding="utf-8", errors="replace") as lines:
                for line in lines:
                    seen += 1
                    yield line

        return done.returncode, targets(calls()), seen


def main(paths: Sequence[str]) -> int:
    """Run the tests, print what they called, and say how it ended."""
    if shutil.which("strace") is None:
        print("SKIPPED: strace is not installed, nothing was watched")
        return 0
    code, called, seen = watched([sys.executable, "-m", "pytest", *FAST, *(paths or ["tests"])])
    for address, count in called.most_common():
        print(f"{count:6} {address}")
    print(f"calls of connect and sendto: {seen}; targets beyond this machine: {len(called)}; pytest ended with {code}")
    return 1 if called else code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
