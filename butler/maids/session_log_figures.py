"""Figures as they are printed and told: sizes, times, versions, ports, and how many of a thing were counted or worked on.

A figure has a family; two of one family can be set beside each other whatever the language: what is counted is told by a stem
("import", "trouble"). Bounded and put off: most of what is printed is never asked about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from butler.maids.late_patterns import late
from butler.maids.session_log_counts import ALONE, LISTS, Count, counts_in
from butler.records import dataclass

MOST_PRINTS = 100
_TAIL = 1_000
_SIZE = late(r"(?<![\w.])(\d[\d,]*(?:\.\d+)?)\s?([kKMG])(?:i?B\b|(?=\s|$))")
_TIME = late(
    r"(?<![\w.:])(\d[\d,]*(?:\.\d+)?)\s?\[?(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|ミリ秒|秒|分)(?![\w/])(?!あた|以)",
    re.A,
)
_VERSION = late(r"(?<![\w./-])v?(\d+\.\d+(?:\.\d+)+)(?![\w/])")
_PORT = late(
    r"(?:(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\]|::):|\bport\s+|(?:^|[\s:])::|ポート(?:番号)?\s*(?:は|が)?\s*|\d番ポート)(\d{2,5})\b|(\d{2,5})\s*番(?:ポート)?で",
    re.I,
)
_PERCENT = late(r"(?<![\w.\[])(?<!\[ )(?<!\[  )(\d{1,3}(?:\.\d+)?)\s?(?:[%％]|percent\b|パーセント)", re.I)
_PERCENT_CUES = ("%", "％", "percent", "パーセント")
_PORT_CUES = ("port", "localhost", "0.0.", "::", "ポート", "番")
_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_N = r"(\d[\d,]*|\b(?:" + "|".join(_WORDS) + r")\b)"
_THINGS = (
    ("file", "file ファイル", r"files?\s+changed|files?\b", r"ファイル"),
    ("commit", "commit コミット", r"commits?\b", r"コミット"),
    ("trouble", "warning error offen violation problem issue finding diagnostic 警告 エラー 指摘 違反 ワーニング", r"(?:warnings?|errors?|offen[sc]es?|violations?|problems?|issues?|findings?|diagnostics)\b", r"警告|エラー|指摘(?:事項)?|違反|ワーニング"),
    ("vulnerability", "vulnerab 脆弱性", r"vulnerabilit(?:y|ies)\b", r"脆弱性"),
    ("import", "imported 取り込み インポート", r"imported\b", r"取り込み|インポート"),
    ("insert", "inserted 登録 挿入", r"inserted\b", r"登録|挿入"),
    ("migrate", "migrated 移行", r"migrated\b", r"移行"),
    ("delete", "deleted 削除", r"deleted\b", r"削除"),
    ("convert", "converted 変換", r"converted\b", r"変換"),
    ("index", "indexed 索引", r"indexed\b", r"索引"),
    ("upload", "uploaded アップロード", r"uploaded\b", r"アップロード"),
    ("migration", "migration マイグレーション", r"migrations?\b", r"マイグレーション"),
)  # fmt: skip
_VERBS = frozenset(("import", "insert", "migrate", "delete", "convert", "index", "upload"))
"""What is counted as it is worked on: the number may follow the verb."""
_COUNTS = tuple(
    (
        name,
        tuple(cues.split()),
        late(
            rf"(?<![\w.#/-]){_N}[ \t]+(?:(?!of\b|in\b)[\w-]+[ \t]+)?(?:{english})"
            + (rf"|\b{english}:?[ \t]+(\d[\d,]*)\b" if name in _VERBS else rf"|\b(?:{english})\s*[:=]\s*(\d[\d,]*)\b")
            + rf"|(?:{japanese})(?:件数|数)?\s*(?:は|が|を|も|:|：)?\s*(?:残り|合計|計|全部で|あと)?\s*(\d[\d,]*)\s*(?:件|個|行|本)|(\d[\d,]*)\s*(?:件|個|行|本)?の?(?:{japanese})",
            re.I | re.A,
        ),
    )
    for name, cues, english, japanese in _THINGS
)  # fmt: skip
_DIGIT = late(r"\d", re.A)
_UNITS = {"k": 1e3, "m": 1e6, "g": 1e9}
_LOG = late(r"git\s+(?:-\S+\s+)*log\s[^|;&]*--oneline\b(?![^|;&]*\s-(?:n|\d|-left|-cherry))[^|;&.]*[^|;&.\s]\.\.(?!\.)")
_ASKS_VERSION = late(r"--version\b|\s-[vV]\b|\bversion\b|\b(?:npm|pnpm|yarn)\s+(?:ls|list|view)\b|\bpip\s+show\b", re.I)


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure: its ``family`` (``size`` in bytes, ``time`` in seconds, ``version``, ``port``, ``percent``, else what was counted) and its words."""

    family: str
    value: float
    text: str


