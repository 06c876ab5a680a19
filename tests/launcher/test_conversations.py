"""With kept answers and without them the server says the same, byte for byte, whoever asks and however."""

import json
import signal

import pytest

from butler.launcher.answers import dump, load
from tests.launcher.talking import INITIALIZE, INITIALIZED, LISTS, ROOT, Server, asking, keep_answers, kept, server

pytestmark = pytest.mark.slow

READ_ONLY = ()
WRITING = ("--profile", "me", "--project", "shop", "--allow-journal-write")
VERSIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28", "1999-01-01")
ERAS = {"initialize": False, "server/discover": True}


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    """A home folder and a project with an issue."""
    home = tmp_path_factory.mktemp("home")
    issues = home / "work" / "shop" / ".butler" / "issues"
    issues.mkdir(parents=True)
    (issues / "49-lock.md").write_text("---\nid: 49\ntitle: 棚の錠\nstate: open\n---\n\nRefuse the second taker.\n")
    return home, home / "work" / "shop"


@pytest.fixture(scope="module")
def kept_once(shop):
    """The answers of a server without flags, kept."""
    return keep_answers(*shop)


@pytest.fixture
def direct(shop):
    """Start a server for which nothing is kept; what is kept comes back afterwards."""
    aside = [(file, file.read_bytes()) for file in kept(shop[0])]
    for file, _ in aside:
        file.unlink()
    yield lambda *arguments: server(*shop, *arguments)
    for file, content in aside:
        file.write_bytes(content)
        file.chmod(0o600)


@pytest.fixture
def quick(shop, kept_once):
    """Start a server that finds its answers."""
    return lambda: server(*shop)


def questions(modern, writing):
    """All kinds of requests, each with its own id, numbers and texts."""
    yield asking("open", "server/discover", modern=True) if modern else asking("open", "initialize", **INITIALIZE)
    for number, method in enumerate((*LISTS, "ping", "logging/setLevel", "nonsense/method", "server/discover")):
        yield asking(number, method, modern=modern)
    calls = [
        ("issue_list", {}),
        ("issue_read", {"issue_id": 49}),
        ("issue_read", {"issue_id": "あ"}),
        ("handover_read", {}),
        ("handover_list", {"query": 5}),
        ("nonsense", {"a": 1}),
        ("session_log_read", {"session": "x", "nonsense": 1}),
    ]
    calls += [("task_list", {}), ("task_get", {"task_id": "x"})] if writing else []
    for number, (name, arguments) in enumerate(calls):
        yield asking(f"呼 {number}", "tools/call", modern=modern, name=name, arguments=arguments)
    yield asking("again", "tools/list", modern=modern)


def answers(started: Server, modern, writing):
    """Every answer as the client got it, by id; one request after the other, the notification in its place."""
    found = {}
    with started as client:
        for question in questions(modern, writing):
            found[question["id"]] = client.ask(question)
            if question["method"] == "initialize":
                client.say(INITIALIZED)
        code, rest, errors = client.leave()
        assert (code, rest, client.unread) == (0, b"", []), errors
    return found


@pytest.mark.parametrize("flags", [READ_ONLY, WRITING], ids=["reading", "writing"])
def test_the_same_conversation_gets_the_same_bytes(direct, shop, flags):
    without = [answers(direct(*flags), modern, bool(flags)) for modern in ERAS.values()]
    file = keep_answers(*shop, *flags)
    before = file.read_bytes()

    assert [answers(server(*shop, *flags), modern, bool(flags)) for modern in ERAS.values()] == without
    assert file.read_bytes() == before
    assert all(("task_create" in found[0].decode()) is bool(flags) for found in without)


def test_every_version_is_negotiated_and_answered_as_by_the_live_server(direct, shop):
    """One live server answers for all versions, because it negotiates anew; each kept version has a start of its own."""

    def ask(client, version):
        opened = client.ask(asking(1, "initialize", **{**INITIALIZE, "protocolVersion": version}))
        return [opened, *(client.ask(asking(number, method)) for number, method in enumerate((*LISTS, "ping")))]

    with direct() as client:
        said = {version: ask(client, version) for version in VERSIONS}
        client.leave()
    keep_answers(*shop)
    for version in VERSIONS:
        with server(*shop) as client:
            assert ask(client, version) == said[version]
            assert client.leave() == (0, b"", "")


@pytest.mark.parametrize("era", ERAS)
def test_everything_sent_at_once_is_answered_once_and_the_handshake_first(quick, era):
    asked = list(questions(ERAS[era], False))
    with quick() as client:
        client.say(*asked)
        lines = [json.loads(client.hear()) for _ in asked]
        code, rest, _ = client.leave()

    assert lines[0]["id"] == "open"
    assert sorted(str(line["id"]) for line in lines) == sorted(str(question["id"]) for question in asked)
    assert (code, rest) == (0, b"")


def test_a_client_that_only_looks_is_answered_and_the_server_ends_with_it(quick):
    with quick() as client:
        client.open(modern=False)
        listed = json.loads(client.ask(asking(1, "tools/list")))
        code, rest, errors = client.leave()

    assert "handover_read" in {tool["name"] for tool in listed["result"]["tools"]}
    assert (code, rest, errors) == (0, b"", "")


