"""``butler handover check FILE``: is this a handover document, and what is wrong with it if not."""

from __future__ import annotations

from pathlib import Path

from butler.capabilities.handover.shelf import SNAPSHOT_LIMIT
from butler.envelope import Envelope, ok
from butler.errors import InvalidInput, Unreadable
from butler.maids.document_check import Finding, check_document
from butler.maids.provenance_worker import lines_by_trust
from butler.maids.text_worker import visible
from butler.phrases import Language, say
from butler.storage import read_bytes

MOST = 20
"""Findings that an answer spells out."""
WORDS = {
    "unknown_section": "finding_unknown_section",
    "heading_spelling": "finding_heading_spelling",
    "missing_section": "finding_missing_section",
    "wrong_order": "finding_wrong_order",
    "too_early": "finding_too_early",
    "twice": "finding_twice",
    "open_fence": "finding_open_fence",
    "metadata_missing": "finding_metadata_missing",
    "metadata_unreadable": "finding_metadata_unreadable",
    "metadata_key": "finding_metadata_key",
    "format_version": "finding_format_version",
    "prompt_empty": "finding_prompt_empty",
    "text_before": "finding_text_before",
    "merge_mark": "finding_merge_mark",
    "hidden_character": "finding_hidden_character",
    "no_source": "finding_no_source",
}
"""The phrase of each kind of finding."""


def check_file(path: Path, language: Language) -> Envelope:
    """Check the sections of a document and that each line tells where it comes from.

    The answer's ``sources`` counts the lines by the least trusted of their sources.

    Raises:
        InvalidInput: ``document_refused`` with every finding: ``line``, ``code``, ``name``, ``suggestion``.
        NotFound, Refused, Unreadable: the file cannot be read as text.
    """
    try:
        text = read_bytes(path, limit=SNAPSHOT_LIMIT).decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise Unreadable("not_utf8", what=path.name) from problem
    file = visible(path.name, keep_newlines=False)
    findings = check_document(text)
    if findings:
        rows = [_row(finding) for finding in findings]
        told = "; ".join(_sentence(finding, language) for finding in findings[:MOST])
        raise InvalidInput("document_refused", file=file, count=len(findings), first=told, findings=rows)
    return ok(
        say("document_good", language, file=file), {"file": file, "findings": [], "sources": lines_by_trust(text)}
    )


def _row(finding: Finding) -> dict[str, str | int]:
    name = visible(finding.name, keep_newlines=False)
    return {"line": finding.line, "code": finding.code, "name": name, "suggestion": finding.suggestion}


def _sentence(finding: Finding, language: Language) -> str:
    name = visible(finding.name, keep_newlines=False)
    meant = f"## {finding.suggestion}" if name.startswith("#") else finding.suggestion
    text = say(WORDS[finding.code], language, name=name, suggestion=meant)
    return say("finding_at", language, line=finding.line, text=text) if finding.line else text