@dataclass(slots=True)
class Print:
    """What one command printed of figures; ``tail``: the end of its output until it was looked at."""

    line: int
    kind: str
    text: str
    tail: str
    found: tuple[Figure, ...] | None = None
    counts: tuple[Count, ...] | None = None

    @property
    def asks_version(self) -> bool:
        """Whether the command asks for a version."""
        return _ASKS_VERSION.search(self.text) is not None

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The figures that it printed."""
        if self.found is None:
            found = figures_in(self.tail)
            if _LOG.match(self.text):
                lines = [line for line in self.tail.splitlines() if line.strip()]
                found = (Figure("commit", len(lines), f"{len(lines)} commits"),)
            self.found = found
        return self.found

    @property
    def counted(self) -> tuple[Count, ...]:
        """How many of what it counted."""
        if self.counts is None:
            self.counts = tuple(counts_in(self.tail))
        return self.counts

    @property
    def alone(self) -> int | None:
        """The number that is all that it printed."""
        return next((one.value for one in self.counted if one.text == ALONE), None)

    def settle(self) -> None:
        """Looks at what was printed and lets go of it."""
        self.found, self.counts = self.figures, self.counted
        self.tail = ""


def print_of(line: int, kind: str, text: str, output: str) -> Print | None:
    """What is kept of an output with figures in it."""
    tail = output[-_TAIL:].strip()
    told = _DIGIT.search(tail) is not None or any(map(tail.__contains__, LISTS))
    return Print(line, kind, text[:200], tail) if told else None


def lead(text: str) -> str:
    """The first two words of a command: what it runs."""
    return " ".join(text.split(None, 2)[:2])


def figures_in(text: str) -> tuple[Figure, ...]:
    """The figures of a text, in no order that tells anything."""
    return tuple(_measures(text)) + tuple(_counted(text))


def _measures(text: str) -> Iterator[Figure]:
    for found in _SIZE.finditer(text):
        yield Figure("size", _number(found[1]) * _UNITS[found[2].lower()], found[0].strip())
    for found in _TIME.finditer(text):
        unit = found[2].lower()
        factor = 1e-3 if unit.startswith(("ms", "milli", "ミリ")) else 60.0 if unit[0] in "m分" else 1.0
        yield Figure("time", _number(found[1]) * factor, found[0])
    for found in _VERSION.finditer(text):
        yield Figure("version", 0.0, found[1])
    for found in _PERCENT.finditer(text) if any(map(text.__contains__, _PERCENT_CUES)) else ():
        yield Figure("percent", _number(found[1]), found[0].strip())
    for found in _PORT.finditer(text) if any(map(text.lower().__contains__, _PORT_CUES)) else ():
        yield Figure("port", float(found[1] or found[2]), found[0].strip())


def _counted(text: str) -> Iterator[Figure]:
    low = text.lower()
    for name, cues, pattern in _COUNTS:
        for found in pattern.finditer(text) if any(map(low.__contains__, cues)) else ():
            number = next(one for one in found.groups() if one)
            value = _WORDS.index(number.lower()) + 1 if number.lower() in _WORDS else _number(number)
            yield Figure(name, value, found[0].strip())


def _number(text: str) -> float:
    return float(text.replace(",", ""))
