"""Documents that a test can fail: every tool, argument, setting, error code and entry-point group has its place."""

import importlib.util
import inspect
import re
from importlib.machinery import SourceFileLoader
from pathlib import Path

import pytest

from butler.capability import tools_of
from butler.house import hire_staff
from butler.plugins import GROUPS
from butler.settings import RULES

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
ROOMS = hire_staff().rooms
PAGES = [(room, page) for room in sorted(ROOMS) for page in ("仕様書.md", "spec.md")]


def headings(text):
    plain = re.sub(r"^(`{3,}|~{3,}).*?^\1`*$", "", text, flags=re.MULTILINE | re.DOTALL)
    return re.findall(r"^(#+) (.+)$", plain, re.MULTILINE)


@pytest.mark.parametrize(("room", "page"), PAGES)
def test_every_tool_has_its_heading_and_exact_arguments_on_the_page(room, page):
    text = (DOCS / "capabilities" / room / page).read_text(encoding="utf-8")
    titles = {title.strip("`") for _, title in headings(text)}
    for tool in tools_of(ROOMS[room]):
        assert tool.name in titles
        given = [
            name if parameter.default is inspect.Parameter.empty else f"{name}?"
            for name, parameter in inspect.signature(tool.function).parameters.items()
            if name not in {"self", "caller"}
        ]
        assert f"{tool.name}({', '.join(given)})" in text, f"{tool.name}({', '.join(given)})"


@pytest.mark.parametrize("room", sorted(ROOMS))
def test_both_languages_of_a_page_have_the_same_shape(room):
    one, two = (
        headings((DOCS / "capabilities" / room / page).read_text(encoding="utf-8")) for page in ("仕様書.md", "spec.md")
    )

    assert [len(level) for level, _ in one] == [len(level) for level, _ in two]


@pytest.mark.parametrize("room", sorted(ROOMS))
def test_every_room_is_furnished(room):
    for furniture in (
        f"butler/capabilities/{room}/models.py",
        f"butler/capabilities/{room}/tools.py",
        f"butler/maids/{room}_worker.py",
        f"tests/capabilities/{room}",
    ):
        assert (ROOT / furniture).exists(), furniture


def test_the_error_page_holds_every_code_as_the_phrases_say_it():
    loader = SourceFileLoader("write_error_page", str(ROOT / "scripts/write_error_page"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)

    assert (DOCS / "errors.md").read_text(encoding="utf-8") == module.page(), "run scripts/write_error_page"


def test_every_setting_and_entry_point_group_is_documented():
    text = (DOCS / "settings.md").read_text(encoding="utf-8")

    for name, rule in RULES.items():
        assert f"`{name}`" in text
        assert rule.variable is None or f"`{rule.variable}`" in text
    plugins = (DOCS / "plugins.md").read_text(encoding="utf-8")
    assert all(f"`{group}`" in plugins for group in GROUPS.values())


@pytest.mark.parametrize(
    "page",
    ["README.md", "README.ja.md", "AGENTS.md", *(p.relative_to(ROOT).as_posix() for p in sorted(DOCS.rglob("*.md")))],
)
def test_links_between_pages_lead_somewhere(page):
    path = ROOT / page
    for target in re.findall(r"\]\((?!https?://|#|mailto:)([^)#\s]+)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), target
