"""Words of a handover about the Task of its work session. ``journal`` is the writer that each line names."""

from __future__ import annotations

from butler.phrases import Phrase
from butler.phrases.journal import CLAIM_WORDS, STATUS_WORDS

WORDS: dict[str, Phrase] = {
    "group_task": Phrase("Task in the journal", "Journal の Task"),
    "task_head": Phrase(
        "Task {id}, revision {revision}, {status}: {title} — journal",
        "Task {id}、revision {revision}、{status}: {title} — journal",
    ),
    "task_goal": Phrase("goal: {text} — journal", "目的: {text} — journal"),
    "task_constraint": Phrase("constraint: {text} — journal", "制約: {text} — journal"),
    "task_entry": Phrase("{claim} ({what}): {text} — journal", "{claim}({what}): {text} — journal"),
    "task_event": Phrase(
        "{claim}{kind}: {text}{evidence} — journal r{revision} ({agent})",
        "{claim}{kind}: {text}{evidence} — journal r{revision} ({agent})",
    ),
    "task_event_kind": Phrase(" ({kind})", "({kind})"),
    "task_event_evidence": Phrase(" (evidence: {evidence})", "(根拠: {evidence})"),
    "task_decision": Phrase(
        "{text}{evidence} — journal{at} (decided by the person)", "{text}{evidence} — journal{at} (利用者の確定事項)"
    ),
    "task_at": Phrase(" r{revision}", " r{revision}"),
    "task_source": Phrase(" — journal", " — journal"),
    "task_more": Phrase(
        "entries of this Task that are not here: {count}; see task_get and task_history — journal",
        "この Task の記録のうち、ここに載せていないもの: {count} 件。task_get と task_history で読めます — journal",
    ),
    "prompt_read_task": Phrase(
        "Read this handover first: {id}. Its Task in the journal is {task}: see task_get, name it to work_start.",
        "まずこの handover を読んでください: {id}。Journal の Task は {task} です。task_get で読み、work_start に指定してください。",
    ),
    **{f"task_claim_{name}": word for name, word in CLAIM_WORDS.items()},
    **{f"task_status_{name}": word for name, word in STATUS_WORDS.items()},
    "task_findings": Phrase("finding", "調査"),
    "task_evidence": Phrase("evidence", "根拠"),
    "task_results": Phrase("result", "結果"),
    "task_actions": Phrase("action", "実施"),
}

SUMMARIES = {
    "warning_task_left_out": Phrase(
        "the Task of the work session is not in this handover: {reason}",
        "作業セッションの Task はこの handover に含まれていません: {reason}",
    ),
    "warning_task_not_recorded": Phrase(
        "the snapshot is written, but the Task's history does not name it (task_record can): {reason}",
        "snapshot は書き込みましたが、Task の履歴には記録できませんでした(task_record で記録できます): {reason}",
    ),
}