def test_input_that_ends_while_a_call_waits_ends_the_server_when_it_has_seen_the_call(quick):
    with quick() as client:
        client.say(asking("open", "server/discover", modern=True))
        client.say(asking(1, "tools/call", modern=True, name="issue_list", arguments={}))
        client.process.stdin.close()
        lines = [json.loads(line) for line in client.process.stdout.read().splitlines()]

        assert client.process.wait(30) == 0
    assert [line["id"] for line in lines] in (["open", 1], ["open"])  # the library answers what it can at the end


def test_what_is_no_message_is_answered_before_and_after_the_live_server_took_over(quick):
    with quick() as client:
        client.open(modern=True)
        for _ in range(2):
            client.say(b"nonsense\n", b"\n", b"[]\n", b'{"id":8,"method":"ping"}\n')
            refused = [json.loads(client.hear()) for _ in range(3)]
            told = [(line["error"]["code"], line["id"]) for line in refused]
            assert told == [(-32700, None), (-32600, None), (-32600, 8)]
            client.ask(asking("call", "tools/call", modern=True, name="issue_list", arguments={}))
        assert client.leave()[0] == 0


def test_large_and_japanese_lines_arrive_whole(quick):
    notes = "決定: " + "錠を使う。" * 30_000
    with quick() as client:
        client.open(modern=False)
        prepared = json.loads(
            client.ask(asking("大", "tools/call", name="handover_prepare", arguments={"notes": notes}))
        )
        client.leave()

    assert prepared["id"] == "大" and "result" in prepared


def test_a_cancelled_call_is_never_answered(quick):
    cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}
    with quick() as client:
        client.open(modern=False)
        client.say(asking(1, "tools/call", name="issue_list", arguments={}), cancel)
        client.ask(asking(2, "tools/call", name="issue_list", arguments={}))
        client.leave()

    assert all(line.get("id") != 1 for line in client.unread)


@pytest.mark.parametrize("kind", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("moment", ["loading", "serving"])
def test_a_signal_ends_the_server_without_a_word(quick, kind, moment):
    with quick() as client:
        client.open(modern=True)
        if moment == "serving":
            client.ask(asking(1, "tools/call", modern=True, name="issue_list", arguments={}))
        client.process.send_signal(kind)

        assert client.process.wait(10) == -kind
        assert client.process.stderr.read() == b""


def test_a_client_that_stops_reading_ends_the_server_without_a_word(quick):
    with quick() as client:
        client.process.stdout.close()
        client.say(asking("open", "server/discover", modern=True))

        assert client.process.wait(30) == -signal.SIGPIPE
        assert client.process.stderr.read() == b""


LOUD = """
import os, sys
class Loud:
    def find_spec(self, name, path=None, target=None):
        if name == "fastmcp":
            sys.meta_path.remove(self)
            print("printed", flush=True)
            os.write(1, b"written")
            assert sys.stdin.read() == "" and os.read(0, 10) == b""
            if os.path.exists(os.path.expanduser("~/broken")):
                raise ImportError("fastmcp is broken")
sys.meta_path.insert(0, Loud())
"""


@pytest.fixture
def loud(home, project, tmp_path):
    """A server whose loading prints, writes to descriptor 1 and reads from stdin; with ``broken`` in the home it fails."""
    (tmp_path / "loud").mkdir()
    (tmp_path / "loud" / "sitecustomize.py").write_text(LOUD)
    code = f"{tmp_path / 'loud'}:{ROOT}"
    with server(home, project, code=code) as client:  # the first loading prints where nothing is kept yet
        client.leave()
    assert kept(home)
    return lambda: server(home, project, code=code)


def test_nothing_that_is_loaded_can_print_to_the_client_or_read_from_it(loud):
    with loud() as client:
        client.open(modern=False)
        client.ask(asking(1, "tools/call", name="issue_list", arguments={}))
        ended, rest, errors = client.leave()

    assert (ended, rest, client.unread) == (0, b"", [])
    assert "printed" in errors and "written" in errors


def test_a_server_that_cannot_be_loaded_says_so_to_whoever_waits(loud, home):
    (home / "broken").touch()
    with loud() as client:
        client.open(modern=False)
        refused = json.loads(client.ask(asking(1, "tools/call", name="issue_list", arguments={})))
        code, rest, errors = client.leave()

    assert refused["error"]["code"] == -32603 and "could not start" in refused["error"]["message"]
    assert (code, rest) == (1, b"") and "fastmcp is broken" in errors


def test_what_the_server_says_now_replaces_what_was_kept_and_the_client_is_told(home, project):
    """Kept answers that are not the live server's, as if something that the key cannot see had changed."""
    file = keep_answers(home, project)
    true = file.read_bytes()
    head = json.loads(true.partition(b"\n")[0])
    false = dict(load(str(file), head["key"]))
    false["2025-06-18", "tools/list"] = b'{"tools":[]}'
    file.write_bytes(dump(head["key"], false, [mark[0] for mark in head["watched"]]))
    with server(home, project) as client:
        client.open(modern=False)
        assert json.loads(client.ask(asking(1, "tools/list")))["result"] == {"tools": []}
        client.ask(asking(2, "tools/call", name="issue_list", arguments={}))
        told = json.loads(client.hear())
        relisted = client.ask(asking(3, "tools/list"))
        _, _, errors = client.leave()

    assert told == {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}
    assert b"handover_read" in relisted and "no longer true" in errors
    assert file.read_bytes() == true
