"""The direction of dependencies and the owners of outside things, checked instead of remembered."""

import ast
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BUTLER = ROOT / "butler"
FILES = sorted(BUTLER.rglob("*.py"))


def name_of(path: Path) -> str:
    return path.relative_to(BUTLER).as_posix()


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imports(path: Path, *, typing_too: bool = True) -> set[str]:
    """Full dotted names that a module imports, late imports included."""
    found: set[str] = set()
    skipped: set[ast.AST] = set()
    if not typing_too:
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
                skipped |= set(ast.walk(node))
    for node in ast.walk(tree(path)):
        if node in skipped:
            continue
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return found


def who_imports(*names: str) -> set[str]:
    return {name_of(p) for p in FILES if any(m == n or m.startswith(n + ".") for m in imports(p) for n in names)}


@pytest.mark.parametrize(
    ("library", "owners"),
    [
        ("fastmcp", {"mcp_facade.py"}),
        ("mcp_types", {"mcp_facade.py", "launcher/recording.py"}),
        ("mcp", {"launcher/recording.py"}),
        ("portalocker", {"storage.py"}),
        ("subprocess", {"process.py"}),
        ("importlib.metadata", {"plugins.py"}),
        ("yaml", {"yaml_text.py"}),
        ("rich", {"terminal.py"}),
    ],
)
def test_each_outside_thing_has_one_owner(library, owners):
    assert who_imports(library) == owners


@pytest.mark.parametrize("call", ["os.replace", "os.fsync", "os.rename", "shutil.move"])
def test_only_storage_replaces_and_syncs_files(call):
    users = {
        name_of(p) for p in FILES for n in ast.walk(tree(p)) if isinstance(n, ast.Call) and ast.unparse(n.func) == call
    }
    assert users <= {"storage.py"}


def test_core_opens_no_connection():
    assert (
        who_imports(
            "socket", "ssl", "http", "urllib.request", "httpx", "httpx2", "requests", "aiohttp", "ftplib", "smtplib"
        )
        == set()
    )


def test_no_module_reaches_for_programs_around_process():
    for path in FILES:
        calls = {ast.unparse(n.func) for n in ast.walk(tree(path)) if isinstance(n, ast.Call)}
        assert not {
            c for c in calls if c.startswith(("os.system", "os.popen", "os.exec", "os.spawn", "os.fork", "pty."))
        }, path


PURE = {
    "__future__", "base64", "binascii", "bisect", "collections", "dataclasses", "datetime", "difflib", "enum", "functools", "hashlib", "html", "itertools",
    "json", "math", "operator", "posixpath", "ntpath", "re", "string", "textwrap", "types", "typing", "unicodedata",
}  # fmt: skip
MAID_MAY_USE = (
    "butler.maids", "butler.errors", "butler.records", "butler.naming", "butler.phrases", "butler.yaml_text", "butler.issue_backend",
    "butler.capabilities.session_log.facts",
)  # fmt: skip
MAIDS = sorted((BUTLER / "maids").glob("*.py"))


@pytest.mark.parametrize("maid", MAIDS, ids=lambda path: path.stem)
def test_maids_import_only_what_is_pure(maid):
    for module in imports(maid, typing_too=False):
        top = module.split(".")[0]
        if top == "butler":
            assert ".models." in module or module.startswith(MAID_MAY_USE), f"{maid.name} imports {module}"
        else:
            assert top in PURE and top in sys.stdlib_module_names, f"{maid.name} imports {module}"


@pytest.mark.parametrize("maid", MAIDS, ids=lambda path: path.stem)
def test_maids_touch_no_clock_disk_or_terminal(maid):
    calls = {ast.unparse(n.func) for n in ast.walk(tree(maid)) if isinstance(n, ast.Call)}
    assert not {
        c for c in calls if c.endswith((".now", ".today", ".utcnow")) or c in {"open", "print", "input", "id", "hash"}
    }


LAYERS = (
    ("phrases", "records"),
    ("errors",),
    ("naming", "envelope", "looking", "storage", "jotting", "yaml_text", "process", "capability"),
    ("paths", "git", "settings", "mounts", "brains.__init__"),
    ("issue_backend",),
    ("capabilities.*.models", "capabilities.*.facts", "capabilities.*.facts_git"),
    ("work_sessions",),
    ("maids",),
    (
        "issue_sources",
        "plugins",
        "second_engine",
        "capabilities.session_log.formats",
        "capabilities.session_log.reading",
        "brains",
    ),
    ("house",),
    ("work_record_backend", "capabilities"),
    ("capabilities.*.tools",),
    ("refusing",),
    ("calling", "tool_schema", "terminal", "demo", "hooks", "install"),
    ("mcp_facade", "launcher", "commands", "cli", "__main__"),
)


