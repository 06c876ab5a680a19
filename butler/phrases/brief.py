"""Words of the brief: what a session start is shown of a handover."""

from __future__ import annotations

from butler.phrases import Phrase

SUMMARIES = {
    "brief_title": Phrase(
        "Handover brief: {id} ({brain}, {created_at})", "handover の要点: {id} ({brain}、{created_at})"
    ),
    "brief_changed": Phrase("Changed since it was written", "書かれた後に変わったこと"),
    "brief_fresh": Phrase(
        "Nothing that can be seen here: git, files, the session's log and the other handovers are as they were.",
        "ここから見える変化はありません(git・ファイル・session のログ・他の handover とも当時のまま)。",
    ),
    "brief_goal": Phrase("Goal and requests", "目的と依頼"),
    "brief_stopped": Phrase("Where it stopped", "作業が止まった箇所"),
    "brief_state": Phrase("Work tree and checks", "作業ツリーとチェック"),
    "brief_rest": Phrase("The rest", "残り"),
    "brief_more_lines": Phrase("… {count:more line|more lines}", "…他 {count} 行"),
    "brief_long": Phrase(
        "{anchor} a line of {count:character|characters}, left out here", "{anchor} {count} 文字の行(ここでは省略)"
    ),
    "brief_left_out": Phrase("Left out here: {sections}.", "ここで省いたもの: {sections}。"),
    "brief_shortened": Phrase("Shortened here: {count}.", "ここで短くしたもの: {count} 件。"),
    "brief_nothing_left_out": Phrase("Nothing is left out.", "省いたものはありません。"),
    "brief_whole": Phrase(
        'The whole document: handover_read({arguments}); one section: handover_read({arguments}, section="discovery").',
        '全文: handover_read({arguments})。一部: handover_read({arguments}, section="discovery")。',
    ),
    "brief_file": Phrase("File: {file}", "ファイル: {file}"),
    "brief_anchor": Phrase(
        'What stands at an anchor [L12]: session_log_read(session="{session}", line=12).',
        '[L12] の元の行: session_log_read(session="{session}", line=12)。',
    ),
    "brief_no_form": Phrase(
        "This file is no handover document any more: read it whole.",
        "このファイルは handover 文書の形をしていません。全文を読んでください。",
    ),
}
