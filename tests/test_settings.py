"""Where each setting may come from."""

import pytest

from butler.errors import ButlerError
from butler.settings import RULES, Settings, load_settings


@pytest.fixture
def load(tmp_path):
    def load(user="", project="", environment=None, **flags):
        (tmp_path / "user.yaml").write_text(user, encoding="utf-8")
        folder = tmp_path / ".butler"
        folder.mkdir(exist_ok=True)
        (folder / "config.yaml").write_text(project, encoding="utf-8")
        return load_settings(
            flags=flags,
            environment=environment or {},
            user_file=tmp_path / "user.yaml",
            project_file=folder / "config.yaml",
            shown_user_file="~/config.yaml",
        )

    return load


def test_the_strongest_source_wins_and_is_named(load):
    settings = load(
        user="language: ja\nmax_tokens: 3000\n",
        project="language: en\nproject: Bookshop\nmax_tokens: 2000\n",
        environment={"BUTLER_MAX_TOKENS": "5000"},
        language=None,
    )

    assert (settings.language, settings.max_tokens, settings.project) == ("ja", 5000, "Bookshop")
    assert settings.sources["language"] == "~/config.yaml"
    assert settings.sources["max_tokens"] == "environment"
    assert settings.sources["project"] == ".butler/config.yaml"
    assert settings.sources["plugins"] == "default"
    assert load(user="language: ja", language="en").sources["language"] == "flag"


def test_without_any_source_the_defaults_hold(tmp_path):
    settings = load_settings(flags={}, environment={}, user_file=tmp_path / "none.yaml", project_file=None)

    assert settings == Settings(sources=dict.fromkeys(RULES, "default"))


@pytest.mark.parametrize("key", ["plugins", "redact", "allow", "issue_source"])
def test_a_projects_file_cannot_load_plugins_or_loosen_redaction(load, key):
    with pytest.raises(ButlerError) as refused:
        load(project=f"{key}: x\n")

    assert refused.value.code == "settings_not_allowed"
    assert key in refused.value.message("en")


def test_the_users_own_file_may_set_everything(load):
    settings = load(user="plugins: [weather]\nredact:\n  staff: 'S-[0-9]{6}'\nallow: [S-000000]\nissue_source: none\n")

    assert settings.plugins == ("weather",)
    assert settings.redact == (("staff", "S-[0-9]{6}"),)
    assert settings.allow == ("S-000000",)


def test_an_unknown_key_is_an_error_that_names_line_and_known_keys(load):
    with pytest.raises(ButlerError) as refused:
        load(project="language: en\nlanguge: ja\n")

    assert refused.value.code == "settings_unknown_key"
    assert "languge" in refused.value.message("en") and "2" in refused.value.message("ja")
    assert "language" in refused.value.hint("en")


@pytest.mark.parametrize(
    "text",
    [
        "language: fr",
        "max_tokens: 100",
        "max_tokens: many",
        "max_tokens: true",
        "issue_folder: ../x",
        "issue_folder: /etc",
        "project: [a]",
        "project: ''",
    ],
)
def test_a_bad_value_names_key_source_and_what_is_expected(load, text):
    with pytest.raises(ButlerError) as refused:
        load(project=text)

    assert refused.value.code == "settings_bad_value"
    assert text.split(":")[0] in refused.value.message("en")
    assert refused.value.hint("ja")


@pytest.mark.parametrize("content", [b"a: [", b"\xff\xfe", b"a: 1\na: 2", b"- x", b"language: &a en\nproject: *a"])
def test_a_damaged_file_is_named_with_its_reason(tmp_path, content):
    (tmp_path / "user.yaml").write_bytes(content)

    with pytest.raises(ButlerError) as refused:
        load_settings(flags={}, environment={}, user_file=tmp_path / "user.yaml", project_file=None)

    assert refused.value.code == "settings_unreadable"
    assert "config.yaml" in refused.value.message("en")


def test_settings_are_never_read_through_a_link(tmp_path):
    (tmp_path / "real.yaml").write_text("language: ja")
    (tmp_path / "user.yaml").symlink_to(tmp_path / "real.yaml")

    with pytest.raises(ButlerError, match="link"):
        load_settings(flags={}, environment={}, user_file=tmp_path / "user.yaml", project_file=None)
