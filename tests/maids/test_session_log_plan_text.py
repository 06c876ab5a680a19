"""A long plan keeps what it forbids, its steps and its files."""

from __future__ import annotations

from butler.maids.session_log_plan_text import shorten_plan
from tests.maids.test_handover_worker import materials, sections
from tests.stories import Story

_FILLING = "\n".join(
    f"The shelf number {n} holds books of many sizes and colours, as everybody here knows." for n in range(60)
)
_PLAN = f"""# Plan: faster prices
## Context
Prices come slowly because every page asks anew.
{_FILLING}
**Constraints:** the design stays, no library is downgraded.
## Phase 1: cache
1. Keep answers for ten seconds
{_FILLING}
4. Pass the offset to the gateway in `shop/list_users.py`
```python
secret_of_the_plan = 1
```
## Verification
- run the shop and look at page 3
"""


def test_limits_steps_files_and_proofs_stay_and_code_and_filling_go():
    short = shorten_plan(_PLAN, 700)
    assert len(short) <= 700
    for kept in (
        "# Plan: faster prices",
        "Prices come slowly",
        "the design stays",
        "1. Keep answers",
        "list_users.py",
        "look at page 3",
    ):
        assert kept in short
    assert "secret_of_the_plan" not in short
    assert short.splitlines()[-1].startswith("[… +1")


def test_lines_left_out_before_are_counted_again():
    once = shorten_plan(_PLAN, 2000)
    left = int(once.rsplit("+", 1)[1].rstrip("]"))
    again = shorten_plan(once, 500)
    assert int(again.rsplit("+", 1)[1].rstrip("]")) > left


def test_a_short_plan_is_whole():
    assert shorten_plan("# Plan\n1. One\n", 100) == "# Plan\n1. One"


def test_a_constraint_in_another_language_stays():
    for line in ("нельзя менять дизайн", "必ずデザインを維持する", "不要修改设计"):
        assert line in shorten_plan(f"# Plan\nAim.\n{_FILLING}\n{line}\n{_FILLING}", 300)


def test_the_document_shows_the_limits_of_an_approved_plan():
    story = Story("claude-code")
    story.judges_plan(_PLAN, approved=True)
    story.asks("Implement the plan")
    story.ends("Done with phase 1.")
    assert "no library is downgraded" in sections(materials(story))["DECISION"]
