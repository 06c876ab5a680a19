"""The plugin folder for both clients: small, of this version, and quiet until somebody asks for it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from rs_bpe import openai

from butler import __version__
from butler.install import PROGRAM
from butler.install.clients.codex import ENV_VARS
from butler.install.hooking import SECONDS

ROOT = Path(__file__).parents[1]
PLUGIN = ROOT / "plugins/butler"
SKILLS = sorted(PLUGIN.glob("skills/*/SKILL.md"))
MOST_TOKENS = 500


def loaded(*parts: str) -> dict:
    return json.loads((ROOT.joinpath(*parts)).read_text(encoding="utf-8"))


def test_the_marketplace_names_the_plugin_of_this_version():
    (entry,) = loaded(".claude-plugin", "marketplace.json")["plugins"]
    assert (ROOT / entry["source"]).resolve() == PLUGIN
    manifest = loaded("plugins", "butler", ".claude-plugin", "plugin.json")
    assert (manifest["name"], manifest["version"]) == (entry["name"], __version__)


def test_the_server_is_started_by_its_name_in_the_sessions_folder():
    (server,) = loaded("plugins", "butler", ".mcp.json")["mcpServers"].values()
    assert server["command"] == PROGRAM and "cwd" not in server
    assert server["env_vars"] == list(ENV_VARS)


def test_hooks_wait_for_the_users_word_and_are_those_of_an_installation():
    hooks = loaded("plugins", "butler", "hooks", "hooks.json")["hooks"]
    assert hooks.keys() == SECONDS.keys()
    for event, ((group,),) in ((event, (groups,)) for event, groups in hooks.items()):
        (hook,) = group["hooks"]
        assert hook["command"].endswith(f" butler hook {event} --plugin || exit 0")
        assert hook["command"].startswith("command -v butler >/dev/null 2>&1 || exit 0;")
        assert hook["timeout"] == SECONDS[event]


def test_no_agent_plugin_manifest_takes_the_project_from_codex():
    assert not [name for name in ("plugin.json", "mcp.json") if (PLUGIN / name).exists()]


def test_all_skills_together_cost_few_tokens():
    counted = [len(openai.o200k_base().encode(path.read_text(encoding="utf-8"))) for path in SKILLS]
    assert 0 < sum(counted) <= MOST_TOKENS


@pytest.mark.parametrize("path", [*SKILLS, *sorted(PLUGIN.glob("commands/*.md"))], ids=lambda path: path.stem)
def test_every_text_for_a_brain_begins_with_what_it_is_for_and_names_tools_that_are_there(path):
    text = path.read_text(encoding="utf-8")
    assert re.match(r"---\n(?:name: [a-z-]+\n)?description: .{20,}\n", text)
    named = set(re.findall(r"`((?:handover|work|issue|session_log)_[a-z]+)`", text)) - {"issue_id", "handover_id"}
    assert named and named <= {"handover_read", "handover_prepare", "work_start"}
