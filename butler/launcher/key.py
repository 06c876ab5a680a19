"""Whether kept answers still hold: one key over everything that decides what the server says at the start.

That is this file format, Python and its path, every installed package (name, version, time of installation), Butler's own
code file by file (an editable install changes without a new version), the command line, the ``BUTLER_*`` variables and
the user's configuration. Whatever else a server has loaded, such as a plugin under development, is named in the kept file
and looked at there. Looking means the times and sizes of files: some 400 of them in two milliseconds, no metadata is read.
"""

from __future__ import annotations

import hashlib
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

CODE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120 (pathlib costs too much here)
_HOOKS = "BUTLER_HOOKS"
_PACKAGE_ENDS = (".dist-info", ".egg-info", ".egg-link", ".pth")


def kept_at(arguments: Sequence[str], environment: Mapping[str, str]) -> str | None:
    """The file of the answers for a server started so; None where the user's data folder cannot be told.

    Another way to start (flags, variables, Python, path) has another file; another state of the same has another key.
    """
    folder = _data_folder(arguments, environment)
    if folder is None:
        return None
    name = _hash(sys.prefix, *sys.path, "", *arguments, "", *_settings(environment), "", str(_config_file(environment)))
    return f"{folder}/start/{name[:16]}.answers"


def key_of(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """The key of the present state."""
    return _hash(
        sys.version,
        sys.prefix,
        str(sys.flags.optimize),  # without docstrings there are no descriptions
        *sys.path,
        *("", *arguments),
        *("", *_settings(environment)),
        *("", _shown(_config_file(environment))),
        *("", *sorted(_code(CODE))),
        *("", *_packages()),
    )


def package_folders() -> list[str]:
    """The folders whose packages `key_of` looks at."""
    return [entry or os.curdir for entry in sys.path]


def _settings(environment: Mapping[str, str]) -> list[str]:
    """The variables that a server may read. Whether hooks may run is none of them: `butler install` starts it without."""
    found = (item for item in sorted(environment.items()) if item[0].startswith("BUTLER_") and item[0] != _HOOKS)
    return [f"{name}={value}" for name, value in found]


def _hash(*parts: str) -> str:
    text = "\0".join(parts).encode("utf-8", "surrogateescape")
    return hashlib.blake2b(text, digest_size=16).hexdigest()


def _packages() -> Iterator[str]:
    for folder in package_folders():
        found = []
        try:
            with os.scandir(folder) as entries:
                found = [_seen(entry) for entry in entries if entry.name.endswith(_PACKAGE_ENDS)]
        except OSError:
            continue
        yield from sorted(found)
        yield ""


def _code(folder: str) -> Iterator[str]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(".py"):
                yield f"{folder}/{_seen(entry)}"
            elif "." not in entry.name and entry.name != "__pycache__" and entry.is_dir():
                yield from _code(entry.path)


def _seen(entry: os.DirEntry[str]) -> str:
    status = entry.stat()
    return f"{entry.name} {status.st_mtime_ns} {status.st_size} {status.st_ino}"


def _shown(path: str | None) -> str:
    """What tells one state of the file from another; a change of its content changes the time of the change too."""
    try:
        status = os.stat(path or "")  # noqa: PTH116
    except OSError:
        return f"{path} missing"
    return f"{path} {status.st_mtime_ns} {status.st_ctime_ns} {status.st_size} {status.st_ino}"


def _data_folder(arguments: Sequence[str], environment: Mapping[str, str]) -> str | None:
    """As ``Start.user.data`` says it, without loading what that needs."""
    given = None
    for index, argument in enumerate(arguments):
        if argument == "--data-dir":
            given = arguments[index + 1] if index + 1 < len(arguments) else None
        elif argument.startswith("--data-dir="):
            given = argument.partition("=")[2]
    if given:
        return os.path.abspath(given)  # noqa: PTH100
    return _user_folder("XDG_DATA_HOME", ".local/share", environment)


def _config_file(environment: Mapping[str, str]) -> str | None:
    folder = _user_folder("XDG_CONFIG_HOME", ".config", environment)
    return folder and f"{folder}/config.yaml"


def _user_folder(variable: str, usual: str, environment: Mapping[str, str]) -> str | None:
    given = environment.get(variable, "")
    if os.path.isabs(given):  # noqa: PTH117
        return f"{given}/butler"
    home = os.path.expanduser("~")  # noqa: PTH111
    if not os.path.isabs(home) or not sys.platform.startswith("linux"):  # noqa: PTH117
        return None
    return f"{home}/{usual}/butler"
