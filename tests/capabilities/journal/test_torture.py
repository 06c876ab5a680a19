"""Many writers, frozen holders, kills and failing system calls: short forms of ``torture``, with real processes."""

from __future__ import annotations

import asyncio
import shutil
import threading
from dataclasses import replace

import pytest

from butler.mcp_facade import create_facade, import_fastmcp
from butler.storage import locked
from tests.capabilities.journal import torture

import_fastmcp()

from fastmcp import Client  # noqa: E402


def test_four_processes_with_two_writers_each_lose_and_double_nothing(tmp_path):
    figures = torture.load(4, 2, 100, tasks=8, folder=tmp_path)

    assert torture.broken(figures) == {} and figures["acknowledged"] == 100


def test_200_calls_answered_busy_are_never_applied_and_can_be_sent_again(tmp_path):
    figures = torture.busy(200, folder=tmp_path)

    assert torture.broken(figures) == {} and figures["busy"] == 200


def test_a_killed_writer_loses_nothing_that_it_acknowledged(tmp_path):
    figures = torture.kill(5, sizes=(16 * 1024,), folder=tmp_path)

    assert torture.broken(figures) == {} and figures["kills"] == 4 and figures["imports"] == 1


async def test_the_event_loop_goes_on_while_a_call_waits_for_the_lock(start, staff, home):
    begun = replace(start, flags={"profile": "me", "project": "shop", "allow_journal_write": True})
    held, release = threading.Event(), threading.Event()

    def hold():
        with locked(home / ".local/share/butler/profiles/me/workspace/journal.lock"):
            held.set()
            release.wait(30)

    async with Client(create_facade(begun, staff)) as brain:
        await brain.call_tool("task_create", {"title": "first", "operation_id": "o1"})
        holder = threading.Thread(target=hold)
        holder.start()
        await asyncio.to_thread(held.wait, 30)
        waiting = asyncio.create_task(brain.call_tool("task_create", {"title": "second", "operation_id": "o2"}))
        ticks: list[float] = []
        ticking = asyncio.create_task(torture.ticker(ticks))
        await asyncio.sleep(0.5)
        unanswered, counted = not waiting.done(), len(ticks)
        release.set()
        answer = await waiting
        ticking.cancel()
        await asyncio.to_thread(holder.join)

    assert unanswered and counted >= 5
    assert answer.structured_content["data"]["revision"] == 1


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_sixteen_processes_with_eight_threads_each_lose_and_double_nothing(tmp_path):
    figures = torture.load(16, 8, 1000, folder=tmp_path)

    assert torture.broken(figures) == {} and figures["acknowledged"] >= 1000 and figures["resends"] > 50


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_kills_at_every_size_damage_nothing(tmp_path):
    figures = torture.kill(15, folder=tmp_path)

    assert torture.broken(figures) == {} and figures["kills"] == 12 and figures["imports"] == 3


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
def test_every_failing_system_call_that_writes_is_survived(tmp_path):
    figures = torture.faults(torture.WRITING_CALLS, folder=tmp_path)

    assert torture.broken(figures) == {} and figures["injected"] == figures["points"] >= 12
