"""A request, plan or issue made shorter: its head, what sets limits and what tells stay; pasted noise goes first.

The kinds of lines are those of any session in which a person pastes what a terminal or a browser printed: headers of HTTP,
frames of a shell's error, sizes and advice of bundlers, downloads. A person's own sentences are kept before them.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice

from butler.maids.late_patterns import late
from butler.maids.session_log_words import identifiers, limits_in, safe_cut, without_keys

_CLAUSE = late(r"(?<=[.!?;])\s+|(?<=[。！？;；])\s*|\s+(?=\([a-z0-9]\) )|(?<=,)\s+(?=and |then |but |or )|\s+(?=—|–)")
_GAP = "[…]"
_LITTLE = 240
"""Characters into which nothing of a paste goes but what it tells."""
_ABOVE = 3
"""Lines among which a person's words about a paste stand."""
_HEADING = late(r"#{1,6} ")
_URL = late(r"(https?://[^/\s\"'<>)]{1,80})/[^\s\"'<>)、。]{80,}")
_NOISE = late(
    r"\s*(?:(?:Cache-Control|Vary|X-[\w-]{1,40}|Content-[\w-]{1,40}|Date|Connection|Keep-Alive|ETag|Server|Accept-Ranges|Transfer-Encoding|Strict-Transport-Security|Age|Via)[:=]"
    r"|[(]!\)|- (?:Using dynamic import|Use build\.|Adjust chunk)|npm (?:warn|notice)\b|(?:Downloading|Resolving|Extracting|Collecting)\b"
    r"|[+] (?:CategoryInfo|FullyQualifiedErrorId|~|[\w-]+ )|発生場所|at [\w.<>$]+ ?\(?\S+:\d+|precache\b|files generated|✓ |- Environments: |vite v\d|PWA v\d|Mode +LastWriteTime|[d-][a-z-]{4,5} +\d{4}/|> \S+@\d[\w.]* \w+$|mode +generate"
    r"|Author: |Date: |#\d+ \d|=> |\d{1,3}(?:\.\d+)?%|[\s=#.~^─-]{3,}$|\S+\s+[\d.]+ [kKM]i?B\b|dist[\\/]\S+$|[○●ƒ├└┌])"
)
_TELLS = late(
    r"⚠|\bcode[= ]\d|\bHTTP/[\d.]+ [1-5]\d\d|^\s*commit [0-9a-f]{7}|HEAD ->|\b(?:error|failed|fail|failure|exception|fatal|panic|denied|rejected|refused|abnormal|timeout|aborted)\b|Error\b|\bnot (?:found|work)|does not\b|cannot\b|"
    r"\bstatus:? ?\d{3}|(?:Request )?URL|失敗|エラー|ありません|見つかりません|存在しない",
    re.I,
    words="⚠,code,http/,commit,head ->,err,fail,except,fatal,panic,denied,rejected,refused,abnormal,timeout,aborted,not,status,url,失敗,ありません,見つかりません,存在しない,エラー",
)
_PRINTED = late(
    r"\s*(?:(?:PS )?[A-Za-z]:\\[^>\n]{0,200}>|[$❯➜%»] |> |[{}<\[|│]|at |\+ |[\w./\\-]+[:(]\d+|[\w.\\/-]+@\d|[\w-]+: \S+$)"
)
_PROMPT = late(r"^(?:PS )?[A-Za-z]:\\[^>\n]{0,200}>", re.M)
_WORDS = late(r"[^\W\d_][^\W\d_']+")
_KANA = late("[぀-ヿ]|[一-鿿][一-鿿，。、]{5}|[가-힣]{2,} [가-힣]{2,}")
"""Japanese, Chinese or Korean: a sentence there has few spaces or none."""


