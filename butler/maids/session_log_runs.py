"""One run of one check, with what it printed of its result."""

from __future__ import annotations

from butler.capabilities.session_log.facts import Outcome
from butler.maids import session_log_deed_words as cues
from butler.maids import session_log_outputs as out
from butler.maids.session_log_errors import errors
from butler.maids.session_log_outputs import Output
from butler.maids.session_log_tallies import Tally, tally_of
from butler.maids.session_log_words import safe_cut
from butler.records import dataclass


@dataclass(slots=True)
class Run:
    """One run of one check within a command, from line ``begun`` to ``line``; ``tail``: the end of what it printed until it was looked at;
    ``cut``: nothing but ``tail`` or ``tee`` stood between."""

    begun: int
    line: int
    kind: str
    key: str
    part: str
    text: str
    outcome: Outcome
    exit_code: int | None
    bad: bool
    umbrella: bool
    many: bool
    tail: str
    cut: bool = False
    _tally: Tally | None = None
    _told: str = ""
    _counted: str = ""
    _tools: frozenset[str] = frozenset()

    @property
    def tally(self) -> Tally:
        """The numbers that it printed."""
        return self._tally or tally_of(self.tail)

    @property
    def counted(self) -> str:
        """Its own summary lines."""
        return self._counted if self._tally is not None else "; ".join(out.counts(Output(self.tail))[-2:])

    @property
    def told(self) -> str:
        """What it printed of its result: its counts; of one that failed what tells of it; else its last line."""
        if self._tally is not None:
            return self._told
        shown = Output(self.tail)
        counts = list(out.counts(shown))
        if self.bad and not out.tells_failure(counts):
            counts = [*shown.failing[:2]] or list(errors(shown, 2)) or counts
        last = next((line.strip() for line in reversed(shown.lines) if line.strip()), "")
        return safe_cut("; ".join(counts[-2:]) or last, 300)

    @property
    def tools(self) -> frozenset[str]:
        """The programs that it named while it ran, of one that runs many."""
        if self._tally is not None or not self.umbrella:
            return self._tools
        low = self.tail.lower()
        return frozenset(name for name in cues.NAMED if name in low)

    def settle(self) -> None:
        """Looks at what was printed and lets go of it."""
        if self._tally is None:
            told, counted, tools, tally = self.told, self.counted, self.tools, self.tally
            self._told, self._counted, self._tools, self._tally = told, counted, tools, tally
            self.tail = ""
