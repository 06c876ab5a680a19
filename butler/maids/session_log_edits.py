"""What the edits of a file say of it: the last short one as ``old -> new``, the names it defines, the lines that tell most.

Nothing is looked at while a log is folded; a document shows few files, and only the newest edits of each.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from butler.capabilities.session_log.models import FileChange
from butler.maids.late_patterns import late
from butler.maids.session_log_words import holds, lowered, safe_cut

_KEPT = 6
_KEPT_CHARACTERS = 14_000
"""The newest edits of a file whose texts are kept, and how much of them."""
_SYMBOLS = 4
_TELLING = 4
"""Lines that are told of one file."""
MORE = 12
"""Lines that are told where there is room."""
_LEAST = 8
"""Letters of a line that says anything."""
_LONGEST = 110
"""Characters of one such line."""
_SHORT = 3
"""Lines of an edit that is shown whole."""
_SYMBOL = late(
    r"^[+\-]\s*+(?:export\s+|default\s+|pub(?:\([^)]*\))?\s+|public\s+|private\s+|static\s+|async\s+|func\s+\([^)]*\)\s*)*"
    r"(?:def|class|func|function|fn|struct|enum|trait|interface|type|impl|module|const|let|var)?\s*(?P<name>[A-Za-z_]\w{3,})\s*(?:[(<{=:]|$)"
)
_DEFINING = (b"def", b"class", b"func", b"fn", b"struct", b"enum", b"trait", b"interface", b"type", b"impl")
_DEFINES = late(r"\b(?:def|class|func|function|fn|struct|enum|trait|interface|type|impl)\b")
_SILENT = late(
    r"(?:(?:stroke\w*|viewBox|className|class|d|fill\w*|clip\w*|xmlns|width|height|[xyr]|c[xy]|aria-\w+|key|style|id|type|href|src|alt)=[{\"']|//|/\*|\*|#(?!!)|--\s|<!--|\"{3}|import\b|from\s+\S+\s+import\b|use\s+\w|package\b|using\b|include\b|require\b|[\W_]*$)"
)
_TELLS = (
    (7, late(r"@[A-Z]\w*\(|@\w+(?:\.\w+)+\(|\b(?:router|app|api|server|mux)\.(?:get|post|put|delete|patch|handle\w*|use)\(", re.I)),
    (6, late(r"(?:^|[\s\"'`(\[])--[a-z][\w-]{2,}")),
    (6, late(r"(?:(?:export|pub|public|static|final|readonly|const|let|var|val)\s+)*[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\s*(?::\s*\w+\s*)?=")),
    (
        5,
        late(
            r"(?:(?:export|default|pub(?:\([^)]*\))?|public|private|protected|static|abstract|async|final)\s+)*"
            r"(?:def|class|func|function|fn|struct|enum|trait|interface|type|impl|module)\s+[\w(]"
        ),
    ),
    (4, late(r"[\"'@\w./-]+[\"']?\s*(?:[:=]|[=~<>^]{1,2})\s*[\"']?[v^~]?\d+\.\d+")),
    (3, late(r"[\w.]+\([^()\n]*(?:[\"'`]|\b\d)")),
    (2, late(r"(?:const|let|var|val|return)\b.*[=(]|[\w.]+\s*:?=\s*\S")),
)  # fmt: skip
_SETTINGS = late(
    r"(?:\.(?:ya?ml|toml|ini|cfg|conf|json5?|properties|env)|(?:^|/)\.env[\w.]*|Dockerfile|Containerfile|Makefile|go\.mod)$",
    re.I,
)
_SETS = late(r"-?\s*[\"']?[\w.@/-]+[\"']?\s*[:=]\s*[^\s{\[]|(?:FROM|RUN|CMD|ENV|EXPOSE|COPY|ENTRYPOINT|require)\s+\S")
_TEST = late(r"(?:def|func|fn)\s+\(?test|class\s+Test", re.I)


def kept(texts: list[str], excerpt: str) -> list[str]:
    """The texts of the newest edits of a file, with one more."""
    if not excerpt:
        return texts
    texts = [*texts[1 - _KEPT :], excerpt]
    while len(texts) > 1 and sum(map(len, texts)) > _KEPT_CHARACTERS:
        del texts[0]
    return texts


def change_of(entry: FileChange | None) -> str:
    """A short edit as ``old -> new``; empty for a long one."""
    if entry is None or entry.action != "update":
        return ""
    most = max(entry.added or 0, entry.removed or 0)
    if not most or most > _SHORT:
        return ""
    lines = entry.excerpt.splitlines()
    sides = [[line[1:].strip() for line in lines if line.startswith(mark)] for mark in "-+"]
    old, new = (safe_cut(" ⏎ ".join(filter(None, side)), 140) for side in sides)
    return f"{old} → {new}" if old and new and old != new else ""


def symbols_of(excerpts: Sequence[str]) -> tuple[str, ...]:
    """The names that changed lines define, the first ones of the newest edits first."""
    found: dict[str, None] = {}
    for excerpt in reversed(excerpts):
        if not holds(lowered(excerpt), _DEFINING):
            continue
        for line in excerpt.splitlines()[:60]:
            if line[:1] in "+-" and _DEFINES.search(line) and (symbol := _SYMBOL.match(line)):
                found.setdefault(symbol["name"])
    return tuple(found)[:_SYMBOLS]


def telling_lines(excerpts: Sequence[str], path: str, most: int = _TELLING) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The lines that say most of what was added, and definitions and settings that went; what a later edit undid is neither."""
    added: dict[str, int] = {}
    removed: dict[str, int] = {}
    settings = _SETTINGS.search(path) is not None
    for excerpt in excerpts:
        for line in excerpt.splitlines():
            mark, text = line[:1], " ".join(line[1:].split())
            mine, other = (added, removed) if mark == "+" else (removed, added)
            if mark not in "+-" or not text or (other.pop(text, None) is not None) or len(text) > 4 * _LONGEST:
                continue
            weight = _weight(text, settings=settings) or (most > _TELLING and _says(text))
            if weight:
                mine[text] = weight
    names = {name for text in added for name in _names(text)}
    gone = {text: weight for text, weight in removed.items() if weight >= 4 and names.isdisjoint(_names(text))}
    return _best(added, most), _best(gone, most // 2)


def _weight(text: str, *, settings: bool) -> int:
    """How much a line of code says of what was done; 0 for what only joins lines together."""
    if settings and not _SILENT.match(text):
        return 5 if _SETS.match(text) else 0
    if _SILENT.match(text) or (len(text) > _LONGEST // 2 and " " not in text):
        return 0
    weight = next(
        (weight for weight, pattern in _TELLS if (pattern.search if weight in (7, 6, 3) else pattern.match)(text)), 0
    )
    if weight <= 3 and text[-1] in "{([" and len(text) < _LONGEST // 4:
        return 0
    return 2 if weight and _TEST.search(text) else weight


def _says(text: str) -> int:
    """1 for a line that says anything: where there is room, a list of names is told too."""
    return int(_SILENT.match(text) is None and sum(map(str.isalpha, text)) >= _LEAST)


def _names(text: str) -> list[str]:
    return re.findall(r"[A-Za-z_]\w{3,}", text)[:3]


def _best(lines: dict[str, int], most: int) -> tuple[str, ...]:
    """The weightiest lines, the newest of equal ones, in their order."""
    order = list(lines)
    chosen = sorted(range(len(order)), key=lambda at: (-lines[order[at]], -at))[:most]
    return tuple(safe_cut(order[at], _LONGEST) for at in sorted(chosen))
