"""Words about ids."""

from __future__ import annotations

from butler.phrases import ErrorPhrase, Phrase

ERRORS = {
    "invalid_issue_id": ErrorPhrase(
        Phrase("The issue id cannot be used.", "issue の id が正しくありません。"),
        Phrase(
            "Use a number (49, #49) or up to 64 characters of A-Z a-z 0-9 _ -, starting with a letter or digit.",
            "番号(49、#49)か、英数字で始まる 64 文字以内の A-Z a-z 0-9 _ - を使ってください。",
        ),
    ),
    "invalid_handover_id": ErrorPhrase(
        Phrase("The handover_id cannot be used.", "handover_id が正しくありません。"),
        Phrase(
            "It looks like issue-49-20260603T004500Z-codex; handover_list shows the known ones.",
            "issue-49-20260603T004500Z-codex の形です。handover_list で一覧できます。",
        ),
    ),
}
