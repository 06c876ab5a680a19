"""The file of kept answers: read only when it is whole, ours, and of the very same state."""

import os

import pytest

from butler.launcher.answers import dump, load

ANSWERS = {("2025-06-18", "tools/list"): b'{"tools":["a b"]}', ("-", "initialize"): '{"x":"あ"}'.encode()}


@pytest.fixture
def place(tmp_path):
    file = tmp_path / "start" / "a.answers"
    file.parent.mkdir(mode=0o700)
    file.write_bytes(dump("key", ANSWERS, []))
    file.chmod(0o600)
    return file


def test_what_was_kept_is_read_again(place):
    assert load(str(place), "key") == ANSWERS


def test_another_key_or_no_file_is_a_miss(place):
    assert load(str(place), "other") is None
    assert load(str(place.with_name("b.answers")), "key") is None


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text[:-5],
        lambda text: text.replace(b"a b", b"a c"),
        lambda text: b"",
        lambda text: b"\xff" + text,
        lambda text: text.replace(b'"format": 1', b'"format": 2'),
        lambda text: text.replace(b"watched", b"watches"),
        lambda text: b"[" * 50_000 + text,
        lambda text: b"null\n",
    ],
)
def test_a_damaged_file_is_a_miss(place, spoil):
    place.write_bytes(spoil(place.read_bytes()))

    assert load(str(place), "key") is None


def test_a_file_that_others_may_write_is_a_miss(place):
    place.chmod(0o620)
    assert load(str(place), "key") is None
    place.chmod(0o600)
    place.parent.chmod(0o777)
    assert load(str(place), "key") is None
    place.parent.chmod(0o700)
    assert load(str(place), "key") == ANSWERS


def test_links_pipes_and_folders_are_misses(place):
    link, pipe, folder = (place.with_name(name) for name in ("link", "pipe", "folder"))
    link.symlink_to(place)
    os.mkfifo(pipe, 0o600)
    folder.mkdir()

    assert [load(str(odd), "key") for odd in (link, pipe, folder)] == [None, None, None]


def test_a_watched_file_that_changed_or_went_is_a_miss(place, tmp_path):
    module = tmp_path / "plugin.py"
    module.write_text("one = 1\n")
    place.write_bytes(dump("key", ANSWERS, [str(module)]))
    assert load(str(place), "key") == ANSWERS

    module.write_text("one = 11\n")
    assert load(str(place), "key") is None
    module.unlink()
    assert load(str(place), "key") is None
