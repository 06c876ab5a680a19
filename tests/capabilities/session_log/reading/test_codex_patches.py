"""Which files a patch names."""

from __future__ import annotations

from butler.capabilities.session_log.reading.codex_patches import (
    find_patch,
    is_patch_alone,
    patch_changes,
    recorded_changes,
)

PATCH = """*** Begin Patch
*** Add File: docs/日本.md
+# title
+
*** Update File: src/a.py
*** Move to: src/b.py
@@ def f():
-    return 1
+    return 2
 context
*** Delete File: old.txt
*** End Patch"""


def told(changes):
    return [(c.path, c.action, c.moved_to, c.added, c.removed) for c in changes]


def test_a_patch_text_names_its_files():
    expected = [
        ("docs/日本.md", "add", None, 2, 0),
        ("src/a.py", "move", "src/b.py", 1, 1),
        ("old.txt", "delete", None, None, None),
    ]
    assert told(patch_changes(PATCH, 1, None)) == expected
    assert told(patch_changes(PATCH.replace("\n", "\r\n"), 1, None)) == expected


def test_the_excerpt_holds_the_first_changed_lines():
    change = patch_changes(PATCH, 1, None)[1]
    assert change.excerpt == "-    return 1\n+    return 2"
    long = "*** Update File: a\n" + "\n".join(f"+{n}" + "x" * 500 for n in range(50))
    assert len(patch_changes(long, 1, None)[0].excerpt) <= 8000


def test_recorded_changes_of_both_layouts_are_read():
    new = {
        "/p/a.py": {"type": "update", "unified_diff": "--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n", "move_path": None},
        "/p/b.py": {"type": "add", "content": "1\n2\n"},
        "/p/c.py": {"type": "delete", "content": "1\n"},
    }
    expected = [
        ("/p/a.py", "update", None, 1, 1),
        ("/p/b.py", "add", None, 2, 0),
        ("/p/c.py", "delete", None, 0, 1),
    ]
    assert told(recorded_changes(new, 1, None)) == expected
    assert told(recorded_changes({"/p/b.py": {"add": {"content": "1\n2\n"}}}, 1, None)) == expected[1:2]
    assert recorded_changes(None, 1, None) == []


def test_a_patch_is_found_inside_a_shell_command():
    command = f"cd src && apply_patch <<'EOF'\n{PATCH}\nEOF\nls"
    assert find_patch(command) == PATCH
    assert find_patch("ls") is None
    assert not is_patch_alone(command)
    assert is_patch_alone(f"apply_patch <<'EOF'\n{PATCH}\nEOF\n")
    assert is_patch_alone(f"apply_patch '{PATCH}'")


def test_lines_that_only_changed_their_ending_are_no_change():
    diff = "@@ -1,3 +1,4 @@\n-one\n-two\n-three\n+one\r\n+TWO\r\n+three\r\n+four\r\n"
    (change,) = recorded_changes({"a.lua": {"type": "update", "unified_diff": diff}}, 1, None)
    assert (change.added, change.removed) == (2, 1)


def test_a_line_that_moved_in_a_file_with_carriage_returns_still_counts():
    diff = "@@ -1,2 +1,2 @@\n-one\r\n two\r\n+one\r\n"
    (change,) = recorded_changes({"a.lua": {"type": "update", "unified_diff": diff}}, 1, None)
    assert (change.added, change.removed) == (1, 1)
