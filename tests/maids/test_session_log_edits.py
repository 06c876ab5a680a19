"""What the edits of a file say: the lines that tell most, what went, and nothing of what was undone."""

from __future__ import annotations

from butler.maids.session_log_edits import MORE, kept, telling_lines
from tests.maids.test_handover_worker import materials, sections
from tests.stories import Story


def test_definitions_routes_and_calls_with_values_are_told_before_what_joins_them():
    excerpt = "+import os\n+// cut\n+@Get('/prices')\n+def cut_title(text, most):\n+    return text\n+}\n+title = cut_title(name, 80)"
    added, gone = telling_lines([excerpt], "shop/text.py")
    assert (
        added
        == ("@Get('/prices')", "def cut_title(text, most):", "return text", "title = cut_title(name, 80)")[:2]
        + added[2:]
    )
    assert "title = cut_title(name, 80)" in added
    assert not any("import" in line or "//" in line for line in added)
    assert gone == ()


def test_a_definition_that_went_is_told_but_not_one_that_was_only_changed():
    excerpt = "-@Post('/sync')\n-def total(items):\n+def total(items, tax):\n-def old_total(cart):\n-    cart.sum()"
    _, gone = telling_lines([excerpt], "shop/api.py")
    assert gone == ("@Post('/sync')", "def old_total(cart):")


def test_what_a_later_edit_takes_back_was_not_brought():
    assert telling_lines(["+LIMIT_OF_ITEMS = 5", "-LIMIT_OF_ITEMS = 5\n+LIMIT_OF_ITEMS = 9"], "a.py")[0] == (
        "LIMIT_OF_ITEMS = 9",
    )


def test_in_files_of_settings_values_are_told_and_comments_are_not():
    added, _ = telling_lines(["+# speed\n+workers: 4\n+nested:\n+  image: shop:2.1\n+}"], "deploy/values.yaml")
    assert added == ("workers: 4", "image: shop:2.1")


def test_a_long_run_of_characters_is_no_line_to_tell():
    assert telling_lines(["+" + "Ab3" * 30 + "=="], "notes.py") == ((), ())


def test_the_document_says_what_a_file_got_and_lost():
    story = Story()
    story.asks("Take the sync route away")
    story.edits(
        "shop/api.py", "-@Post('/sync')\n-def sync(request):\n-    a\n-    b\n+\n+def prices(request, page=1):", 2, 4
    )
    story.ends("The route is gone.")
    anchors = sections(materials(story))["CODEBASE_ANCHORS"]
    assert "adds `def prices(request, page=1):`" in anchors
    assert "removes `@Post('/sync')`" in anchors


def test_of_a_file_that_is_gone_again_nothing_is_told():
    story = Story()
    story.asks("Try a route")
    story.edits("shop/api.py", "+@Post('/sync')\n+def sync(request):\n+    a\n+    b", 4, 0, "add")
    story.edits("shop/api.py", "", 0, 4, "delete")
    assert "adds" not in sections(materials(story))["CODEBASE_ANCHORS"].replace("added", "")


def test_where_there_is_room_lists_of_names_are_told_too():
    excerpt = "+const names = [\n+  'TILL_NOT_FOUND',\n+  'TILL_CLOSED',\n+];"
    assert telling_lines([excerpt], "shop/names.ts")[0] == ()
    assert telling_lines([excerpt], "shop/names.ts", MORE)[0] == (
        "const names = [",
        "'TILL_NOT_FOUND',",
        "'TILL_CLOSED',",
    )


def test_attributes_of_a_drawing_tell_nothing():
    excerpt = '+<svg\n+  strokeWidth={2}\n+  className="till"\n+  viewBox="0 0 24 24"\n+title = cut_title(name, 80)'
    assert telling_lines([excerpt], "shop/till.tsx")[0] == ("title = cut_title(name, 80)",)


def test_of_many_long_edits_only_the_newest_texts_are_kept():
    texts: list[str] = []
    for number in range(9):
        texts = kept(texts, f"+{number}" * 2000)
    assert texts[-1].startswith("+8") and sum(map(len, texts)) <= 14_000
