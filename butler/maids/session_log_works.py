"""Commands that are about something (``session_log_topics``) or failed, with how they ended: what statements about deeds rest on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from butler.capabilities.session_log.models import Command
from butler.maids import session_log_deed_words as cues
from butler.maids.late_patterns import late
from butler.maids.session_log_commands import CHECKS, bare_command, kind_of, short_command
from butler.maids.session_log_outputs import Output
from butler.maids.session_log_shell import Part, parts_of
from butler.maids.session_log_topics import topics_of
from butler.records import dataclass

MOST_WORKS = 240
_WENT_WELL = late(
    r"\bsuccess(?:ful(?:ly)?)?\b|\bsucceeded\b|\bcompleted?\b|\bfinished\b|\bdeployed\b|\bpublished\b|\buploaded\b|\bapplied\b|\bup[\s-]to[\s-]date\b|\bHTTP/[\d.]+ 2\d\d\b|\bready in\b|\blistening\b"
    r"|\brunning on\b|\"status\":\s*\"(?:ok|up|healthy|pass)\"|[✓✔✅]|\bdone\b|\bin sync\b|^ok\b|\badded \d+ packages|\blocal:\s+http|\bstarted\b|\bhealthy\b|\b0 vulnerabilities\b|\bactive \(running\)|成功|完了",
    re.I | re.M,
    words="succe,complete,finished,deployed,published,uploaded,applied,date,http/,ready in,listening,running on,status,✓,✔,✅,done,in sync,ok,added ,local:,started,healthy,vulnerabilities,(running),成功,完了",
)
_WELL_CODES = ("200", "201", "204")
_ILL_CODE = late(r"000|[45]\d\d")
_WENT_ILL = late(
    r"\bfail(?:ed|ure)\b|\berror(?:s)?\b(?!\s*[:=]\s*0)(?<!\b0 errors)|\brefused\b|\btimed?[\s-]*out\b|\bdenied\b|\bunhealthy\b|\bCrashLoop\w*|\bImagePull\w*|\bErrImage\w*|\bPending\b|\bexited\b|\bHTTP/[\d.]+ [45]\d\d\b"
    r"|\"status\":\s*\"(?:down|error|degraded|fail\w*|unhealthy)\"|\binactive\b|\b(?:Bad Gateway|Internal Server Error|Service Unavailable|Not Found|Gateway Time-?out)\b|\b[1-9]\d*\s+(?:\w+\s+)?vulnerabilities\b|失敗|エラー",
    re.I | re.M,
    words="fail,error,refused,time,denied,healthy,crashloop,imagepull,errimage,pending,exited,http/,status,inactive,bad gateway,unavailable,not found,vulnerabilities,失敗,エラー",
)
_PROBES = late(
    r"(?:\S*/)?(?:curl|wget|http|xh|kubectl|oc|systemctl|service|docker|podman|docker-compose|pm2|supervisorctl|nc|alembic)\b"
)
_LOOK_ONLY = late(r"\b(?:get|describe|logs?|ps|inspect|status|is-active|current|list|history|curl|wget|http|xh|-w)\b")
_QUIET = late(
    r"(?:[A-Z][a-z]+-[A-Z]\w+|\$\w+)|(?:\S*/)?(?:diff|cmp|grep|rg|pgrep|lsof|nc|kill|pkill|ls|cat|test|\[|which|type|command|timeout|sleep|wait|false|exit|unzip|file|stat|ping)\b"
)
"""Programs that end badly to say no, or whose failure is soon told otherwise."""
_REMOVES = late(r"(?:sudo\s+)?(?:rm|rmdir|mkdir)\b")
_PRINTED = late(r"(?:(?<![\w.])|(?<=\dm))\d[\d,]*(?:\.\d+)?")
_MEASURES = late(
    r"\bexplain\s+\(?analy[sz]e|\btimeit\b|\bpg_stat|\btime_total\b|^time\s|/usr/bin/time\b|\b(?:profile|measure|perf|timing|latency|lighthouse)\w*",
    re.I,
)
"""Commands that print how long something took."""
_DIFFERS = late(
    r"^\s*(?:Plan: .*\b[1-9]\d* to (?:add|change|destroy)\b.*|.*\b[1-9]\d* to (?:update|create|delete|replace)\b.*)$",
    re.M,
)
"""A plan that is not empty."""
_GIT_WORKS = ("git submodule", "git clone", "git lfs")
_ECHOED = late(r"(?:^|[;&|\n(]\s*)(?:echo|printf)\s+(?:-\w+\s+)*(\"[^\"\n]*\"|'[^'\n]*'|[^;&|)\n]*)")
_STOPPED = (124, 130, 137, 141, 143)


@dataclass(frozen=True, slots=True)
class Work:
    """One simple command: ``topics`` that it is about, ``ok`` as its own exit code or words tell (None: nothing tells); ``running``: it had
    not ended; ``opaque``: a script that may have done anything; ``said``: of one that failed, why; ``figures``: what a measurement printed."""

    line: int
    topics: frozenset[str]
    part: str
    text: str
    ok: bool | None
    exit_code: int | None
    said: str = ""
    running: bool = False
    opaque: bool = False
    declined: bool = False
    figures: tuple[float, ...] = ()


def works_in(entry: Command, text: str, kind: str, shown: Output) -> Iterator[Work]:
    """The works of a command in its last state."""
    if kind == "look" and entry.exit_code in (None, 0) and not _may_work(text):
        return
    parts = parts_of(text)
    line = entry.end_line or entry.line
    declined = entry.state in ("declined", "not_run")
    went_well = entry.exit_code in (None, 0) and not declined
    for at, part in enumerate(parts[:20]):
        mine, topics = _about(part.text)
        opaque = mine in ("run", "script")
        bare = bare_command(part.text)
        other = _does(mine, bare)
        if not (topics or opaque or other) and (went_well or mine in CHECKS or mine in ("probe", "vcs")):
            continue
        ok = None if declined else _ended(entry, parts, at, bare, shown)
        failed = (
            ok is False
            and not _QUIET.match(bare)
            and not _is_done_already(bare, shown)
            and (len(parts) == 1 if other else mine not in ("look", "vcs"))
        )
        if not (topics or failed or opaque or (ok and other)):
            continue
        yield Work(
            line, topics, bare[:200], short_command(part.text, 90), ok, entry.exit_code if at == len(parts) - 1 or ok is False else None,
            first_words(shown) if ok is False else _differs(shown) if "validate" in topics else "", entry.state == "running" or entry.background, opaque, declined,
            _figures(shown) if ok and ("bench" in topics or _MEASURES.search(part.text)) else (),
        )  # fmt: skip


def _is_done_already(bare: str, shown: Output) -> bool:
    """Whether a command failed since there was nothing to do: what it was to remove is not there, what it was to make is."""
    low = shown.text[-600:].lower()
    return _REMOVES.match(bare) is not None and any(
        map(low.__contains__, ("no such file", "not found", "exists", "does not exist"))
    )


def _differs(shown: Output) -> str:
    """The line of a plan that says that something is to be changed."""
    found = _DIFFERS.search(shown.text[-3000:])
    return found[0].strip()[:160] if found else ""


def _figures(shown: Output) -> tuple[float, ...]:
    """The numbers that a measurement printed, the last 200."""
    return tuple(float(found.replace(",", "")) for found in _PRINTED.findall(shown.text[-6000:])[-200:])


@lru_cache(maxsize=1024)
def _about(text: str) -> tuple[str, frozenset[str]]:
    """The kind of a simple command and its topics; a check of the code has none."""
    kind, bare = kind_of(text), bare_command(text)
    if kind in ("test", "types", "format", "ci") or (
        kind == "look" and cues.PLAIN.match(bare) and not bare.startswith("git ")
    ):
        return kind, frozenset()
    return kind, topics_of(bare)


def _does(kind: str, bare: str) -> bool:
    """Whether a command that no table knows does something: any program that does not only look, a git command that is no event."""
    if kind == "vcs":
        return not cues.GIT.search(bare)
    return kind == "look" and not cues.PLAIN.match(bare) and not _QUIET.match(bare)


def _may_work(text: str) -> bool:
    """Whether a command that is no known kind may be about something: its program is none that only looks."""
    return not cues.PLAIN.match(text) or text.startswith(_GIT_WORKS) or "&&" in text or ";" in text or "|" in text


def _ended(entry: Command, parts: tuple[Part, ...], at: int, bare: str, shown: Output) -> bool | None:
    """How one of the simple commands of a line ended: by its exit code, by its words where that is hidden."""
    code, last = entry.exit_code, at == len(parts) - 1
    echoes = any(one.text.startswith(("echo", "printf")) for one in parts)
    said = frozenset(one.strip("'\" ") for one in _ECHOED.findall(entry.text)) if echoes else frozenset[str]()
    if entry.state == "running" or (entry.background and code is None):
        return True if _tail_says(shown, said) is True else None
    if code is None:
        return _tail_says(shown, said)
    if code == 0 and not parts[at].masked:
        told = _tail_says(shown, said) if _PROBES.match(bare) and _LOOK_ONLY.search(bare) else None
        return told is not False
    if code and (last or len(parts) == 1) and not parts[at].masked:
        return None if code in _STOPPED else False
    if code and not parts[at].masked and all(not one.masked for one in parts[at:]):
        return None
    return _tail_says(shown, said)


def _tail_says(shown: Output, said: frozenset[str]) -> bool | None:
    """What the end of an output tells, None where it tells nothing or both; ``said``: words of ``echo``, not of a program."""
    lines = [(line, bare) for line in shown.text[-1500:].split("\n") if (bare := line.strip()) not in said]
    end = "\n".join(line for line, _ in lines)
    codes = [bare for _, bare in lines if len(bare) == 3 and bare[0] in "0245"]
    well = any(map(_WELL_CODES.__contains__, codes)) or _WENT_WELL.search(end)
    ill = any(map(_ILL_CODE.fullmatch, codes)) or _WENT_ILL.search(end)
    if ill and not well:
        return False
    return True if well and not ill else None


def first_words(shown: Output) -> str:
    """The line of an output that says why a deed was refused, else its last one."""
    lines = [line.strip() for line in shown.lines[-40:] if line.strip()]
    whole = "\n".join(lines).lower()
    for line in lines if any(map(whole.__contains__, cues.REFUSED)) else ():
        low = line.lower()
        if any(word in low for word in cues.REFUSED):
            return line[:200]
    return lines[-1][:200] if lines else ""


def hides(text: str) -> bool:
    """Whether the exit code of a command line may be another's than that of what it does."""
    return any(part.masked and not cues.PLAIN.match(part.text) for part in parts_of(text))