def layer(module: str) -> int | None:
    """The layer of ``butler.<module>``: that of the longest name that fits."""
    parts = module.split(".")[1:]
    found = None
    for number, names in enumerate(LAYERS):
        for name in names:
            pattern = name.split(".")
            if len(parts) >= len(pattern) and all(
                want in {"*", part} for want, part in zip(pattern, parts, strict=False)
            ):
                found = max(found or (0, 0), (len(pattern), number))
    return found[1] if found else None


def module_name(path: Path) -> str:
    name = "butler." + name_of(path).removesuffix(".py").replace("/", ".")
    return name if name == "butler.brains.__init__" else name.removesuffix(".__init__")


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_every_module_has_its_layer_and_imports_nothing_above_it(path):
    name = module_name(path)
    if name == "butler":
        return
    own = layer(name)
    assert own is not None, name
    for module in imports(path, typing_too=False):
        plate = path.name == "__init__.py" and path.parent.parent.name == "capabilities"
        if plate and module.startswith(f"{name}.tools."):
            continue  # a room's name plate loads its own tools, late
        if module.split(".")[0] == "butler" and len(module.split(".")) > 1 and module != "butler.capabilities":
            whole = (
                "butler.brains.__init__."
                if module.startswith("butler.brains.")
                and not (BUTLER / "brains" / f"{module.split('.')[2]}.py").exists()
                else ""
            )
            other = layer(whole + module if whole else module)
            assert other is None or other <= own, f"{name} imports {module}"


def calls_of(path: Path) -> set[str]:
    """Names of what a module calls: the whole dotted text, and the last part alone behind a dot."""
    found = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            found |= {called, "." + called.rsplit(".", 1)[-1]} if "." in called else {called}
    return found


@pytest.mark.parametrize(
    ("names", "owners"),
    [
        ({"eval", "exec", "compile", "__import__"}, set()),
        (
            {".import_module"},
            {
                "plugins.py",
                "phrases/__init__.py",
                "commands/arguments.py",
                "capabilities/session_log/packed.py",
                "second_engine.py",
                "capabilities/session_log/opening.py",
            },
        ),
        (
            {".write_text", ".write_bytes", ".rename", ".unlink", ".rmdir", ".symlink_to", ".hardlink_to", ".touch"},
            {"storage.py", "demo/build.py"},
        ),
        ({".mkdir"}, {"storage.py", "demo/build.py", "commands/demo.py"}),
        ({".posix_spawn", ".posix_spawnp", ".fork", ".execv", ".execve", ".system", ".popen"}, set()),
        ({".urandom", ".time_ns", ".token_bytes", ".randbytes", ".getrandbits", ".uuid1"}, set()),
    ],
)
def test_what_touches_the_outside_is_called_in_one_place(names, owners):
    assert {name_of(path) for path in FILES if calls_of(path) & names} <= owners


def test_rooms_use_each_other_only_through_models_facts_formats_and_backends():
    for path in (BUTLER / "capabilities").rglob("*.py"):
        room = path.relative_to(BUTLER / "capabilities").parts[0]
        for module in imports(path, typing_too=False):
            parts = module.split(".")
            if parts[:2] == ["butler", "capabilities"] and len(parts) > 3 and parts[2] != room:
                assert parts[3] in {"models", "facts", "formats", "backend"}, f"{path.name} reaches into {module}"


def test_only_the_composition_root_and_its_doors_open_the_house():
    allowed = {"house.py", "mcp_facade.py", "calling.py", "cli.py"}
    for path in FILES:
        if name_of(path) not in allowed and not name_of(path).startswith("commands/"):
            assert not {m for m in imports(path) if m in {"butler.house.open_house", "butler.house.hire_staff"}}, path


def test_the_clock_and_chance_are_chosen_in_one_place():
    owners = {}
    for path in FILES:
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Call):
                called = ast.unparse(node.func)
                if called in {
                    "datetime.now",
                    "datetime.utcnow",
                    "time.time",
                    "uuid.uuid4",
                    "random.random",
                    "secrets.token_hex",
                }:
                    owners.setdefault(called, set()).add(name_of(path))
    assert owners.get("datetime.now", set()) <= {"house.py"}
    assert owners.get("uuid.uuid4", set()) <= {"house.py"}
    assert owners.get("secrets.token_hex", set()) <= {"storage.py"}
    assert set(owners) <= {"datetime.now", "uuid.uuid4", "secrets.token_hex"}
