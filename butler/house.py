"""The composition root: the only place that chooses clock, ids, paths, plugins and backends.

``Staff`` is hired once per process (rooms, formats, Brains, issue sources). A ``House`` is opened for each call, because
each call may be about another project.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from butler import plugins
from butler.capability import Capability, tools_of
from butler.errors import ButlerError
from butler.issue_backend import IssueSource, IssueSourceKind, open_issue_backend
from butler.paths import Project, UserPaths, find_project, shown
from butler.phrases import Language
from butler.records import dataclass
from butler.settings import RULES, Settings, load_settings

if TYPE_CHECKING:
    from butler.brains import Brain
    from butler.capabilities.session_log.formats import SessionLogFormat
    from butler.maids.redaction_worker import Redactor

PLUGIN_FOLDERS = ("CLAUDE_PLUGIN_ROOT", "PLUGIN_ROOT")


def _new_id() -> str:
    import uuid

    return uuid.uuid4().hex


@dataclass(frozen=True, slots=True)
class Start:
    """How the process was started: flags, environment, clock, ids. Tests give their own.

    ``now`` gives a time with an offset (METADATA keeps the offset, names use UTC); ``new_id`` gives unique short texts;
    ``progress`` is told the bytes of a long log before it is read.
    """

    flags: Mapping[str, Any] = field(default_factory=dict)
    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    home: Path = field(default_factory=Path.home)
    folder: Path = field(default_factory=Path.cwd)
    data_folder: Path | None = None
    now: Callable[[], datetime] = field(default=lambda: datetime.now().astimezone())
    new_id: Callable[[], str] = _new_id
    progress: Callable[[int], None] = field(default=lambda size: None)

    @property
    def setting_flags(self) -> dict[str, Any]:
        """The flags that are settings; ``--project`` is none, it is the journal's Project ID."""
        return {name: value for name, value in self.flags.items() if name in RULES and name != "project"}

    @property
    def flags_folder(self) -> Path | None:
        """The folder given with ``--project-dir``, which no call can override."""
        given = self.flags.get("project_dir")
        return Path(given) if given else None

    @property
    def user(self) -> UserPaths:
        """The user's own folders (XDG on Linux; elsewhere as platformdirs says)."""
        return UserPaths(self.home, self.data_folder or self._folder("data"), self._folder("config") / "config.yaml")

    def _folder(self, kind: str) -> Path:
        given = self.environment.get(f"XDG_{kind.upper()}_HOME", "")
        if Path(given).is_absolute():
            return Path(given) / "butler"
        import platformdirs

        if platformdirs.PlatformDirs.__name__ == "Unix":
            return self.home / {"data": ".local/share", "config": ".config"}[kind] / "butler"
        return Path(getattr(platformdirs, f"user_{kind}_dir")("butler", appauthor=False))


