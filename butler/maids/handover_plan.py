"""The agent's plan in CURRENT_STATE and NEXT_ACTION, and whether it still says how things stand.

Agents forget to tick the last steps. Where the words that ended a later turn say that all is done, a step that the plan still
calls unfinished is told with them: neither is proof, and a reader must not take the step for the next work.
"""

from __future__ import annotations

import re

from butler.capabilities.handover.models import Line, Said, Value, said
from butler.capabilities.session_log.facts import Facts, Plan
from butler.maids.handover_budget import Desk, Form, Pen
from butler.maids.handover_wording import anchor, failing_now, is_row
from butler.maids.late_patterns import late

_STEPS = {
    "in_progress": "step_doing",
    "pending": "step_todo",
    "deleted": "step_gone",
    "unknown": "step_unknown",
}
_NEXT_STEPS = 4
"""Steps of the plan that NEXT_ACTION names one by one; all of them stand in CURRENT_STATE."""
_ALL_DONE = late(
    r"^(?:all )?done\b[.! ]|\b(?:all|everything|both|every)\b[^.!?\n]{0,40}\b(?:(?:is|are|has been|have been)\s+(?:now\s+|all\s+)?)?(?:done|complete[d]?|finished|implemented|in place|committed|merged)\b"
    r"|\b(?:implementation|work|plan|task|feature|migration|refactor\w*|optimi[sz]ation|fix)\s+(?:is\s+|now\s+|fully\s+)*(?:complete[d]?|done|finished)\b"
    r"|(?:すべて|全て|全部|全タスク|全ステップ)[^。\n]{0,24}(?:完了|終わり|終了|実装|対応)|(?:作業|実装|対応|タスク)(?:は|が)?(?:すべて|全て)?完了(?:しました|です)|完了しました"
    r"|全部(?:都)?(?:完成|搞定|通过)|(?:已|都)(?:全部|经)?完成|hoàn (?:thành|tất)",
    re.I,
)
_NOT_ALL = late(
    r"\b(?:not (?:yet |all |everything)|remain(?:s|ing)?|still (?:need|to|has|have)|left to do|except|but not|blocked|next phase|phase \d (?:is|of))\b|未(?:完了|実施|対応)|残り|残って|まだ|还(?:没|需|有)|剩余|未完成",
    re.I,
)
_CHECKS = late(
    r"^\W*(?:re-?)?(?:run|verify|validate|check|test|lint|build|type-?check|final(?:ly)?|quality|verification|validation)\b"
    r"|(?:テスト|検証|動作確認|ビルド|リント|lint)(?:の|を|と)?[^、。]{0,12}(?:実行|確認|検証|通す)?(?:する|します)?$|^(?:运行|验证|测试|检查|构建)",
    re.I,
)
_WORKS = late(
    r"\b(?:implement|add|fix|write|update|document|refactor|migrat|creat|remov|delet|deploy|manual|e2e|browser|device|review (?:with|by))\w*\b"
    r"|実装|追加|修正|更新|作成|削除|手動|実機|ブラウザ|实现|添加|修复|编写|更新|手动",
    re.I,
)
"""What a step asks for that no check shows."""
_KINDS = (
    ("test", late(r"\btests?\b|テスト|测试", re.I)),
    ("lint", late(r"\blint|リント", re.I)),
    ("build", late(r"\bbuild\b|ビルド|构建", re.I)),
    ("types", late(r"\btype-?\s?check|\btypes\b|型チェック", re.I)),
)
_COMMIT = late(r"^\W*(?:git )?commit\b|^[^、。]{0,12}コミット(?:する|します)?$|^提交", re.I)
_PUSH = late(r"^\W*(?:git )?push\b|^[^、。]{0,12}プッシュ(?:する|します)?$|^推送", re.I)


