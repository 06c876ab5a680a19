"""Every phrase that a document is made of, by its key."""

from __future__ import annotations

from butler.phrases import Phrase, catalogue
from butler.phrases.document import WORDS
from butler.phrases.document_sources import WORDS as SOURCE_WORDS
from butler.phrases.handover_summaries import WORDS as SUMMARY_WORDS
from butler.phrases.handover_task import WORDS as TASK_WORDS

DOCUMENT_WORDS = {**WORDS, **TASK_WORDS, **SUMMARY_WORDS, **SOURCE_WORDS}


def phrase_of(key: str) -> Phrase:
    """The phrase ``key`` of documents, else of the catalogue; KeyError for one that nobody wrote."""
    return DOCUMENT_WORDS.get(key) or catalogue()[1][key]
