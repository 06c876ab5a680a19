"""The second engine (the extra ``[secrets]``): off unless the user's own configuration wants it, and judged as strictly."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

import pytest

from butler import second_engine as second
from butler.errors import ButlerError
from butler.maids.redaction_worker import Redactor
from tests.security.lookalikes import lookalikes
from tests.security.minting import Mint
from tests.security.scene import Scene

WANTED = "second_engine: true\n"
VALUE = Mint("second engine").alnum(12)
TEXT = f'service_key = "{VALUE}"'
"""Too short for our own rules behind such a name; the engine's keyword detector tells it."""


@pytest.fixture
def engine() -> second.SecondEngine:
    """The engine as it is installed."""
    pytest.importorskip("detect_secrets", reason="detect-secrets (the extra [secrets]) is not installed")
    found = second.second_engine(wanted=True)
    assert found is not None
    return found


def configured(scene: Scene, text: str) -> None:
    """Write the user's own configuration."""
    file = scene.home / ".config/butler/config.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(text, encoding="utf-8")


def test_it_is_off_where_nobody_wants_it() -> None:
    assert second.second_engine(wanted=False) is None
    assert Redactor().redact(TEXT) == TEXT


def test_what_it_finds_is_replaced_besides_our_own_finds(engine: second.SecondEngine) -> None:
    ours = Mint("ours").plain()
    shown = Redactor(engine=engine).redact(f"{TEXT}\nDB_PASSWORD={ours}\n")

    assert VALUE not in shown
    assert ours not in shown
    assert shown.startswith('service_key = "[REDACTED:keyword:1]"')


def test_it_touches_nothing_that_only_looks_like_a_secret(engine: second.SecondEngine) -> None:
    redactor = Redactor(engine=engine)
    touched = [
        one.kind for one in lookalikes("engine") if not all(part in redactor.redact(one.text) for part in one.keep)
    ]

    assert not touched


def test_it_opens_no_connection(engine: second.SecondEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a connection was opened")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    key = "AK" + "IA" + Mint("aws").upper(16)

    assert [one.kind for one in engine(f"key {key}")] == ["aws"]


def test_long_lines_are_looked_at_in_pieces(engine: second.SecondEngine) -> None:
    text = "x" * 4000 + "\n" + TEXT
    assert {text[one.start : one.end] for one in engine(text)} == {VALUE}


def test_the_users_configuration_turns_it_on(tmp_path: Path, engine: second.SecondEngine) -> None:
    scene = Scene(tmp_path)
    scene.codex([("output", TEXT)])
    before = scene.run("session-log", "read", "01990000-0000-7000", "--json").text
    configured(scene, WANTED)
    after = scene.run("session-log", "read", "01990000-0000-7000", "--json").text

    assert VALUE in before
    assert VALUE not in after


def test_a_projects_file_cannot_turn_it_on(tmp_path: Path) -> None:
    scene = Scene(tmp_path)
    (scene.project / ".butler/config.yaml").write_text(WANTED, encoding="utf-8")

    assert "settings_not_allowed" in scene.run("session-log", "list", "--json").text


def test_a_wanted_engine_that_is_not_installed_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "detect_secrets.plugins.aws", None)
    second._engine.cache_clear()
    try:
        with pytest.raises(ButlerError) as refused:
            second.second_engine(wanted=True)
    finally:
        second._engine.cache_clear()

    assert refused.value.code == "second_engine_missing"
