"""The answer of handover_read: what changed since first, then the document, one section of it, or its brief.

Every key of the owner's example is there, and ours beside them; a Brain is given Markdown (see ``readable``). Nothing
leaves here before it went through redaction once more, whoever wrote the file since.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from butler.capabilities.handover.answers import OTHERS, cleaned, file_name, worktree_of
from butler.capabilities.handover.backend import FoundHandover, Library
from butler.capabilities.handover.fitting import fitted
from butler.capabilities.handover.freshness import freshness
from butler.capabilities.handover.models import SECTIONS
from butler.capabilities.handover.paging import section_answer, section_data
from butler.capabilities.handover.readable import as_it_is, call_text, readable
from butler.capability import Caller
from butler.envelope import RESULT_LIMIT, Envelope, ok, sent_bytes
from butler.house import House
from butler.maids.document_check import check_document, handoff_prompt
from butler.maids.freshness_worker import Stale, stale_lines
from butler.maids.text_worker import one_line
from butler.naming import AutoName, HandoverName
from butler.phrases import say
from butler.records import dataclass

BRIEF = "brief"
"""The name under which handover_read gives the brief instead of a section."""


def read_answer(
    house: House,
    caller: Caller,
    library: Library,
    name: HandoverName,
    *,
    by_id: bool,
    section: str | None = None,
    warnings: Sequence[str] = (),
    as_json: bool = False,
    lead: str = "",
) -> Envelope:
    """The answer of handover_read for the handover ``name``.

    ``warnings`` are sentences about how it was found; ``as_json``: without the Markdown for a Brain; ``lead``
    begins a brief.

    A document that is too long for an answer loses lines, and says so; its sections can be fetched one by one, in parts.

    Raises:
        NotFound: ``section_not_found``.
    """
    found = library.open(name)
    reading = _Reading(house, library, found, freshness(house, library, found), by_id)
    data, summary = reading.data(warnings), reading.summary()
    if section is not None and section.strip().lower() == BRIEF:
        brief = reading.brief(summary, data, lead)
        return brief if as_json else as_it_is(brief)

    def shaped(answer: Envelope) -> Envelope:
        return answer if as_json else reading.markdown(answer)

    if section is not None:
        return shaped(section_answer(summary, data, section))
    limit = None if caller.is_person else RESULT_LIMIT  # a terminal shows any length
    return reading.whole(summary, data, shaped, limit)


@dataclass(frozen=True, slots=True)
class _Reading:
    """One handover that is being read, and what is not as it was when it was written."""

    house: House
    library: Library
    found: FoundHandover
    stale: Sequence[Stale]
    by_id: bool

    def summary(self) -> str:
        """The first words of the answer."""
        language = self.house.settings.language
        lines = [cleaned(self.house, line)[0] for line in stale_lines(self.stale, language)]
        return "\n".join([say("handover_read", language, id=self.found.name.id), *lines])

    def data(self, warnings: Sequence[str]) -> dict[str, Any]:
        """The answer for programs, with the whole document."""
        house, library, found = self.house, self.library, self.found
        language, name = house.settings.language, found.name
        clean, count = cleaned(house, found.text)
        if found.entry.edited:
            clean = f"> {say('warning_edited', language)}\n\n{clean}"
        return {
            "handover_id": name.id,
            "freshness": [{"code": one.code, "text": cleaned(house, one.text(language))[0]} for one in self.stale],
            "snapshot_file": self._file(),
            "snapshot": clean,
            "handoff_prompt": handoff_prompt(clean),
            "issue_id": name.issue,
            "source_brain": found.entry.brain,
            "created_at": found.entry.created_at,
            "edited": found.entry.edited,
            "worktree": worktree_of(house, library, name),
            "others": [other.id for other in library.places if other != name][:OTHERS],
            "warnings": [*warnings, *self._warnings(count)],
        }

    def _warnings(self, redacted: int) -> list[str]:
        found, language = self.found, self.house.settings.language
        keys = []
        if found.entry.edited is not False and not isinstance(found.name, AutoName):
            keys.append("warning_edited" if found.entry.edited else "warning_edited_unknown")
        if not self.by_id and not found.latest_is_it:
            keys.append("warning_latest_stale")
        if redacted:
            keys.append("warning_redacted")
        wrong = len(check_document(found.text))
        told = [say("warning_document", language, count=wrong, file=found.name.file)] if wrong else []
        return [*(say(key, language, count=redacted) for key in keys), *told]

    def markdown(self, answer: Envelope) -> Envelope:
        """The answer as a Brain reads it."""
        notes = [self._safe(one) for one in answer.data["warnings"]]
        return readable(
            answer, self._changes(), notes, cleaned(self.house, self._file())[0], self.house.settings.language
        )

    def _changes(self) -> list[str]:
        """What changed since, each finding as one line of Markdown."""
        language = self.house.settings.language
        return [cleaned(self.house, one.markdown(language, self._safe))[0] for one in self.stale]

    def _file(self) -> str:
        """Where the document lies."""
        file = self.found.latest if self.found.latest_is_it and not self.by_id else self.found.snapshot
        return file_name(self.house, file)

    def _safe(self, text: str) -> str:
        """Foreign words as one line that acts nowhere."""
        clean = cleaned(self.house, text)[0]
        return one_line(clean, len(clean))

    def brief(self, summary: str, data: dict[str, Any], lead: str = "") -> Envelope:
        """The answer whose ``snapshot`` is the brief of the document."""
        from butler.maids.handover_brief import About, brief

        language, issue = self.house.settings.language, data["issue_id"]
        name = self.found.name
        by_issue = issue is not None and not isinstance(name, AutoName) and self.library.newest(issue) == name
        arguments = {"issue_id": issue} if by_issue else {"handover_id": data["handover_id"]}
        about = About(
            data["handover_id"],
            data["source_brain"],
            data["created_at"],
            call_text("", arguments)[1:-1],
            cleaned(self.house, self._file())[0],
            self._changes(),
            [self._safe(warning) for warning in data["warnings"]],
            lead,
        )
        shown = section_data(data, brief(data["snapshot"], language, about), BRIEF)
        return ok(summary, shown, then=("handover_read", arguments))

    def whole(
        self, summary: str, data: dict[str, Any], shaped: Callable[[Envelope], Envelope], limit: int | None
    ) -> Envelope:
        """The answer of ``data``, ``shaped`` for its reader, in at most ``limit`` bytes."""
        language, file = self.house.settings.language, file_name(self.house, self.found.snapshot)

        def answer(text: str, cut: dict[str, int] | None = None) -> Envelope:
            warnings = list(data["warnings"])
            if cut is not None:
                sections = ", ".join(name for name in cut if name) or "-"
                warnings.append(say("warning_cut", language, lines=sum(cut.values()), sections=sections, file=file))
            shown = {**data, "snapshot": text, "handoff_prompt": handoff_prompt(text), "warnings": warnings}
            return shaped(ok(summary, shown, then=("work_observe", {})))

        whole = answer(data["snapshot"])
        if limit is None or sent_bytes(whole) <= limit:
            return whole
        widest = {", ".join(SECTIONS): 10**6}
        text, cut = fitted(
            data["snapshot"],
            lambda shorter: sent_bytes(answer(shorter, widest)) <= limit,
            lambda lines: say("lines_left_out", language, lines=lines, file=file),
        )
        return answer(text, cut)
