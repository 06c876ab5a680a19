"""Starting programs: no shell, no input, a timeout, a clean environment."""

import sys
import tracemalloc

import pytest

from butler import process
from butler.errors import ButlerError


def test_a_program_sees_only_what_is_passed_on(tmp_path, monkeypatch):
    monkeypatch.setenv("BUTLER_TEST_SECRET", "x")
    code = "import os, sys; print(sorted(os.environ)); print(repr(sys.stdin.read()))"

    done = process.run([sys.executable, "-c", code], folder=tmp_path, environment={"MORE": "1"})

    assert done.code == 0
    assert b"BUTLER_TEST_SECRET" not in done.output
    assert b"'MORE'" in done.output and b"''" in done.output


def test_a_missing_program_is_named(tmp_path):
    with pytest.raises(ButlerError) as refused:
        process.run(["no-such-program"], folder=tmp_path)

    assert (refused.value.code, refused.value.facts["program"]) == ("program_missing", "no-such-program")


def test_a_program_that_takes_too_long_is_stopped(tmp_path):
    with pytest.raises(ButlerError) as refused:
        process.run([sys.executable, "-c", "import time; time.sleep(60)"], folder=tmp_path, seconds=0.3)

    assert refused.value.code == "timed_out"


def test_output_is_cut_at_its_limit_and_said(tmp_path):
    code = f"import sys; sys.stdout.write('x' * {process.MAX_OUTPUT + 10}); sys.exit(3)"

    done = process.run([sys.executable, "-c", code], folder=tmp_path)

    assert (done.code, len(done.output), done.cut) == (3, process.MAX_OUTPUT, True)


def test_a_program_that_prints_without_end_costs_no_memory(tmp_path):
    code = "import sys\nwhile True: sys.stdout.write('x' * 1_000_000)"
    tracemalloc.start()
    with pytest.raises(ButlerError) as refused:
        process.run([sys.executable, "-c", code], folder=tmp_path, seconds=1.0)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert refused.value.code == "timed_out"
    assert peak < 4 * process.MAX_OUTPUT


def test_the_children_of_a_stopped_program_are_stopped_too(tmp_path):
    code = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import time; time.sleep(60)'])"

    with pytest.raises(ButlerError) as refused:
        process.run([sys.executable, "-c", code], folder=tmp_path, seconds=0.5)

    assert refused.value.code == "timed_out"


def test_a_child_that_outlives_its_program_and_holds_the_output_is_not_waited_for(tmp_path):
    child = "import os, time; os.setsid(); time.sleep(5)"
    code = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {child!r}])"

    with pytest.raises(ButlerError) as refused:
        process.run([sys.executable, "-c", code], folder=tmp_path, seconds=0.5)

    assert refused.value.code == "timed_out"


def test_a_long_output_is_read_while_the_program_runs_without_being_kept(tmp_path):
    source = tmp_path / "in"
    source.write_bytes(b"abc" * 100)
    code = (
        f"import sys; sys.stdout.write(sys.stdin.read()); sys.stdout.write('x' * {8 * process.MAX_OUTPUT}); sys.exit(3)"
    )
    tracemalloc.start()
    with (
        source.open("rb") as file,
        process.stream([sys.executable, "-c", code], source=file, folder=tmp_path) as output,
    ):
        length = sum(map(len, iter(output.read, b"")))
        end = output.end()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert length == 300 + 8 * process.MAX_OUTPUT
    assert end.code == 3
    assert peak < process.MAX_OUTPUT


def test_a_program_that_streams_nothing_is_stopped_when_its_time_is_up(tmp_path):
    source = tmp_path / "in"
    source.write_bytes(b"")
    command = [sys.executable, "-c", "import time; time.sleep(60)"]
    with (
        source.open("rb") as file,
        pytest.raises(ButlerError) as refused,
        process.stream(command, source=file, folder=tmp_path, seconds=0.3) as output,
    ):
        output.read()
    assert refused.value.code == "timed_out"