def add_plan(desk: Desk, pen: Pen, facts: Facts) -> None:
    """Steps that are left one by one; those that the agent calls completed together: it is its word, no proof."""
    plan = facts.plan
    if plan is None or not plan.steps:
        return
    done = [step for step in plan.steps if step.state == "completed"]
    left = [step for step in plan.steps if step.state not in ("completed", "deleted")]
    if done:
        worth = 74 if left else 72
        forms = [
            Form(worth - less, Line(_completed(pen, plan, [step.text for step in done], limit)))
            for limit, less in ((40, 0), (90, 8), (160, 22))
        ]
        desk.add("CURRENT_STATE", "plan", (0,), *forms)
    later = declared_done(facts) if left else None
    if later is not None:
        words = _form(90, "plan_stale", text=pen.line(later[1], 160), later=anchor(later[0]), anchor=anchor(plan.line))
        desk.add("CURRENT_STATE", "plan", (0, 1), words)
    for at, step in enumerate(left):
        mark = anchor(plan.line) if not at and not done else ""
        key, text = _STEPS.get(step.state, "step_unknown"), pen.line(step.text, 160)
        if shown := shown_since(step.text, plan, facts):
            key, mark = "step_shown", anchor(shown)
        desk.add("CURRENT_STATE", "plan", (1, at), _form(89, key, text=text, anchor=mark))


def add_next_steps(desk: Desk, pen: Pen, facts: Facts) -> None:
    """Steps that are not finished: before the request while the plan is its own, else at the end; of many the first."""
    plan = facts.plan
    if plan is None:
        return
    replies = {one.line for one in facts.decisions}
    old = any(
        one.line > plan.line and not one.trivial and not one.asked and one.line not in replies for one in facts.requests
    )
    doubtful = declared_done(facts) is not None
    left = [step for step in plan.steps if step.state in ("pending", "in_progress")]
    left = [step for step in left if not shown_since(step.text, plan, facts)]
    begun = [step for step in left if step.state == "in_progress"]
    shown = [*begun, *(step for step in left if step.state == "pending")][: max(_NEXT_STEPS, len(begun))]
    first = 8 if old or doubtful else 2
    for at, step in enumerate(shown):
        key = "next_step_doubt" if doubtful else _key(step.state, old=old)
        worth = (66 if old or doubtful else 80) - min(20, at)
        text = pen.line(step.text, 140)
        desk.add("NEXT_ACTION", "next", (first, at), _form(worth, key, text=text, anchor=anchor(plan.line)))
    if len(left) > len(shown):
        words = _form(60, "next_steps_more", count=len(left) - len(shown), anchor=anchor(plan.line))
        desk.add("NEXT_ACTION", "next", (first, len(shown)), words)


def shown_since(step: str, plan: Plan, facts: Facts) -> int:
    """The line that shows what a step asks for, after the plan was last touched: checks that passed, a commit, a push; else 0."""
    commits = [one.line for one in facts.standing if one.line > plan.line] if _COMMIT.search(step) else []
    pushes = [line for line, _ in facts.pushes if line > plan.line] if _PUSH.search(step) else []
    if commits or pushes:
        return max([*commits, *pushes])
    if not _CHECKS.search(step) or _WORKS.search(step) or failing_now(facts):
        return 0
    named = [kind for kind, pattern in _KINDS if pattern.search(step)]
    passed = [one for one in facts.checks if one.outcome == "passed" and one.line > plan.line and not one.edited_after]
    kinds = {kind for one in passed for kind in (one.kind, *one.kinds)}
    if not passed or not kinds.issuperset(named) or (not named and kinds.isdisjoint(("test", "build", "ci"))):
        return 0
    return max(one.line for one in passed if not named or not {one.kind, *one.kinds}.isdisjoint(named))


def declared_done(facts: Facts) -> tuple[int, str] | None:
    """The line and the sentence that says, at the end of a turn after the plan was last touched, that all is done."""
    plan = facts.plan
    if plan is None:
        return None
    for words in reversed(facts.words):
        if words.line <= plan.line:
            return None
        if words.by or not words.final:
            continue
        texts = [text for _, _, text in words.sentences if not is_row(text)]
        if any(_NOT_ALL.search(text) for text in texts):
            return None
        found = next((text for text in texts if _ALL_DONE.search(text)), None)
        if found is not None:
            return words.line, found
    return None


def _key(state: str, *, old: bool) -> str:
    return "next_step_old" if old else "next_doing" if state == "in_progress" else "next_step"


def _completed(pen: Pen, plan: Plan, steps: list[str], limit: int) -> Said:
    """One line of steps; of many in a short line the newest."""
    shown = steps[-6:] if limit < 60 else steps[-20:]
    texts = "; ".join(pen.line(step, limit) for step in shown)
    more = f"… +{len(steps) - len(shown)}; " if len(shown) < len(steps) else ""
    return said("steps_done", count=len(steps), texts=more + texts, anchor=anchor(plan.line))


def _form(worth: int, key: str, **facts: Value) -> Form:
    return Form(worth, Line(said(key, **facts)))