@dataclass(frozen=True, slots=True)
class Staff:
    """Everybody who lives here, by name, and the plugins that could not move in."""

    rooms: Mapping[str, Capability]
    formats: Mapping[str, SessionLogFormat]
    brains: Mapping[str, Brain]
    issue_sources: Mapping[str, IssueSourceKind]
    problems: tuple[plugins.Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class House:
    """Everything that a room may use for one call."""

    start: Start
    staff: Staff
    project: Project
    settings: Settings
    issues: IssueSource

    @property
    def user(self) -> UserPaths:
        """The user's own folders."""
        return self.start.user

    @property
    def project_data(self) -> Path:
        """What Butler keeps about this repository in the user's data folder; may not exist yet."""
        return self.user.project_data(self.project)

    @property
    def project_name(self) -> str:
        """The project's name in documents."""
        return self.settings.project or self.project.folder_name

    def now(self) -> datetime:
        """The present time with its offset."""
        return self.start.now()

    def redactor(self) -> Redactor:
        """A redactor for one document, as the user's own configuration wants it.

        Raises:
            Unreadable: the second engine is wanted and not installed.
        """
        return redactor_for(self.settings)

    def shown(self, path: Path | str) -> str:
        """A path as it may be printed."""
        return shown(path, self.start.home)


def hire_staff(wanted: tuple[str, ...] = ()) -> Staff:
    """Load the built-in rooms, formats, Brains and issue sources, and the third-party ones named in ``wanted``."""
    from butler import brains, capabilities, issue_sources

    guests = {kind: plugins.installed(group, wanted) for kind, group in plugins.GROUPS.items()}
    own_rooms = plugins.built_in(capabilities, "CAPABILITY", Capability)
    rooms = plugins.collect(own_rooms, guests["rooms"], Capability, _ToolNames(own_rooms).clash)
    known_formats = _formats(guests["formats"])
    sources = plugins.collect(
        plugins.built_in(issue_sources, "SOURCE", IssueSourceKind), guests["issue_sources"], IssueSourceKind
    )
    known_brains = plugins.collect(plugins.built_in(brains, "BRAIN", brains.Brain), (), brains.Brain)
    missing = set(wanted) - {entry.name for found in guests.values() for entry in found}
    problems = (
        *rooms.problems,
        *known_formats.problems,
        *sources.problems,
        *(plugins.Problem(name, "no installed package offers it") for name in sorted(missing)),
    )
    return Staff(rooms.items, known_formats.items, known_brains.items, sources.items, problems)


def _formats(guests: plugins.Guests) -> plugins.Collected[SessionLogFormat]:
    """Our log formats and those of ``guests``; without any, ours wait for the first log."""

    def load() -> plugins.Collected[SessionLogFormat]:
        from butler.capabilities.session_log import formats

        kind = formats.SessionLogFormat
        return plugins.collect(plugins.built_in(formats, "FORMAT", kind), guests, kind)

    return load() if guests else plugins.Collected(plugins.LateItems(lambda: load().items), ())


class _ToolNames:
    """Tool names that are taken: FastMCP does not see every clash, so rooms are compared here."""

    def __init__(self, rooms: list[Capability]) -> None:
        self._rooms = rooms
        self._taken: dict[str, str] = {}

    def clash(self, room: Capability) -> str | None:
        """Why a room cannot move in, or None; a room that can has its names taken from now on.

        Our own rooms are only loaded when a guest is at the door.
        """
        if not self._taken:
            self._taken = {tool.name: own.name for own in self._rooms for tool in tools_of(own)}
        names = [tool.name for tool in tools_of(room)]
        if twice := [name for name in names if name in self._taken]:
            return f"its tool {twice[0]!r} is taken by the room {self._taken[twice[0]]!r}"
        self._taken |= dict.fromkeys(names, room.name)
        return None


def open_house(start: Start, staff: Staff, folder: Path | None = None) -> House:
    """Open the house for the project of ``folder`` (``--project-dir``, the call's folder, else the process's own).

    Raises:
        ButlerError: the folder cannot be a project, or the settings cannot be used.
    """
    never = [Path(place) for name in PLUGIN_FOLDERS if (place := start.environment.get(name))]
    project = find_project(start.flags_folder or folder or start.folder, home=start.home, never=never)
    settings = _settings(start, project.config_file)
    return House(start, staff, project, settings, open_issue_backend(settings, project, staff.issue_sources))


def language_here(start: Start, folder: Path | None = None) -> Language:
    """The language of the place: the project's settings where they can be read, else the user's, else English."""
    try:
        project = find_project(start.flags_folder or folder or start.folder, home=start.home)
        return _settings(start, project.config_file).language
    except ButlerError:
        pass
    try:
        return user_settings(start).language
    except ButlerError:
        return "en"


def redactor_for(settings: Settings) -> Redactor:
    """A redactor as ``settings`` want it.

    Raises:
        Unreadable: the second engine is wanted and not installed.
    """
    from butler.maids.redaction_worker import Redactor
    from butler.second_engine import second_engine

    return Redactor(settings.redact, settings.allow, second_engine(wanted=settings.second_engine))


def user_settings(start: Start) -> Settings:
    """The settings without any project: what decides which plugins load, and the language of refusals."""
    return _settings(start, None)


def _settings(start: Start, project_file: Path | None) -> Settings:
    user = start.user
    return load_settings(
        flags=start.setting_flags,
        environment=start.environment,
        user_file=user.config_file,
        project_file=project_file,
        shown_user_file=shown(user.config_file, start.home),
    )
