"""``python -m benchmarks redaction``: 1 MB of each kind of text through the rules for secrets, against finding its words."""

from __future__ import annotations

import random
import re
import statistics
import sysconfig
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.measuring import table

SIZE = 1_000_000
_PLAIN = (
    "the order of a user is checked before the form opens and the row of the list holds its value while tests run again"
)
_TELLING = (
    "the session token of a user is checked before the password form opens and the key of the cache keeps its value"
)


def prose(words: str, chance: random.Random) -> Iterator[str]:
    """Lines of 60 of these words."""
    known = words.split()
    while True:
        yield " ".join(chance.choice(known) for _ in range(60)) + "."


def code(chance: random.Random) -> Iterator[str]:
    """The standard library's modules, one after the other."""
    while True:
        for file in sorted(Path(sysconfig.get_path("stdlib")).glob("*.py")):
            yield file.read_text(encoding="utf-8", errors="replace")


def log(chance: random.Random) -> Iterator[str]:
    """Lines of a server and of tests."""
    while True:
        yield f"2026-03-02T10:11:{chance.randrange(60):02d}Z INFO request_id={chance.getrandbits(128):032x} path=/v1/orders/{chance.randrange(9999)} status=200"
        yield f"tests/test_orders.py::test_case_{chance.randrange(999)} PASSED [ {chance.randrange(99)}%]"


def lookalikes(chance: random.Random) -> Iterator[str]:
    """What looks like secrets and is none, other values each time."""
    from tests.security.lookalikes import lookalikes as found

    while True:
        yield from (one.text for one in found(str(chance.random())))


def secrets(chance: random.Random) -> Iterator[str]:
    """Nothing but secrets, other values each time."""
    from tests.security.planted import planted

    while True:
        yield from (one.text for one in planted(str(chance.random())))


_REPEATED = (
    "password=", "password: x\n", "secret: ", "key: ", "token ", "Bearer ", '{"key":"', "password is ", "| password ",
    "パスワードは", '"', "\\", "\n", "\\n", "a", "eyJ", "://a:b@c", "-----BEGIN PRIVATE KEY-----\n", "[REDACTED:token:1]",
)  # fmt: skip


KINDS: dict[str, Callable[[random.Random], Iterator[str]]] = {
    "plain prose": lambda chance: prose(_PLAIN, chance),
    "prose about secrets": lambda chance: prose(_TELLING, chance),
    "code": code,
    "log": log,
    "look-alikes": lookalikes,
    "nothing but secrets": secrets,
}


def text_of(kind: str) -> str:
    """One megabyte of a kind of text, the same each time."""
    parts: list[str] = []
    size = 0
    for part in KINDS[kind](random.Random(kind)):
        parts.append(part)
        size += len(part) + 1
        if size >= SIZE:
            break
    return "\n".join(parts)[:SIZE]


def redaction_table(runs: int) -> None:
    """CPU seconds of redacting each kind of text; the floor finds the different words of the text by one pattern."""
    rows = [_row(kind, text_of(kind), runs) for kind in KINDS]
    rows.append(_worst_of_the_repeats(runs))
    table(
        "Redaction of 1 MB (floor: its different words by one pattern; CPU medians)",
        ["text", "floor", "redaction", "redaction / floor", "different secrets"],
        rows,
    )


def _worst_of_the_repeats(runs: int) -> list[str]:
    """The row of the piece of text that costs most when it alone fills the megabyte."""
    from butler.maids.redaction_worker import Redactor

    texts = {piece: (piece * SIZE)[:SIZE] for piece in _REPEATED}
    worst = max(texts, key=lambda piece: _median(lambda: len(Redactor().redact(texts[piece])), 1))
    return _row(f"worst of the repeats ({worst!r})", texts[worst], runs)


def _row(kind: str, text: str, runs: int) -> list[str]:
    from butler.maids.redaction_worker import Redactor

    floor = _median(lambda: len(set(re.findall(r"\w+", text))), runs)
    done = _median(lambda: len(Redactor().redact(text)), runs)
    redactor = Redactor()
    redactor.redact(text)
    found = sum(one.count for one in redactor.counts())
    return [kind, f"{floor:.3f} s", f"{done:.3f} s", f"{done / floor:.1f} ×", f"{found:,}"]


def _median(work: Callable[[], int], runs: int) -> float:
    spent = []
    for _ in range(runs):
        started = time.process_time()
        work()
        spent.append(time.process_time() - started)
    return statistics.median(spent)
