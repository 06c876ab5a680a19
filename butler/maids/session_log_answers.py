"""Addresses that a command called, and whether they answered: a first try that failed is over where a later one worked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from butler.maids.late_patterns import late

_ADDRESS = late(
    r"https?://(?P<host>[\w.-]+|\[::1\])(?P<port>:\d{2,5})?(?P<path>/[\w./~%-]*)?|\b(?P<bare>(?:localhost|127\.0\.0\.1):\d{2,5})(?P<rest>/[\w./~%-]*)?"
)
_STATUS = late(
    r"^\W{0,3}(?:HTTP/[\d.]+\s+|(?:[\w./-]+\s?=\s?)|\"?(?:http_)?status_?(?:code)?\"?\s?[:=]\s?)?(?P<code>[2-5]\d\d)\b(?=\s*$|,|\s+[A-Z])",
    re.M | re.I,
)
_UNREACHED = late(
    r"connection refused|couldn.?t connect|failed to connect|ECONNREFUSED|ECONNRESET|timed out|could not resolve", re.I
)
_LOCAL = ("127.0.0.1", "[::1]", "0.0.0.0")  # noqa: S104 (recognised, not used)
_READ = 4000


def addresses_in(text: str) -> Iterator[str]:
    """The addresses of a text without their schemes and queries, each host of this machine by one name."""
    for found in _ADDRESS.finditer(text) if "://" in text or ":" in text else ():
        host = found["bare"] or f"{found['host']}{found['port'] or ''}"
        for name in _LOCAL:
            host = host.replace(name, "localhost")
        yield host + (found["path"] or found["rest"] or "").rstrip("/.")


def answered_by(text: str, output: str) -> tuple[str, ...]:
    """The addresses that a command that worked called, where the answer says that all went well."""
    if "://" not in text and "localhost:" not in text and "127.0.0.1:" not in text:
        return ()
    codes = [found["code"] for found in _STATUS.finditer(output[:_READ])]
    well = bool(codes) and all(code[0] == "2" for code in codes) and not _UNREACHED.search(output[:_READ])
    return tuple(dict.fromkeys(addresses_in(text))) if well else ()


def answered_later(text: str, said: Sequence[str], line: int, answered: Iterable[tuple[int, str]]) -> int:
    """The line where what a command called in vain answered later; 0 where it never did.

    ``said`` is what the command printed. Who could not be reached at all answers by any path, else by the same one or one below it.
    """
    words = "\n".join(said)
    unreached = _UNREACHED.search(words) is not None
    codes = [found["code"] for found in _STATUS.finditer(words)]
    if not unreached and not (codes and all(code[0] in "45" for code in codes)):
        return 0
    tried = list(addresses_in(text))
    wanted = [one.split("/")[0] for one in tried] if unreached else tried
    later = (
        at for at, one in answered if at > line and any(one == want or one.startswith(f"{want}/") for want in wanted)
    )
    return min(later, default=0)
