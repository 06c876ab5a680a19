"""Code that was told and that a later edit took out again is marked where it is told."""

from __future__ import annotations

from butler.maids.session_log_taken_out import taken_out
from tests.maids.test_handover_worker import materials, sections
from tests.stories import Story

BROUGHT = "+def reset_lock(self):\n+    self.using = False\n+ROUND_UP = True"


def test_a_name_is_taken_out_where_the_last_edit_of_it_leaves_none():
    sizes = [(3, 3, 0), (7, 0, 2)]
    assert taken_out([BROUGHT, "-def reset_lock(self):\n-    self.using = False"], sizes) == ((7, "reset_lock"),)


def test_a_name_that_moved_within_the_file_or_came_back_is_not():
    moved = [BROUGHT, "-def reset_lock(self):\n+def reset_lock(self, at):"]
    assert taken_out(moved, [(3, 3, 0), (7, 1, 1)]) == ()
    back = [BROUGHT, "-def reset_lock(self):", "+def reset_lock(self):"]
    assert taken_out(back, [(3, 3, 0), (7, 0, 1), (9, 1, 0)]) == ()


def test_a_name_that_the_session_did_not_bring_is_not():
    assert taken_out(["+ROUND_UP = True", "-def reset_lock(self):"], [(3, 1, 0), (7, 0, 1)]) == ()


def test_a_name_that_is_merely_called_may_stand_elsewhere_in_the_file():
    assert taken_out(["+    self.reset_lock()", "-    self.reset_lock()"], [(3, 1, 0), (7, 0, 1)]) == ()


def told(*, again: bool = False, elsewhere: bool = False) -> str:
    story = Story()
    story.asks("Keep the button of the shop from getting stuck")
    story.edits("shop/gift.py", BROUGHT, added=3)
    story.ends("When taking off fails, `reset_lock()` frees the button of the shop.")
    story.asks("Put it back to what came with the module")
    story.edits("shop/gift.py", "-def reset_lock(self):\n-    self.using = False", added=0, removed=2)
    if again:
        story.edits("shop/gift.py", "+def reset_lock(self):", added=1)
    if elsewhere:
        story.edits("shop/locks.py", "+def reset_lock(self):", added=1)
    story.ends("It is back.")
    return sections(materials(story))["CURRENT_STATE"]


def test_closing_words_name_the_edit_that_took_out_what_they_tell():
    assert "[taken out since: `reset_lock` [L7]]" in told()


def test_what_stands_somewhere_is_not_called_taken_out():
    assert "taken out since" not in told(again=True)
    assert "taken out since" not in told(elsewhere=True)
