"""Two worktrees of one repository in which handovers are written at the same moment: one order, one name for each."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from butler.capabilities.handover.tools import HandoverTools
from butler.capability import Caller
from butler.house import House
from tests.repositories import Repository

CLIENT = Caller("codex")


@pytest.fixture
def worktrees(repository: Repository, open_at: Callable[..., House]) -> tuple[House, House]:
    """The house of the main working tree and that of another one."""
    side = repository.top.with_name("side")
    repository.git("worktree", "add", "-q", "-b", "side", str(side))
    return open_at(), open_at(side)


def prepare(house: House) -> tuple[str, str | None]:
    """A handover and the one before it."""
    answer = HandoverTools(house).handover_prepare(CLIENT, issue_id=49, notes="next: sell")
    assert answer.status == "ok", answer
    return answer.data["handover_id"], answer.data["previous"]


def test_handovers_of_one_second_in_two_worktrees_have_names_of_their_own_and_one_order(worktrees):
    with ThreadPoolExecutor(2) as pool:
        made = list(pool.map(lambda number: prepare(worktrees[number % 2]), range(8)))
    numbers = {handover: int(handover.rpartition("codex")[2].lstrip("-") or 1) for handover, _ in made}
    assert sorted(numbers.values()) == list(range(1, 9))
    in_order = sorted(numbers, key=numbers.__getitem__)
    assert dict(made) == dict(zip(in_order, [None, *in_order[:-1]], strict=True))


def test_a_data_folder_that_may_not_be_written_keeps_nobody_from_handing_over(worktrees):
    data = worktrees[0].user.data
    data.parent.mkdir(parents=True, exist_ok=True)
    data.write_text("a file in the way", encoding="utf-8")
    (first, _), (second, previous) = prepare(worktrees[0]), prepare(worktrees[1])
    assert (previous, second) == (first, f"{first}-2")
