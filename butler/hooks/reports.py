"""When each hook last ran and what went wrong, kept in the user's data folder for ``butler doctor``.

``hooks/<client>-<event>.json`` holds the last run, ``hooks/errors.jsonl`` the last errors, bounded and without secrets. A
hook has nobody to complain to: what cannot be kept is lost.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from butler.errors import ButlerError
from butler.house import Start, redactor_for, user_settings
from butler.jotting import jot
from butler.looking import names_in
from butler.paths import shown
from butler.records import dataclass
from butler.settings import Settings
from butler.storage import make_data_folder, read_bytes, update_locked

if TYPE_CHECKING:
    from butler.maids.redaction_worker import Redactor

FOLDER = "hooks"
MOST_ERRORS = 50
"""Errors that are kept; with `LONGEST_ERROR` the file stays far below `_MOST_BYTES`."""
LONGEST_ERROR = 400
_ERRORS, _LOCK = "errors.jsonl", "errors.lock"
_MOST_BYTES = 256 * 1024


@dataclass(frozen=True, slots=True)
class HookReport:
    """One hook: when it last ran (with offset; None: never seen), its last error and when that was."""

    client: str
    event: str
    at: str | None
    error: str | None = None
    error_at: str | None = None


def hook_report(start: Start) -> tuple[HookReport, ...]:
    """What every hook that ever ran tells, by client and event; changes nothing."""
    folder = start.user.data / FOLDER
    errors = {(str(one.get("client")), str(one.get("event"))): one for one in _errors(folder)}
    runs = dict(_runs(folder))
    return tuple(_report(pair, runs.get(pair), errors.get(pair)) for pair in sorted({*runs, *errors}))


def _report(pair: tuple[str, str], at: str | None, error: dict[str, Any] | None) -> HookReport:
    if error is None:
        return HookReport(*pair, at)
    return HookReport(*pair, at, str(error.get("error")), str(error.get("at")))


def note_run(start: Start, client: str, event: str) -> None:
    """Keep that a hook runs now."""
    with suppress(ButlerError):
        folder = make_data_folder(start.user.data, FOLDER)
        jot(folder / f"{client}-{event}.json", json.dumps({"at": _now(start)}).encode())


def note_error(start: Start, client: str, event: str, problem: BaseException) -> None:
    """Keep what went wrong in a hook or in its work."""
    line = json.dumps({"at": _now(start), "client": client, "event": event, "error": _told(start, problem)})

    def change(old: bytes | None) -> bytes:
        lines = (old or b"").splitlines()[-MOST_ERRORS + 1 :]
        return b"\n".join([*lines, line.encode("utf-8", "replace")]) + b"\n"

    with suppress(ButlerError, OSError):
        folder = make_data_folder(start.user.data, FOLDER)
        update_locked(folder / _ERRORS, folder / _LOCK, change, limit=_MOST_BYTES)


def _told(start: Start, problem: BaseException) -> str:
    """The error as one line: what, where, and why, without secrets and without the home folder."""
    from butler.maids.text_worker import one_line  # a hook that goes well does not need it

    places = traceback.extract_tb(problem.__traceback__)
    where = f" ({Path(places[-1].filename).name}:{places[-1].lineno})" if places else ""
    code = f" {problem.code}" if isinstance(problem, ButlerError) else ""
    reason = str(problem).replace(str(start.home), "~")
    text = f"{type(problem).__name__}{code}{where}: {reason}"
    return one_line(_redactor(start).redact(shown(text, start.home)), LONGEST_ERROR)


def _redactor(start: Start) -> Redactor:
    """The redactor that the user's own configuration wants; our rules alone where it cannot be used."""
    from butler.maids.redaction_worker import Redactor

    settings = Settings()
    with suppress(ButlerError):
        settings = user_settings(start)
        return redactor_for(settings)
    return Redactor(settings.redact, settings.allow)


def _now(start: Start) -> str:
    return start.now().isoformat(timespec="seconds")


def _runs(folder: Path) -> Iterator[tuple[tuple[str, str], str]]:
    for name in names_in(folder):
        client, _, event = name.removesuffix(".json").rpartition("-")
        if name.endswith(".json") and client:
            with suppress(ButlerError, ValueError, TypeError, KeyError):
                yield (client, event), str(json.loads(read_bytes(folder / name, limit=4096))["at"])


def _errors(folder: Path) -> Iterator[dict[str, Any]]:
    with suppress(ButlerError, ValueError):
        for line in read_bytes(folder / _ERRORS, limit=_MOST_BYTES).splitlines():
            found = json.loads(line)
            if isinstance(found, dict):
                yield found
