"""Words of the document about what is open: never seen in the log, refused, asked and not answered, decided in a request."""

from __future__ import annotations

from butler.phrases import Phrase

SUMMARIES = {
    "unseen": Phrase(
        "not seen in this log (the agent's own commands): {what}",
        "このログ(エージェント自身のコマンド)では、{what}",
    ),
    "unseen_never": Phrase("no {what}", "{what}なし"),
    "unseen_after": Phrase("no {what} after {anchor}", "{anchor} より後の{what}なし"),
    "unseen_test": Phrase("test run", "テスト実行"),
    "unseen_lint": Phrase("lint run", "lint 実行"),
    "unseen_build": Phrase("build", "ビルド"),
    "unseen_commit": Phrase("commit", "コミット"),
    "unseen_push": Phrase("push", "プッシュ"),
    "unseen_pull_request": Phrase("pull request or merge", "プルリクエスト・マージ"),
    "pending_plan": Phrase(
        "undecided: the last plan was refused {anchor}{path}; nothing of it is approved{words}",
        "未確定: 最後の計画は却下されました {anchor}{path}。承認されたものはありません{words}",
    ),
    "next_plan_refused": Phrase(
        "Ask the person how to go on with the refused plan {anchor}; do not carry it out",
        "却下された計画 {anchor} をどうするか利用者に確認する(実行しない)",
    ),
    "next_ask": Phrase(
        "Get the person's answer to the agent's question {anchor} first: {text}",
        "先にエージェントの質問 {anchor} への回答をもらう: {text}",
    ),
    "decision_orders": Phrase(
        "orders and choices in the requests above, newest first: {anchors}",
        "上の依頼の中の指示・選択(新しい順): {anchors}",
    ),
    # a plan that is older than what the agent said
    "plan_stale": Phrase(
        "the plan was not touched since {anchor}; later the agent said {later}: “{text}” (unchecked)",
        "計画は {anchor} から更新されていません。その後のエージェントの発言 {later}:「{text}」(未確認)",
    ),
    "next_step_doubt": Phrase(
        "Check whether this step is done already (plan of {anchor}, older than the agent's “all done”): {text}",
        "この項目が済んでいるか確かめる(計画 {anchor} は「完了」という発言より古い): {text}",
    ),
    "next_steps_more": Phrase("{count} more steps of the plan above {anchor}", "上の計画の残り {count} 項目 {anchor}"),
    "decided_anew": Phrase("{at} (decided anew {later})", "{at}({later} で決め直し)"),
    # where it stopped
    "what_request": Phrase("the request {anchor}", "依頼 {anchor}"),
    "what_reply": Phrase("the person's answer {anchor}", "利用者の返答 {anchor}"),
    "stopped_open": Phrase(
        "{what} was still being worked on when the log ends (line {last})",
        "{what} を受けた作業の途中でログが終わっています({last} 行目)",
    ),
    "stopped_words": Phrase(
        "after {what} the log ends with the agent's words (line {last}); whether it waits for an answer or was stopped is not recorded",
        "{what} の後、ログはエージェントの発言で終わっています({last} 行目)。返事を待っていたか、止められたかは記録されていません",
    ),
    "stopped_ended": Phrase(
        "the turn of {what} ended (line {last}); that is not proof that it is done",
        "{what} のターンは終了しています({last} 行目)。完了の証拠ではありません",
    ),
    "stopped_out": Phrase(
        "{anchor} given to {name} and not come back: “{text}”",
        "{anchor} {name} に任せたまま、結果は戻っていません:「{text}」",
    ),
    "probe_before": Phrase("(before {deed}) {lines}", "({deed} より前){lines}"),
    "prompt_no_git": Phrase(
        "The standing instructions {anchor} forbid git commands: look at git only where the person allows it.",
        "常時適用の指示 {anchor} は git コマンドを禁じています。git の確認は利用者が認めた場合に限ってください。",
    ),
    "next_reply": Phrase(
        "Go on with what the person answered last {anchor}: “{text}”",
        "利用者の最後の返答 {anchor} を受けて続ける:「{text}」",
    ),
}
