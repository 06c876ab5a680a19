"""``butler init``: the project's configuration, an example issue, the ignore lines. Never overwrites anything."""

from __future__ import annotations

import argparse
import locale
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from butler import storage, yaml_text
from butler.commands.arguments import add_single
from butler.commands.running import Surroundings
from butler.envelope import Envelope, ok
from butler.errors import NotFound
from butler.house import House
from butler.issue_backend import DEFAULT_FOLDER
from butler.looking import names_in
from butler.paths import CONFIG_FILE, CONFIG_FOLDER
from butler.phrases import Language, say
from butler.terminal import Terminal

IGNORED = ("session_logs/handover/index.json", "session_logs/handover/index.lock", "session_logs/handover/auto/")
EXAMPLE_ISSUE = "1-try-butler.md"
MAX_IGNORE_FILE = 1024 * 1024


def add(parser: argparse.ArgumentParser) -> None:
    """Add the command."""
    add_single(parser, "init", run)


def run(surroundings: Surroundings, options: argparse.Namespace) -> int:
    """Lay out what is missing and say what was there already."""
    return surroundings.finish(surroundings.house(lambda house: set_up(house, system_language(house))), _show)


def system_language(house: House) -> Language:
    """Japanese where the locale is Japanese, unless a language was set."""
    if house.settings.sources.get("language") != "default":
        return house.settings.language
    variables = (house.start.environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    chosen = next((value for value in variables if value), None) or (locale.getlocale()[0] or "")
    return "ja" if chosen.lower().startswith(("ja", "japanese")) else "en"


def set_up(house: House, language: Language) -> Envelope:
    """Write each missing piece; ``data`` says for each whether it was made or kept."""
    root = house.project.root
    issues = storage.make_folder(root, *DEFAULT_FOLDER.split("/"))
    config = yaml_text.dump({"language": language, "max_tokens": house.settings.max_tokens})
    done = {
        f"{CONFIG_FOLDER}/{CONFIG_FILE}": _write_if_missing(root / CONFIG_FOLDER / CONFIG_FILE, config),
        f"{DEFAULT_FOLDER}/{EXAMPLE_ISSUE}": _example(issues, language),
        ".gitignore": _ignore(root / ".gitignore"),
    }
    return ok(say("init_done", language), {"files": done, "language": language, "next": say("init_next", language)})


def _write_if_missing(path: Path, text: str) -> str:
    try:
        storage.read_bytes(path, limit=yaml_text.MAX_BYTES)
    except NotFound:
        storage.write_atomic(path, text.encode())
        return "made"
    return "kept"


def _example(folder: Path, language: Language) -> str:
    if any(name.endswith(".md") for name in names_in(folder)):
        return "kept"
    title = "Butler を試す" if language == "ja" else "Try Butler"
    body = (
        "この issue は例です。書き換えるか削除してください。\n\n- [ ] `butler handover prepare --issue 1` を実行する\n"
        if language == "ja"
        else "This issue is an example: change it or remove it.\n\n- [ ] run `butler handover prepare --issue 1`\n"
    )
    text = f"---\nid: 1\ntitle: {title}\nstate: open\nlabels: [example]\n---\n\n{body}"
    return _write_if_missing(folder / EXAMPLE_ISSUE, text)


def _ignore(path: Path) -> str:
    try:
        text = storage.read_bytes(path, limit=MAX_IGNORE_FILE).decode("utf-8", "surrogateescape")
    except NotFound:
        text = ""
    present = {line.strip() for line in re.split(r"\r?\n", text)}
    missing = [line for line in IGNORED if line not in present]
    if not missing:
        return "kept"
    gap = "" if not text or text.endswith("\n") else "\n"
    added = f"{text}{gap}# Butler: rebuilt from the snapshots\n" + "".join(f"{line}\n" for line in missing)
    storage.write_atomic(path, added.encode("utf-8", "surrogateescape"))
    return "extended" if text else "made"


def _show(terminal: Terminal, data: Mapping[str, Any]) -> None:
    for file, state in data["files"].items():
        terminal.line(f"  {state:9} {file}")
    terminal.line(data["next"])
