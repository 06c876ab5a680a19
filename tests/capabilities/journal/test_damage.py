"""Damaged journals: all refused, none touched, however they are read."""

from __future__ import annotations

import json
import random
import string

import pytest

from butler.capabilities.journal import wire
from butler.capabilities.journal.image import read_image
from butler.errors import Unreadable
from butler.phrases.journal import REASONS
from tests.capabilities.journal.journals import forget, json_store, new_task


@pytest.fixture
def store(tmp_path):
    return json_store(tmp_path / "data")


def structure(content):
    """Places of the characters that hold the JSON together."""
    found, inside, escaped = [], False, False
    for at, byte in enumerate(content):
        if byte == ord('"') and not escaped:
            inside = not inside
            found.append(at)
        elif not inside and byte in b"{}[]:,":
            found.append(at)
        escaped = inside and byte == ord("\\") and not escaped
    return found


def damaged(content):
    """(name, bytes): at least 200 ways in which a journal can be broken."""
    text = content.decode()
    whole = json.loads(content)
    for percent in range(100):
        yield f"cut at {percent} %", content[: len(content) * percent // 100]
    chance = random.Random(7)
    for at in chance.sample(structure(content), 60):
        yield f"bit flip at {at}", content[:at] + bytes([content[at] ^ 0x40]) + content[at + 1 :]
    yield "zeros", bytes(len(content))
    yield "zeros at the end", content[:-40] + bytes(40)
    yield "byte order mark", b"\xef\xbb\xbf" + content
    yield "UTF-16", text.encode("utf-16")
    yield "not UTF-8", content.replace("短く".encode(), b"\xff\xfe")
    yield "half a pair", content.replace("短く".encode(), b"\\ud800")
    yield "rubbish behind", content + b"{}"
    yield "a line twice", content.replace(b'"events":{', b'"events":{},"events":{')
    yield "NaN", content.replace(b'"revision":2', b'"revision":NaN', 1)
    yield "a number without end", content.replace(b'"revision":2', b'"revision":' + b"9" * 5000, 1)
    yield "infinity", content.replace(b'"revision":2', b'"revision":1e999', 1)
    yield "deep", b"[" * 100_000 + b"]" * 100_000
    yield "deep in a text's place", content.replace(b'"goal":""', b'"goal":' + b"[" * 5000 + b"]" * 5000, 1)
    for value in (None, [], "text", 1, {}):
        yield f"whole is {value!r}", json.dumps(value).encode()
    for version in (0, 2, 99, "1", None, True, 1.0, [1]):
        yield f"schema_version {version!r}", json.dumps({**whole, "schema_version": version}).encode()
    for part in ("schema_version", "tasks", "events", "operations"):
        yield f"without {part}", json.dumps({k: v for k, v in whole.items() if k != part}).encode()
        if part != "schema_version":
            for value in (None, [], "x", 1):
                yield f"{part} is {value!r}", json.dumps({**whole, part: value}).encode()
    yield "an unknown part", json.dumps({**whole, "extra": 1}).encode()
    first = next(iter(whole["tasks"]))
    for name, value in whole["tasks"][first].items():
        for other in (7, {"a": 1}, True):
            yield (
                f"{name} is {other!r}",
                json.dumps(
                    {**whole, "tasks": {**whole["tasks"], first: {**whole["tasks"][first], name: other}}}
                ).encode(),
            )
        if not isinstance(value, (list, type(None))):
            yield (
                f"{name} is null",
                json.dumps(
                    {**whole, "tasks": {**whole["tasks"], first: {**whole["tasks"][first], name: None}}}
                ).encode(),
            )
    for change in (
        {"unknown": 1},
        {"status": "done"},
        {"created_at": "yesterday"},
        {"updated_at": "2026-13-03T03:00:00.000Z"},
        {"updated_at": "2026-06-03T03:00:60.000Z"},
        {"updated_at": "9999-99-99T99:99:99.999Z"},
        {"task_id": "other"},
        {"task_id": "two\nlines"},
        {"user_id": "you"},
        {"revision": 9},
        {"revision": 0},
    ):
        yield (
            f"task with {change}",
            json.dumps({**whole, "tasks": {**whole["tasks"], first: {**whole["tasks"][first], **change}}}).encode(),
        )
    event = whole["events"][first][1]
    for change in (
        {"unknown": 1},
        {"claim": "sure"},
        {"evidence": []},
        {"evidence": None},
        {"task_id": "other"},
        {"event_id": "hid\u202eden"},
        {"event_id": "x" * 201},
        {"text": None},
        {"created_at": "2026-06-03"},
    ):
        yield (
            f"event with {change}",
            json.dumps(
                {**whole, "events": {**whole["events"], first: [whole["events"][first][0], {**event, **change}]}}
            ).encode(),
        )
    yield "an event missing", json.dumps({**whole, "events": {**whole["events"], first: [event]}}).encode()
    yield "events of nobody", json.dumps({**whole, "events": {**whole["events"], "ghost": []}}).encode()
    key = next(iter(whole["operations"]))
    for change in ({"args_sha256": "x"}, {"task_id": "\x1b[31m"}, {"deleted": 1}, {"revision": "2"}, {"text": "x"}):
        yield (
            f"receipt with {change}",
            json.dumps({**whole, "operations": {key: {**whole["operations"][key], **change}}}).encode(),
        )
    yield "a hidden ledger key", json.dumps({**whole, "operations": {"shop:\u200b": whole["operations"][key]}}).encode()
    yield "a ledger key without scope", json.dumps({**whole, "operations": {"op": whole["operations"][key]}}).encode()


def test_200_damaged_journals_are_refused_and_left_untouched(filled, journal_file, tmp_path):
    content = journal_file.read_bytes()
    cases = [(name, broken) for name, broken in damaged(content) if broken != content]
    for name, broken in cases:
        journal_file.write_bytes(broken)
        for work in (filled.tasks, lambda: new_task(filled), filled.export):
            with pytest.raises(Unreadable) as refused:
                work()
            assert refused.value.facts["file"] == "journal.json", name
            assert refused.value.code == "journal_newer" or refused.value.facts.get("reason"), name
        assert journal_file.read_bytes() == broken, name
    assert len(cases) >= 200
    assert sorted(p.name for p in journal_file.parent.iterdir()) == ["journal.json", "journal.lock"]
    journal_file.write_bytes(content)
    assert len(filled.tasks()) == 2


def test_the_same_damage_is_refused_without_an_earlier_reading(filled, journal_file, tmp_path):
    content = journal_file.read_bytes()
    for name, broken in damaged(content):
        if broken == content:
            continue
        journal_file.write_bytes(broken)
        forget()
        with pytest.raises(Unreadable):
            json_store(tmp_path / "data").tasks()
        assert journal_file.read_bytes() == broken, name


def mutated(content, chance):
    """A journal with lines or pieces of structure moved, doubled, dropped or put in."""
    lines = content.split(b"\n")
    for _ in range(chance.randint(1, 3)):
        at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        kind = chance.randrange(7)
        if kind == 0:
            lines[at], lines[other] = lines[other], lines[at]
        elif kind == 1:
            lines.insert(at, lines[other])
        elif kind == 2:
            del lines[at]
        elif kind == 3:
            lines[at] = lines[at].removesuffix(b",")
        elif kind == 4:
            lines[at] += b","
        elif kind == 5:
            cut = chance.randrange(len(lines[at]) + 1)
            lines[at : at + 1] = [lines[at][:cut], lines[at][cut:]]
        else:
            cut = chance.randrange(len(lines[at]) + 1)
            lines[at] = (
                lines[at][:cut]
                + chance.choice([b"{", b"}", b"[", b"]", b",", b'"', b"\n", b" ", b"1", b'"x":{}', b"[]", b"null"])
                + lines[at][cut:]
            )
        lines = lines or [b""]
    return b"\n".join(lines)


def verdict(read):
    try:
        return read()
    except (wire.Problem, Unreadable):
        return None


@pytest.mark.parametrize("seed", range(4))
def test_reading_by_lines_and_reading_whole_never_disagree(filled, journal_file, seed):
    content, chance = journal_file.read_bytes(), random.Random(seed)
    known, accepted = read_image(content, "me"), 0

    def whole(broken):
        journal = wire.read_journal(broken)
        wire.agree(journal, "me")
        return journal

    for _ in range(1000):
        broken = mutated(content, chance)
        expected = verdict(lambda broken=broken: whole(broken))
        for before in (None, known):
            image = verdict(lambda broken=broken, before=before: read_image(broken, "me", before))
            assert (image.journal if image else None) == expected, broken
            assert image is None or verdict(lambda image=image: whole(image.content())) == expected, broken
        accepted += expected is not None
    assert accepted > 50


def test_an_unknown_field_is_refused_by_name(filled, journal_file):
    journal_file.write_bytes(journal_file.read_bytes().replace(b'"goal"', b'"gaol"', 1))
    with pytest.raises(Unreadable, match=r"gaol|goal"):
        filled.tasks()


def test_a_reason_is_said_in_the_readers_language(filled, journal_file):
    journal_file.write_bytes(b"{")
    with pytest.raises(Unreadable) as refused:
        filled.tasks()

    assert refused.value.message("en") == "The journal journal.json is damaged: not JSON (line 1, column 2)."
    assert refused.value.message("ja") == "Journal journal.json が壊れています: JSON ではありません(1 行 2 列)。"


@pytest.mark.parametrize("key", sorted(REASONS))
def test_both_languages_of_a_reason_name_the_same_facts(key):
    fields = [{field for _, field, _, _ in string.Formatter().parse(text) if field} for text in REASONS[key]]

    assert fields[0] == fields[1]