def shorten_request(text: str, limit: int) -> str:
    """At most about ``limit`` characters, in order: the head, lines that set limits, lines that tell, then what else fits.

    Long addresses and prompts of a shell lose their paths before any line is dropped.
    """
    text = without_keys(text)
    if len(text) <= limit:
        return text
    text = _PROMPT.sub(">", _URL.sub(r"\1/…", text))
    if len(text) <= limit:
        return text
    lines, order = _ordered(text, limit <= _LITTLE)
    if not lines:
        return ""
    kept: dict[int, str] = {}
    room = limit
    for index in order:
        first = index == order[0]
        piece = safe_cut(lines[index], limit - 2 if first else 600)
        if len(piece) <= room or first:
            kept[index] = piece
            room -= len(piece) + 1
        elif room < limit // 8:
            break
    parts: list[str] = []
    last = -1
    for index in sorted(kept):
        if index != last + 1:
            parts.append(_GAP)
        parts.append(kept[index])
        last = index
    if last != len(lines) - 1:
        parts.append(_GAP)
    return "\n".join(parts)


@lru_cache(maxsize=256)
def _ordered(text: str, little: bool) -> tuple[list[str], list[int]]:
    """The lines of a text and the order in which they are kept; a document asks for one text in several lengths."""
    lines = _pieces(text)
    return lines, list(_order(lines, little=little)) if lines else []


@lru_cache(maxsize=4096)
def is_prose(line: str) -> bool:
    """Whether a line reads as a sentence of a person, not as something that a program printed."""
    if " | " in line or _NOISE.match(line) or _PRINTED.match(line):
        return False
    if _KANA.search(line):
        return True
    words = "".join(_WORDS.findall(line))
    return len(words) * 10 >= 6 * len(line) and line.count(" ") >= 3


@lru_cache(maxsize=256)
def is_paste(text: str) -> bool:
    """Whether most of a text is what a program printed."""
    lines = [line for line in text.splitlines() if line.strip()]
    printed = sum(len(line) for line in lines if not is_prose(line))
    return len(lines) >= 4 and printed * 2 > sum(map(len, lines))


def _order(lines: list[str], *, little: bool) -> list[int]:
    """Indexes of the lines, the first to keep first."""
    told = [at for at, line in enumerate(lines) if line.strip() != _GAP]
    rest = [at for at in told if not _NOISE.match(lines[at])]
    plain = (at for at in rest if not _HEADING.match(lines[at]))
    head = list(islice((at for at in plain if not _PRINTED.match(lines[at])), 2))
    head = head or [at for at in rest if not _HEADING.match(lines[at])][:1]
    head = head[:1] if _HEADING.match(lines[0]) else head
    titles = [at for at in rest[:3] if _HEADING.match(lines[at])][:1]
    sentences = {at for at in rest if is_prose(lines[at])}
    telling = [at for at in rest if at not in sentences and _TELLS.search(lines[at])]
    telling += [at for at in rest if at not in sentences and " && " in lines[at] and at not in telling]
    limiting = _by_limits(lines, rest)
    strong = [at for at in limiting if at in sentences or not telling]
    if 2 * len(sentences) < len(rest) and telling:  # a paste: the person's words about it, then what it tells
        head = [at for at in sorted(sentences) if at < _ABOVE][:1]
        titles = []
        if little:
            return list(dict.fromkeys([*head, *telling, *limiting, *sorted(sentences)]))
    order = [*titles, *head, *strong, *telling[:4], *limiting, *sorted(sentences), *telling, *rest]
    return list(dict.fromkeys([*order, *(told if not little or not order else ())])) or [0]


def _pieces(text: str) -> list[str]:
    """The lines of a text; long ones by sentence or clause."""
    pieces: list[str] = []
    for raw in text.splitlines():
        line = " ".join(raw.split())
        if not line:
            continue
        if raw[0].isspace():
            line = f" {line}"
        pieces += [line] if len(line) <= 300 else [one for one in _CLAUSE.split(line) if one.strip()]
    return pieces


def _by_limits(lines: list[str], among: list[int]) -> list[int]:
    """Indexes of the lines that set limits, the strongest first."""
    scored = []
    for index in among:
        line = lines[index]
        count = limits_in(line) if len(line) >= 12 else 0
        if count:
            scored.append((-(3 * min(3, count) + min(3, identifiers(line))), index))
    return [index for _, index in sorted(scored)]
